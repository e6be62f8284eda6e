"""The pen: one device enters at a time, all see which, another takes over in one tap, and nothing is lost by it."""

import re
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scorekeeper.club.models import Device
from scorekeeper.table.models import Match
from scorekeeper.table.models.drafts import PLAY, Place, stamp
from scorekeeper.table.models.pen import LAID_DOWN, Held, Pen
from tests.concurrency import finish_all, start_thread
from tests.devices import COOKIE, Stranger, device_token
from tests.html_browser import Browser, Page
from tests.matches.factory import a_hand, a_match, again, entry, said, sent

TAP = {"HX-Request": "true", "HX-Target": "ledger"}
PLACES = {"": "draft/", "rounds/1/": "rounds/1/draft/", "rounds/1/before/": "rounds/1/before/draft/"}


def phone_of(label, role=3):
    """A phone of that name."""
    phone = Stranger()
    phone.cookies[COOKIE] = device_token(label=label, role=role)
    return phone


@pytest.fixture
def ada(db):
    return phone_of("Ada’s phone")


@pytest.fixture
def ben(db):
    return phone_of("Ben’s phone")


def tap(phone, match, answers, address="draft/", **more):
    now = again(match)
    form = {"draft": stamp(now.draft), "number": len(now.records) + 1, **answers, **more}
    return phone.post(f"/matches/{match.pk}/{address}", form, headers=TAP)


def save(phone, match, **more):
    now = again(match)
    return phone.post(f"/matches/{match.pk}/rounds/", sent(now, said(now), number=len(now.records) + 1, **more))


def shown(phone, match, address=""):
    return phone.get(f"/matches/{match.pk}/{address}").content.decode()


def who_enters(html):
    """Which other's name stands on a page, and whether the page says that the pen is the visitor's own."""
    name = re.search(r"<bdi>([^<]*)</bdi> is entering", html)
    return name[1] if name else None, 'class="ledger ours"' in html


def lay_down(match):
    Match.objects.filter(pk=match.pk).update(pen_at=timezone.now() - LAID_DOWN)


# --- Who has it ---


@pytest.mark.parametrize("address", PLACES.values())
def test_who_types_has_the_pen_and_every_phone_says_so(ada, ben, address):
    match = a_match(1)

    assert tap(ben, match, {"bids-0": "1"}, address).status_code == 200

    assert again(match).held.label == "Ben’s phone"
    for page in PLACES:
        assert who_enters(shown(ada, match, page)) == ("Ben’s phone", False)
        assert who_enters(shown(ben, match, page)) == (None, True)


def test_who_saves_has_the_pen(ada, ben):
    match = a_match(1)

    assert save(ben, match).status_code == 302

    assert who_enters(shown(ada, match)) == ("Ben’s phone", False)


def test_who_only_looks_takes_nothing_and_nobody_is_said_to_enter(ada):
    match = a_match(1)

    assert who_enters(shown(ada, match)) == (None, False)
    assert 'name="take"' not in shown(ada, match)
    assert again(match).held is None


@pytest.mark.django_db
def test_what_is_entered_by_nobody_takes_no_pen():
    match = a_match(1)
    match.keep_draft(Place(PLAY, 2), {"bids-0": "1"}, "")

    assert again(match).held is None


def test_undoing_and_ending_need_no_pen_and_take_none(ada, ben):
    match = a_match(2)
    tap(ben, match, {"bids-0": "1"})

    assert ada.post(f"/matches/{match.pk}/history/2/undoing/", sent(again(match))).status_code == 302
    assert ada.post(f"/matches/{match.pk}/end/", sent(again(match))).status_code == 302
    assert again(match).held.label == "Ben’s phone"


def test_a_name_is_any_text(ada, db):
    match = a_match(1)
    tap(phone_of("<script>x</script> אבי"), match, {"bids-0": "1"})

    html = shown(ada, match)

    assert "&lt;script&gt;x&lt;/script&gt; אבי</bdi> is entering" in html
    assert "<script>x" not in html


# --- Live on the others ---


def look(phone, match, html):
    seen = re.search(r'<live-board.*?\sseen="([^"]+)"', html, re.DOTALL)[1]
    return phone.get(f"/matches/{match.pk}/board/", {"seen": seen})


def test_the_pen_alone_is_news_to_the_others_and_then_no_more(ada, ben):
    match = a_match(1)
    html = shown(ada, match)
    assert look(ada, match, html).status_code == 204

    tap(ben, match, {})

    news = look(ada, match, html)
    assert who_enters(news.content.decode()) == ("Ben’s phone", False)
    assert look(ada, match, news.content.decode()).status_code == 204


def test_a_pen_laid_down_is_news_as_well(ada, ben):
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"})
    html = shown(ada, match)

    lay_down(match)

    news = look(ada, match, html)
    assert news.status_code == 200
    assert who_enters(news.content.decode()) == (None, False)


