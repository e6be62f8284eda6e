"""Founding a club, and inviting somebody to one from the machine itself."""

from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from scorekeeper import limits
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, Role
from tests.cases import cases
from tests.devices import Stranger
from tests.html_browser import Browser

pytestmark = pytest.mark.django_db


def test_strangers_cannot_found_a_club_unless_the_setting_allows_it():
    assert "Found a club" not in Stranger().get("/").content.decode()
    assert Stranger().post("/clubs/", {"name": "Us"}).status_code == 404
    assert not Club.objects.exists()


def test_a_stranger_founds_a_club_and_owns_it(settings):
    settings.FOUNDING = True
    Club.get_default()
    browser = Browser(Stranger)

    browser.open("/").press("Found this club", name="  Our  club ")

    [device] = Device.objects.all()
    assert device.is_owner
    assert (device.club.name, device.club == Club.get_default()) == ("Our club", False)
    assert "Choose a game" in browser.open("/").text


@pytest.mark.postgresql
def test_founding_clubs_is_limited_per_hour_and_network(settings, monkeypatch):
    def found_club(address):
        return Stranger(REMOTE_ADDR=address).post("/clubs/", {"name": "Us"})

    settings.FOUNDING = True
    monkeypatch.setattr(limits, "MAX_CLUBS_PER_HOUR", 4)
    monkeypatch.setattr(limits, "MAX_CLUBS_PER_HOUR_AND_NETWORK", 3)
    household = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4"]

    assert [found_club(address).status_code for address in household] == [302, 302, 302, 429]
    Club.objects.first().soft_delete()
    assert [found_club("2001:db8:1::1").status_code, found_club("192.0.2.1").status_code] == [302, 429]
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert found_club("192.0.2.1").status_code == 302


@cases(
    "clubs, options, message",
    [
        ([], [], "There is no club."),
        (["A", "B"], [], "say which"),
        (["A"], ["--club", "B"], "There is no club called B"),
        (["A", "A"], ["--club", "A"], "several clubs called A: say which, with --number: "),
        (["A"], ["--number", "2147483647"], "There is no club of that number."),
    ],
)
def test_invite_refuses_in_one_line(clubs, options, message):
    for name in clubs:
        Club.objects.create(name=name)
    with pytest.raises(CommandError, match=message):
        call_command("invite", *options)


def test_invite_distinguishes_two_clubs_of_the_same_name(capsys):
    clubs = [Club.objects.create(name="A") for _ in range(2)]
    for club in clubs:
        with pytest.raises(CommandError, match=rf"\b{club.pk} \(A, founded on \d+ \w+ \d{{4}}\)"):
            call_command("invite")
        call_command("invite", "--role", "viewer", "--number", str(club.pk))

    tokens = [line.split("/join/")[1].strip("/") for line in capsys.readouterr().out.splitlines() if "/join/" in line]
    assert [Invitation.find(token) for token in tokens] == [(club, Role.VIEWER) for club in clubs]
