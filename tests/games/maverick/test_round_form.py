from games.core.keypad import Key
from games.core.round_form import is_condition_met
from games.core.schema import plain, read
from games.maverick.facts import Facts
from games.maverick.round_form import RoundForm
from tests.cases import cases
from tests.games.maverick.rounds import AHEAD, BEHIND, BY_KIND, LIVE, TURNED, errors, form, played, table

AGAIN = "look through the piles again"


IN_TWO = "in 2 tricks with adders, but each of them has 1 to 4"
ALL_OF_ONE_PAIR = " ".join(["a1"] * 12 + ["a0"])
ONE_TRICK = " ".join(["b1"] * 12 + ["a0"])
POINTS = {"way": "points", "points-0": "3"}


def test_bids_are_combined_on_a_key_where_the_house_combines_them():
    def offered(**rules):
        return [key.value for key in form({}, table(**rules)).fields["bid-1"].keys]

    assert offered() == ["", "null", "blind", "bling"]
    assert offered(stack=True) == ["", "null", "blind", "bling", "null blind", "null bling"]


def test_a_bid_that_the_total_bars_says_which_total_it_needs():
    def barred(match, seat):
        return form({}, match).barred()[f"bid-{seat}"]

    assert barred(table(), 0) == {"blind": "needs −5 or less", "bling": "needs 7 or more"}
    assert barred(played(AHEAD), 0).keys() == {"blind"}
    assert barred(played(BEHIND), 0).keys() == {"bling"}


# --- From answers to facts and back ---


@cases(
    "answers, derived",
    [
        ({"bid-1": "null"}, {"took-1": "no"}),
        ({"bid-1": "null bling", "bid-3": "null"}, {"took-1": "no", "took-3": "no"}),
        ({"bid-0": "null"}, {}),
        ({"bid-0": "null", "bid-2": "null", "took-2": "no"}, {"took-0": "yes"}),
        ({"bid-1": "null", "tricks": ONE_TRICK[:-4]}, {}),
        ({"bid-0": "null", "bid-2": "null", "took-2": "yes", "tricks": ONE_TRICK}, {"took-0": "no"}),
    ],
)
def test_the_tricks_answer_whether_a_null_is_made(answers, derived):
    assert form({"tricks": ALL_OF_ONE_PAIR, **answers}).derived == derived


def test_combined_bids_are_one_answer_and_their_order_is_kept():
    bids = [{"seat": 2, "bid": "blind"}, {"seat": 0, "bid": "null", "took_trick": True}, {"seat": 2, "bid": "null"}]
    facts = read({"bids": bids}, Facts)
    answers = {"bid-0": "null", "took-0": "yes", "bid-2": "null blind", "order": "2-blind 0-null 2-null"}

    assert RoundForm.answers_of(facts, table()) == answers
    assert form(answers, played(BEHIND, stack=True)).partial_facts() == facts


def test_books_are_asked_where_points_are_counted_and_one_side_will_do():
    answers = {"way": "points", "points-0": "11", "points-1": "4", "bid-0": "bling"}

    assert errors(answers, played(AHEAD)) == {"books-0": "Ada bid bling: how many books did Ada & Cleo take?"}
    assert [*errors(answers | {"books-1": "0"}, played(AHEAD))] == ["books-0"]
    facts = {"points": [11, 4], "books": [2, 0], "bids": [{"seat": 0, "bid": "bling"}]}
    assert form({**answers, "books-0": "2"}, played(AHEAD)).round_facts == read(facts, Facts)


def test_a_hand_is_entered_in_the_way_of_the_last_one():
    def asked(answers, *hands):
        made = form(answers, played(*hands))
        names = [name for name in ("tricks", "plain-0", "points-0") if made.is_asked(name)]
        return names, [one.label for one in made.shortcuts(made.given())]

    counted, by_kind = {"points": [3, 4]}, form(TURNED | BY_KIND).round_facts
    nulls = ["Ada null", "Ben null", "Cleo null", "Dan null"]
    live = (["tricks"], ["Ada null", "Ben null", "Ben bling", "Cleo null", "Dan null", "Dan bling"])
    assert asked({}, counted) == (["points-0"], ["Each trick", "Count by kind"])
    assert asked({}, plain(by_kind)) == (["plain-0"], nulls)
    assert asked({}, counted, {**plain(form(TURNED | {"tricks": LIVE}).round_facts)}) == live
    assert asked({"way": "live"}, counted) == (["tricks"], nulls)
    assert asked({"points-0": "3"}, counted) == (["points-0"], [])
    assert asked({"tricks": "a0"}, counted)[0] == ["tricks"], "a draft, or a hand that is corrected"

    assert asked({}) == asked({}, counted), "a first hand meets no deck"
    assert RoundForm(table(), {}, by_kind).is_asked("plain-0"), "as the club did before"
    assert form(TURNED | BY_KIND | {"way": ""}, table()).round_facts, "what is entered says the way"

    assert is_condition_met(form({}, played(counted)).fields["turned"].only_when_tapped, {}), "no deck"


