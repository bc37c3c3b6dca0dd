"""``aerodrome serve``."""

from __future__ import annotations

from typing import Annotated

import typer

from aerodrome.cli.output import plugins_of
from aerodrome.extras import need


def add_to(app: typer.Typer) -> None:
    app.command()(serve)


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME; a file of yours if left out."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    requests: Annotated[
        float, typer.Option(metavar="N", min=0, help="Requests a second from one address; 0 sets no limit.")
    ] = 50,
) -> None:
    """Serves the table in the browser: choose a game, play it against bots or with friends.

    Example: `aerodrome serve --port 8080`
    """
    need("web", "fastapi", "jinja2", "sqlalchemy", "psycopg", "uvicorn", "platformdirs")
    from aerodrome_web import server

    server.serve(plugins_of(context), host, port, database or server.usual_database(), not no_browser, requests)
