"""Rows of matches as Arrow columns: how workers send them, how they are kept on the way, and the Parquet file.

While matches are played, rows stand in a *part*, a stream of Arrow batches beside the file to come. What has been
written survives whatever happens to the program. At the end the part becomes the Parquet file, cut into groups of
`GROUP` rows: its bytes depend on the rows alone, not on who played them in which pieces.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from aerodrome.canonical import canonical_json
from aerodrome.errors import AerodromeError

GROUP = 16_384
"""Rows in a row group."""

WORDS = pa.list_(pa.string())

COLUMNS: Mapping[str, Any] = {
    "ruleset": pa.string(),
    "version": pa.string(),
    "scenario": pa.string(),
    "options": pa.string(),
    "index": pa.int64(),
    "pair": pa.int64(),
    "leg": pa.int8(),
    "seed": pa.int64(),
    "seats": WORDS,
    "teams": WORDS,
    "aircraft": pa.list_(WORDS),
    "players": WORDS,
    "winner": pa.string(),
    "winning_player": pa.string(),
    "scores": pa.list_(pa.float64()),
    "reason": pa.string(),
    "decisions": pa.int64(),
    "rounds": pa.int64(),
}
"""Every row has these; lists go by seat. A column for each metric follows."""

HEAD = b"aerodrome"
"""Where the file says what was played."""

DIGEST = b"digest"
"""Where a batch of a part has the digest of its rows: Arrow itself does not see a wrong byte."""


def schema(metrics: Sequence[str], head: Mapping[str, Any] | None = None) -> Any:
    """The columns of a file with these columns of metrics. ``head`` is what was played."""
    metadata = {} if head is None else {HEAD: canonical_json(head).encode()}
    return pa.schema([*COLUMNS.items(), *((name, pa.float64()) for name in metrics)], metadata)


def batch_of(rows: Sequence[Mapping[str, Any]], columns: Any) -> Any:
    """Rows as an Arrow batch."""
    arrays = [pa.array([row[field.name] for row in rows], field.type) for field in columns]
    return pa.RecordBatch.from_arrays(arrays, schema=columns.remove_metadata())


class Part:
    """The rows so far, in a file. Each batch is in the file when `add` returns."""

    def __init__(self, path: Path, columns: Any) -> None:
        self.path = path
        self.columns = columns
        try:
            path.unlink(missing_ok=True)  # a run that still writes to it keeps a file of its own, and finds out
            self._file = path.open("xb")
        except OSError as error:
            raise _cannot_write(path, error) from None
        options = pa.ipc.IpcWriteOptions(compression="zstd")
        self._writer = pa.ipc.new_stream(self._file, columns, options=options)
        self.add(batch_of([], columns))  # so that the head is there before the first match is over

    def add(self, batch: Any) -> None:
        """Adds rows.

        Raises:
            AerodromeError: they cannot be written, or another run has taken the part over (``--resume``, ``--force``).
        """
        try:
            whole = batch.replace_schema_metadata(self.columns.metadata)
            self._writer.write_batch(whole, custom_metadata={DIGEST: _digest(whole)})
            self._file.flush()
            taken = not os.path.samestat(os.fstat(self._file.fileno()), self.path.stat())
        except OSError as error:
            raise _cannot_write(self.path, error) from None
        if taken:
            raise AerodromeError(
                "another run goes on with these matches",
                where=str(self.path),
                remedy="leave it to that one, or give each a file of its own with --out",
            )

    def close(self) -> None:
        with suppress(OSError):
            self._file.close()

    @classmethod
    def reopened(cls, path: Path, columns: Any) -> Part:
        """Goes on with a part: what is whole in it is written anew beside it, and takes its place.

        Raises:
            AerodromeError: it is no part, or one of other matches.
        """
        check_same(path, columns)
        spare = path.with_name(path.name + ".new")
        part = cls(spare, columns)
        for batch in batches(path):
            part.add(batch)
        spare.replace(path)
        part.path = path
        return part


@contextmanager
def _reading(path: Path) -> Iterator[Any]:
    """The stream of a part; what stands behind the place where it was cut short is no error here."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise AerodromeError("there is nothing to go on with", where=str(path), remedy="leave out --resume") from None
    except OSError as error:
        raise AerodromeError(f"it cannot be read: {error.strerror}", where=str(path)) from None
    with file:
        try:
            stream = pa.ipc.open_stream(file)
        except (OSError, pa.ArrowException) as error:
            raise _no_part(path, str(error)) from None
        yield stream


