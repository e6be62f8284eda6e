"""What is refused when a round is saved because of a later one, or of what moved on meanwhile."""

import uuid

import pytest
from django.test import Client

from tests.html_browser import Browser
from tests.matches.factory import a_hand, a_match, again, entry, said, sent, six_rounds
from tests.matches.test_saving import post

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone():
    return Client(headers={"host": "localhost"})


def test_a_correction_that_makes_a_later_round_impossible_names_it_and_says_what_to_do(phone):
    match = a_match(game="ten-point-pitch", target=10)
    taken = {f"taken-{card}": "0" for card in ("A", "J", "off-J", "HJ", "LJ", "10", "3", "2")}
    lost = taken | {"taken-3": "1", "taken-A": "1", "taken-J": "1"}
    for number, answers in enumerate((lost, lost), 1):
        page = post(
            phone, again(match), "rounds/", sent(again(match), {"bidder": "0", "bid": "4", **answers}, number=number)
        )
        assert page.status == 302, page.text

    page = post(phone, again(match), "rounds/1/", sent(again(match), {"bidder": "0", "bid": "10", **taken}, number=1))

    assert page.status == 422
    assert (
        "With hand 1 like this, hand 2 does not fit: the game was over after hand 1. "
        "Correct hand 2 first, or delete the later hands from the last one back." in page.text
    )
    assert again(match).version == 2
    assert ("bid", "10") in page.said()


def test_a_deletion_that_makes_a_later_round_impossible_names_it_and_says_what_to_do(phone):
    match = a_match(3)

    page = post(phone, match, "rounds/2/deletion/", sent(match))

    assert page.status == 422
    assert (
        "Without hand 2, hand 3 would be hand 2 and does not fit: Ada took 3, but only 2 cards were dealt. "
        "Correct hand 3 first, or delete the later hands from the last one back." in page.text
    )
    assert page.buttons() == ["Yes"]
    assert len(again(match).records) == 3


def test_a_forgotten_round_that_makes_a_later_one_impossible_names_it(phone):
    match = a_match(3)

    page = post(phone, match, "rounds/2/before/", sent(match, said(match, number=2), number=2))

    assert page.status == 422
    assert "With one more hand before it, hand 2 would be hand 3 and does not fit: tricks add up to 2" in page.text
    assert len(again(match).records) == 3


def test_a_round_too_many_is_named_where_one_is_put_in():
    match = six_rounds(6)
    facts = {f"suits-{suit}": "1" for suit in ("orange", "purple", "green", "pink", "blue", "red")}

    page = Browser().open(f"/matches/{match.pk}/rounds/3/before/").press("Save the round before round 3", facts)

    assert page.status == 422
    assert "round 6 would be round 7 and does not fit: the game was over after round 6" in page.text


def test_a_round_that_somebody_else_saved_is_shown_beside_what_was_typed(phone):
    match = a_match(2)
    mine = sent(match, said(match, [0, 1, 0, 0]), number=3)
    match.play(a_hand(match, [3, 0, 0, 0]), entry(match))

    page = post(phone, match, "rounds/", mine)

    assert page.status == 409
    assert "Nothing was overwritten" in page.text
    assert "Ada bids: 3" in page.text.partition("There now")[2]
    assert dict(page.said())["bids-1"] == "1"
    assert [record.bids[0] for record in again(match).records] == [0, 0, 3]


def test_what_was_typed_for_an_old_version_can_be_saved_after_looking_at_what_is_there():
    match = a_match(2)
    page = Browser().open(f"/matches/{match.pk}/")
    match.play(a_hand(match, [3, 0, 0, 0]), entry(match))

    page = page.press("Save hand 3", said(a_match(2), [0, 1, 0, 0]))
    assert page.status == 409
    page = page.press("Save the correction of hand 3")

    assert page.status == 200
    assert again(match).entries.first().verb == "corrected"
    assert again(match).records[2].bids == (0, 1, 0, 0)


def test_a_save_is_held_up_by_the_correction_of_another_round_and_goes_through_after_that():
    match = a_match(2)
    page = Browser().open(f"/matches/{match.pk}/")
    match.correct(1, a_hand(match, [1, 0, 0, 0], number=1), entry(match))

    page = page.press("Save hand 3", said(match, [0, 1, 0, 0]))
    assert page.status == 409
    assert "There now" not in page.text
    page = page.press("Save hand 3")

    assert page.status == 200
    assert again(match).records[2].bids == (0, 1, 0, 0)


def test_a_correction_of_a_round_that_was_deleted_meanwhile_is_not_lost(phone):
    match = a_match(2)
    mine = sent(match, said(match, [0, 1, 1, 0], number=2), number=2)
    match.delete_round(2, entry(match))

    page = post(phone, match, "rounds/2/", mine)

    assert page.status == 409
    assert [answer for name, answer in sorted(page.said()) if name.startswith("bids")] == ["0", "1", "1", "0"]
    assert "Save hand 2" in page.buttons()
    assert len(again(match).records) == 1


def test_a_round_for_a_match_that_was_ended_meanwhile_is_shown_and_not_saved(phone):
    match = a_match(2)
    mine = sent(match, said(match, [0, 1, 0, 0]), number=3)
    match.finish(entry(match))

    page = post(phone, match, "rounds/", mine)

    assert page.status == 409
    assert "This match was ended meanwhile" in page.text
    assert "Ben bids: 1" in page.text
    assert len(again(match).records) == 2


def test_a_round_for_a_match_that_is_over_is_no_error_whatever_is_sent(phone):
    match = six_rounds(6)

    for number in ("7", "6", "0", "-1", "x", "9" * 40, ""):
        page = post(phone, match, "rounds/", sent(match, {"suits-red": "1"}, number=number))
        assert page.status == 409
    assert again(match).version == 6


@pytest.mark.parametrize("address", ["rounds/1/deletion/", "end/", "history/1/undoing/"])
def test_what_was_decided_for_an_old_version_is_not_done(phone, address):
    match = a_match(1)
    decided = sent(match)
    match.correct(1, a_hand(match, [1, 0, 0, 0], number=1), entry(match))

    page = post(phone, match, address, decided)

    assert page.status == 409
    assert "Somebody changed this match meanwhile" in page.text
    assert (again(match).version, again(match).called_over, len(again(match).records)) == (2, False, 1)


def test_answers_no_question_asked_for_change_nothing(phone):
    match = a_match()

    page = post(phone, match, "rounds/", sent(match, said(match), shoe_size="44", **{"bids-9": "1"}))

    assert page.status == 302
    assert again(match).records == [a_hand(match, number=1)]


def test_two_forms_of_one_page_have_keys_of_their_own():
    match = a_match(1)
    pages = [Browser().open(f"/matches/{match.pk}/") for _ in range(2)]

    keys = {dict(page.said())["key"] for page in pages}

    assert len({uuid.UUID(key) for key in keys}) == 2
