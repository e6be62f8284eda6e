"""Rounds that correct play can bring are accepted; others are questioned, and accepted if the table insists."""

import pytest

from games.core.errors import IrregularRound
from games.core.schema import plain, read
from games.grosse_kleine.facts import Facts
from games.grosse_kleine.game import GAME
from tests.cases import cases
from tests.games.grosse_kleine.play import BOX
from tests.games.grosse_kleine.rounds import recorded, table

THE_BOX = [*BOX.elements()]


def asked(*left, pile=None, **rules):
    """Return the question about a round and the fact it is about; "" if it is accepted."""
    try:
        GAME.play(table(len(left), **rules), recorded(*left, pile=pile))
    except IrregularRound as doubt:
        return doubt.message, doubt.field
    return ""


def cards(*counts):
    """Return so many cards for each, out of one box."""
    stock = iter(THE_BOX)
    return [" ".join(next(stock) for _ in range(count)) for count in counts]


BEN_AND_CLEO = "Ben and Cleo are out, "
GROWN = "Ben holds 28 cards and was dealt 27: only the Big A makes hands grow, who holds it?"
NEITHER = "Nobody holds the little a or the Big A, but these hands cannot come of a single trick: who holds the Big A?"
NOBODY_OUT = "Nobody is out of cards, but a round ends when a hand is empty: whose is it?"
OR_THE_BIG_A = " (Or the last card took the Big A trick: then that hand is the Big A and 3 others.)"
ONE_EACH = "one from each of the others makes 3, or 2 if somebody with just the Big A had to pass: count again?"
WHO_HELD_IT = "so an A trick was the last and the Big A was taken: who holds it?"
WHOLE_TRICK = "so the last trick was the Big A’s: somebody took the Big A with at least"
GOT_RID = "whoever is out got rid of at least {} cards. Count again?"
STOPS_AT_ONCE = "but at your table the round stops as soon as one hand is empty"
AT_ONCE = {"end": "at-once"}


@cases(
    "left, pile, rules, question, field",
    [
        (
            ("", "4 9", "2", 19), (1, "12 13 J"), {},
            "There is a little-a pile, so somebody took the Big A: who holds it?", "left",
        ),
        (
            ("", "4 9 A", "2", 14), None, {},
            "Ben holds the Big A, so somebody took the little a before it: is it in a hand, or is there a pile?",
            "pile.seat",
        ),
        *((hands, None, {}, NOBODY_OUT + OR_THE_BIG_A, "left") for hands in [
            ("1", "1 a", "2", "3 A"),
            (3, 4, 5, 6),
            *(("6", hand, "6 a", "12") for hand in ("A", "A 5", "A 5 9", "A 5 9 13 1", "5 9 13 J", 20, 22, 63, 780)),
            *(("6", little_a, "6", "12") for little_a in ("A a 5 9", "A a 5 9 13")),
            *(("A 5 9", "6", no_pass, "12") for no_pass in ("a 1", "1 a", "J", 14, 16, 20)),
            (15, "A 6 7", "1", "12 a"),
            ("A 5 9", "6", 15, "12 a"),
            (50, "6", "7 A", "12"),
        ]),
        (("A 5 9", "6", 15, "12"), (0, 6), {}, NOBODY_OUT + OR_THE_BIG_A, "left"),
        (("A 5 9 13", "6", "6 a", "12"), None, AT_ONCE, NOBODY_OUT, "left"),
        (("", "", "", ""), None, {}, "All hands are empty, but somebody took the Big A: who holds it?", "left"),
        (("5 a", "", "", 19), None, {}, BEN_AND_CLEO + WHO_HELD_IT, "left[2]"),
        *(
            (hands, None, {}, "Dan can hold the Big A, but then nobody holds the little a: count again?", "left")
            for hands in ((3, 4, "", 28, 0), (14, "", 0, 37), ("1 2", "", "", 24))
        ),
        (("5 a", "", "", "4 5 A"), None, {}, f"{BEN_AND_CLEO}{WHOLE_TRICK} 3 cards, who?", "left[2]"),
        (
            ("5 a", "", "", "4 5 6 A"), None, AT_ONCE,
            f"{BEN_AND_CLEO}{STOPS_AT_ONCE}: who still held a card?",
            "left[2]",
        ),
        (("", "2", "3 A", "1"), (1, "9 11"), {}, f"2 cards on Ben’s pile besides the a, but {ONE_EACH}", "pile.cards"),
        *(
            (
                ("", "2", hand, "1"), (1, points), {},
                f"{points} points on Ben’s pile, but with 4 players it is worth {low} to 39: count again?",
                "pile.cards",
            )
            for hand, low in (("3 A", 3), ("A", 2), (20, 2))
            for points in (low - 1 if low == 3 else 0, 40)
        ),
        (("", *cards(25, 6)), None, {}, NEITHER, "left"),
        (("", 14, 13, 12), None, AT_ONCE, NEITHER, "left"),
        (("", *cards(8, 8, 8)), None, {"deal": "thirteen"}, NEITHER, "left"),
        (("", f"{cards(27)[0]} a", "13", "12"), None, {}, GROWN, "left[1]"),
        (
            ("", *[f"{hand} {a}".strip() for hand, a in zip(cards(27, 27, 26), ("a", "A", ""), strict=True)]),
            None, {}, None, None,
        ),
        (
            ("", *[f"{hand} {a}".strip() for hand, a in zip(cards(27, 27, 29), ("a", "A", ""), strict=True)]), None, {},
            "83 cards are left, but 82 at most can be: " + GOT_RID.format(26), "left",
        ),
        (
            ("", 700, 60, "3"), None, {},
            "760 points were counted, but 759 at most can be: " + GOT_RID.format(26),
            "left",
        ),
    ],
)  # fmt: skip
def test_rounds_that_correct_play_excludes_ask_for_confirmation(left, pile, rules, question, field):
    assert asked(*left, pile=pile, **rules) == ((question, field) if question else "")


