"""The edit lock: one device enters at a time, all see which, another takes over in one tap, nothing is lost by it."""

import re
import threading
from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.models import Device
from scorekeeper.matches import answers, recording
from scorekeeper.matches.answers import Place
from scorekeeper.matches.conflicts import LockedByOther
from scorekeeper.matches.models import LOCK_LIFETIME, EntryMode, Match
from tests.cases import cases
from tests.concurrency import finish_all, start_thread
from tests.devices import COOKIE, Stranger, device_token, find_device
from tests.html_browser import Browser, Page
from tests.matches.factory import entry, hand_form, keep_draft, make_hand, make_match, match_form, newest, reload
from tests.thoroughness import many

pytestmark = pytest.mark.django_db

TAP = {"HX-Request": "true", "HX-Target": "entry-rows"}
PLACES = {"": "draft/", "rounds/1/": "rounds/1/draft/", "rounds/1/before/": "rounds/1/before/draft/"}


def phone_of(label, role=3):
    phone = Stranger()
    phone.cookies[COOKIE] = device_token(label=label, role=role)
    return phone


@pytest.fixture
def ada(db):
    return phone_of("Ada’s phone")


@pytest.fixture
def ben(db):
    return phone_of("Ben’s phone")


@pytest.fixture
def match(ben):
    match = make_match(1)
    tap(ben, match, {"bids-0": "1"})
    return match


def tap(phone, match, answers, address="draft/", **more):
    now = reload(match)
    form = {"known": newest(now), "number": len(now.round_facts) + 1, **answers, **more}
    return phone.post(f"/matches/{match.pk}/{address}", form, headers=TAP)


def save(phone, match, **more):
    now = reload(match)
    form = match_form(now, hand_form(now), number=len(now.round_facts) + 1, **more)
    return phone.post(f"/matches/{match.pk}/rounds/", form)


def shown(phone, match, address=""):
    return phone.get(f"/matches/{match.pk}/{address}").content.decode()


def who_enters(html):
    """Which other's name stands on a page, and whether the page says that the lock is the visitor's own."""
    name = re.search(r"<bdi>([^<]*)</bdi> is scoring", html)
    return name[1] if name else None, 'class="entry-rows own-lock"' in html


def expire_lock(match):
    Match.objects.filter(pk=match.pk).update(locked_at=timezone.now() - LOCK_LIFETIME)


# --- Who has it ---


@cases("address", PLACES.values())
def test_a_tap_takes_the_lock_and_every_device_shows_it(ada, ben, address):
    match = make_match(1)

    assert tap(ben, match, {"bids-0": "1"}, address).status_code == 200

    assert reload(match).lock.label == "Ben’s phone"
    assert "<bdi>Ben’s phone</bdi>" in shown(ada, match, "table-view/")
    viewer = phone_of("Eve", role=1)
    assert "Take over" not in shown(viewer, match)
    assert tap(viewer, match, {}, take="theirs").status_code == 403
    for page in PLACES:
        assert who_enters(shown(ada, match, page)) == ("Ben’s phone", False)
        assert who_enters(shown(ben, match, page)) == (None, True)


def test_a_save_takes_the_lock_and_a_visit_does_not(ada, ben):
    match = make_match(1)
    keep_draft(match, {"bids-0": "1"})
    html = shown(ada, match)
    assert (reload(match).lock, who_enters(html), 'name="take"' in html) == (None, (None, False), False)

    assert save(ben, match, known=newest(match)).status_code == 302

    assert who_enters(shown(ada, match)) == ("Ben’s phone", False)


def test_undoing_and_ending_need_no_lock_and_take_none(ada, ben):
    match = make_match(2)
    tap(ben, match, {"bids-0": "1"})

    undo = f"/matches/{match.pk}/history/2/undo/"
    asked = Page(None, ada.post(undo, match_form(reload(match))))
    assert (asked.status, "Hand 3, not saved yet: Ada bids 1." in asked.text) == (409, True)
    assert ada.post(undo, dict(asked.fields("form 1"))).status_code == 302
    assert ada.post(f"/matches/{match.pk}/end/", match_form(reload(match))).status_code == 302
    assert reload(match).lock.label == "Ben’s phone"


# --- Live on the others ---


def look(phone, match, html):
    seen = re.search(r'<live-board.*?\sseen="([^"]+)"', html, re.DOTALL)[1]
    return phone.get(f"/matches/{match.pk}/board/", {"seen": seen})


def test_the_live_board_reports_a_new_lock_once(ada, ben, django_assert_num_queries):
    match = make_match(1)
    html = shown(ada, match)
    assert look(ada, match, html).status_code == 204

    tap(ben, match, {})
    html = look(ada, match, html).content.decode()
    assert who_enters(html) == ("Ben’s phone", False)
    with django_assert_num_queries(3):
        assert look(ada, match, html).status_code == 204

    expire_lock(match)
    news = look(ada, match, html)
    assert (news.status_code, who_enters(news.content.decode())) == (200, (None, False))


def test_a_cached_page_is_not_shown_to_another_device_of_the_browser(ada, ben):
    """The same browser may join as another device: what it keeps of the page is of the device it was."""
    match = make_match(1)
    tap(ben, match, {"bids-0": "1"})
    first = ben.get(f"/matches/{match.pk}/")
    ben.cookies[COOKIE] = ada.cookies[COOKIE].value

    answer = ben.get(f"/matches/{match.pk}/", headers={"If-None-Match": first["ETag"]})

    assert answer.status_code == 200
    assert who_enters(answer.content.decode()) == ("Ben’s phone", False)


# --- Another one ---