def _no_part(path: Path, why: str) -> AerodromeError:
    return AerodromeError(f"this is not a part of a run: {why}", where=str(path), remedy="start anew with --force")


def batches(path: Path) -> Iterator[Any]:
    """The whole batches of a part; it ends where the file was cut short or spoiled."""
    with _reading(path) as stream, suppress(StopIteration, OSError, pa.ArrowException):
        while True:
            batch, told = stream.read_next_batch_with_custom_metadata()
            batch.validate(full=True)
            if (told or {}).get(DIGEST) != _digest(batch):
                return
            if batch.num_rows:
                yield batch


def _digest(batch: Any) -> bytes:
    return hashlib.sha256(batch.serialize()).digest()


def check_same(path: Path, columns: Any) -> None:
    """Refuses a part of other matches than those that ``columns`` is for."""
    with _reading(path) as stream:
        found = stream.schema
    try:
        then = json.loads((found.metadata or {}).get(HEAD, b"{}"))
    except ValueError:
        raise _no_part(path, "its head is spoiled") from None
    now = json.loads(columns.metadata[HEAD])
    differences = list(dict.fromkeys(_differences("", then, now)))
    if not differences and not found.equals(columns):
        differences = ["other columns"]
    if differences:
        raise AerodromeError(
            "it was begun otherwise: " + "; ".join(differences),
            where=str(path),
            remedy="give the same arguments as then, or start anew with --force",
        )


def _differences(path: str, then: Any, now: Any) -> Iterator[str]:
    if isinstance(then, dict) and isinstance(now, dict):
        for name in sorted(then.keys() | now.keys()):
            yield from _differences(f"{path} {name}".strip(), then.get(name), now.get(name))
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for one, other in zip(then, now, strict=True):
            yield from _differences(path, one, other)
    elif then != now:
        yield f"{path} was {json.dumps(then)}, not {json.dumps(now)}"


def write_parquet(part: Path, target: Path, columns: Any) -> None:
    """Makes the Parquet file out of a whole part, whole or not at all; the part goes."""
    spare = target.with_name(f".{target.name}.part")
    try:
        with pq.ParquetWriter(spare, columns, compression="zstd") as writer:
            for table in _groups(batches(part), columns):
                writer.write_table(table, row_group_size=GROUP)
        with spare.open("rb") as file:
            os.fsync(file.fileno())
        spare.replace(target)
    except OSError as error:
        raise _cannot_write(target, error) from None
    finally:
        spare.unlink(missing_ok=True)
    part.unlink()


def _groups(source: Iterator[Any], columns: Any) -> Iterator[Any]:
    """Batches of any size as tables of `GROUP` rows, each column in one piece."""
    held: list[Any] = []
    count = 0
    for batch in source:
        held.append(batch)
        count += batch.num_rows
        while count >= GROUP:
            table = pa.Table.from_batches(held, columns)
            yield table.slice(0, GROUP).combine_chunks()
            held = table.slice(GROUP).to_batches()
            count -= GROUP
    if count:
        yield pa.Table.from_batches(held, columns).combine_chunks()


def _cannot_write(path: Path, error: OSError) -> AerodromeError:
    return AerodromeError(
        f"it cannot be written: {error.strerror or error}",
        where=str(path),
        remedy="free some space or name another place",
    )
