"""The app without its server, and what its service worker keeps: nothing of another device, club or release."""

import re
from urllib.parse import urlsplit

import pytest

from games.core.registry import find
from scorekeeper.clubs.addresses import home_of
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.matches.models import Match
from scorekeeper.matches.starting import start_match
from tests.browser import words
from tests.browser.conftest import PHONE, log_in
from tests.browser.network import (
    ignore_network_errors,
    set_offline,
    wait_for_next_forms,
    wait_until_cached,
    wait_until_sent,
)
from tests.browser.score_page import NAMES, ScorePage
from tests.devices import device_token
from tests.matches.factory import keep_draft


def assert_heading(page, text):
    page.locator("h1", has_text=text).wait_for()


# --- The server is dead, or does not answer ---


@pytest.fixture
def cached_match(server, new_context):
    """A phone that has opened a match, which its worker keeps."""
    context = new_context(base_url=server.address, **PHONE | {"service_workers": "allow"})
    context.add_cookies(server.cookies)
    score_page = ScorePage(context.new_page())
    score_page.set_up("big-little")
    wait_until_cached(score_page.page, lambda cached: score_page.path in cached)
    return score_page


def test_with_the_server_dead_the_match_is_opened_and_played_on(server, cached_match):
    score_page, match = cached_match, cached_match.page.url
    score_page.enter(1)
    wait_for_next_forms(score_page.page)
    wait_until_cached(score_page.page, lambda cached: "bids 1 so far" in cached[score_page.path])
    server.stop()
    try:
        score_page.reopen(match)
        assert_heading(score_page.page, "Big Little")
        score_page.page.locator("fieldset[data-name=bids-2][data-current]").wait_for()
        headings = {"/rules/": "Rules", "/rules/big-little/": "Big Little", "/nights/": words.NO_NETWORK}
        for address, heading in headings.items():
            score_page.page.goto(address)
            assert_heading(score_page.page, heading)
        score_page.page.goto(match)
        score_page.save_hands(1)
        score_page.page.locator(words.DEAL, has_text="Hand 2").wait_for()
        score_page.reopen(match)
        score_page.page.locator(words.DEAL, has_text="Hand 2").wait_for()
        score_page.enter(2, 0)
        score_page.page.locator(f"{words.DRAFT_STATUS}, {words.OUTBOX}", has_text="kept on this phone").first.wait_for()
        score_page.reopen(match)
        score_page.page.locator("fieldset[data-name=bids-0][data-current]").wait_for()
    finally:
        server.start()
    score_page.wait_for_rounds(1)
    score_page.wait_for_ledger("bids 2 so far")
    score_page.enter(0, 0, 2)
    score_page.save()
    sheet = score_page.page.request.get(f"{match}scoresheet/").json()
    assert [sum(hand["bids"]) for hand in sheet["rounds"]] == [1, 2]


# --- What the worker keeps ---


@pytest.fixture
def scorer(open_phone, live_server, page_errors):
    """A scorer's phone that keeps the match it has opened; the owner has another."""
    device_token()
    page = open_phone(stranger=True, service_workers="allow")
    log_in(page.context, live_server.url, label="a phone", role=Role.SCORER)
    score_page = ScorePage(page)
    score_page.open()
    wait_until_cached(page, lambda cached: score_page.path in cached)
    yield score_page
    ignore_network_errors(page_errors)


def keeps(cached, *paths):
    return [path for path in cached if any(one in path for one in paths)]


def is_empty_of_the_club(cached):
    return not keeps(cached, "/matches/") and "New match" not in cached.get("/", "")


def test_another_role_a_removal_and_another_club_leave_nothing_of_before(scorer):
    page, address = scorer.page, scorer.path
    Device.objects.get(label="a phone").change_role(Role.VIEWER)
    page.goto("/rules/")
    wait_until_cached(page, is_empty_of_the_club)
    page.goto(address)
    wait_until_cached(page, lambda cached: "Save hand 1" not in cached.get(address, "Save hand 1"))
    Device.objects.get(label="a phone").revoke()
    page.reload()
    assert_heading(page, "There is nothing here")
    page.goto("/rules/")
    wait_until_cached(page, is_empty_of_the_club)
    set_offline(page)
    page.goto(address)
    assert_heading(page, words.NO_NETWORK)
    set_offline(page, offline=False)

    other = Club.objects.create(name="The others")
    device_token(other)
    page.goto(f"/join/{Invitation(other, Role.SCORER).token}/")
    page.locator(words.SUBMIT).tap()
    page.wait_for_url(lambda url: "/join/" not in url)
    cached = wait_until_cached(page, lambda cached: "Choose a game" in cached.get("/", ""))
    assert not keeps(cached, "/matches/", "/join/")
    assert not page.evaluate("localStorage['next-rounds']")


