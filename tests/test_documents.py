"""Files that people write: every fault has its file, line and path; what is written is whole or not at all."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, Strict

from aerodrome import documents
from aerodrome.canonical import canonical_json, digest
from aerodrome.documents import (
    parse_json_line,
    parse_yaml,
    read_table,
    read_text,
    read_yaml,
    validated,
    write_atomically,
)
from aerodrome.errors import AerodromeError


def fault(act: Callable[[], object]) -> AerodromeError:
    with pytest.raises(AerodromeError) as caught:
        act()
    return caught.value


def refusal(act: Callable[[], object]) -> AerodromeError | None:
    try:
        act()
    except AerodromeError as error:
        return error
    return None


# ---- YAML: what words mean


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *(("0708", "0708"), ("no", "no"), ("yes", "yes"), ("on", "on"), ("NO", "NO"), ("True", "True")),
        *(("1e3", "1e3"), ("1_000", "1_000"), ("0x10", "0x10"), (".5", ".5"), ("1:30", "1:30"), ("+1", "+1")),
        *(("2024-01-01", "2024-01-01"), ("Null", "Null"), ("<<", "<<"), ("=", "="), ("007", "007")),
        *(("true", True), ("false", False), ("0", 0), ("-7", -7), ("42", 42), ("1.50", 1.5), ("-0.25", -0.25)),
        *(("null", None), ("~", None), ("", None), ('"true"', "true"), ("'12'", "12")),
    ],
)
def test_a_word_means_what_people_expect(written: str, meant: object) -> None:
    (found,) = parse_yaml(f"[{written}]" if written else "[~]").data
    assert (found, type(found)) == (meant, type(meant))
    assert parse_yaml(f"key: {written}").data == {"key": meant}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters(exclude_categories=["C"])),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text("abcxyz-", min_size=1), inside, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_json_is_yaml(value: Any) -> None:
    assert parse_yaml(json.dumps(value, ensure_ascii=False)).data == value


@given(VALUES)
def test_what_another_program_writes_as_yaml_is_read(value: Any) -> None:
    text = yaml.safe_dump(value, default_style='"') if isinstance(value, str) else yaml.safe_dump(value)
    assert parse_yaml(text).data == value


# ---- YAML: where things stand

SHEET = """\
title: Dr.I
position:
  planes:
    red: {at: "0708",
          facing: 1}
    blue:
      at: "0706"
orders:
  - seat: red
  - seat: blue
    choose: pass
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 1),
        (("position", "planes", "red"), 4),
        (("position", "planes", "red", "facing"), 5),
        (("position", "planes", "blue", "at"), 7),
        (("orders", 0), 9),
        (("orders", 1, "choose"), 11),
    ],
)
def test_every_value_knows_its_line(path: tuple[str | int, ...], line: int) -> None:
    where = parse_yaml(SHEET, "sheet.yaml").where(path)
    assert where == f"sheet.yaml:{line} ({'.'.join(map(str, path))})"


def test_what_is_missing_is_looked_for_where_it_should_stand() -> None:
    document = parse_yaml(SHEET, "sheet.yaml")
    assert document.where(("position", "planes", "blue", "facing")) == "sheet.yaml:6 (position.planes.blue.facing)"
    assert document.where(("orders", 7)) == "sheet.yaml:8 (orders.7)"
    assert document.where() == "sheet.yaml:1"


def test_a_part_of_a_document_keeps_its_lines() -> None:
    part = parse_yaml(SHEET, "sheet.yaml").part("position", "planes")
    assert part.data["blue"] == {"at": "0706"}
    assert part.where(("blue", "at")) == "sheet.yaml:7 (blue.at)"


