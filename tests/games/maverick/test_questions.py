"""What is asked at the table, and in which words."""

from typing import NamedTuple

from games.cards import RANKS, SUITS
from games.form import Cards, Question
from games.maverick.form import RoundForm
from games.so_far import SoFar
from tests.games.maverick.hands import table

NUMBERS = " ".join(str(number) for number in range(14))
IF_LIVE, BY_KIND, BY_POINTS, COUNTED = "way=live|", "way=kinds", "way=points", "way=kinds|points"


class Asked(NamedTuple):
    """A question: its words, its short name, its keys, when it is asked, and whether somebody has to answer."""

    label: str
    short: str
    keys: str
    when: str = ""
    needed: bool = True
    passed_over: bool = False
    most: int = 0
    joined: bool = False


def asked(name: str, so_far: SoFar | None = None) -> Asked:
    question: Question = RoundForm(so_far or table(), {}).fields[name]
    keys = " ".join(key.label for key in question.keys)
    cards = (question.most, question.joined) if isinstance(question, Cards) else (0, False)
    return Asked(question.label, question.short, keys, question.when, question.needed, question.passed_over, *cards)


def test_a_card_turned_up_is_two_taps_or_a_joker() -> None:
    keys = "2 3 4 5 6 7 8 9 10 J Q K A ♠ ♥ ♦ ♣ BJ SJ"

    assert asked("turned-0") == Asked(
        "The first card turned up: rank and suit", "first card", keys, needed=False, most=2
    )
    assert asked("turned-1") == Asked(
        "The second card turned up: rank and suit", "second card", keys, needed=False, most=2
    )
    *others, big, small = RoundForm(table(), {}).fields["turned-0"].keys
    assert [key.value for key in others] == [*RANKS, *SUITS]
    jokers = [big, small]
    assert [(key.value, key.spoken, key.alone) for key in jokers] == [
        ("BJ", "Big Joker", True),
        ("LJ", "Small Joker", True),
    ]


def test_how_the_tricks_are_counted_is_asked_of_who_taps_it() -> None:
    assert asked("way") == Asked(
        "How are the tricks counted?", "count", "each trick by kind points", needed=False, passed_over=True
    )
    assert [key.value for key in RoundForm(table(), {}).fields["way"].keys] == ["live", "kinds", "points"]


def test_bids_are_asked_of_who_makes_one() -> None:
    plain, combined = "no bid null blind bling", "no bid null blind bling null + blind null + bling"

    assert asked("bid-2") == Asked("Cleo bids", "bid", plain, needed=False, passed_over=True)
    assert asked("bid-3", table(stack=True)).keys == combined
    assert asked("took-2") == Asked(
        "Cleo, who bid null, took", "took", "no trick a trick", "bid-2=null|null blind|null bling"
    )


def test_a_trick_is_one_tap() -> None:
    assert asked("tricks") == Asked(
        "Adders in each; T trump, 4T only trump (a Ada & Cleo, b Ben & Dan)",
        "tricks",
        "●4T ●T ●0 ●1 ●2 ●3 ●4 ▲4T ▲T ▲0 ▲1 ▲2 ▲3 ▲4",
        IF_LIVE,
        most=13,
    )
    spoken = {key.value: (key.spoken, key.tone) for key in RoundForm(table(), {}).fields["tricks"].keys}
    assert spoken["a4t"] == ("Ada & Cleo: four trumps", "side-0")
    assert spoken["b0"] == ("Ben & Dan: neither trump nor adder", "side-1")
    assert [spoken[f"a{adders}"][0].partition(": ")[2] for adders in range(1, 5)] == [
        "1 adder",
        "2 adders",
        "3 adders",
        "4 adders, a book",
    ]


def test_each_pair_counts_its_tricks_of_each_kind_and_its_adders() -> None:
    kinds = ["all-trump", "trump", "plain", "adders", "held"]

    assert [asked(f"{kind}-0") for kind in kinds] == [
        Asked("● Ada & Cleo: tricks of four trumps", "4T", "0 1 2 3", BY_KIND),
        Asked("● Ada & Cleo: tricks with trump but no adder", "T", NUMBERS, BY_KIND),
        Asked("● Ada & Cleo: tricks with neither", "0", NUMBERS, BY_KIND),
        Asked("● Ada & Cleo: tricks with adders", "1–4", NUMBERS, BY_KIND),
        Asked("● Ada & Cleo: adders in them", "adders", NUMBERS, BY_KIND),
    ]
    assert asked("held-1").label == "▲ Ben & Dan: adders in them"


def test_points_have_a_minus_and_books_go_up_to_three() -> None:
    assert asked("points-1") == Asked(
        "▲ Ben & Dan: points before bids and reneges",
        "points",
        "− 0 1 2 3 4 5 6 7 8 9",
        BY_POINTS,
        most=3,
        joined=True,
    )
    assert asked("books-0") == Asked(
        "● Ada & Cleo: books, tricks of 4 adders", "● books", "0 1 2 3", COUNTED, needed=False, passed_over=True
    )
    assert RoundForm(table(), {}).fields["points-0"].keys[0] == ("−", "−", "minus", "", "", False)


def test_reneges_and_the_order_of_bids_wait_for_who_needs_them() -> None:
    assert asked("reneges") == Asked(
        "Who reneged? A key for each time", "reneges", "● ▲", needed=False, passed_over=True
    )
    assert asked("order")[:2] == ("The bids, in the order they were said",) * 2
    assert asked("order")[4:6] == (False, True)
    assert RoundForm(table(), {}).fields["order"].keys[3].value == "1-null"
    assert asked("order").keys.startswith("Ada null Ada blind Ada bling Ben null")
    assert [(key.value, key.spoken, key.tone) for key in RoundForm(table(), {}).fields["reneges"].keys] == [
        ("a", "Ada & Cleo", "side-0"),
        ("b", "Ben & Dan", "side-1"),
    ]
