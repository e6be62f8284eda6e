"""The round of GL-14, card by card, and what a replay refuses."""

import random

from hypothesis import given
from hypothesis import strategies as st

from games.good_little_tricks.referee import ALL_CARDS
from tests.cases import cases
from tests.games.every_game import refusal
from tests.games.good_little_tricks.rounds import ruling

LETTERS = {"O": "orange", "P": "purple", "G": "green", "K": "pink", "B": "blue", "R": "red"}


ROUND = "G3 G4 G2  B2 B6 B5  B4 B3 B1  K1 K5 K4  P1 O2 P3  R1 R2 R6  P2 R3 O1  K2 G1 K3  R4 R7 R5"


def cards(written):
    return [LETTERS[card[0]] + card[1:] for card in written.split()]


def replayed(written, players=3, first=0, **rules):
    return ruling("replay", cards=cards(written), players=players, first=first, house_rules=rules)


def test_a_complete_replay_names_each_tricks_winner_and_suit():
    answer = replayed(ROUND)["answer"]

    assert [trick["taker"] for trick in answer["tricks"]] == [1, 2, 2, 0, 1, 0, 2, 0, 1]
    assert [trick["leader"] for trick in answer["tricks"]] == [0, 1, 2, 2, 0, 1, 0, 2, 0]
    assert [trick["trump"] for trick in answer["tricks"]] == ["orange"] * 7 + ["green", "red"]
    assert answer["collected"] == {"blue": 2, "orange": 2, "purple": 2, "green": 0, "pink": 0, "red": 1}
    assert (answer["trump"], answer["next"]) == (None, None)


@cases(
    "written, why, turn",
    [
        ("", "nothing is collected yet; orange is trump, and the first player leads", 0),
        ("G3 G4 G2 B2 B6", "nothing is collected yet; orange is trump, and the first player plays next to blue 2", 0),
        (
            ROUND[:28],
            "the third player collects blue with trick 3; orange is trump, and the third player leads to trick 4",
            2,
        ),
    ],
)
def test_an_unfinished_replay_names_trump_and_the_next_player(written, why, turn):
    ruled = replayed(written)

    assert (ruled["answer"]["next"], ruled["rule"]) == (turn, "collecting")
    assert ruled["why"].endswith(why)


@cases(
    "written, message, field",
    [
        (
            "G1 G2 G3 R1 R2 B1 R3 R4",
            "2: blue 1 could not be played, for red was led, and the second player still held red 4",
            5,
        ),
    ],
)
def test_the_first_card_that_could_not_have_been_played_is_refused(written, message, field):
    assert refusal(replayed, written) == (f"trick {message}", f"cards[{field}]")


@given(st.integers(0, 10**6), st.sampled_from(["never", "first-trick", "free"]))
def test_a_round_played_by_the_rules_is_never_refused(seed, ban):
    rng, pack = random.Random(seed), list(ALL_CARDS)
    rng.shuffle(pack)
    hands, lying = [pack[:9], pack[9:18], pack[18:]], []
    rules = {"house_rules": {"trump_lead": ban}}
    while any(hands):
        state = ruling("replay", cards=lying, players=3, first=0, **rules)["answer"]
        hand, led = hands[state["next"]], state["tricks"][-1]["cards"][0] if len(lying) % 3 else None
        allowed = ruling("legal", hand=hand, led=led, trump=state["trump"], opening=len(lying) < 3, **rules)["answer"]
        lying.append(rng.choice(allowed))
        hand.remove(lying[-1])

    assert len(ruling("replay", cards=lying, players=3, first=0, **rules)["answer"]["collected"]) == 6