@pytest.fixture
def three_clubs(scorer, live_server):
    """The phone of the scorer, who has joined two clubs more and opened a match in the last one, which it keeps."""
    page, first, clubs = scorer.page, scorer.path, [Club.objects.create(name=name) for name in ("Them", "Third")]
    page.goto("/")
    page.goto(first)
    wait_until_cached(page, lambda cached: {"/", first} <= cached.keys())
    for club in clubs:
        device_token(club)
        page.goto(f"/join/{Invitation(club, Role.SCORER).token}/")
        page.locator(words.SUBMIT).tap()
        page.wait_for_url(f"{live_server.url}{home_of(club.pk)}")
    match = start_match(clubs[1], find("big-little"), ["Xanthippe", *NAMES[1:]], 0, {})
    page.goto(f"{home_of(clubs[1].pk)}matches/{match.pk}/")
    wait_until_cached(page, lambda cached: urlsplit(page.url).path in cached)
    return clubs, first, ScorePage(page)


def test_a_phone_of_three_clubs_plays_on_in_one_without_a_network(three_clubs):
    (second, third), first, score_page = three_clubs
    page, address = score_page.page, urlsplit(score_page.page.url).path
    caches = page.evaluate("caches.keys()")
    assert {"pages/", f"pages{home_of(third.pk)}"} <= {*caches}
    ours = page.evaluate("caches.open('pages/').then(pages => pages.keys()).then(all => all.map(({url}) => url))")
    assert ours
    assert not any("/clubs/" in url for url in ours), "the worker of the first club keeps nothing of another"

    score_page.enter(1)
    page.wait_for_function("() => !!phoneStorage.read(nameHere('next-rounds'))")
    set_offline(page)
    score_page.reopen(address)
    page = score_page.page
    score_page.save_hands(1)
    page.locator(words.DEAL, has_text="Hand 2").wait_for()
    score_page.enter(2, 0)
    page.locator(f"{words.DRAFT_STATUS}, {words.OUTBOX}", has_text="kept on this phone").first.wait_for()
    for path in (first, "/rules/"):
        page.goto(path)
        page.locator(words.OUTBOX, has_text="A round of another club is kept on this phone").wait_for()
        assert "Xanthippe" not in page.locator("body").inner_text(), path
    page.goto(address)
    page.locator("fieldset[data-name=bids-0][data-current]").wait_for()

    # It is sent from a page of another club.
    page.goto(first)
    set_offline(page, offline=False)
    wait_until_sent(page)
    assert len(third.matches.get().round_facts) == 1
    assert not Match.objects.get(club=Club.get_default()).round_facts
    page.goto(address)
    score_page.wait_for_ledger("bids 2 so far")
    page.goto(f"{home_of(second.pk)}nights/")
    assert_heading(page, "Game nights")


def test_two_tabs_in_two_clubs_save_in_turn(three_clubs):
    (_, third), first, theirs = three_clubs
    ours = ScorePage(theirs.page.context.new_page())
    ours.page.goto(first)
    for hand in (1, 2):
        for score_page in (theirs, ours):
            score_page.save_hands(hand)
            score_page.wait_for_rounds(hand)
    for club, name in ((third, "Xanthippe"), (Club.get_default(), "Ada")):
        [match] = club.matches.all()
        assert (match.names[0], len(match.round_facts)) == (name, 2)
    assert "Xanthippe" not in ours.page.content()
    assert "Ada" not in theirs.page.content()


def test_a_form_that_cannot_be_sent_is_still_there_and_sent_again(scorer):
    page = scorer.page
    page.goto("/games/big-little/matches/new/?player=Ada&player=Ben&player=Cleo&seated=1&dealer=Ada")
    page.locator("button.save").wait_for()
    set_offline(page)
    page.locator("button.save").tap()
    page.locator(words.NOTICE, has_text="The server does not answer. What you typed is still here").wait_for()
    set_offline(page, offline=False)
    page.locator("button.save").tap()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))


def test_another_release_reloads_the_open_page_with_its_taps(scorer):
    def answer_as_another_release(route):
        answer = route.fetch(url=route.request.url.replace("match.js", "match.older.js"))
        route.fulfill(response=answer, body=answer.text().replace("/match.js", "/match.other.js"))

    page = scorer.page
    scorer.enter(1)
    scorer.wait_for_ledger("bids 1 so far")
    page.evaluate("window.isOld = true")
    page.route("**/board/*", answer_as_another_release)
    keep_draft(scorer.match, {"trump": "hearts"})
    scorer.poll()
    page.wait_for_function("() => !window.isOld")
    page.unroute("**/board/*")
    page.wait_for_function("() => new FormData(document.forms.entry).get('bids-1') === '1'")

    set_offline(page)
    page.reload()
    assert_heading(page, "Big Little")
