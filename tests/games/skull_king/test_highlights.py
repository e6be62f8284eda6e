import pytest

from tests.cases import cases
from tests.matches.factory import called_out_after

pytestmark = pytest.mark.django_db

TEN_CARDS, FIVE_CARDS = {"hands": "barrage"}, {"hands": "skirmish"}
# With five cards: Ada made her bid, Ben is one off.
BIDS = {"bids": [2, 1, 1, 0], "tricks": [2, 2, 1, 0]}


@cases(
    "rules, facts, sentences",
    [
        (FIVE_CARDS, {"bids": [4, 1, 0, 1], "tricks": [4, 1, 0, 0]}, ["Ada made a bid of 4 with 5 cards"]),
        (FIVE_CARDS, {"bids": [3, 1, 0, 0], "tricks": [3, 1, 1, 0]}, []),
        (TEN_CARDS, {"bids": [4, 4, 2, 0], "tricks": [4, 4, 2, 0]}, ["Dan made a bid of zero with 10 cards"]),
        (TEN_CARDS, {"bids": [4, 3, 2, 0], "tricks": [4, 3, 2, 1]}, []),
        (
            TEN_CARDS | {"scoring": "rascal"}, {"bids": [6, 3, 0, 0], "tricks": [6, 4, 0, 0]},
            [
                "Ada made a bid of 6 with 10 cards",
                "Cleo made a bid of zero with 10 cards",
                "Dan made a bid of zero with 10 cards",
            ],
        ),
    ],
)  # fmt: skip
def test_a_bid_of_most_tricks_and_a_zero_with_many_cards_are_called_out(rules, facts, sentences):
    assert called_out_after("skull-king", facts, **rules) == sentences


MERMAID, PIRATE, PIRATES = ["14", "king"], ["pirate"], ["pirate", "pirate", "black-14"]
BY_MERMAID, ONE_PIRATE, TWO_PIRATES = (
    "Ada took the Skull King with a Mermaid",
    "Ada took a Pirate with the Skull King",
    "Ada took Pirates with the Skull King",
)


@cases(
    "rules, captures, sentences",
    [
        ({}, [MERMAID, [], [], []], [BY_MERMAID]),
        ({"edition": "schmidt"}, [["king"], [], [], []], [BY_MERMAID]),
        ({}, [PIRATE, [], [], []], [ONE_PIRATE]),
        ({}, [PIRATES, [], [], []], [TWO_PIRATES]),
        ({}, [["14", "black-14"], [], ["mermaid"], []], []),
        # The bid was missed: no bonus but where it counts with any bid, and half of it in Rascal’s scoring.
        ({}, [[], MERMAID, [], []], []),
        ({"bonus_when": "always"}, [[], MERMAID, [], []], [BY_MERMAID.replace("Ada", "Ben")]),
        ({"scoring": "rascal"}, [[], MERMAID, [], []], [BY_MERMAID.replace("Ada", "Ben")]),
    ],
)
def test_who_took_the_skull_king_and_what_he_took_is_called_out(rules, captures, sentences):
    assert called_out_after("skull-king", BIDS | {"captures": captures}, **FIVE_CARDS, **rules) == sentences
