"""The app as `serve` runs it, with a slow page and a quick one beside it: settings for test_serve.py."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "tests.server.slow_urls"