# ---- YAML: faults


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("a: 1\nb: 2\na: 3\n", "f.yaml:3", "'a' stands twice"),
        ("a:\n  - {b: 1,\n     b: 2}\n", "f.yaml:3", "'b' stands twice"),
        ("a: 1\n1: 2\n'1': 3\n", "f.yaml:3", "'1' stands twice"),
        ("a: 1\nb: [1\n", "f.yaml:3", "not readable as YAML: did not find expected ',' or ']'"),
        ("a: 1\nb: c: d\n", "f.yaml:2", "not readable as YAML: mapping values are not allowed in this context"),
        ("a: 1\n---\nb: 2\n", "f.yaml:2", "not readable as YAML: but found another document"),
        ("a: *nowhere\n", "f.yaml:1", "not readable as YAML: found undefined alias"),
        ("? [a]\n: 1\n", "f.yaml:1", "not readable as YAML: found unhashable key"),
        ("a: !!python/object:os.system {}\n", "f.yaml:1", "not readable as YAML: could not determine a constructor"),
        ("a: \x07\n", "f.yaml", "not readable as YAML: unacceptable character #x0007"),
        ("a: !!int eight\n", "f.yaml", "not readable as YAML: invalid literal"),
        ("a: !!float eight\n", "f.yaml", "not readable as YAML: could not convert"),
        ("a: !!bool perhaps\n", "f.yaml", "not readable as YAML: 'perhaps'"),
        ("a: !!timestamp soon\n", "f.yaml", "not readable as YAML"),
        ("a: " + "9" * 5000 + "\n", "f.yaml", "not readable as YAML: Exceeds the limit"),
        ("a: &a [*a]\n", "f.yaml", "not readable as YAML: maximum recursion depth exceeded"),
        ("[" * 3000 + "]" * 3000, "f.yaml:1", "not readable as YAML: exceeded maximum nesting depth"),
    ],
)
def test_a_fault_in_yaml_is_pointed_at(text: str, where: str, says: str) -> None:
    found = fault(lambda: parse_yaml(text, "f.yaml"))
    assert found.where == where
    assert found.what.startswith(says)


def test_a_few_aliases_do_not_make_billions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_NODES", 20_000)
    bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
    for level in range(1, 10):
        bomb += f"a{level}: &a{level} [{','.join([f'*a{level - 1}'] * 10)}]\n"
    assert fault(lambda: parse_yaml(bomb, "bomb.yaml")).what == "more than 20000 values"


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.text("[]{}&*!|>-:? \n\tab1\"'%@`#"))
def test_any_text_is_read_or_refused(text: str) -> None:
    refused = refusal(lambda: parse_yaml(text, "f.yaml"))
    assert refused is None or refused.where.startswith("f.yaml")


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "empty.yaml"
    file.write_text("")
    assert read_yaml(file).data is None


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    absent, folder, latin = tmp_path / "absent.yaml", tmp_path, tmp_path / "latin.yaml"
    latin.write_bytes("a: 1\nb: Flügel\n".encode("latin-1"))
    assert str(fault(lambda: read_yaml(absent))) == f"{absent}: there is no such file"
    assert fault(lambda: read_text(folder)).what == "it cannot be read: Is a directory"
    found = fault(lambda: read_yaml(latin))
    assert (found.what, found.where) == ("byte 10 is not text in UTF-8", str(latin))


# ---- models


class Plane(BaseModel):
    model_config = ConfigDict(extra="forbid")
    at: str
    facing: int = Field(ge=0, le=5)
    cargo: int | list[str] | None = None
    side: Literal["entente", "central"] = "entente"


class Sheet(BaseModel):
    model_config = ConfigDict(extra="forbid")
    planes: dict[str, Plane]


def test_all_faults_of_a_file_are_said_each_with_its_line() -> None:
    text = "planes:\n  red:\n    at: '0708'\n    facing: 7\n    sied: central\n  blue: {facing: 1, side: french}\n"
    found = fault(lambda: validated(Sheet, parse_yaml(text, "s.yaml"), remedy="look it up"))
    assert found.what.splitlines() == [
        "s.yaml:4 (planes.red.facing): this should be less than or equal to 5, not 7",
        "s.yaml:5 (planes.red.sied): there is no such field",
        "s.yaml:6 (planes.blue.at): this is missing",
        "s.yaml:6 (planes.blue.side): this should be 'entente' or 'central', not 'french'",
    ]
    assert found.remedy == "look it up"


