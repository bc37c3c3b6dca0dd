"""Data packs: a folder of tables that stands in for a ruleset's own.

``pack.yaml`` says what it is and where its values come from; the tables beside it have the names and columns of the
ruleset's own files. Whoever owns a boxed game can type in the printed values of his cards and play with those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field

from aerodrome.documents import read_table, read_yaml, validated
from aerodrome.errors import AerodromeError


class PackHeader(BaseModel):
    """``pack.yaml``. ``source`` says where the values come from."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    ruleset: str
    title: str
    source: str


@dataclass(frozen=True)
class DataPack:
    """A folder of tables for one ruleset."""

    header: PackHeader
    folder: Path

    @classmethod
    def read(cls, folder: Path) -> DataPack:
        file = folder / "pack.yaml"
        if not folder.is_dir():
            raise AerodromeError(
                "there is no such folder", where=str(folder), expected="a data pack: a folder with a pack.yaml"
            )
        if not file.is_file():
            raise AerodromeError(
                "a data pack needs a pack.yaml",
                where=str(folder),
                expected="id, ruleset, title and source in pack.yaml",
            )
        return cls(validated(PackHeader, read_yaml(file)), folder)


R = TypeVar("R", bound=BaseModel)


def table(own: Path, row: type[R], packs: Sequence[DataPack], *, key: str = "id") -> list[R]:
    """The rows of a ruleset's table ``own``, or those of the last pack that brings a table of the same name."""
    return read_table(table_file(own, packs), row, key=key)


def table_file(own: Path, packs: Sequence[DataPack]) -> Path:
    """The file that `table` reads."""
    files = [pack.folder / own.name for pack in packs]
    return next((file for file in reversed(files) if file.is_file()), own)


def check_for(packs: Sequence[DataPack], rulesets: Sequence[str], tables: Sequence[str]) -> None:
    """Refuses packs for another ruleset than ``rulesets[0]`` and those that it is based on, and packs with files that
    it does not read."""
    ruleset = rulesets[0]
    for pack in packs:
        if pack.header.ruleset not in rulesets:
            raise AerodromeError(
                f"this data pack is for {pack.header.ruleset!r}, not for {ruleset!r}",
                where=str(pack.folder / "pack.yaml"),
            )
        files = sorted(file.name for file in pack.folder.iterdir() if file.suffix == ".csv")
        folders = [name for name in files if not (pack.folder / name).is_file()]
        if folders:
            raise AerodromeError("this should be a table", where=str(pack.folder / folders[0]), expected="a CSV file")
        unknown = [name for name in files if name not in tables]
        if unknown or not files:
            raise AerodromeError(
                f"{ruleset} reads no table {unknown[0]}" if unknown else "the pack brings no table",
                where=str(pack.folder),
                expected="one or more of " + ", ".join(tables),
            )
