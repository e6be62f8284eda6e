from typing import Any

from tests.cases import cases
from tests.games.maverick.hands import AHEAD, WHOLE, bling, counted, null, played, points, told


def test_tricks_and_counted_points_are_not_both_there() -> None:
    assert told({"tricks": WHOLE, "points": [3, 6]}) == (
        "the hand has its tricks and counted points as well: keep one of them",
        "points",
    )


def test_no_pair_counts_less_than_the_worst_hand() -> None:
    assert points({"points": [-15, 10]}) == (-15, 10)
    assert told({"points": [3, -17]}) == (
        "Ben & Dan counted −17: 2 less than the worst hand there can be (−15), count again",
        "points[1]",
    )
    assert told({"points": [-16, 3]})[1] == "points[0]"


@cases("turned, most", [({"turned": ["KD", "9D"]}, 24), ({"turned": ["KH", "9C"]}, 25), ({}, 26)])
def test_both_pairs_count_no_more_than_the_adders_and_thirteen(turned: dict[str, Any], most: int) -> None:
    assert played({**turned, "points": [most, 0]}).rounds
    over = f"with {most - 13} adders there are {most} at most: 2 too many, count again"
    assert told({**turned, "points": [most, 2]}) == (f"the points add up to {most + 2}, but {over}", "points")


@cases("turned, most", [({"turned": ["KD", "9D"]}, 24), ({"turned": ["KH", "9C"]}, 25), ({}, 26)])
def test_no_pair_counts_more_than_the_adders_and_thirteen(turned: dict[str, Any], most: int) -> None:
    assert played({**turned, "points": [-5, most]}).rounds
    over = f"1 more than all the tricks can be worth with {most - 13} adders ({most}), count again"
    assert told({**turned, "points": [-5, most + 1]}) == (f"Ben & Dan counted {most + 1}: {over}", "points[1]")
    assert told({**turned, "points": [most + 1, -15]})[1] == "points[0]"


def test_a_bling_needs_the_books_where_the_points_were_counted() -> None:
    assert told(AHEAD, counted(5, 4, bling(2))) == ("Cleo bid bling: say how many books each pair took", "books")
    assert played(AHEAD, counted(5, 4, null(2))).rounds
    assert played(AHEAD, {"bids": [bling()]}).rounds


def test_books_stand_beside_counted_points_only() -> None:
    for facts in ({"tricks": WHOLE}, {}):
        assert told({**facts, "books": [0, 1]}) == (
            "books are only counted beside points counted at the table",
            "books",
        )
    assert played(counted(5, 4, books=[0, 1])).rounds


@cases("turned, most", [({"turned": ["KD", "9D"]}, 2), ({"turned": ["KH", "9C"]}, 3), ({}, 3)])
def test_there_are_no_more_books_than_the_adders_make(turned: dict[str, Any], most: int) -> None:
    assert played({**turned, "points": [3, 4], "books": [1, most - 1]}).rounds
    message, field = told({**turned, "points": [3, 4], "books": [1, most]})
    assert message.endswith(f"adders make {most}: 1 too many, count again")
    assert message.startswith(f"{most + 1} books, but")
    assert field == "books"
