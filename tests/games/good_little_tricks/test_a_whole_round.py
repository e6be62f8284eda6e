"""A whole round, card by card: the referee is asked about every card, and the suits fall where they should."""

from typing import Any

from games.good_little_tricks.game import GAME
from games.good_little_tricks.record import SIZES, Record
from games.referee import answer
from games.typed import read

LETTERS = {"O": "orange", "P": "purple", "G": "green", "K": "pink", "B": "blue", "R": "red"}
HANDS = ["P1 P2 G1 G3 K5 B3 B5 R4 R6", "O2 G4 K3 K4 B1 B2 R1 R3 R7", "O1 P3 G2 K1 K2 B4 B6 R2 R5"]
TRICKS = [  # leader, cards in order, trump, winner, suits collected
    (0, "G3 G4 G2", "orange", 1, []),
    (1, "B2 B6 B5", "orange", 2, []),
    (2, "B4 B3 B1", "orange", 2, ["blue"]),
    (2, "K1 K5 K4", "orange", 0, []),
    (0, "P1 O2 P3", "orange", 1, []),
    (1, "R1 R2 R6", "orange", 0, []),
    (0, "P2 R3 O1", "orange", 2, ["orange", "purple"]),
    (2, "K2 G1 K3", "green", 0, ["green", "pink"]),
    (0, "R4 R7 R5", "red", 1, ["red"]),
]


def codes(cards: str) -> list[str]:
    return [LETTERS[letter] + number for letter, number in cards.split()]


def asked(ask: str, **given: Any) -> Any:
    return answer(GAME, {"ask": ask, **given})["answer"]


def test_every_card_is_legal_every_trick_has_its_winner_and_the_suits_cost_9_7_and_11() -> None:
    hands, display, owners = [codes(hand) for hand in HANDS], [], {}
    for leader, cards, trump, winner, completed in TRICKS:
        trick = codes(cards)
        assert asked("trump", collected=list(owners)) == trump
        for place, card in enumerate(trick):
            hand, led = hands[(leader + place) % 3], trick[0] if place else None
            assert card in asked("legal", hand=hand, led=led, trump=trump)
            hand.remove(card)
        assert (leader + asked("winner", cards=trick, trump=trump)) % 3 == winner
        display += trick
        fallen = [suit for suit in SIZES if suit not in owners and lies_open(suit, display)]
        assert fallen == completed
        owners |= dict.fromkeys(fallen, winner)

    played = GAME.play(GAME.table(("Ada", "Ben", "Cleo"), 2, {}), read({"suits": owners}, Record))
    assert hands == [[], [], []]
    assert played.totals == (9, 7, 11)


def lies_open(suit: str, display: list[str]) -> bool:
    return all(f"{suit}{rank}" in display for rank in range(1, SIZES[suit] + 1))
