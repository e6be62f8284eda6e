"""/health tells a monitor whether pages can be shown, and nothing secret."""

import json
import logging
import sys
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.db import DatabaseError, OperationalError
from django.test import Client

from scorekeeper.clubs.models import Device
from scorekeeper.web import health, middleware
from scorekeeper.web.log_filter import JsonLines, WithoutAddresses
from tests.devices import COOKIE, Stranger

pytestmark = pytest.mark.django_db


def ask():
    client = Client()
    client.joins_club = False
    response = client.get("/health")
    assert response.headers["Cache-Control"] == "no-store"
    return response.status_code, response.json()


def test_all_is_well_and_only_a_read_is_made(settings, tmp_path, django_assert_max_num_queries):
    settings.DATA = tmp_path
    with django_assert_max_num_queries(2):
        assert ask() == (200, {"database": "ok", "disk": "ok", "version": settings.VERSION})


def test_a_database_that_is_away_or_behind_is_no_health(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(health, "program_migrations", lambda: frozenset({("cards", "0001_initial"), ("cards", "0002")}))
        assert ask()[1]["database"] == "not up to date: 2 migrations are missing"

    def away(_):
        raise OperationalError("password=hidden")

    monkeypatch.setattr(health.MigrationRecorder, "applied_migrations", away)
    status, facts = ask()
    assert (status, facts["database"]) == (503, "cannot be reached")


def test_health_reports_a_nearly_full_disk_and_pages_work(monkeypatch):
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _: SimpleNamespace(free=7_900_000))
    assert ask()[1]["disk"] == "nearly full: 7 MB are left"
    assert ask()[0] == 200


def test_while_the_database_is_away_or_damaged_pages_say_so_and_the_log_says_it_once(monkeypatch, caplog):
    monkeypatch.setattr(middleware, "is_away", lambda error: "refused" in str(error))
    phone = Stranger(raise_request_exception=False)
    phone.cookies[COOKIE] = "somebody"
    for said, page, line in (
        ("connection refused", "cannot be reached just now", "The database is away."),
        (
            "database disk image is malformed",
            "the file or its disk is damaged",
            "The record cannot be read.",
        ),
    ):
        monkeypatch.setattr(Device, "find", Mock(side_effect=DatabaseError(said)))
        log = WithoutAddresses()
        caplog.clear()
        caplog.handler.addFilter(log)
        try:
            answers = [phone.get("/rules/") for _ in range(5)]
        finally:
            caplog.handler.removeFilter(log)

        assert {answer.status_code for answer in answers} == {503}
        assert answers[0]["Retry-After"] == "5"
        assert page in answers[0].text
        [record] = caplog.records
        assert record.getMessage().startswith(line)
        assert "Traceback" not in caplog.text


def test_a_line_of_the_log_as_json_says_all_of_it_in_one_line():
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("scorekeeper", logging.ERROR, "", 1, "Ada’s %s", ("phone",), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "scorekeeper", "Ada’s phone")
    assert "ValueError: two" in told["exception"]
