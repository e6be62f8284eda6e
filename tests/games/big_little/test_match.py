"""The deal of Big Little, and how people play it."""

from collections import Counter
from random import Random

from games.big_little.game import GAME
from games.core.house_rules import HouseRules
from games.core.simulation import temper
from tests.cases import cases
from tests.games.big_little.rounds import NAMES
from tests.games.every_game import played_on

LARGEST = {
    "leave-one": dict(enumerate([26, 17, 13, 10, 8, 7, 6, 5, 5, 4, 4, 4], 2)),
    "leave-three": {2: 25, 3: 17, 4: 12, 6: 8, 9: 5, 13: 3},
    "deal-all": {2: 27, 3: 18, 4: 13, 6: 9, 9: 6, 13: 4},
}
"""The largest hand by number of players."""


@cases("largest_hand, players, largest", [(rule, *one) for rule in LARGEST for one in LARGEST[rule].items()])
def test_hands_grow_to_the_largest_and_shrink_to_one(largest_hand, players, largest):
    rules = HouseRules(GAME.house_rules, {"largest_hand": largest_hand})
    hands = [*range(1, largest + 1), *range(largest - 1, 0, -1)]
    deals = [GAME.deal_of(players, number, 0, rules) for number in range(1, len(hands) + 1)]

    assert GAME.length(players, rules) == len(hands)
    assert [deal.cards for deal in deals] == [(cards,) * players for cards in hands]
    assert [deal.left for deal in deals] == [54 - players * cards for cards in hands]


def test_bold_players_bid_more_than_they_take_and_shy_ones_less():
    rng, over = Random(4), Counter()
    bold, shy = max(NAMES, key=lambda name: temper(name).bold), min(NAMES, key=lambda name: temper(name).bold)
    for _ in range(20):
        for scored in played_on(GAME.table([bold, shy, "Cleo", "Ben"], 0, {}), rng, most=25).rounds:
            over.update({seat: scored.facts.bids[seat] - scored.facts.tricks[seat] for seat in (0, 1)})

    assert over[0] > 0 > over[1]
