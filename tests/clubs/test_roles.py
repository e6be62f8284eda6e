"""Every address, every role, every method: who may not come in learns nothing, who may only look changes nothing."""

import re
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver

from games.scoresheet import dump
from scorekeeper.club.links import Invitation
from scorekeeper.club.models import Club, Device, Role
from scorekeeper.nights.lives import merge
from scorekeeper.nights.models import Parcel
from tests.cases import cases
from tests.devices import COOKIE, Stranger, device_token, member
from tests.matches.factory import a_match

pytestmark = pytest.mark.django_db

EVERY_METHOD = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
SAFE = {"GET", "HEAD", "OPTIONS"}
STRANGER, WATCHER, KEEPER, OWNER = 0, *Role

OPEN, OPEN_FORM = {"GET": STRANGER}, {"GET": STRANGER, "POST": STRANGER}
FOUNDING = {"POST": STRANGER}
PAGE, WRITE, FORM = {"GET": WATCHER}, {"POST": KEEPER}, {"GET": WATCHER, "POST": KEEPER}
KEEPERS_PAGE, KEEPERS_FORM = {"GET": KEEPER}, {"GET": KEEPER, "POST": KEEPER}
OWNERS_WRITE, OWNERS_FORM = {"POST": OWNER}, {"GET": OWNER, "POST": OWNER}

NEEDED = {
    "": OPEN,
    "clubs/": FOUNDING,
    "join/": OPEN_FORM,
    "join/<slug:token>/": OPEN_FORM,
    "settings/deletion/": OWNERS_FORM,
    "settings/return/": OPEN_FORM,
    "trust/": OPEN,
    "devices/": PAGE,
    "devices/links/": OWNERS_WRITE,
    "devices/codes/": WRITE,
    "devices/<int:device>/": OWNERS_FORM,  # of another device; of the own one see test_devices.py
    "devices/<int:device>/leaving/": OWNERS_FORM,
    "games/": KEEPERS_PAGE,
    "games/<slug:game>/matches/new/": KEEPERS_FORM,
    "games/<slug:game>/matches/": WRITE,
    "games/<slug:game>/matches/paper/": KEEPERS_FORM,
    "games/<slug:game>/blank/": PAGE,
    "matches/<int:pk>/": PAGE,
    "matches/<int:pk>/board/": PAGE,
    "matches/<int:pk>/tabletop/": PAGE,
    "matches/<int:pk>/ahead/": PAGE,
    "matches/<int:pk>/again/": WRITE,
    "matches/<int:pk>/draft/": WRITE,
    "matches/<int:pk>/rounds/": FORM,
    "matches/<int:pk>/rounds/<int:number>/": KEEPERS_FORM,
    "matches/<int:pk>/rounds/<int:number>/draft/": WRITE,
    "matches/<int:pk>/rounds/<int:number>/before/": KEEPERS_FORM,
    "matches/<int:pk>/rounds/<int:number>/before/draft/": WRITE,
    "matches/<int:pk>/rounds/<int:number>/deletion/": KEEPERS_FORM,
    "matches/<int:pk>/rounds/<int:number>/sides/<int:side>/": PAGE,
    "matches/<int:pk>/review/": PAGE,
    "matches/<int:pk>/history/": PAGE,
    "matches/<int:pk>/history/<int:number>/undoing/": WRITE,
    "matches/<int:pk>/end/": KEEPERS_FORM,
    "matches/<int:pk>/scoresheet/": PAGE,
    "matches/<int:pk>/deletion/": KEEPERS_FORM,
    "deleted/": PAGE,
    "deleted/<int:pk>/return/": WRITE,
    "sw.js": OPEN,
    "manifest.webmanifest": OPEN,
    "offline/": OPEN,
    "matches/<int:pk>/rules/": PAGE,
    "matches/<int:pk>/otherwise/": PAGE,
    "keeping/": PAGE,
    "keeping/club.json": PAGE,
    "keeping/<slug:table>.csv": PAGE,
    "keeping/parcels/": WRITE,
    "keeping/parcels/<uuid:key>/": KEEPERS_FORM,
    "settings/": OPEN,
    "settings/look/": {"POST": STRANGER},
    "settings/club/": OWNERS_WRITE,
    "nights/": PAGE,
    "nights/<date:evening>/": FORM,
    "nights/<date:evening>/recap.txt": PAGE,
    "nights/<date:evening>/recap.png": PAGE,
    "club/": PAGE,
    "players/": PAGE,
    "players/<int:player>/": PAGE,
    "players/<int:player>/behind/": PAGE,
    "players/<int:player>/meetings/": PAGE,
    "players/<int:player>/details/": KEEPERS_FORM,
    "players/<int:player>/merging/": KEEPERS_FORM,
    "merges/<int:merge>/undoing/": WRITE,
    "rules/": OPEN,
    "rules/search/": OPEN,
    "rules/<slug:game>/": OPEN,
    "rules/<slug:game>/referee/": OPEN,
    "rules/<slug:game>/referee/<slug:ask>/": OPEN,
    "matches/<int:pk>/referee/": PAGE,
    "matches/<int:pk>/referee/<slug:ask>/": PAGE,
}
"""By address and method: who may come in at least. A method that does not stand here is 405."""

