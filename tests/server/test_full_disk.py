"""A full or read-only disk: saving says so, what was typed stays, nothing is half-written, reading still works."""

import errno
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import DatabaseError, OperationalError, connection
from django.test import Client

from scorekeeper.clubs.models import Device
from scorekeeper.server.database import DISK_FULL, explain
from tests.cases import cases
from tests.devices import member
from tests.html_browser import Page
from tests.matches.factory import hand_form, make_match, match_form, reload, snapshot

ON_SQLITE = connection.vendor == "sqlite"
SENTENCE = "Nothing could be saved: the disk is full, or may not be written."


@contextmanager
def full_disk():
    """A database that may not grow by a single page, with no page to spare."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filling (much blob)")
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        free = cursor.execute("PRAGMA freelist_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        for size in (4000 * free, 4000, 400, 40, 4):
            with pytest.raises(OperationalError):
                for _ in range(2000):
                    cursor.execute(f"INSERT INTO filling VALUES (zeroblob({size}))")
    try:
        yield
    finally:
        execute("PRAGMA max_page_count = 1073741823")
        execute("DROP TABLE filling")


def execute(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


@contextmanager
def read_only():
    execute("PRAGMA query_only = on" if ON_SQLITE else "SET default_transaction_read_only = on")
    try:
        yield
    finally:
        execute("PRAGMA query_only = off" if ON_SQLITE else "SET default_transaction_read_only = off")


TROUBLES = [full_disk, read_only] if ON_SQLITE else [read_only]
every_trouble = pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.__name__)


@pytest.fixture
def match(transactional_db):
    return make_match(2)


@pytest.fixture
def phone(match):
    """A phone that has written before."""
    phone = Client(headers={"host": "localhost"})
    phone.post(f"/matches/{match.pk}/rounds/1/", match_form(match, hand_form(match, [1, 0, 0, 0], number=1)))
    return phone


def refused(ask):
    """Ask until there is no room left on the pages there are; return that answer."""
    return next(page for page in (Page(None, ask()) for _ in range(400)) if page.status != 302)


@pytest.mark.postgresql
@every_trouble
def test_a_round_that_cannot_be_saved_comes_back_with_all_that_was_typed(match, phone, trouble):
    def save():
        nonlocal before, form
        before, now = snapshot(match), reload(match)
        form = match_form(now, hand_form(now, [1, now.version % 2, 0, 0], number=1), number=1)
        return phone.post(f"/matches/{match.pk}/rounds/1/", form)

    before = form = None
    with trouble():
        page = refused(save)
        reading = phone.get(f"/matches/{match.pk}/")

    assert page.status == 507
    assert SENTENCE in page.text
    typed = {name: value for name, value in form.items() if name.startswith(("bids", "tricks"))}
    assert typed.items() <= dict(page.fields()).items()
    assert dict(page.fields())["seen"] == str(form["seen"])
    assert reading.status_code == 200
    assert snapshot(match) == before
    assert reload(match).version == form["seen"]
    assert phone.post(f"/matches/{match.pk}/rounds/1/", form).status_code == 302
    assert reload(match).version == form["seen"] + 1


@every_trouble
@cases("address", ["rounds/2/", "rounds/2/deletion/", "history/3/undo/", "end/"])
def test_no_other_entry_is_half_written(match, phone, trouble, address):
    before = snapshot(match)
    form = match_form(reload(match), hand_form(match, [1, 1, 1, 1], number=2), number=2)

    with trouble():
        page = Page(None, phone.post(f"/matches/{match.pk}/{address}", form))

    assert (page.status, SENTENCE in page.text) in [(507, True), (302, False)]
    assert (snapshot(match) == before) == (page.status == 507)
    assert trouble is full_disk or page.status == 507


@every_trouble
@cases("htmx", [True, False])
def test_a_tap_that_cannot_be_saved_is_shown_with_the_sentence(match, phone, trouble, htmx):
    headers = {"HX-Request": "true", "HX-Target": "entry-rows"} if htmx else {}
    form = {"number": 3, "draft": "", **{f"bids-{seat}": "1" for seat in range(4)}, "bids-0": "2" * 400}

    with trouble():
        answer = phone.post(f"/matches/{match.pk}/draft/", form, headers=headers)

    if trouble is full_disk and answer.status_code in (200, 302):
        return
    assert answer.status_code == 507
    assert SENTENCE in answer.content.decode()
    assert ("<html" in answer.content.decode()) is not htmx
    assert reload(match).draft == {}


@every_trouble
def test_a_match_that_cannot_be_started_leaves_no_player(match, phone, trouble):
    def begin():
        nonlocal players
        players = set(match.club.players.values_list("name", flat=True))
        new = [f"{'x' * 30} {number}" for number in range(len(players), len(players) + 9)]
        return phone.post("/games/big-little/matches/", {"seated": "1", "player": new, "dealer": new[0]})

    players = set()
    with trouble():
        page = refused(begin)
        once_more = phone.post(f"/matches/{match.pk}/rematch/", {}).status_code

    assert page.status == 507
    assert once_more == 507 or trouble is full_disk
    assert SENTENCE in page.text
    assert set(match.club.players.values_list("name", flat=True)) == players


@every_trouble
def test_a_device_seen_long_ago_is_told_too(match, trouble):
    phone, form = member(match.club), match_form(reload(match), number=3)
    Device.objects.update(last_seen=match.started - timedelta(hours=2))

    with trouble():
        page = Page(None, phone.post(f"/matches/{match.pk}/end/", form))

    assert (page.status, SENTENCE in page.text) in [(507, True), (302, False)]
    assert trouble is full_disk or page.status == 507


@cases(
    "address, form",
    [
        ("/invite/links/", {"role": "1"}),
        ("/invite/codes/", {"role": "1"}),
        ("/devices/{device}/", {"role": "3", "label": "Ada’s phone"}),
        ("/join/", {"code": "ABC DEF"}),
        ("/settings/club/", {"name": "Thursdays", "zone": "UTC"}),
        ("/settings/deletion/", {"name": "Our club"}),
    ],
)
def test_changes_of_the_club_are_answered_with_the_sentence(match, address, form):
    phone = member(match.club)
    device = Device.objects.latest("pk").pk

    with read_only():
        page = Page(None, phone.post(address.format(device=device), form))

    assert page.status == 507
    assert SENTENCE in page.text


def test_only_errors_about_room_are_told_as_such():
    full = [OSError(code, "") for code in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES)]
    full += map(OperationalError, ("database or disk is full", "attempt to write a readonly database"))
    for error in full:
        assert explain(error) == (DISK_FULL, 507)
    other = [
        OSError(errno.EIO, ""),
        OperationalError("no such table: x"),
        DatabaseError("database disk image is malformed"),
    ]
    for error in other:
        with pytest.raises(type(error)):
            explain(error)
