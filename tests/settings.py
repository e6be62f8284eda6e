"""The app's settings for tests, with nothing taken from the developer's own environment."""

import os
import tempfile
from pathlib import Path

for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
    del os.environ[name]

# Named but never made: tests that need a data folder make their own.
os.environ["SCOREKEEPER_DATA"] = str(Path(tempfile.gettempdir()) / "scorekeeper-tests")
os.environ["SCOREKEEPER_SECRET_KEY"] = "a key for tests is no secret " * 2
os.environ["SCOREKEEPER_TIME_ZONE"] = "UTC"

from scorekeeper.settings import *  # noqa: E402, F403

KNOWN_HOSTS = ["testserver"]
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Nothing is collected for tests: static files come from where they are written.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
