from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from games.core.schema import read
from games.maverick.cards import ANY_TURN_UP, DECK
from games.maverick.facts import Facts
from games.maverick.game import GAME
from games.maverick.laws import can_bring
from tests.cases import cases
from tests.games.maverick.rounds import counted, null, ruling, table, unanswered


@cases(
    "cards, place, why",
    [
        ("4H AC 9H AD", 2, "9♥ is the highest card of the suit led"),
        ("AS LJ 2S KS", 1, "the Small Joker is the highest trump"),
        ("AS LJ BJ KS", 2, "the Big Joker is the highest trump"),
        ("AH 2S KH 3S", 3, "3♠ is the highest trump"),
        ("AH 2S", 1, "2♠ is the highest trump"),
        ("4H", 0, "4♥ is the highest card of the suit led"),
    ],
)
def test_the_highest_trump_takes_the_trick_else_the_highest_of_the_suit_led(cards, place, why):
    assert ruling("winner", cards=cards.split(), trump="S") == {"answer": place, "why": why, "rule": "trick"}


@cases(
    "cards, worth, rule, why",
    [
        ("9S KS 2S AH", -1, "trump", "1 trick with trump but no adder: −1"),
        ("9S 3D 2S AS", 2, "adders", "1 trick with 1 adder: 1 + 1"),
    ],
)
def test_a_trick_is_worth_what_its_kind_says(cards, worth, rule, why):
    ruled = ruling("worth", cards=cards.split(), trump="S", adder="D")

    assert ruled == {"answer": worth, "rule": rule, "why": why}


FIVE = ["2H", "3H", "4H", "5H", "6H"]
NO_SUIT = "{} “X” is not possible (“{}”: “C”, “D”, “H” or “S”)"


@cases(
    "kind, asked, message, field",
    [
        ("winner", {"cards": []}, "a trick has 1 to 4 cards, not 0", "cards"),
        ("winner", {"cards": FIVE}, "a trick has 1 to 4 cards, not 5", "cards"),
        ("winner", {"cards": ["2H", "2H"]}, "2♥ is there twice", ""),
        ("winner", {"cards": ["2H"], "trump": "X"}, NO_SUIT.format("What is trump?", "trump"), "trump"),
        ("worth", {"cards": FIVE[:3], "adder": "D"}, "a whole trick has 4 cards, not 3", "cards"),
        ("worth", {"cards": FIVE, "adder": "D"}, "a whole trick has 4 cards, not 5", "cards"),
        ("worth", {"cards": FIVE[:4], "adder": "D", "trump": "X"}, NO_SUIT.format("What is trump?", "trump"), "trump"),
        ("worth", {"cards": FIVE[:4], "adder": "X"}, NO_SUIT.format("The adder:", "adder"), "adder"),
        ("legal", {"hand": FIVE, "trump": "X"}, NO_SUIT.format("What is trump?", "trump"), "trump"),
        ("legal", {"hand": []}, "a hand has 1 to 13 cards, not 0", "hand"),
        ("legal", {"hand": list(DECK)[:14]}, "a hand has 1 to 13 cards, not 14", "hand"),
        ("legal", {"hand": ["9H"], "led": "9H"}, "9♥ is on the table, not in the hand", "hand"),
        ("trump", {"turned": ["KH"]}, "two cards are turned up, not 1", "turned"),
        ("trump", {"turned": ["KH", "9C", "2D"]}, "two cards are turned up, not 3", "turned"),
    ],
)
def test_what_cannot_be_is_refused(kind, asked, message, field):
    trump = {} if kind == "trump" else {"trump": "S"}

    assert unanswered(kind, **trump | asked) == (message, field)


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
def test_follow_suit_else_trump_else_anything(hand, led, legal, rule, why):
    ruled = ruling("legal", hand=hand.split(), led=led, trump="S")

    assert ruled["answer"] == legal.split()
    assert ruled["rule"] == rule
    assert ruled["why"].startswith(why)


FIRST = {"equal_ranks": "first-card"}


def trump(turned, **house_rules):
    ruled = ruling("trump", turned=turned.split(), house_rules=house_rules)
    found = ruled["answer"]
    return (found["trump"], found["adder"], found["trumps"], found["adders"]), ruled["why"], ruled["rule"]


