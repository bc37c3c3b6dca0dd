"""The turn machine of Blue Max as a table, in the order of the rulebook."""

from __future__ import annotations

from aerodrome.phases import Decision, Phase, PhaseGraph, Reveal
from aerodrome_blue_max import accidents, combat, fuel, movement, opening, planning, recovery, resolution, tailing
from aerodrome_blue_max.ending import END
from aerodrome_blue_max.state import BlueMax
from aerodrome_blue_max.vocabulary import OBSERVER, PILOT

PICK_PLANE = Decision(
    "a plane of your team",
    opening.next_picker,
    opening.plane_options,
    default_text="the first plane left",
    why_not=opening.why_not_plane,
    request="Choose your plane.",
)
ENTER = Decision(
    "a starting hex next to your border",
    opening.everybody,
    opening.entry_options,
    default=opening.entry_default,
    default_text="the middle of the border, at the maximum altitude",
    why_not=opening.why_not_entry,
    request="Choose where your plane enters the map.",
    guide="The hex lies next to the border of your team; with altitude, a level is chosen with it.",
)
CHOOSE_VICTIM = Decision(
    "which of the planes before you to tail",
    tailing.choosers,
    tailing.victim_options,
    default_text="the first one in seat order",
    why_not=tailing.why_not_victim,
    request="Choose whom to tail.",
    guide=(
        "Who is tailed plans before you and shows you the letter of the maneuver, left, right or straight, and with"
        " altitude the level after it; unless planes tail each other in a circle and the lot lets you plan first."
    ),
)
PLAN = Decision(
    "a maneuver for this round",
    planning.planners,
    planning.order_options,
    reveal=Reveal.KEPT,  # BM-SECR-02: shown at the start of Movement, to tailers a part of it before
    default=planning.order_default,
    default_text="straight on at the same speed, if that is legal",
    why_not=planning.why_not_order,
    explain=planning.explain_order,
    request="Choose a maneuver for this round.",
    guide=(
        "All planes fly when everybody has planned; then pilots may fire at what is in front of them. Beside a"
        " maneuver stands where it leads and where the nose then points."
    ),
)
FIRE = Decision(
    "the pilot's guns: hold, or fire a burst at a target",
    combat.pilots,
    combat.fire_options(PILOT),
    reveal=Reveal.KEPT,  # BM-SECR-04: shown when the observers have committed too
    quiet=True,  # BM-SECR-25
    default_text="hold fire",
    why_not=combat.why_not_fire(PILOT),
    explain=combat.explain_fire(PILOT),
    request="Fire a burst at a target, or hold.",
    guide="White dice miss, blue and red dice hit, and each hit draws a damage card.",
)
FIRE_REAR = Decision(
    "the observer's guns: hold, or fire a burst at a target",
    combat.observers,
    combat.fire_options(OBSERVER),
    reveal=Reveal.KEPT,
    quiet=True,
    default_text="hold fire",
    why_not=combat.why_not_fire(OBSERVER),
    explain=combat.explain_fire(OBSERVER),
    request="Fire the observer's guns at a target, or hold.",
    guide="White dice miss, blue and red dice hit, and each hit draws a damage card.",
)
CLEAR_REAR = Decision(
    "the observer's guns: to roll for a jam or not",
    recovery.observers,
    recovery.observer_options,
    reveal=Reveal.KEPT,  # BM-SECR-09: unjamming is secret
    quiet=True,
    default_text="roll, where that can help",
    why_not=recovery.why_not_recover,
    request="Roll to clear the observer's guns, or not.",
    guide="Guns that have jammed do not fire until a roll clears them.",
)
RECOVER = Decision(
    "to roll for the end of a spin, or for jammed guns, or not",
    recovery.pilots,
    recovery.pilot_options,
    reveal=Reveal.KEPT,
    quiet=True,
    default_text="roll, where that can help",
    why_not=recovery.why_not_recover,
    request="Roll to end a spin or to clear your guns, or not.",
    guide="Who spins can neither steer nor fire, and jammed guns do not fire.",
)