@cases(
    "left, pile, rules",
    [
        (("", 20, "2", "1"), (1, "12 13 J"), {}),
        (("", "4 9", "2", "1"), (1, "12 13 J"), AT_ONCE),
        (("", "4 9 A", "2", 15), None, {}),
        (("", "4 9 A", "2", "1"), None, AT_ONCE),
        *((("6", hand, "6 a", "12"), None, {}) for hand in ("A 5 9 13", "13 J A J", 20 + 3, 20 + 42, 50)),
        (("A 5 9", "6", "a", "12"), None, {}),
        (("6", "A 5", " a "), None, {}),
        (("", "", "", 23), (0, 20), {}),
        (("", "", "", 38), None, {}),
        ((15, "", "", 23), None, {}),
        (("5 a", "", "", "4 5 6 A"), None, {}),
        (("a", "", "", "4 5 A"), None, {}),
        (("", "2", 20, "1"), (1, "9 11 a"), {}),
        (("", "5 a", "10 12"), None, {}),
        (("", *cards(24, 12)), None, {}),
        (("", *[hand + " a" for hand in cards(26)], "13", "12"), None, {}),
        (("", f"{cards(27)[0]} a", "13", "12"), None, AT_ONCE),
        (("", 700, 59, "3"), None, {}),
    ],
)
def test_rounds_of_correct_play_ask_for_no_confirmation(left, pile, rules):
    assert asked(*left, pile=pile, **rules) == ""


@cases("players, low, high", [(3, 2, 26), (4, 3, 39), (5, 4, 52), (6, 5, 65), (7, 6, 78), (8, 7, 91), (9, 8, 104)])
def test_a_counted_pile_has_its_limits_for_each_number_of_players(players, low, high):
    rest = ["1"] * (players - 2)

    for points, told in ((low - 1, True), (low, False), (high, False), (high + 1, True)):
        assert bool(asked("", "1 A", *rest, pile=(0, points))) == told
    assert not asked("", "A", *rest, pile=(0, low - 1))
    assert asked("", "A", *rest, pile=(0, low - 2))


def test_a_round_the_table_insists_on_is_scored_and_marked():
    told = {"left": ["", "4 9", "2", "11"], "pile": {"seat": 1, "cards": "12 13 J"}}
    with pytest.raises(IrregularRound):
        GAME.play(table(), read(told, Facts))
    scored = GAME.play(table(), read(told | {"irregular": True}, Facts)).rounds[-1]

    assert scored.irregular
    assert scored.points == (0, 39, 2, 11)
    assert plain(scored.facts)["irregular"]
