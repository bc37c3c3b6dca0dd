"""The turn machine of Aces High as a table, in the order of the rulebook."""

from __future__ import annotations

from aerodrome.phases import Decision, Phase, PhaseGraph, Reveal
from aerodrome_aces_high import corrections, explain, fire, movement, opening, pushing, selection, troubles
from aerodrome_aces_high.state import Skies

PLACE_SITE = Decision(
    "a site of your side, then its hex in your rows 4 to 6",
    opening.site_asks,
    opening.site_options,
    picks=2,
    default_text="the first site, as near to the middle as it may stand",
    why_not=opening.why_not_site,
    request="Place a site: choose which, then its hex.",
    guide="Sites stand in your rows 4 to 6; they are what an enemy mission may aim at.",
)
MISSION_ORDER = Decision(
    "your mission of the month, aircraft and crews",
    opening.order_asks,
    opening.order_options,
    picks=0,
    reveal=Reveal.KEPT,  # AH-SEC-08: all but the target is shown
    default=opening.shortest_order,
    default_text="the first mission, one aircraft and its first crew",
    why_not=opening.why_not_order,
    explain=explain.explain_order,
    request="Write the mission of this month.",
    guide="First the mission, with its target if it has one, then the aircraft that fly it, each with its crew.",
)
MISSION_TARGET = Decision(
    "your target: the enemy depot or airfield",
    opening.target_asks,
    opening.target_options,
    reveal=Reveal.KEPT,  # AH-SEC-08
    default_text="the depot",
    request="Choose the target of your mission.",
    guide="The enemy learns it when your attack begins, at the latest when the game ends.",
)
PLACE_AIRCRAFT = Decision(
    "for each aircraft a hex of your home row, then a heading",
    opening.place_asks,
    opening.place_options,
    picks=0,
    default_text="the middle of the home row, nose toward the enemy",
    why_not=opening.why_not_place,
    request="Place each aircraft: a hex of your home row, then a heading.",
    guide="The heading is where its nose points.",
)
CHOOSE_HAND = Decision(
    "your hand for this turn, card by card",
    selection.choosers,
    selection.hand_options,
    picks=0,
    reveal=Reveal.KEPT,  # AH-SEC-01: each card is shown when it is played
    default=selection.smallest_hand,
    default_text="as few Speed cards as allowed",
    why_not=selection.why_not_hand,
    explain=explain.explain_hand,
    request="Take the cards that your aircraft will fly this turn.",
    guide=(
        "They are played one by one afterwards. How many there may be, and how many of them must be Speed cards, is"
        " counted as you take them."
    ),
)
PLAY_CARD = Decision(
    "a card of your hand, with or without a Climb or Dive",
    movement.card_asks,
    movement.card_options,
    picks=0,
    reveal=Reveal.KEPT,  # AH-SEC-03, AH-SEC-05: shown when all aircraft have committed
    default_text="the first card that may be played",
    why_not=movement.why_not_card,
    explain=explain.explain_card,
    request="Play a card of your hand.",
    guide=(
        "All aircraft move when everybody has chosen a card; then guns that bear may fire. Climb and Dive are laid"
        " together with another card."
    ),
)
REPLACE_CARD = Decision(
    "another card in place of the wrong one",
    corrections.correction_asks,
    corrections.correction_options,
    picks=0,
    default_text="the first card that may be played",
    why_not=corrections.why_not_correction,
    explain=explain.explain_correction,
    request="Play another card in place of the wrong one.",
    guide="The card that lies there breaks a rule.",
)
PUSH = Decision(
    "too few Speed cards: push the enemy a hex forward?",
    pushing.push_asks,
    pushing.push_options,
    picks=0,
    default_text="leave it",
    request="Push the enemy a hex forward, or leave it.",
    guide="It played too few Speed cards.",
)
FIRE = Decision(
    "for each of your guns that bears: fire or hold",
    fire.fire_asks,
    fire.fire_options,
    picks=0,
    default=fire.hold_fire,
    default_text="hold fire",
    why_not=fire.why_not_fire,
    explain=fire.explain_fire,
    request="Fire or hold fire, for each gun that bears; clear it if it has jammed.",
    guide="Beside a shot stand its range and its dice.",
)
CONTINUE = Decision(
    "alone in the air: fly on for the mission or end it",
    troubles.continue_asks,
    troubles.continue_options,
    default_text="end the game",
    request="Fly on for the mission, or end the game.",
    guide="No enemy is in the air any more, and your mission is not done.",
)

