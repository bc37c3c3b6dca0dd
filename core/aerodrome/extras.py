"""Libraries that only some commands need: asked for when such a command runs."""

from __future__ import annotations

from importlib import import_module

from aerodrome.errors import AerodromeError


def need(extra: str, *modules: str) -> None:
    """Makes sure that the libraries of an extra are there.

    Raises:
        AerodromeError: one is missing; the message says how to install it.
    """
    for module in modules:
        try:
            import_module(module)
        except ImportError:
            raise AerodromeError(
                f"this needs the library {module}, which is not installed",
                remedy=f"pip install 'aerodrome[{extra}]'",
            ) from None
