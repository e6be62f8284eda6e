"""Which matches are here already: the same people in the same seats, the same start, the same facts.

Counted, not merely found: a club that holds a match twice is given out and taken in as it is, while whatever is taken
in again adds nothing. What changed since without being a fact (an end, a note, bids being typed) makes no other match;
a sheet that says no start is the same whenever it was played.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet

from games.typed import plain
from scorekeeper.table.models import Match, Round, Seat
from scorekeeper.table.models.seat import SEATS, seated

if TYPE_CHECKING:
    from scorekeeper.club.models import Club
    from scorekeeper.table.models.sheets import Played

ROUNDS = Prefetch("rounds", Round.objects.only("match", "number", "facts").order_by("number"))


class Brought(NamedTuple):
    """A match that is brought; `dated`: whether its sheet says when it started."""

    played: Played
    dated: bool

    @property
    def key(self) -> Hashable:
        """What is the same for twins."""
        match, facts = self.played.match, [plain(one.record) for one in self.played.so_far.rounds]
        return _keys(match, self.played.so_far.names, facts)[self.dated]


class Twins:
    """All that has been brought, beside all that was here before the first of it came.

    `otherwise`: how many new ones are here with other rounds, or other house rules.
    """

    def __init__(self, club: Club) -> None:
        newest = club.matches.order_by("-pk").values_list("pk", flat=True).first()
        self.here = club.matches.filter(pk__lte=newest or 0)
        self.brought = Counter[Hashable]()
        self.otherwise = 0

    def new(self, some: Sequence[Brought]) -> list[Played]:
        """Return, of some more that are brought, those that are not here as often as they were brought."""
        like = seated(self._like(some))
        there = Counter(key for match in like for key in _keys_here(match))
        keys = [one.key for one in some]
        new = [one for one, key in zip(some, keys, strict=True) if self._count(key) > there[key]]
        tables = {_table(match, match.names) for match in like}
        self.otherwise += sum(one.dated and _table(one.played.match, one.played.so_far.names) in tables for one in new)
        return [one.played for one in new]

    def _count(self, key: Hashable) -> int:
        self.brought[key] += 1
        return self.brought[key]

    def _like(self, some: Sequence[Brought]) -> QuerySet[Match]:
        """Find the matches here that might be twins: by their start, or by who sits first at which game."""
        starts = [one.played.match.started for one in some if one.dated]
        undated = [one.played for one in some if not one.dated]
        games = {played.match.game_key for played in undated}
        first = {played.so_far.names[0] for played in undated}
        like = Q(started__in=starts)
        if undated:
            like |= Q(game_key__in=games, pk__in=Seat.objects.filter(number=0, player__name__in=first).values("match"))
        return self.here.filter(like).prefetch_related(SEATS, ROUNDS)


def _keys_here(match: Match) -> tuple[Hashable, Hashable]:
    return _keys(match, match.names, [one.facts for one in match.rounds.all()])


def _table(match: Match, names: Sequence[str]) -> Hashable:
    return match.game_key, tuple(names), match.started


def _keys(match: Match, names: Sequence[str], facts: list[Any]) -> tuple[Hashable, Hashable]:
    """Return what a match has in common with a twin that says no start, and with one that does."""
    said = [match.game_key, list(names), match.first_dealer, match.house_rules, facts]
    digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).digest()
    return digest, (digest, match.started)
