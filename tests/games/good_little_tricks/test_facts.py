from games.core.schema import read
from games.good_little_tricks.facts import ALL_SUITS, Facts, cards_in
from games.good_little_tricks.game import GAME
from tests.cases import cases
from tests.games.every_game import refusal
from tests.games.good_little_tricks.rounds import WITHOUT_PURPLE, table

EVEN = {"orange": 0, "purple": 1, "green": 2, "pink": 2, "blue": 1, "red": 0}
HOUSE_DECK = {"deck": WITHOUT_PURPLE}
NOBODY = "who collected blue: nobody sits there, choose Ada, Ben or Cleo"
NOT_IN_DECK = "purple was collected, but at your table it is not in the deck; this table plays with orange, green"


@cases(
    "suits, players, rules, message, field",
    [
        (EVEN | {"red": None}, 3, {}, "red has no owner: 7 of 27 cards are missing, look at who won the trick", "red"),
        ({"orange": 0, "green": 1, "pink": 2}, 3, {}, "purple, blue and red have no owner: 16 of 27 cards", "purple"),
        (EVEN | {"blue": 3}, 3, {}, NOBODY, "blue"),
        (EVEN | {"blue": 10**4000}, 3, {}, NOBODY, "blue"),
        (EVEN, 4, HOUSE_DECK, NOT_IN_DECK, "purple"),
    ],
)  # fmt: skip
def test_suits_that_cannot_be_are_refused(suits, players, rules, message, field):
    facts = read({"suits": {suit: seat for suit, seat in suits.items() if seat is not None}}, Facts)
    words, place = refusal(GAME.play, table(players, **rules), facts)

    assert words.startswith(message)
    assert place == f"suits.{field}"


@cases(
    "deck, owners, told",
    [
        ("orange purple", (3, 3), ""),
        ("orange purple", (0, 3), "Ada and Dan collected suits: 2 players, but 5 cards among 5 players make 1 trick"),
        ("orange purple green pink blue", (0, 1, 2, 3, 3), ""),
        (
            "orange purple green pink blue", (0, 1, 2, 3, 4),
            "Ada, Ben, Cleo, Dan and Eve collected suits: 5 players, but 20 cards among 5 players make 4 tricks",
        ),
        ("purple green pink blue red", (0, 1, 2, 3, 4), ""),
    ],
)  # fmt: skip
def test_suits_fall_to_as_many_players_as_there_are_tricks(deck, owners, told):
    suits = deck.split()
    facts = read({"suits": dict(zip(suits, owners, strict=True))}, Facts)

    if told:
        refused = (f"{told}, and a trick has one winner", f"suits.{suits[-1]}")
        assert refusal(GAME.play, table(5, deck=suits), facts) == refused
    else:
        assert GAME.play(table(5, deck=suits), facts).rounds


MOST, TWENTY = "24 cards, without purple", "20 cards, without red; 20 cards, without purple and green"


@cases(
    "players, deck, over, fitting",
    [
        (2, ALL_SUITS, "2 × 13 leaves 1", f"{MOST}; 22 cards, without pink; 22 cards, without orange and purple"),
        (3, ["red"], "3 × 2 leaves 1", "27 cards, all six suits"),
    ],
)
def test_a_deck_that_leaves_cards_over_names_decks_that_fit(players, deck, over, fitting):
    start = f"{cards_in(deck)} cards do not divide evenly among {players} players: {over} over"

    assert refusal(table, players, deck=deck) == (f"{start}; what fits is {fitting}", "deck")
