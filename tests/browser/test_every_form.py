"""Every form of every kind of page: each of its buttons is pressed as a browser draws it, and what follows is seen."""

import random
import re
from dataclasses import replace
from operator import itemgetter
from random import Random

import pytest

from games.core.round_form import form_class
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, InviteCode, Role
from scorekeeper.matches import answers as given
from scorekeeper.matches import recording, starting
from scorekeeper.matches.answers import Place
from scorekeeper.matches.models import EntryMode
from tests.browser.crawler import Crawler, Record, Report, Visit, with_buttons
from tests.devices import device_token
from tests.games.every_game import games_of_every_field, next_round, refused_by_its_last_answer, seated
from tests.matches.factory import entry
from tests.thoroughness import is_thorough
from tests.web.pages import QUERIES, ROUTES, make_club
from tests.web.urls import NEEDED, fill_in

# Pages on which those who may do less are offered something else.
PAGES_BY_ROLE = ("", "settings/", "invite/", "devices/<int:device>/")
OUTSIDE = ("", "join/", "settings/", "rules/", "rules/search/?q=joker+led", "rules/<str:game>/")
MATCHES = ("matches/", "games/")
# They show the entry form; so does the match to which `resume/` redirects before its end.
ROUND_PAGES = ("matches/<int:pk>/rounds/", "matches/<int:pk>/resume/")
ROUND_ROUTES = [route for route in (*ROUTES, *QUERIES) if route.startswith(ROUND_PAGES)]
ENTRY_ROUTES = ["matches/<int:pk>/", "games/<str:game>/matches/new/", *ROUND_ROUTES]
# Pages whose forms are sent by scripts: without them they are other pages. All others are the same.
SCRIPTED = re.compile(r"/matches/(new/|\d+/(rounds/(\d+/(before/)?)?)?)$|/referee/.|/calculator/$")


def pages_of_members(club, parts):
    """Yield every page but those of matches, for each role."""
    for role in reversed(Role):
        device, token = Device.join(club, f"a phone of a {role.label}", role)
        is_owner = role == Role.OWNER
        own = parts if is_owner else parts | {"device": device.pk}
        for route in (*ROUTES, *QUERIES) if is_owner or is_thorough() else PAGES_BY_ROLE:
            if NEEDED.get(route, {}).get("GET", Role.VIEWER) <= role and not route.startswith(MATCHES):
                yield Visit(fill_in(route, own), token, role.label)


def pages_of_newcomers(club, parts):
    """Yield pages of strangers, the first owner of a club, invited devices, and the owner of a deleted club."""
    for route in OUTSIDE:
        yield Visit(fill_in(route, parts), role="stranger")
    fresh, deleted = Club.objects.create(name="Fresh"), Club.objects.create(name="Gone")
    token = device_token(fresh)
    yield Visit("/", token, "first owner")
    for role in Role if is_thorough() else [Role.SCORER]:
        link = f"/join/{Invitation(club, role).token}/"
        InviteCode.make(club, role)
        code = ("code", club.codes.get(role=role).spoken, "Go on")
        yield Visit(link, role=f"invited as {role.label}")
        yield Visit("/join/", role=f"invited as {role.label}", state="by code", first=code)
        yield Visit(link, token, f"invited as {role.label}", "member of another club")
    yield Visit(f"/join/{Invitation(club, Role.OWNER).token}/", device_token(club, Role.VIEWER), "invited viewer")
    token = device_token(deleted)
    deleted.soft_delete()
    yield Visit("/settings/restore/", token, "owner of a deleted club")


def pages_of_entry(club, parts):
    """The set-up of each game, a match of each while a round is entered, and the pages of played rounds."""
    device, token = Device.join(club, "a phone at the table", Role.OWNER)
    other = Device.join(club, "another phone at the table", Role.SCORER)[0]
    games = games_of_every_field()
    for at, game in enumerate(games):
        yield Visit(f"/games/{game.key}/matches/new/", token)
        # Each state in one of the games, or with --thorough in every one.
        states = list(match_states(club, game, device, other))
        for state, match in states if is_thorough() else states[at :: len(games)]:
            yield Visit(f"/matches/{match.pk}/", token, game.key, state)
    for route in ROUND_ROUTES:
        yield Visit(fill_in(route, parts), token)


def pages_of_matches(club, parts):
    """All other pages of a match."""
    token = device_token(club)
    for route in (*ROUTES, *QUERIES):
        if route.startswith(MATCHES) and route not in ENTRY_ROUTES:
            yield Visit(fill_in(route, parts), token)


def match_states(club, game, device, other):
    """Yield the states of a match while a round is entered, each with a match of its own."""
    table = seated(game)
    facts = next_round(table, Random(1))
    complete = form_class(game).answers_of(facts, table)
    part = dict(list(complete.items())[: max(len(complete) // 2, 1)])

    def begin(answers=None, by=device):
        match = starting.start_match(club, game, table.names, 0, table.rules.differing)
        if answers:
            given.enter(match, Place(EntryMode.PLAY, 1), answers, by)
        return match

    yield "complete", begin(complete)
    yield "begun", begin(part)
    yield "another scores", begin(part, other)
    saved = begin()
    recording.play(saved, facts, entry(saved))
    yield "saved", saved
    yield "not begun", begin()
    if refused := refused_by_its_last_answer(table):
        answers, name, _, answer = refused
        yield "refused", begin(answers | {name: answer})


@pytest.mark.parametrize("pages", [pages_of_members, pages_of_newcomers, pages_of_entry, pages_of_matches])
def test_every_button_of_every_form_does_what_it_says(
    open_phone, page_errors, live_server, monkeypatch, settings, pages
):
    settings.FOUNDING = True
    monkeypatch.setattr(random, "choice", itemgetter(-1))  # who is drawn is not who was to begin
    parts, thorough, report = make_club(monkeypatch), is_thorough(), Report()
    visits = list(with_buttons(pages(Club.get_default(), parts)))
    record = Record()
    page = open_phone(stranger=True)
    Crawler(page, live_server.url, record, report, every_page=thorough).crawl(visits)
    page = open_phone(stranger=True, java_script_enabled=False)
    if not thorough:
        visits = [(replace(visit, state=""), found) for visit, found in visits if SCRIPTED.search(visit.address)]
    Crawler(page, live_server.url, record, report, every_page=thorough, with_text=thorough).crawl(visits)
    # Answers are judged above, and presses without the button’s name need not lead anywhere.
    page_errors[:] = [error for error in page_errors if not re.search("(status of|Error Code) 40", error)]
    problems = report.all_problems()
    assert problems == [], "\n".join(problems)
