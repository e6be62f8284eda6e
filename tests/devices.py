"""Being in a club, or not, as tests ask for it."""

from django.conf import settings
from django.db import connection
from django.test import Client

COOKIE = f"device{settings.COOKIE_SUFFIX}"


def device_token(club=None, role=3, label="a device"):
    """Have a device join (the first club, as its owner); return the token it shows. Nobody counts these statements."""
    from scorekeeper.clubs.models import Club, Device

    counting, connection.force_debug_cursor = connection.force_debug_cursor, False
    try:
        return Device.join(club or Club.get_default(), label, role)[1]
    finally:
        connection.force_debug_cursor = counting


class Stranger(Client):
    """A browser that has never been in any club."""

    joins_club = False

    def __init__(self, **options):
        super().__init__(**{"headers": {"host": "localhost"}, **options})


def member(club=None, role=3):
    """A browser that shows the token of a device."""
    browser = Stranger()
    browser.cookies[COOKIE] = device_token(club, role)
    return browser


def find_device(token):
    from scorekeeper.clubs.models import Device

    return Device.find(token)[token]
