"""What correct play cannot bring in a hand of Ten-point Pitch.

A hand that comes down to six from more loses two point cards at most, as six point cards stay in it. So three or four
are lost only where both hands of the bidding side are full: then the others hold one trump, or none.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.core.definition import MatchState
from games.core.facts import Doubt
from games.ten_point_pitch.facts import LOST, MOST_CARDS_LOST, Facts, contract_after

CARDS_OF = {5: 3, 6: MOST_CARDS_LOST}
"""Where only points were counted: so many lost are so many cards, the three and others of one point."""

ONE_TRICK = 3
"""So many cards are in a trick to which one of the others has nothing left to play."""


def irregularities(facts: Facts, state: MatchState) -> Iterator[Doubt]:
    side = contract_after(state, facts).bidder % 2
    ours, theirs = state.side_names[side], state.side_names[1 - side]
    if facts.places:
        taken = [card for card, place in facts.places.items() if place == 1 - side]
        lost, took, unit = list(facts.places.values()).count(LOST), len(taken), "point cards"
        because, field = f"{lost} point cards are lost", f"taken.{taken[-1]}" if taken else ""
    else:
        points = facts.counted_points
        lost, took, unit = CARDS_OF.get(points[LOST], 0), points[1 - side], "points"
        because, field = f"{points[LOST]} points lost are {lost} cards", LOST
    if lost == MOST_CARDS_LOST and took:
        full = f"{ours} hold the other 12 trumps and {theirs} take nothing"
        yield Doubt(f"{because}, so {full}: was one of the lost cards taken after all?", field)
    if lost == MOST_CARDS_LOST - 1 and took > ONE_TRICK:
        one = f"{theirs} hold one trump at most and take one trick of {ONE_TRICK} cards"
        yield Doubt(f"{because}, so {one}: did they really take {took} {unit}?", field)
