"""Records: who holds the best values in a selection."""

from typing import NamedTuple

from games.core.statistics import RecordKind
from scorekeeper.clubs.models import Player
from scorekeeper.statistics.counting import STORED
from scorekeeper.statistics.models import PlayerBest
from scorekeeper.statistics.selection import Selection


class HeldRecord(NamedTuple):
    """`rank` is shared by equal values."""

    rank: int
    best: PlayerBest


def records(
    selection: Selection, kind: RecordKind, player: Player | None = None, most: int = STORED
) -> list[HeldRecord]:
    bests = selection.bests().filter(figure__stat=kind.key, **({"player": player} if player else {}))
    order = ("-weight", "match__started", "match", "number", "player")
    best = list(bests.select_related("player", "match").order_by(*order)[:most])
    return [HeldRecord(1 + sum(other.weight > one.weight for other in best), one) for one in best]
