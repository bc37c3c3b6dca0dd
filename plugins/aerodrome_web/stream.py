"""Following a table: what has happened since a number, then each change as it comes, until link or server end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from fastapi.concurrency import run_in_threadpool
from sqlalchemy.exc import SQLAlchemyError

from aerodrome_web.faults import NoSuchLink, WebError, tellable
from aerodrome_web.hub import Hub
from aerodrome_web.service import News, Service

T = TypeVar("T")

LATE = 1.0
"""Seconds between two looks of a spectator who is behind: nothing rings when his time comes."""


async def follow(service: Service, hub: Hub, link: str, since: int) -> AsyncIterator[News]:
    """News of the table for the holder of a link: first the events after ``since`` and how the table stands, then
    whatever changes for him. Changes that he may not know of send nothing."""

    def look(since: int) -> tuple[News, Any, int]:
        news = service.news(link, since)
        return news, news.table, since + len(news.events)

    async for news in changes(service, hub, link, since, look):
        yield news


async def changes(
    service: Service, hub: Hub, link: str, since: int, look: Callable[[int], tuple[T, Any, int]]
) -> AsyncIterator[T]:
    """What ``look`` sees, now and after each change of the table that makes it see something else.

    Args:
        look: given the number of events that are known, says what there is to send, what of it must differ from the
            last time to be sent, and how many events are known with it.
    """
    try:
        place = await run_in_threadpool(service.place, link)
    except NoSuchLink:
        return  # taken back in this very moment
    shown: Any = None
    with hub.listening(place.match) as bell:
        while not hub.closed:
            bell.clear()
            known = since
            try:
                found, mark, since = await run_in_threadpool(look, since)
            except WebError:
                return  # the link has been taken back
            except SQLAlchemyError as error:
                tellable(error)
                return  # whoever follows comes back
            if since != known or mark != shown:
                shown = mark
                yield found
            try:
                await asyncio.wait_for(bell.wait(), LATE if place.delay else None)
            except TimeoutError:
                continue
