"""What people see: the table as text and as a picture, events as sentences. All of it from a view."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from aerodrome.events import Event
from aerodrome.scene import Group, Rect, Scene, Shape, Style, Text
from aerodrome_dogfight.cards import CardRow, DogfightRules, card_line
from aerodrome_dogfight.vocabulary import FEATURES, SIDE_TITLES, SIDES

SENTENCES = {
    "piles": "Five piles of Victory cards are laid out, {cards} cards each.",
    "draw": "Airplanes drawn by {seat}: {airplanes}.",
    "drawn": "You draw {cards}.",
    "compare": "{feature}: {entente} {entente_value} against {central} {central_value}{outcome}.",
    "award": "{seat} wins the {feature} card and the initiative.",
    "use": "{seat} uses a {feature} card.",
    "exchange": "{seat} discards {discard} and draws another airplane.",
    "stake": "{seat} chooses to fight for {feature}.",
    "tie": "A tie: the {feature} card stays, the initiative goes to {initiative}.",
    "hand-limit": "The hand of {seat} is limited to {limit} from now on.",
    "discard": "{seat} loses {card} by chance.",
}

CARD_WIDTH, CARD_HEIGHT, GAP = 132.0, 150.0, 10.0
INK, PAPER, BACK, BLUE = "#1b1b1b", "#ffffff", "#d9d4c5", "#c9dcf2"
EDGE, COLUMN, COLUMNS = 16.0, CARD_WIDTH + GAP, 5
"""Cards stand in columns: a hand, and to its right the card that was placed."""
LETTERS = 80
"""Those of a line above a hand."""


def sentence(rules: DogfightRules, event: Event) -> str:
    """An event as a sentence, airplanes by their names."""
    words = {name: _word(rules, value) for name, value in event.facts.items()}
    template = SENTENCES.get(event.kind)
    if template is None:
        return f"{event.kind}: {words}"
    tie = event.kind == "compare" and event.facts["entente_value"] == event.facts["central_value"]
    return template.format(**words, outcome=": a tie" if tie else "")


def _word(rules: DogfightRules, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_word(rules, item) for item in value) or "nothing"
    if value is None:
        return "nobody"
    if value in SIDES:
        return SIDE_TITLES[SIDES.index(value)]
    if value in FEATURES:
        return str(value).upper()
    option = rules.by_key.get(str(value))
    if option is not None:
        return option.label
    card = rules.card_by_id.get(str(value))
    return card.name if card else str(value)


# ---- text


def text(rules: DogfightRules, view: dict[str, Any]) -> str:
    """The table in a few lines."""
    cards = rules.card_by_id
    state = view["state"]
    lines = [f"Dogfight {state['dogfight']}{_stake(state)}  |  initiative: {_title(state['initiative']) or 'nobody'}"]
    lines.append("Victory cards left:  " + "  ".join(f"{n.upper()} {c}" for n, c in state["piles"].items()))
    for side in SIDES:
        lines += ["", *_player_lines(state["players"][side], side, cards)]
    return "\n".join(lines)


def _stake(state: dict[str, Any]) -> str:
    return f" for {state['stake'].upper()}" if state["stake"] else ""


def _title(side: str | None) -> str:
    return SIDE_TITLES[SIDES.index(side)] if side else ""


def _player_lines(player: dict[str, Any], side: str, cards: dict[str, CardRow]) -> list[str]:
    lines = [
        f"{_title(side)}: hand {player['hand_count']}, deck {player['deck_count']},"
        f" out {len(player['discard'])}; Victory cards {_victories(player)}"
    ]
    if player["placed_count"]:
        placed = player.get("placed")
        bonus = f" +{player['bonus']}" if player["bonus"] else ""
        lines.append("  placed: " + (card_line(cards[placed[0]]) if placed else "face down") + bonus)
    lines += [f"    {card_line(cards[card])}" for card in player.get("hand", [])]
    return lines


def _victories(player: dict[str, Any]) -> str:
    parts = [
        f"{name.upper()} {player['unused'][name]}"
        + (f" (+{player['used'][name]} used)" if player["used"][name] else "")
        for name in FEATURES
        if player["unused"][name] or player["used"][name]
    ]
    total = sum(player["unused"].values()) + sum(player["used"].values())
    return f"{total}: {', '.join(parts)}" if parts else "none"


# ---- picture


def scene(rules: DogfightRules, view: dict[str, Any]) -> Scene:
    """The table from the viewer's side: his hand open, the other's as backs."""
    cards = rules.card_by_id
    state = view["state"]
    near = view["viewer"] if view["viewer"] in SIDES else SIDES[0]
    far = SIDES[1 - SIDES.index(near)]
    stake = state["stake"] or ""
    columns = max(COLUMNS, *(player["hand_count"] + player["placed_count"] for player in state["players"].values()))
    width, height = 2 * EDGE + columns * COLUMN - GAP, 702.0
    shapes: list[Shape] = [Rect(0, 0, width, height, Style("#f3efe3", "none"))]
    shapes.append(_player(state["players"][far], far, 28, cards, stake, state["initiative"] == far))
    shapes.append(_piles(state, 292))
    shapes.append(_player(state["players"][near], near, 470, cards, stake, state["initiative"] == near))
    return Scene(width, height, f"DogFight: {view['phase']}", tuple(shapes), text(rules, view))


def _player(player: dict[str, Any], side: str, top: float, cards: dict[str, CardRow], stake: str, leads: bool) -> Group:
    mark = " ★ initiative" if leads else ""
    header = f"{_title(side)}{mark} · deck {player['deck_count']} · out {len(player['discard'])}"
    shapes: list[Shape] = [Text(EDGE, top + 20, header, 20, bold=True)]
    victories = wrap(f"Victory cards {_victories(player)}", LETTERS)
    shapes += [Text(EDGE, top + 40 + 17 * line, words, 14) for line, words in enumerate(victories)]
    hand = player.get("hand") or [None] * player["hand_count"]
    row = top + 64
    for index, card in enumerate(hand):
        shapes.append(_card(cards[card] if card else None, EDGE + index * COLUMN, row, stake))
    if player["placed_count"]:
        placed = player.get("placed")
        x = EDGE + max(len(hand), COLUMNS - 1) * COLUMN
        bonus = f" +{player['bonus']}" if player["bonus"] else ""
        shapes.append(Text(x + CARD_WIDTH, top + 20, f"placed{bonus} ▾", 16, "end", bold=True))
        shapes.append(_card(cards[placed[0]] if placed else None, x, row, stake))
    return Group(tuple(shapes), title=_title(side), id=f"player-{side}")


def _card(card: CardRow | None, x: float, y: float, stake: str) -> Group:
    frame = Rect(0, 0, CARD_WIDTH, CARD_HEIGHT, Style(PAPER if card else BACK, INK, 1.5), 8)
    if card is None:
        back = Rect(8, 8, CARD_WIDTH - 16, CARD_HEIGHT - 16, Style("none", INK, 1, "4 4"), 5)
        return Group((frame, back), title="face down", move=(x, y))
    shapes: list[Shape] = [frame, Text(CARD_WIDTH / 2, 22, card.name, _fitting(card.name), "middle", bold=True)]
    for row, feature in enumerate(FEATURES):
        line = 46 + 21 * row
        if feature == stake:
            shapes.append(Rect(4, line - 15, CARD_WIDTH - 8, 20, Style(BLUE, INK, 1), 4))
            shapes.append(Text(5, line, "▸", 10))
        shapes.append(Text(14, line, feature, 11.5, bold=feature == stake))
        shapes.append(Text(CARD_WIDTH - 8, line + 1, str(getattr(card, feature)), 17, "end", bold=True))
    return Group(tuple(shapes), title=card_line(card), id=f"card-{card.id}", move=(x, y))


def _fitting(name: str) -> float:
    """A size at which the name fits the card's width."""
    return min(14.0, 1.7 * (CARD_WIDTH - 12) / len(name))


def _piles(state: dict[str, Any], top: float) -> Group:
    shapes: list[Shape] = [Text(EDGE, top - 8, f"Dogfight {state['dogfight']}{_stake(state)}", 20, bold=True)]
    for index, feature in enumerate(FEATURES):
        left = state["piles"][feature]
        x = EDGE + index * COLUMN
        at_stake = feature == state["stake"]
        style = Style(BLUE, INK, 3 if at_stake else 1.2)
        cards = [Rect(x + 5 * n, top + 10 - 5 * n, 120, 150, style, 8) for n in range(left)]
        shapes += cards or [Rect(x, top + 10, 120, 150, Style("none", INK, 1, "5 5"), 8)]
        lift = 5 * max(0, left - 1)  # the top card of the pile lies to the right and above
        middle, line = x + 60 + lift, top + 80 - lift
        shapes.append(Text(middle, line, feature.upper(), 14 if len(feature) < 12 else 10, "middle", bold=True))
        shapes.append(Text(middle, line + 24, f"{left} left", 14, "middle"))
        if at_stake:
            shapes.append(Text(middle, line + 48, "▲ at stake", 14, "middle", bold=True))
    return Group(tuple(shapes), title="Victory cards", id="piles")
