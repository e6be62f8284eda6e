"""Saving a round: what is wrong stands beside what was typed; what changed meanwhile is shown, nothing overwritten."""

import pytest

from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from tests.cases import cases
from tests.html_browser import Browser, Page
from tests.matches.factory import NAMES, entry, hand_form, make_hand, make_match, match_form, reload, six_rounds

pytestmark = pytest.mark.django_db


def post(client, match, address, form):
    return Page(None, client.post(f"/matches/{match.pk}/{address}", form))


def marked(page):
    return [control.name for control in page.controls if control.attributes.get("aria-invalid")]


@cases("address, number", [("rounds/", 3), ("rounds/2/", 2), ("rounds/2/before/", 2)])
def test_an_impossible_round_is_refused_with_its_reason_and_its_answers(client, address, number):
    match = make_match(2)
    typed = hand_form(match, [1, 2, 0, 1], number=number) | {"tricks-1": "1", "trump": "H"}

    page = post(client, match, address, match_form(match, typed, number=number))

    assert page.status == 422
    cards = "3 cards" if number == 3 else "2 cards"
    assert f"Tricks add up to {number + 1}, but {cards} were dealt: 1 too many, count the piles again" in page.text
    assert dict(page.fields()) | typed == dict(page.fields())
    assert reload(match).version == 2


def test_an_error_links_to_its_question(client):
    match = make_match(2)

    page = post(client, match, "rounds/", match_form(match, hand_form(match) | {"bids-2": "44"}))

    assert "Change this" in [link.text.strip() for link in page.links["#q-bids-2"]]
    assert "“44” is not on the keys" in page.text
    assert page.ids["q-bids-2"]["aria-invalid"] == "true"
    assert page.ids["q-bids-2"]["aria-describedby"] == "message"
    assert "message" in page.ids
    assert "aria-invalid" not in page.ids["q-bids-1"]


def test_a_missing_answer_is_named_and_its_question_marked(client):
    match, other = make_match(2), make_match(names=NAMES[:3], game="grosse-kleine")

    typed = {name: answer for name, answer in hand_form(match).items() if name != "bids-3"}
    page = post(client, match, "rounds/", match_form(match, typed))
    assert (page.status, "Left to enter: Dan bids" in page.text) == (422, True)
    assert page.ids["q-bids-3"]["aria-invalid"] == "true"

    typed = {"left-0": "4 Q", "left-1": "out", "left-2": "7", "pile-seat": "nobody"}
    page = post(client, other, "rounds/", match_form(other, typed))
    assert (page.status, marked(page)) == (422, ["left-0"])


@cases(
    "envelope",
    [{"key": "44"}, {"seen": ""}],
)
def test_a_damaged_form_is_refused_and_its_answers_are_kept(client, envelope):
    match = make_match(2)
    typed = hand_form(match, [1, 1, 0, 0])

    page = post(client, match, "rounds/", match_form(match, typed) | envelope)

    assert page.status == 422
    assert "This form is damaged: open the match again" in page.text
    assert dict(page.fields()) | typed == dict(page.fields())
    assert reload(match).version == 2


# --- What does not fit later rounds ---


def test_a_correction_that_breaks_a_later_round_says_what_to_do(client):
    match = make_match(game="ten-point-pitch", target=10)
    taken = {f"taken-{card}": "0" for card in ("A", "J", "off-J", "HJ", "LJ", "10", "3", "2")}
    lost = taken | {"taken-3": "1", "taken-A": "1", "taken-J": "1", "bidder": "0", "bid": "4"}
    for number in (1, 2):
        match = reload(match)
        assert post(client, match, "rounds/", match_form(match, lost, number=number)).status == 302

    page = post(client, match, "rounds/1/", match_form(reload(match), {"bidder": "0", "bid": "10", **taken}, number=1))

    assert page.status == 422
    assert (
        "Correct hand 2 first, or remove the later hands first: "
        "with hand 1 like this, hand 2 does not fit (the game was over after hand 1)." in page.text
    )
    assert reload(match).version == 2
    assert ("bid", "10") in page.fields()