# --- What is said beside the questions ---


@cases(
    "answers, messages",
    [
        ({"tricks": LIVE}, {}),
        ({"turned": "KH", "tricks": LIVE}, {"turned": "1 of 2 turned up: 1 missing"}),
        ({"turned": "1K 9C", "tricks": LIVE}, {"turned": "there is no card “K1” in this deck"}),
        ({**TURNED, "tricks": "a0 b3"}, {"tricks": "2 of 13 tricks: 11 missing"}),
        *(
            ({**POINTS, "points-1": answer}, {"points-1": f"enter a number of points: “{answer}” is not one"})
            for answer in ("-", "3-", "x", "1 2 x", "9" * 12)
        ),
        *(
            ({**TURNED, **BY_KIND, **changed}, {question: message})
            for changed, question, message in [
                ({"plain-1": "2"}, "all-trump-0", f"14 tricks instead of 13: 1 too many, {AGAIN}"),
                ({"held-0": "1", "held-1": "11"}, "adders-0", f"Ada & Cleo: 1 adder {IN_TWO}"),
            ]
        ),
    ],
)
def test_missing_and_wrong_answers_have_an_error_at_their_question(answers, messages):
    assert errors(answers) == messages


def test_a_trick_too_many_is_mended_by_a_key_that_names_its_kind():
    refused = form({**TURNED, "way": "kinds", "plain-0": "9", "adders-0": "3", "all-trump-1": "2"})

    assert refused.first_error == "14 of 13 tricks: 1 too many"
    labels = [correction.label for correction in refused.corrections()]
    assert labels == ["● Ada & Cleo, 0: 8", "● Ada & Cleo, 1–4: 2", "▲ Ben & Dan, 4T: 1"]


def test_adders_that_do_not_fit_the_tricks_they_are_in_mark_both_numbers():
    refused = form({**TURNED, **BY_KIND, "held-0": "11", "held-1": "1"})

    assert not refused.is_valid()
    assert refused.wrong_fields == ("adders-0", "held-0")


@cases(
    "answers, sentence",
    [
        ({}, ""),
        ({"tricks": "a0 b3 at"}, "trick 4 of 13 · 3 adders"),
        ({**TURNED, "tricks": "a0 b3 at"}, "trick 4 of 13 · 9 adders left"),
        ({**TURNED, "way": "kinds", "plain-0": "4", "adders-0": "2", "held-0": "5"}, "6 of 13 tricks, 5 of 12 adders"),
        ({**TURNED, **BY_KIND, "adders-1": "", "held-1": ""}, "13 of 13 tricks, 12 of 12 adders"),
    ],
)
def test_tricks_and_adders_are_counted_as_they_come(answers, sentence):
    made = form(answers)

    assert made.sentence(made.given()) == sentence


def test_trump_adder_and_the_adders_in_play_are_shown_large():
    trump, adder = Key("H", "♥", "trump", tone="suit-H"), Key("C", "♣", "adder", tone="suit-C")

    assert form({}).notes({}) == []
    assert form(TURNED).notes(TURNED) == [trump, adder, Key("adders", "12", "adders")]
    without_bling = {"turned": "KD 9D"}
    assert form(without_bling).notes(without_bling)[2] == Key("adders", "11", "no bling, adders")
    tricks = form({}).fields["tricks"]

    assert tricks.display_text("a0 B3 bt") == "1 : 2"
    assert tricks.spoken("a0 B3 bt") == "Ada & Cleo 1, Ben & Dan 2"
    assert tricks.in_words("a0 B3 bt a0") == [
        (f"Tricks of {tricks.names[0]}", "2 with neither"),
        (f"Tricks of {tricks.names[1]}", "1 with trump but no adder, 1 with 3 adders"),
    ]
