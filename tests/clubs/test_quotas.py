"""Quotas: a program that fills one club is refused in words, and the other clubs notice nothing."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from scorekeeper import limits
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Role
from scorekeeper.matches import recording, starting
from scorekeeper.matches.models import Match
from tests.devices import Stranger, member
from tests.matches.factory import entry, make_hand, make_match, reload
from tests.transfer.club_files import import_file, make_file, make_sheet, upload

pytestmark = pytest.mark.django_db
AN_HOUR_LATER = timedelta(minutes=61)


def start_match(phone, match):
    form = {"seated": "1", "player": match.names, "dealer": match.names[0]}
    return phone.post(f"/games/{match.game.key}/matches/", form)


def test_joining_is_limited_per_hour_and_role(monkeypatch):
    monkeypatch.setattr(limits, "MAX_DEVICES_PER_HOUR", 2)

    def join(role):
        return Stranger().post(f"/join/{Invitation(Club.get_default(), role).token}/")

    answers = [join(Role.VIEWER) for _ in range(4)]

    assert [answer.status_code for answer in answers] == [302, 302, 429, 429]
    assert "Very many devices joined as viewers in the last hour: try again later." in answers[2].content.decode()
    assert join(Role.SCORER).status_code == 302
    with time_machine.travel(timezone.now() + AN_HOUR_LATER):
        assert join(Role.VIEWER).status_code == 302


def test_starting_matches_is_limited_per_hour(monkeypatch):
    monkeypatch.setattr(limits, "MAX_MATCHES_PER_HOUR", 2)
    match, other = make_match(1), Club.objects.create(name="Them")
    phone = member(match.club)

    statuses = [start_match(phone, match).status_code for _ in range(3)]

    assert statuses == [302, 429, 429]
    assert "Very many matches were started" in start_match(phone, match).content.decode()
    assert Match.objects.count() == 2
    assert starting.start_match(other, match.game, match.names, 0, {}).pk
    with time_machine.travel(timezone.now() + AN_HOUR_LATER):
        assert start_match(phone, match).status_code == 302


def test_the_number_of_rounds_of_a_match_is_limited(monkeypatch):
    monkeypatch.setattr(limits, "MAX_ROUNDS", 2)
    match = make_match(2)
    change = reload(match)

    with pytest.raises(recording.Impossible, match="a match has at most 2 hands: end it and begin another"):
        recording.play(change, make_hand(change), entry(change))
    with pytest.raises(recording.Impossible, match="at most 2 hands"):
        recording.insert(change, 1, make_hand(change), entry(change))
    recording.delete_round(change, 2, entry(change))
    change = reload(match)
    recording.play(change, make_hand(change), entry(change))
    assert "match 1: a match has at most 2 rounds" in upload(make_file(make_sheet(rounds=3), make_sheet())).text


def test_the_number_of_changes_to_a_match_is_limited(monkeypatch):
    monkeypatch.setattr(limits, "MAX_ENTRIES", 2)
    match = make_match(2)

    with pytest.raises(recording.Impossible, match="this match was changed 2 times, as often as one can be"):
        recording.play(match, make_hand(match), entry(match))


def test_the_number_of_matches_and_changes_of_a_club_is_limited(monkeypatch):
    match, other = make_match(2), Club.objects.create(name="Them")
    monkeypatch.setattr(limits, "MAX_CLUB_ENTRIES", 6)
    phone = member(match.club)

    assert start_match(phone, match).status_code == 302
    full = upload(make_file(make_sheet(rounds=2)))
    assert (full.status, "This club holds 4 matches and rounds" in full.text) == (429, True)
    import_file(make_file(make_sheet(rounds=1)))

    assert start_match(phone, match).status_code == 429
    assert starting.start_match(other, match.game, match.names, 0, {}).pk
    change = reload(match)
    assert recording.play(change, make_hand(change), entry(change)).pk
