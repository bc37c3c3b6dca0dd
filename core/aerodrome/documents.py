"""Files that people write, read so that every fault can be pointed at: file, line and path.

YAML is read with the small set of scalars that people expect: ``true`` and ``false``, whole and decimal numbers;
everything else is text, so that ``0708`` stays a hex code and ``no`` a word.
"""

from __future__ import annotations

import csv
import glob
import io
import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import Any, TypeAlias, TypeVar, get_args

import yaml
from pydantic import BaseModel, ValidationError

from aerodrome.errors import AerodromeError

M = TypeVar("M", bound=BaseModel)

Loc: TypeAlias = tuple[str | int, ...]


class _Loader(yaml.CSafeLoader):
    yaml_implicit_resolvers: dict[str, Any] = {}


for _tag, _pattern, _first in (
    ("bool", r"true|false", "tf"),
    ("int", r"-?(0|[1-9][0-9]*)", "-0123456789"),
    ("float", r"-?(0|[1-9][0-9]*)\.[0-9]+", "-0123456789"),
    ("null", r"null|~|", "n~"),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), [*_first])
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^$"), [""])


@dataclass(frozen=True)
class Document:
    """Data read from a file, and the line on which each piece of it stands."""

    path: str
    data: Any
    lines: dict[Loc, int] = field(default_factory=dict)

    def where(self, loc: Sequence[str | int] = ()) -> str:
        """``file.yaml:12 (position.phase)``; for something missing, the line of what should hold it."""
        known = tuple(loc)
        while known and known not in self.lines:
            known = known[:-1]
        line = self.lines.get(known)
        at = f"{self.path}:{line}" if line else self.path
        return f"{at} ({'.'.join(map(str, loc))})" if loc else at

    def part(self, *loc: str | int) -> Document:
        """What stands below ``loc``, as a document with the same lines."""
        data = self.data
        for step in loc:
            data = data[step]
        size = len(loc)
        lines = {key[size:]: line for key, line in self.lines.items() if key[:size] == loc}
        return Document(self.path, data, lines)


