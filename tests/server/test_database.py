"""Threads and processes that write at once, and what is said of a database that is busy or away."""

import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.db import InterfaceError, OperationalError, connection, connections
from django.test import Client

from scorekeeper.clubs.models import Device, InviteCode
from scorekeeper.server import database
from scorekeeper.server.environment import sqlite_settings
from scorekeeper.web import middleware
from tests.cases import cases
from tests.concurrency import count_one, finish_all, start_thread
from tests.devices import member
from tests.html_browser import Page
from tests.matches.factory import hand_form, make_match, match_form, reload

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite")


@on_sqlite
def test_threads_and_processes_write_without_a_locked_database(transactional_db):
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE counted (n integer)")
        cursor.execute("INSERT INTO counted VALUES (0)")
        try:
            other = [sys.executable, "-m", "tests.concurrency", str(connection.settings_dict["NAME"]), "50"]
            processes = [subprocess.Popen(other, cwd=Path(__file__).parents[2]) for _ in range(2)]
            threads = [start_thread(lambda: [count_one() for _ in range(10)]) for _ in range(10)]
            finish_all(threads)
            assert [process.wait(timeout=60) for process in processes] == [0, 0]
            assert cursor.execute("SELECT n FROM counted").fetchone() == (200,)
        finally:
            cursor.execute("DROP TABLE counted")


@on_sqlite
@cases("pragma, value", [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("mmap_size", 0)])
def test_sqlite_pragmas_keep_a_saved_round(db, pragma, value):
    with connection.cursor() as cursor:
        assert cursor.execute(f"PRAGMA {pragma}").fetchone()[0] == value


@pytest.mark.postgresql
def test_a_save_waits_five_seconds_at_most_for_its_turn_and_a_lock(db):
    if connection.vendor == "sqlite":
        seconds = sqlite_settings(Path("scorekeeper.sqlite3"))["OPTIONS"]["timeout"]
    else:
        database.limit_waiting(connection)
        with connection.cursor() as cursor:
            cursor.execute("SELECT setting::int / 1000.0 FROM pg_settings WHERE name = 'lock_timeout'")
            seconds = float(cursor.fetchone()[0])

    assert 0 < seconds + middleware.writer_turns.seconds <= 5


@contextmanager
def other_program_writing(match):
    """Another connection holds the record on SQLite, the match on PostgreSQL."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            yield
        return
    with closing(connections["default"].copy()) as other, other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT FROM matches_match WHERE id = %s FOR UPDATE", [match.pk])
        yield


def impatient(monkeypatch):
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)
        connection.close()
        return
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.05)
    database.limit_waiting(connection)


@pytest.mark.postgresql
def test_while_another_program_writes_pages_are_shown_and_saves_get_503(transactional_db, monkeypatch):
    match = make_match(1)
    impatient(monkeypatch)
    phone = member(match.club)
    Device.objects.update(last_seen=match.started - timedelta(days=1))
    form = match_form(match, hand_form(match, [1, 0, 0, 0], number=1), number=1)

    with other_program_writing(match):
        pages = {where: phone.get(where).status_code for where in ("/", "/health", "/rules/", f"/matches/{match.pk}/")}
        saved = phone.post(f"/matches/{match.pk}/rounds/1/", form)
        draft = phone.post(f"/matches/{match.pk}/draft/", {"number": 2, "bids-0": "1"})
        ended = phone.post(f"/matches/{match.pk}/end/", match_form(match))

    assert set(pages.values()) == {200}, pages
    for answer in (saved, draft, ended):
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert database.BUSY in Page(None, answer).text
    assert dict(Page(None, saved).fields())["bids-0"] == "1"
    assert phone.post(f"/matches/{match.pk}/rounds/1/", form).status_code == 302
    assert reload(match).version == match.version + 1
    connection.close()


def test_a_busy_database_is_an_error_page_where_no_form_is_shown_again(db, monkeypatch):
    busy = Mock(side_effect=OperationalError("database is locked"))
    monkeypatch.setattr(InviteCode, "find", busy)

    page = Client(headers={"host": "localhost"}).post("/join/", {"code": "ABC DEF"})

    assert (page.status_code, database.BUSY in page.content.decode()) == (503, True)


def test_unreachable_and_busy_databases_are_distinguished_from_other_errors(monkeypatch):
    def error(kind, state):
        trouble = kind("trouble")
        trouble.__cause__ = Exception()
        trouble.__cause__.sqlstate = state
        return trouble

    away = [(OperationalError, None), (OperationalError, "57P01"), (InterfaceError, None), (OperationalError, "08006")]
    busy = [(OperationalError, "55P03"), (OperationalError, "57014"), (OperationalError, "40P01")]
    other = [(OperationalError, "53100"), (OperationalError, "40001"), (ValueError, None)]
    for vendor in ("postgresql", "sqlite"):
        monkeypatch.setattr(type(connections["default"]), "vendor", vendor)
        assert [database.is_away(error(*one)) for one in away] == [vendor == "postgresql"] * 4
        assert not any(database.is_away(error(*one)) for one in [*busy, *other])
        assert [database.is_busy(error(*one)) for one in [*busy, *other]] == [True] * 3 + [False] * 3
