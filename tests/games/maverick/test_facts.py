from tests.cases import cases
from tests.games.maverick.rounds import (
    AHEAD,
    BEHIND,
    LEVEL,
    WHOLE,
    adders,
    blind,
    bling,
    counted,
    null,
    played,
    refusal,
    trick,
)

AGAIN = "look through the piles again"
COUNT_AGAIN = "count again"


THREE_OF_TRUMP = [*adders(1, 4, 4, 4), *[trick(0, "all-trump")] * 3, *[trick(0, "plain")] * 6]


def held(*numbers):
    """Thirteen tricks with these adders."""
    return [*adders(0, *numbers), *[trick(1, "plain")] * 5, *[trick(1, "trump")] * (8 - len(numbers))]


@cases(
    "facts, message, field",
    [
        ({"turned": ["KH", "KH"]}, "K♥ is there twice", "turned"),
        ({"tricks": WHOLE[:11]}, f"11 tricks instead of 13: 2 missing, {AGAIN}", "tricks"),
        (
            {"tricks": [*THREE_OF_TRUMP, trick(1, "all-trump")]},
            f"4 tricks of four trumps instead of 0 to 3: 1 too many, {AGAIN}", "tricks",
        ),
        (
            {"tricks": held(4, 4, 2)},
            f"10 adders in the tricks instead of 11 to 13: 1 missing, {AGAIN}", "tricks",
        ),
        (
            {"tricks": [*WHOLE[:4], trick(0, "adders"), *WHOLE[5:]]},
            "trick 5 has adders in it: say how many, 1 to 4", "tricks[4].adders",
        ),
        (
            {"tricks": [trick(0, "trump") | {"adders": 2}, *WHOLE[1:]]},
            "trick 1 has 2 adders in it, but it is entered as one without", "tricks[0].adders",
        ),
        (
            {"tricks": WHOLE, "points": [3, 6]},
            "the hand has its tricks and counted points as well: keep one of them", "points",
        ),
        ({"books": [0, 1]}, "books are only counted beside points counted at the table", "books"),
        (
            {"turned": ["KD", "9D"], "points": [-5, 25]},
            f"Ben & Dan counted 25: 1 more than all the tricks can be worth with 11 adders (24), {COUNT_AGAIN}",
            "points[1]",
        ),
        (
            {"points": [26, 2]},
            f"the points add up to 28, but with 13 adders there are 26 at most: 2 too many, {COUNT_AGAIN}", "points",
        ),
        (
            {"turned": ["KD", "9D"], "points": [3, 4], "books": [1, 2]},
            f"3 books, but 11 adders make 2: 1 too many, {COUNT_AGAIN}", "books",
        ),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_be_is_refused_by_how_much(facts, message, field):
    assert refusal(facts) == (message, field)


# --- Bids ---

UNSAID = {"seat": 1, "bid": "null"}
ONLY_A_NULL = "Ada bid blind: only after a null it matters whether Ada took a trick"
NO_TRICKS = [one | {"side": 1} for one in held(4, 4, 4)]


TOO_FEW = "Ben bid bling, but bling needs 7 or more, and a total of 6 is 1 too few"
ONE_A_PAIR = "Ada bid null and Cleo bid blind: 1 too many, a pair makes one bid a hand"


@cases(
    "before, hand, question, field, totals",
    [
        ({"points": [9, 6]}, counted(3, 6, bling(1), books=[0, 2]), TOO_FEW, "bids[0].bid", (12, 0)),
        (BEHIND, counted(6, 3, null(), blind(2)), ONE_A_PAIR, "bids[1]", (-8 + 36, 16)),
    ],
)
def test_illegal_bids_are_scored_after_confirmation(before, hand, question, field, totals):
    assert refusal(before, hand) == (question, field)
    match = played(before, hand | {"irregular": True})
    assert match.rounds[-1].irregular
    assert match.totals == totals


def test_a_pair_may_combine_bids_where_the_house_does():
    assert refusal(BEHIND, {"bids": [blind() | {"took_trick": True}]}) == (ONLY_A_NULL, "bids[0].took_trick")
    assert played(BEHIND, {"bids": [null(), null(1)]}).rounds
    assert played(BEHIND, {"bids": [null(), blind(2), null(2)]}, stack=True).rounds
    for stack in (True, False):
        twice = refusal(LEVEL, {"bids": [null(3), null(3)]}, stack=stack)
        assert twice == ("Dan bid null twice: remove one of them", "bids[1]")


def test_a_null_says_whether_a_trick_was_taken_once_the_hand_is_over():
    expected = ("Ben bid null: say whether Ben took a trick", "bids[0].took_trick")
    assert refusal({"bids": [UNSAID], "points": [3, 6]}) == refusal({"bids": [UNSAID], "tricks": WHOLE}) == expected
    assert played({"bids": [UNSAID]}).rounds

    nobody = ("Cleo took a trick, but Ada & Cleo have none of the 13", "bids[0].took_trick")
    assert refusal({"bids": [null(2, took_trick=True)], "tricks": NO_TRICKS}) == nobody
    assert played({"bids": [null(2)], "tricks": NO_TRICKS}).totals == (0, 15)
    assert played({"bids": [null(2, took_trick=True)], "tricks": WHOLE}).totals == (-1, 6)


def test_a_bling_needs_the_books_where_the_points_were_counted():
    needed = ("Cleo bid bling: how many books did Ada & Cleo take?", "books[0]")
    assert refusal(AHEAD, counted(5, 4, bling(2))) == needed
    assert played(AHEAD, counted(5, 4, null(2))).rounds
    assert played(AHEAD, {"bids": [bling()]}).rounds
    assert played(counted(5, 4, books=[0, 1])).rounds