def test_a_poll_is_one_statement_also_while_somebody_enters(ada, ben, django_assert_num_queries):
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"})
    html = shown(ada, match)

    with django_assert_num_queries(1):
        assert look(ada, match, html).status_code == 204


def test_a_page_shown_again_is_not_taken_for_the_holders_own(ada, ben):
    """The same browser may join as another device: what it keeps of the page is of the device it was."""
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"})
    first = ben.get(f"/matches/{match.pk}/")
    ben.cookies[COOKIE] = ada.cookies[COOKIE].value

    answer = ben.get(f"/matches/{match.pk}/", headers={"If-None-Match": first["ETag"]})

    assert answer.status_code == 200
    assert who_enters(answer.content.decode()) == ("Ben’s phone", False)


# --- Another one ---


@pytest.mark.parametrize(("page", "address"), PLACES.items())
def test_a_tap_beside_whoever_enters_is_refused_in_words_and_stays_on_the_phone(ada, ben, page, address):
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"}, address)
    draft, kept = again(match).draft, list(match.rounds.values("correction", "insertion"))

    answer = tap(ada, match, {"bids-1": "1"}, address)

    assert answer.status_code == 409
    assert (answer["HX-Retarget"], answer["HX-Reselect"]) == ("#page", "#page")
    told = Page(None, answer)
    assert "Ben’s phone is entering" in told.text
    assert ("bids-1", "1") in told.said()
    assert "Take over" in told.buttons()
    assert again(match).draft == draft
    assert list(match.rounds.values("correction", "insertion")) == kept
    assert again(match).held.label == "Ben’s phone"


def test_a_save_beside_whoever_enters_is_refused_with_what_is_there_and_what_was_typed(ada, ben):
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"})

    answer = save(ada, match, **{"bids-1": "1"})

    told = Page(None, answer)
    assert told.status == 409
    assert "Another phone is entering" in told.text
    assert "Ada bids: 1" in told.text.partition("There now")[2]
    assert ("bids-1", "1") in told.said()
    assert (again(match).version, again(match).draft) == (1, {"bids-0": "1"})


def test_starting_the_round_again_is_for_whoever_enters(ada, ben):
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"})

    assert tap(ada, match, {}, anew="1").status_code == 409
    assert again(match).draft == {"bids-0": "1"}
    assert tap(ben, match, {}, anew="1").status_code == 302
    assert again(match).draft == {}


def test_a_pen_that_was_laid_down_is_free(ada, ben):
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"})
    lay_down(match)

    assert tap(ada, match, {"bids-0": "1", "bids-1": "1"}).status_code == 200
    assert tap(ben, match, {"bids-0": "2"}).status_code == 409

    assert again(match).held.label == "Ada’s phone"
    assert again(match).draft == {"bids-0": "1", "bids-1": "1"}


def test_a_pen_that_is_used_is_not_laid_down(ada, ben):
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"})
    Match.objects.filter(pk=match.pk).update(pen_at=timezone.now() - LAID_DOWN + timedelta(seconds=20))

    tap(ben, match, {"bids-0": "1", "bids-1": "1"})

    assert again(match).pen_at > timezone.now() - timedelta(minutes=1)


@pytest.mark.parametrize(
    "sent_away", [Device.delete, Device.leave, lambda device: device.become(1)], ids=["gone", "revoked", "may look"]
)
def test_a_device_that_was_sent_away_keeps_nobody_from_entering(ada, ben, sent_away):
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"})
    sent_away(Device.objects.get(label="Ben’s phone"))

    for page in PLACES:
        assert who_enters(shown(ada, match, page)) == (None, False)
    assert tap(ada, match, {"bids-0": "1"}).status_code == 200


# --- Taken over ---


def browser_of(phone):
    browser = Browser()
    browser.client.cookies[COOKIE] = phone.cookies[COOKIE].value
    return browser


def test_another_keeper_takes_over_in_one_tap_and_the_first_sees_it(ada, ben):
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"})
    bens = shown(ben, match)

    page = browser_of(ada).open(f"/matches/{match.pk}/").press("Take over")

    assert page.status == 200
    assert who_enters(page.html) == (None, True)
    assert ("bids-0", "1") in page.said()
    assert who_enters(look(ben, match, bens).content.decode()) == ("Ada’s phone", False)
    assert tap(ben, match, {"bids-0": "1", "bids-1": "1"}).status_code == 409


def test_what_a_page_showed_before_the_last_tap_does_not_come_back_with_the_pen(ada, ben):
    match = a_match(1)
    tap(ben, match, {"bids-0": "1"})
    page = browser_of(ada).open(f"/matches/{match.pk}/")
    tap(ben, match, {"bids-0": "2", "bids-1": "0"})

    page.press("Take over")

    assert again(match).draft == {"bids-0": "2", "bids-1": "0"}


