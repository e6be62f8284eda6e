"""Fixtures of all tests: a database that threads and processes share, and a device that has joined the club."""

import gc

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tests.devices import COOKIE, device_token
from tests.memory_folder import memory_folder
from tests.thoroughness import set_thorough

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser):
    parser.addoption("--thorough", action="store_true", help="run random tests, races and storms at their full counts")
    parser.addoption("--draw", action="store_true", help="write the pictures of the README into .github/")


def pytest_configure(config):
    """Before test modules are imported: their @given and many() read this."""
    gc.disable()
    thorough = config.getoption("thorough")
    set_thorough(thorough)
    common = {"deadline": None, "database": None, "print_blob": True, "suppress_health_check": list(HealthCheck)}
    hypothesis_settings.register_profile("default", max_examples=15, derandomize=True, **common)
    hypothesis_settings.register_profile("thorough", max_examples=200, derandomize=False, **common)
    hypothesis_settings.load_profile("thorough" if thorough else "default")


def pytest_collection_finish():
    """Exempt imported modules from garbage collection, which takes a tenth of the tests' processor time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def thorough(request):
    return request.config.getoption("thorough")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix):
    """Tests on SQLite use a file: the live server's threads and other processes have to meet in it."""
    database = settings.DATABASES["default"]
    with memory_folder("sqlite") as kept:
        if "sqlite" in database["ENGINE"]:
            database["TEST"]["NAME"] = str(kept / "test.sqlite3")
        yield


@pytest.fixture(scope="module")
def lasting(django_db_setup, django_db_blocker):
    """Keep the rows of a module's fixtures for all its tests (none of them transactional), then roll back."""
    whole = transaction.atomic()
    whole._from_testcase = True  # as the one around each test: others in it count as the outermost
    with django_db_blocker.unblock(), whole:
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def nothing_drawn_yet():
    """No page drawn for another test's match is shown: matches of different tests have the same numbers."""
    for one in caches.all():
        one.clear()


@pytest.fixture(autouse=True)
def owner_device(request, monkeypatch):
    """A test's clients are devices of the first club's owner, each another one. Strangers say so: tests/devices.py."""
    if not touches_database(request.node):
        return
    ask = Client.request

    def request_as_owner(client, **request):
        if getattr(client, "joins_club", True) and COOKIE not in client.cookies:
            client.cookies[COOKIE] = device_token()
        return ask(client, **request)

    monkeypatch.setattr(Client, "request", request_as_owner)


@pytest.fixture(autouse=True)
def in_a_network(request, monkeypatch):
    """Pages opened at localhost know the address that phones use, whatever machine the tests run on."""
    if touches_database(request.node):
        monkeypatch.setattr("scorekeeper.server.network.own_address", lambda: "192.168.7.7")


@pytest.fixture(autouse=True)
def pictures_as_svg(request, monkeypatch):
    """All that a picture shows stands in its SVG: only who asks for drawn pictures, or a browser, waits for the PNG."""
    if touches_database(request.node) and {"drawn_pictures", "live_server"}.isdisjoint(request.fixturenames):
        monkeypatch.setattr("scorekeeper.history.recap.render_png", str.encode)


@pytest.fixture
def drawn_pictures():
    """Asked for by tests that look at a PNG."""


@pytest.fixture
def one_device(db, owner_device, monkeypatch):
    """All clients of a test are one device: who has the pen is not what it is about."""
    token = device_token()
    monkeypatch.setattr("tests.conftest.device_token", lambda: token)


def pytest_ignore_collect(collection_path, config):
    """The whole command imports no module on PostgreSQL that has nothing to run there."""
    if connection.vendor == "sqlite" or config.args_source != config.ArgsSource.TESTPATHS:
        return None
    test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return True if test and "pytest.mark.postgresql" not in collection_path.read_text() else None


def pytest_collection_modifyitems(config, items):
    """On PostgreSQL only tests of what SQL decides run again: those marked `postgresql`."""
    if connection.vendor == "sqlite":
        return
    again = [item for item in items if item.get_closest_marker("postgresql")]
    config.hook.pytest_deselected(items=[item for item in items if item not in again])
    items[:] = again


def touches_database(item):
    return "django_db" in item.keywords or not DATABASE_FIXTURES.isdisjoint(item.fixturenames)
