"""Matches that are easy to count."""

from datetime import UTC, datetime

from games.core.schema import read
from scorekeeper.clubs.models import Player
from scorekeeper.matches import recording
from scorekeeper.matches.models import ChangedMonth, Match
from tests.matches.factory import entry, make_match, reload, suits

FIRST = datetime(2025, 12, 30, 20, tzinfo=UTC)


def on(match, moment):
    """The same match, begun at another moment."""
    night = match.club.night_date_of(moment)
    Match.objects.filter(pk=match.pk).update(started=moment, night_date=night)
    ChangedMonth.objects.mark(match.club_id, [match.night_date, night])
    return reload(match)


def won_by(seat, moment):
    """A finished match of three that this seat wins alone: the others collect everything."""
    match = make_match(names=("Ada", "Ben", "Cleo"), game="good-little-tricks")
    others = [other for other in range(3) if other != seat]
    for _ in range(6):
        recording.play(match, read(suits(*[others[0]] * 5, others[1]), match.game.facts), entry(match))
    return on(match, moment)


def player(name):
    return Player.objects.get(name=name)
