"""The deal of Big Little, and how people play it."""

from collections import Counter
from random import Random

from games.big_little.game import GAME
from games.core.house_rules import HouseRules
from games.core.simulation import temper
from tests.cases import cases
from tests.games.big_little.rounds import NAMES


def rules(**chosen):
    return HouseRules(GAME.house_rules, chosen)


def cards(players, number, **chosen):
    return GAME.deal_of(players, number, 0, rules(**chosen)).cards


@cases(
    "players, largest, hands, left",
    [
        (2, 26, 51, 2),
        (3, 17, 33, 3),
        (4, 13, 25, 2),
        (5, 10, 19, 4),
        (6, 8, 15, 6),
        (7, 7, 13, 5),
        (8, 6, 11, 6),
        (9, 5, 9, 9),
        (10, 5, 9, 4),
        (11, 4, 7, 10),
        (12, 4, 7, 6),
        (13, 4, 7, 2),
    ],
)
def test_hands_grow_to_the_largest_and_shrink_to_one(players, largest, hands, left):
    deals = [GAME.deal_of(players, number, 0, rules()) for number in range(1, hands + 1)]

    assert GAME.length(players, rules()) == hands
    assert [deal.cards[0] for deal in deals] == [*range(1, largest + 1), *range(largest - 1, 0, -1)]
    assert all(deal.cards == (deal.cards[0],) * players for deal in deals)
    assert all(deal.left == 54 - players * deal.cards[0] for deal in deals)
    assert min(deal.left for deal in deals) == left


@cases(
    "largest_hand, by_players",
    [("leave-three", {2: 25, 3: 17, 4: 12, 6: 8, 9: 5, 13: 3}), ("deal-all", {2: 27, 3: 18, 4: 13, 6: 9, 9: 6, 13: 4})],
)
def test_the_largest_hand_is_a_house_rule(largest_hand, by_players):
    for players, largest in by_players.items():
        assert GAME.length(players, rules(largest_hand=largest_hand)) == 2 * largest - 1
        assert cards(players, largest, largest_hand=largest_hand)[0] == largest


def test_bold_players_bid_more_than_they_take_and_shy_ones_less():
    luck, over = Random(4), Counter()
    bold, shy = max(NAMES, key=lambda name: temper(name).bold), min(NAMES, key=lambda name: temper(name).bold)
    for _ in range(20):
        match = GAME.table([bold, shy, "Cleo", "Ben"], 0, {})
        while GAME.finish(match) is None:
            match = GAME.play(match, GAME.simulate(luck, match))
        for scored in match.rounds:
            over.update({seat: scored.facts.bids[seat] - scored.facts.tricks[seat] for seat in (0, 1)})

    assert over[0] > 0 > over[1]
