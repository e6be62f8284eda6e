"""Results that correct play cannot bring in Ten-point Pitch: bids too low for their turn, and too many lost points.

A hand that comes down to six from more loses two point cards at most, as six point cards stay in it. So three or four
are lost only if both hands of the bidding side are full: then the others hold one trump, or none.
"""

from collections.abc import Iterator

from games.core.definition import MatchState
from games.core.facts import Doubt
from games.ten_point_pitch.facts import LOST, MAX_LOST_CARDS, Facts, contract_after

# Number of cards lost by the points lost: the three and cards of 1 point.
LOST_CARDS_BY_POINTS = {5: 3, 6: MAX_LOST_CARDS}

# Cards in a trick to which one opponent has no card to play.
LAST_TRICK_CARDS = 3


def irregularities(facts: Facts, state: MatchState) -> Iterator[Doubt]:
    yield from (Doubt(*asked) for asked in facts.low_bids(state))
    if facts.is_complete:
        yield from _lost_cards(facts, state)


def _lost_cards(facts: Facts, state: MatchState) -> Iterator[Doubt]:
    side = contract_after(state, facts).bidder % 2
    ours, theirs = state.side_names[side], state.side_names[1 - side]
    if facts.places:
        taken = [card for card, place in facts.places.items() if place == 1 - side]
        lost, took, unit = list(facts.places.values()).count(LOST), len(taken), "point cards"
        because, field = f"{lost} point cards are lost", f"taken.{taken[-1]}" if taken else ""
    else:
        points = facts.counted_points
        lost, took, unit = LOST_CARDS_BY_POINTS.get(points[LOST], 0), points[1 - side], "points"
        because, field = f"{points[LOST]} points lost are {lost} cards", LOST
    if lost == MAX_LOST_CARDS and took:
        full = f"{ours} hold the other 12 trumps and {theirs} take nothing"
        yield Doubt(f"{because}, so {full}: was one of the lost cards taken after all?", field)
    if lost == MAX_LOST_CARDS - 1 and took > LAST_TRICK_CARDS:
        last_trick = f"{theirs} hold one trump at most and take one trick of {LAST_TRICK_CARDS} cards"
        yield Doubt(f"{because}, so {last_trick}: did they really take {took} {unit}?", field)
