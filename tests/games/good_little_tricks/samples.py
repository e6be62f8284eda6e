from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.good_little_tricks.play import play

SIZES = {"orange": 2, "purple": 3, "green": 4, "pink": 5, "blue": 6, "red": 7}


def figures(scored, match, seat):
    suits = plain(scored.facts)["suits"]
    mine = [suit for suit, owner in suits.items() if owner == seat]
    for suit in mine:
        yield "suits", suit, 1
        yield "cards", "", SIZES[suit]
    if len(set(suits.values())) == 1 and match.rules.sweep:
        yield ("sweeps" if mine else "swept"), "", 1
    elif not mine:
        yield "clean", "", 1


def deeds(match):
    for number, facts in enumerate(map(plain, match.round_facts), 1):
        if match.initial_state.rules.sweep and len(set(facts["suits"].values())) == 1:
            yield number, facts["suits"].popitem()[1], " swept the board"


SAMPLES = Samples(figures, play, deeds)
