from collections import Counter
from random import Random

from games.big_little.game import GAME
from games.plausible import temper
from tests.games.big_little.table import NAMES


def test_bold_players_bid_more_than_they_take_and_shy_ones_less():
    luck, over = Random(4), Counter()
    bold, shy = max(NAMES, key=lambda name: temper(name).bold), min(NAMES, key=lambda name: temper(name).bold)
    for _ in range(20):
        match = GAME.table([bold, shy, "Cleo", "Ben"], 0, {})
        while GAME.finish(match) is None:
            match = GAME.play(match, GAME.plausible(luck, match))
        for scored in match.rounds:
            over.update({seat: scored.record.bids[seat] - scored.record.tricks[seat] for seat in (0, 1)})

    assert over[0] > 0 > over[1]
