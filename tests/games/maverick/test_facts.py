import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.impossible import Impossible, ImpossibleRound
from games.maverick.game import GAME
from games.maverick.record import Record
from games.typed import read
from tests.cases import cases
from tests.games.maverick.any_match import matches
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
    points,
    table,
    told,
    trick,
)


@cases(
    "turned, why",
    [
        (["KH", "KH"], "K♥ is there twice"),
        (["KH", "1C"], "there is no card “1C” in this deck"),
        (["SJ", "KH"], "there is no card “SJ” in this deck"),
        (["", "KH"], "there is no card “” in this deck"),
    ],
)
def test_two_different_cards_of_the_deck_are_turned_up(turned, why):
    assert told({"turned": turned}) == (why, "turned")


@cases(
    "facts, field",
    [
        ({"turned": ["KH"]}, "turned"),
        ({"turned": ["KH", "9C", "2C"]}, "turned"),
        ({"turned": None}, "turned"),
        ({"turned": "KH 9C"}, "turned"),
        ({"bids": [{"seat": 4, "bid": "null"}]}, "bids[0].seat"),
        ({"bids": [{"seat": -1, "bid": "null"}]}, "bids[0].seat"),
        ({"bids": [{"seat": 10**4000, "bid": "null"}]}, "bids[0].seat"),
        ({"bids": [{"seat": True, "bid": "null"}]}, "bids[0].seat"),
        ({"bids": [{"seat": 0, "bid": "nil"}]}, "bids[0].bid"),
        ({"bids": [{"seat": 0, "bid": ""}]}, "bids[0].bid"),
        ({"bids": [{"seat": 0, "bid": "null", "took_trick": 1}]}, "bids[0].took_trick"),
        ({"tricks": [{"side": 2, "kind": "plain"}]}, "tricks[0].side"),
        ({"tricks": [{"side": -1, "kind": "plain"}]}, "tricks[0].side"),
        ({"tricks": [{"side": 0, "kind": "book"}]}, "tricks[0].kind"),
        ({"tricks": [{"side": 0, "kind": "adders", "adders": 0}]}, "tricks[0].adders"),
        ({"tricks": [{"side": 0, "kind": "adders", "adders": 5}]}, "tricks[0].adders"),
        ({"points": [3]}, "points"),
        ({"points": [3, 4, 5]}, "points"),
        ({"points": [3, 1.5]}, "points[1]"),
        ({"points": [3, 100]}, "points[1]"),
        ({"points": [-(10**4000), 3]}, "points[0]"),
        ({"points": [3, False]}, "points[1]"),
        ({"points": [3, 4], "books": [4, 0]}, "books[0]"),
        ({"points": [3, 4], "books": [0, -1]}, "books[1]"),
        ({"points": [3, 4], "books": [0]}, "books"),
        ({"reneges": [2]}, "reneges[0]"),
        ({"reneges": [-1]}, "reneges[0]"),
        ({"reneges": 1}, "reneges"),
        ({"winner": 1}, ""),
    ],
)
def test_what_no_hand_looks_like_is_refused_at_its_place(facts, field):
    with pytest.raises(Impossible) as refused:
        GAME.play(table(), read(facts, Record))

    assert refused.value.field == field


def test_seats_three_and_sides_one_are_the_last():
    assert played({"bids": [{"seat": 3, "bid": "null"}], "reneges": [1, 1, 1]}).rounds


KINDS = ["all-trump", "trump", "plain"]


def held(*numbers):
    """Thirteen tricks with these adders."""
    return [*adders(0, *numbers), *[trick(1, "plain")] * (13 - len(numbers))]


def test_thirteen_tricks_are_played_no_more_and_no_fewer():
    assert told({"tricks": [*WHOLE, trick(1, "plain")]}) == (
        "14 tricks instead of 13: 1 too many, look through the piles again",
        "tricks",
    )
    assert told({"tricks": WHOLE[:11]})[0].startswith("11 tricks instead of 13: 2 missing")
    assert told({"tricks": []})[0].startswith("0 tricks instead of 13: 13 missing")


def test_four_tricks_of_four_trumps_are_more_than_there_are_trumps():
    three = [*adders(1, 4, 4, 4), *[trick(0, "all-trump")] * 3, *[trick(0, "plain")] * 6]

    assert points({"tricks": [*three, trick(0, "plain")]}) == (-5, 15)
    assert told({"tricks": [*three, trick(1, "all-trump")]}) == (
        "4 tricks of four trumps instead of 0 to 3: 1 too many, look through the piles again",
        "tricks",
    )


