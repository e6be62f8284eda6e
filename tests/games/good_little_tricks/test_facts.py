from hypothesis import given
from hypothesis import strategies as st

from games.core.schema import plain, read
from games.core.text import listed
from games.good_little_tricks.facts import Facts
from games.good_little_tricks.game import GAME
from tests.cases import cases
from tests.games.every_game import refusal
from tests.games.good_little_tricks.rounds import WITHOUT_PURPLE, played, table

EVEN = {"orange": 0, "purple": 1, "green": 2, "pink": 2, "blue": 1, "red": 0}
HOUSE_DECK = {"deck": WITHOUT_PURPLE}
NOBODY = "who collected blue: nobody sits there, choose Ada, Ben or Cleo"
NOT_IN_DECK = "purple was collected, but by your house rule it is not in the deck; this table plays with orange, green"


@cases(
    "suits, players, rules, message, field",
    [
        (EVEN | {"red": None}, 3, {}, "red has no owner: 7 of 27 cards are missing, look at who won the trick", "red"),
        ({"orange": 0, "green": 1, "pink": 2}, 3, {}, "purple, blue and red have no owner: 16 of 27 cards", "purple"),
        ({}, 3, {}, "orange, purple, green, pink, blue and red have no owner: 27 of 27 cards are missing", "orange"),
        (EVEN | {"blue": 3}, 3, {}, NOBODY, "blue"),
        (EVEN | {"blue": -1}, 3, {}, NOBODY, "blue"),
        (EVEN | {"blue": 10**4000}, 3, {}, NOBODY, "blue"),
        (EVEN, 4, HOUSE_DECK, NOT_IN_DECK, "purple"),
        (
            {"orange": 0, "green": 0, "pink": 1, "blue": 1}, 2, HOUSE_DECK,
            "red has no owner: 7 of 24 cards are missing", "red",
        ),
    ],
)  # fmt: skip
def test_suits_that_cannot_be_are_refused(suits, players, rules, message, field):
    facts = read({"suits": {suit: seat for suit, seat in suits.items() if seat is not None}}, Facts)
    words, place = refusal(GAME.play, table(players, **rules), facts)

    assert words.startswith(message)
    assert place == f"suits.{field}"


def test_the_last_seat_of_each_table_is_one():
    facts = read({"suits": dict.fromkeys(WITHOUT_PURPLE, 3)}, Facts)

    assert played(facts, table(4, **HOUSE_DECK)).points == (24, 24, 24, 0)


@cases("owner", [None, True, 1.5, "0", [0, 1], {"seat": 0}])
def test_an_owner_is_one_seat_and_the_refusal_names_the_suit(owner):
    assert refusal(read, {"suits": {**EVEN, "pink": owner}}, Facts)[1] == "suits.pink"


@given(st.permutations(list(EVEN.items())))
def test_the_order_in_which_suits_are_written_says_nothing(suits):
    facts = read({"suits": dict(suits)}, Facts)

    assert facts == read({"suits": EVEN}, Facts)
    assert list(facts.owners.items()) == list(EVEN.items())
    assert plain(facts) == {"suits": EVEN}


@cases("suits, words", [("red", "red"), ("blue red", "blue and red"), ("pink blue red", "pink, blue and red")])
def test_suits_are_listed_as_people_say_them(suits, words):
    assert listed(suits.split()) == words
