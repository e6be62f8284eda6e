"""Lists that one busy device can make long come by pages, the newest first; every row stands on one of them."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from games.core.registry import find
from scorekeeper.clubs import security_log
from scorekeeper.clubs.models import Club, Device
from scorekeeper.history.models import SharedLink
from scorekeeper.matches import recording
from scorekeeper.matches.models import HouseRulePreset, Match
from scorekeeper.rulebook.models import RulesNote, TableRuling
from scorekeeper.web.pagination import ROWS_PER_PAGE
from tests.cases import cases
from tests.matches.factory import entry, make_match

pytestmark = pytest.mark.django_db
ROWS = range(ROWS_PER_PAGE + 5)
SKAT = "any-game:Skat"


def devices(club):
    """The newest joined last, and is listed first."""
    now = timezone.now()
    for row in ROWS:
        device, _ = Device.join(club, f"row {row:02}")
        Device.objects.filter(pk=device.pk).update(last_seen=now + timedelta(seconds=row))
    return "/devices/"


def events(club):
    for row in ROWS:
        security_log.record(f"row {row:02}", club)
    return "/devices/log/"


def links(club):
    match = make_match()
    SharedLink.objects.bulk_create(
        SharedLink(club=club, match=match, created_by=Device.join(club, f"row {row:02}")[0]) for row in ROWS
    )
    return "/links/"


def links_of_a_match(club):
    links(club)
    return f"/matches/{Match.objects.get().pk}/sharing/"


def deleted(club):
    for row in ROWS:
        match = make_match(names=(f"row {row:02}", "Ben", "Cleo", "Dan"))
        Match.objects.filter(pk=match.pk).update(deleted=timezone.now() - timedelta(hours=1) + timedelta(seconds=row))
    return "/deleted/"


def changes(club):
    """Deleting a match's last hand, and playing it again, fills its history."""
    match = make_match(1)
    device = Device.join(club, "a phone")[0]
    while match.version < len(ROWS):
        newest = match.entries.first()
        recording.undo(match, newest, entry(match, device=device))
    for row, change in enumerate(match.entries.order_by("number")):
        labelled = Device.join(club, f"row {row:02}")[0]
        match.entries.filter(pk=change.pk).update(device=labelled)
    return f"/matches/{match.pk}/history/"


def presets(club):
    """They stand by name."""
    HouseRulePreset.objects.bulk_create(
        HouseRulePreset(club=club, game_key="big-little", name=f"row {99 - row}", house_rules={}) for row in ROWS
    )
    return "/settings/presets/"


def rulings(club, game="maverick"):
    TableRuling.objects.bulk_create(
        TableRuling(club=club, game_key=game, question=f"row {row:02}?", ruling="yes", decided=date(2026, 11, 1))
        for row in ROWS
    )
    return f"/rules/{game}/rulings/"


def notes(club):
    RulesNote.objects.bulk_create(RulesNote(club=club, game_key=SKAT, text=f"row {row:02}") for row in ROWS)
    return f"/rules/{SKAT}/note/"


def typed_games(club):
    names = [find(f"any-game:row {99 - row}").key for row in ROWS]
    RulesNote.objects.bulk_create(RulesNote(club=club, game_key=name, text="ours") for name in names)
    return "/rules/"


LISTS = [devices, events, links, links_of_a_match, deleted, changes, presets, rulings, notes, typed_games]


@cases("fill", LISTS)
def test_a_long_list_comes_by_pages_that_lead_to_each_other(client, fill):
    path, seen = fill(Club.get_default()), []
    address = path
    while address:
        page = client.get(address).content.decode()
        rows = list(dict.fromkeys(re.findall(r"\brow \d\d", page)))
        assert 0 < len(rows) <= ROWS_PER_PAGE, address
        seen += rows
        earlier = re.search(r'href="(\?page=\d+)"\s*>(?:Earlier|More)', page)
        address = earlier and f"{path}{earlier[1]}"
    assert len(seen) == len(set(seen)) == len(ROWS)
    assert seen[0] in (f"row {ROWS[-1]:02}", f"row {99 - ROWS[-1]}"), "the newest stands first"


@cases("page", ["0", "-1", "x", "9" * 30, "a\0b"])
def test_a_page_number_out_of_range_is_the_first_or_last_page(client, page):
    assert client.get("/devices/", {"page": page}).status_code == 200


def test_a_rules_page_shows_the_newest_rulings_and_leads_to_all(client):
    path = rulings(Club.get_default())
    page = client.get("/rules/maverick/").content.decode()
    assert len(set(re.findall(r"\brow \d\d", page))) == ROWS_PER_PAGE
    assert f'href="{path}">All {len(ROWS)} rulings' in page
    assert path not in client.get("/rules/spades/").content.decode()


def test_an_invalid_preset_name_is_refused_on_its_page(client):
    presets(Club.get_default())
    [action] = re.findall(r'action="([^"]+)"', client.get("/settings/presets/?page=2").content.decode())[:1]
    answer = client.post(action.replace("&amp;", "&"), {"name": ""})
    assert answer.status_code == 422
    assert "give the house rules a name" in answer.content.decode().lower()
