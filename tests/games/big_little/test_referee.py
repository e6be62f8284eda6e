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


MORE = "each extra trick brings 1 and a sandbag"
FAR_OFF = "11 sandbags more and −100 is due, but this hand can bring no more than 7"
DUE = "12 sandbags cost −100 at the end of this hand, whatever it brings"


@cases(
    "question, why",
    [
        (
            {"dealt": 7, "bid": 4, "sandbags": 8},
            f"+40 with exactly 4, −40 with fewer; {MORE}; 3 sandbags more and −100 is due",
        ),
        (
            {"dealt": 7, "bid": 0},
            f"0 with no trick, and a bid of 0 cannot be missed; {MORE}; {FAR_OFF}",
        ),
        (
            {"dealt": 7, "bid": 3, "house_rules": {"penalty_at": None}},
            f"+30 with exactly 3, −30 with fewer; {MORE}; at your table no hundred is ever lost",
        ),
        (
            {"dealt": 7, "bid": 3, "sandbags": 12, "house_rules": {"penalty_repeats": False}},
            f"−70 with exactly 3, −130 with fewer; {MORE}; {DUE}",
        ),
    ],
)  # fmt: skip
def test_a_stake_says_what_the_sandbags_can_cost(question, why):
    assert ruling("stakes", **question)["why"] == why


@cases(
    "ask, question, message, field",
    [
        ("winner", {"cards": []}, "a trick has at least one card", "cards"),
        ("legal", {"hand": []}, "there is no card in this hand", "hand"),
        ("lead", {"bids": [1, 1], "dealer": 2}, "enter a bid for everybody, the dealer too: there are 2", "dealer"),
        ("stakes", {"dealt": 7, "bid": 8}, "a bid of 8 with 7 in the hand is 1 too many", "bid"),
        (
            "stakes",
            {"dealt": 7, "bid": 2, "sandbags": 11},
            "count the sandbags again, 11 cannot be there: 11 cost 100 points, and then fewer are left",
            "sandbags",
        ),
    ],
)
def test_an_impossible_question_gets_no_ruling(ask, question, message, field):
    assert refusal(ruling, ask, **question) == (message, field)
