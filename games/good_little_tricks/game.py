"""The identity card of Good Little Tricks."""

from itertools import combinations

from games.game import Game
from games.good_little_tricks import referee, scoring
from games.good_little_tricks.plausible import plausible
from games.good_little_tricks.record import SIZES, Record, cards_in, in_words
from games.house_rules import Choice, HouseRules, Number, Several
from games.impossible import Impossible

FULL_DECK = tuple(SIZES)
SMALLEST_PRESET = 20
"""House decks with fewer cards are accepted, but not offered by name."""


def house_decks(players: int) -> list[tuple[str, ...]]:
    """Return every choice of whole suits that divides evenly, most cards and most suits first."""
    choices = [suits for count in range(len(SIZES), 0, -1) for suits in combinations(SIZES, count)]
    return [suits for suits in sorted(choices, key=cards_in, reverse=True) if cards_in(suits) % players == 0]


def check_table(players: int, rules: HouseRules) -> None:
    """Refuse a deck that does not divide evenly, and name some that do."""
    cards = cards_in(rules.deck)
    hand, over = divmod(cards, players)
    if over:
        decks = house_decks(players)
        best = [FULL_DECK] if FULL_DECK in decks else decks[:3]
        raise Impossible(
            f"{cards} cards do not divide evenly among {players} players: {players} × {hand} leaves {over} over; "
            f"what fits is {'; '.join(map(_named, best))}",
            "deck",
        )


def offered_decks() -> tuple[tuple[str, ...], ...]:
    """Return the house decks to offer by name, most cards first; those for four fit two as well."""
    decks = dict.fromkeys(house_decks(2) + house_decks(5))
    return tuple(sorted((deck for deck in decks if cards_in(deck) >= SMALLEST_PRESET), key=cards_in, reverse=True))


def _named(deck: tuple[str, ...]) -> str:
    left_out = [suit for suit in SIZES if suit not in deck]
    return f"{cards_in(deck)} cards, {'without ' + in_words(left_out) if left_out else 'all six suits'}"


HOUSE_RULES = (
    Number(
        name="rounds", default=6, low=1, high=20, unit="rounds", rule="rounds",
        title="Length of the game", why="The rules play six: with three players everybody deals twice.",
    ),
    Choice(
        name="sweep", default=True, rule="sweep",
        labels={True: "no points, and the whole deck for everybody else", False: "it counts like any other cards"},
        title="Collecting every card", why="The rules reward it; some tables want a plain count.",
    ),
    Choice(
        name="trump_lead", default="never", rule="lead",
        labels={
            "never": "not while another suit is in the hand",
            "first-trick": "not to the first trick, later freely",
            "free": "always allowed",
        },
        title="Leading trump", why="The rules forbid it under the heading of the first trick, in general words.",
    ),
    Several(
        name="deck", default=FULL_DECK, rule="house-decks",
        labels={suit: f"{suit} ({size})" for suit, size in SIZES.items()},
        sets=offered_decks(),
        title="Suits in the deck", why="The rules are for three; two, four and five leave whole suits out.",
    ),
)  # fmt: skip

GAME = Game(
    key="good-little-tricks",
    name="Good Little Tricks",
    summary="Win tricks without collecting: a suit goes to whoever wins the trick that completes it, a point a card.",
    seats=referee.SEATS,
    lowest_wins=True,
    house_rules=HOUSE_RULES,
    record=Record,
    score=scoring.score,
    deal=referee.deal,
    length=referee.length,
    check_table=check_table,
    plausible=plausible,
    questions=referee.QUESTIONS,
    deck=referee.pack,
)
