from hypothesis import given

from games.keypad import Key, Shortcut
from games.maverick.form import RoundForm
from games.maverick.record import Record
from games.typed import read
from tests.cases import cases
from tests.games.maverick.any_match import matches
from tests.games.maverick.rounds import AHEAD, BEHIND, BY_KIND, LIVE, TURNED, WHOLE, errors, form, played, table


@given(matches(most=2))
def test_a_hand_without_its_tricks_comes_back_too(match):
    so_far, hands = match
    facts = {name: fact for name, fact in hands[0].items() if name in ("turned", "bids", "reneges")}
    record = read(facts, Record)

    assert form(RoundForm.answers_of(record, so_far), so_far).unfinished() == record


@cases("answer", ["K H", "H K", "h k", " k   h ", "KH"])
def test_a_card_is_its_rank_and_suit_in_any_order(answer):
    made = form({"turned-0": answer, "turned-1": "BJ", "tricks": LIVE})

    assert made.turned is not None
    assert made.turned.trump == "S"


def test_both_cards_turned_up_or_neither():
    assert errors({"turned-0": "K H", "tricks": LIVE}) == {"turned-1": "two cards are turned up: one is missing"}
    assert errors({"turned-1": "K H", "tricks": LIVE}) == {"turned-0": "two cards are turned up: one is missing"}
    assert errors({"tricks": LIVE}) == {}


def test_what_is_no_card_is_said_beside_the_cards_turned_up():
    assert errors({"turned-0": "K 9", "turned-1": "9 C", "tricks": LIVE}) == {
        "turned-0": "there is no card “9K” in this deck"
    }


def test_reneges_are_tapped_once_for_each_time():
    made = form({"tricks": LIVE, "reneges": "b a b"})

    assert made.record is not None
    assert made.record == read({"tricks": WHOLE, "reneges": [1, 0, 1]}, Record)


def test_a_null_is_judged_by_a_question_of_its_own():
    assert form({"tricks": LIVE, "bid-1": "null"}).missing == "took-1"
    assert form({"tricks": LIVE, "bid-1": "null", "took-1": "no"}).record == read(
        {"tricks": WHOLE, "bids": [{"seat": 1, "bid": "null", "took_trick": False}]}, Record
    )
    assert form({"tricks": LIVE, "bid-1": "", "took-1": "no"}).record == read({"tricks": WHOLE}, Record)


def test_bids_are_offered_to_who_may_make_them_and_the_others_see_why_not():
    def offered(seat, so_far):
        return {key.value: key.why_not for key in form({}, so_far).fields[f"bid-{seat}"].keys}

    assert offered(0, played(AHEAD)) == {"": "", "null": "", "blind": "needs −5 or less", "bling": ""}
    assert offered(2, played(BEHIND)) == {"": "", "null": "", "blind": "", "bling": "needs 7 or more"}
    assert offered(1, played(BEHIND, stack=True)) == {
        "": "",
        "null": "",
        "blind": "needs −5 or less",
        "bling": "",
        "null blind": "needs −5 or less",
        "null bling": "",
    }


def test_a_bid_that_is_not_open_is_refused_beside_it():
    assert errors({"tricks": LIVE, "bid-1": "bling"}) == {"bid-1": "needs 7 or more"}


def test_a_second_bid_of_a_pair_is_refused_beside_it():
    answers = {"tricks": LIVE, "bid-0": "blind", "bid-2": "null", "took-2": "no"}

    assert list(errors(answers, played(BEHIND))) == ["bid-2"]


def test_a_trick_nobody_can_have_taken_is_refused_beside_the_null():
    answers = {"tricks": " ".join(["b4"] * 3 + ["b0"] * 10), "bid-1": "", "bid-2": "null", "took-2": "yes"}

    assert errors(answers) == {"took-2": "Cleo took a trick, but Ada & Cleo have none of the 13"}


def test_trump_adder_and_the_adders_in_play_are_shown_large():
    def notes(answers):
        return form(answers).notes(answers)

    assert notes({}) == []
    assert notes(TURNED) == [
        Key("H", "♥", "trump", tone="suit-H"),
        Key("C", "♣", "adder", tone="suit-C"),
        Key("adders", "12", "adders"),
    ]
    assert notes({"turned-0": "K D", "turned-1": "9 D"})[2] == Key("adders", "11", "no bling, adders")


def test_the_cards_turned_up_are_shown_as_they_were_tapped():
    record = read({"turned": ["10H", "BJ"]}, Record)

    assert RoundForm.answers_of(record, table()) == {"turned-0": "10 H", "turned-1": "BJ"}


def test_tricks_may_be_typed_in_capitals():
    assert form({"tricks": LIVE.upper(), "reneges": "A"}).record == read({"tricks": WHOLE, "reneges": [0]}, Record)


def test_combined_bids_are_one_answer_and_their_order_is_kept():
    bids = [{"seat": 2, "bid": "blind"}, {"seat": 0, "bid": "null", "took_trick": True}, {"seat": 2, "bid": "null"}]
    record = read({"bids": bids}, Record)
    answers = {"bid-0": "null", "took-0": "yes", "bid-2": "null blind", "order": "2-blind 0-null 2-null"}

    assert RoundForm.answers_of(record, table()) == answers
    assert form(answers, played(BEHIND, stack=True)).unfinished() == record


def test_trick_by_trick_is_the_way_unless_another_is_chosen():
    made = form({**TURNED, "tricks": LIVE, "points-0": "9", "points-1": "9"})

    assert made.record == read({"turned": ["KH", "9C"], "tricks": WHOLE}, Record)


