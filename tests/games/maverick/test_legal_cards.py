from hypothesis import given
from hypothesis import strategies as st

from games.maverick.cards import DECK, legal_cards
from tests.cases import cases
from tests.games.maverick.any_hand import codes
from tests.games.maverick.asking import ruling, unanswered

suits = st.sampled_from("SHDC")


@cases(
    "hand, led, legal, rule, why",
    [
        ("4S AC BJ", "9H", "4S BJ", "must-trump", "there is no card of hearts in the hand: it has to be"),
        ("4S AC BJ 2H", "9H", "2H", "follow-suit", "hearts were led and have to be followed"),
        ("4D AC", "9H", "4D AC", "must-trump", "there is no card of hearts or of trump (♠ and the jokers)"),
        ("4S AC", "BJ", "4S", "follow-suit", "trump (♠ and the jokers) was led and has to be followed"),
        ("LJ AC", "4S", "LJ", "follow-suit", "trump (♠ and the jokers) was led"),
        ("4H AC", "LJ", "4H AC", "must-trump", "there is no card of trump (♠ and the jokers) in the hand: any"),
        ("4H AC BJ", None, "4H AC BJ", "lead", "whoever leads may lead any card"),
    ],
)
def test_follow_suit_else_trump_else_anything(hand: str, led: str | None, legal: str, rule: str, why: str) -> None:
    ruled = ruling("legal", hand=hand.split(), led=led, trump="S")

    assert ruled["answer"] == legal.split()
    assert ruled["rule"] == rule
    assert ruled["why"].startswith(why)


def test_trump_need_not_be_spades() -> None:
    assert ruling("legal", hand=["4S", "AC", "LJ"], led="9H", trump="C")["answer"] == ["AC", "LJ"]


@given(st.lists(codes, min_size=2, max_size=14, unique=True), suits)
def test_something_may_always_be_played_and_it_is_in_the_hand(cards: list[str], suit: str) -> None:
    led, *hand = (DECK[code] for code in cards)
    legal = legal_cards(hand, led, suit)

    assert legal
    assert set(legal) <= set(hand)


def test_a_hand_has_one_to_thirteen_cards_and_not_the_one_on_the_table() -> None:
    assert unanswered("legal", hand=[], led="9H", trump="S") == ("a hand has 1 to 13 cards, not 0", "hand")
    assert unanswered("legal", hand=list(DECK)[:14], led=None, trump="S")[0] == "a hand has 1 to 13 cards, not 14"
    assert unanswered("legal", hand=["9H"], led="9H", trump="S") == ("9♥ is on the table, not in the hand", "hand")
    assert len(ruling("legal", hand=list(DECK)[:13], trump="S")["answer"]) == 13
