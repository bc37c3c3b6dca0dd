"""Aerodrome: a framework in which the rules of a tabletop air-combat game are a plugin."""

__version__ = "0.1.0"
