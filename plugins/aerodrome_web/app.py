"""The application: service, streams, bots and clocks behind HTTP, with one form for every error."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from aerodrome import __version__
from aerodrome.errors import AerodromeError, Illegal, NotNow, Refusal
from aerodrome.plugins import Plugins
from aerodrome_web import api, pages, static
from aerodrome_web.bots import BotDesk
from aerodrome_web.faults import WebError, tellable
from aerodrome_web.hub import Hub
from aerodrome_web.keeper import Keeper
from aerodrome_web.limits import HEADERS, Limits, SafeHeaders
from aerodrome_web.service import Service
from aerodrome_web.store import Store


def create_app(plugins: Plugins, store: Store, *, requests: float = 50.0, bot_threads: int = 0) -> FastAPI:
    """The whole server as an ASGI application. It closes the store when it ends.

    Args:
        requests: a second, from one address; 0 sets no limit.
        bot_threads: threads in which bots think; one a processor when left out.
    """
    hub = Hub(store)
    service = Service(plugins, store)
    desk = BotDesk(service, bot_threads or os.cpu_count() or 1)
    keeper = Keeper(service, desk)
    service.published = hub.ring
    service.bots_wanted = desk.wanted

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        hub.start()
        keeper.start()
        yield
        hub.close()
        keeper.close()
        desk.close()
        store.close()

    app = FastAPI(
        title="Aerodrome",
        version=__version__,
        summary="Tabletop air combat: tables, seats, sealed orders.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        lifespan=running,
    )
    app.state.service = service
    app.state.hub = hub
    app.add_middleware(Limits, rate=requests)
    app.add_middleware(SafeHeaders)
    for kind, answer in ((RequestValidationError, _unreadable), (HTTPException, _no_way)):
        app.add_exception_handler(kind, answer)  # type: ignore[arg-type]
    for expected in (AerodromeError, SQLAlchemyError, Exception):
        app.add_exception_handler(expected, _refused)
    app.include_router(api.router, prefix="/api")
    app.include_router(static.router)
    app.include_router(pages.router)
    return app


def error_body(error: AerodromeError) -> dict[str, Any]:
    """An error as every client gets it: what is wrong, where, what was expected, what to do; for a refused order also
    which kind of refusal, its clauses, every reason, and what would be legal."""
    body: dict[str, Any] = {
        "what": error.what,
        "where": error.where,
        "expected": error.expected,
        "do": error.remedy,
    }
    if isinstance(error, Refusal):
        body |= {"kind": error.kind, "clauses": list(error.clauses)}
    if isinstance(error, Illegal):
        body["reasons"] = [{"clause": reason.clause, "text": reason.text} for reason in error.reasons]
        body["legal"] = list(error.legal)
    return {"error": body}


def status_of(error: AerodromeError) -> int:
    if isinstance(error, WebError):
        return error.status
    return 409 if isinstance(error, NotNow) else 422


def _refused(request: Request, error: Exception) -> JSONResponse:
    told = tellable(error)
    # What nobody expected is answered outside of `SafeHeaders`.
    return JSONResponse(error_body(told), status_of(told), headers={**HEADERS, "cache-control": "no-store"})


def _unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return JSONResponse(error_body(AerodromeError(f"it cannot be read: {first['msg']}", where=where)), 422)


def _no_way(request: Request, error: HTTPException) -> JSONResponse:
    """The address stands in no answer: it may hold a link."""
    if error.status_code == 400:  # what FastAPI says of a body that it cannot decode
        return JSONResponse(
            error_body(AerodromeError("it cannot be read", where="body", expected="JSON in UTF-8")), 422
        )
    body = error_body(AerodromeError(str(error.detail), expected="an address as /api/openapi.json lists it"))
    return JSONResponse(body, error.status_code, headers=error.headers)
