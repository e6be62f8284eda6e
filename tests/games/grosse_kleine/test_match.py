from games.grosse_kleine.game import GAME
from tests.cases import cases
from tests.games.grosse_kleine.rounds import recorded, ruling, table, why

ROUNDS = [recorded(0, 46, 36), recorded(22, 0, 15), recorded(14, 31, 0), recorded(9, 0, 41), recorded(0, 12, 20)]


def test_five_rounds_are_played_and_the_lowest_total_wins():
    card = GAME.scorecard(GAME.fold(table(3), ROUNDS))

    assert (card.totals, card.places, card.winners) == ((45, 89, 112), (1, 2, 3), (0,))


def test_equal_lowest_totals_share_the_win_and_the_next_place_is_skipped():
    card = GAME.scorecard(GAME.fold(table(4, rounds=1), [recorded(15, 0, 0, 41)]))

    assert (card.winners, card.places) == ((1, 2), (3, 1, 1, 4))


@cases("players, each, over", [(3, 36, 0), (4, 27, 0), (5, 21, 3), (6, 18, 0), (7, 15, 3), (8, 13, 4), (9, 12, 0)])
def test_all_cards_are_dealt_and_those_over_go_to_the_dealers_left(players, each, over):
    cards = [each + 1] * over + [each] * (players - over)
    deal = {"dealer": players - 1, "cards": cards, "left": 0, "first": 0}

    assert ruling("deal", players=players, round=1, first_dealer=players - 1) == (deal, "deal")


def test_the_cards_over_move_on_with_the_deal():
    deal = {"dealer": 1, "cards": [21, 21, 22, 22, 22], "left": 0, "first": 2}

    assert ruling("deal", players=5, round=2, first_dealer=0)[0] == deal


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
