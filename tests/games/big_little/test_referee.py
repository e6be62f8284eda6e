from hypothesis import given
from hypothesis import strategies as st

from games.big_little.game import GAME
from games.big_little.referee import DECK
from games.core.referee import answer
from tests.cases import cases
from tests.games.every_game import refusal

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "LJ", "BJ"]
trumps = st.sampled_from(["S", "H", "D", "C", None])


def ruling(ask, **question):
    return answer(GAME, {"ask": ask, **question})


def hands(least=1):
    return st.lists(st.sampled_from(sorted(DECK)), min_size=least, max_size=26, unique=True)


def suit_of(code, trump):
    """A card's suit, told the way a person reads it off the card."""
    return (trump or "joker") if code in ("BJ", "LJ") else code[-1]


def rank_of(code):
    return RANKS.index(code if code in ("BJ", "LJ") else code[:-1])


@given(hands(), trumps)
def test_the_highest_trump_takes_the_trick_else_the_highest_of_the_suit_led(cards, trump):
    wins = trump or "joker"
    if wins not in [suit_of(card, trump) for card in cards]:
        wins = suit_of(cards[0], trump)
    best = max((card for card in cards if suit_of(card, trump) == wins), key=rank_of)

    assert cards[ruling("winner", cards=cards, trump=trump)["answer"]] == best


@given(hands(2), trumps)
def test_a_legal_card_follows_and_a_led_big_joker_pulls_the_highest_trump(cards, trump):
    led, *hand = cards
    following = [card for card in hand if suit_of(card, trump) == suit_of(led, trump)]
    if led == "BJ":
        following = sorted(following, key=rank_of)[-1:]

    assert ruling("legal", hand=hand, led=led, trump=trump)["answer"] == (following or hand)


@given(st.lists(st.integers(0, 13), min_size=2, max_size=13), st.data())
def test_the_first_to_say_the_highest_bid_leads(bids, data):
    dealer = data.draw(st.integers(0, len(bids) - 1))
    spoken = [(dealer + 1 + step) % len(bids) for step in range(len(bids))]

    leads = ruling("lead", bids=bids, dealer=dealer)["answer"]
    assert bids[leads] == max(bids)
    assert all(bids[seat] < bids[leads] for seat in spoken[: spoken.index(leads)])


@cases(
    "ask, question, message, field",
    [
        ("winner", {"cards": []}, "a trick has at least one card", "cards"),
        ("legal", {"hand": []}, "there is no card in this hand", "hand"),
        ("lead", {"bids": [1, 1], "dealer": 2}, "enter a bid for everybody, the dealer too: there are 2", "dealer"),
    ],
)
def test_an_impossible_question_gets_no_ruling(ask, question, message, field):
    assert refusal(ruling, ask, **question) == (message, field)
