"""The process: a socket, uvicorn, the browser."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import platformdirs
import uvicorn

from aerodrome.documents import make_folder
from aerodrome.errors import AerodromeError
from aerodrome.plugins import Plugins
from aerodrome_web.app import create_app
from aerodrome_web.hub import Hub
from aerodrome_web.store import Store

SWITCH = 0.001
"""Seconds after which a thread that computes lets another one in: a bot that thinks must not hold up the answers."""

KEEP = 60
"""Seconds that a connection stays open on which nothing is asked."""

FILES = 10_000
"""Files and connections that may be open at once, as far as the system lets us."""

GRACE = 3
"""Seconds in which requests may end when the server leaves."""


def usual_database() -> str:
    """A file in the folder for data of this user."""
    folder = Path(platformdirs.user_data_path("aerodrome", appauthor=False))
    make_folder(folder)
    return f"sqlite:///{folder / 'tables.db'}"


class _Server(uvicorn.Server):
    """Streams never end by themselves: they are told when the server leaves."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    def handle_exit(self, *arguments: Any) -> None:
        self._hub.close()
        super().handle_exit(*arguments)


def serve(plugins: Plugins, host: str, port: int, database: str, browser: bool, requests: float) -> None:
    """Serves until it is interrupted.

    Raises:
        AerodromeError: the port is taken, or the database cannot be opened.
    """
    store = Store(database)
    try:
        listening = _listen(host, port)
    except BaseException:
        store.close()
        raise
    address = _address(listening)
    print(f"Aerodrome is at {address} (Ctrl-C ends it)", flush=True)
    sys.setswitchinterval(SWITCH)
    allow_many_files()
    app = create_app(plugins, store, requests=requests)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses hold links
        server_header=False,
        timeout_keep_alive=KEEP,
        timeout_graceful_shutdown=GRACE,
    )
    if browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    _Server(config, app.state.hub).run(sockets=[listening])


def allow_many_files() -> None:
    """Each page that is open holds a connection; the usual limit of Unix would end at a thousand."""
    if sys.platform != "win32":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if most == resource.RLIM_INFINITY else min(most, FILES)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except (socket.gaierror, UnicodeError):
        raise AerodromeError(
            f"{host!r} is no address of this machine",
            expected="an address such as 127.0.0.1, or 0.0.0.0 for all",
            remedy="name one with --host",
        ) from None
    except OSError as error:
        raise AerodromeError(
            f"port {port} cannot be listened on: {error.strerror or error}",
            where=f"{host}:{port}",
            remedy="name another one with --port, or 0 for any that is free",
        ) from None
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{port}/"
