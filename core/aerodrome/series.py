"""Series: matches that belong together, such as the months of a campaign or the rounds of a tournament.

A series file is JSON Lines: a header with the settings, then one line a finished match with its match file, that
file's fingerprint, and the outcome that the next match builds on. What settings and outcomes hold is the affair of
whoever keeps the series; he has pydantic models of his own for them. The file is small, written as a whole or not at
all, and says everything that is needed to go on: the match files are evidence, not state.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from aerodrome import __version__, record
from aerodrome.canonical import canonical_json
from aerodrome.documents import Document, parse_json_line, read_text, validated, write_atomically
from aerodrome.errors import AerodromeError
from aerodrome.match import Match

M = TypeVar("M", bound=BaseModel)

FORMAT = 1


def _in_one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError(f"{text!r} is no text of one line")
    return text


OneLine = Annotated[str, AfterValidator(_in_one_line)]
"""What is printed as it stands: nothing in it moves the cursor or colours the screen."""


class SeriesHeader(BaseModel):
    """The first line.

    Attributes:
        kind: what the series is, such as ``campaign``; whoever reads it knows its settings by that.
        aerodrome: version of the program that began it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    record: Literal["series"] = "series"
    format: int = Field(default=FORMAT, ge=1, strict=True)
    aerodrome: str = __version__
    kind: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    ruleset: OneLine
    title: OneLine
    settings: dict[str, Any]


class SeriesEntry(BaseModel):
    """One finished match.

    Attributes:
        number: counted from 1.
        label: such as ``1917-04`` or ``round 2``.
        file: its match file, beside the series file.
        sha256: fingerprint of that file.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    record: Literal["match"] = "match"
    number: int = Field(ge=1)
    label: OneLine
    file: str
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    outcome: dict[str, Any]

    @field_validator("file")
    @classmethod
    def _beside_the_series(cls, file: str) -> str:
        if not file.isprintable() or file in ("", ".", "..") or re.search(r"[/\\]", file):
            raise ValueError(f"{file!r} is not the name of a file beside this one")
        return file


@dataclass
class Series:
    """A series and its file.

    Attributes:
        text: what the file held when it was last read or written; nothing before that.
    """

    path: Path
    header: SeriesHeader
    entries: list[SeriesEntry] = field(default_factory=list)
    text: str = field(default="", repr=False)

    @classmethod
    def begin(
        cls,
        path: str | os.PathLike[str],
        *,
        kind: str,
        ruleset: str,
        title: str,
        settings: Mapping[str, Any],
        labels: Sequence[str] = (),
    ) -> Series:
        """A new series; neither its file nor match files of those ``labels`` may exist.

        Raises:
            AerodromeError: there is such a file, or it cannot be written.
        """
        target = Path(path)
        series = cls(target, SeriesHeader(kind=kind, ruleset=ruleset, title=title, settings=dict(settings)))
        if target.exists():
            raise AerodromeError("there is such a file already", where=str(path), remedy="name another one")
        for file in map(series.match_file, labels):
            if file.exists():
                raise AerodromeError(
                    "a match file of another series has this name",
                    where=str(file),
                    remedy="give the series another name, or move this file away",
                )
        series.save()
        return series

    @classmethod
    def read(cls, path: str | os.PathLike[str], kind: str) -> Series:
        """A series from its file.

        Raises:
            AerodromeError: the file is no series of that kind, or a later format.
        """
        text = read_text(path)
        lines = text.splitlines()
        if not lines:
            raise AerodromeError("the file is empty", where=str(path), expected=f"a {kind} file")
        if parse_json_line(lines[0], f"{path}:1").get("record") != "series":
            raise AerodromeError(f"this is no {kind} file", where=f"{path}:1", expected=f"the header of a {kind}")
        header = _line(SeriesHeader, lines[0], f"{path}:1")
        if header.format > FORMAT:
            raise AerodromeError(
                f"it was written in format {header.format}, this program reads up to {FORMAT}",
                where=f"{path}:1",
                remedy="use a later version of aerodrome",
            )
        if header.kind != kind:
            raise AerodromeError(f"this is a {header.kind}, not a {kind}", where=f"{path}:1")
        entries = [_line(SeriesEntry, line, f"{path}:{at}") for at, line in enumerate(lines[1:], 2)]
        for number, entry in enumerate(entries, 1):
            if entry.number != number:
                raise AerodromeError(
                    f"match {entry.number} stands where match {number} should", where=f"{path}:{number + 1} (number)"
                )
        return cls(Path(path), header, entries, text)

    def save(self) -> None:
        """Writes the whole file or nothing."""
        lines = [canonical_json(row.model_dump(mode="json")) for row in (self.header, *self.entries)]
        self.text = "\n".join(lines) + "\n"
        write_atomically(self.path, self.text)

    def match_file(self, label: str) -> Path:
        """Where the match called ``label`` is kept: beside the series file."""
        return self.path.with_name(f"{self.path.stem}-{label}.jsonl")

    def add(self, match: Match, label: str, outcome: Mapping[str, Any]) -> SeriesEntry:
        """Keeps a finished match: its match file first, then the series file.

        Raises:
            AerodromeError: the match is not over, somebody else wrote the series file meanwhile, or a file cannot be
                written.
        """
        if not match.over:
            raise AerodromeError("only a finished match is entered", where=str(self.path))
        if read_text(self.path) != self.text:
            raise AerodromeError(
                f"the file was changed while {label} was played; nothing is entered",
                where=str(self.path),
                remedy="give the command again: it goes on from what the file says now",
            )
        file = self.match_file(label)
        record.save(match, file)
        entry = SeriesEntry(
            number=len(self.entries) + 1, label=label, file=file.name, sha256=fingerprint(file), outcome=dict(outcome)
        )
        self.entries.append(entry)
        self.save()
        return entry

    def changed_files(self) -> list[str]:
        """Match files that are missing or no longer what they were when they were entered."""
        return [
            entry.file
            for entry in self.entries
            for file in (self.path.with_name(entry.file),)
            if not file.is_file() or fingerprint(file) != entry.sha256
        ]


def fingerprint(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _line(model: type[M], text: str, where: str) -> M:
    return validated(model, Document(where, parse_json_line(text, where)))
