"""The colours of a picture on a dark page, made from those that its ruleset gave it for paper."""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls
from functools import cache

_WRITTEN = re.compile("#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")

BLACK, WHITE = 0.08, 0.95
"""Lightness by night of what is white by day, and of what is black."""


@cache
def by_day_and_night(colour: str) -> str:
    """A colour as the style sheet's scheme wants it: on a light page itself, on a dark one the same hue as light as it
    was dark. Names of colours stay as they are."""
    return f"light-dark({colour},{by_night(colour)})" if _WRITTEN.fullmatch(colour) else colour


def by_night(colour: str) -> str:
    """``#rgb`` or ``#rrggbb`` on a dark page: light and dark change places; hue and distance from grey stay."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    hue, light, _ = rgb_to_hls(*parts)
    turned = WHITE + (BLACK - WHITE) * light
    saturation = min(1.0, (max(parts) - min(parts)) / (1 - abs(2 * turned - 1)))
    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, turned, saturation))