def test_members_of_a_union_are_no_steps_of_a_path() -> None:
    text = "planes:\n  red: {at: '0708', facing: 1,\n    cargo: [a, {b: 1}]}\n"
    found = fault(lambda: validated(Sheet, parse_yaml(text, "s.yaml")))
    assert all(line.startswith("s.yaml:3 (planes.red.cargo") for line in found.what.splitlines())
    assert "planes.red.cargo.1" in found.what
    assert "list[str]" not in found.what


def test_a_hundred_faults_are_not_all_said() -> None:
    text = "planes:\n" + "".join(f"  p{n}: {{facing: 1}}\n" for n in range(100))
    lines = fault(lambda: validated(Sheet, parse_yaml(text, "s.yaml"))).what.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "  and 80 more"


def test_a_document_that_is_nothing_is_said_to_be_none() -> None:
    assert "s.yaml" in fault(lambda: validated(Sheet, parse_yaml("", "s.yaml"))).what


# ---- tables


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: str
    speed: int
    note: str = ""


def table(tmp_path: Path, text: str | bytes) -> Path:
    file = tmp_path / "t.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


@pytest.mark.parametrize("start", ["", "\ufeff"], ids=["plain", "as a spreadsheet writes it"])
@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_a_table_is_read_row_by_row(tmp_path: Path, start: str, line_break: str) -> None:
    lines = ["id,speed,note", "spad,5,", 'camel,4,"quick, but ""nervous"""', ""]
    rows = read_table(table(tmp_path, start + line_break.join(lines)), Row)
    assert rows == [Row(id="spad", speed=5), Row(id="camel", speed=4, note='quick, but "nervous"')]


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("id\nspad\n", ":1", "missing columns: speed"),
        ("", ":1", "missing columns: id, speed"),
        ("id,speed,sped\nspad,5,6\n", ":1", "unknown columns: sped"),
        ("id,speed,speed\nspad,5,6\n", ":1", "columns that stand twice: speed"),
        ("id,speed\nspad,5\ncamel\n", ":3", "1 cells in a table of 2 columns"),
        ("id,speed\nspad,5\ncamel,4,x,y\n", ":3", "4 cells in a table of 2 columns"),
        ("id,speed\nspad,5\ncamel,4\nspad,5\n", ":4 (id)", "id 'spad' stands on line 2 already"),
        ('id,speed\nspad,5\n"camel,4\n', ":3", "not readable as CSV: unexpected end of data"),
        ("id,speed\n", "", "the table has no rows"),
    ],
)
def test_a_fault_in_a_table_is_pointed_at(tmp_path: Path, text: str, where: str, says: str) -> None:
    file = table(tmp_path, text)
    found = fault(lambda: read_table(file, Row))
    assert found.where == f"{file}{where}"
    assert found.what.startswith(says)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,speed\nspad,5\ncamel,fast\n", ":3 (speed): this should be a whole number, not 'fast'"),
        ("id,speed\nspad,5\ncamel,\n", ":3 (speed): this is missing"),
    ],
)
def test_a_cell_of_the_wrong_type_is_pointed_at(tmp_path: Path, text: str, says: str) -> None:
    file = table(tmp_path, text)
    assert f"{file}{says}" in str(fault(lambda: read_table(file, Row)))


def test_a_table_in_another_encoding_is_refused(tmp_path: Path) -> None:
    file = table(tmp_path, "id,speed\nflügel,5\n".encode("latin-1"))
    assert fault(lambda: read_table(file, Row)).what == "byte 11 is not text in UTF-8"


