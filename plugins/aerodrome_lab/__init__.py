"""The lab: a search bot for every ruleset, simulation at scale, and rule systems side by side.

It imports the core alone and meets rulesets through the registry, as any plugin can.
"""
