"""The phones of tests/browser, for what a game's own tests do in a browser."""

from tests.browser.conftest import *  # noqa: F403
