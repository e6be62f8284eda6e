from games.keypad import Shortcut
from games.maverick.record import Record
from games.typed import read
from tests.cases import cases
from tests.games.maverick.filling_in import BY_KIND, LIVE, TURNED, errors, form
from tests.games.maverick.hands import AHEAD, WHOLE, played


def test_trick_by_trick_is_the_way_unless_another_is_chosen() -> None:
    made = form({**TURNED, "tricks": LIVE, "points-0": "9", "points-1": "9"})

    assert made.record == read({"turned": ["KH", "9C"], "tricks": WHOLE}, Record)


def test_tricks_counted_by_kind_make_the_points_of_the_hand() -> None:
    made = form({**TURNED, **BY_KIND, "tricks": "a0 a0"})

    assert made.record == read({"turned": ["KH", "9C"], "points": [3, 6]}, Record)


def test_the_last_kind_and_the_last_adders_follow_from_the_others() -> None:
    known = {name: count for name, count in BY_KIND.items() if name not in ("adders-1", "held-1")}

    assert form({**TURNED, **known}).derived == {"adders-1": "3", "held-1": "7"}
    assert form(known).derived == {"adders-1": "3"}


@cases(
    "changed, told",
    [
        ({"plain-1": "2"}, "14 tricks instead of 13: 1 too many, look through the piles again"),
        (
            {"all-trump-0": "3", "trump-0": "0"},
            "4 tricks of four trumps instead of 0 to 3: 1 too many, look through the piles again",
        ),
        ({"held-1": "6"}, "11 adders in the tricks instead of 12: 1 missing, look through the piles again"),
        (
            {"held-0": "9", "held-1": "3"},
            "Ada & Cleo: 9 adders in 2 tricks with adders, but each of them has 1 to 4",
        ),
    ],
)
def test_tricks_counted_by_kind_have_to_add_up(changed: dict[str, str], told: str) -> None:
    assert errors({**TURNED, **BY_KIND, **changed}) == {"__all__": told}


def test_fewer_adders_than_tricks_with_adders_cannot_be() -> None:
    told = errors({**TURNED, **BY_KIND, "held-0": "1", "held-1": "11"})

    assert told == {"__all__": "Ada & Cleo: 1 adders in 2 tricks with adders, but each of them has 1 to 4"}


@cases("minus", ["-", "−", "− "])
def test_points_may_be_below_zero(minus: str) -> None:
    made = form({"way": "points", "points-0": f"{minus}3", "points-1": "12"})

    assert made.record == read({"points": [-3, 12]}, Record)


@cases("answer", ["-", "3-", "x", "1 2 x", "9" * 12])
def test_what_is_no_number_of_points_is_said_beside_it(answer: str) -> None:
    told = errors({"way": "points", "points-0": "3", "points-1": answer})

    assert told == {"points-1": f"“{answer}” is no number of points"}


def test_points_no_hand_has_are_said_beside_them() -> None:
    assert "points-1" in errors({"way": "points", "points-0": "3", "points-1": "-16"})


def test_a_trick_still_to_be_played_is_missing_and_not_wrong() -> None:
    made = form({**TURNED, "tricks": "a0 b3"})

    assert made.missing == "tricks"
    assert made.errors == {"__all__": ["2 of 13 tricks: 11 missing"]}
    assert form({"tricks": "a0"}).errors == {"__all__": ["1 of 13 tricks: 12 missing"]}
    assert form(TURNED).missing == "tricks"
    assert form({**TURNED, "tricks": LIVE}).missing == ""


def test_a_fourteenth_trick_and_a_stranger_are_refused() -> None:
    assert errors({"tricks": f"{LIVE} a0"})["tricks"].startswith("14 tricks instead of 13: 1 too many")
    assert errors({"tricks": LIVE.replace("b4t", "c9")})["tricks"].startswith("“c9” is not one of a4t, at, a0, a1")
    assert errors({"tricks": LIVE, "reneges": "a x"}) == {"reneges": "“x” is not one of a, b"}


def test_books_are_asked_where_points_are_counted_and_one_side_will_do() -> None:
    answers = {"way": "points", "points-0": "11", "points-1": "4", "bid-0": "bling"}

    assert errors(answers, played(AHEAD)) == {"books-0": "Ada bid bling: say how many books each pair took"}
    assert form({**answers, "books-0": "2"}, played(AHEAD)).record == read(
        {"points": [11, 4], "books": [2, 0], "bids": [{"seat": 0, "bid": "bling"}]}, Record
    )


@cases(
    "answers, sentence",
    [
        ({}, ""),
        ({"tricks": "a0 b3 at"}, "3 of 13 tricks, 3 adders"),
        ({**TURNED, "tricks": "a0 b3 at"}, "3 of 13 tricks, 3 of 12 adders"),
        ({**TURNED, "way": "kinds", "plain-0": "4", "adders-0": "2", "held-0": "5"}, "6 of 13 tricks, 5 of 12 adders"),
        ({**TURNED, **BY_KIND, "adders-1": "", "held-1": ""}, "13 of 13 tricks, 12 of 12 adders"),
    ],
)
def test_tricks_and_adders_are_counted_as_they_come(answers: dict[str, str], sentence: str) -> None:
    made = form(answers)

    assert made.sentence(made.given()) == sentence


def test_the_other_ways_are_offered_until_a_trick_is_entered() -> None:
    def offered(answers: dict[str, str]) -> list[Shortcut]:
        return form(answers).shortcuts(answers)

    by_kind = Shortcut("kinds", "By kind", {"way": "kinds"})
    assert offered(TURNED) == [by_kind, Shortcut("points", "Points only", {"way": "points"})]
    assert offered({"tricks": "a0"}) == offered({"way": "kinds"}) == []


def test_the_ledger_says_how_many_tricks_each_pair_has() -> None:
    assert form({}).fields["tricks"].said("a0 B3 bt") == "1 : 2"


def test_a_row_of_seven_keys_for_each_pair() -> None:
    keys = form({}).fields["tricks"].keys

    assert [key.value for key in keys[:7]] == ["a4t", "at", "a0", "a1", "a2", "a3", "a4"]
    assert [key.label for key in keys[7:]] == ["▲4T", "▲T", "▲0", "▲1", "▲2", "▲3", "▲4"]
    assert keys[8].spoken == "Ben & Dan: trump but no adder"


@cases("tricks, adders, points", [((3, 3), (3, 9), [13, 12]), ((2, 1), (8, 4), [20, 5])])
def test_a_trick_with_adders_has_one_at_least_and_four_at_most(
    tricks: tuple[int, int], adders: tuple[int, int], points: list[int]
) -> None:
    answers = {"way": "kinds", **dict.fromkeys(("all-trump-0", "all-trump-1", "trump-0", "trump-1", "plain-1"), "0")}
    answers |= {f"adders-{side}": str(count) for side, count in enumerate(tricks)}
    answers |= {f"held-{side}": str(count) for side, count in enumerate(adders)}

    assert form({**answers, "plain-0": str(13 - sum(tricks))}).record == read({"points": points}, Record)


def test_the_books_of_the_second_pair_alone_will_do() -> None:
    made = form({"way": "points", "points-0": "4", "points-1": "11", "books-1": "1"})

    assert made.record == read({"points": [4, 11], "books": [0, 1]}, Record)
