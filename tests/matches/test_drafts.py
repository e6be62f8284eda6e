"""Drafts: every tap is kept, for everybody to see, until the round is saved or thrown away."""

import pytest
from django.test import Client

from scorekeeper.clubs.models import Device, Role
from scorekeeper.matches import answers, recording
from scorekeeper.matches.answers import Place
from scorekeeper.matches.conflicts import VersionConflict
from scorekeeper.matches.models import EntryMode
from tests.cases import cases
from tests.devices import device_token, find_device
from tests.html_browser import Browser, Page
from tests.matches.factory import NAMES, entry, hand_form, make_hand, make_match, match_form, newest, reload, six_rounds
from tests.matches.test_edit_lock import expire_lock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_device")]

BIDS = {"bids-0": "1", "bids-1": "0", "bids-2": "1", "bids-3": "0"}
PLACES = {
    "draft/": Place(EntryMode.PLAY, 3),
    "rounds/2/draft/": Place(EntryMode.CORRECT, 2),
    "rounds/2/before/draft/": Place(EntryMode.INSERT, 2),
}

every_place = cases("address, place", PLACES.items())


def stored_answers(match, place):
    return match.answers.at(*place).shown_texts()


def tap(match, typed, address="draft/", number=None, htmx=True, **more):
    """Send what was typed as a tap does; its page shows everything typed so far unless it says otherwise."""
    now = reload(match)
    known = newest(now)
    form = {"known": known, "number": number or len(now.round_facts) + 1, **typed, **more}
    headers = {"HX-Request": "true", "HX-Target": "entry-rows"} if htmx else {}
    return Client(headers={"host": "localhost", **headers}).post(f"/matches/{match.pk}/{address}", form)


def page_of(match, place):
    pages = {EntryMode.PLAY: "", EntryMode.CORRECT: "rounds/2/", EntryMode.INSERT: "rounds/2/before/"}
    return f"/matches/{match.pk}/{pages[place.mode]}"


@every_place
def test_every_tap_is_stored_shown_to_all_devices_and_can_be_cleared(address, place):
    match = make_match(2)
    Browser().open(page_of(match, place))

    saved = answers.saved_answers(match, place)
    for number, (name, text) in enumerate(BIDS.items(), 1):
        answer = tap(match, {name: text}, address).content.decode()
        assert 'id="entry-rows"' in answer
        assert "<html" not in answer
        assert stored_answers(reload(match), place) == saved | dict(list(BIDS.items())[:number])

    assert reload(match).version == 2
    page = Browser().open(page_of(match, place))
    assert {name: answer for name, answer in page.fields() if name in BIDS} == BIDS

    [clear] = [link for link, shown in page.links.items() if shown[0].label == "Clear this hand"]
    asked = page.browser.open(clear)
    assert "Ada bids" in asked.text
    tap(match, BIDS | {"bids-0": "0"}, address)
    asked = asked.press("Clear it")
    assert (asked.status, "Somebody has entered something meanwhile" in asked.text) == (409, True)
    page = asked.press("Clear it")

    assert page.status == 200
    assert stored_answers(reload(match), place) is None
    assert dict(page.fields()).get("bids-0") == {EntryMode.CORRECT: "0"}.get(place.mode)


def test_a_derived_answer_is_stored_only_once_it_is_tapped():
    match = make_match(2)
    tricks = {"tricks-0": "1", "tricks-1": "2", "tricks-2": "0"}

    answer = tap(match, {**BIDS, **tricks, "tricks-3": "0", "derived": "tricks-3"})

    assert "derived" in answer.content.decode()
    assert reload(match).draft == BIDS | tricks
    page = dict(Browser().open(f"/matches/{match.pk}/").fields())
    assert (page["derived"], page["tricks-3"]) == ("tricks-3", "0")

    tap(match, {"tricks-3": "1", "tricks-0": "0", "derived": "tricks-0"})

    assert reload(match).draft == BIDS | {"tricks-1": "2", "tricks-2": "0", "tricks-3": "1"}


def test_a_preview_shows_what_the_round_would_score_and_why():
    match = make_match(2)

    answer = tap(match, hand_form(match, [3, 0, 0, 1]))

    assert "bid 3, took 3: 10 × 3" in answer.content.decode()
    assert "−10" in answer.content.decode()
    assert reload(match).version == 2


def test_a_tap_clears_an_answer_its_page_showed_but_not_a_newer_one():
    match = make_match(names=NAMES[:3], game="grosse-kleine")
    tap(match, {"left-0": "4 9", "left-1": "J"})
    answer = tap(match, {"left-0": "4 9", "left-1": ""})
    assert {name: answer for name, answer in reload(match).draft.items() if answer} == {"left-0": "4 9"}
    assert "HX-Retarget" not in answer

    device = Device.join(match.club, "another phone", Role.OWNER)[0]
    answers.enter(reload(match), Place(EntryMode.PLAY, 1), {"left-2": "Q"}, device, take_over=True)
    expire_lock(match)
    answer = tap(match, {"left-1": "J", "left-2": ""}, known=0)

    assert {name: reload(match).draft[name] for name in ("left-0", "left-1", "left-2")} == {
        "left-0": "4 9", "left-1": "J", "left-2": "Q"
    }  # fmt: skip
    assert (answer["HX-Retarget"], answer["HX-Reselect"]) == ("#page", "#page")
    assert ("left-2", "Q") in Page(None, answer).fields()


