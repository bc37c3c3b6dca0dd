"""Geometry that rulesets share: hexes here, the measured table beside it."""
