"""The words in which a game declares what is counted of its players: statistics, records and highlights.

What a game declares is counted in SQL over the ledger, never worked out from a scorecard. Every game has the generic
ones in this file; its own stand in its statistics.toml.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from games.core.schema import read
from games.core.scorecard import ScoreLine

# What is counted: finished matches, rounds played, or the rows a round left in the ledger.
Source = Literal["matches", "rounds", "bids", "tricks", "lines"]

# What each case adds to the total. times: 1, whatever it is. won, place, points: of a finished match: 1 where it was
# won, the place, the total. points: of lines, their points. made, level: of bids: 1 where it was made, how high it was.
# taken, over: of bids: what the bidder's side took in that round; the same less the level, so below zero for too few.
# more, less, exact: of bids: 1 where that is above, below, or just the level. count: of tricks: how many.
Value = Literal["times", "won", "place", "points", "made", "level", "taken", "over", "more", "less", "exact", "count"]


@dataclass(frozen=True, kw_only=True)
class CountedThing:
    """Something that can be counted: `kinds` are those of bids or tricks, or the rules of lines (none: all of them).

    `worth` takes of the lines only those that brought nothing, something above zero, or something below.
    """

    key: str
    title: str
    definition: str
    source: Source
    value: Value
    kinds: tuple[str, ...] = ()
    worth: Literal["", "nothing", "above", "below"] = ""


@dataclass(frozen=True, kw_only=True)
class Statistic(CountedThing):
    """One thing that is counted of a player, with its definition: a sentence in the words of the table.

    `by` splits it: by the size of the `hand` (all tricks of the round), the `level` of the bid, or the `kind` (the rule
    of a line); `heading` is what that column is called, `labels` what its rows are. `group` names the table in which
    it stands with others that are split alike: `by` needs both. `per` says of what the total is a share: of the cases
    themselves (bids, rows), or of all rounds the player was dealt.
    """

    by: Literal["", "hand", "level", "kind"] = ""
    heading: str = ""
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)
    per: Literal["case", "round"] = "case"
    shown: Literal["rate", "mean", "signed", "sum"] = "mean"
    group: str = ""

    def __post_init__(self) -> None:
        if not bool(self.by) == bool(self.heading) == bool(self.group):
            told = "`by` (what splits it), `heading` (of that column) and `group` (its table) go together: all or none"
            raise ValueError(f"statistic {self.key}: {told}")

    def label(self, bucket: str) -> str:
        return self.labels.get(bucket, bucket)


@dataclass(frozen=True, kw_only=True)
class RecordKind(CountedThing):
    """A record of one player: the most of something in one match or round, or the least."""

    within: Literal["match", "round"] = "match"
    lowest: bool = False


WON = Statistic(
    key="won", title="Won", source="matches", value="won", shown="rate",
    definition="The share of finished matches won; a shared win counts for everybody who shares it.",
)  # fmt: skip
PLACE = Statistic(
    key="place", title="Average place", source="matches", value="place",
    definition="The average place in finished matches; equal scores share a place.",
)  # fmt: skip
POINTS = Statistic(
    key="points", title="Points a match", source="matches", value="points",
    definition="The average final total in finished matches.",
)  # fmt: skip
ROUNDS = Statistic(
    key="rounds", title="Rounds", source="rounds", value="times", shown="sum",
    definition="All rounds played, those of unfinished matches included.",
)  # fmt: skip

STATISTICS_OF_EVERY_GAME = (WON, PLACE, POINTS, ROUNDS)
# Points of one game say nothing beside those of another.
STATISTICS_OF_ALL_GAMES = (WON, PLACE, ROUNDS)
RECORDS_OF_EVERY_GAME = (
    RecordKind(
        key="highest-total", title="Highest total", source="matches", value="points",
        definition="The most points at the end of a match.",
    ),
    RecordKind(
        key="lowest-total", title="Lowest total", source="matches", value="points", lowest=True,
        definition="The fewest points at the end of a match.",
    ),
    RecordKind(
        key="biggest-round", title="Most points in a round", source="lines", value="points", within="round",
        definition="The most points of one side in a single round.",
    ),
)  # fmt: skip


class HighlightRule(NamedTuple):
    """Lines of one rule that are highlights, and their title.

    `points`: only lines with exactly these points. `deed` makes a sentence with the name before it and may name the
    {points}; without one the line's reason follows the name.
    """

    rule: str
    title: str
    points: int | None = None
    deed: str = ": {reason}"

    def tells(self, line: ScoreLine) -> bool:
        return line.rule == self.rule and self.points in (None, line.points)


class GameStatistics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is counted of a game's players besides what every game counts: statistics.toml beside it."""

    statistic: tuple[Statistic, ...] = ()
    record: tuple[RecordKind, ...] = ()


@lru_cache(maxsize=200)
def read_statistics(folder: Path) -> GameStatistics:
    file = folder / "statistics.toml"
    return read(tomllib.loads(file.read_bytes().decode()), GameStatistics) if file.exists() else GameStatistics()