MISSING = {
    "pk": 2**31, "player": 2**31, "merge": 2**31, "device": 2**31, "key": uuid.UUID(int=9), "evening": "2001-01-01",
}  # fmt: skip
"""What is nobody's, for each part of an address that names something of a club."""

OURS = ("Zebulon", "Xanthippe", "Quirinus")


def something_everywhere():
    """Our club with something at every address; what stands in the parts of an address."""
    club = Club.here()
    match = a_match(1, names=OURS)
    kept, gone = club.players_named(["Wilhelmina", "Willy"])
    return {
        "game": "big-little", "ask": "winner", "table": "matches", "number": 1, "side": 0, "pk": match.pk,
        "evening": match.evening, "player": match.places[0].player_id, "merge": merge(kept, gone).pk,
        "device": Device.join(club, "Xanthippe’s phone", Role.KEEPER)[0].pk,
        "key": Parcel.bring(club, uuid.UUID(int=1), dump(match.sheet()).encode()).key,
        "token": Invitation(club, Role.WATCHER).token,
    }  # fmt: skip


@pytest.fixture(scope="module")
def ours(lasting):
    return something_everywhere()


@pytest.fixture
def world(ours, settings):
    settings.FOUNDING = True
    return ours


def address(route, parts):
    return "/" + re.sub(r"<\w+:(\w+)>", lambda part: str(parts[part[1]]), route)


def asked(browser, method, where):
    """Ask; return the answer and what was written, refused forms included."""
    with CaptureQueriesContext(connection) as statements:
        answer = browser.generic(method, where, "role=1", content_type="application/x-www-form-urlencoded")
    assert answer.status_code < 500, (method, where)
    return answer, [one["sql"] for one in statements if not one["sql"].lstrip().startswith("SELECT")]


def test_every_address_is_in_this_table():
    routes = {str(found.pattern) for found in get_resolver().url_patterns}

    assert routes == set(NEEDED)


def nobody():
    return Stranger()


def made_up_cookie():
    browser = Stranger()
    browser.cookies[COOKIE] = "x" * 22
    return browser


def revoked():
    browser = member(role=OWNER)
    member(role=OWNER)  # the club goes on
    Device.known(browser.cookies[COOKIE].value).leave()
    return browser


@cases("route", NEEDED)
def test_a_stranger_finds_nothing_of_a_club(world, route):
    missing = Stranger().get("/there/is/nothing/here/")
    strangers = [(nobody(), method) for method in EVERY_METHOD]
    strangers += [(stranger(), method) for stranger in (made_up_cookie, revoked) for method in ("GET", "POST")]
    for browser, method in strangers:
        answer, written = asked(browser, method, address(route, world))
        needed = NEEDED[route].get(method if method != "HEAD" else "GET")
        if needed == STRANGER:
            assert answer.status_code not in (403, 404, 405), method
        elif STRANGER in NEEDED[route].values():
            assert answer.status_code == 405, method
        else:
            assert alike(answer, missing, method), method
            assert written == []


def test_what_a_stranger_sends_to_a_club_is_not_even_read(world):
    """Else the answer would say that a form was looked at, and so that there is something to send it to."""
    stranger = Stranger(enforce_csrf_checks=True)
    missing = stranger.post("/there/is/nothing/here/")
    for route, methods in NEEDED.items():
        if STRANGER not in methods.values():
            answer, written = asked(stranger, "POST", address(route, world))
            assert alike(answer, missing, "POST"), route
            assert written == []


