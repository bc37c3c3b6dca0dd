"""The turn machine of Wings of War as a table, in the order of the rulebook."""

from __future__ import annotations

from aerodrome.phases import Decision, Phase, PhaseGraph, Reveal
from aerodrome_wings_of_war import fire, movement, plans, rounds, tailing
from aerodrome_wings_of_war.state import WingsOfWar

PLACE = Decision(
    "each: start places",
    rounds.place_asks,
    rounds.place_options,
    picks=0,
    default_text="the usual place",
    why_not=rounds.why_not_place,
    request="Choose where your airplanes start.",
    guide="Beside a place stands where it is and which way the nose points.",
)
VOTE_FLOOR = Decision(
    "each: keep the floor, or a new one",
    rounds.vote_asks,
    rounds.vote_options,
    default_text="keep the floor",
    why_not=rounds.why_not_vote,
    request="Vote: keep the floor, or have a new one.",
    guide="It changes only when all vote for the same new one.",
)
CHOOSE_QUARRY = Decision(
    "who could tail several enemies: whom to tail",
    tailing.tail_asks,
    tailing.tail_options,
    picks=0,
    default_text="the first enemy",
    why_not=tailing.why_not_tail,
    request="Choose whom to tail.",
    guide="Who tails is shown cards of that airplane before they are flown, and may then change the order of his own.",
)
PLAN = Decision(
    "each: three cards for every airplane",
    plans.plan_asks,
    plans.plan_options,
    picks=0,
    reveal=Reveal.KEPT,  # WW-SEC-01: each card is turned over in its own phase
    default_text="the first cards of the deck that are legal",
    why_not=plans.why_not_plan,
    explain=plans.explain_plan,
    request="Plan three cards for each of your airplanes.",
    guide=(
        "They are flown in this order, one after the other, by all airplanes at once; after each card you may fire."
        " Beside a card stands where it leads."
    ),
)
REARRANGE = Decision(
    "who tails: the order of the own cards",
    tailing.peek_asks,
    tailing.peek_options,
    picks=0,
    reveal=Reveal.KEPT,  # WW-SEC-07
    default_text="the order in which they lie",
    why_not=tailing.why_not_order,
    request="Choose the order of your cards.",
    guide="You are shown the next card of the airplane that you tail, unless damage has disrupted you.",
)
PIVOT = Decision(
    "who stands on the ground: turn, or stay",
    rounds.pivot_asks,
    rounds.pivot_options,
    picks=0,
    default_text="stay",
    why_not=rounds.why_not_pivot,
    request="Turn on the ground, or stay.",
    guide="An airplane on the ground may turn once, before the cards are shown.",
)
FIRE = Decision(
    "each gun with a target: fire, or hold",
    fire.fire_asks,
    fire.fire_options,
    picks=0,
    default=fire.hold,
    default_text="hold fire",
    why_not=fire.why_not_fire,
    explain=fire.explain_fire,
    request="Fire or hold fire, for each gun with a target.",
    guide="The enemy draws as many damage cards as stand beside the shot.",
)
STOP = Decision(
    "all: go on, or end the game",
    rounds.everybody,
    rounds.stop_options,
    default_text="go on",
    request="Go on, or end the game.",
    guide="It ends when all agree.",
)

PHASES: PhaseGraph[WingsOfWar] = PhaseGraph(
    [
        Phase("placement", "Start places", ("WW-MISS-04", "WW-SETUP-08", "WW-TAKE-01", "WW-SEC-12"),
              ("round-start",), rounds.place_planes, PLACE, "round-start"),
        Phase("round-start", "A round begins", ("WW-ROUND-01", "WW-GFIRE-02", "WW-GFIRE-03"),
              ("floor-vote", "tail-check", "planning"), rounds.round_start),
        Phase("floor-vote", "Vote on floor and ceiling", ("WW-HIGH-08", "WW-HIGH-09", "WW-HIGH-10", "WW-SEC-12"),
              ("tail-check", "planning"), rounds.floor_vote, VOTE_FLOOR),
        Phase("tail-check", "Find tailing pairs", ("WW-TAIL-02", "WW-TAIL-01", "WW-TAIL-07", "WW-TAIL-08"),
              ("planning",), tailing.tail_check, CHOOSE_QUARRY),
        Phase("planning", "Plan three maneuvers", ("WW-PLAN-01", "WW-PLAN-02", "WW-PLAN-05", "WW-STEEP-02"),
              ("burn", "tail-show", "move"), movement.close_plans, PLAN),
        Phase("burn", "Fire on board", ("WW-FLAME-03", "WW-FLAME-04", "WW-FLAME-06", "WW-GFIRE-04"),
              ("tail-show", "move", "game-end"), rounds.burn),
        Phase("tail-show", "The tailed airplane shows its card", ("WW-TAIL-04", "WW-TAIL-05", "WW-TAIL-12"),
              ("tail-peek",), tailing.tail_show),
        Phase("tail-peek", "The tailing airplane lays its cards anew", ("WW-TAIL-06", "WW-SEC-05", "WW-SEC-07"),
              ("tail-peek", "pivot", "move"), tailing.tail_peek, REARRANGE),
        Phase("pivot", "Turn on the ground", ("WW-GRND-03",),
              ("move",), rounds.pivot, PIVOT, "move"),
        Phase("move", "Reveal and fly", ("WW-MOVE-01", "WW-MOVE-07", "WW-OVER-02", "WW-EXIT-01", "WW-ALT-10"),
              ("fire", "phase-end"), movement.move),
        Phase("fire", "Fire", ("WW-FIRE-01", "WW-FIRE-05", "WW-FIRE-09", "WW-DMG-05"),
              ("phase-end",), fire.fire, FIRE, "phase-end"),
        Phase("phase-end", "A phase ends", ("WW-JAM-03", "WW-WIN-06", "WW-DMG-06"),
              ("tail-show", "pivot", "move", "round-end", "game-end"), rounds.phase_end),
        Phase("round-end", "A round ends", ("WW-ROUND-03", "WW-SMOKE-02", "WW-GFIRE-05", "WW-WIN-05"),
              ("round-start", "stop-vote", "game-end"), rounds.round_end),
        Phase("stop-vote", "End the game?", ("WW-WIN-05",),
              ("round-start", "game-end"), rounds.stop_vote, STOP),
        Phase("game-end", "Victory and scoring", ("WW-WIN-01", "WW-WIN-02", "WW-WIN-05", "WW-WIN-06")),
    ]
)  # fmt: skip
