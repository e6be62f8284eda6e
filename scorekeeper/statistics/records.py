"""Records: the best values that a player ever reached in a match or a round, and who holds them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Sum, Value

from games.core.statistics import RecordKind
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Match
from scorekeeper.statistics.cases import cases
from scorekeeper.statistics.selection import Selection

# Values shown of each record.
MAX_HOLDERS = 3
# A value by what sorts it, the best first: its size, the start of its match, the match, the round (0: the whole match)
# and the player.
Best = tuple[int, Any, int, int, int]


class HeldRecord(NamedTuple):
    """A value of a record; `number`: its round (0: the whole match). `rank` is shared by equal values."""

    rank: int
    value: int
    player: Player
    match: Match
    number: int


def records(
    selection: Selection, kinds: Sequence[RecordKind], player: Player | None = None, most: int = MAX_HOLDERS
) -> list[tuple[RecordKind, list[HeldRecord]]]:
    """Return the best values of each record that somebody holds; of equal ones the earlier first."""
    name = f"records-{player.pk if player else 'all'}-{'-'.join(kind.key for kind in kinds)}"
    parts = selection.by_part(name, lambda part: [_best(part, kind, player) for kind in kinds])
    best = [sorted(one for part in parts for one in part[number])[:most] for number in range(len(kinds))]
    held = [one for of_kind in best for one in of_kind]
    players, matches = Player.objects.in_bulk({one[4] for one in held}), Match.objects.in_bulk({one[2] for one in held})
    found = []
    for kind, of_kind in zip(kinds, best, strict=True):
        sizes = [size for size, *_ in of_kind]
        holders = [
            HeldRecord(sizes.index(size) + 1, size if kind.lowest else -size, players[who], matches[match], number)
            for size, _, match, number, who in of_kind
        ]
        found.append((kind, holders))
    return [(kind, holders) for kind, holders in found if holders]


def _best(selection: Selection, kind: RecordKind, player: Player | None) -> list[Best]:
    rows = cases(kind, selection, **({"player": player} if player else {}))
    found = rows if kind.within == "round" else rows.annotate(nr=Value(0))
    sums = found.values("of_match", "began", "nr", "who").annotate(sum=Sum("value"))
    order = ("sum" if kind.lowest else "-sum", "began", "of_match", "nr", "who")
    best = sums.order_by(*order).values_list("sum", "began", "of_match", "nr", "who")[:MAX_HOLDERS]
    return [(int(size if kind.lowest else -size), *others) for size, *others in best]  # PostgreSQL adds up to decimals