PHASES: PhaseGraph[Skies] = PhaseGraph(
    [
        Phase("objectives", "Place sites", ("AH-SETUP-10", "AH-SETUP-09", "AH-SETUP-11", "AH-SETUP-12", "AH-SETUP-13"),
              ("objectives", "mission-order"), opening.place_site, PLACE_SITE, "mission-order"),
        Phase("mission-order", "Write the month's mission", ("AH-CAMP-08", "AH-CAMP-09", "AH-MISS-02", "AH-SEC-07"),
              ("mission-target",), opening.write_orders, MISSION_ORDER, "mission-target"),
        Phase("mission-target", "Choose the target", ("AH-MISS-06", "AH-SEC-08"),
              ("line-up",), opening.choose_targets, MISSION_TARGET, "line-up"),
        Phase("line-up", "Who places aircraft first", ("AH-SETUP-14",),
              ("place-aircraft",), opening.line_up),
        Phase("place-aircraft", "Place aircraft", ("AH-SETUP-15", "AH-SETUP-14", "AH-SETUP-16", "AH-SETUP-17"),
              ("place-aircraft", "fuel-and-speed"), opening.place_aircraft, PLACE_AIRCRAFT),
        Phase("fuel-and-speed", "a) Fuel and speed report", ("AH-FUEL-01", "AH-FUEL-03", "AH-SPEED-02"),
              ("card-selection",), selection.begin_turn),
        Phase("card-selection", "b) Choice of hands", ("AH-HAND-01", "AH-HAND-11", "AH-SEC-01"),
              ("tailing", "spin-exit"), selection.choose_hands, CHOOSE_HAND, "spin-exit"),
        Phase("tailing", "c) A round begins", ("AH-TURN-02", "AH-TAIL-01", "AH-TAIL-06"),
              ("maneuver", "spin-exit"), movement.begin_round),
        Phase("maneuver", "Commit a card", ("AH-TURN-03", "AH-HAND-12", "AH-SEC-03", "AH-TAIL-03"),
              ("maneuver", "errors", "movement"), movement.commit, PLAY_CARD),
        Phase("errors", "Find play errors", ("AH-ERR-01", "AH-ERR-02", "AH-ERR-03", "AH-ERR-04", "AH-ERR-06"),
              ("correction", "movement"), corrections.find_errors),
        Phase("correction", "Replace wrong cards", ("AH-ERR-02",),
              ("movement",), corrections.replace_cards, REPLACE_CARD),
        Phase("movement", "Reveal and move", ("AH-MOVE-01", "AH-CARD-03"),
              ("push", "after-move", "fire"), movement.carry_out),
        Phase("push", "Push an aircraft that broke the speed rule", ("AH-ERR-05",),
              ("after-move",), pushing.push, PUSH),
        Phase("after-move", "Checks after movement", ("AH-MOVE-04", "AH-EXIT-01", "AH-EXIT-03", "AH-ALT-06"),
              ("ground-fire", "fire"), movement.after_move),
        Phase("ground-fire", "Balloon flak", ("AH-BALLN-04", "AH-BALLN-05"),
              ("fire",), movement.ground_fire),
        Phase("fire", "Fire and damage", ("AH-FIRE-01", "AH-FIRE-17", "AH-SEC-10", "AH-DMG-10"),
              ("jam-check", "round-end"), fire.resolve_fire, FIRE, "round-end"),
        Phase("jam-check", "Jam tests", ("AH-JAM-01", "AH-JAM-02"),
              ("round-end",), fire.jam_check),
        Phase("round-end", "Spin tests", ("AH-STALL-04", "AH-ALT-04"),
              ("tailing",), troubles.end_round),
        Phase("spin-exit", "d) Attempts to leave a spin", ("AH-SPIN-07", "AH-SPIN-04", "AH-SPIN-08", "AH-SPIN-09"),
              ("smoke",), troubles.leave_spins),
        Phase("smoke", "e) Smoke", ("AH-SMOKE-02",),
              ("flames",), troubles.smoke),
        Phase("flames", "f) Flames", ("AH-FLAME-02", "AH-FLAME-03", "AH-FLAME-04"),
              ("turn-end",), troubles.flames),
        Phase("turn-end", "Cards come back", ("AH-TURN-06", "AH-VICT-12"),
              ("fuel-and-speed", "continue", "game-end"), troubles.end_turn),
        Phase("continue", "Fly on alone?", ("AH-VICT-12",),
              ("fuel-and-speed", "game-end"), troubles.continue_alone, CONTINUE, "game-end"),
        Phase("game-end", "Result", ("AH-VICT-01", "AH-VICT-12")),
    ]
)  # fmt: skip
