"""``aerodrome replay``: steps through a match as a viewer saw it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape as html_escape
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from aerodrome.cli.faults import blamed_on
from aerodrome.cli.output import AsJson, Data, console, plugins_of, print_json, print_text, print_wrapped
from aerodrome.cli.screen import Left, is_terminal, read
from aerodrome.documents import make_folder, target_of, write_atomically
from aerodrome.errors import AerodromeError
from aerodrome.events import Event
from aerodrome.match import viewer_called, viewer_name
from aerodrome.record import AdjournedLine, Recording, migrated
from aerodrome.ruleset import Rules
from aerodrome.visibility import REFEREE, Viewer


def add_to(app: typer.Typer) -> None:
    app.command()(replay)


@dataclass(frozen=True)
class Step:
    """What a viewer saw after one decision: what had happened since the last one, and the table."""

    phase: str
    events: tuple[Event, ...]
    view: dict[str, Any]


def steps(recording: Recording, rules: Rules, viewer: Viewer) -> Iterator[Step]:
    """The match as ``viewer`` saw it, decision by decision."""
    seen = 0
    for match in recording.steps(rules):
        log = match.log(viewer)
        yield Step(match.phase.title, tuple(log[seen:]), match.view(viewer))
        seen = len(log)


def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match file.")],
    viewer: Annotated[
        str, typer.Option("--as", metavar="SEAT|spectator", help="Whose eyes; referee for a finished match.")
    ] = "spectator",
    svg: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a picture of each step here.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write one page with all steps.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Steps through a match as that viewer saw it.

    Example: `aerodrome replay match.jsonl --as entente --html match.html`
    """
    plugins = plugins_of(context)
    packs = [plugins.data_pack(name) for name in data or ()]
    recording = migrated(Recording.read(file), plugins.ruleset)
    rules = recording.rules(plugins.ruleset, packs)
    who = viewer_called(rules, viewer)
    if who == REFEREE and isinstance(recording.closing, AdjournedLine):
        raise AerodromeError("the match is not over; the referee's view is open only then", where=str(file))
    with blamed_on(rules.ruleset):
        seen = list(steps(recording, rules, who))
        if svg is not None:
            _write_pictures(seen, rules, svg)
        if html is not None:
            _check_page(html, file)
            write_atomically(html, page(seen, rules, f"{rules.ruleset.title}, seen by {viewer}"))
        if as_json:
            print_json([_step_json(step, rules) for step in seen])
            return
        for written in [f"{len(seen)} pictures in {svg}"] * (svg is not None) + [str(html)] * (html is not None):
            console().print(f"written: {written}", soft_wrap=True)
        if svg is None and html is None:
            _show(seen, rules)


def _check_page(page: Path, file: Path) -> None:
    if target_of(page) == target_of(file):
        raise AerodromeError("the page would be written over the match file", where=str(page))


def _show(seen: list[Step], rules: Rules) -> None:
    """Step by step for a person; all in a row where nobody can be asked."""
    out = console()
    paced = is_terminal()
    at = 0
    while at < len(seen):
        step = seen[at]
        for event in step.events:
            sentence = _said(rules, step, event)
            print_wrapped(out, f"{escape(sentence)} [dim]{escape(event.rule)}[/]", indent=2, hang=2)
        out.print(f"\n[bold]{escape(_heading(at, seen))}[/]")
        print_text(out, rules.ruleset.text(rules, step.view) + "\n")
        answer = _asked() if paced else ""
        if answer == "q":
            return
        at = max(at - 1, 0) if answer == "b" else at + 1


def _said(rules: Rules, step: Step, event: Event) -> str:
    """An event as a sentence for whom the step is shown to."""
    referee = step.view["viewer"] == viewer_name(rules, REFEREE)
    return rules.ruleset.say(rules, event, REFEREE if referee else None)


def _heading(at: int, seen: list[Step]) -> str:
    return f"Step {at + 1} of {len(seen)}: {seen[at].phase}"


def _asked() -> str:
    """Where to go: on, back or out. The end of the input means out."""
    while True:
        try:
            answer = read("Enter goes on, b goes back, q ends > ").lower()
        except Left:
            return "q"
        if answer in ("", "b", "q"):
            return answer


def _step_json(step: Step, rules: Rules) -> dict[str, Any]:
    events = [{**event.to_json(), "sentence": _said(rules, step, event)} for event in step.events]
    return {"phase": step.phase, "events": events, "view": step.view}


def _write_pictures(seen: list[Step], rules: Rules, folder: Path) -> None:
    make_folder(folder)
    for number, step in enumerate(seen, 1):
        write_atomically(folder / f"step-{number:03}.svg", rules.ruleset.scene(rules, step.view).svg())


# ---- one page with all steps; it needs nothing from outside


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem; }}
svg {{ max-width: 100%; height: auto; border: 1px solid #8888; border-radius: 8px; }}
nav {{ display: flex; gap: .5rem; align-items: center; position: sticky; top: 0; padding: .5rem 0; }}
nav {{ background: Canvas; }}
nav input {{ flex: 1; }} button {{ font: inherit; min-width: 3rem; min-height: 2.75rem; }}
.step {{ display: none; }} .step.now {{ display: block; }} code {{ opacity: .7; }}
@media print {{ nav {{ display: none; }} .step {{ display: block; break-inside: avoid; }} }}
</style></head><body><h1>{title}</h1>
<nav aria-label="steps"><button id="back" aria-label="previous step">◀</button>
<input id="at" type="range" min="0" max="{last}" value="0" aria-label="step">
<button id="on" aria-label="next step">▶</button><output id="where" aria-live="polite"></output></nav>
{steps}
<script>
const steps = document.querySelectorAll(".step"), at = document.getElementById("at");
function show(n) {{
  n = Math.max(0, Math.min(steps.length - 1, n)); at.value = n;
  steps.forEach((step, i) => step.classList.toggle("now", i === n));
  document.getElementById("where").textContent = (n + 1) + " of " + steps.length;
}}
at.oninput = () => show(+at.value);
document.getElementById("back").onclick = () => show(+at.value - 1);
document.getElementById("on").onclick = () => show(+at.value + 1);
document.onkeydown = e => {{
  if (e.target === at) return;
  if (e.key === "ArrowRight") show(+at.value + 1);
  if (e.key === "ArrowLeft") show(+at.value - 1);
}};
show(0);
</script></body></html>
"""


def page(seen: list[Step], rules: Rules, title: str) -> str:
    """All steps as one page with a slider; arrow keys step, without scripts the print shows all."""
    parts = []
    for number, step in enumerate(seen):
        lines = "".join(
            f"<li>{html_escape(_said(rules, step, event))} <code>{html_escape(event.rule)}</code></li>"
            for event in step.events
        )
        picture = rules.ruleset.scene(rules, step.view).svg().replace(' id="', f' id="s{number}-')
        heading = html_escape(_heading(number, seen))
        parts.append(f'<section class="step"><h2>{heading}</h2>{picture}<ol>{lines}</ol></section>')
    return PAGE.format(title=html_escape(title), last=len(seen) - 1, steps="\n".join(parts))
