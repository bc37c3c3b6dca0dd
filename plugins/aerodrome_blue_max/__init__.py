"""Blue Max: fighter combat over a hex map, planned in secret and flown together.

Modules stand in the order of the rulebook: ``vocabulary`` (words), ``tables`` (data files), ``charts`` (manoeuvres and
the restrictions on them), ``binding`` and ``rules`` (what a match looks things up in), ``state``; then setup and round,
phase by phase: ``opening``, ``tailing``, ``planning``, ``movement``, ``fuel``, ``combat``, ``damage``, ``resolution``,
``recovery``, ``accidents``, ``ending``; then ``machine`` (the turn machine), ``position``, ``impossible`` and
``placing`` (situation files), ``picture``, ``text``, ``outlook``, ``sentences`` and ``deeds`` (what people see and
read), ``guess`` (what a seat may imagine), ``bot``, ``ruleset`` and ``commands``.
"""
