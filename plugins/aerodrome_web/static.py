"""Files that the browser loads: ours, and those of htmx.

htmx has no package of its own on the Python index. ``django-htmx`` carries its files, current and unchanged, so we
depend on that and take them out of it; Django itself is never imported.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse

from aerodrome_web.faults import NotFound

OURS = Path(__file__).parent / "static"

BORROWED = {
    "htmx.js": "django_htmx/static/django_htmx/htmx-4.min.js",
    "hx-sse.js": "django_htmx/static/django_htmx/ext/hx-sse-4.min.js",
}
"""By the name under ``/static``, its place in the package."""

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/json"}


@cache
def files() -> dict[str, Path]:
    """All files that are served, by name. There are no others: no path of a request is ever looked up on the disk."""
    found = {path.name: path for path in sorted(OURS.glob("*.*")) if path.suffix in TYPES}
    htmx = distribution("django-htmx")
    return found | {name: Path(str(htmx.locate_file(place))) for name, place in BORROWED.items()}


router = APIRouter()


@router.get("/static/{name}", include_in_schema=False)
def static(name: str) -> FileResponse:
    path = files().get(name)
    if path is None:
        raise NotFound("there is no such file")
    return FileResponse(path, media_type=TYPES[path.suffix], headers={"cache-control": "max-age=300"})
