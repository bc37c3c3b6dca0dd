"""For all tests: hypothesis does not watch the clock, since a busy machine is no fault."""

from hypothesis import settings

settings.register_profile("aerodrome", deadline=None)
settings.load_profile("aerodrome")
