"""Every URL, role and method: strangers learn nothing, viewers change nothing."""

import re
import uuid

import pytest

from scorekeeper.clubs.models import Club, Device, Role
from tests.cases import cases
from tests.devices import COOKIE, Stranger, member
from tests.web.urls import (
    EVERY_METHOD,
    NEEDED,
    OURS,
    OWNER,
    SAFE,
    SCORER,
    STRANGER,
    VIEWER,
    alike,
    fill_in,
    request,
    some_methods,
    something_everywhere,
)

pytestmark = pytest.mark.django_db

# What is nobody's, for each part of an address that names something of a club.
MISSING = {
    "pk": 2**31, "player": 2**31, "merge": 2**31, "device": 2**31, "link": 2**31, "key": uuid.UUID(int=9),
    "night": "2001-01-01",
}  # fmt: skip


@pytest.fixture(scope="module")
def ours(lasting):
    return something_everywhere()


@pytest.fixture
def world(ours, settings):
    settings.FOUNDING = True
    return ours


def made_up_cookie():
    browser = Stranger()
    browser.cookies[COOKIE] = "x" * 22
    return browser


def revoked():
    browser = member(role=OWNER)
    member(role=OWNER)  # the club goes on
    Device.find(browser.cookies[COOKIE].value).revoke()
    return browser


@cases("route", NEEDED)
def test_a_stranger_finds_nothing_of_a_club(world, route):
    missing = Stranger().get("/there/is/nothing/here/")
    strangers = [(Stranger(), method) for method in some_methods(route)]
    strangers += [(browser, method) for browser in (made_up_cookie(), revoked()) for method in ("GET", "POST")]
    for browser, method in strangers:
        answer, written = request(browser, method, fill_in(route, world))
        needed = NEEDED[route].get(method if method != "HEAD" else "GET")
        if needed == STRANGER:
            assert answer.status_code not in (403, 404, 405), method
        elif STRANGER in NEEDED[route].values():
            assert answer.status_code == 405, method
        else:
            assert alike(answer, missing, method), method
            assert written == []


def test_a_strangers_form_is_refused_before_it_is_read(world):
    """Else the answer would say that a form was looked at, and so that there is something to send it to."""
    stranger = Stranger(enforce_csrf_checks=True)
    missing = stranger.post("/there/is/nothing/here/")
    for route, methods in NEEDED.items():
        if STRANGER not in methods.values():
            answer, written = request(stranger, "POST", fill_in(route, world))
            assert alike(answer, missing, "POST"), route
            assert written == []


@cases("role", Role)
@cases("route", NEEDED)
def test_a_member_may_do_what_the_role_allows_and_is_told_what_not(world, route, role):
    browser = member(role=role)
    for method in some_methods(route, often=("GET", "POST")):  # HEAD asks for the same role as GET
        answer, written = request(browser, method, fill_in(route, world))
        needed = NEEDED[route].get("GET" if method == "HEAD" else method)
        if needed is None and STRANGER in NEEDED[route].values():
            assert answer.status_code == 405, method
        elif needed is None:
            assert answer.status_code == 405 or (role < OWNER and answer.status_code == 403), method
        elif role >= needed:
            assert answer.status_code not in (403, 404, 405), method
        else:
            assert answer.status_code == 403, method
            assert written == [], method
            assert method == "HEAD" or b"Nothing was changed" in answer.content


@cases("route", NEEDED)
def test_a_scorer_of_another_club_finds_nothing_of_ours(world, route):
    them = Club.objects.create(name="Them")
    theirs = member(them, role=SCORER)
    nowhere = world | MISSING
    for method in some_methods(route):
        answer, written = request(theirs, method, fill_in(route, world))
        if method in SAFE and "token" not in route:
            content = b"".join(answer) if answer.streaming else answer.content
            assert not any(name.encode() in content for name in (*OURS, "Wilhelmina", str(Club.get_default()))), method
        if any(f":{part}>" in route for part in MISSING) and method in {*NEEDED[route], "HEAD"}:
            gone, _ = request(theirs, method, fill_in(route, nowhere))
            assert answer.status_code in (404, 403, 405)
            assert alike(answer, gone, method), method
            assert written == [], method


def test_a_viewer_finds_no_form_that_writes_but_for_the_own_device(world):
    def written_to(browser):
        for route, needed in NEEDED.items():
            if needed.get("GET") in (STRANGER, VIEWER) and ":device>" not in route and "token" not in route:
                answer = browser.get(fill_in(route, world))
                forms = [] if answer.streaming else re.findall(r"<form[^>]*post[^>]*>", answer.text)
                yield from (re.search(r'action="([^"]*)|$', form)[1] or route for form in forms)

    own = {"/settings/preferences/", "join/", "/clubs/"}
    own.add(f"/matches/{world['pk']}/own-player/")
    assert set(written_to(member(role=VIEWER))) <= own
    assert set(written_to(member(role=SCORER))) - own, "else the line above looks for nothing"


def test_the_search_knows_no_match_of_another_club(world):
    theirs = member(Club.objects.create(name="Them"), role=SCORER)
    for browser in (theirs, Stranger()):
        ours, missing = (browser.get("/rules/search/", {"q": "points", "match": pk}) for pk in (world["pk"], 2**31))
        assert alike(ours, missing, "GET")
        assert ours.status_code == 404
    assert member(role=VIEWER).get("/rules/search/", {"q": "points", "match": world["pk"]}).status_code == 200


def test_another_clubs_names_and_form_key_start_a_match_of_ones_own(world):
    said = {"seated": "1", "player": OURS, "dealer": OURS[0], "key": str(uuid.uuid4())}
    them = Club.objects.create(name=str(Club.get_default()))
    mine, theirs = member(), member(them)

    first, second = (browser.post("/games/big-little/matches/", said).url for browser in (mine, theirs))

    assert first != second
    assert theirs.get(first).status_code == 404
    assert (them.players.count(), them.matches.count()) == (3, 1)


def test_every_view_is_closed_to_strangers_unless_marked(client):
    from scorekeeper.clubs.permissions import required_role

    def page(request):
        """Not marked with any role."""

    for method in EVERY_METHOD:
        client.method = method
        assert required_role(page, client) == (VIEWER if method in SAFE else SCORER)
