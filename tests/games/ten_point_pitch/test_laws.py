"""Hands that correct play brings are accepted; other lost points only if the table insists."""

import pytest

from games.core.errors import IrregularRound
from games.core.schema import plain
from tests.cases import cases
from tests.games.ten_point_pitch.rounds import after, hand, refusal, table, taken

LEFT = "12 of the 16 trumps fill two hands, so 4 cards at most are left over"


@cases(
    "facts, message, field",
    [
        (
            {"points": [0, 0], "lost": 10},
            f"10 points are lost, but {LEFT}, worth 6: 4 too many, count the piles again", "lost",
        ),
        (
            {"taken": taken("000LLLLL")},
            f"5 point cards are lost, but {LEFT}: 1 too many, look through the piles again", "taken.2",
        ),
    ],
)  # fmt: skip
def test_no_deal_leaves_over_more_than_four_cards(facts, message, field):
    for irregular in (False, True):
        assert refusal(table(), bidder=0, bid=4, irregular=irregular, **facts) == (message, field)


FULL = "so Ada & Cleo hold the other 12 trumps and Ben & Dan take nothing: was one of the lost cards taken after all?"
ONE_TRICK = "so Ben & Dan hold one trump at most and take one trick of 3 cards: did they really take"


@cases(
    "facts, question, field, points",
    [
        ({"points": [2, 2], "lost": 6}, f"6 points lost are 4 cards, {FULL}", "lost", (-4, 2)),
        ({"points": [1, 4], "lost": 5}, f"5 points lost are 3 cards, {ONE_TRICK} 4 points?", "lost", (-4, 4)),
        (
            {"taken": taken("1L1L1L10")},
            f"3 point cards are lost, {ONE_TRICK} 4 point cards?",
            "taken.3",
            (-4, 6),
        ),
    ],
)
def test_the_others_take_little_where_much_is_lost(facts, question, field, points):
    assert refusal(table(), bidder=2, bid=4, **facts) == (question, field)
    with pytest.raises(IrregularRound):
        after(hand(bidder=2, bid=4, **facts))

    scored = after(hand(bidder=2, bid=4, irregular=True, **facts)).rounds[-1]

    assert scored.irregular
    assert plain(scored.facts)["irregular"]
    assert scored.points == points


@cases(
    "facts",
    [
        {"points": [2, 3], "lost": 5},
        {"points": [0, 6], "lost": 4},
        {"taken": taken("LLLL0000")},
        {"taken": taken("LLL01110")},
    ],
)
def test_the_most_that_the_others_can_take_is_not_asked_about(facts):
    scored = after(hand(bidder=0, bid=4, irregular=True, **facts)).rounds[-1]

    assert not scored.irregular
    assert after(hand(bidder=0, bid=4, **facts)).rounds == (scored,)
    assert not scored.facts.irregular