def alike(answer, other, method):
    """Say whether nobody could tell two answers apart."""
    content = b"" if method == "HEAD" else other.content
    return (answer.status_code, answer.content, answer.headers) == (other.status_code, content, other.headers)


@cases("role", Role)
@cases("route", NEEDED)
def test_who_is_in_may_do_what_their_role_allows_and_is_told_what_it_does_not(world, route, role):
    browser = member(role=role)
    for method in EVERY_METHOD:
        answer, written = asked(browser, method, address(route, world))
        needed = NEEDED[route].get("GET" if method == "HEAD" else method)
        if needed is None and STRANGER in NEEDED[route].values():
            assert answer.status_code == 405, method
        elif needed is None:
            assert answer.status_code in (405, 403), method
        elif role >= needed:
            assert answer.status_code not in (403, 404, 405), method
        else:
            assert answer.status_code == 403, method
            assert written == [], method
            assert method == "HEAD" or b"Nothing was changed" in answer.content


@cases("route", NEEDED)
def test_the_keeper_of_another_club_finds_nothing_of_ours(world, route):
    them = Club.objects.create(name="Them")
    theirs = member(them, role=KEEPER)
    nowhere = world | MISSING
    for method in EVERY_METHOD:
        answer, written = asked(theirs, method, address(route, world))
        if method in SAFE and "token" not in route:
            content = b"".join(answer) if answer.streaming else answer.content
            assert not any(name.encode() in content for name in (*OURS, "Wilhelmina", str(Club.here()))), method
        if any(f":{part}>" in route for part in MISSING) and method in {*NEEDED[route], "HEAD"}:
            gone, _ = asked(theirs, method, address(route, nowhere))
            assert answer.status_code in (404, 403, 405)
            assert alike(answer, gone, method), method
            assert written == [], method


def test_a_match_of_another_club_is_not_searched_for(world):
    theirs = member(Club.objects.create(name="Them"), role=KEEPER)
    for browser in (theirs, Stranger()):
        ours, missing = (browser.get("/rules/search/", {"q": "points", "match": pk}) for pk in (world["pk"], 2**31))
        assert alike(ours, missing, "GET")
        assert ours.status_code == 404
    assert member(role=WATCHER).get("/rules/search/", {"q": "points", "match": world["pk"]}).status_code == 200


def test_what_another_club_names_like_ours_is_its_own(world):
    them = Club.objects.create(name=str(Club.here()))
    theirs = member(them, role=KEEPER)

    theirs.post("/games/big-little/matches/", {"seated": "1", "player": OURS, "dealer": OURS[0]})

    assert them.players.count() == 3
    assert them.matches.count() == 1
    assert Club.here().matches.count() == 1


def test_a_form_key_of_another_club_begins_a_match_of_ones_own(world):
    said = {"seated": "1", "player": OURS, "dealer": OURS[0], "key": str(uuid.uuid4())}
    mine, theirs = member(), member(Club.objects.create(name="Them"))

    first, second = (browser.post("/games/big-little/matches/", said).url for browser in (mine, theirs))

    assert first != second
    assert theirs.get(first).status_code == 404


def test_another_clubs_player_is_not_merged_with(world):
    them = Club.objects.create(name="Them")
    [ada] = them.players_named(["Ada"])
    theirs = member(them, role=OWNER)

    assert theirs.post(f"/players/{ada.pk}/merging/", {"other": world["player"]}).status_code == 404


def test_every_view_is_closed_unless_it_says_otherwise(client):
    """A page that nobody thought about: the door knows nothing of it, and lets no stranger in."""
    from scorekeeper.club.door import needed

    def page(request):
        """Nobody marked it."""

    for method in EVERY_METHOD:
        client.method = method
        assert needed(page, client) == (WATCHER if method in SAFE else KEEPER)


def test_a_device_comes_in_only_to_its_own_club():
    device_token()
    browser = member(Club.objects.create(name="Them"))

    assert "Them" in browser.get("/devices/").content.decode()
    assert browser.get("/devices/").content.decode().count("<li>") == 1
