"""Every URL with every method, by visitor: strangers learn nothing, roles hold, reading changes nothing."""

import re
import uuid
from functools import wraps

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import get_resolver

from games.core.errors import Impossible
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.permissions import required_role
from scorekeeper.matches.models import Match
from tests.cases import cases
from tests.devices import COOKIE, Stranger, find_device, member
from tests.matches.factory import hand_form, match_form, reload
from tests.thoroughness import share
from tests.web.urls import (
    EVERY_METHOD,
    METHODS,
    NEEDED,
    OURS,
    OWNER,
    READABLE,
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

# By part of a URL, values that name nothing: the first one is well-formed.
NUMBERS = (2**31, 0, 2**63 - 1, 2**63, 10**30)
NAMES_NOTHING = {
    "pk": NUMBERS, "player": NUMBERS, "merge": NUMBERS, "device": NUMBERS, "link": NUMBERS,
    "key": (uuid.UUID(int=9), "import"),
    "night": ("2001-01-01", "2026-02-30", "0000-00-00"),
    "period": ("2026-11..2026-03", "2026-13", "0000", "0001..9999", "2026-01-01", "2026..", "26"),
    "game": ("chess", "big_little"),
    "ask": ("chess", "house_rules"),
    "number": (2, 0, 2**63, 10**30),
    "side": (4, 10**30),
    "share_token": (f"1s{'A' * 22}", "x", "1s", f"{'9' * 18}s{'A' * 22}", "x" * 500),
    "sheet_token": ("eJw", "x", "x" * 5000),
    "token": (f"1k{'A' * 22}", "x", "1k", f"{'9' * 18}o{'A' * 22}", "x" * 500),
    "table": ("chess", "club"),
}  # fmt: skip
# Parts whose objects belong to one club.
OF_A_CLUB = ("pk", "player", "merge", "device", "link", "key", "night")
# The start page and More, which the tab bar of every page leads to, and pages that lead nowhere.
WITHOUT_WAY_BACK = {"", "more/", "settings/restore/", "shared/<slug:share_token>/"}
# Downloads, which the security log notes.
LOGGED = ("transfer/club.json", "transfer/bg-stats.json", "transfer/security-log.csv", "transfer/<slug:table>.csv")


@pytest.fixture(scope="module")
def ours(lasting):
    return something_everywhere()


@pytest.fixture
def world(ours, settings):
    settings.FOUNDING = True
    return ours


def needed_role(route, method):
    return NEEDED[route].get("GET" if method == "HEAD" else method)


def parts(route):
    return [part for part in NAMES_NOTHING if f":{part}>" in route]


def test_the_table_has_every_url():
    assert {str(pattern.pattern) for pattern in get_resolver().url_patterns} == set(METHODS)


# --- Strangers ---


def browser_with_unknown_cookie():
    browser = Stranger()
    browser.cookies[COOKIE] = "x" * 22
    return browser


def browser_of_removed_device():
    browser = member(role=OWNER)
    member(role=OWNER)  # the last owner cannot be removed
    find_device(browser.cookies[COOKIE].value).revoke()
    return browser


@cases("route", NEEDED)
def test_a_stranger_learns_nothing_of_a_club(world, route):
    missing = Stranger().get("/there/is/nothing/here/")
    strangers = [(Stranger(), method) for method in some_methods(route)]
    turn = list(NEEDED).index(route) % 2
    for make_browser in share([browser_with_unknown_cookie, browser_of_removed_device][:: -1 if turn else 1], 2):
        browser = make_browser()
        strangers += [(browser, method) for method in ("GET", "POST")]
    for browser, method in strangers:
        answer, written = request(browser, method, fill_in(route, world))
        if needed_role(route, method) == STRANGER:
            assert answer.status_code not in (403, 404, 405), method
        elif STRANGER in NEEDED[route].values():
            assert answer.status_code == 405, method
        else:
            assert alike(answer, missing, method), method
            assert written == []


def test_a_strangers_form_is_refused_before_it_is_read(world):
    """A CSRF error would reveal that the URL takes a form."""
    stranger = Stranger(enforce_csrf_checks=True)
    missing = stranger.post("/there/is/nothing/here/")
    for route, methods in NEEDED.items():
        if STRANGER not in methods.values():
            answer, written = request(stranger, "POST", fill_in(route, world))
            assert alike(answer, missing, "POST"), route
            assert written == []


@cases("route", NEEDED)
def test_a_scorer_of_another_club_learns_nothing_of_ours(world, route):
    theirs = member(Club.objects.create(name="Them"), role=SCORER)
    nothing = world | {part: NAMES_NOTHING[part][0] for part in OF_A_CLUB}
    for method in some_methods(route):
        answer, written = request(theirs, method, fill_in(route, world))
        if method in SAFE and "token" not in route:
            assert not any(name.encode() in answer.body for name in (*OURS, "Wilhelmina", "Our club")), method
        if set(parts(route)) & set(OF_A_CLUB) and method in METHODS[route]:
            missing, _ = request(theirs, method, fill_in(route, nothing))
            assert answer.status_code in (404, 403, 405)
            assert alike(answer, missing, method), method
            assert written == []


def test_every_view_is_closed_to_strangers_unless_marked(client):
    def page(request):
        """A view without a role."""

    for method in EVERY_METHOD:
        client.method = method
        assert required_role(page, client) == (VIEWER if method in SAFE else SCORER)


# --- Members ---


@pytest.mark.parametrize("role", [VIEWER, SCORER, pytest.param(OWNER, marks=pytest.mark.postgresql)])
@cases("route", NEEDED)
def test_a_member_may_do_what_the_role_allows(world, route, role):
    browser = member(role=role)
    for method in some_methods(route, often=SAFE_AND_POST[role]):
        answer, written = request(browser, method, fill_in(route, world))
        needed = needed_role(route, method)
        if needed is None and STRANGER in NEEDED[route].values():
            assert answer.status_code == 405, method
        elif needed is None:
            assert answer.status_code == 405 or (role < OWNER and answer.status_code == 403), method
        elif role < needed:
            assert answer.status_code == 403, method
            assert written == [], method
            assert method == "HEAD" or b"Nothing was changed" in answer.body
        elif method in SAFE:
            assert_only_reads(answer, written, route, method)
        else:
            assert answer.status_code not in (403, 404, 405), method


# HEAD needs the same role as GET: one role asks for it.
SAFE_AND_POST = {VIEWER: ("GET", "POST"), SCORER: ("GET", "POST"), OWNER: ("GET", "HEAD", "POST")}


def assert_only_reads(answer, written, route, method):
    assert answer.status_code in (200, 302), method
    assert written == [] or (route in LOGGED and method == "GET"), method
    assert set(answer.cookies) <= {settings.CSRF_COOKIE_NAME}, method


@cases("route", [route for route in READABLE if route not in WITHOUT_WAY_BACK])
def test_each_page_has_a_way_back_of_its_own(world, route):
    """An installed app shows no back button."""
    answer = member().get(fill_in(route, world), follow=True)
    _, is_page, page = answer.getvalue().decode(errors="replace").partition("<main ")
    assert not is_page or 'class="bar-back"' in page or "Cancel" in page or "data-close" in page


def test_whatever_removes_something_asks_on_a_page_of_its_own_first(world):
    removals = [
        pattern for pattern in get_resolver().url_patterns if re.search("(removal|deletion)/$", str(pattern.pattern))
    ]
    assert len(removals) == 7
    for pattern in removals:
        page = member().get(fill_in(str(pattern.pattern), world)).text
        assert all(part in page for part in ("Cancel", "save danger", "<h1")), pattern.name
        pressed = re.compile(rf'action="{{% url "{pattern.name}"')
        assert not any(pressed.search(path.read_text()) for path in (settings.ROOT / "templates").rglob("*.html"))


def test_viewers_have_no_form_but_for_their_own_device(world):
    def actions(browser):
        for route in READABLE:
            if NEEDED[route]["GET"] in (STRANGER, VIEWER) and ":device>" not in route and "token" not in route:
                answer, _ = request(browser, "GET", fill_in(route, world))
                for form in re.findall(r"<form[^>]*post[^>]*>", answer.body.decode(errors="replace")):
                    yield re.search(r'action="([^"]*)|$', form)[1] or route

    own = {"/settings/preferences/", "join/", "/clubs/", f"/matches/{world['pk']}/own-player/"}
    assert set(actions(member(role=VIEWER))) <= own
    assert set(actions(member(role=SCORER))) - own, "else no form is found at all"


def test_a_form_without_a_token_is_refused_and_writes_nothing(world):
    match = Match.objects.get(pk=world["pk"])
    browser = Client(headers={"host": "localhost"}, enforce_csrf_checks=True)
    for route in (route for route, methods in METHODS.items() if "POST" in methods):
        answer, written = request(browser, "POST", fill_in(route, world))

        assert answer.status_code == 403, route
        assert written == [], route
    assert reload(match).version == 1


# --- Refusals ---


REFUSAL = "that fits into no club"
# Written without a transaction of its own: the one that a test has begun would be broken.
WRITTEN_ALONE = {"rules/<str:game>/note/", "rules/rulings/<int:ruling>/removal/"}


def refuse_to_write(execute, sql, *rest):
    if sql.startswith(("INSERT", "UPDATE", "DELETE")):
        raise Impossible(REFUSAL)
    return execute(sql, *rest)


def refuse(*_, **__):
    raise Impossible(REFUSAL)


def test_a_refusal_is_a_422_with_its_sentence_from_every_write(world, monkeypatch):
    match, phone = Match.objects.get(pk=world["pk"]), member(role=OWNER)
    form = match_form(match, hand_form(match)) | {"player": [*match.names[:2], "Yvonne"], "before": match.names}
    form |= {"seated": "1", "dealer": match.names[0], "name": "New name", "zone": "UTC"}
    patterns = {str(pattern.pattern): pattern for pattern in get_resolver().url_patterns}
    refused_writes = 0
    for route in (route for route, methods in METHODS.items() if "POST" in methods):
        pattern, where = patterns[route], fill_in(route, world)
        if route not in WRITTEN_ALONE:
            with connection.execute_wrapper(refuse_to_write):
                answer = phone.post(where, form)
            if REFUSAL in answer.text.lower():
                assert answer.status_code == 422, route
                refused_writes += 1
                continue
        # The form was not good enough to be written: the view itself refuses.
        monkeypatch.setattr(pattern, "callback", wraps(pattern.callback)(refuse))
        answer = phone.post(where, form)
        assert (answer.status_code, REFUSAL in answer.text.lower()) == (422, True), route
    assert refused_writes >= 29


# --- Missing pages ---


def test_a_url_that_names_nothing_is_404(world):
    match, phone = Match.objects.get(pk=world["pk"]), member()
    for route, methods in METHODS.items():
        for part in parts(route):
            first, *others = NAMES_NOTHING[part]
            for value in (first, *share(others)):
                where = fill_in(route, world | {part: value})
                if "GET" in methods:
                    assert phone.get(where).status_code == 404, where
                if "POST" in methods:
                    assert phone.post(where, match_form(match, hand_form(match, number=1))).status_code == 404, where


def test_an_unknown_url_is_a_page_that_leads_back(world, django_assert_num_queries):
    phone = member()
    with django_assert_num_queries(0):
        page = phone.get("/nowhere/").text

    assert "There is nothing here" in page
    assert 'href="/"' in page


def test_setting_a_match_up_writes_nothing(world):
    member().post("/games/big-little/matches/new/", {"seated": "1", "player": ["Zoe", "Ben"], "up": "Ben"})

    assert not Club.get_default().players.filter(name="Zoe").exists()
