"""A demo that is made anew after seconds."""

from tests.server.slow_settings import *  # noqa: F403

DEMO_SECONDS = 8
