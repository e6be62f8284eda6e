"""The scoring of Hearts; see rules.md."""

from collections.abc import Iterator

from games.core.definition import MatchState, at_target
from games.core.scorecard import ScoreLine
from games.core.text import plural
from games.hearts.facts import ALL_HEARTS, Facts

HEARTS, QUEEN, JACK, MOON, MOON_OF_ANOTHER = "hearts", "queen", "jack", "moon", "moon-of-another"

QUEEN_POINTS = 13
JACK_POINTS = -10
# All hearts and the queen.
MOON_POINTS = ALL_HEARTS + QUEEN_POINTS


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    comes_off = facts.moon_off or state.rules.moon == "self"
    for seat, hearts in enumerate(facts.hearts):
        if facts.shooter in (None, seat):
            yield from cards_taken(seat, hearts, queen=seat == facts.queen, comes_off=comes_off)
        else:
            points = 0 if comes_off else MOON_POINTS
            yield ScoreLine(seat, MOON_OF_ANOTHER, points, f"the moon was shot: {points or 'no points'}")
        if seat == facts.jack:
            yield jack_taken(seat)


def cards_taken(seat: int, hearts: int, *, queen: bool, comes_off: bool) -> Iterator[ScoreLine]:
    """Yield 1 point for each heart and 13 for the queen of spades, or the moon for all of them."""
    if hearts == ALL_HEARTS and queen:
        brings = f"{MOON_POINTS} off" if comes_off else f"{MOON_POINTS} each for the others"
        yield ScoreLine(seat, MOON, -MOON_POINTS if comes_off else 0, f"shot the moon: {brings}")
        return
    if hearts or not queen:
        counted = f"{plural(hearts, 'heart')}: {plural(hearts, 'point')}"
        yield ScoreLine(seat, HEARTS, hearts, counted if hearts else "no hearts and no queen")
    if queen:
        yield ScoreLine(seat, QUEEN, QUEEN_POINTS, f"the queen of spades: {QUEEN_POINTS}")


def jack_taken(seat: int) -> ScoreLine:
    return ScoreLine(seat, JACK, JACK_POINTS, f"the jack of diamonds: {-JACK_POINTS} off")


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Return the sides with the fewest points once a total reaches the target."""
    return at_target(state, state.rules.target, alone=state.rules.tie == "on")
