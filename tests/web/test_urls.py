"""Every URL: what is not there is 404, a wrong method 405, a form without a token refused; reading writes nothing."""

import uuid

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver

from scorekeeper.clubs.models import Club, Device
from scorekeeper.matches.models import Match
from tests.devices import member
from tests.matches.factory import hand_form, match_form, reload
from tests.web.urls import METHODS, fill_in, something_everywhere

pytestmark = pytest.mark.django_db

# The first page and More, which stand in the bar on every page, what leads to them, and what leads nowhere.
TOP = {"", "more/", "settings/restore/", "shared/<slug:share_token>/"}


@pytest.fixture(scope="module")
def world(lasting):
    return something_everywhere()


@pytest.fixture
def match(world):
    return Match.objects.get(pk=world["pk"])


@pytest.fixture(scope="module")
def phone(world):
    return member()


@pytest.fixture(scope="module")
def readings(world, phone):
    """By route: what GET and HEAD answer, each with its SQL statements."""
    found = {}
    for route in (route for route, methods in METHODS.items() if "GET" in methods):
        for method in ("get", "head"):
            with CaptureQueriesContext(connection) as captured:
                answer = getattr(phone, method)(fill_in(route, world))
                if answer.streaming:
                    answer.getvalue()
            found.setdefault(route, []).append((answer, changes(captured)))
    return found


def changes(captured):
    """The statements that could have changed something."""
    return [query["sql"] for query in captured if not query["sql"].lstrip().startswith("SELECT")]


def post(client, where, form):
    """The answer to a POST whose changes are rolled back."""
    with transaction.atomic():
        answer = client.post(where, form)
        transaction.set_rollback(True)
    return answer


def test_every_url_is_in_the_table_of_methods():
    assert {str(found.pattern) for found in get_resolver().url_patterns} == set(METHODS)


def test_an_unknown_url_is_a_page_that_leads_back(phone, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = phone.get("/nowhere/").content.decode()

    assert "There is nothing here" in page
    assert 'href="/"' in page


def test_what_is_not_there_is_404(world, match, phone):
    huge = 10**30
    numbers = (0, 2**31, 2**63 - 1, 2**63, huge)
    missing = {
        "pk": (match.pk + 1, *numbers),
        "game": ("chess", "big_little"),
        "ask": ("chess", "house_rules"),
        "number": (0, 2, 2**63, huge),
        "side": (4, huge),
        "night": ("2001-01-01", "2026-02-30", "0000-00-00"),
        "player": numbers,
        "merge": numbers,
        "device": numbers,
        "link": numbers,
        "share_token": ("x", "1s", f"1s{'A' * 22}", f"{'9' * 18}s{'A' * 22}", "x" * 500),
        "token": ("x", "1k", f"1k{'A' * 22}", f"{'9' * 18}o{'A' * 22}", "x" * 500),
        "table": ("chess", "club"),
        "key": (uuid.UUID(int=2), "import"),
    }
    for route, methods in METHODS.items():
        for part in (part for part in missing if f":{part}>" in route):
            for value in missing[part]:
                where = fill_in(route, world | {part: value})
                if "GET" in methods:
                    assert phone.get(where).status_code == 404, where
                if "POST" in methods:
                    assert phone.post(where, match_form(match, hand_form(match, number=1))).status_code == 404, where


def test_a_form_without_a_token_is_refused_and_writes_nothing(world, match):
    browser = Client(headers={"host": "localhost"}, enforce_csrf_checks=True)
    for route in (route for route, methods in METHODS.items() if "POST" in methods):
        with CaptureQueriesContext(connection) as captured:
            answer = browser.post(fill_in(route, world), match_form(match, hand_form(match)))

        assert answer.status_code == 403, route
        assert changes(captured) == [], route
    assert reload(match).version == 1


# Downloads, which the security log names.
LOGGED = ("transfer/club.json", "transfer/<slug:table>.csv")


@pytest.mark.postgresql
def test_reading_writes_nothing_and_sets_no_cookie_but_the_token(readings):
    for route, answers in readings.items():
        for answer, changed in answers:
            assert answer.status_code in (200, 302), route
            assert changed == [] or (route in LOGGED and answer.request["REQUEST_METHOD"] == "GET"), route
            assert set(answer.cookies) <= {settings.CSRF_COOKIE_NAME}, route
    assert Device.objects.count() == 2


def test_each_page_has_a_way_back_of_its_own(readings, phone):
    """An installed app shows no other."""
    for route in readings.keys() - TOP:
        answer = readings[route][0][0]
        answer = phone.get(answer.url, follow=True) if answer.status_code == 302 else answer
        _, is_page, page = answer.getvalue().decode(errors="replace").partition("<main ")
        assert not is_page or 'class="bar-back"' in page or "Cancel" in page or "data-close" in page, route


def test_setting_a_match_up_writes_nothing(phone):
    phone.post("/games/big-little/matches/new/", {"seated": "1", "player": ["Zoe", "Ben"], "up": "Ben"})

    assert not Club.get_default().players.filter(name="Zoe").exists()
