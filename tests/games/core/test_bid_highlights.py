"""Highlights that all games of exact bids share."""

import pytest

from tests.cases import cases
from tests.matches.factory import called_out_after

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", ["oh-hell", "wizard"])
@cases(
    "cards, bids, tricks, sentences",
    [
        (7, [4, 1, 1, 0], [4, 1, 1, 1], ["Ada made a bid of 4 with 7 cards"]),
        (7, [4, 1, 1, 0], [3, 1, 1, 2], []),
        (8, [4, 2, 1, 0], [4, 2, 1, 1], []),
        (5, [3, 1, 0, 0], [3, 1, 0, 1], []),
        (9, [4, 3, 3, 0], [4, 3, 2, 0], ["Dan made a bid of zero with 9 cards"]),
        (9, [4, 3, 3, 0], [3, 3, 2, 1], []),
        (8, [4, 3, 2, 0], [4, 2, 2, 0], []),
        (9, [5, 3, 0, 0], [5, 4, 0, 0], [
            "Ada made a bid of 5 with 9 cards",
            "Cleo made a bid of zero with 9 cards",
            "Dan made a bid of zero with 9 cards",
        ]),
    ],
)  # fmt: skip
def test_a_bid_of_most_tricks_and_a_zero_with_many_cards_are_called_out(game, cards, bids, tricks, sentences):
    assert called_out_after(game, {"bids": bids, "tricks": tricks}, hands="same", largest=cards) == sentences
