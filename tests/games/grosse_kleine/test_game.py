import pytest

from games.grosse_kleine.game import GAME
from games.impossible import Impossible, ImpossibleRound
from tests.cases import cases
from tests.games.grosse_kleine.rounds import recorded, table

ROUNDS = [recorded(0, 46, 36), recorded(22, 0, 15), recorded(14, 31, 0), recorded(9, 0, 41), recorded(0, 12, 20)]


def test_five_rounds_are_played_and_the_lowest_total_wins():
    card = GAME.scorecard(GAME.fold(table(3), ROUNDS))

    assert (card.totals, card.places, card.winners) == ((45, 89, 112), (1, 2, 3), (0,))
    assert card.finished
    assert card.next is None


def test_the_game_goes_on_until_then():
    card = GAME.scorecard(GAME.fold(table(3), ROUNDS[:4]))

    assert (card.winners, card.finished, card.next.number, card.next.dealer) == ((), False, 5, 1)


def test_equal_lowest_totals_share_the_win_and_the_next_place_is_skipped():
    card = GAME.scorecard(GAME.fold(table(4, rounds=1), [recorded(7, 0, 0, 9)]))

    assert (card.winners, card.places) == ((1, 2), (3, 1, 1, 4))


def test_a_sixth_round_is_refused():
    with pytest.raises(ImpossibleRound, match="round 6: the game was over after round 5"):
        GAME.fold(table(3), [*ROUNDS, recorded(0, 1, 2)])


@cases("rounds", [1, 20])
def test_the_number_of_rounds_is_a_house_rule(rounds):
    match = GAME.fold(table(3, rounds=rounds), [recorded(0, 1, 2)] * rounds)

    assert GAME.scorecard(match).finished
    assert match.totals == (0, rounds, 2 * rounds)


@cases("rules", [
        {"rounds": 0}, {"rounds": 21}, {"rounds": None}, {"rounds": True}, {"rounds": "5"}, {"deal": "all-cards"},
        {"end": "at_once"}, {"end": True}, {"a_tie": ""}, {"copies": 4},
    ])  # fmt: skip
def test_other_house_rules_are_refused(rules):
    with pytest.raises(Impossible):
        table(3, **rules)


def test_the_house_rules_are_those_a_sheet_may_name():
    assert table(3).rules.in_force == {"rounds": 5, "deal": "all", "end": "finish-a-trick", "a_tie": "first"}
    table(3, rounds=20, deal="thirteen", end="at-once", a_tie="last")


def test_three_to_nine_sit_down_each_for_themselves():
    assert list(GAME.seats) == [3, 4, 5, 6, 7, 8, 9]
    assert GAME.sides(5) == 5
