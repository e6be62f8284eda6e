"""Every tap is kept, for everybody to see, until the round is saved or thrown away."""

import pytest
from django.test import Client

from scorekeeper.table.models.drafts import CORRECT, INSERT, PLAY, Place, stamp
from tests.html_browser import Browser, Page
from tests.matches.factory import NAMES, a_match, again, said, sent

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql, pytest.mark.usefixtures("one_device")]

BIDS = {"bids-0": "1", "bids-1": "0", "bids-2": "1", "bids-3": "0"}
PLACES = {"draft/": Place(PLAY, 3), "rounds/2/draft/": Place(CORRECT, 2), "rounds/2/before/draft/": Place(INSERT, 2)}

every_place = pytest.mark.parametrize(
    ("address", "place"), PLACES.items(), ids=[place.doing for place in PLACES.values()]
)


def tap(match, answers, address="draft/", number=None, htmx=True, **more):
    """Send a form as a tap does; it knows of everything typed so far unless it says otherwise."""
    place, now = PLACES[address], again(match)
    form = {"draft": stamp(now.typed(place)), "number": number or len(now.records) + 1, **answers, **more}
    headers = {"HX-Request": "true", "HX-Target": "ledger"} if htmx else {}
    return Client(headers={"host": "localhost", **headers}).post(f"/matches/{match.pk}/{address}", form)


@every_place
def test_every_tap_is_kept_and_answered_with_what_it_comes_to(address, place):
    match = a_match(2)

    for number, count in enumerate(("bids-0", "bids-1", "bids-2"), 1):
        answer = tap(match, dict(list(BIDS.items())[:number]), address)
        assert answer.status_code == 200
        assert 'id="ledger"' in answer.content.decode()
        assert "<html" not in answer.content.decode()
        assert again(match).typed(place)[count] == BIDS[count]

    assert again(match).typed(place) == dict(list(BIDS.items())[:3])
    assert again(match).version == 2


@every_place
def test_what_one_phone_types_is_on_every_other_and_after_a_reload(address, place):
    match = a_match(2)
    page_of = f"/matches/{match.pk}/{'' if place.doing == PLAY else address.removesuffix('draft/')}"
    Browser().open(page_of)

    tap(match, BIDS, address)

    assert {name: answer for name, answer in Browser().open(page_of).said() if name in BIDS} == BIDS


def test_the_last_tricks_follow_from_the_others_and_are_not_kept_as_typed():
    match = a_match(2)
    tricks = {"tricks-0": "1", "tricks-1": "2", "tricks-2": "0"}

    answer = tap(match, {**BIDS, **tricks, "tricks-3": "0", "derived": "tricks-3"})

    assert "derived" in answer.content.decode()
    assert again(match).draft == BIDS | tricks
    page = dict(Browser().open(f"/matches/{match.pk}/").said())
    assert (page["derived"], page["tricks-3"]) == ("tricks-3", "0")


def test_an_answer_that_was_derived_and_then_tapped_is_typed():
    match = a_match(2)
    tricks = {"tricks-0": "1", "tricks-1": "2", "tricks-2": "0"}
    tap(match, {**BIDS, **tricks, "tricks-3": "0", "derived": "tricks-3"})

    tap(match, {**BIDS, "tricks-1": "2", "tricks-2": "0", "tricks-3": "1", "tricks-0": "0", "derived": "tricks-0"})

    assert again(match).draft == BIDS | {"tricks-1": "2", "tricks-2": "0", "tricks-3": "1"}


def test_a_preview_shows_what_the_round_would_score_and_why():
    match = a_match(2)

    answer = tap(match, said(match, [3, 0, 0, 1]))

    assert "bid 3, took 3: 10 × 3" in answer.content.decode()
    assert "−10" in answer.content.decode()
    assert again(match).version == 2


def test_an_answer_can_be_taken_out_again():
    match = a_match(names=NAMES[:3], game="grosse-kleine")
    tap(match, {"left-0": "4 9", "left-1": "J"})

    tap(match, {"left-0": "4", "left-1": ""})

    assert {name: answer for name, answer in again(match).draft.items() if answer} == {"left-0": "4"}


def test_who_types_beside_somebody_else_erases_nothing_and_is_shown_all_of_it():
    match = a_match(names=NAMES[:3], game="grosse-kleine")
    empty = stamp({})
    tap(match, {"left-0": "4 9", "left-1": ""})

    answer = tap(match, {"left-0": "", "left-1": "J"}, draft=empty)

    assert again(match).draft["left-0"] == "4 9"
    assert again(match).draft["left-1"] == "J"
    assert (answer["HX-Retarget"], answer["HX-Reselect"]) == ("#page", "#page")
    assert ("left-0", "4 9") in Page(None, answer).said()


def test_who_knew_everything_is_answered_with_the_ledger_alone():
    match = a_match(2)
    tap(match, {"bids-0": "1"})

    answer = tap(match, {"bids-0": "1", "bids-1": "1"})

    assert "HX-Retarget" not in answer


def test_a_save_shows_what_somebody_else_typed_before_it_counts_it():
    match = a_match(2)
    form = said(match)
    tap(match, {"bids-3": form.pop("bids-3")})
    phone = Client(headers={"host": "localhost"})

    page = Page(None, phone.post(f"/matches/{match.pk}/rounds/", sent(match, form, draft="", number=3)))

    assert page.status == 422
    assert "Somebody else is typing this as well" in page.text
    assert again(match).version == 2
    assert ("bids-3", "0") in page.said()
