"""Aces High: hex-map air combat with secret hands of manoeuvre cards.

Modules stand in the order of the rulebook: ``vocabulary`` (words), ``cards`` and ``aircraft`` (data), ``setup`` and
``lineup`` (from a scenario to the sides), ``rules`` (the tables of a match), ``state``, ``opening`` (3.0), ``hands``,
``faults`` and ``selection`` (5.0 to 7.0), ``movement``, ``corrections`` and ``pushing`` (8.0), ``fire`` and ``dice``
(9.0, 10.0), ``damage`` and ``volleys`` (9.4 to 9.8), ``troubles`` and ``removal`` (11.0), ``tailing`` (12.7),
``missions`` (13.1), ``ending`` (2.6); then ``machine`` (the turn machine), ``position`` (situation files), ``picture``,
``asking``, ``explain`` and ``deeds`` (what people see and read), ``guess`` (what a seat may imagine), ``errand`` and
``bot``, ``ruleset``, and last ``roster``, ``campaign`` and ``commands`` (13.0).
"""
