"""The command line when others are at fault: rulesets, bots, plugins, the terminal. One message, exit code 2."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer

from aerodrome import cli, plugins
from aerodrome.bots import Perspective, RandomBot
from aerodrome.hookspecs import hookimpl
from aerodrome.match import Match
from aerodrome.orders import Orders
from aerodrome.packs import DataPack
from aerodrome.plugins import Plugins
from aerodrome.ruleset import Result
from aerodrome.scenarios import Scenario
from aerodrome.umpire import Umpire
from toys import HEALTHY, Toy
from toys.healthy import PHASES, Duel, ToyRules

BOTS = ["play", "toy", "--seat", "random", "--seat", "random", "--seat", "random", "--seed", "1"]
PROGRAM = [sys.executable, "-m", "aerodrome"]


def plugin(**hooks: Callable[..., Any]) -> Any:
    return SimpleNamespace(**{f"aerodrome_{name}": hookimpl(hook) for name, hook in hooks.items()})


class Shell:
    """Runs commands with the plugins given and no others."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.patch = monkeypatch
        self.capsys = capsys
        real = Plugins.load
        monkeypatch.setattr(plugins, "entry_points", lambda **_: [])
        monkeypatch.setattr("aerodrome.cli.Plugins.load", lambda: real(self.given.items()))
        self.given: dict[str, Any] = {"toys": plugin(rulesets=lambda: [HEALTHY])}

    def run(self, *arguments: str) -> tuple[int, str, str]:
        code = cli.run(list(arguments))
        out, err = self.capsys.readouterr()
        return code, out, err

    def fault(self, *arguments: str) -> str:
        """The one message that the command ends in."""
        code, _, err = self.run(*arguments)
        assert code == 2
        assert err.count("aerodrome: ") == 1
        assert "Traceback" not in err
        return err


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


# ---- rulesets


def broken(*_: Any) -> Any:
    raise KeyError("broken")


class BrokenPrepare(Toy):
    def prepare(self, scenario: Scenario, options: Any, packs: Sequence[DataPack]) -> ToyRules:
        raise KeyError("broken")


class BrokenSetup(Toy):
    def setup(self, rules: ToyRules, umpire: Umpire) -> Duel:
        raise KeyError("broken")


class BrokenText(Toy):
    def text(self, rules: Any, view: dict[str, Any]) -> str:
        raise KeyError("broken")


class BrokenResolve(Toy):
    phases = PHASES.replace(replace(PHASES.by_id["shoot"], resolve=broken))


class NoResult(Toy):
    def result(self, state: Duel) -> Result:
        return None  # type: ignore[return-value]


def tell_a_set(state: Duel, orders: Orders, umpire: Umpire) -> str:
    umpire.tell("shot", "TOY-FIRE-02", seats={1, 2})  # type: ignore[arg-type]
    return "refill"