def test_a_deletion_or_an_insertion_that_breaks_a_later_round_says_what_to_do(client):
    match = make_match(3)

    deletion = post(client, match, "rounds/2/deletion/", match_form(match))
    insertion = post(client, match, "rounds/2/before/", match_form(match, hand_form(match, number=2), number=2))

    assert (deletion.status, insertion.status) == (422, 422)
    assert (
        "Correct hand 3 first, or remove the later hands first: "
        "without hand 2, hand 3 becomes hand 2 and does not fit (Ada took 3, but only 2 cards were dealt)."
        in deletion.text
    )
    assert deletion.buttons() == ["Delete hand 2"]
    assert "with one more hand before it, hand 2 becomes hand 3 and does not fit (tricks add up to 2" in insertion.text
    assert len(reload(match).round_facts) == 3


# --- What changed meanwhile ---


def test_a_round_saved_by_another_is_shown_and_can_be_corrected():
    match = make_match(2)
    page = Browser().open(f"/matches/{match.pk}/")
    recording.play(match, make_hand(match, [3, 0, 0, 0]), entry(match))

    page = page.press("Save hand 3", hand_form(make_match(2), [0, 1, 0, 0]))

    assert page.status == 409
    assert "Nothing was overwritten" in page.text
    assert "Ada bids: 3" in page.text.partition("There now")[2]
    assert dict(page.fields())["bids-1"] == "1"
    assert [facts.bids[0] for facts in reload(match).round_facts] == [0, 0, 3]

    page = page.press("Save corrected hand 3")

    assert page.status == 200
    assert reload(match).entries.first().action == "correct"
    assert reload(match).round_facts[2].bids == (0, 1, 0, 0)


def test_after_a_correction_of_another_round_a_save_takes_two_presses():
    match = make_match(2)
    page = Browser().open(f"/matches/{match.pk}/")
    recording.correct(match, 1, make_hand(match, [1, 0, 0, 0], number=1), entry(match))

    page = page.press("Save hand 3", hand_form(match, [0, 1, 0, 0]))
    assert page.status == 409
    assert "There now" not in page.text
    page = page.press("Save hand 3")

    assert page.status == 200
    assert reload(match).round_facts[2].bids == (0, 1, 0, 0)


def test_answers_for_a_deleted_round_are_kept_on_the_page(client):
    match = make_match(2)
    mine = match_form(match, hand_form(match, [0, 1, 1, 0], number=2), number=2)
    recording.delete_round(match, 2, entry(match))

    page = post(client, match, "rounds/2/", mine)

    assert page.status == 409
    assert [answer for name, answer in sorted(page.fields()) if name.startswith("bids")] == ["0", "1", "1", "0"]
    assert "Save hand 2" in page.buttons()
    assert len(reload(match).round_facts) == 1


def test_a_round_for_an_ended_match_is_shown_and_not_saved(client):
    match, finished = make_match(2), six_rounds(6)
    mine = match_form(match, hand_form(match, [0, 1, 0, 0]), number=3)
    recording.finish(match, entry(match))

    page = post(client, match, "rounds/", mine)

    assert page.status == 409
    assert "This match was ended meanwhile" in page.text
    assert "Ben bids: 1" in page.text
    assert len(reload(match).round_facts) == 2
    for number in ("7", "6", "0", "-1", "x", "9" * 40, ""):
        page = post(client, finished, "rounds/", match_form(finished, {"suits-red": "1"}, number=number))
        assert page.status == 409, number
    assert reload(finished).version == 6


def test_an_open_match_with_all_rounds_played_shows_its_result(client):
    match = six_rounds(6)
    Match.objects.filter(pk=match.pk).update(finished=False, ended=None)

    shown = Page(None, client.get(f"/matches/{match.pk}/"))
    assert {"Rematch"} <= set(shown.buttons())
    assert "share the win" in shown.text
    assert client.get(f"/matches/{match.pk}/table-view/").status_code == 200
    again = post(client, match, "rounds/", match_form(match, {"suits-orange": "0"}, number=7))
    assert (again.status, "was not saved" in again.text) == (409, True)


@cases("address", ["rounds/1/deletion/", "end/", "history/1/undo/"])
def test_deleting_ending_and_undoing_an_old_version_is_a_conflict(client, address):
    match = make_match(1)
    decided = match_form(match)
    recording.correct(match, 1, make_hand(match, [1, 0, 0, 0], number=1), entry(match))

    page = post(client, match, address, decided)

    assert page.status == 409
    assert "Somebody changed this match meanwhile" in page.text
    assert (reload(match).version, reload(match).ended_by_table, len(reload(match).round_facts)) == (2, False, 1)
