import pytest

from tests.matches.factory import called_out_after

pytestmark = pytest.mark.django_db


def test_a_bid_counts_as_the_cloud_changed_it_and_the_bomb_takes_no_card_away():
    facts = {"bids": [3, 3, 2, 0], "tricks": [4, 2, 1, 0], "bid_changes": [1, 0, 0, 0], "tricks_of_nobody": 0}
    with_bomb = {"bids": [3, 3, 2, 0], "tricks": [4, 2, 2, 0], "tricks_of_nobody": 1}

    assert called_out_after("wizard", facts, deck="jubilee", hands="same", largest=7) == [
        "Ada made a bid of 4 with 7 cards"
    ]
    assert called_out_after("wizard", with_bomb, deck="jubilee", hands="same", largest=9) == [
        "Dan made a bid of zero with 9 cards"
    ]
