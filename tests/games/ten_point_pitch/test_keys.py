"""The pad of a hand, question by question."""

from games.keypad import Key
from games.ten_point_pitch.scoring import POINTS
from tests.cases import cases
from tests.games.ten_point_pitch.answers import BID, form

SEATS = "1 Ben side-1 / 2 Cleo side-0 / 3 Dan side-1 / 0 Ada side-0"
BIDS = "9 9 / 10 10"
NUMBERS = " / ".join(f"{number} {number}" for number in range(11))
SUITS = "S ♠ suit-S / H ♥ suit-H / D ♦ suit-D / C ♣ suit-C"
PLACES = "0 Ada & Cleo side-0 / 1 Ben & Dan side-1 / lost lost wide"
ANY_NUMBER = "took=0|1|2|3|4|5|6|7|8|9|10"

PAD = {
    "bidder": ("Who plays?", "plays", SEATS),
    "moon": ("A moon?", "moon", "moon moon"),
    "bid": ("For how many?", "bid", BIDS),
    "bids": ("Everybody’s bids, beginning with Ben", "all bids", f"pass pass wide / {BIDS}"),
    "trump": ("What is trump?", "trump", SUITS),
    "took": ("Or the points of the bidding side, counted", "points", NUMBERS),
    "taken-A": ("Who has the ace?", "A", PLACES),
    "taken-J": ("Who has the jack?", "J", PLACES),
    "taken-off-J": ("Who has the off-jack?", "off-J", PLACES),
    "taken-HJ": ("Who has the high joker?", "HJ", PLACES),
    "taken-LJ": ("Who has the low joker?", "LJ", PLACES),
    "taken-10": ("Who has the 10?", "10", PLACES),
    "taken-3": ("Who has the three, worth 3?", "3", PLACES),
    "taken-2": ("Who played the 2?", "2", PLACES),
    "lost": ("Points lost in the discards", "lost", NUMBERS),
}


def written(keys):
    """Keys in one line: the answer each gives, what stands on it, and its look."""
    return " / ".join(" ".join(filter(None, [key.value, key.label, key.tone])) for key in keys)


def test_the_pad_asks_these_questions_with_these_keys():
    asked = form(moon="game", minimum_bid=9).fields

    assert list(asked) == list(PAD)
    assert {name: (one.label, one.short, written(one.keys)) for name, one in asked.items()} == PAD


def test_the_two_is_asked_for_as_the_house_rule_counts_it():
    assert form(two="player").fields["taken-2"].label == "Who played the 2?"
    assert form(two="taker").fields["taken-2"].label == "Who has the 2?"


def test_what_everybody_has_to_say_and_what_only_some_want_to():
    asked = form(moon="game").fields
    cards = {f"taken-{card}" for card in POINTS}

    assert {name for name, one in asked.items() if one.needed is True} == {"bidder", "bid", *cards}
    assert {name for name, one in asked.items() if one.needed is False} == {"moon", "bids", "trump", "took", "lost"}
    assert {name for name, one in asked.items() if one.passed_over} == {"bids", "lost"}
    assert {name: one.most for name, one in asked.items() if one.many} == {"moon": 1, "bids": 4, "took": 1, "lost": 1}
    assert {name: one.beside for name, one in asked.items() if one.beside} == {"moon": "bid", "took": "trump"}
    assert {name for name, one in asked.items() if one.unless == "took"} == cards
    assert {name: one.when for name, one in asked.items() if one.when} == {"lost": ANY_NUMBER}


def test_with_all_bids_noted_bidder_and_bid_are_no_longer_needed():
    asked = form({"bids": "5 pass 6 pass"}).fields

    assert [asked[name].needed for name in ("bidder", "bid")] == [False, False]
    assert form({"bids": " "}).fields["bidder"].needed


@cases(
    "rules, bid",
    [({}, ("bidder", "bid", "trump", "bids")), ({"moon": "game"}, ("bidder", "bid", "moon", "trump", "bids"))],
)
def test_the_ledger_has_the_bid_then_the_cards_then_the_count(rules, bid):
    first, second, third = form(**rules).sections

    assert [section.grid for section in (first, second, third)] == [True, True, True]
    assert [section.title for section in (first, second, third)] == ["", "Taken by", ""]
    assert [tuple(row)[:2] for row in first.rows] == [("Bid", bid)]
    assert [tuple(row)[:2] for row in second.rows] == [(card, (f"taken-{card}",)) for card in POINTS]
    assert [tuple(row)[:2] for row in third.rows] == [("Counted", ("took", "lost"))]


def test_trump_and_off_jack_are_read_out_as_what_they_are():
    assert form().notes({"trump": "S"}) == [
        Key("♠", "♠", "trump", tone="suit-S"),
        Key("J♣", "J♣", "off-jack", tone="suit-C"),
    ]


def test_shortcuts_have_names_and_words():
    cards = [f"taken-{card}" for card in POINTS]

    assert [tuple(one) for one in form().shortcuts({})] == [
        ("passed", "Everybody passed", {"bids": "pass pass pass pass", "bidder": "0", "bid": "4"})
    ]
    assert [tuple(one) for one in form().shortcuts(BID)] == [
        ("rest-0", "All else: Ada & Cleo", dict.fromkeys(cards, "0")),
        ("rest-1", "All else: Ben & Dan", dict.fromkeys(cards, "1")),
    ]
