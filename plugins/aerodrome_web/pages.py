"""The pages. They speak through the same service as the API."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from fastapi.templating import Jinja2Templates

from aerodrome_web.api import Serving

router = APIRouter(include_in_schema=False)

templates = Jinja2Templates(Path(__file__).parent / "templates")


@router.get("/")
def home(request: Request, service: Serving) -> HTMLResponse:
    """The games that can be played here."""
    return templates.TemplateResponse(request, "home.html", {"rulesets": service.games.rulesets()})
