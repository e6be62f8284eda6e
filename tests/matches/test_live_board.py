"""Polls of the live board and the table view: 204 without a change, the page after one."""

import re

import pytest

from scorekeeper.clubs.models import Device, Role
from scorekeeper.matches import recording
from scorekeeper.matches.answers import live_fingerprint
from scorekeeper.matches.stand_ins import find_stand_ins
from tests.cases import cases
from tests.devices import member
from tests.matches.factory import entry, hand_form, keep_draft, make_hand, make_match, match_form, reload

pytestmark = pytest.mark.django_db

CHANGES = {
    "tap": lambda match: keep_draft(match, {"bids-0": "1"}),
    "save": lambda match: recording.play(match, make_hand(match), entry(match)),
    "correct": lambda match: recording.correct(match, 1, make_hand(match, bids=[1, 0, 0, 0], number=1), entry(match)),
    "end": lambda match: recording.finish(match, entry(match)),
}
# Changes that the page around the entry shows, though the match itself has not changed.
FRAMES = {
    "role": lambda _: Device.objects.update(role=Role.SCORER),
    "player": lambda match: Device.objects.update(player=match.seat_list[1].player),
    "stand-in": lambda match: recording.seat(match, find_stand_ins(match, ["Zoe"]), entry(match)),
}
BOARD, TABLE_VIEW = "board/", "table-view/?turned=90"


def poll(client, match, html, view=BOARD):
    """Poll a match as a page that shows a state of it."""
    seen = re.search(r'(?:<live-board.*?\s|data-)seen="([^"]+)"', html, re.DOTALL)[1]
    address, _, turned = view.partition("?turned=")
    script = re.search(r'src="([^"]*\/match\.[^"]*)"|$', html)[1] or ""
    frame = re.findall(r"/board/\?frame=([^&\"]*)", html)
    parameters = {"seen": seen, "turned": turned, "script": script, "frame": frame}
    return client.get(f"/matches/{match.pk}/{address}", parameters)


def html_of(client, match, address=""):
    return client.get(f"/matches/{match.pk}/{address}").content.decode()


@cases("view", [BOARD, TABLE_VIEW])
def test_a_poll_without_changes_is_three_queries_and_204(client, view, django_assert_num_queries):
    match = make_match(2)
    html = html_of(client, match, "" if view == BOARD else view)
    with django_assert_num_queries(3):
        response = poll(client, match, html, view)
    assert (response.status_code, response.content) == (204, b"")


@cases("view, change", [(view, change) for view in (BOARD, TABLE_VIEW) for change in CHANGES])
def test_every_change_is_shown_once(client, view, change):
    match = make_match(2)
    html = html_of(client, match, "" if view == BOARD else view)
    CHANGES[change](match)
    changed = poll(client, match, html, view)
    assert changed.status_code == 200
    assert poll(client, match, changed.content.decode(), view).status_code == 204
    if view == BOARD:
        assert ("<main" in changed.content.decode()) == (change != "tap"), "a tap replaces the form alone"
        other_release = poll(client, match, html.replace("/match.", "/match.older."), view)
        assert "<main" in other_release.content.decode(), "with that release's scripts"


@cases("change", FRAMES)
def test_the_page_is_drawn_anew_where_the_entry_alone_would_not_do(client, change):
    match = make_match(2)
    html = html_of(client, match)
    FRAMES[change](match)
    keep_draft(match, {"bids-0": "1"})
    changed = poll(client, match, html)
    assert "<main" in changed.content.decode()
    assert poll(client, match, changed.content.decode()).status_code == 204


def test_an_open_page_of_a_viewer_who_becomes_a_scorer_can_send_forms():
    match = make_match(2)
    client = member(match.club, Role.VIEWER)
    html, token = html_of(client, match), re.compile(r'form="entry"\s+type="hidden"\s+name="csrfmiddlewaretoken"')
    assert not token.search(html)
    Device.objects.update(role=Role.SCORER)
    assert token.search(poll(client, match, html).content.decode())


def test_a_devices_own_tap_is_no_change_to_its_polls(client):
    match = make_match(2)
    headers = {"hx-request": "true", "hx-target": "entry-rows"}
    html = client.post(f"/matches/{match.pk}/draft/", {"number": 3, "bids-0": "1"}, headers=headers).content.decode()
    seen = re.search(r'data-seen="([^"]+)"', html)[1]
    assert client.get(f"/matches/{match.pk}/board/", {"seen": seen}).status_code == 204

    html = html_of(client, match)
    assert seen == re.search(r'data-seen="([^"]+)"', html)[1] == live_fingerprint(reload(match), Device.objects.get())


@cases("seen", ["", "0", "2.", "x" * 5000, "2.\0", "٢."])
def test_a_poll_with_an_invalid_fingerprint_gets_the_page(client, seen):
    response = client.get(f"/matches/{make_match(1).pk}/board/", {"seen": seen})
    assert (response.status_code, "<main" in response.content.decode()) == (200, True)


@cases("answers", [{}, {"bids-0": "9"}])
def test_a_page_with_an_error_announces_changes_and_is_not_replaced(client, answers):
    match = make_match(2)
    response = client.post(
        f"/matches/{match.pk}/rounds/", match_form(match, hand_form(match) | {"tricks-0": "9"} | answers)
    )
    assert response.status_code == 422
    html = response.content.decode()
    assert re.search(r"<live-board\s+still\s", html)
    assert poll(client, match, html).status_code == 204
