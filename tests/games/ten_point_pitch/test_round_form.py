from games.core.round_form import is_condition_met
from games.ten_point_pitch.round_form import RoundForm
from tests.cases import cases
from tests.games.ten_point_pitch.rounds import BID, CARDS, after, counted, form, hand, saved, table, taken


def wrong(answers, **rules):
    """The question that is answered wrong, and what is said about it."""
    ((name, messages),) = form(answers, **rules).errors.items()
    return name, messages[0]


@cases(
    "answers, name, message",
    [
        ({}, "bidder", "Left to enter: Who won the bid?"),
        (BID | CARDS | {"taken-3": ""}, "taken-3", "Left to enter: Three, worth 3"),
        (BID | CARDS | {"taken-J": "2"}, "taken-J", "“2” is not on the keys"),
        (BID | {"took": "9", "lost": "3"}, "took", "9 points and 3 lost: 2 more than there are"),
        (BID | {"took": "7", "lost": "some"}, "lost", "“some” is not a number of points"),
        ({"bids": "5 6 7", "took": "7"}, "bids", "everybody bids or passes once: 4 in all, not 3"),
        ({"bids": "6 5 pass pass", "took": "7"}, "", "Cleo bid 5: 2 too low, it takes 7, or a pass"),
    ],
)  # fmt: skip
def test_missing_and_wrong_answers_have_an_error_at_their_question(answers, name, message):
    assert wrong(answers) == (name, message)


def test_too_many_points_mark_both_numbers_and_offer_a_correction():
    refused = form(BID | {"took": "9", "lost": "3"})

    assert not refused.is_valid()
    assert refused.wrong_fields == ("took", "lost")
    corrections = refused.corrections()
    assert [correction.label for correction in corrections] == ["Count, points: 7", "Count, lost: 1"]
    assert all(form(refused.answers | correction.answers).is_valid() for correction in corrections)


@cases(
    "answers, sentence",
    [
        ({}, ""),
        (BID, "Dan plays for 6"),
        ({"bids": "5 pass 6 pass"}, "Dan plays for 6"),
        (BID | {"taken-3": "1", "taken-A": "lost"}, "Dan plays for 6: took 3, 6 to come, 3 more to take"),
        (BID | {"taken-3": "0", "taken-A": "0", "taken-J": "0"}, "Dan plays for 6: took 0, 5 to come, set"),
        (BID | {"took": "5", "lost": "1"}, "Dan plays for 6: took 5, set"),
    ],
)
def test_the_form_explains_its_arithmetic_in_a_sentence(answers, sentence):
    asked = form(answers)

    assert asked.sentence(asked.given()) == sentence


def test_one_tap_says_that_all_passed_when_the_dealer_must_play():
    (passed,) = form(first_dealer=2).shortcuts({})

    assert saved(passed.answers | {"took": "7"}, first_dealer=2) == hand(
        bids=[None] * 4, bidder=2, bid=4, points=[7, 3]
    )
    assert form(all_pass="redeal").shortcuts({}) == []
    assert form().shortcuts({"bidder": "0"}) == []


def test_what_nobody_may_bid_is_barred_with_the_lowest_bid():
    low = {"1": "min 4", "2": "", "3": ""}
    assert form({}).barred() == {"bid": low, "bids": low}
    assert form({}, table(minimum_bid=1)).barred() == {}


def test_the_other_cards_go_to_one_side_in_one_tap():
    given = BID | {"taken-A": "0", "taken-2": "lost"}
    assert [one.label for one in form(given).shortcuts(given)] == ["The rest: Ada & Cleo", "The rest: Ben & Dan"]
    to_0, to_1 = form(given).shortcuts(given)

    assert saved(given | to_0.answers).counted_points == {0: 9, 1: 0, "lost": 1}
    assert saved(given | to_1.answers).counted_points == {0: 1, 1: 8, "lost": 1}
    assert (to_0.label, to_1.label) == ("The rest: Ada & Cleo", "The rest: Ben & Dan")
    assert form().shortcuts(BID | CARDS) == []


def test_a_table_that_notes_all_bids_is_offered_the_same_shortcuts():
    def offered(bids):
        made = form({"bids": bids, "trump": "S"})
        return [one.label for one in made.shortcuts(made.given())]

    assert offered("pass 4 pass") == [], "one bid is missing"
    assert offered("pass 4 pass 5") == ["Points only", "The rest: Ada & Cleo", "The rest: Ben & Dan"]


def test_a_hand_is_counted_in_one_way_at_a_time_as_the_last_one_was():
    def asked(answers, *rounds):
        made = form(answers, after(*rounds))
        names = [name for name in ("trump", "taken-A", "took") if made.is_asked(name)]
        return names, [one.label for one in made.shortcuts(made.given())][:1]

    number, cards = counted(3, 6, 3, 7), hand(bidder=3, bid=6, taken=taken("0010L101"))
    by_cards, by_points = ["trump", "taken-A"], ["trump", "took"]
    assert asked(BID) == (by_cards, ["Points only"])
    assert asked(BID | {"way": "points"}) == asked(BID, number) == (by_points, ["Card by card"])
    assert asked(BID | {"way": "cards"}, number)[0] == asked(BID, number, cards)[0] == by_cards
    trump = form({}, after(number)).fields["trump"].only_when_tapped
    assert is_condition_met(trump, {})
    assert not is_condition_met(trump, {"way": "cards"}), "cards are counted by trump"
    assert saved(RoundForm.answers_of(number, table())) == number
