"""The turn machine of DogFight as a table, in the order of the rulebook."""

from __future__ import annotations

from aerodrome.phases import Decision, Phase, PhaseGraph, Reveal
from aerodrome_dogfight import fight, first, windows
from aerodrome_dogfight.state import Dogfight
from aerodrome_dogfight.vocabulary import CEILING, FIREPOWER, MANEUVERABILITY

FIRST_PLACE = Decision(
    "both: any airplane of the hand, face down",
    first.both,
    first.hand_options,
    default_text="the first airplane of the hand",
    why_not=first.why_not_first_place,
    request="Place an airplane of your hand, face down.",
    guide=(
        "Both place one, and both are turned over. The higher ceiling wins the first Victory card and the initiative;"
        " on equal ceilings both place another."
    ),
)
PLACE = Decision(
    "both: any airplane of the hand, face down",
    first.both,
    first.hand_options,
    reveal=Reveal.KEPT,  # DF-SEC-02: hidden until the MANEUVERABILITY window has closed
    default_text="the first airplane of the hand",
    why_not=fight.why_not_place,
    request="Place an airplane of your hand, face down.",
    guide="The higher value in the feature of this dogfight wins the Victory card; equal values are a tie.",
)
USE_CEILING = Decision(
    "challenger: take the initiative with a CEILING card, or pass",
    windows.ceiling_asks,
    windows.ceiling_options,
    default_text="pass",
    why_not=windows.why_not_power(CEILING),
    request="Take the initiative with a CEILING card, or pass.",
    guide="Who has the initiative says what the next dogfight is for. A card that is used still counts as won.",
)
CHOOSE_FEATURE = Decision(
    "holder: the feature to fight for",
    fight.holder,
    fight.feature_options,
    default_text="the first feature that may be chosen",
    why_not=fight.why_not_feature,
    request="Choose what to fight for.",
    guide=(
        "You have the initiative. Both then place an airplane, and the higher value in this feature wins its"
        " Victory card."
    ),
)
USE_SPEED = Decision(
    "holder first, in turns: exchange an airplane with a SPEED card, or pass",
    windows.speed_asks,
    windows.speed_options,
    default_text="pass",
    why_not=windows.why_not_speed,
    request="Exchange an airplane with a SPEED card, or pass.",
    guide=(
        "You discard one of your hand and draw another before both place theirs. A card that is used still counts"
        " as won."
    ),
)
USE_MANEUVERABILITY = Decision(
    "holder first, in turns: raise the own value with a MANEUVERABILITY card, or pass",
    windows.maneuverability_asks,
    windows.maneuverability_options,
    default_text="pass",
    why_not=windows.why_not_power(MANEUVERABILITY),
    explain=windows.explain_maneuverability,
    request="Raise your value with a MANEUVERABILITY card, or pass.",
    guide=(
        "Both airplanes lie face down; the card gives yours one point more, up to the highest value there is. A card"
        " that is used still counts as won."
    ),
)
USE_FIREPOWER = Decision(
    "holder first, in turns: win the tie with a FIREPOWER card, or pass",
    windows.firepower_asks,
    windows.firepower_options,
    default_text="pass",
    why_not=windows.why_not_power(FIREPOWER),
    request="Win the tie with a FIREPOWER card, or pass.",
    guide="The values are equal: as it stands, nobody gets the Victory card. A card that is used still counts as won.",
)

PHASES: PhaseGraph[Dogfight] = PhaseGraph(
    [
        Phase("first-place", "First dogfight: place", ("DF-FIRST-02", "DF-FIRST-01", "DF-FIRST-09", "DF-SEC-06"),
              ("first-reveal",), first.first_place, FIRST_PLACE),
        Phase("first-reveal", "First dogfight: compare ceilings", ("DF-FIRST-03", "DF-FIRST-04"),
              ("first-award", "first-redraw"), first.first_reveal),
        Phase("first-redraw", "Five new airplanes", ("DF-FIRST-05",),
              ("first-tie-out-check",), first.first_redraw),
        Phase("first-tie-out-check", "Are airplanes left?", ("DF-FIRST-06", "DF-END-01"),
              ("first-place", "game-end"), first.first_tie_out_check),
        Phase("first-award", "CEILING and the initiative", ("DF-FIRST-07", "DF-FIRST-08"),
              ("first-rearm",), first.first_award),
        Phase("first-rearm", "Refill to five", ("DF-HAND-01", "DF-HAND-03"),
              ("first-out-check",), first.first_rearm),
        Phase("first-out-check", "Are airplanes left?", ("DF-END-01",),
              ("ceiling-window", "game-end"), fight.first_out_check),
        Phase("ceiling-window", "CEILING window", ("DF-CEIL-01", "DF-CEIL-02", "DF-CEIL-03", "DF-CEIL-04"),
              ("choose-feature",), windows.ceiling_window, USE_CEILING, "choose-feature"),
        Phase("choose-feature", "Choose the feature", ("DF-PICK-01", "DF-PICK-02", "DF-PICK-03", "DF-PICK-04"),
              ("speed-window",), fight.choose_feature, CHOOSE_FEATURE),
        Phase("speed-window", "SPEED window", ("DF-SPEED-01", "DF-SPEED-02", "DF-SPEED-03", "DF-SPEED-04"),
              ("speed-window", "place"), windows.speed_window, USE_SPEED, "place"),
        Phase("place", "Place", ("DF-FIGHT-02", "DF-SEC-02"),
              ("maneuverability-window",), fight.place, PLACE),
        Phase("maneuverability-window", "MANEUVERABILITY window", ("DF-MAN-01", "DF-MAN-02", "DF-MAN-03", "DF-MAN-04"),
              ("maneuverability-window", "reveal"), windows.maneuverability_window, USE_MANEUVERABILITY, "reveal"),
        Phase("reveal", "Reveal and compare", ("DF-FIGHT-03", "DF-FIGHT-04"),
              ("firepower-window", "award"), fight.reveal),
        Phase("firepower-window", "FIREPOWER window", ("DF-FIRE-01", "DF-FIRE-02", "DF-FIRE-03"),
              ("firepower-window", "award"), windows.firepower_window, USE_FIREPOWER, "award"),
        Phase("award", "Award", ("DF-FIGHT-05", "DF-TIE-01", "DF-TIE-02"),
              ("eight-check", "draw-one"), fight.award),
        Phase("eight-check", "Eight Victory cards?", ("DF-END-05",),
              ("range-effect", "draw-one", "game-end"), fight.eight_check),
        Phase("range-effect", "RANGE takes effect", ("DF-RANGE-01", "DF-RANGE-02", "DF-RANGE-03"),
              ("draw-one",), fight.range_effect),
        Phase("draw-one", "Draw one airplane", ("DF-HAND-02", "DF-HAND-03"),
              ("out-check",), fight.draw_one),
        Phase("out-check", "Are airplanes left?", ("DF-END-01",),
              ("ceiling-window", "game-end"), fight.out_check),
        Phase("game-end", "Result", ("DF-END-02", "DF-END-03", "DF-END-04", "DF-END-05")),
    ]
)  # fmt: skip