class NoJson(Toy):
    phases = PHASES.replace(replace(PHASES.by_id["shoot"], resolve=tell_a_set))


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (BrokenPrepare, "ruleset toy failed: KeyError: 'broken'"),
        (BrokenSetup, "ruleset toy failed: KeyError: 'broken'"),
        (BrokenText, "ruleset toy failed in phase end: KeyError: 'broken'"),
        (BrokenResolve, "ruleset toy failed in phase shoot: KeyError: 'broken'"),
        (NoResult, "ruleset toy"),
        (NoJson, "ruleset toy failed"),
    ],
)
def test_a_ruleset_that_fails_is_named_with_its_phase(
    kind: type[Toy], says: str, shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.given["toys"] = plugin(rulesets=lambda: [kind()])
    file = tmp_path / "m.jsonl"
    assert says in shell.fault(*BOTS, "--save", str(file))
    assert file.exists() is (kind is BrokenText), "that one is over when it is shown"
    monkeypatch.setenv("AERODROME_DEBUG", "1")
    code, _, err = shell.run(*BOTS, "--save", str(tmp_path / "other.jsonl"))
    assert code == 2
    assert "Traceback (most recent call last)" in err


def test_a_ruleset_that_fails_in_a_replay_is_named(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    assert shell.run(*BOTS, "--save", str(file))[0] == 0
    shell.given["toys"] = plugin(rulesets=lambda: [BrokenText()])
    assert "ruleset toy failed: KeyError: 'broken'" in shell.fault("replay", str(file))


def test_a_ruleset_that_fails_on_a_scenario_that_is_checked_is_named(shell: Shell, tmp_path: Path) -> None:
    shell.given["toys"] = plugin(rulesets=lambda: [BrokenPrepare()])
    file = tmp_path / "s.yaml"
    file.write_text("id: mine\nruleset: toy\ntitle: Mine\nseats: [{id: red}, {id: blue}]\n")
    assert f"{file}:1: ruleset toy failed: KeyError: 'broken'" in shell.fault("validate", str(file))


# ---- bots


class Needy(RandomBot):
    def __init__(self, skill: int) -> None:
        self.skill = skill


class Raises(RandomBot):
    def choose(self, seen: Perspective) -> Any:
        raise KeyError("broken")


class Leaves(RandomBot):
    def choose(self, seen: Perspective) -> Any:
        raise SystemExit(0)


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        (Needy, "the bot 'bad' for toy cannot be made: TypeError"),
        (Raises, "the bot on seat red failed"),
        (Leaves, "the bot on seat red failed"),
    ],
)
def test_a_bot_that_fails_is_named(bot: Any, says: str, shell: Shell) -> None:
    shell.given["bad"] = plugin(bots=lambda: {"toy": {"bad": bot}})
    assert says in shell.fault("play", "toy", "--seat", "bad", "--seat", "random", "--seat", "random")


@pytest.mark.parametrize("bots", [{"bad": RandomBot()}, {7: RandomBot}, {"bad": "RandomBot"}])
def test_what_is_no_bot_is_refused_when_it_is_brought(bots: Any, shell: Shell) -> None:
    shell.given["bad"] = plugin(bots=lambda: {"toy": bots})
    code, out, err = shell.run("plugins", "--json")
    assert code == 2
    assert "should be a class under a name" in err
    assert {row["plugin"]: bool(row["failures"]) for row in json.loads(out)} == {"toys": False, "bad": True}
    assert shell.run("rulesets", "--json")[0] == 0


# ---- commands of plugins


def test_a_command_that_fails_is_named_with_its_plugin(shell: Shell) -> None:
    def commands(app: typer.Typer) -> None:
        group = typer.Typer(name="deep")

        @app.command()
        def flop() -> None:
            raise KeyError("broken")

        @group.command()
        def flip() -> None:
            raise KeyError("broken")

        @group.command()
        def usage() -> None:
            raise typer.BadParameter("bad word")

        app.add_typer(group)

    shell.given["bad"] = plugin(commands=commands)
    assert "the command flop of plugin bad failed: KeyError: 'broken'" in shell.fault("flop")
    assert "the command deep of plugin bad failed: KeyError: 'broken'" in shell.fault("deep", "flip")
    code, _, err = shell.run("deep", "usage")
    assert (code, "bad word" in err) == (2, True)


def test_a_plugin_cannot_take_away_or_replace_commands(shell: Shell) -> None:
    def clears(app: typer.Typer) -> None:
        app.registered_commands.clear()

    def replaces(app: typer.Typer) -> None:
        @app.command()
        def mine() -> None: ...

        @app.command()
        def verify() -> None: ...

    def groups(app: typer.Typer) -> None:
        app.add_typer(typer.Typer(name="play"))

    def second(app: typer.Typer) -> None:
        @app.command()
        def duel() -> None: ...

    for name, commands in (("clears", clears), ("replaces", replaces), ("groups", groups)):
        shell.given[name] = plugin(commands=commands)
    shell.given["one"] = plugin(commands=second)
    shell.given["two"] = plugin(commands=lambda app: second(app))
    code, out, _ = shell.run("plugins", "--json")
    failures = {row["plugin"]: row["failures"] for row in json.loads(out)}
    taken = "aerodrome_commands failed: there is a command {!r} of {} already"
    assert code == 2
    assert failures["clears"] == failures["one"] == []
    assert failures["replaces"] == [taken.format("verify", "aerodrome")]
    assert failures["groups"] == [taken.format("play", "aerodrome")]
    assert failures["two"] == [taken.format("duel", "one")]
    assert shell.run("mine")[0] == 2
    assert shell.run("duel")[0] == 0
    assert "there is no such file" in shell.run("verify", "no.jsonl")[2]