def test_a_table_without_a_key_may_repeat_itself(tmp_path: Path) -> None:
    assert len(read_table(table(tmp_path, "id,speed\nspad,5\nspad,5\n"), Row, key="")) == 2


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.text(',"\n\rid;speed1'))
def test_any_table_is_read_or_refused(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = table(Path(folder), "id,speed\n" + text)
        refused = refusal(lambda: read_table(file, Row))
        assert refused is None or str(file) in str(refused)


# ---- lines of JSON


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not readable as JSON: Expecting value"),
        ('{"a": 1', "not readable as JSON: Expecting"),
        ("[1]", "not a JSON object"),
        ('{"a": 1, "a": 2}', "a name stands twice in one object"),
        ('{"a": [{"b": 1, "b": 1}]}', "a name stands twice in one object"),
        ('{"a": NaN}', "not readable as JSON: NaN is not a number of JSON"),
        ('{"a": -Infinity}', "not readable as JSON: -Infinity is not a number of JSON"),
        ('{"a": ' + "9" * 5000 + "}", "not readable as JSON: Exceeds the limit"),
        ('{"a": ' + "[" * 100_000, "not readable as JSON: maximum recursion depth exceeded"),
    ],
    ids=range(9),
)
def test_a_line_that_is_no_object_is_refused(text: str, says: str) -> None:
    found = fault(lambda: parse_json_line(text, "m.jsonl:3"))
    assert found.what.startswith(says)
    assert found.where == "m.jsonl:3"


@given(st.dictionaries(st.text(), VALUES))
def test_canonical_json_comes_back_and_does_not_depend_on_order(value: dict[str, Any]) -> None:
    text = canonical_json(value)
    assert parse_json_line(text, "x") == value
    assert canonical_json(dict(reversed(value.items()))) == text
    assert digest(value) == digest(parse_json_line(text, "x"))


# ---- writing


def left_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    write_atomically(file, "first ✈\n")
    write_atomically(file, "second\n")
    assert file.read_bytes() == b"second\n"
    assert left_in(tmp_path) == ["match.jsonl"]


def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    plain, kept = tmp_path / "plain", tmp_path / "kept"
    (tmp_path / "usual").touch()
    kept.touch()
    kept.chmod(0o640)
    for file in (plain, kept):
        write_atomically(file, "x")
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("plain", "usual", "kept")]
    assert modes[0] == modes[1]
    assert modes[2] == 0o640


def full_disk(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


class FullDisk(io.BytesIO):
    """Takes half of what it is given."""

    def __init__(self, handle: int, mode: str) -> None:
        super().__init__()
        os.close(handle)

    def write(self, data: Any) -> int:
        super().write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")


PLACES: list[tuple[Any, str, Any]] = [
    (os, "fsync", full_disk),
    (os, "fdopen", FullDisk),
    (tempfile, "mkstemp", full_disk),
    (Path, "replace", full_disk),
    (Path, "chmod", full_disk),
]


@pytest.mark.parametrize("existing", [True, False])
@pytest.mark.parametrize(("owner", "name", "fails"), PLACES, ids=[name for _, name, _ in PLACES])
def test_a_full_disk_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, fails: Any, existing: bool
) -> None:
    file = tmp_path / "match.jsonl"
    if existing:
        file.write_text("old")
    monkeypatch.setattr(owner, name, fails)
    found = fault(lambda: write_atomically(file, "new"))
    monkeypatch.undo()
    assert found.what == "it cannot be written: No space left on device"
    assert found.where == str(file)
    assert left_in(tmp_path) == (["match.jsonl"] if existing else [])
    assert not existing or file.read_text() == "old"


