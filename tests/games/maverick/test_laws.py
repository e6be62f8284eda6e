"""Hands that thirteen tricks of the cards in play can bring are accepted, and no others."""

from tests.cases import cases
from tests.games.maverick.rounds import adders, blind, null, refusal, trick

LOOK, COUNT = "look through the piles again", "count again"
NEITHER, LESS = "cards that are neither", "25 less 2 for each trick with trump and 5 for each of four trumps"
NOT_SHARED = f"cannot be shared so, {COUNT}"
# Turned up: 14 trumps and 12 adders.
ORDINARY = ["KH", "9C"]


def tricks(bare, trump, plain, *held):
    """Thirteen tricks, those with adders to the first pair and all others to the second."""
    kinds = ["all-trump"] * bare + ["trump"] * trump + ["plain"] * plain
    return [*adders(0, *held), *(trick(1, kind) for kind in kinds)]


@cases(
    "turned, taken, message",
    [
        (
            ORDINARY, tricks(3, 4, 3, 4, 4, 4),
            f"3 tricks of four trumps and 4 with trump need 16 trumps; 14 are in play, {LOOK}",
        ),
        (
            None, tricks(3, 4, 3, 4, 4, 4),
            f"3 tricks of four trumps and 4 with trump need 16 trumps; at most 15 are in play, {LOOK}",
        ),
        (
            ORDINARY, tricks(0, 0, 7, 2, 2, 2, 2, 2, 2),
            f"7 tricks with neither trump nor adder need 28 cards that are neither; 26 are in play, {LOOK}",
        ),
        (
            ORDINARY, tricks(1, 3, 6, 4, 4, 4),
            f"6 tricks with neither trump nor adder and 3 with trump need 27 {NEITHER}; 26 are in play, {LOOK}",
        ),
    ],
)  # fmt: skip
def test_tricks_need_their_cards(turned, taken, message):
    hand = {"tricks": taken} | ({"turned": turned} if turned else {})

    assert refusal(hand) == (message, "tricks")


@cases(
    "turned, counts, message, field",
    [
        (
            ORDINARY, [-15, -15],
            f"Ada & Cleo counted −15: 1 less than the worst hand there can be (−14), {COUNT}", "points[0]",
        ),
        (
            ORDINARY, [-14, -14],
            f"the points add up to −28, but with 14 trumps there are 2 at least: 30 too few, {COUNT}", "points",
        ),
        (
            None, [-1, 0],
            f"the points add up to −1, but with 15 trumps there are 0 at least: 1 too few, {COUNT}", "points",
        ),
        (
            ORDINARY, [12, 12],
            f"the points add up to 24, but with 12 adders they are {LESS}: {COUNT}", "points",
        ),
        (
            ORDINARY, [16, -14],
            f"16 for Ada & Cleo and −14 for Ben & Dan: thirteen tricks of 14 trumps and 12 adders {NOT_SHARED}",
            "points",
        ),
    ],
)  # fmt: skip
def test_counted_points_are_a_pair_that_the_cards_can_bring(turned, counts, message, field):
    assert refusal({"points": counts} | ({"turned": turned} if turned else {})) == (message, field)


BOTH = [null(0), null(2)]
LOST = {"took_trick": True}
ONE_TRICK = [*adders(1, 4, 4, 4), trick(0, "trump"), *[trick(1, "trump")] * 4, *[trick(1, "plain")] * 5]


@cases(
    "hand, message, field",
    [
        (
            {"bids": BOTH, "tricks": ONE_TRICK},
            "Ada and Cleo bid null and took no trick, but Ada & Cleo have 1 of the 13", "bids[1].took_trick",
        ),
        (
            {"bids": [null(0, **LOST), null(2, **LOST)], "tricks": ONE_TRICK},
            "Ada and Cleo each took a trick, but Ada & Cleo have 1 of the 13", "bids[1].took_trick",
        ),
        (
            {"bids": [blind(1), *BOTH], "points": [3, 10]},
            "Ada and Cleo bid null and took no trick, but Ada & Cleo counted 3: it has to be 0", "bids[2].took_trick",
        ),
        (
            {"bids": [null(1, **LOST)], "points": [25, 0]},
            "25 for Ada & Cleo and 0 for Ben & Dan cannot be after what was said of the nulls: who took a trick?",
            "points",
        ),
    ],
)  # fmt: skip
def test_a_null_is_lost_exactly_by_taking_a_trick(hand, message, field):
    before = {"points": [12, -8]}

    assert refusal(before, hand, stack=True) == (message, field)
