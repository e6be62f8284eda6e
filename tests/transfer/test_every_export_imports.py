"""Whatever people typed, and whatever a file brought: the club's file goes out, and comes into an empty club."""

import json
import re
from html import unescape
from random import Random

import pytest

from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.transfer.club_file import open_file
from scorekeeper.transfer.club_import import ClubImport
from tests.clubs import hostile_names
from tests.devices import member
from tests.html_browser import Page
from tests.matches.simulated import MADE_UP, NAMES, simulate_match
from tests.thoroughness import many
from tests.transfer.club_files import export, upload

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

TEXTS = (
    *hostile_names.NAMES, *hostile_names.IMPOSSIBLE, "", "----", "# 🃏\r\n- a\r\n- b", "a, –\vb\f", "x\r\n" * 3000,
    "1" * 300, "²", "٣", "\ufffe\uffff", "\u2028", "\x85", "2026-11-21", "Ada", "ada", "Àda", "on", "0", "-1", "9" * 30,
)  # fmt: skip
# Forms with free text, and its fields. {} in an address is a key.
FORMS = (
    ("/rules/{game}/note/", ("text",)),
    ("/rules/{game}/rulings/", ("q", "ruling", "section")),
    ("/nights/{night}/", ("name", "place", "note")),
    ("/players/{player}/details/", ("name", "mark", "emoji", "archived")),
    ("/games/{game}/matches/", ("player", "player", "dealer", "played", "key", "rule-columns")),
    ("/games/{game}/presets/", ("name", "rule-columns")),
    ("/matches/{match}/draft/", ("number", "points-0", "points-1", "bids-0")),
    ("/matches/{match}/rounds/", ("number", "points-0", "points-1", "seen", "bids-0")),
    ("/matches/{match}/seats/", ("player", "player", "before")),
    ("/matches/{match}/rounds/1/seats/", ("player", "player", "key", "seen", "round", "before")),
    ("/settings/club/", ("name", "zone")),
    ("/rules/search/", ("q", "game")),
    ("/players/", ("page",)),
    ("/nights/", ("before",)),
)
# Forms that write each part of an export, whatever is drawn after them.
WRITTEN = {
    "/rules/any-game:½/note/": {"text": "#"}, "/games/hearts/presets/": {"name": "½"},
    "/rules/hearts/rulings/": {"q": "?", "ruling": "–", "section": "moon"},
    "/nights/{night}/": {"name": "", "place": "²", "note": ""},
    "/games/hearts/matches/": {"player": ["Àda", "ﬁb", "²"], "dealer": "²", "seated": "1"},
}  # fmt: skip


def use(browser, rng, path, fields):
    """Send a form, or ask for a page, with any text in any field; return the answer."""
    keys = {
        "game": rng.choice(["hearts", "any-game", f"any-game:{rng.choice(TEXTS)}"]),
        "night": rng.choice(["2026-11-21", *Match.objects.values_list("night_date", flat=True)[:3]]),
        "player": rng.choice([*Club.get_default().players.values_list("pk", flat=True)[:9], 1]),
        "match": rng.choice([*Match.objects.order_by("-pk").values_list("pk", flat=True)[:9], 1]),
    }
    sent = {field: [rng.choice(TEXTS) for _ in range(fields.count(field))] for field in fields if rng.random() < 0.9}
    path = path.format(**keys)
    if "before" in sent and (shown := re.search('name="before" value="(.*?)"', browser.get(path).content.decode())):
        sent["before"] = [unescape(shown[1])]  # what the page says of itself
    ask = rng.choice([browser.post, browser.post, browser.post, browser.get])
    return ask(path, sent)


def test_after_any_use_the_export_imports_into_an_empty_club():
    rng, browser = Random(34), member()
    for game in MADE_UP:
        simulate_match(game, rng, 3)
    for path, fields in WRITTEN.items():
        answer = browser.post(path.format(night=Match.objects.latest("pk").night_date), fields)
        assert answer.status_code == 302, path

    for number in range(many(5000, few=200)):
        answer = use(browser, rng, *FORMS[number % len(FORMS)])
        assert answer.status_code < 500, (number, answer.request["PATH_INFO"])

    club = Club.get_default()
    written = club.rules_notes, club.rulings, club.presets, club.nights, club.players.exclude(name__in=NAMES)
    assert all(kind.exists() for kind in written), [kind.count() for kind in written]
    check_import(export())


def test_every_page_works_after_importing_damaged_files(monkeypatch):
    rng, browser = Random(32), member()
    hostile_names.create_club(monkeypatch)
    whole = export().decode()
    pages = ("/", "/nights/", "/players/", "/leaderboard/", "/rules/")
    for number in range(many(500)):
        page = upload(mutated(json.loads(whole), rng), browser)
        assert page.status in (200, 422), number
        if page.status == 200:
            done = Page(None, browser.post(page.response.redirect_chain[-1][0], follow=True))
            assert done.status in (200, 422), number
    latest = list(Match.objects.order_by("-pk").values_list("pk", flat=True)[: many(100)])
    nights = {f"/nights/{day}/" for day in Match.objects.values_list("night_date", flat=True)}
    matches = [f"/matches/{pk}/" for pk in latest] + [f"/matches/{pk}/review/" for pk in latest]
    for where in (*pages, *sorted(nights)[: many(100)], *matches):
        assert browser.get(where).status_code in (200, 404), where

    check_import(export())


def check_import(file):
    empty = Club.objects.create(name="Empty", zone="UTC")
    club_import = ClubImport(empty, open_file(file))
    club_import.write()
    assert club_import.summary.matches == len(json.loads(file)["matches"])
    assert empty.players.count() == len(json.loads(file)["players"])


def mutated(file, rng):
    """Put any value in some places of a file."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        place = file
        while True:
            keys = list(place) if isinstance(place, dict) else range(len(place))
            if not keys:
                break
            key = rng.choice(keys)
            if isinstance(place[key], dict | list) and rng.random() < 0.95:
                place = place[key]
                continue
            place[key] = rng.choice([*TEXTS, None, True, 0, -1, 10**14, 1.5, [], {}, [""], {"": ""}])
            break
    return file
