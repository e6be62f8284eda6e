"""Records: the best values that players ever reached in a match or a round."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Sum, Value

from games.core.statistics import RecordKind
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Match, Seat, StandIn
from scorekeeper.statistics.cases import cases
from scorekeeper.statistics.selection import Selection

MAX_HOLDERS = 3
# Rows read for each record: one for every player of a side.
MAX_CANDIDATES = MAX_HOLDERS * 6


class HeldRecord(NamedTuple):
    """A value of a record; `number`: its round (0: the whole match). Equal values share a `rank`.

    `players`: who holds it: partners hold one record together, unless it counts their own bids.
    """

    rank: int
    value: int
    players: list[Player]
    match: Match
    number: int


class Candidate(NamedTuple):
    """A value that may be a record; candidates sort the best first: `size` is the value, negated if the most wins."""

    size: int
    started: Any
    match: int
    number: int
    player: int


def records(
    selection: Selection, kinds: Sequence[RecordKind], player: Player | None = None, most: int = MAX_HOLDERS
) -> list[tuple[RecordKind, list[HeldRecord]]]:
    """Return the best values of each record that somebody holds; of equal values the earlier first."""
    name = f"records-{player.pk if player else 'all'}-{'-'.join(kind.key for kind in kinds)}"
    parts = selection.cached_by_part(name, lambda part: [_candidates(part, kind, player) for kind in kinds])
    best_of_kinds = [
        sorted(candidate for part in parts for candidate in part[index])[:MAX_CANDIDATES] for index in range(len(kinds))
    ]
    every = [candidate for best in best_of_kinds for candidate in best]
    players = Player.objects.in_bulk({candidate.player for candidate in every})
    matches = Match.objects.in_bulk({candidate.match for candidate in every})
    seats = Seat.objects.filter(match__in=matches).values_list("match", "player", "side")
    stand_ins = StandIn.objects.filter(seat__match__in=matches).values_list("seat__match", "player", "seat__side")
    sides = {(match, seated): side for match, seated, side in (*stand_ins, *seats)}
    held_records = []
    for kind, best in zip(kinds, best_of_kinds, strict=True):
        together: dict[tuple[int, ...], list[Candidate]] = {}
        for candidate in best:
            holder = candidate.player if kind.source == "bids" else sides[candidate.match, candidate.player]
            together.setdefault((candidate.size, candidate.match, candidate.number, holder), []).append(candidate)
        groups = list(together.values())[:most]
        sizes = [group[0].size for group in groups]
        holders = [
            HeldRecord(
                sizes.index(group[0].size) + 1,
                group[0].size if kind.lowest else -group[0].size,
                [players[candidate.player] for candidate in group],
                matches[group[0].match],
                group[0].number,
            )
            for group in groups
        ]
        if holders:
            held_records.append((kind, holders))
    return held_records


def _candidates(selection: Selection, kind: RecordKind, player: Player | None) -> list[Candidate]:
    rows = cases(kind, selection, player)
    if kind.within == "match":
        rows = rows.annotate(round_number=Value(0))
    columns = ("started", "match_pk", "round_number", "player_pk")
    sums = rows.values(*columns).annotate(sum=Sum("value")).order_by("sum" if kind.lowest else "-sum", *columns)
    if kind.source == "bids":
        # A match without such a bid holds no record of them.
        sums = sums.exclude(sum=0)
    # PostgreSQL adds up to decimals.
    return [
        Candidate(int(size if kind.lowest else -size), *columns_of_row)
        for size, *columns_of_row in sums.values_list("sum", *columns)[:MAX_CANDIDATES]
    ]