def read_text(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise AerodromeError("there is no such file", where=str(path)) from None
    except OSError as error:
        raise AerodromeError(f"it cannot be read: {error.strerror}", where=str(path)) from None
    except UnicodeDecodeError as error:
        raise AerodromeError(
            f"byte {error.start} is not text in UTF-8", where=str(path), expected="a text file in UTF-8"
        ) from None


def read_yaml(path: str | os.PathLike[str]) -> Document:
    """A YAML (or JSON) file with its lines."""
    return parse_yaml(read_text(path), str(path))


def parse_yaml(text: str, name: str = "text") -> Document:
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        lines: dict[Loc, int] = {}
        if node is not None:
            _index(node, (), lines, name)
        data = loader.construct_document(node) if node is not None else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"{name}:{mark.line + 1}" if mark else name
        raise AerodromeError(f"not readable as YAML: {error.problem}", where=where) from None
    except yaml.YAMLError as error:
        raise AerodromeError(f"not readable as YAML: {error}", where=name) from None
    except (ValueError, KeyError, AttributeError, RecursionError) as error:
        # What PyYAML's constructors let through: a tag such as !!int before text that is no number.
        raise AerodromeError(f"not readable as YAML: {error}", where=name) from None
    finally:
        loader.dispose()
    return Document(name, data, lines)


MOST_NODES = 500_000
"""Values in one YAML document, repeated ones counted each time: a few aliases of aliases make billions."""


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def _index(node: yaml.Node, loc: Loc, lines: dict[Loc, int], name: str) -> None:
    lines[loc] = node.start_mark.line + 1
    if len(lines) > MOST_NODES:
        raise AerodromeError(f"more than {MOST_NODES} values", where=f"{name}:{node.start_mark.line + 1}")
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here = (*loc, str(key.value))
            if here in lines:
                raise AerodromeError(f"{key.value!r} stands twice", where=f"{name}:{key.start_mark.line + 1}")
            _index(value, here, lines, name)
            lines[here] = key.start_mark.line + 1
    elif isinstance(node, yaml.ScalarNode) and _CONTROL.search(node.value):
        raise AerodromeError("a control character stands here", where=f"{name}:{lines[loc]}", expected="plain text")
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            _index(value, (*loc, index), lines, name)


def validated(model: type[M], document: Document, *, remedy: str = "") -> M:
    """The document as ``model``, or one `AerodromeError` that names every fault with its line and path."""
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        faults = _faults(error, document)
        more = f"\n  and {len(faults) - 20} more" if len(faults) > 20 else ""
        raise AerodromeError("\n".join(faults[:20]) + more, remedy=remedy) from None


def _faults(error: ValidationError, document: Document) -> list[str]:
    """One line for each place. Where several kinds of value may stand, all of them in that line."""
    by_place: dict[Loc, list[Any]] = {}
    for fault in error.errors():
        by_place.setdefault(_plain_loc(fault["loc"], document), []).append(fault)
    for place in list(by_place):  # a list that is no text either, but whose items are at fault
        if any(len(other) > len(place) > 0 and other[: len(place)] == place for other in by_place):
            by_place[place] = [fault for fault in by_place[place] if not fault["type"].endswith("_type")]
            if not by_place[place]:
                del by_place[place]
    return [f"{document.where(place)}: {_say_all(found)}" for place, found in by_place.items()]


def _say_all(errors: Sequence[Any]) -> str:
    if len(errors) == 1:
        return _say(errors[0])
    return "; or ".join(dict.fromkeys(_message(error) for error in errors)) + _given(errors[0])


def reason_of(error: Exception) -> str:
    """An error that a ruleset's code raised, in one line."""
    if isinstance(error, ValidationError):
        return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {_say(fault)}" for fault in error.errors())
    return f"{type(error).__name__}: {error}"


def _plain_loc(loc: Sequence[str | int], document: Document) -> Loc:
    """pydantic adds the names of union members to its paths; keep the steps that the file has."""
    plain: list[str | int] = []
    data = document.data
    for index, step in enumerate(loc):
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            pass
        else:
            plain.append(step)
            continue
        if index < len(loc) - 1 or not (isinstance(data, dict) and isinstance(step, str)):
            continue
        plain.append(step)
    return tuple(plain)


_WORDS = {
    "missing": "this is missing",
    "extra_forbidden": "there is no such field",
    "int_type": "this should be a whole number",
    "int_parsing": "this should be a whole number",
    "int_from_float": "this should be a whole number",
    "float_type": "this should be a number",
    "float_parsing": "this should be a number",
    "string_type": "this should be text",
    "bool_type": "this should be true or false",
    "bool_parsing": "this should be true or false",
    "list_type": "this should be a list",
    "tuple_type": "this should be a list",
    "dict_type": "this should be a mapping (name: value)",
    "model_type": "this should be a mapping (name: value)",
    "model_attributes_type": "this should be a mapping (name: value)",
    "none_required": "this should be left out",
}
"""What is wrong, by pydantic's kind of error; its own words serve for the others."""

_WHOLE = ("missing", "extra_forbidden", "value_error", "assertion_error")
"""Kinds that say enough without the value that was given."""


def _say(error: Any) -> str:
    return _message(error) + ("" if error["type"] in _WHOLE else _given(error))


def _message(error: Any) -> str:
    if error["type"] in ("value_error", "assertion_error"):
        return str(error["msg"]).split(", ", 1)[-1]
    message = _WORDS.get(error["type"]) or str(error["msg"])
    message = message.replace("Input should", "this should", 1)
    return f"{message[0].lower()}{message[1:]}"


def _given(error: Any) -> str:
    """The value that was given, cut short: a wrong file may be all one value."""
    if isinstance(error["input"], (dict, list)):
        return ""
    text = repr(error["input"])
    return f", not {text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + '...'}"


MOST_SHOWN = 60
"""Characters of a wrong value that a message repeats."""


R = TypeVar("R", bound=BaseModel)


def read_table(path: str | os.PathLike[str], row: type[R], *, key: str = "id") -> list[R]:
    """A CSV file as rows of ``row``. Columns must be the model's; ``key`` must differ from row to row."""
    name = str(path)
    reader = csv.DictReader(io.StringIO(read_text(path).removeprefix("\ufeff")), strict=True)
    try:
        columns = list(reader.fieldnames or ())
    except csv.Error as error:
        raise AerodromeError(f"not readable as CSV: {error}", where=f"{name}:1") from None
    _check_columns(name, columns, row)
    rows: list[R] = []
    seen: dict[str, int] = {}
    try:
        for cells in reader:
            line = reader.line_num
            rows.append(_row(name, line, cells, columns, row))
            value = str(getattr(rows[-1], key)) if key else ""
            if key and value in seen:
                raise AerodromeError(
                    f"{key} {value!r} stands on line {seen[value]} already", where=f"{name}:{line} ({key})"
                )
            seen[value] = line
    except csv.Error as error:
        raise AerodromeError(f"not readable as CSV: {error}", where=f"{name}:{reader.reader.line_num}") from None
    if not rows:
        raise AerodromeError("the table has no rows", where=name, expected="a header line and at least one row")
    return rows


def _check_columns(name: str, columns: list[str], row: type[BaseModel]) -> None:
    needed = [f.alias or n for n, f in row.model_fields.items() if f.is_required()]
    known = {f.alias or n for n, f in row.model_fields.items()}
    missing = [column for column in needed if column not in columns]
    if missing:
        raise AerodromeError(
            f"missing columns: {', '.join(missing)}", where=f"{name}:1", expected="the columns " + ", ".join(needed)
        )
    twice = sorted({column for column in columns if columns.count(column) > 1})
    if twice:
        raise AerodromeError(f"columns that stand twice: {', '.join(twice)}", where=f"{name}:1")
    unknown = [column for column in columns if column not in known]
    if unknown:
        raise AerodromeError(
            f"unknown columns: {', '.join(unknown)}",
            where=f"{name}:1",
            expected="the columns " + ", ".join(sorted(known)),
        )


def _row(name: str, line: int, cells: dict[str | Any, Any], columns: list[str], row: type[R]) -> R:
    if None in cells or None in cells.values():
        count = sum(value is not None for k, value in cells.items() if k is not None) + len(cells.get(None) or ())
        raise AerodromeError(
            f"{count} cells in a table of {len(columns)} columns", where=f"{name}:{line}", expected=",".join(columns)
        )
    filled = {column: cell for column, cell in cells.items() if cell != ""}
    for column, cell in filled.items():
        fault = _cell_fault(cell, row, column)
        if fault:
            raise AerodromeError(f"{fault}, not {cell!r}", where=f"{name}:{line} ({column})")
    lines: dict[Loc, int] = {(): line, **{(column,): line for column in columns}}
    return validated(row, Document(name, filled, lines))


_WRITTEN = {int: r"-?(0|[1-9][0-9]*)", float: r"-?(0|[1-9][0-9]*)(\.[0-9]+)?"}


def _cell_fault(cell: str, row: type[BaseModel], column: str) -> str:
    """Cells are text: a number must be spelled as in YAML, where ``0_1`` or ``1.0`` is no whole number either."""
    if _CONTROL.search(cell):
        return "this should be text without control characters"
    annotation = next((f.annotation for n, f in row.model_fields.items() if (f.alias or n) == column), None)
    optional = isinstance(annotation, UnionType)
    kinds = set(get_args(annotation) if optional else [annotation]) - {type(None)}
    for kind, written in _WRITTEN.items():
        if kinds == {kind} and not re.fullmatch(written, cell, re.ASCII):
            return f"this should be a {'whole ' if kind is int else ''}number"
    return ""


def target_of(path: str | os.PathLike[str]) -> Path:
    """The file that `write_atomically` writes for ``path``: symbolic links are followed.

    Raises:
        AerodromeError: it is a folder, a device or the like, or its folder is not there or closed to us.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        fault = "it is a folder"
    elif target.exists() and not target.is_file():
        fault = "it is not a regular file"
    elif not target.parent.is_dir():
        fault = f"there is no folder {target.parent}"
    elif not os.access(target.parent, os.W_OK | os.X_OK):
        fault = f"nothing may be written in {target.parent}"
    else:
        return target
    raise AerodromeError(
        f"it cannot be written: {fault}", where=str(path), expected="the name of a file", remedy="name another place"
    )


def write_atomically(path: str | os.PathLike[str], text: str) -> None:
    """The whole text or nothing: written beside the target and moved over it. A failure leaves the old file.

    What a killed program left beside the target is cleared away by the next one.
    """
    target = target_of(path)
    spare = ""
    try:
        for left in target.parent.glob(f".{glob.escape(target.name)}.*.part"):
            left.unlink(missing_ok=True)
        handle, spare = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        Path(spare).chmod(_mode(target))
        Path(spare).replace(target)
    except OSError as error:
        _discard(spare)
        raise AerodromeError(
            f"it cannot be written: {error.strerror}", where=str(path), remedy="free some space or name another place"
        ) from None
    except BaseException:
        _discard(spare)
        raise


def make_folder(folder: Path) -> None:
    """Makes a folder and those above it, unless it is there.

    Raises:
        AerodromeError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AerodromeError(f"the folder cannot be made: {error.strerror}", where=str(folder)) from None


def _discard(spare: str) -> None:
    if spare:
        Path(spare).unlink(missing_ok=True)


def _mode(target: Path) -> int:
    """The mode of the file that is replaced, or what the user's mask gives a new one."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def parse_json_line(text: str, where: str) -> dict[str, Any]:
    """One line of a JSON Lines file, which must be an object without doubled names."""
    try:
        value = json.loads(text, object_pairs_hook=_no_doubles(where), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise AerodromeError(f"not readable as JSON: {error}", where=where) from None
    if not isinstance(value, dict):
        raise AerodromeError("not a JSON object", where=where)
    return value


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number of JSON")


def _no_doubles(where: str) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise AerodromeError("a name stands twice in one object", where=where)
        return dict(pairs)

    return build