@cases("address", PLACES.values())
def test_a_tap_without_the_lock_is_refused_and_kept_on_the_page(ada, ben, address):
    match = make_match(1)
    tap(ben, match, {"bids-0": "1"}, address)
    kept = list(match.answers.values("mode", "round", "question", "text"))

    answer = tap(ada, match, {"bids-1": "1"}, address)

    assert answer.status_code == 409
    assert (answer["HX-Retarget"], answer["HX-Reselect"]) == ("#page", "#page")
    told = Page(None, answer)
    assert "Ben’s phone is scoring" in told.text
    assert ("bids-1", "1") in told.fields()
    assert "Take over" in told.buttons()
    assert list(match.answers.values("mode", "round", "question", "text")) == kept
    assert reload(match).lock.label == "Ben’s phone"


def test_a_save_without_the_lock_is_refused_with_both_versions(ada, match):
    answer = save(ada, match, **{"bids-1": "1"})

    told = Page(None, answer)
    assert told.status == 409
    assert "Another phone is scoring" in told.text
    assert "Ada bids: 1" in told.text.partition("There now")[2]
    assert ("bids-1", "1") in told.fields()
    assert (reload(match).version, reload(match).draft) == (1, {"bids-0": "1"})


def test_clearing_a_draft_needs_the_lock(ada, ben, match):
    assert tap(ada, match, {}, anew="1").status_code == 409
    assert reload(match).draft == {"bids-0": "1"}
    assert tap(ben, match, {}, anew="1").status_code == 302
    assert reload(match).draft is None


def test_an_expired_lock_is_free_and_a_tap_renews_it(ada, ben, match):
    Match.objects.filter(pk=match.pk).update(locked_at=timezone.now() - LOCK_LIFETIME + timedelta(seconds=20))
    tap(ben, match, {"bids-0": "1"})
    assert reload(match).locked_at > timezone.now() - timedelta(minutes=1)
    expire_lock(match)

    assert tap(ada, match, {"bids-0": "1", "bids-1": "1"}).status_code == 200
    assert tap(ben, match, {"bids-0": "2"}).status_code == 409

    assert reload(match).lock.label == "Ada’s phone"
    assert reload(match).draft == {"bids-0": "1", "bids-1": "1"}


@cases("remove", [Device.delete, Device.revoke, lambda device: device.change_role(1)])
def test_a_removed_device_has_no_lock(ada, remove):
    match, ben = make_match(1), phone_of("Ben’s phone")
    tap(ben, match, {"bids-0": "1"})
    remove(Device.objects.latest("pk"))

    for page in PLACES:
        assert who_enters(shown(ada, match, page)) == (None, False)
    assert tap(ada, match, {"bids-0": "1"}).status_code == 200


# --- Taken over ---


def browser_of(phone):
    browser = Browser()
    browser.client.cookies[COOKIE] = phone.cookies[COOKIE].value
    return browser


def test_another_scorer_takes_over_in_one_tap_and_the_first_sees_it(ada, ben, match):
    bens = shown(ben, match)

    page = browser_of(ada).open(f"/matches/{match.pk}/").press("Take over")

    assert page.status == 200
    assert who_enters(page.html) == (None, True)
    assert ("bids-0", "1") in page.fields()
    assert who_enters(look(ben, match, bens).content.decode()) == ("Ada’s phone", False)
    assert tap(ben, match, {"bids-0": "1", "bids-1": "1"}).status_code == 409


def test_taking_over_from_an_old_page_keeps_the_newest_draft(ada, ben, match):
    page = browser_of(ada).open(f"/matches/{match.pk}/")
    tap(ben, match, {"bids-0": "2", "bids-1": "0"})

    page.press("Take over")

    assert reload(match).draft == {"bids-0": "2", "bids-1": "0"}


# --- At once ---


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_devices_that_take_a_free_lock_at_once_one_gets_it():
    devices = [find_device(device_token(label=label)) for label in ("one", "two")]
    matches, meeting = [make_match().pk for _ in range(many(100))], threading.Barrier(2)
    outcomes = {0: [], 1: []}

    def race(number):
        for pk in matches:
            match = Match.objects.get(pk=pk)
            meeting.wait(timeout=60)
            try:
                answers.enter(match, Place(EntryMode.PLAY, 1), {f"bids-{number}": "1"}, devices[number])
                outcomes[number].append(True)
            except LockedByOther:
                outcomes[number].append(False)

    finish_all([start_thread(lambda: race(0)), start_thread(lambda: race(1))])

    for pk, *won in zip(matches, *outcomes.values(), strict=True):
        match, holder = Match.objects.get(pk=pk), won.index(True)
        assert sorted(won) == [False, True]
        assert match.lock.pk == devices[holder].pk
        assert match.draft == {f"bids-{holder}": "1"}


@given(st.lists(st.tuples(st.sampled_from("AB"), st.sampled_from(["tap", "take", "rest", "save"])), max_size=12))
def test_only_the_holder_of_the_lock_writes_in_any_order_of_steps(steps):
    """Whatever two phones do in whatever order."""
    devices = {name: find_device(device_token(label=name)) for name in "AB"}
    match, holder = make_match(), None
    for number, (who, does) in enumerate(steps):
        now, device = reload(match), devices[who]
        may = holder in (None, who)
        try:
            if does == "tap":
                place = Place(EntryMode.PLAY, len(now.round_facts) + 1)
                answers.enter(now, place, {"bids-0": str(number)}, device)
            elif does == "take":
                now.update_if_current(device, take_over=True)
            elif does == "save":
                recording.play(now, make_hand(now), entry(now, device=device))
            else:
                expire_lock(match)
        except LockedByOther:
            assert not may
            assert reload(match).draft == now.draft
        else:
            assert may or does in ("take", "rest")
            holder = None if does == "rest" else who
        assert reload(match).lock == (devices[holder] if holder else None)
