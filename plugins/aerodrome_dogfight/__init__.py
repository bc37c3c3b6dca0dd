"""DogFight: the card battle of two flight commanders.

Modules stand in the order of the rulebook: ``vocabulary`` (words and tables), ``cards`` (data), ``state``, ``first``
(the first dogfight), ``fight`` (every later one), ``windows`` (when Victory cards may be used), ``ending``; then
``machine`` (the turn machine), ``position`` (situation files), ``picture`` (what people see), ``bot`` and ``ruleset``.
"""
