"""A full or read-only disk: saving says so, what was typed stays, nothing is half-written, reading still works."""

import errno
from contextlib import contextmanager

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
@pytest.mark.parametrize("trouble", [full_disk, read_only] if ON_SQLITE else [read_only])
def test_a_round_that_cannot_be_saved_is_shown_again_with_all_answers(match, phone, trouble):
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
    assert dict(page.fields())["seen"] == form["seen"]
    assert reading.status_code == 200
    assert snapshot(match) == before
    assert reload(match).token == form["seen"]
    assert phone.post(f"/matches/{match.pk}/rounds/1/", form).status_code == 302
    assert reload(match).token != form["seen"]


def test_a_match_that_cannot_be_started_leaves_no_player(match, phone):
    def begin():
        nonlocal players
        players = set(match.club.players.values_list("name", flat=True))
        new = [f"{'x' * 30} {number}" for number in range(len(players), len(players) + 9)]
        return phone.post("/games/big-little/matches/", {"seated": "1", "player": new, "dealer": new[0]})

    players = set()
    with full_disk() if ON_SQLITE else read_only():
        page = refused(begin)

    assert page.status == 507
    assert SENTENCE in page.text
    assert set(match.club.players.values_list("name", flat=True)) == players


@cases("htmx", [True, False])
def test_a_tap_that_cannot_be_saved_is_shown_with_the_error(match, phone, htmx):
    headers = {"HX-Request": "true", "HX-Target": "entry-rows"} if htmx else {}
    with read_only():
        answer = phone.post(f"/matches/{match.pk}/draft/", {"number": 3, "bids-0": "1"}, headers=headers)

    assert answer.status_code == 507
    assert SENTENCE in answer.content.decode()
    assert ("<html" in answer.content.decode()) is not htmx
    assert reload(match).draft is None


@cases(
    "address, form",
    [
        ("/matches/{match}/rounds/2/deletion/", {"key": "6f1c8f0e-4b7b-4a6e-9f53-0a52a6b1a001"}),
        ("/matches/{match}/end/", {"key": "6f1c8f0e-4b7b-4a6e-9f53-0a52a6b1a002"}),
        ("/invite/links/", {"role": "1"}),
        ("/invite/codes/", {"role": "1"}),
        ("/devices/{device}/", {"role": "3", "label": "Ada’s phone"}),
        ("/join/", {"code": "ABC DEF"}),
        ("/settings/club/", {"name": "Thursdays", "zone": "UTC"}),
    ],
)
def test_every_other_change_is_answered_with_the_error(match, phone, address, form):
    owner, before = member(match.club), snapshot(match)
    device = Device.objects.latest("pk").pk

    with read_only():
        page = Page(
            None, owner.post(address.format(match=match.pk, device=device), form | {"seen": reload(match).token})
        )

    assert page.status == 507
    assert SENTENCE in page.text
    assert snapshot(match) == before


def test_only_errors_of_a_full_disk_are_explained():
    full = [OSError(code, "") for code in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES)]
    full += map(OperationalError, ("database or disk is full", "attempt to write a readonly database"))
    for error in full:
        assert explain(error) == (DISK_FULL, 507)
    other = [OSError(errno.EIO, ""), OperationalError("no such table: x"), DatabaseError("file is not a database")]
    for error in other:
        with pytest.raises(type(error)):
            explain(error)