def test_a_save_shows_answers_of_another_device_before_it_counts():
    match = make_match(2)
    form = hand_form(match)
    tap(match, {"bids-3": form.pop("bids-3")})
    phone = Client(headers={"host": "localhost"})

    page = Page(None, phone.post(f"/matches/{match.pk}/rounds/", match_form(match, form, number=3)))

    assert page.status == 422
    assert "Somebody else is typing this as well" in page.text
    assert reload(match).version == 2
    assert ("bids-3", "0") in page.fields()


# --- How long a draft is kept ---


def test_a_draft_survives_the_correction_and_the_deletion_of_other_rounds():
    match = six_rounds(3)
    tap(match, {"suits-red": "1"})

    match = reload(match)
    recording.correct(match, 1, match.round_facts[1], entry(match))
    recording.delete_round(match, 2, entry(match))

    assert reload(match).draft == {"suits-red": "1"}
    page = Browser().open(f"/matches/{match.pk}/")
    assert "Round 3" in page.text
    assert ("suits-red", "1") in page.fields()


def test_a_saved_round_leaves_no_draft_even_when_it_is_undone():
    match = make_match(2)
    tap(match, BIDS)
    match = reload(match)
    played = recording.play(match, make_hand(match), entry(match))

    assert reload(match).draft is match.draft is None
    assert [name for name, answer in Browser().open(f"/matches/{match.pk}/").fields() if name.startswith("bids")] == []
    recording.undo(match, played, entry(match))
    assert reload(match).draft is None


@pytest.mark.postgresql
def test_the_draft_of_a_round_moves_with_it_and_ends_when_it_is_saved():
    match = six_rounds(4)
    for address in ("rounds/2/draft/", "rounds/2/before/draft/"):
        tap(match, {"suits-red": "0"}, address)
    match = reload(match)
    saved = answers.saved_answers(match, Place(EntryMode.CORRECT, 2))
    recording.delete_round(match, 1, entry(match))
    assert stored_answers(match, Place(EntryMode.CORRECT, 1)) == saved | {"suits-red": "0"}
    assert stored_answers(match, Place(EntryMode.CORRECT, 2)) is None

    recording.correct(match, 1, match.round_facts[1], entry(match))

    assert stored_answers(match, Place(EntryMode.CORRECT, 1)) is None
    assert stored_answers(match, Place(EntryMode.INSERT, 1)) == {"suits-red": "0"}
    recording.insert(match, 1, match.round_facts[0], entry(match))
    assert [stored_answers(match, Place(EntryMode.INSERT, number)) for number in range(1, 5)] == [None] * 4


def test_a_draft_correction_shows_only_what_was_typed():
    """An answer that was cleared must not come back from what stands there."""
    match = make_match(2)
    tap(match, {"bids-1": "", "tricks-0": "1"}, "rounds/2/draft/")

    page = dict(Browser().open(f"/matches/{match.pk}/rounds/2/").fields())

    assert "bids-1" not in page
    assert page["tricks-0"] == "1"


@cases("htmx", [True, False])
def test_a_tap_for_a_saved_round_is_answered_with_the_whole_page(htmx):
    match = make_match(2)
    recording.play(match, make_hand(match, [3, 0, 0, 0]), entry(match))

    answer = tap(match, {"bids-1": "2"}, number=3, htmx=htmx)

    assert answer.status_code == 409
    assert (answer["HX-Retarget"], answer["HX-Reselect"]) == ("#page", "#page")
    page = Page(None, answer)
    assert "Ada bids: 3" in page.text.partition("There now")[2]
    assert ("bids-1", "2") in page.fields()
    assert reload(match).draft is None


@pytest.mark.postgresql
def test_a_draft_for_an_older_version_is_refused():
    mine = make_match(2)
    theirs = reload(mine)
    assert len(mine.round_facts) == 2
    recording.play(theirs, make_hand(theirs), entry(theirs))

    with pytest.raises(VersionConflict):
        answers.enter(mine, Place(EntryMode.PLAY, 3), BIDS, find_device(device_token()))

    assert reload(mine).draft is None


def test_a_draft_holds_only_answers_to_questions():
    match = make_match(2)

    tap(match, {"bids-0": "1\0", "bids-1": "9" * 5000, "shoe-size": "44", "tricks-0": "<b>"})

    assert reload(match).draft == {"bids-0": "1", "bids-1": "9" * 400, "tricks-0": "<b>"}
    assert "&lt;b&gt;" in Browser().open(f"/matches/{match.pk}/").html
