"""``--svg`` of ``play``: the table as a picture in a file, drawn anew whenever somebody at the screen is asked."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Annotated

import typer

from aerodrome.cli.output import complain
from aerodrome.documents import target_of, write_atomically
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.scene import Scene
from aerodrome.visibility import Viewer

Picture = Annotated[
    Path | None,
    typer.Option("--svg", metavar="FILE", help="Keep a picture of the table here, .svg, or .html that reloads itself."),
]

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">{again}
<title>{title}</title><style>
body {{ margin: 0; }} svg {{ display: block; margin: auto; width: 100%; max-height: 100vh; }}
</style></head><body>{picture}</body></html>
"""

AGAIN = '<meta http-equiv="refresh" content="2">'
"""Makes a browser load the page anew every two seconds."""


class Easel:
    """The file in which the picture stands: an SVG, or by its name a page that shows the SVG and loads itself anew.

    Args:
        kept: the file that the match is kept in, if it is.

    Raises:
        AerodromeError: no picture can be written there.
    """

    def __init__(self, file: Path, kept: Path | None = None) -> None:
        if file.suffix.lower() not in (".svg", ".html"):
            raise AerodromeError(
                "a picture cannot be called so", where=str(file), expected="a name that ends in .svg or .html"
            )
        target = target_of(file)
        if kept is not None and target == target_of(kept):
            raise AerodromeError("the picture would be written over what is kept there", where=str(file))
        self.file = file
        self.fallen = False

    def draw(self, match: Match, viewer: Viewer) -> None:
        """The table as ``viewer`` sees it now, in place of the picture before. A place that is lost while one plays is
        told once, and the match goes on without pictures."""
        if self.fallen:
            return
        scene = match.rules.ruleset.scene(match.rules, match.view(viewer))
        try:
            write_atomically(self.file, scene.svg() if self.file.suffix.lower() == ".svg" else _page(scene, match.over))
        except AerodromeError as error:
            self.fallen = True
            complain(f"{error}; there are no more pictures")


def _page(scene: Scene, last: bool) -> str:
    return PAGE.format(again="" if last else AGAIN, title=escape(scene.title), picture=scene.svg())