def test_what_was_refused_comes_along_with_the_pen(ada, ben):
    match = a_match(1)
    browser = browser_of(ada)
    page = browser.open(f"/matches/{match.pk}/")
    tap(ben, match, {"bids-0": "1"})

    refused = page.press("Keep for now", **{"bids-1": "1"})
    assert refused.status == 409
    page = refused.press("Take over")

    assert page.status == 200
    assert again(match).held.label == "Ada’s phone"
    assert again(match).draft == {"bids-0": "1", "bids-1": "1"}


def test_who_may_only_look_sees_who_enters_but_takes_nothing_over(ben):
    match, watcher = a_match(1), phone_of("Eve", role=1)
    tap(ben, match, {"bids-0": "1"})

    html = shown(watcher, match)

    assert who_enters(html) == ("Ben’s phone", False)
    assert "Take over" not in html
    assert tap(watcher, match, {}, take="theirs").status_code == 403
    assert again(match).held.label == "Ben’s phone"


# --- At once ---


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_a_free_pen_at_once_one_has_it_a_hundred_times():
    devices = [Device.known(device_token(label=label)) for label in ("one", "two")]
    matches, meeting = [a_match().pk for _ in range(100)], threading.Barrier(2)
    outcomes = {0: [], 1: []}

    def race(number):
        for pk in matches:
            match = Match.at(pk)
            meeting.wait(timeout=30)
            try:
                match.keep_draft(Place(PLAY, 1), {f"bids-{number}": "1"}, "", devices[number])
                outcomes[number].append(True)
            except Held:
                outcomes[number].append(False)

    finish_all([start_thread(lambda: race(0)), start_thread(lambda: race(1))])

    assert [sorted(pair) for pair in zip(*outcomes.values(), strict=True)] == [[False, True]] * 100
    for pk, first in zip(matches, outcomes[0], strict=True):
        match, holder = Match.at(pk), 0 if first else 1
        assert match.held.device == devices[holder].pk
        assert match.draft == {f"bids-{holder}": "1"}


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_who_enter_the_same_round_at_once_lose_and_double_nothing_however_often():
    """Each types a whole hand, tap by tap, and saves it; who is refused takes over and saves again."""
    phones, meeting = [phone_of("one"), phone_of("two")], threading.Barrier(2)
    matches, saved = [a_match() for _ in range(100 if connection.vendor == "sqlite" else 20)], {0: [], 1: []}

    def enter(number):
        for match in matches:
            form = said(match, [number, 0, 0, 0], number=1)
            meeting.wait(timeout=30)
            for count in range(2, len(form) + 1, 3):
                typed = dict(list(form.items())[:count])
                phones[number].post(f"/matches/{match.pk}/draft/", {"number": 1, **typed}, headers=TAP)
            answer = phones[number].post(f"/matches/{match.pk}/rounds/", sent(match, form, number=1))
            if "Another phone is entering" in answer.content.decode():
                over = {"number": 1, "take": "ours", **form}
                phones[number].post(f"/matches/{match.pk}/draft/", over)
                answer = phones[number].post(f"/matches/{match.pk}/rounds/", sent(match, form, number=1))
            saved[number].append(answer.status_code)
            meeting.wait(timeout=30)

    finish_all([start_thread(lambda: enter(0)), start_thread(lambda: enter(1))])

    for match, codes in zip(matches, zip(*saved.values(), strict=True), strict=True):
        now = again(match)
        assert (now.version, len(now.records), now.entries.count()) == (1, 1, 1)
        assert codes.count(302) == 1
        assert codes[1 - codes.index(302)] in (409, 422)
        assert now.records[0].bids[0] == codes.index(302)


@pytest.mark.django_db
class AnyOrder(TestCase):
    """Whatever two phones do in whatever order, what the database has is what whoever has the pen did last."""

    @settings(max_examples=30, deadline=None)
    @given(st.lists(st.tuples(st.sampled_from("AB"), st.sampled_from(["tap", "take", "rest", "save"])), max_size=12))
    def test_the_pen_is_with_one_of_them_and_only_that_one_writes(self, steps):
        devices = {name: Device.known(device_token(label=name)) for name in "AB"}
        match, holder = a_match(), None
        for number, (who, does) in enumerate(steps):
            now, device = again(match), devices[who]
            may = holder in (None, who)
            try:
                if does == "tap":
                    now.keep_draft(Place(PLAY, len(now.records) + 1), {"bids-0": str(number)}, stamp(now.draft), device)
                elif does == "take":
                    now.take_over(device)
                elif does == "save":
                    now.play(a_hand(now), entry(now, device=device))
                else:
                    lay_down(match)
            except Held:
                assert not may
                assert again(match).draft == now.draft
            else:
                assert may or does in ("take", "rest")
                holder = None if does == "rest" else who
            assert again(match).held == (Pen(devices[holder].pk, holder) if holder else None)
