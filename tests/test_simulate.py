"""``aerodrome simulate``: the same rows whoever plays them, and nothing lost on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
import pyarrow.parquet as pq
import pytest

from aerodrome import cli
from aerodrome.chance import Chance, Seed
from aerodrome.errors import AerodromeError
from aerodrome.plugins import Plugins
from aerodrome.scenarios import Scenario
from aerodrome_lab import jobs, rows
from aerodrome_lab.jobs import Job, play
from aerodrome_lab.metrics import per_match
from aerodrome_lab.simulate import Simulation, share
from aerodrome_lab.trace import play_traced
from waiting import alive, eventually

PLUGINS = Plugins.load()


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wide terminal, and plugins that are loaded once for all tests."""
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(Plugins, "load", lambda: PLUGINS)
    jobs.use(PLUGINS)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.run(["simulate", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def table(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(file).to_pylist()
    return found


# ---- matches and rows


def test_a_row_is_the_match_that_play_shows(capsys: pytest.CaptureFixture[str]) -> None:
    job = Job.of(PLUGINS, "blue-max", "two-on-two", {"altitude": True}, bots=("heuristic", "random"), seed=5)
    row = play(job, 3)
    words = job.command(3).split()
    assert words[0] == "aerodrome"
    assert cli.run([*words[1:], "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["players"] == dict(zip(row["seats"], row["players"], strict=True))
    assert shown["scores"] == dict(zip(row["seats"], row["scores"], strict=True))
    assert {name: shown[name] for name in ("scenario", "winner", "rounds", "decisions")} == {
        name: row[name] for name in ("scenario", "winner", "rounds", "decisions")
    }
    assert shown["rule"] == row["reason"]
    assert json.loads(row["options"]) == {"altitude": True}


def test_bots_change_seats_within_a_pair_and_keep_the_dice(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    simulated(
        capsys, "dogfight", "blue-max", "--matches", "5", "--bots", "heuristic,random", "--out", str(out), "--jobs", "1"
    )
    found = table(out)
    assert [(row["ruleset"], row["index"]) for row in found] == [
        (name, index) for name in ("dogfight", "blue-max") for index in range(5)
    ]
    for row in found:
        assert (row["pair"], row["leg"]) == divmod(row["index"], 2)
        assert row["players"] == (["heuristic", "random"] if row["leg"] == 0 else ["random", "heuristic"])
        assert row["winning_player"] == (row["players"][row["teams"].index(row["winner"])] if row["winner"] else None)
    seeds = {name: [row["seed"] for row in found if row["ruleset"] == name] for name in ("dogfight", "blue-max")}
    assert seeds["dogfight"] == seeds["blue-max"]
    assert [seeds["dogfight"].count(seed) for seed in seeds["dogfight"]] == [2, 2, 2, 2, 1]


def test_a_bot_flies_for_its_whole_team() -> None:
    job = Job.of(PLUGINS, "blue-max", "three-on-two", bots=("heuristic", "random"))
    assert play(job, 0)["players"] == ("heuristic", "heuristic", "heuristic", "random", "random")
    assert play(job, 1)["players"] == ("random", "random", "random", "heuristic", "heuristic")


def test_a_job_may_bring_a_scenario_that_nobody_has() -> None:
    duel = PLUGINS.ruleset("blue-max").scenario("duel")
    planes = ("spad-xiii", "pfalz-d-iii")
    seats = tuple(seat.model_copy(update={"aircraft": (name,)}) for seat, name in zip(duel.seats, planes, strict=True))
    job = Job.of(PLUGINS, "blue-max", duel.model_copy(update={"id": "on-the-fly", "seats": seats}))
    row = play(job, 0)
    assert row["scenario"] == "on-the-fly"
    assert row["aircraft"] == [("spad-xiii",), ("pfalz-d-iii",)]
    assert Scenario.model_validate_json(job.scenario).seats == seats


def test_an_option_may_be_switched_off_that_the_scenario_switches_on() -> None:
    job = Job.of(PLUGINS, "blue-max", "bristol-halberstadt", {"lewis": False})
    options = jobs.rules_of(job).options.written()
    assert (options["lewis"], options["observer"]) == (False, True)
    assert "lewis=false" in job.command(0)


def test_a_worker_with_other_data_is_refused() -> None:
    job = Job.of(PLUGINS, "dogfight")
    with pytest.raises(AerodromeError, match="a worker has another dogfight"):
        play(replace(job, data="0" * 64), 0)


# ---- what comes out


def test_the_bytes_do_not_depend_on_the_number_of_processes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = []
    for count in ("1", "2"):
        files.append(tmp_path / f"{count}.parquet")
        found = simulated(
            capsys, "dogfight", "blue-max", "--matches", "30", "--seed", "3", "--jobs", count, "--out", str(files[-1])
        )
        assert found["matches"] == 60
    assert files[0].read_bytes() == files[1].read_bytes()
    assert list(tmp_path.glob("*.part*")) == []


def test_the_bytes_do_not_depend_on_the_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "GROUP", 7)
    job = Job.of(PLUGINS, "blue-max", seed=3)
    found = [play(job, index) for index in range(20)]
    columns = rows.schema([], {"some": "head"})
    for cuts in ([0, 20], [0, 1, 2, 15, 16, 20], [0, 7, 14, 20]):
        part = rows.Part(tmp_path / f"{len(cuts)}.part", columns)
        for first, last in pairwise(cuts):
            part.add(rows.batch_of(found[first:last], columns))
        part.close()
        rows.write_parquet(part.path, tmp_path / f"{len(cuts)}.parquet", columns)
    one, *others = (file.read_bytes() for file in tmp_path.glob("*.parquet"))
    assert others == [one, one]
    file = pq.ParquetFile(tmp_path / "2.parquet")
    assert [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)] == [7, 7, 6]


def test_the_summary_counts_what_the_rows_say(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    found = simulated(
        capsys, "blue-max", "--matches", "40", "--bots", "heuristic,random", "--out", str(out), "--jobs", "1"
    )
    played = table(out)
    (outcome,) = found["outcome"]
    assert found["decisions"] == sum(row["decisions"] for row in played) == outcome["decisions"]
    assert found["decisions_per_cpu_second"] == pytest.approx(found["decisions"] / found["cpu_seconds"], rel=0.01)
    for column, shares in (("winner", outcome["wins"]), ("winning_player", outcome["wins_by_bot"])):
        for name, part in shares.items():
            assert part["count"] == sum(row[column] == name for row in played)
    assert outcome["draws"]["count"] == sum(row["winner"] is None for row in played)
    assert sum(share["count"] for share in outcome["wins"].values()) + outcome["draws"]["count"] == 40


def test_a_share_has_its_wilson_interval() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263.
    found = share(81, 263)
    assert found["interval_95"] == [pytest.approx(0.2553, abs=5e-5), pytest.approx(0.3662, abs=5e-5)]
    assert share(0, 20)["interval_95"] == [pytest.approx(0, abs=1e-9), pytest.approx(0.1611, abs=5e-5)]


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "blue-max", "--matches", "10", "--bots", "heuristic,random", "--jobs", "1")
    assert (code, err) == (0, "")
    for word in ("blue-max, duel: 10 matches of heuristic against random", "team allies", "bot heuristic", "draw"):
        assert word in out
    assert "10 matches, " in out


def test_scenarios_and_options_may_be_for_one_ruleset(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    duel = PLUGINS.ruleset("wings-of-war").scenario()
    own.write_text(duel.model_copy(update={"id": "own"}).model_dump_json(), encoding="utf-8")
    found = simulated(
        capsys, "blue-max", "dogfight", "wings-of-war", "--matches", "1", "--jobs", "1", "--scenario", str(own),
        "--scenario", "blue-max:small-duel", "--option", "dogfight:ten-point", "--option", "blue-max:altitude=true",
    )  # fmt: skip
    assert [(outcome["scenario"], outcome["options"]) for outcome in found["outcome"]] == [
        ("small-duel", {"altitude": True}),
        ("standard", {"ten-point": True}),
        ("own", {}),
    ]


# ---- bad input


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["high-moon"], "unknown ruleset 'high-moon'"),
        (["dogfight", "dogfight"], "a ruleset stands twice"),
        (["dogfight", "--bots", "heuristik"], "did you mean 'heuristic'?"),
        (["dogfight", "--bots", "random:5"], "takes no setting"),
        (["dogfight", "--bots", "random,random,random"], "3 bots for the 2 teams"),
        (["dogfight", "--scenario", "duel"], "unknown scenario 'duel'"),
        (["blue-max", "--scenario", "duel", "--scenario", "small-duel"], "blue-max has two scenarios"),
        (["dogfight", "--option", "twelve-point"], "unknown option 'twelve-point'"),
        (["dogfight", "--data", "nowhere"], "there is no such folder"),
        (["dogfight", "--resume"], "--resume needs the file"),
        (["dogfight", "--out", "nowhere/x.parquet"], "there is no folder"),
        (["dogfight", "--out", ".", "--force"], "it is a folder"),
        (["dogfight", "--out", "x" * 300], "File name too long"),
        (["dogfight", "--out", "x.parquet", "--resume"], "there is nothing to go on with"),
        (["dogfight", "--jobs", "1", "--scheduler", "tcp://127.0.0.1:1"], "give one"),
    ],
)
def test_bad_input_gets_one_message(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("aerodrome:") == 1
    assert message in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_what_is_no_regular_file_is_never_replaced(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code, _, err = run(capsys, "dogfight", "--matches", "1", "--jobs", "1", "--out", str(pipe), "--force")
    assert code == 2
    assert "it is not a regular file" in err
    assert pipe.is_fifo()


def test_a_file_that_exists_is_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    out.write_text("mine")
    code, _, err = run(capsys, "dogfight", "--matches", "1", "--jobs", "1", "--out", str(out))
    assert code == 2
    assert "--force" in err
    assert out.read_text() == "mine"
    simulated(capsys, "dogfight", "--matches", "1", "--jobs", "1", "--out", str(out), "--force")
    assert len(table(out)) == 1


def test_a_run_that_replaces_a_file_can_be_resumed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    out.write_text("old")
    simulation = Simulation([Job.of(PLUGINS, "dogfight")], 3, out)
    running = simulation.run()
    assert [next(running), next(running)] == [0, 1]
    del running
    arguments = ["dogfight", "--matches", "3", "--jobs", "1", "--out", str(out)]
    code, _, err = run(capsys, *arguments, "--resume")
    assert (code, out.read_text()) == (2, "old")
    assert "the file exists" in err
    assert simulated(capsys, *arguments, "--resume", "--force")["resumed"] == 1
    assert len(table(out)) == 3


@pytest.mark.parametrize("library", ["pyarrow", "scipy"])
def test_without_the_extra_the_message_names_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    code, _, err = run(capsys, "dogfight")
    assert code == 2
    assert "pip install 'aerodrome[lab]'" in err


def test_each_metric_has_its_column(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    simulated(capsys, "dogfight", "blue-max", "--matches", "2", "--seed", "9", "--jobs", "1", "--out", str(out))
    names = pq.read_schema(out).names
    metrics = per_match(PLUGINS)
    assert names == [*rows.COLUMNS, *(jobs.column(metric.id) for metric in metrics)]
    for name in ("dogfight", "blue-max"):
        match, bots, chances = jobs.begin(Job.of(PLUGINS, name, seed=9), 1)
        trace = play_traced(match, bots, chances)
        (row,) = [row for row in table(out) if (row["ruleset"], row["index"]) == (name, 1)]
        assert [row[jobs.column(metric.id)] for metric in metrics] == [metric.of(trace) for metric in metrics]
        assert None in row.values()


def test_a_match_without_end_is_broken_off(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(PLUGINS.ruleset("dogfight")), "LIMIT", 5)
    out = tmp_path / "rows.parquet"
    found = simulated(capsys, "dogfight", "--matches", "2", "--jobs", "1", "--out", str(out))
    assert found["outcome"][0]["unfinished"]["count"] == 2
    assert found["outcome"][0]["draws"]["count"] == 0
    for row in table(out):
        assert [row[name] for name in ("winner", "winning_player", "scores", "reason")] == [None] * 4
        assert row["metric_completed"] == 0
    assert "broken off" in run(capsys, "dogfight", "--matches", "2", "--jobs", "1")[1]


def test_no_column_tells_of_time_or_machine(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    simulated(capsys, "blue-max", "--matches", "1", "--jobs", "1", "--out", str(out))
    head = json.loads(pq.read_schema(out).metadata[rows.HEAD])
    assert set(head) == {"aerodrome", "matches", "jobs"}
    assert str(tmp_path).encode() not in out.read_bytes()


# ---- interruptions

LONG = ["blue-max", "--matches", "1500", "--seed", "11"]
"""A second or two of work."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of the long run, played by this process without a break."""
    out = tmp_path_factory.mktemp("whole") / "rows.parquet"
    jobs.use(PLUGINS)
    simulation = Simulation([Job.of(PLUGINS, "blue-max", seed=11)], 1500, out)
    assert list(simulation.run())[-1] == 1500
    return out.read_bytes()


def has_rows(part: Path) -> bool:
    try:
        return any(batch.num_rows for batch in rows.batches(part))
    except AerodromeError:  # not even the head is written
        return False


@contextmanager
def started(out: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The long run in a process (and a process group) of its own."""
    command = [sys.executable, "-c", "from aerodrome.cli import main; main()", "simulate", *LONG, *arguments]
    with subprocess.Popen(
        [*command, "--out", str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def begun(out: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """As `started`, when the first rows are kept."""
    part = out.with_name(out.name + ".part")
    with started(out, *arguments) as process:
        eventually(lambda: process.poll() is not None or (part.exists() and has_rows(part)))
        yield process


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill"])
def test_an_interrupted_run_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: bytes, blow: signal.Signals
) -> None:
    out = tmp_path / "rows.parquet"
    with begun(out, "--jobs", "2") as process:
        workers = psutil.Process(process.pid).children()
        if blow is signal.SIGINT:
            os.killpg(process.pid, blow)
        else:
            process.send_signal(blow)
        shown, complaint = process.communicate(timeout=60)
    eventually(lambda: not any(alive(worker.pid) for worker in workers))
    part = tmp_path / "rows.parquet.part"
    kept = sum(batch.num_rows for batch in rows.batches(part))
    assert 0 < kept < 1500
    assert (shown, out.exists()) == ("", False)
    if blow is signal.SIGINT:
        assert process.returncode == 2
        assert complaint.startswith(f"aerodrome: interrupted; {kept} of 1500 matches are kept in {part}")
        assert "--resume" in complaint
        assert "Traceback" not in complaint
    with part.open("ab") as file:  # as if the blow had fallen in the middle of a batch
        file.write(b"\xff\xff\xff\xff\x88\x02\x00\x00half")
    code, _, err = run(capsys, *LONG, "--out", str(out))
    assert code == 2
    assert "go on with --resume" in err
    found = simulated(capsys, *LONG, "--out", str(out), "--resume", "--jobs", "1")
    assert (found["matches"], found["resumed"]) == (1500, kept)
    assert (
        sum(share["count"] for share in [*found["outcome"][0]["wins"].values(), found["outcome"][0]["draws"]]) == 1500
    )
    assert out.read_bytes() == whole
    assert sorted(tmp_path.iterdir()) == [out]


def test_workers_that_are_only_starting_do_not_complain_of_ctrl_c(tmp_path: Path) -> None:
    with started(tmp_path / "rows.parquet", "--jobs", "2") as process:
        eventually(lambda: len(psutil.Process(process.pid).children()) >= 2)
        time.sleep(0.2)  # they are in the middle of their imports
        os.killpg(process.pid, signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == 2
    assert complaint.startswith("aerodrome: interrupted; ")
    assert complaint.count("\n") == 2


@pytest.mark.parametrize(
    ("arguments", "difference"),
    [
        (["--seed", "12"], "jobs seed was 11, not 12"),
        (["--bots", "heuristic"], 'jobs bots was "random", not "heuristic"'),
        (["--matches", "701"], "matches was 1500, not 701"),
        (["--option", "altitude"], "jobs options altitude was false, not true"),
        (["--scenario", "small-duel"], 'jobs scenario id was "duel", not "small-duel"'),
    ],
)
def test_a_part_of_another_run_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], difference: str
) -> None:
    simulation = Simulation([Job.of(PLUGINS, "blue-max", seed=11)], 1500, tmp_path / "rows.parquet")
    running = simulation.run()
    assert [next(running), next(running)] == [0, 1]
    del running
    assert simulation.part is not None
    before = simulation.part.read_bytes()
    code, _, err = run(capsys, *LONG, *arguments, "--out", str(simulation.out), "--resume", "--jobs", "1")
    assert code == 2
    assert difference in err
    assert simulation.part.read_bytes() == before


@pytest.mark.parametrize("resume", [True, False])
def test_of_two_runs_on_one_file_the_first_stops_and_the_second_has_all(tmp_path: Path, resume: bool) -> None:
    out = tmp_path / "rows.parquet"
    one, other = (Simulation([Job.of(PLUGINS, "dogfight", seed=11)], 6, out) for _ in range(2))
    first = one.run()
    assert [next(first), next(first)] == [0, 1]
    second = other.run(resume=resume)
    assert next(second) == int(resume)
    with pytest.raises(AerodromeError, match="another run goes on with these matches"):
        list(first)
    assert list(second)[-1] == 6
    assert [row["index"] for row in table(out)] == list(range(6))


def test_what_is_no_part_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "rows.parquet.part").write_text("no rows at all")
    code, _, err = run(capsys, *LONG, "--out", str(tmp_path / "rows.parquet"), "--resume")
    assert code == 2
    assert "not a part of a run" in err


def test_a_run_that_ended_before_its_first_match_can_be_resumed(tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    for _ in range(2):
        running = Simulation([Job.of(PLUGINS, "dogfight")], 2, out).run(
            resume=out.with_suffix(".parquet.part").exists()
        )
        assert next(running) == 0
        running.close()
    assert list(Simulation([Job.of(PLUGINS, "dogfight")], 2, out).run(resume=True)) == [0, 1, 2]


def test_what_is_spoiled_in_a_part_is_played_again(tmp_path: Path) -> None:
    """Wherever a byte is wrong, the run goes on with the matches before it or says that this is no part."""
    whole, out = tmp_path / "whole.parquet", tmp_path / "rows.parquet"
    job = Job.of(PLUGINS, "dogfight")
    for _ in Simulation([job], 4, whole).run():
        pass
    running = Simulation([job], 4, out).run()
    while next(running) < 3:
        pass
    running.close()
    part = tmp_path / "rows.parquet.part"
    kept = part.read_bytes()
    spoiled = 0
    for at in (kept.index(b'"matches"'), len(kept) // 2 + 5, len(kept) * 3 // 4):
        part.write_bytes(kept[:at] + bytes([kept[at] ^ 0xFF]) + kept[at + 1 :])
        try:
            for _ in Simulation([job], 4, out).run(resume=True):
                pass
        except AerodromeError as error:
            assert "not a part of a run" in str(error)  # noqa: PT017 (either may come)
            spoiled += 1
        else:
            assert out.read_bytes() == whole.read_bytes()
    assert spoiled


def test_a_match_that_fails_is_named_and_nothing_is_lost(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job.of(PLUGINS, "blue-max", bots=("heuristic", "random"), seed=11)
    out = tmp_path / "rows.parquet"
    arguments = ["blue-max", "--matches", "20", "--seed", "11", "--bots", "heuristic,random", "--out", str(out)]
    with monkeypatch.context() as patch:
        ruleset = type(PLUGINS.ruleset("blue-max"))
        healthy = ruleset.setup

        def trips(self: Any, rules: Any, umpire: Any) -> Any:
            if umpire.chance.stream("test").below(10**9) == first and next(legs):
                raise ZeroDivisionError("nothing to divide by")
            return healthy(self, rules, umpire)

        first = Chance(Seed.of(job.match_seed(9)).master()).stream("test").below(10**9)
        legs = iter([False, True])
        patch.setattr(ruleset, "setup", trips)
        code, shown, err = run(capsys, *arguments, "--jobs", "1")
    assert (code, shown) == (2, "")
    assert f"match 9 of blue-max (seed {job.match_seed(9)}) failed: ZeroDivisionError: nothing to divide by" in err
    assert job.command(9) in err
    assert "9 of 20 matches are kept" in err
    assert simulated(capsys, *arguments, "--resume", "--jobs", "1")["resumed"] == 9
    assert [row["index"] for row in table(out)] == list(range(20))


# ---- a cluster


@contextmanager
def service(folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's own."""
    command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:], "--no-dashboard"]
    with (folder / "services.log").open("ab") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(tmp_path: Path, whole: bytes) -> None:
    address = tmp_path / "scheduler.json"
    out = tmp_path / "rows.parquet"
    local = ["--host", "127.0.0.1"]
    worker = ["dask_worker", "--scheduler-file", str(address), *local, "--nthreads", "1", "--no-nanny"]
    worker += ["--local-directory", str(tmp_path)]
    with service(tmp_path, "dask_scheduler", "--port", "0", *local, "--scheduler-file", str(address)):
        eventually(address.exists)
        with (
            service(tmp_path, *worker) as first,
            service(tmp_path, *worker),
            begun(out, "--scheduler", json.loads(address.read_text())["address"], "--json") as process,
        ):
            assert sum(batch.num_rows for batch in rows.batches(tmp_path / "rows.parquet.part")) < 1000
            first.kill()
            shown, complaint = process.communicate(timeout=120)
    assert (process.returncode, complaint) == (0, "")
    assert json.loads(shown)["matches"] == 1500
    assert out.read_bytes() == whole
