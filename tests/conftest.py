"""What every test may rely on: a database that threads and processes share, on SQLite and on PostgreSQL."""

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory, django_db_modify_db_settings_parallel_suffix):
    """Tests on SQLite use a file: the live server's threads and other processes have to meet in it."""
    database = settings.DATABASES["default"]
    if "sqlite" in database["ENGINE"]:
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(autouse=True)
def nothing_drawn_yet():
    """No page drawn for another test's match is shown: matches of different tests have the same numbers."""
    cache.clear()


def pytest_collection_modifyitems(config, items):
    """On PostgreSQL only what touches the database is worth a second run; browsers see no difference."""
    if connection.vendor == "sqlite":
        return
    again = [item for item in items if touches_database(item) and not in_browser(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in again])
    items[:] = again


def touches_database(item):
    return "django_db" in item.keywords or not DATABASE_FIXTURES.isdisjoint(item.fixturenames)


def in_browser(item):
    return "browser" in item.path.parts