def test_tricks_counted_by_kind_make_the_points_of_the_hand():
    made = form({**TURNED, **BY_KIND, "tricks": "a0 a0"})

    assert made.record == read({"turned": ["KH", "9C"], "points": [3, 6]}, Record)


def test_the_last_kind_and_the_last_adders_follow_from_the_others():
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
        ({"held-0": "9", "held-1": "3"}, "Ada & Cleo: 9 adders in 2 tricks with adders, but each of them has 1 to 4"),
    ],
)
def test_tricks_counted_by_kind_have_to_add_up(changed, told):
    assert errors({**TURNED, **BY_KIND, **changed}) == {"__all__": told}


def test_fewer_adders_than_tricks_with_adders_cannot_be():
    told = errors({**TURNED, **BY_KIND, "held-0": "1", "held-1": "11"})

    assert told == {"__all__": "Ada & Cleo: 1 adders in 2 tricks with adders, but each of them has 1 to 4"}


@cases("minus", ["-", "−", "− "])
def test_points_may_be_below_zero(minus):
    made = form({"way": "points", "points-0": f"{minus}3", "points-1": "12"})

    assert made.record == read({"points": [-3, 12]}, Record)


@cases("answer", ["-", "3-", "x", "1 2 x", "9" * 12])
def test_what_is_no_number_of_points_is_said_beside_it(answer):
    told = errors({"way": "points", "points-0": "3", "points-1": answer})

    assert told == {"points-1": f"“{answer}” is no number of points"}


def test_points_no_hand_has_are_said_beside_them():
    assert "points-1" in errors({"way": "points", "points-0": "3", "points-1": "-16"})


def test_a_trick_still_to_be_played_is_missing_and_not_wrong():
    made = form({**TURNED, "tricks": "a0 b3"})

    assert made.missing == "tricks"
    assert made.errors == {"__all__": ["2 of 13 tricks: 11 missing"]}
    assert form({"tricks": "a0"}).errors == {"__all__": ["1 of 13 tricks: 12 missing"]}
    assert form(TURNED).missing == "tricks"
    assert form({**TURNED, "tricks": LIVE}).missing == ""


def test_a_fourteenth_trick_and_a_stranger_are_refused():
    assert errors({"tricks": f"{LIVE} a0"})["tricks"].startswith("14 tricks instead of 13: 1 too many")
    assert errors({"tricks": LIVE.replace("b4t", "c9")})["tricks"].startswith("“c9” is not one of a4t, at, a0, a1")
    assert errors({"tricks": LIVE, "reneges": "a x"}) == {"reneges": "“x” is not one of a, b"}


def test_books_are_asked_where_points_are_counted_and_one_side_will_do():
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
def test_tricks_and_adders_are_counted_as_they_come(answers, sentence):
    made = form(answers)

    assert made.sentence(made.given()) == sentence


def test_the_other_ways_are_offered_until_a_trick_is_entered():
    def offered(answers):
        return form(answers).shortcuts(answers)

    by_kind = Shortcut("kinds", "By kind", {"way": "kinds"})
    assert offered(TURNED) == [by_kind, Shortcut("points", "Points only", {"way": "points"})]
    assert offered({"tricks": "a0"}) == offered({"way": "kinds"}) == []


def test_the_ledger_says_how_many_tricks_each_pair_has():
    assert form({}).fields["tricks"].said("a0 B3 bt") == "1 : 2"


def test_a_row_of_seven_keys_for_each_pair():
    keys = form({}).fields["tricks"].keys

    assert [key.value for key in keys[:7]] == ["a4t", "at", "a0", "a1", "a2", "a3", "a4"]
    assert [key.label for key in keys[7:]] == ["▲4T", "▲T", "▲0", "▲1", "▲2", "▲3", "▲4"]
    assert keys[8].spoken == "Ben & Dan: trump but no adder"


@cases("tricks, adders, points", [((3, 3), (3, 9), [13, 12]), ((2, 1), (8, 4), [20, 5])])
def test_a_trick_with_adders_has_one_at_least_and_four_at_most(tricks, adders, points):
    answers = {"way": "kinds", **dict.fromkeys(("all-trump-0", "all-trump-1", "trump-0", "trump-1", "plain-1"), "0")}
    answers |= {f"adders-{side}": str(count) for side, count in enumerate(tricks)}
    answers |= {f"held-{side}": str(count) for side, count in enumerate(adders)}

    assert form({**answers, "plain-0": str(13 - sum(tricks))}).record == read({"points": points}, Record)


def test_the_books_of_the_second_pair_alone_will_do():
    made = form({"way": "points", "points-0": "4", "points-1": "11", "books-1": "1"})

    assert made.record == read({"points": [4, 11], "books": [0, 1]}, Record)


def test_every_question_has_its_keys():
    made = RoundForm(table(stack=True), {})
    keys = {name: " ".join(key.value for key in question.keys) for name, question in made.fields.items()}

    assert keys["turned-0"] == keys["turned-1"] == "2 3 4 5 6 7 8 9 10 J Q K A S H D C BJ LJ"
    assert keys["way"] == "live kinds points"
    assert [key.value for key in made.fields["bid-2"].keys] == [
        "",
        "null",
        "blind",
        "bling",
        "null blind",
        "null bling",
    ]
    assert keys["tricks"] == "a4t at a0 a1 a2 a3 a4 b4t bt b0 b1 b2 b3 b4"
    assert (keys["all-trump-0"], keys["books-0"], keys["reneges"]) == ("0 1 2 3", "0 1 2 3", "a b")
    assert keys["points-1"] == "− 0 1 2 3 4 5 6 7 8 9"