AFTER_MOVEMENT = ("combat", "resolution", "recovery-observers", "recovery", "accidents", "end-of-round", "tailing", END)
"""Phases in which nothing can happen are passed over (`fuel.to_combat`)."""

PHASES: PhaseGraph[BlueMax] = PhaseGraph(
    [
        Phase("setup-planes", "Setup: planes", ("BM-SETUP-04", "BM-SETUP-05", "BM-PLANE-02"),
              ("setup-planes", "setup-entries"), opening.pick_plane, PICK_PLANE, "setup-entries"),
        Phase("setup-entries", "Setup: secret entries", ("BM-SETUP-08", "BM-SETUP-09", "BM-SETUP-10", "BM-SECR-12"),
              ("setup-placement",), opening.enter, ENTER),
        Phase("setup-placement", "Setup: placement", ("BM-SETUP-12", "BM-SETUP-11"),
              ("tailing",), opening.place_all),
        Phase("tailing", "Tailing", ("BM-TAIL-01", "BM-TAIL-12", "BM-ROUND-01"),
              ("tailing-choice", "tailing-graph", "planning"), tailing.find_tails),
        Phase("tailing-choice", "Tailing: several possible victims", ("BM-TAIL-04",),
              ("tailing-graph",), tailing.choose_victims, CHOOSE_VICTIM),
        Phase("tailing-graph", "Tailing: who plans after whom", ("BM-TAIL-11", "BM-TAIL-09", "BM-TAIL-10"),
              ("planning",), tailing.draw_graph),
        Phase("planning", "Planning", ("BM-PLAN-01", "BM-PLAN-12", "BM-PLAN-13", "BM-PLAN-14", "BM-TAIL-08"),
              ("planning", "movement"), planning.plan, PLAN),
        Phase("movement", "Movement", ("BM-MOVE-01", "BM-MOVE-03", "BM-MOVE-05"),
              ("fuel-depletion", "glide-descent", *AFTER_MOVEMENT), movement.move),
        Phase("fuel-depletion", "Fuel Depletion", ("BM-FUEL-02", "BM-FUEL-04"),
              ("glide-descent", *AFTER_MOVEMENT), fuel.pay),
        Phase("glide-descent", "Gliding planes sink", ("BM-GLIDE-05", "BM-FUEL-12"),
              AFTER_MOVEMENT, fuel.sink),
        Phase("combat", "Combat: pilots", ("BM-SHOT-07", "BM-SHOT-01", "BM-SHOT-12", "BM-SECR-25"),
              ("combat-observers",), combat.aim_pilots, FIRE, "combat-observers"),
        Phase("combat-observers", "Combat: observers, and all shots", ("BM-SHOT-07", "BM-OBS-03", "BM-OBS-05"),
              ("resolution",), combat.fire, FIRE_REAR),
        Phase("resolution", "Resolution", ("BM-RESOL-01", "BM-RESOL-05"),
              ("recovery-observers", END), resolution.resolve),
        Phase("recovery-observers", "Recovery: observers", ("BM-RECOV-04", "BM-OBS-07", "BM-SECR-25"),
              ("recovery",), recovery.recover_observers, CLEAR_REAR, "recovery"),
        Phase("recovery", "Recovery", ("BM-RECOV-01", "BM-RECOV-04", "BM-SECR-25"),
              ("accidents",), recovery.recover, RECOVER, "accidents"),
        Phase("accidents", "Accidents", ("BM-ROUND-05",),
              ("end-of-round", "tailing", END), accidents.accidents),
        Phase("end-of-round", "End of the round", ("BM-ROUND-04", "BM-WIN-05"),
              ("tailing", END), accidents.end_round),
        Phase(END, "Result", ("BM-WIN-02", "BM-WIN-01", "BM-WIN-03", "BM-WIN-06")),
    ]
)  # fmt: skip
