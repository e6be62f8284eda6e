from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.keypad import Key
from games.maverick.form import RoundForm
from games.maverick.game import GAME
from games.maverick.record import Record
from games.so_far import SoFar
from games.typed import read
from tests.cases import cases
from tests.games.maverick.any_hand import matches
from tests.games.maverick.filling_in import LIVE, TURNED, errors, form
from tests.games.maverick.hands import AHEAD, BEHIND, WHOLE, played, table


@given(matches())
def test_any_hand_comes_back_from_its_answers_as_it_was(match: tuple[SoFar, list[dict[str, Any]]]) -> None:
    so_far, hands = match
    for hand in hands:
        record = read(hand, Record)
        answered = form(RoundForm.answers_of(record, so_far), so_far)
        assert answered.errors == {}
        assert answered.record == record
        so_far = GAME.play(so_far, record)


@given(matches(most=2))
def test_a_hand_without_its_tricks_comes_back_too(match: tuple[SoFar, list[dict[str, Any]]]) -> None:
    so_far, hands = match
    facts = {name: fact for name, fact in hands[0].items() if name in ("turned", "bids", "reneges")}
    record = read(facts, Record)

    assert form(RoundForm.answers_of(record, so_far), so_far).unfinished() == record


@cases("answer", ["K H", "H K", "h k", " k   h ", "KH"])
def test_a_card_is_its_rank_and_suit_in_any_order(answer: str) -> None:
    made = form({"turned-0": answer, "turned-1": "BJ", "tricks": LIVE})

    assert made.turned is not None
    assert made.turned.trump == "S"


def test_both_cards_turned_up_or_neither() -> None:
    assert errors({"turned-0": "K H", "tricks": LIVE}) == {"turned-1": "two cards are turned up: one is missing"}
    assert errors({"turned-1": "K H", "tricks": LIVE}) == {"turned-0": "two cards are turned up: one is missing"}
    assert errors({"tricks": LIVE}) == {}


def test_what_is_no_card_is_said_beside_the_cards_turned_up() -> None:
    assert errors({"turned-0": "K 9", "turned-1": "9 C", "tricks": LIVE}) == {
        "turned-0": "there is no card “9K” in this deck"
    }


def test_reneges_are_tapped_once_for_each_time() -> None:
    made = form({"tricks": LIVE, "reneges": "b a b"})

    assert made.record is not None
    assert made.record == read({"tricks": WHOLE, "reneges": [1, 0, 1]}, Record)


def test_a_null_is_judged_by_a_question_of_its_own() -> None:
    assert form({"tricks": LIVE, "bid-1": "null"}).missing == "took-1"
    assert form({"tricks": LIVE, "bid-1": "null", "took-1": "no"}).record == read(
        {"tricks": WHOLE, "bids": [{"seat": 1, "bid": "null", "took_trick": False}]}, Record
    )
    assert form({"tricks": LIVE, "bid-1": "", "took-1": "no"}).record == read({"tricks": WHOLE}, Record)


def test_bids_are_offered_to_who_may_make_them_and_the_others_see_why_not() -> None:
    def offered(seat: int, so_far: SoFar) -> dict[str, str]:
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


def test_a_bid_that_is_not_open_is_refused_beside_it() -> None:
    assert errors({"tricks": LIVE, "bid-1": "bling"}) == {"bid-1": "needs 7 or more"}


def test_a_second_bid_of_a_pair_is_refused_beside_it() -> None:
    answers = {"tricks": LIVE, "bid-0": "blind", "bid-2": "null", "took-2": "no"}

    assert list(errors(answers, played(BEHIND))) == ["bid-2"]


def test_a_trick_nobody_can_have_taken_is_refused_beside_the_null() -> None:
    answers = {"tricks": " ".join(["b4"] * 3 + ["b0"] * 10), "bid-1": "", "bid-2": "null", "took-2": "yes"}

    assert errors(answers) == {"took-2": "Cleo took a trick, but Ada & Cleo have none of the 13"}


def test_trump_adder_and_the_adders_in_play_are_shown_large() -> None:
    def notes(answers: dict[str, str]) -> list[Key]:
        return form(answers).notes(answers)

    assert notes({}) == []
    assert notes(TURNED) == [
        Key("H", "♥", "trump", tone="suit-H"),
        Key("C", "♣", "adder", tone="suit-C"),
        Key("adders", "12", "adders"),
    ]
    assert notes({"turned-0": "K D", "turned-1": "9 D"})[2] == Key("adders", "11", "no bling, adders")


ANYTHING = st.text(max_size=9) | st.sampled_from(
    [LIVE, "a0 a", "null", "blind", "kinds", "points", "no", "-", "13", "K H"]
)


@given(st.dictionaries(st.sampled_from([*RoundForm(table(), {}).fields, "derived", "x"]), ANYTHING, max_size=9))
def test_whatever_is_typed_is_answered_with_words_and_never_with_an_error(answers: dict[str, str]) -> None:
    made = form(answers, played(AHEAD, stack=True))
    legible = {name: answer for name, answer in made.given().items() if name not in made.errors}
    made.sentence(legible)
    made.notes(legible)
    made.shortcuts(legible)
    made.unfinished()

    assert made.record is not None or made.errors


def test_the_cards_turned_up_are_shown_as_they_were_tapped() -> None:
    record = read({"turned": ["10H", "BJ"]}, Record)

    assert RoundForm.answers_of(record, table()) == {"turned-0": "10 H", "turned-1": "BJ"}


def test_tricks_may_be_typed_in_capitals() -> None:
    assert form({"tricks": LIVE.upper(), "reneges": "A"}).record == read({"tricks": WHOLE, "reneges": [0]}, Record)


def test_combined_bids_are_one_answer_and_their_order_is_kept() -> None:
    bids = [{"seat": 2, "bid": "blind"}, {"seat": 0, "bid": "null", "took_trick": True}, {"seat": 2, "bid": "null"}]
    record = read({"bids": bids}, Record)
    answers = {"bid-0": "null", "took-0": "yes", "bid-2": "null blind", "order": "2-blind 0-null 2-null"}

    assert RoundForm.answers_of(record, table()) == answers
    assert form(answers, played(BEHIND, stack=True)).unfinished() == record
