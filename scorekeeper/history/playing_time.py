"""The playing time of a match: from its set-up to the last round, with its pauses and its pace.

It is known from the moments at which rounds were saved. A match from a file has none, and those of a match that was
entered afterwards say nothing about the play.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from games.core.text import listed, plural
from scorekeeper.matches.log import NEW_ROUND
from scorekeeper.matches.models import Action, Entry, Match, Round

# Nobody plays a round in less time: it was typed in afterwards, or kept by a phone without a network.
MIN_ROUND_TIME = timedelta(seconds=20)
# A pause is at least this long, and this many times as long as the usual round.
MIN_PAUSE, PAUSE_IN_ROUNDS = timedelta(minutes=20), 4
# Longest time from the set-up to the first round. Matches of an earlier day begin at 20:00 of that day, and are
# entered from six in the morning on.
MAX_WAIT = timedelta(hours=6)
# Fewer rounds have no pace.
MIN_ROUNDS = 3
MAX_PAUSES_LISTED = 3


class Pause(NamedTuple):
    """`after`: the number of the round before it; 0 at the start."""

    after: int
    duration: timedelta


class PlayingTime(NamedTuple):
    """`ended`: when the last round was saved, of an open match too. `play`: the time between, without the pauses."""

    started: datetime
    ended: datetime
    play: timedelta
    rounds: int
    pauses: Sequence[Pause]
    round_name: str

    @property
    def ends_another_day(self) -> bool:
        return self.ended - self.started > timedelta(hours=20)

    @property
    def in_words(self) -> str:
        """Describe it: “2 h 12 min of play · a hand every 5 minutes · a pause of 24 min after hand 7”."""
        return " · ".join(filter(None, [f"{duration(self.play)} of play", self.pace, self.pauses_in_words]))

    @property
    def pace(self) -> str:
        """How long a round takes: “a hand every 90 seconds”; "" for very few."""
        return f"a {self.round_name} every {_interval(self.play / self.rounds)}" if self.rounds >= MIN_ROUNDS else ""

    @property
    def pauses_in_words(self) -> str:
        if len(self.pauses) > MAX_PAUSES_LISTED:
            total = sum((pause.duration for pause in self.pauses), timedelta())
            return f"{len(self.pauses)} pauses, {duration(total)} in all"
        nouns = ["a pause", *["one"] * len(self.pauses)]
        places = [f"after {self.round_name} {pause.after}" if pause.after else "at the start" for pause in self.pauses]
        rows = zip(nouns, self.pauses, places, strict=False)
        return listed([f"{noun} of {duration(pause.duration)} {place}" for noun, pause, place in rows])

    @classmethod
    def of(cls, match: Match, rounds: int, saved: Mapping[int, datetime]) -> "PlayingTime | None":
        """Return the playing time of a match with so many rounds; None if `saved` says nothing about the play.

        `saved`: when each round was saved, by number, without those that were inserted later.
        """
        numbers, moments = [0, *sorted(saved)], [match.started, *sorted(saved.values())]
        if not saved or not match.started <= moments[1] <= match.started + MAX_WAIT:
            return None
        gaps = [after - before for before, after in pairwise(moments)]
        usual = timedelta(seconds=median(gap.total_seconds() for gap in gaps))
        if usual < MIN_ROUND_TIME:
            return None
        pauses = [
            Pause(number, gap - usual)
            for number, gap, following in zip(numbers[:-1], gaps, [*gaps[1:], usual], strict=True)
            # Rounds that were saved at once after a long time were played in it: their phone had no network.
            if gap - usual >= max(MIN_PAUSE, usual * PAUSE_IN_ROUNDS) and following >= MIN_ROUND_TIME
        ]
        # In whole minutes, as its start and end are shown.
        started, ended = (moment.replace(second=0, microsecond=0) for moment in (moments[0], moments[-1]))
        play = max(ended - started - sum((pause.duration for pause in pauses), timedelta()), timedelta(minutes=1))
        return cls(started, ended, play, rounds, pauses, match.game.round_name)


def playing_times(matches: Sequence[Match]) -> dict[int, PlayingTime | None]:
    """Return the playing time of each match, by its id; None if it is unknown. Two queries."""
    keys = [match.pk for match in matches]
    entries = Entry.objects.filter(match__in=keys, action__in=NEW_ROUND)
    saved = {pk: (action, at) for pk, action, at in entries.values_list("round", "action", "at")}
    rounds: dict[int, dict[int, tuple[str, datetime] | None]] = defaultdict(dict)
    for match_id, number, pk in Round.objects.filter(match__in=keys).values_list("match", "number", "pk"):
        rounds[match_id][number] = saved.get(pk)
    times = {}
    for match in matches:
        entered = rounds[match.pk]
        played = {number: entry[1] for number, entry in entered.items() if entry and entry[0] == Action.PLAY}
        # A round without an entry came with a file.
        times[match.pk] = PlayingTime.of(match, len(entered), played) if all(entered.values()) else None
    return times


def _interval(time: timedelta) -> str:
    """Return “90 seconds”, “minute”, “5 minutes”, “1 h 15 min”."""
    # Times are in whole minutes: below two of them, tens of seconds still tell rounds apart.
    seconds = max(10, 10 * round(time / timedelta(seconds=10)))
    if seconds < 120:
        return "minute" if seconds == 60 else f"{seconds} seconds"
    minutes = round(time / timedelta(minutes=1))
    return f"{minutes} minutes" if minutes < 60 else duration(time)


def duration(time: timedelta) -> str:
    """Return “45 min”, “2 h 12 min”, “3 days”."""
    minutes = max(1, round(time / timedelta(minutes=1)))
    if minutes >= 2 * 24 * 60:
        return plural(round(minutes / (24 * 60)), "day")
    hours, minutes = divmod(minutes, 60)
    return " ".join(filter(None, [f"{hours} h" if hours else "", f"{minutes} min" if minutes or not hours else ""]))
