"""Files that a command is to write when it has played: what stands in the way is said before it plays."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from aerodrome.documents import target_of
from aerodrome.errors import AerodromeError


def check(files: Iterable[Path | None], force: bool) -> None:
    """Refuses what could not be written, or would overwrite something, in the end.

    Raises:
        AerodromeError: two of the files are one; or one is there already and not to be replaced (``force``), is a
            folder or a device, or stands where nothing can be written.
    """
    targets: set[Path] = set()
    for file in files:
        if file is None:
            continue
        target = _writable(file)
        if target in targets:
            raise AerodromeError("two things are to be written into one file", where=str(file), remedy="name two files")
        targets.add(target)
        if target.exists() and not force:
            raise AerodromeError("the file exists", where=str(file), remedy="name another one, or add --force")


def _writable(file: Path) -> Path:
    """The file that is meant, after an attempt to write beside it."""
    try:
        target = target_of(file)
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", suffix=".part"):
            return target
    except OSError as error:
        raise AerodromeError(
            f"it cannot be written: {error.strerror or error}", where=str(file), remedy="name another place"
        ) from None
