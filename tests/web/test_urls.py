"""Every address: what is not there is 404, a wrong method 405, a stranger's form refused; reading writes nothing."""

import uuid

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from django.utils import timezone

from games.scoresheet import dump
from scorekeeper.club.links import Invitation
from scorekeeper.club.models import Club, Device, Player, Role
from scorekeeper.nights.books import balance
from scorekeeper.nights.models import Parcel
from tests.at_home import device_of, joined
from tests.matches.factory import a_match, again, said, sent

pytestmark = pytest.mark.django_db

READ, WRITE, BOTH = {"GET", "HEAD"}, {"POST"}, {"GET", "HEAD", "POST"}

METHODS = {
    "": READ,
    "clubs/": WRITE,
    "join/": BOTH,
    "join/<slug:token>/": BOTH,
    "settings/deletion/": BOTH,
    "settings/return/": BOTH,
    "trust/": READ,
    "devices/": READ,
    "devices/links/": WRITE,
    "devices/codes/": WRITE,
    "devices/<int:device>/": BOTH,
    "devices/<int:device>/leaving/": BOTH,
    "games/": READ,
    "games/<slug:game>/matches/new/": BOTH,
    "games/<slug:game>/matches/": WRITE,
    "games/<slug:game>/matches/paper/": BOTH,
    "games/<slug:game>/blank/": READ,
    "matches/<int:pk>/": READ,
    "matches/<int:pk>/board/": READ,
    "matches/<int:pk>/ahead/": READ,
    "matches/<int:pk>/tabletop/": READ,
    "matches/<int:pk>/again/": WRITE,
    "matches/<int:pk>/draft/": WRITE,
    "matches/<int:pk>/rounds/": BOTH,
    "matches/<int:pk>/rounds/<int:number>/": BOTH,
    "matches/<int:pk>/rounds/<int:number>/draft/": WRITE,
    "matches/<int:pk>/rounds/<int:number>/before/": BOTH,
    "matches/<int:pk>/rounds/<int:number>/before/draft/": WRITE,
    "matches/<int:pk>/rounds/<int:number>/deletion/": BOTH,
    "matches/<int:pk>/rounds/<int:number>/sides/<int:side>/": READ,
    "matches/<int:pk>/review/": READ,
    "matches/<int:pk>/history/": READ,
    "matches/<int:pk>/history/<int:number>/undoing/": WRITE,
    "matches/<int:pk>/end/": BOTH,
    "matches/<int:pk>/scoresheet/": READ,
    "sw.js": READ,
    "manifest.webmanifest": READ,
    "offline/": READ,
    "matches/<int:pk>/deletion/": BOTH,
    "deleted/": READ,
    "deleted/<int:pk>/return/": WRITE,
    "matches/<int:pk>/rules/": READ,
    "matches/<int:pk>/otherwise/": READ,
    "keeping/": READ,
    "keeping/club.json": READ,
    "keeping/<slug:table>.csv": READ,
    "keeping/parcels/": WRITE,
    "keeping/parcels/<uuid:key>/": BOTH,
    "settings/": READ,
    "settings/look/": WRITE,
    "settings/club/": WRITE,
    "nights/": READ,
    "nights/<date:evening>/": BOTH,
    "nights/<date:evening>/recap.txt": READ,
    "nights/<date:evening>/recap.png": READ,
    "club/": READ,
    "players/": READ,
    "players/<int:player>/": READ,
    "players/<int:player>/behind/": READ,
    "players/<int:player>/meetings/": READ,
    "players/<int:player>/details/": BOTH,
    "players/<int:player>/merging/": BOTH,
    "merges/<int:merge>/undoing/": WRITE,
    "rules/": READ,
    "rules/search/": READ,
    "rules/<slug:game>/": READ,
    "rules/<slug:game>/referee/": READ,
    "rules/<slug:game>/referee/<slug:ask>/": READ,
    "matches/<int:pk>/referee/": READ,
    "matches/<int:pk>/referee/<slug:ask>/": READ,
}

HUGE = 10**30
PARCEL = uuid.UUID(int=1)


def address(route, **more):
    tonight = Club(zone=settings.TIME_ZONE).evening_of(timezone.now())
    parts = {"game": "big-little", "number": 1, "side": 0, "pk": 1, "evening": tonight, "ask": "winner"}
    parts |= {"merge": 1, "player": Player.objects.values_list("pk", flat=True).first()}
    if ":device>" in route and not Device.objects.exists():
        joined()
    parts |= {"device": Device.objects.values_list("pk", flat=True).first()}
    parts |= {"token": Invitation(Club.here(), Role.WATCHER).token}
    parts = parts | {"table": "matches", "key": PARCEL} | more
    kinds = {"game": "slug", "ask": "slug", "pk": "int", "number": "int", "side": "int", "evening": "date"}
    kinds |= {"player": "int", "merge": "int", "device": "int", "token": "slug"}
    kinds |= {"table": "slug", "key": "uuid"}
    for name, kind in kinds.items():
        route = route.replace(f"<{kind}:{name}>", str(parts[name]))
    return f"/{route}"


