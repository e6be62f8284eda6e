import pytest

from games.grosse_kleine.game import GAME
from games.impossible import Impossible, ImpossibleRound
from tests.cases import cases
from tests.games.grosse_kleine.rounds import recorded, ruling, table, unanswered, why

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


@cases(
    "players, each",
    [
        (3, [36] * 3),
        (4, [27] * 4),
        (5, [22] * 3 + [21] * 2),
        (6, [18] * 6),
        (7, [16] * 3 + [15] * 4),
        (8, [14] * 4 + [13] * 4),
        (9, [12] * 9),
    ],
)
def test_all_cards_are_dealt_and_those_over_go_to_the_dealers_left(players, each):
    answer, rule = ruling("deal", players=players, round=1, first_dealer=players - 1)

    assert answer == {"dealer": players - 1, "cards": each, "left": 0, "first": 0}
    assert rule == "deal"


def test_the_cards_over_move_on_with_the_deal():
    assert ruling("deal", players=5, round=2, first_dealer=0)[0] == {
        "dealer": 1,
        "cards": [21, 21, 22, 22, 22],
        "left": 0,
        "first": 2,
    }


@cases("players, each, left", [(3, 13, 69), (4, 13, 56), (5, 13, 43), (6, 13, 30), (7, 13, 17), (8, 13, 4), (9, 12, 0)])
def test_thirteen_are_dealt_by_house_rule_and_twelve_with_nine_players(players, each, left):
    answer, _ = ruling("deal", players=players, round=1, house_rules={"deal": "thirteen"})

    assert (answer["cards"], answer["left"]) == ([each] * players, left)


def test_the_referee_names_what_the_other_text_deals():
    deal = {"players": 5, "round": 1}

    assert why("deal", **deal).endswith("another published translation deals 13 each, 12 with nine players")
    assert why("deal", **deal, house_rules={"deal": "thirteen"}).endswith(
        "the rule text itself deals all cards but the two A cards"
    )


@cases("players", [2, 10])
def test_three_to_nine_play(players):
    assert unanswered("deal", players=players, round=1)[1] == "players"


def test_there_are_as_many_rounds_as_the_table_agreed():
    assert unanswered("deal", players=4, round=6) == ("with 4 players the game has 5 rounds", "round")
    assert ruling("deal", players=4, round=20, house_rules={"rounds": 20})[0]["dealer"] == 3
