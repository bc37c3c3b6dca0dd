"""Match files: JSON Lines that outlive releases.

A file is a header, the events, and one closing line. Each line carries a chain mark, the digest of all that stands
before it, so that no character can change unseen. The closing line of a finished match publishes the secret behind
the seed: with it anybody can play the match again from the header and the orders and compare every line. A match that
is adjourned closes with what is needed to go on, the secret included: that file is the referee's and not for players.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from aerodrome import __version__
from aerodrome.canonical import Json, canonical_json, digest
from aerodrome.chance import Seed
from aerodrome.documents import Document, parse_json_line, read_text, reason_of, validated, write_atomically
from aerodrome.errors import AerodromeError
from aerodrome.match import Match
from aerodrome.orders import commitment
from aerodrome.packs import DataPack
from aerodrome.ruleset import Rules, Ruleset
from aerodrome.scenarios import Scenario

FORMAT = 2
"""Of the files that are written. Since format 2 the commitment binds the header too, not the secret alone; files of
format 1 are read and verified by what theirs says."""

FindRuleset = Callable[[str], Ruleset[Any]]


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    chain: str = Field(pattern=r"^[0-9a-f]{32}$")


class Header(_Line):
    """The first line: what is played, by whom, and the commitment to all of that and to the seed.

    What seats contribute to the seed comes after the commitment, and so does not stand in it.
    """

    record: Literal["header"]
    format: int = Field(ge=1, strict=True)
    aerodrome: str
    ruleset: str
    version: str
    data: str
    packs: list[str]
    options: dict[str, Any]
    scenario: Scenario
    players: list[str]
    contributions: list[Annotated[str, Field(pattern=r"^([0-9a-f]{2})*$")]]
    commitment: str = Field(pattern=r"^[0-9a-f]{64}$")


class EventLine(_Line):
    """One event, with all its facts and who may know of them."""

    record: Literal["event"]
    number: int
    phase: str
    kind: str
    rule: str
    facts: dict[str, Any]
    to: list[int] | None

    @model_validator(mode="after")
    def _readable_facts(self) -> EventLine:
        model = _FACTS.get(self.kind)
        if model is not None:
            try:
                model.model_validate(self.facts)
            except ValidationError as error:
                raise ValueError(
                    f"the facts of this {self.kind} are not readable: {error.errors()[0]['msg']}"
                ) from None
        return self


class _SealedFacts(BaseModel):
    """Facts of the engine's event ``sealed``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seat: str
    decision: int
    commitment: str
    default: Literal[True] | None = None