@cases("turned, in_play", [("KH 9C", 12), ("KD 9D", 11), ("BJ LJ", 13), ("7D 7H", 12), ("7H 7C", 13)])
def test_the_adders_in_the_tricks_are_those_in_play(turned, in_play):
    for sum_held, numbers in ((10, (4, 4, 2)), (11, (4, 4, 3)), (12, (4, 4, 4)), (13, (4, 4, 4, 1))):
        hand = {"turned": turned.split(), "tricks": held(*numbers)}
        if sum_held == in_play:
            assert played(hand).rounds
        else:
            off = f"{in_play - sum_held} missing" if sum_held < in_play else f"{sum_held - in_play} too many"
            message = f"{sum_held} adders in the tricks instead of {in_play}: {off}, look through the piles again"
            assert told(hand) == (message, "tricks")


def test_the_house_rule_for_equal_ranks_decides_how_many_adders_there_are():
    hand = {"turned": ["7H", "7C"], "tricks": held(4, 4, 4)}

    assert played(hand, equal_ranks="first-card").rounds
    assert "12 adders in the tricks instead of 13: 1 missing" in told(hand)[0]


def test_without_the_cards_turned_up_eleven_to_thirteen_adders_will_do():
    for numbers in ((4, 4, 3), (4, 4, 4), (4, 4, 4, 1)):
        assert played({"tricks": held(*numbers)}).rounds
    assert "10 adders in the tricks instead of 11 to 13: 1 missing" in told({"tricks": held(4, 4, 2)})[0]
    assert "14 adders in the tricks instead of 11 to 13: 1 too many" in told({"tricks": held(4, 4, 4, 2)})[0]


def test_a_trick_with_adders_says_how_many():
    tricks = [*WHOLE[:4], trick(0, "adders"), *WHOLE[5:]]

    assert told({"tricks": tricks}) == ("trick 5 has adders in it: say how many, 1 to 4", "tricks[4].adders")


@cases("kind", KINDS)
def test_no_other_trick_has_adders(kind):
    tricks = [{**trick(0, kind), "adders": 2}, *WHOLE[1:]]

    assert told({"tricks": tricks}) == ("trick 1 has 2 adders in it, yet it is down as one without", "tricks[0].adders")


@given(matches(), st.data())
def test_one_adder_more_or_less_is_always_noticed_when_the_turn_up_is_known(match, data):
    start, hands = match
    last = hands[-1]
    if "tricks" not in last or "turned" not in last:
        return
    place = data.draw(st.sampled_from([i for i, one in enumerate(last["tricks"]) if one["kind"] == "adders"]))
    one = last["tricks"][place]
    wrong = {**one, "adders": one["adders"] + (1 if one["adders"] < 4 else -1)}
    tricks = [*last["tricks"][:place], wrong, *last["tricks"][place + 1 :]]
    before = GAME.fold(start, [read(hand, Record) for hand in hands[:-1]])

    with pytest.raises(ImpossibleRound, match=r"adders in the tricks instead of \d+: 1 (missing|too many)"):
        GAME.play(before, read({**last, "tricks": tricks}, Record))


def test_tricks_and_counted_points_are_not_both_there():
    assert told({"tricks": WHOLE, "points": [3, 6]}) == (
        "the hand has its tricks and counted points as well: keep one of them",
        "points",
    )


def test_no_pair_counts_less_than_the_worst_hand():
    assert points({"points": [-15, 10]}) == (-15, 10)
    assert told({"points": [3, -17]}) == (
        "Ben & Dan counted −17: 2 less than the worst hand there can be (−15), count again",
        "points[1]",
    )
    assert told({"points": [-16, 3]})[1] == "points[0]"


@cases("turned, most", [({"turned": ["KD", "9D"]}, 24), ({"turned": ["KH", "9C"]}, 25), ({}, 26)])
def test_both_pairs_count_no_more_than_the_adders_and_thirteen(turned, most):
    assert played({**turned, "points": [most, 0]}).rounds
    over = f"with {most - 13} adders there are {most} at most: 2 too many, count again"
    assert told({**turned, "points": [most, 2]}) == (f"the points add up to {most + 2}, but {over}", "points")


@cases("turned, most", [({"turned": ["KD", "9D"]}, 24), ({"turned": ["KH", "9C"]}, 25), ({}, 26)])
def test_no_pair_counts_more_than_the_adders_and_thirteen(turned, most):
    assert played({**turned, "points": [-5, most]}).rounds
    over = f"1 more than all the tricks can be worth with {most - 13} adders ({most}), count again"
    assert told({**turned, "points": [-5, most + 1]}) == (f"Ben & Dan counted {most + 1}: {over}", "points[1]")
    assert told({**turned, "points": [most + 1, -15]})[1] == "points[0]"