@cases(
    "turned, found, why",
    [
        ("KH 9C", ("H", "C", 14, 12), "K♥ is higher than 9♣"),
        ("10S JD", ("D", "S", 14, 12), "J♦ is higher than 10♠"),
        ("4S JS", ("S", "D", 13, 13), "both cards are of one suit"),
        ("4D JD", ("S", "D", 15, 11), "both cards are of one suit"),
        ("BJ 4S", ("S", "D", 13, 13), "a joker was turned up"),
        ("4D LJ", ("S", "D", 14, 12), "a joker was turned up"),
        ("7S 7D", ("S", "D", 14, 12), "7♠ and 7♦ are of one rank, neither is the higher"),
        ("7H 7S", ("S", "D", 14, 13), "7♥ and 7♠ are of one rank, neither is the higher"),
        ("7C 7D", ("S", "D", 15, 12), "7♣ and 7♦ are of one rank, neither is the higher"),
    ],
)
def test_two_cards_turned_up_make_trump_and_adder(turned, found, why):
    answer, reason, rule = trump(turned)

    assert answer == found
    assert reason.startswith(f"{why}: ")
    assert rule == ("equal-ranks" if "of one rank" in why else "turn-up")


def test_the_first_of_two_equal_ranks_counts_as_higher_by_house_rule():
    assert trump("7C 7H", **FIRST) == (
        ("C", "H", 14, 12),
        "by your house rule 7♣, turned first, counts as the higher: clubs are trump (14 in play), hearts adder (12)",
        "equal-ranks",
    )
    assert trump("7C 8H", **FIRST)[0] == ("H", "C", 14, 12)
    assert trump("BJ LJ", **FIRST)[0] == ("S", "D", 13, 13)


def test_the_referee_tells_each_pair_which_bids_are_open_and_why():
    assert ruling("bids", totals=[-6, 12], hand=11)["why"] == (
        "what a bid brings, made or lost, with tricks worth 11. "
        "The first player and the third player, total −6: null +33 or −1, blind +22 or +8; bling needs 7 or more. "
        "The second player and the fourth player, total 12: null +33 or −1, bling +22 or −12; blind needs −5 or less."
    )


def test_the_referee_tells_what_combined_bids_are_worth():
    behind, ahead = ruling("bids", totals=[-6, 12], hand=5, house_rules={"stack": True})["answer"]

    assert behind["null + blind"] == {"made": 5 * 3 * 2, "lost": -1 - 3}
    assert ahead["null + bling"] == {"made": 5 * 3 * 2, "lost": -12}
    assert behind["null + null"] == ahead["null + null"] == {"made": 5 * 3 * 3, "lost": -1 - 1}
    assert [bids for bids in (*behind, *ahead) if " + bl" in bids] == ["null + blind", "null + bling"]


RULES = st.fixed_dictionaries(
    {
        "null_zero": st.sampled_from(["zero", "one"]),
        "null_lost": st.sampled_from(["flat", "keep-negative"]),
        "blind_lost": st.sampled_from(["add", "replace"]),
        "blind_negative": st.sampled_from(["as-is", "double"]),
        "bling_negative": st.sampled_from(["as-is", "double"]),
        "bling_lost": st.sampled_from(["total", "hand", "total-then-hand"]),
    }
)


@given(st.integers(-15, 12), st.integers(-15, 26), st.booleans(), RULES)
def test_the_referee_and_the_score_agree_on_every_bid(total, hand, made, rules):
    worth = ruling("bids", totals=[total, 0], hand=hand, house_rules=rules)["answer"][0]
    before = replace(table(**rules), totals=(total, 0))
    books = (3 if made else 0, 0)
    pairs = [
        (hand, theirs)
        for theirs in range(-15, 27)
        if (hand > theirs) == made and any(can_bring((hand, theirs), cards, books) for cards in ANY_TURN_UP)
    ]
    for pair, (bid, outcomes) in product(pairs[:1], worth.items()):
        one = null(took_trick=not made) if bid == "null" else {"seat": 0, "bid": bid}
        if outcomes is not None:
            scored = GAME.play(before, read(counted(*pair, one, books=books), Facts)).rounds[-1].points[0]
            assert outcomes["made" if made else "lost"] == scored


@cases(
    "given_, message, field",
    [
        ({"totals": [0]}, "…: the total: enter 2, not 1 (“totals”)", "totals"),
        ({"totals": [0, "7"]}, "the second player: the total: enter a whole number, not text (“totals”)", "totals[1]"),
        ({"totals": [0, 0], "hand": 27}, "What are their tricks worth? Enter 26 at most", "hand"),
        ({"totals": [0, 0], "hand": -16}, "What are their tricks worth? Enter at least −15", "hand"),
        ({"hand": 3}, "…: the total: not entered yet (“totals”)", ""),
    ],
)
def test_a_question_about_bids_that_cannot_be_is_refused(given_, message, field):
    assert unanswered("bids", **given_) == (message, field)
