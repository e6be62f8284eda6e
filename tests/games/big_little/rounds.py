"""Hands of Big Little for the tests: facts in, a match out."""

from collections.abc import Sequence
from random import Random

from games.big_little.facts import Facts
from games.big_little.game import GAME

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mia")

Hand = tuple[Sequence[int], Sequence[int]]


def table(players=2, first_dealer=0, **house_rules):
    return GAME.table(NAMES[:players], first_dealer, house_rules)


def played(*hands, players=2, **house_rules):
    records = [Facts(bids=tuple(bids), tricks=tuple(tricks)) for bids, tricks in hands]
    return GAME.replay(table(players, **house_rules), records)


def quiet(hands, players=2, start=1):
    """Hands in which nothing happens to anybody but the last player, who bids and takes everything."""
    others = [0] * (players - 1)
    return [([*others, cards], [*others, cards]) for cards in range(start, hands + 1)]


def random_hands(players, count):
    """The first hands of a match of Big Little, the same in every run: what was bid, and tricks taken."""
    rng, largest = Random(51), 53 // players
    for number in range(1, count + 1):
        cards = number if number <= largest else 2 * largest - number
        taken = [0] * players
        for _ in range(cards):
            taken[rng.randrange(players)] += 1
        yield {"bids": [rng.randrange(cards + 1) for _ in range(players)], "tricks": taken}
