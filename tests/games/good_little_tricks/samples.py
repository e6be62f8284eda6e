"""What tests over every game know of Good Little Tricks."""

from games.core.schema import plain
from tests.games.every_game import Rate, Samples, choice, number, sample, yes_or_no
from tests.games.good_little_tricks import rounds

SIZES = {"orange": 2, "purple": 3, "green": 4, "pink": 5, "blue": 6, "red": 7}

HOUSE_RULES = {
    "rounds": number("score rulings limits", 6, 1, 20),
    "sweep": yes_or_no("score", True),
    "trump_lead": choice("rulings", "never", "first-trick", "free"),
    "deck": sample(
        "score rulings limits",
        [*SIZES],
        [[*SIZES], ["orange"], ["green", "pink", "blue", "red"]],
        [[], ["red", "red"], ["yellow"], "red", [1], None, {"red": 1}],
    ),
}

SEARCHES = [
    ("re|voke", "renege"),
    ("can I lead tru|mp", "lead"),
    ("who leads f|irst", "deal"),
    ("how many cards w|ith 5", "house-decks"),
    ("sh|oot the moon", "sweep"),
    ("la|st trick", "collecting"),
    ("sw|eep", "sweep"),
    ("wha|t is trump now", "trump"),
    ("do I| have to trump", "cannot-follow"),
    ("how doe|s it end", "rounds"),
    ("how| long is the game", "rounds"),
    ("who d|eals", "deal"),
    ("le|ad trump first trick", "lead"),
    ("how m|any cards", "deal"),
    ("la|st card", "collecting"),
    ("le|ad trump", "lead"),
    ("a t|ie at the end", "tie"),
]

RATES = [Rate("sweep", 0.005, 0.06)]


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
    searches=tuple(SEARCHES),
    rates=tuple(RATES),
    figures=figures,
    sheets=rounds.sheets,
)
