"""``aerodrome charts``: the maneuver charts in force, and where they leave a plane nothing but the spin."""

from __future__ import annotations

from typing import Annotated, Any

import networkx as nx
import typer

from aerodrome.cli.output import AsJson, Data, plugins_of, print_json, print_table
from aerodrome.packs import check_for
from aerodrome.ruleset import unknown
from aerodrome_blue_max.charts import Charts, dead_ends
from aerodrome_blue_max.tables import ROWS, read_tables
from aerodrome_blue_max.vocabulary import Model


def add_to(app: typer.Typer) -> None:
    app.command()(charts)


def charts(
    context: typer.Context,
    plane: Annotated[str | None, typer.Argument(help="Id of a plane; without it all are listed.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """The maneuver charts of Blue Max, checked, and which restrictions leave only the spin 0S2.

    The data are checked as they are read: left and right alike, speed the number of hexes flown and the fuel digit,
    a start, and so on. The graph leads from each maneuver to the restrictions (one, or two at once) that leave a plane
    no other order after it.

    Example: `aerodrome charts sopwith-camel` and `aerodrome charts --data my-charts`
    """
    packs = [plugins_of(context).data_pack(name) for name in data or ()]
    check_for(packs, ("blue-max",), list(ROWS))
    made = Charts(read_tables(packs))
    if plane is not None and plane not in made.ids:
        raise unknown("plane", plane, made.ids, "of blue-max")
    models = range(len(made.ids)) if plane is None else [made.ids.index(plane)]
    if as_json:
        print_json([_chart_json(made, model) for model in models])
    elif plane is None:
        print_table("Charts", [_line(made, model) for model in models])
    else:
        print_table(f"After these maneuvers, these restrictions leave {plane} only 0S2", _dead_ends(made, models[0]))


def _line(made: Charts, model: Model) -> dict[str, Any]:
    return {
        "plane": made.ids[model],
        "maneuvers": len(made.chart[model]),
        "top speed": made.top_speed[model],
        "start": " ".join(made.codes[start] for start in made.starts[model]),
        "only 0S2 after speed": _alone(made, dead_ends(made, model, 1)),
    }


def _alone(made: Charts, graph: nx.DiGraph[str]) -> str:
    """By speed of the maneuver before, the single restrictions that leave only the spin."""
    found: dict[int, set[str]] = {}
    for code, restriction in graph.edges:
        found.setdefault(made.speed[made.by_code[code]], set()).add(restriction)
    return "\n".join(f"{speed}: {', '.join(sorted(names))}" for speed, names in sorted(found.items()))


def _dead_ends(made: Charts, model: Model) -> list[dict[str, Any]]:
    graph = dead_ends(made, model)
    sets = [node for node in graph if graph.in_degree(node)]
    return [{"restrictions": node, "after": " ".join(graph.predecessors(node))} for node in sets]


def _chart_json(made: Charts, model: Model) -> dict[str, Any]:
    return {
        "plane": made.ids[model],
        "top_speed": made.top_speed[model],
        "starts": [made.codes[start] for start in made.starts[model]],
        "maneuvers": [
            {
                "code": made.codes[m],
                "speed": made.speed[m],
                "path": list(made.rows[m].path),
                "marks": list(made.rows[m].marks),
            }
            for m in made.chart[model]
        ],
        "dead_ends": nx.node_link_data(dead_ends(made, model), edges="edges"),
    }