@pytest.fixture
def client():
    return device_of()


@pytest.fixture
def parcel():
    return Parcel.bring(Club.here(), PARCEL, dump(a_match(names=("Eve", "Finn")).sheet()).encode())


def test_every_address_is_in_this_table():
    routes = {str(found.pattern) for found in get_resolver().url_patterns}

    assert routes == set(METHODS)


@pytest.mark.parametrize("route", METHODS)
def test_a_method_an_address_does_not_have_is_405(client, route, parcel):
    where = address(route, pk=a_match(1).pk)
    for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
        answer = client.generic(method, where)

        assert (answer.status_code == 405) == (method not in METHODS[route]), method
        assert answer.status_code < 500, method


def test_where_nothing_is_a_page_says_so_and_leads_back(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = client.get("/nowhere/").content.decode()

    assert "There is nothing here" in page
    assert 'href="/"' in page


@pytest.mark.parametrize("route", [route for route in METHODS if "<" in route])
def test_what_is_not_there_is_404(client, route, parcel):
    match = a_match(1)
    wrong = {
        "pk": (0, match.pk + 1, 2**31, 2**63 - 1, 2**63, HUGE),
        "game": ("chess", "big_little"),
        "ask": ("chess", "house_rules"),
        "number": (0, 2, 2**63, HUGE),
        "side": (4, HUGE),
        "evening": ("2001-01-01", "2026-02-30", "0000-00-00"),
        "player": (0, 2**31, 2**63 - 1, 2**63, HUGE),
        "merge": (0, 2**31, 2**63 - 1, 2**63, HUGE),
        "device": (0, 2**31, 2**63 - 1, 2**63, HUGE),
        "token": ("x", "1k", f"1k{'A' * 22}", f"{'9' * 18}o{'A' * 22}", "x" * 500),
        "table": ("chess", "club"),
        "key": (uuid.UUID(int=2), "parcel"),
    }
    for part, values in wrong.items():
        if f":{part}>" not in route:
            continue
        for value in values:
            where = address(route, **{"pk": match.pk, part: value})
            for method in METHODS[route]:
                answer = client.generic(method, where, **form(match, method))
                assert answer.status_code == 404, (method, where)


def form(match, method):
    if method != "POST":
        return {}
    pairs = "&".join(f"{name}={value}" for name, value in sent(match, said(match, number=1)).items())
    return {"data": pairs, "content_type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize("route", [route for route, methods in METHODS.items() if "POST" in methods])
def test_a_form_without_a_token_is_refused_and_writes_nothing(route):
    match = a_match(1)
    stranger = Client(headers={"host": "localhost"}, enforce_csrf_checks=True)

    with CaptureQueriesContext(connection) as asked:
        answer = stranger.post(address(route, pk=match.pk), sent(match, said(match)))

    assert answer.status_code == 403
    assert written(asked) == []
    assert again(match).version == 1


@pytest.mark.parametrize("route", [route for route, methods in METHODS.items() if "GET" in methods])
def test_reading_writes_nothing_and_gives_nobody_a_cookie_to_be_known_by(client, route, parcel):
    match = a_match(1)
    balance(match.club)
    for method in ("get", "head"):
        with CaptureQueriesContext(connection) as asked:
            answer = getattr(client, method)(address(route, pk=match.pk))

        assert answer.status_code in (200, 302)
        assert written(asked) == []
        assert set(answer.cookies) <= {"csrf"}
    assert Device.objects.count() == 1


def written(asked):
    """The statements that could have changed something."""
    return [query["sql"] for query in asked if not query["sql"].lstrip().startswith("SELECT")]


def test_setting_a_match_up_writes_nothing(client):
    client.post("/games/big-little/matches/new/", {"seated": "1", "player": ["Ada", "Ben"], "up": "Ben"})

    assert not Player.objects.exists()


def test_an_address_without_its_last_slash_leads_to_it(client):
    match = a_match()

    assert client.get(f"/matches/{match.pk}").url == f"/matches/{match.pk}/"


def test_the_migrations_say_what_the_models_say():
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


TOP = {"", "settings/return/"}
"""The first page, which is nowhere below, and what leads to it."""


def test_each_page_has_a_way_back_of_its_own(client, parcel):
    """An installed app shows no other."""
    match = a_match(2)
    for route in METHODS.keys() - TOP:
        answer = client.get(address(route, pk=match.pk), follow=True)
        _, is_page, page = answer.getvalue().decode(errors="replace").partition("<main ")
        assert not is_page or 'class="bar-back"' in page or "No, back" in page or "data-close" in page, route
