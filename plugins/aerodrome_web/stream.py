"""Following a table: what has happened since a number, then each change as it comes, until link or server end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fastapi.concurrency import run_in_threadpool

from aerodrome_web.faults import WebError
from aerodrome_web.hub import Hub
from aerodrome_web.service import News, Service

LATE = 1.0
"""Seconds between two looks of a spectator who is behind: nothing rings when his time comes."""


async def follow(service: Service, hub: Hub, link: str, since: int) -> AsyncIterator[News]:
    """News of the table for the holder of a link: first the events after ``since`` and how the table stands, then
    whatever changes for him. Changes that he may not know of send nothing."""
    place = await run_in_threadpool(service.place, link)
    shown: dict[str, Any] | None = None
    with hub.listening(place.match) as bell:
        while not hub.closed:
            bell.clear()
            try:
                news = await run_in_threadpool(service.news, link, since)
            except WebError:
                return  # the link has been taken back
            if news.events or news.table != shown:
                since += len(news.events)
                shown = news.table
                yield news
            try:
                await asyncio.wait_for(bell.wait(), LATE if place.delay else None)
            except TimeoutError:
                continue