@pytest.mark.parametrize(("owner", "name"), [(os, "fsync"), (Path, "replace"), (Path, "chmod")])
def test_an_interrupt_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str
) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text("old")
    monkeypatch.setattr(owner, name, interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(file, "new")
    monkeypatch.undo()
    assert file.read_text() == "old"
    assert left_in(tmp_path) == ["match.jsonl"]


def test_what_cannot_be_spelled_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(file, "half a pair: \ud800")
    assert (file.read_text(), left_in(tmp_path)) == ("old", ["match.jsonl"])


@pytest.mark.parametrize("place", ["nowhere/match.jsonl", "file/match.jsonl", "folder"])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder" / "inside").mkdir(parents=True)
    (tmp_path / "file").touch()
    found = fault(lambda: write_atomically(tmp_path / place, "x"))
    assert found.where == str(tmp_path / place)
    assert found.what.startswith("it cannot be written: ")
    assert left_in(tmp_path) == ["file", "folder"]


# ---- what may be written over


def test_a_link_is_followed(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.write_text("old")
    (tmp_path / "link").symlink_to(real)
    write_atomically(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert real.read_text() == "new"


def test_only_a_regular_file_is_written_over(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "to-null").symlink_to(os.devnull)
    for path, says in [
        (pipe, "it is not a regular file"),
        (Path(os.devnull), "it is not a regular file"),
        (tmp_path / "to-null", "it is not a regular file"),
        (tmp_path, "it is a folder"),
        (Path(), "it is a folder"),
        (tmp_path / "none" / "m", "there is no folder"),
    ]:
        found = fault(lambda path=path: write_atomically(path, "new"))  # type: ignore[misc]
        assert says in found.what
        assert found.where == str(path)
    assert pipe.is_fifo()
    assert (tmp_path / "to-null").is_symlink()


def test_what_a_killed_program_left_is_cleared_away(tmp_path: Path) -> None:
    for name in (".m.abc123.part", ".m.def456.part", ".other.abc123.part"):
        (tmp_path / name).write_text("half")
    write_atomically(tmp_path / "m", "whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".other.abc123.part", "m"]


# ---- numbers in cells, control characters, long values, several kinds of value


@pytest.mark.parametrize("written", ["1.0", "0_1", "1e3", "+1", " 1", "01", "١", "one"])
def test_a_whole_number_in_a_cell_is_spelled_plainly(tmp_path: Path, written: str) -> None:
    file = table(tmp_path, f"id,speed\nspad,{written}\n")
    assert f"{file}:2 (speed): this should be a whole number, not {written!r}" == str(
        fault(lambda: read_table(file, Row))
    )


def test_control_characters_are_refused_in_tables_and_in_yaml(tmp_path: Path) -> None:
    file = table(tmp_path, "id,speed\nsp\x1b[2Jad,5\n")
    assert f"{file}:2 (id): this should be text without control characters" in str(fault(lambda: read_table(file, Row)))
    found = fault(lambda: parse_yaml('a: 1\ntitle: "red\\e[31m"\n', "s.yaml"))
    assert str(found).startswith("s.yaml:2: a control character stands here")
    assert parse_yaml("a: |\n  two\n  lines\n").data == {"a": "two\nlines\n"}


def test_a_wrong_file_is_not_repeated_whole() -> None:
    text = "\n".join(f"user{n}:x:{n}:{n}::/home/user{n}:/bin/sh" for n in range(100))
    found = fault(lambda: validated(Sheet, parse_yaml(text, "passwd")))
    assert len(str(found)) < 200
    assert found.what.startswith("passwd:1: this should be a mapping (name: value), not 'user0:x:0")
    assert found.what.endswith("...")


def test_where_several_kinds_of_value_may_stand_one_line_names_them() -> None:
    class Order(BaseModel):
        choose: Annotated[int, Strict()] | str | dict[str, int]

    for written, shown in (("true", ", not True"), ("[]", "")):
        document = parse_yaml(f"choose: {written}\n", "o.yaml")
        found = fault(lambda document=document: validated(Order, document))  # type: ignore[misc]
        assert found.what == (
            "o.yaml:1 (choose): this should be a whole number; or this should be text; or this should be a mapping"
            f" (name: value){shown}"
        )


def test_of_a_list_only_what_is_in_it_is_at_fault() -> None:
    class Order(BaseModel):
        choose: str | list[str]

    found = fault(lambda: validated(Order, parse_yaml("choose: [a, {b: c}]\n", "o.yaml")))
    assert found.what == "o.yaml:1 (choose.1): this should be text"
