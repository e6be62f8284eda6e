import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.big_little.game import GAME
from games.big_little.referee import DECK
from games.core.errors import Impossible
from games.core.referee import answer
from tests.cases import cases

SUITS = ["S", "H", "D", "C"]
trumps = st.sampled_from([*SUITS, None])


def asked(ask, **question):
    return answer(GAME, {"ask": ask, **question})


def hands(least=1):
    return st.lists(st.sampled_from(sorted(DECK)), min_size=least, max_size=26, unique=True)


def suit_of(code, trump):
    """A card's suit, told the way a person reads it off the card."""
    return (trump or "joker") if code in ("BJ", "LJ") else code[-1]


def rank_of(code):
    return ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "LJ", "BJ"].index(
        code if code in ("BJ", "LJ") else code[:-1]
    )


@given(hands(), trumps)
def test_the_highest_trump_takes_the_trick_else_the_highest_of_the_suit_led(cards, trump):
    wins = trump or "joker"
    if wins not in [suit_of(card, trump) for card in cards]:
        wins = suit_of(cards[0], trump)
    best = max((card for card in cards if suit_of(card, trump) == wins), key=rank_of)

    assert cards[asked("winner", cards=cards, trump=trump)["answer"]] == best


@given(hands(2), trumps)
def test_a_legal_card_follows_and_a_led_big_joker_pulls_the_highest_trump(cards, trump):
    led, *hand = cards
    following = [card for card in hand if suit_of(card, trump) == suit_of(led, trump)]
    if led == "BJ":
        following = sorted(following, key=rank_of)[-1:]

    assert asked("legal", hand=hand, led=led, trump=trump)["answer"] == (following or hand)


@given(st.lists(st.integers(0, 13), min_size=2, max_size=13), st.data())
def test_the_first_to_say_the_highest_bid_leads(bids, data):
    dealer = data.draw(st.integers(0, len(bids) - 1))
    spoken = [(dealer + 1 + step) % len(bids) for step in range(len(bids))]

    leads = asked("lead", bids=bids, dealer=dealer)["answer"]
    assert bids[leads] == max(bids)
    assert all(bids[seat] < bids[leads] for seat in spoken[: spoken.index(leads)])


@cases(
    "turned, suit",
    [(["9H"], "H"), (["LJ", "9H"], "H"), (["BJ", "LJ", "2C"], "C"), (["BJ", "LJ"], None), (["LJ"], None), ([], None)],
)
def test_the_first_card_turned_that_is_no_joker_makes_trump(turned, suit):
    assert asked("trump", turned=turned)["answer"] == suit


@cases(
    "question, why",
    [
        ({"ask": "winner", "cards": ["2S", "AH"], "trump": "S"}, "2♠ is the highest trump"),
        ({"ask": "winner", "cards": ["2S", "AH"]}, "2♠ is the highest card of the suit led, and no trump was played"),
        ({"ask": "winner", "cards": ["2S", "LJ"]}, "LJ is the highest trump"),
        ({"ask": "legal", "hand": ["2S"], "led": None}, "whoever leads may lead any card"),
        ({"ask": "legal", "hand": ["2S"], "led": "3S"}, "spades were led and have to be followed"),
        ({"ask": "legal", "hand": ["BJ"], "led": "LJ"}, "jokers were led and have to be followed"),
        ({"ask": "legal", "hand": ["BJ"], "led": "3S", "trump": "S"}, "trumps were led and have to be followed"),
        ({"ask": "legal", "hand": ["2S"], "led": "3H"}, "there are no hearts in the hand: any card may be played"),
        ({"ask": "legal", "hand": ["2S"], "led": "BJ"}, "there are no jokers in the hand: any card may be played"),
        (
            {"ask": "legal", "hand": ["2S"], "led": "BJ", "trump": "S"},
            "the Big joker was led: the highest trump in the hand has to be played",
        ),
        (
            {"ask": "trump", "turned": ["LJ", "2C"]},
            "the card turned up makes clubs trump, a joker turned up is passed over",
        ),
        ({"ask": "trump", "turned": ["2C"]}, "the card turned up makes clubs trump"),
        ({"ask": "trump", "turned": ["LJ"]}, "no card of a suit was turned up: no trumps"),
        ({"ask": "lead", "bids": [1, 2], "dealer": 0}, "2 is the highest bid"),
        ({"ask": "lead", "bids": [2, 2], "dealer": 0}, "2 is the highest bid, and seat 1 said it first"),
    ],
)
def test_every_ruling_says_why(question, why):
    assert answer(GAME, question)["why"] == why


@cases(
    "question, told, field",
    [
        ({"ask": "winner", "cards": []}, "a trick has at least one card", "cards"),
        ({"ask": "winner", "cards": ["2S", "2S"]}, "2♠ is there twice", ""),
        ({"ask": "winner", "cards": ["1S"]}, "there is no card “1S” in this deck", ""),
        ({"ask": "winner", "cards": [""]}, "there is no card “” in this deck", ""),
        ({"ask": "winner", "cards": "2S"}, "cards: should be a list, not text", "cards"),
        ({"ask": "winner", "cards": ["2S"], "trump": "X"}, "trump: “X” is not one of “C”, “D”, “H”, “S”", "trump"),
        ({"ask": "legal", "hand": []}, "there is no card in this hand", "hand"),
        ({"ask": "legal", "hand": [], "led": "BJ"}, "there is no card in this hand", "hand"),
        ({"ask": "legal", "hand": ["2S"], "led": "2S"}, "2♠ is on the table, not in the hand", "hand"),
        ({"ask": "legal", "hand": ["2S"], "led": ""}, "there is no card “” in this deck", ""),
        ({"ask": "trump", "turned": ["BJ", "BJ"]}, "the Big joker is there twice", ""),
        ({"ask": "lead", "bids": [], "dealer": 0}, "seat 0 cannot deal: there are 0 bids", "dealer"),
        ({"ask": "lead", "bids": [1, 1], "dealer": 2}, "seat 2 cannot deal: there are 2 bids", "dealer"),
        ({"ask": "lead", "bids": [1, 1], "dealer": -1}, "dealer: should be 0 or more", "dealer"),
        ({"ask": "lead", "bids": [1, -1], "dealer": 0}, "bids[1]: should be 0 or more", "bids[1]"),
    ],
)
def test_an_impossible_question_gets_no_ruling(question, told, field):
    with pytest.raises(Impossible) as refused:
        answer(GAME, question)

    assert (refused.value.message, refused.value.field) == (told, field)
