"""The app as `serve` runs it, with a slow page and a quick one beside it, and less patience."""

from scorekeeper.server import gateway
from scorekeeper.settings import *  # noqa: F403

gateway.BODY_SECONDS = 1

ROOT_URLCONF = "tests.server.slow_urls"
# Hashing and compressing static files takes seconds for each new data folder: the browser's tests serve those.
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