def test_a_command_with_impossible_parameters_is_named_and_the_others_work(shell: Shell) -> None:
    def commands(app: typer.Typer) -> None:
        @app.command()
        def odd(thing: int | str) -> None: ...

    shell.given["bad"] = plugin(commands=commands)
    code, out, _ = shell.run("plugins", "--json")
    assert code == 2
    assert "aerodrome_commands failed" in json.loads(out)[1]["failures"][0]
    assert shell.run("rulesets")[0] == 0


# ---- observers, and plugins that print


def broken_end(match: Match) -> None:
    raise KeyError(match.decision)


def test_an_observer_that_fails_is_told_and_not_that_anything_was_kept(shell: Shell, tmp_path: Path) -> None:
    shell.given["bad"] = plugin(match_ended=broken_end)
    assert "the match is over, but plugin bad" in shell.fault(*BOTS)
    kept = shell.fault(*BOTS, "--save", str(tmp_path / "m.jsonl"))
    assert "the match is over and kept, but plugin bad" in kept


def test_a_plugin_that_prints_does_not_spoil_json(shell: Shell) -> None:
    def rulesets() -> Any:
        print("loading")
        return [HEALTHY]

    def commands(app: typer.Typer) -> None:
        print("commanding")

    def started(match: Any) -> None:
        print("starting")

    shell.given["toys"] = plugin(rulesets=rulesets, commands=commands, match_started=started)
    code, out, err = shell.run(*BOTS, "--json")
    assert code == 0
    assert json.loads(out)["ruleset"] == "toy"
    assert [word in err for word in ("loading", "commanding", "starting")] == [True] * 3


def test_codes_of_emoji_are_left_alone(shell: Shell, tmp_path: Path) -> None:
    assert "there is no such file" in shell.fault("verify", ":100:.jsonl")
    assert ":100:.jsonl" in shell.fault("verify", ":100:.jsonl")
    file = tmp_path / ":100:"
    assert f"Kept in {file}" in shell.run(*BOTS, "--save", str(file))[1]


# ---- interrupts and streams


def test_an_interrupt_while_it_starts_is_told_in_words(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("aerodrome.cli.Plugins.load", interrupt)
    assert "interrupted; nothing is half-written" in shell.fault("rulesets")


def test_an_interrupt_while_libraries_are_loaded_is_told_in_words() -> None:
    """The signal comes while the program is still importing; later it finds another way out to the same words."""
    program = subprocess.Popen([*PROGRAM, "rulesets"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(0.15)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=60)
    assert program.returncode in (2, -signal.SIGINT), "the interpreter itself may not have begun"
    assert program.returncode != 2 or err == "aerodrome: interrupted; nothing is half-written\n"


def shell_line(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHON": sys.executable}
    return subprocess.run(
        ["sh", "-c", f'"$PYTHON" -m aerodrome {line}'],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment,
        timeout=120,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_streams_that_are_closed_full_or_no_text(tmp_path: Path) -> None:
    for line, code, says in [
        ("play dogfight <&-", 2, "the match was left and not kept"),
        ("rulesets >/dev/full", 2, "No space left on device"),
    ]:
        done = shell_line(line, tmp_path)
        assert done.returncode == code
        assert says in done.stderr
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr
    (tmp_path / "noise").write_bytes(b"\xff\xfe\nq\n")
    done = shell_line("play dogfight --save m.jsonl <noise", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Type a number from 1 to 5, or ? for help." in done.stdout
