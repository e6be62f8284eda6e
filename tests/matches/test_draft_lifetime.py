"""How long a draft lives, and taps that come too late."""

import pytest

from scorekeeper.table.models.drafts import CORRECT, INSERT, PLAY, Place
from scorekeeper.table.models.entered import Stale
from tests.html_browser import Browser, Page
from tests.matches.factory import a_hand, a_match, again, entry, six_rounds
from tests.matches.test_drafts import BIDS, every_place, tap

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql, pytest.mark.usefixtures("one_device")]


def test_a_draft_survives_the_correction_and_the_deletion_of_other_rounds():
    match = six_rounds(3)
    tap(match, {"suits-red": "1"})

    match = again(match)
    match.correct(1, match.records[1], entry(match))
    match.delete_round(2, entry(match))

    assert again(match).draft == {"suits-red": "1"}
    page = Browser().open(f"/matches/{match.pk}/")
    assert "Round 3" in page.text
    assert ("suits-red", "1") in page.said()


def test_the_next_round_begins_with_nothing_typed():
    match = a_match(2)
    tap(match, BIDS)

    match = again(match)
    match.play(a_hand(match), entry(match))

    assert again(match).draft == match.draft == {}
    assert [name for name, answer in Browser().open(f"/matches/{match.pk}/").said() if name.startswith("bids")] == []


def test_a_round_that_was_saved_and_undone_does_not_bring_its_draft_back():
    match = a_match(2)
    tap(match, BIDS)
    match = again(match)
    match.undo(match.play(a_hand(match), entry(match)), entry(match))

    assert again(match).draft == {}


def test_the_draft_of_a_correction_ends_with_the_correction_and_belongs_to_its_round():
    match = six_rounds(4)
    tap(match, {"suits-red": "2"}, "rounds/2/draft/")
    match = again(match)
    match.delete_round(1, entry(match))
    assert match.typed(Place(CORRECT, 1)) == {"suits-red": "2"}
    assert match.typed(Place(CORRECT, 2)) is None

    match.correct(1, match.records[1], entry(match))

    assert match.typed(Place(CORRECT, 1)) is None


def test_the_draft_of_a_forgotten_round_ends_when_it_is_put_in():
    match = six_rounds(3)
    tap(match, {"suits-red": "2"}, "rounds/2/before/draft/")
    match = again(match)
    assert match.typed(Place(INSERT, 2)) == {"suits-red": "2"}

    match.insert(2, match.records[0], entry(match))

    assert [match.typed(Place(INSERT, number)) for number in range(1, 5)] == [None] * 4


def test_a_correction_that_is_being_typed_shows_what_was_typed_alone():
    """An answer that was cleared must not come back from what stands there."""
    match = a_match(2)
    tap(match, {"bids-0": "1", "tricks-0": "1", "tricks-1": "0", "derived": ""}, "rounds/2/draft/")

    page = dict(Browser().open(f"/matches/{match.pk}/rounds/2/").said())

    assert "bids-1" not in page
    assert page["tricks-0"] == "1"


@every_place
def test_what_was_typed_can_be_thrown_away(address, place):
    match = a_match(2)
    tap(match, {"bids-0": "1"}, address)
    page_of = f"/matches/{match.pk}/{'' if place.doing == PLAY else address.removesuffix('draft/')}"

    page = Browser().open(page_of).press("Start this hand again")

    assert page.status == 200
    assert again(match).typed(place) is None
    assert dict(page.said()).get("bids-0") == {CORRECT: "0"}.get(place.doing)


@pytest.mark.parametrize("htmx", [True, False])
def test_a_tap_for_a_round_that_was_saved_meanwhile_is_answered_with_the_whole_page(htmx):
    match = a_match(2)
    match.play(a_hand(match, [3, 0, 0, 0]), entry(match))

    answer = tap(match, {"bids-1": "2"}, number=3, htmx=htmx)

    assert answer.status_code == 409
    assert (answer["HX-Retarget"], answer["HX-Reselect"]) == ("#page", "#page")
    page = Page(None, answer)
    assert "Ada bids: 3" in page.text.partition("There now")[2]
    assert ("bids-1", "2") in page.said()
    assert again(match).draft == {}


def test_a_tap_for_a_match_that_was_ended_meanwhile_is_told_so_with_what_was_typed():
    match = a_match(2)
    match.finish(entry(match))

    answer = tap(match, {"bids-1": "2"}, number=3)

    assert answer.status_code == 409
    assert "ended meanwhile" in answer.content.decode()
    assert "Ben bids: 2" in Page(None, answer).text


def test_a_tap_while_the_match_moves_on_in_between_is_not_kept_for_another_round():
    mine = a_match(2)
    theirs = again(mine)
    assert len(mine.records) == 2
    theirs.play(a_hand(theirs), entry(theirs))

    with pytest.raises(Stale):
        mine.keep_draft(Place(PLAY, 3), BIDS, "")

    assert again(mine).draft == {}


def test_a_tap_leaves_nothing_behind_that_is_no_answer():
    match = a_match(2)

    tap(match, {"bids-0": "1\0", "bids-1": "9" * 5000, "shoe-size": "44", "tricks-0": "<b>"})

    assert again(match).draft == {"bids-0": "1", "bids-1": "9" * 400, "tricks-0": "<b>"}
    assert "&lt;b&gt;" in Browser().open(f"/matches/{match.pk}/").html
