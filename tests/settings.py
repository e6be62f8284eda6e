"""The app's settings for tests: a data folder of their own, and nothing taken from the developer's environment."""

import os
import tempfile
from pathlib import Path

for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
    del os.environ[name]

folder = tempfile.TemporaryDirectory(prefix="scorekeeper-tests-")
os.environ["SCOREKEEPER_DATA"] = folder.name
os.environ["SCOREKEEPER_TIME_ZONE"] = "UTC"

from scorekeeper.settings import *  # noqa: E402, F403
from scorekeeper.settings import DATABASES, STATIC_ROOT  # noqa: E402

STATIC_ROOT.mkdir()
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}

if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A file, because the live server's threads and other processes have to meet in it.
    DATABASES["default"]["TEST"] = {"NAME": str(Path(folder.name) / "test.sqlite3")}