class _OrderFacts(BaseModel):
    """Facts of the engine's event ``order``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seat: str
    decision: int
    picks: list[str]
    salt: str = Field(pattern=r"^[0-9a-f]{64}$")


_FACTS: dict[str, type[BaseModel]] = {"sealed": _SealedFacts, "order": _OrderFacts}


class EndLine(_Line):
    """The last line of a finished match."""

    record: Literal["end"]
    secret: str = Field(pattern=r"^[0-9a-f]{64}$")
    result: dict[str, Any]
    digest: str


class AdjournedLine(_Line):
    """The last line of a match that goes on later: picks of the open decision, which of them are sealed, and which of
    those because time had run out."""

    record: Literal["adjourned"]
    secret: str = Field(pattern=r"^[0-9a-f]{64}$")
    picks: dict[str, list[str]]
    sealed: list[str]
    defaulted: list[str] = []
    digest: str


MODELS: dict[str, type[_Line]] = {
    "header": Header,
    "event": EventLine,
    "end": EndLine,
    "adjourned": AdjournedLine,
}

_START = "0" * 32


def _chained(before: str, record: dict[str, Any]) -> str:
    return hashlib.sha256((before + canonical_json(record)).encode()).hexdigest()[:32]


def chained(records: Iterable[dict[str, Any]]) -> list[str]:
    """Records as lines, each with its chain mark."""
    lines, chain = [], _START
    for record in records:
        chain = _chained(chain, record)
        lines.append(canonical_json({**record, "chain": chain}))
    return lines


def lines_of(match: Match) -> list[str]:
    """The match as the lines of its file.

    Raises:
        AerodromeError: it was created without a record.
    """
    if match.umpire.log is None or match.seed is None:
        raise AerodromeError("this match keeps no record and cannot be saved", remedy="create it with record=True")
    records = [_header(match), *(event.to_json() for event in match.umpire.log), _closing(match)]
    return chained(records)


def commitment_of(match: Match) -> str:
    """What is published when the match begins: it binds the secret and what stands in the header."""
    return str(_header(match)["commitment"])


def _header(match: Match) -> dict[str, Any]:
    rules = match.rules
    seed = match.seed or Seed.of(0)
    header: dict[str, Any] = {
        "record": "header",
        "format": FORMAT,
        "aerodrome": match.begun_by or __version__,
        "ruleset": rules.ruleset.id,
        "version": rules.ruleset.version,
        "data": rules.data_digest,
        "packs": list(rules.packs),
        "options": rules.options.written(),
        "scenario": rules.scenario.model_dump(mode="json"),
        "players": list(match.players),
        "contributions": [part.hex() for part in seed.contributions],
    }
    return {**header, "commitment": _commitment(seed, header)}


def _commitment(seed: Seed, header: dict[str, Any]) -> str:
    """The commitment by the format of the header: of format 1 to the secret, later to the rest of the header too."""
    if header["format"] == 1:
        return seed.commitment
    bound = {name: value for name, value in header.items() if name not in ("commitment", "contributions", "chain")}
    return seed.commitment_to(digest(bound))


def _closing(match: Match) -> dict[str, Any]:
    secret = match.seed.secret.hex() if match.seed else ""
    if match.result is not None:
        return {"record": "end", "secret": secret, "result": match.result.to_json(), "digest": match.digest()}
    seats = match.rules.seats
    picks: dict[str, Json] = {seats[s]: [o.key for o in match.picks(s)] for s in match.asked if match.picks(s)}
    sealed: list[Json] = [seats[s] for s in match.asked if s not in match.pending]
    open_decision: dict[str, Json] = {"picks": picks, "sealed": sealed}
    if match.defaulted:
        open_decision["defaulted"] = [seats[s] for s in match.defaulted]
    return {"record": "adjourned", "secret": secret, **open_decision, "digest": match.digest()}


def save(match: Match, path: str | Path) -> str:
    """Writes the match file, whole or not at all; returns what it now holds."""
    text = "\n".join(lines_of(match)) + "\n"
    write_atomically(path, text)
    return text


@dataclass(frozen=True)
class Recording:
    """A match file that has been read: every line well formed and in the chain.

    ``migrated`` when a later version has rewritten it: its digest is of a view that is no longer made.
    """

    path: str
    header: Header
    events: tuple[EventLine, ...]
    closing: EndLine | AdjournedLine
    lines: tuple[str, ...]
    migrated: bool = False

    @property
    def seed(self) -> Seed:
        return Seed(bytes.fromhex(self.closing.secret), tuple(map(bytes.fromhex, self.header.contributions)))

    @classmethod
    def read(cls, path: str | Path) -> Recording:
        """Reads a match file.

        Raises:
            AerodromeError: not a match file, one from the future, or one that was cut or changed.
        """
        name = str(path)
        text = read_text(path)
        _check_transport(name, text)
        lines = tuple(text.split("\n"))
        _check_series(name, lines[0])
        if lines[-1] != "" or len(lines) < 3:
            raise AerodromeError(
                "the file is cut short" if '"record":"header"' in lines[0] else "this is not a match file",
                where=f"{name}:{len(lines)}",
                expected="JSON Lines: a header, events and a closing line, each ended by a line break",
            )
        lines = lines[:-1]
        records = _linked(name, lines)
        kinds = [type(record) for record in records]
        if kinds[0] is not Header or kinds[-1] not in (EndLine, AdjournedLine) or set(kinds[1:-1]) - {EventLine}:
            raise AerodromeError(
                "the file is cut short or its lines are mixed up",
                where=f"{name}:{len(lines)}",
                expected="a header, events and a closing line",
            )
        return cls(name, records[0], tuple(records[1:-1]), records[-1], lines)  # type: ignore[arg-type]

    def rules(self, find: FindRuleset, packs: Sequence[DataPack] = ()) -> Rules:
        """The rules that the match was played by.

        Raises:
            AerodromeError: the ruleset is not there, or is of another version, or its data differ.
        """
        header = self.header
        ruleset = find(header.ruleset)
        if ruleset.version != header.version:
            raise AerodromeError(
                f"it was played by version {header.version} of {header.ruleset}, this is version {ruleset.version}",
                where=f"{self.path}:1",
                remedy=f"use an Aerodrome that brings version {header.version}",
            )
        where = f"{self.path}:1"
        try:
            with _playable(where):
                rules = ruleset.bind(header.scenario, header.options, packs)
        except AerodromeError as error:
            raise error if error.where == where else error.at(where) from None
        if header.players and len(header.players) != len(rules.seats):
            raise AerodromeError(
                f"it names {len(header.players)} players for {len(rules.seats)} seats",
                where=f"{self.path}:1 (players)",
                expected="one for each of " + ", ".join(rules.seats),
            )
        if rules.data_digest != header.data:
            brought = f" with the data packs {', '.join(header.packs)}" if header.packs else ""
            raise AerodromeError(
                f"it was played{brought} by other data than are in force now (digest {header.data[:12]}, not"
                f" {rules.data_digest[:12]})",
                where=f"{self.path}:1",
                remedy="name the same data packs with --data",
            )
        if list(rules.packs) != header.packs:
            raise AerodromeError(
                f"it was played with the data packs {_listed(header.packs)}, not with {_listed(rules.packs)}",
                where=f"{self.path}:1 (packs)",
                remedy="name the same data packs with --data",
            )
        return rules

    def steps(self, rules: Rules) -> Iterator[Match]:
        """The match played again from its orders: once before the first decision, then after each one. It is the
        same object every time.

        Raises:
            AerodromeError: a recorded order is refused.
        """
        with _playable(f"{self.path}:1"):
            match = Match.create(rules, self.seed, players=tuple(self.header.players))
        match.begun_by = self.header.aerodrome
        yield match
        defaulted = set()
        for index, event in enumerate(self.events):
            if event.kind == "sealed" and event.facts.get("default"):
                defaulted.add((event.facts["decision"], event.facts["seat"]))
            if event.kind != "order":
                continue
            decision, seat = event.facts["decision"], event.facts["seat"]
            where = f"{self.path}:{index + 2}"
            try:
                by_default = (decision, seat) in defaulted
                with _playable(where):
                    match.order(
                        rules.seat_number(seat), *event.facts["picks"], decision=decision, by_default=by_default
                    )
            except AerodromeError as error:
                raise AerodromeError(f"the order of {seat} is refused: {error}", where=where) from None
            if match.decision != decision or match.over:
                yield match
        closing = self.closing
        if isinstance(closing, AdjournedLine):
            where = f"{self.path}:{len(self.lines)}"
            try:
                with _playable(where):
                    _reopen(match, closing)
            except AerodromeError as error:
                fault = f"the open decision cannot be taken up again: {error.what}"
                raise AerodromeError(fault, where=where, expected=error.expected) from None

    def last(self, rules: Rules) -> Match:
        """The match after the last of its `steps`."""
        (match,) = deque(self.steps(rules), maxlen=1)
        return match

    def resume(self, rules: Rules) -> Match:
        """The match as it stood when it was saved.

        Raises:
            AerodromeError: played again it is another match than the file tells of.
        """
        match = self.last(rules)
        checks = () if self.migrated else (_check_moves(self, match), _check_result(self, match))
        for check in checks:
            if check.holds is False:
                raise AerodromeError(
                    f"playing the recorded orders again does not lead to the recorded match: {check.detail}",
                    where=self.path,
                    remedy="aerodrome verify FILE says what differs",
                )
        return match


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


@contextmanager
def _playable(where: str) -> Iterator[None]:
    """A file that trips its ruleset is itself at fault: somebody wrote what no match can come to."""
    try:
        yield
    except AerodromeError:
        raise
    except Exception as error:
        raise AerodromeError(f"the ruleset cannot play this ({reason_of(error)})", where=where) from error


def _reopen(match: Match, closing: AdjournedLine) -> None:
    """Takes up the open decision as it was left."""
    for seat in sorted(match.rules.seat_number(name) for name in {*closing.picks, *closing.sealed, *closing.defaulted}):
        name = match.rules.seats[seat]
        keys = closing.picks.get(name, [])
        if name in closing.sealed:
            match.order(seat, *keys, by_default=name in closing.defaulted)
        else:
            match.pick_all(seat, keys)


def load(path: str | Path, find: FindRuleset, packs: Sequence[DataPack] = ()) -> Match:
    """Reads a match file of this or an older version and returns the match as it stood."""
    written = Recording.read(path)
    recording = migrated(written, find)
    rules = recording.rules(find, packs)
    seed = _check_seed(written)
    if not seed.holds:
        raise AerodromeError(seed.detail, where=f"{path}:1 (commitment)")
    return recording.resume(rules)


def migrated(recording: Recording, find: FindRuleset) -> Recording:
    """The recording as the present version of its ruleset would have written it; itself when that is the same."""
    header = recording.header
    ruleset = find(header.ruleset)
    if header.version == ruleset.version:
        return recording
    old = [parse_json_line(line, recording.path) for line in recording.lines]
    new = ruleset.migrate(header.version, old)
    models = [validated(MODELS[record["record"]], Document(recording.path, record)) for record in new]
    return Recording(recording.path, models[0], tuple(models[1:-1]), models[-1], recording.lines, True)  # type: ignore[arg-type]


def _check_transport(name: str, text: str) -> None:
    """Says so when an editor or a transfer has turned the file into another text than was written."""
    if text.startswith("\ufeff") and '"record":"header"' in text[:10_000]:
        raise AerodromeError(
            "the file was changed: it begins with a byte order mark (BOM)",
            where=f"{name}:1",
            remedy="save it as UTF-8 without BOM, or take a fresh copy",
        )
    if text.startswith("{") and "\r\n" in text:
        raise AerodromeError(
            "the file was changed: a line ends in CR LF, as on Windows",
            where=f"{name}:{text[: text.index(chr(13))].count(chr(10)) + 1}",
            expected="lines that end in LF",
            remedy="convert the line ends back, or take a fresh copy",
        )


_CONTROL = re.compile(r"\\u00(?:0[0-8bcef]|1[0-9a-f])|[\x7f-\x9f]")


def _check_series(name: str, first: str) -> None:
    """Says so when a campaign file was taken for one of its matches."""
    if re.search(r'"record"\s*:\s*"series"', first):
        file = Path(name)
        raise AerodromeError(
            "this is a series of matches, such as a campaign, and not one match",
            where=name,
            remedy=f"name one of its match files, which lie beside it: {file.with_name(file.stem)}-...{file.suffix}",
        )


def _linked(name: str, lines: Sequence[str]) -> list[_Line]:
    """Every line as its model; refuses lines in another spelling than ours and breaks in the chain."""
    records: list[_Line] = []
    chain = _START
    for number, line in enumerate(lines, 1):
        where = f"{name}:{number}"
        if _CONTROL.search(line):
            raise AerodromeError("a control character stands in this line", where=where, expected="plain text")
        try:
            record = parse_json_line(line, where)
        except AerodromeError as error:
            if number > 1:
                raise
            raise AerodromeError(f"this is not a match file: {error.what}", where=where) from None
        if number == 1:
            _check_kind(record, where)
        kind = record.get("record")
        model = MODELS.get(kind) if isinstance(kind, str) else None
        if model is None:
            raise AerodromeError(f"unknown kind of line {kind!r}", where=where)
        records.append(validated(model, Document(where, record)))
        chain = _checked_link(chain, record, line, where)
    return records


def _checked_link(before: str, record: dict[str, Any], line: str, where: str) -> str:
    """The chain mark of a line, when the line has it."""
    found = record.pop("chain")
    try:
        chain = _chained(before, record)
        if found == chain and canonical_json({**record, "chain": chain}) == line:
            return chain
    except UnicodeEncodeError:  # half a surrogate pair, which JSON can spell and UTF-8 cannot
        pass
    raise AerodromeError("the line was changed: its chain mark does not check", where=where)


def _check_kind(record: dict[str, Any], where: str) -> None:
    if record.get("record") != "header":
        raise AerodromeError("this is not a match file", where=where, expected="a header line")
    written = record.get("format")
    if isinstance(written, int) and written > FORMAT:
        raise AerodromeError(
            f"the file has format {written}, this Aerodrome reads up to {FORMAT}",
            where=where,
            remedy="update Aerodrome",
        )


# ---- verification


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was verified: its name, whether it holds (``None``: not yet), and what was seen; for the seed,
    the commitment that its secret opens."""

    name: str
    holds: bool | None
    detail: str
    commitment: str = ""


