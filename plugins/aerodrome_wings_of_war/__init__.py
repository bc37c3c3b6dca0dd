"""Wings of War: miniatures on a free table, three hidden cards an airplane and round, a ruler for the guns.

Modules stand in the order of the rulebook: ``vocabulary`` (words), ``cards`` (data and tables), ``missions`` (setups
as scenario files), ``rules``, ``state``, ``plans`` (what may be planned), ``flight`` and ``movement``, ``altitude``,
``fire``, ``damage``, ``tailing``, ``rounds`` (what begins and ends a round), ``ending``; then ``machine`` (the turn
machine), ``position`` (situation files), ``guess`` (hidden facts drawn anew), ``picture``, ``draft``, ``text`` and
``deeds`` (what people see and read), ``bot`` and ``ruleset``.
"""
