"""The app's settings for tests, with nothing taken from the developer's own environment."""

import os
import tempfile
import zlib
from pathlib import Path

import games

for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
    del os.environ[name]

# One for each checkout, for what is made of its static files: tests that need a data folder make their own.
CHECKOUT = zlib.crc32(str(Path(__file__).resolve()).encode())
DATA_FOLDER = Path(tempfile.gettempdir()) / f"scorekeeper-tests-{CHECKOUT:x}"
# Else /health says something else once another worker has made it.
DATA_FOLDER.mkdir(exist_ok=True)
os.environ["SCOREKEEPER_DATA"] = str(DATA_FOLDER)
os.environ["SCOREKEEPER_SECRET_KEY"] = "a key for tests is no secret " * 2
os.environ["SCOREKEEPER_TIME_ZONE"] = "UTC"

from scorekeeper.settings import *  # noqa: E402, F403

# Toy games take part in every test over all games, as a folder dropped into games/ would.
games.__path__.append(str(Path(__file__).parent / "toy_games"))

# No test depends on how soon a busy machine lets another writer end. Tests of waiting set a limit themselves.
if "timeout" in DATABASES["default"]["OPTIONS"]:  # noqa: F405
    DATABASES["default"]["OPTIONS"]["timeout"] = 60  # noqa: F405
KNOWN_HOSTS = ["testserver"]
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Nothing is collected for tests: static files come from where they are written.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