def verify(path: str | Path, find: FindRuleset, packs: Sequence[DataPack] = ()) -> list[Check]:
    """Checks a match file: its form and chain, the seed's commitment, the seals on the orders, the dice and
    everything else that happened (by playing it again), the result. Stops where going on makes no sense."""
    try:
        recording = Recording.read(path)
    except AerodromeError as error:
        return [Check("log", False, str(error))]
    checks = [
        Check("log", True, f"{len(recording.lines)} lines, unbroken"),
        _check_seed(recording),
        _check_seals(recording),
    ]
    try:
        rules = recording.rules(find, packs)
    except AerodromeError as error:
        return [*checks, Check("rules", False, str(error))]
    try:
        match = recording.last(rules)
    except AerodromeError as error:
        return [*checks, Check("dice and moves", False, str(error)), Check("result", False, "not reached")]
    checks.append(_check_moves(recording, match))
    checks.append(_check_result(recording, match) if checks[-1].holds else Check("result", False, "not reached"))
    return checks


def _check_seed(recording: Recording) -> Check:
    header = recording.header
    written = header.model_dump(mode="json")
    if _commitment(recording.seed, written) != header.commitment:
        bound = "" if header.format == 1 else ", or the header was changed"
        fault = f"the secret of the last line does not open the commitment of the header{bound}"
        return Check("seed", False, fault)
    bound = "which binds the dice alone (format 1)" if header.format == 1 else "which binds header and dice"
    return Check("seed", True, f"the secret opens the commitment of the header, {bound}", header.commitment)