def test_a_bling_needs_the_books_where_the_points_were_counted():
    assert told(AHEAD, counted(5, 4, bling(2))) == ("Cleo bid bling: say how many books each pair took", "books")
    assert played(AHEAD, counted(5, 4, null(2))).rounds
    assert played(AHEAD, {"bids": [bling()]}).rounds


def test_books_stand_beside_counted_points_only():
    for facts in ({"tricks": WHOLE}, {}):
        assert told({**facts, "books": [0, 1]}) == (
            "books are only counted beside points counted at the table",
            "books",
        )
    assert played(counted(5, 4, books=[0, 1])).rounds


@cases("turned, most", [({"turned": ["KD", "9D"]}, 2), ({"turned": ["KH", "9C"]}, 3), ({}, 3)])
def test_there_are_no_more_books_than_the_adders_make(turned, most):
    assert played({**turned, "points": [3, 4], "books": [1, most - 1]}).rounds
    message, field = told({**turned, "points": [3, 4], "books": [1, most]})
    assert message.endswith(f"adders make {most}: 1 too many, count again")
    assert message.startswith(f"{most + 1} books, but")
    assert field == "books"


@cases(
    "bid, before, why",
    [
        (blind(), [-4, 9], "Ada bid blind, but blind needs −5 or less, and a total of −4 is 1 too many"),
        (blind(2), [7, 9], "Cleo bid blind, but blind needs −5 or less, and a total of 7 is 12 too many"),
        (bling(1), [9, 6], "Ben bid bling, but bling needs 7 or more, and a total of 6 is 1 too few"),
        (bling(3), [9, -2], "Dan bid bling, but bling needs 7 or more, and a total of −2 is 9 too few"),
    ],
)
def test_blind_and_bling_are_refused_to_who_may_not_bid_them(bid, before, why):
    assert told({"points": before}, {"bids": [bid]}) == (why, "bids[0].bid")


def test_blind_and_bling_are_closed_in_the_first_hand():
    assert "and a total of 0 is 5 too many" in told({"bids": [blind()]})[0]
    assert "and a total of 0 is 7 too few" in told({"bids": [bling()]})[0]


@cases("before, bid", [([-5, 9], blind()), ([7, 9], bling())])
def test_blind_is_open_at_minus_five_and_bling_at_seven(before, bid):
    assert played({"points": before}, {"bids": [bid]}).number == 3


def test_a_corrected_hand_can_close_a_later_bid():
    with pytest.raises(ImpossibleRound, match="round 2: Ada bid blind, but blind needs"):
        played({"points": [-4, 9]}, counted(3, 5, blind()))


def test_a_pair_makes_one_bid_a_hand():
    assert told(BEHIND, {"bids": [null(), blind(2)]}) == (
        "Ada bid null and Cleo bid blind: 1 too many, a pair makes one bid a hand",
        "bids[1]",
    )
    assert played(BEHIND, {"bids": [null(), null(1)]}).rounds


def test_the_house_rule_lets_a_pair_combine_its_bids():
    assert played(BEHIND, {"bids": [null(), blind(2), null(2)]}, stack=True).rounds


@cases("stack", [True, False])
def test_nobody_makes_the_same_bid_twice(stack):
    assert told(LEVEL, {"bids": [null(1), null(3), null(3)][1:]}, stack=stack) == (
        "Dan bid null twice: 1 too many, take it away",
        "bids[1]",
    )


def test_a_null_says_whether_a_trick_was_taken_once_the_hand_is_over():
    unsaid = {"seat": 1, "bid": "null"}
    expected = ("Ben bid null: say whether Ben took a trick", "bids[0].took_trick")

    assert told({"bids": [unsaid], "points": [3, 6]}) == expected
    assert told({"bids": [unsaid], "tricks": WHOLE}) == expected
    assert played({"bids": [unsaid]}).rounds


@cases("took_trick", [True, False])
def test_whether_a_trick_was_taken_only_belongs_to_a_null(took_trick):
    assert told(BEHIND, {"bids": [{**blind(), "took_trick": took_trick}]}) == (
        "Ada bid blind: only after a null it matters whether Ada took a trick",
        "bids[0].took_trick",
    )


def test_nobody_takes_a_trick_for_a_pair_without_any():
    tricks = [*adders(1, 4, 4, 4), *[trick(1, "plain")] * 10]

    assert told({"bids": [null(2, took_trick=True)], "tricks": tricks}) == (
        "Cleo took a trick, but Ada & Cleo have none of the 13",
        "bids[0].took_trick",
    )
    assert played({"bids": [null(2)], "tricks": tricks}).totals == (0, 25)
    assert played({"bids": [null(2, took_trick=True)], "tricks": WHOLE}).totals == (-1, 6)
