"""The app as `serve` runs it, with a slow page and a quick one beside it, and less patience."""

from waitress.adjustments import Adjustments

from scorekeeper.server import http_server
from scorekeeper.settings import *  # noqa: F403

http_server.IDLE_SECONDS, Adjustments.cleanup_interval = 2, 1

ROOT_URLCONF = "tests.server.slow_urls"
# Hashing and compressing static files takes seconds for each new data folder: the browser's tests serve those.
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