def _check_seals(recording: Recording) -> Check:
    seats = [spec.id for spec in recording.header.scenario.seats]
    seals: dict[tuple[int, str], str] = {}
    opened = 0
    for index, event in enumerate(recording.events):
        facts = event.facts
        if event.kind == "sealed":
            seals[facts["decision"], facts["seat"]] = facts["commitment"]
        elif event.kind == "order":
            name, decision = facts["seat"], facts["decision"]
            seat = seats.index(name) if name in seats else -1
            mark = commitment(bytes.fromhex(facts["salt"]), decision, seat, facts["picks"])
            if seals.get((decision, name)) != mark:
                where = f"{recording.path}:{index + 2}"
                return Check("seals", False, f"{where}: the order of {name} does not open its seal")
            opened += 1
    return Check("seals", True, f"{opened} sealed orders open")


def _check_moves(recording: Recording, match: Match) -> Check:
    name = "dice and moves"
    again = [json.loads(canonical_json(event.to_json())) for event in match.umpire.log or ()]
    written = [event.model_dump(exclude={"chain"}) for event in recording.events]
    for index, (now, then) in enumerate(zip(again, written, strict=False)):
        if now != then:
            return Check(name, False, f"{recording.path}:{index + 2}: {_difference(now, then)}")
    if len(again) != len(written):
        return Check(name, False, f"{len(written)} events stand in the file, playing it again gives {len(again)}")
    return Check(name, True, f"{len(again)} events, the same when played again")


def _difference(now: dict[str, Any], then: dict[str, Any]) -> str:
    for key in now:
        if now[key] == then[key]:
            continue
        if key == "facts" and set(now[key]) == set(then[key]):
            fact = next(name for name in now[key] if now[key][name] != then[key][name])
            return f"{fact} is {then[key][fact]!r}, played again it is {now[key][fact]!r}"
        return f"{key} is {then[key]!r}, played again it is {now[key]!r}"
    return "no difference"


def _check_result(recording: Recording, match: Match) -> Check:
    closing = recording.closing
    if isinstance(closing, AdjournedLine):
        now = {"defaulted": [], **_closing(match)}
        then = closing.model_dump(exclude={"chain"})
        if now != then:
            return Check("result", False, _difference(now, then))
        return Check("result", None, "the match is adjourned; it has no result yet")
    result = match.result.to_json() if match.result else None
    if result != closing.result:
        return Check("result", False, f"the result in the file is {closing.result}, played again it is {result}")
    if match.digest() != closing.digest:
        return Check("result", False, "the digest of the final position is not that of the file")
    winner = closing.result["winner"]
    ended = f"{match.rules.side_title(winner)} won" if winner else "a draw"
    return Check("result", True, f"{ended}: {closing.result['reason']}")
