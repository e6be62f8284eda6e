"""What tests over every game know of Good Little Tricks."""

from games.core.schema import plain
from tests.games.every_game import Samples, searches
from tests.games.good_little_tricks.play import play

SIZES = {"orange": 2, "purple": 3, "green": 4, "pink": 5, "blue": 6, "red": 7}

HOUSE_RULES = {
    "rounds": 6,
    "sweep": True,
    "trump_lead": "never",
    "deck": ["orange", "purple", "green", "pink", "blue", "red"],
}

SEARCHES = searches(
    renege=["re|voke"],
    lead=["can I lead tru|mp", "le|ad trump first trick", "le|ad trump"],
    deal=["who leads f|irst", "who d|eals", "how many cards|"],
    house_decks=["how many cards w|ith 5"],
    sweep=["shoo|t the moon", "sw|eep"],
    collecting=["la|st trick", "la|st card"],
    trump=["what i|s trump now"],
    follow_suit=["do I have t|o trump"],
    rounds=["how doe|s it end", "how| long is the game", "a ti|e at the end"],
)


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


SAMPLES = Samples(
    house_rules=HOUSE_RULES,
    asks=frozenset({"deal", "legal", "trump", "winner"}),
    searches=SEARCHES,
    figures=figures,
    play=play,
)
