"""What a monitor is told: whether pages can be shown, and nothing secret."""

from types import SimpleNamespace

import pytest
from django.db import OperationalError
from django.test import Client

from scorekeeper.web import health

pytestmark = pytest.mark.django_db


def ask():
    client = Client()
    client.joins_club = False
    response = client.get("/health")
    assert response.headers["Cache-Control"] == "no-store"
    return response.status_code, response.json()


def test_all_is_well_and_only_a_read_is_made(settings, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        assert ask() == (200, {"database": "ok", "disk": "ok", "version": settings.VERSION})


def test_a_database_that_is_away_or_behind_is_no_health(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(health, "known_migrations", lambda: frozenset({("cards", "0001_initial"), ("cards", "0002")}))
        assert ask()[1]["database"] == "not up to date: 2 migrations are missing"

    def away(_):
        raise OperationalError("password=hidden")

    monkeypatch.setattr(health.MigrationRecorder, "applied_migrations", away)
    status, facts = ask()
    assert (status, facts["database"]) == (503, "cannot be reached")


def test_a_disk_nearly_full_is_said_and_pages_go_on(monkeypatch):
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _: SimpleNamespace(free=7_900_000))
    assert ask()[1]["disk"] == "nearly full: 7 MB are left"
    assert ask()[0] == 200
