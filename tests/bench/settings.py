"""The app as `serve` runs it, with an empty view beside it to compare with."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
