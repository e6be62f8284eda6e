from hypothesis import given
from hypothesis import strategies as st

from games.dealing import around, dealt, left_of
from games.scorecard import Deal
from tests.cases import cases


def test_play_goes_clockwise():
    assert [left_of(seat, 3) for seat in range(3)] == [1, 2, 0]
    assert around(2, 4) == [2, 3, 0, 1]


@cases("number, first_dealer, dealer, first", [(1, 0, 0, 1), (2, 0, 1, 2), (4, 0, 3, 0), (5, 0, 0, 1), (10, 2, 3, 0)])
def test_the_deal_moves_left_each_round_and_the_dealers_left_comes_first(number, first_dealer, dealer, first):
    assert dealt(4, number, first_dealer, 3, 54) == Deal(number, dealer, (3, 3, 3, 3), 42, first)


def test_cards_may_differ_by_place_from_the_dealers_left():
    assert dealt(4, 2, 0, [14, 14, 13, 13], 54).cards == (13, 13, 14, 14)


@given(st.integers(2, 13), st.integers(1, 10**12), st.data())
def test_everybody_deals_in_turn(players, number, data):
    first_dealer = data.draw(st.integers(0, players - 1))
    this, following = (dealt(players, n, first_dealer, 1, 54) for n in (number, number + 1))

    assert following.dealer == left_of(this.dealer, players) == this.first
