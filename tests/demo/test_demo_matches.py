"""What `manage.py demo` wrote is like any other match, as if it had been entered."""

from datetime import timedelta
from io import StringIO
from itertools import groupby, pairwise

import pytest
from django.core.management import call_command

from scorekeeper.clubs.models import Device, Player
from scorekeeper.matches.models import Entry, Match
from tests.demo.test_demo import demo
from tests.matches.factory import snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def club(lasting):
    demo("--matches", "20")


def everything():
    """All that a rebuild could change."""
    columns = Match.objects.order_by("pk").values_list("night_date", "version", "started", "house_rules")
    return [snapshot(match) for match in Match.objects.order_by("pk")], list(columns)


def test_rebuilding_changes_nothing():
    before = everything()

    call_command("rebuild", stdout=StringIO())

    assert everything() == before


def test_players_joined_at_their_first_match():
    for player in Player.objects.all():
        began = Match.objects.filter(seats__player=player).order_by("started").values_list("started", flat=True)
        assert (player.joined, player.last_played) == (began.first(), began.last())
    assert set(Entry.objects.values_list("device", flat=True)) <= set(Device.objects.values_list("pk", flat=True))


def test_the_same_people_sit_through_an_evening_and_the_deal_moves_on():
    nights = groupby(Match.objects.order_by("pk"), lambda match: match.night_date)

    for _, tonight in nights:
        for match, following in pairwise(tonight):
            assert following.names == match.names
            assert following.first_dealer == match.next_dealer
            assert following.started - match.entries.latest("number").at >= timedelta(minutes=5)
