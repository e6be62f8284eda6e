"""Statistics, records and highlights that a game declares. They are counted in SQL over the ledger.

Every game has the generic ones in this file, and its own in statistics.toml.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from games.core.schema import read
from games.core.scorecard import ScoreLine

# The cases: finished matches, rounds played, or rows of the ledger.
Source = Literal["matches", "rounds", "bids", "tricks", "lines"]

# The number that each case adds to the total.
#   times: always 1
#   won, place, points: of a finished match: 1 if it was won; the place; the total
#   points: of lines: their points
#   made, level: of bids: 1 if it was made; its level
#   taken, over: of bids: what the side of the bidder took in that round; the same less the level
#   more, less, exact: of bids: 1 if `over` is above, below or equal to 0
#   count: of tricks: their number
Value = Literal["times", "won", "place", "points", "made", "level", "taken", "over", "more", "less", "exact", "count"]


@dataclass(frozen=True, kw_only=True)
class CountedThing:
    """Something that is counted. `kinds`: of bids or tricks, or rules of lines (empty: all of them).

    `worth`: only lines with no points, with points above zero, or below. `includes`: by rule, another rule whose points
    count with the first line of the rule in a round: a bid may bring points by two rules. `excluded`: rules of lines
    that are not counted.
    """

    key: str
    title: str
    definition: str
    source: Source
    value: Value
    kinds: tuple[str, ...] = ()
    worth: Literal["", "nothing", "above", "below"] = ""
    includes: Mapping[str, str] = field(default_factory=dict, hash=False)
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Statistic(CountedThing):
    """A statistic of a player. `definition`: a sentence in a player's words.

    `by` splits it by the size of the `hand` (all tricks of the round), the `level` of the bid, the `kind` (of a line:
    its rule), or the `reason` of a line. It needs `heading`, the title of that column, and `group`, the title of the
    table for statistics that are split alike. `labels`: the texts of the rows. `per`: what the total is divided by: the
    cases, or all rounds of the player.
    """

    by: Literal["", "hand", "level", "kind", "reason"] = ""
    heading: str = ""
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)
    per: Literal["case", "round"] = "case"
    shown: Literal["rate", "mean", "signed", "sum"] = "mean"
    group: str = ""

    def __post_init__(self) -> None:
        if not bool(self.by) == bool(self.heading) == bool(self.group):
            message = "`by` (splits it), `heading` (of that column) and `group` (its table) go together: all or none"
            raise ValueError(f"statistic {self.key}: {message}")

    def label(self, bucket: str) -> str:
        return self.labels.get(bucket, bucket)


@dataclass(frozen=True, kw_only=True)
class RecordKind(CountedThing):
    """A record: the most of something, or the least, that a player has in one match or round."""

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
# Of all games together, whose points cannot be compared, and of a game without points.
STATISTICS_WITHOUT_POINTS = (WON, PLACE, ROUNDS)
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
    """Lines of a rule that are highlights.

    `worth`: only lines with no points, with points above zero, or below. `deed`: the rest of a sentence that begins
    with the name; it may have {points} and {reason}. `rule_of_others`: the rule of the lines that the deed brings
    other sides. `words`: only lines with these words in their reason.
    """

    rule: str
    title: str
    worth: Literal["", "nothing", "above", "below"] = ""
    deed: str = ": {reason}"
    rule_of_others: str = ""
    words: str = ""

    def applies_to(self, line: ScoreLine) -> bool:
        worth = {"": True, "nothing": line.points == 0, "above": line.points > 0, "below": line.points < 0}
        return line.rule == self.rule and worth[self.worth] and self.words in line.reason


class MadeBid(NamedTuple):
    """A bid that was made: a row of the ledger's bids. `hand`: all tricks of the round."""

    side: int
    seat: int
    level: int | None
    kind: str
    hand: int


class BidHighlight(NamedTuple):
    """Bids that are highlights of their player when made. `deed`: as of a HighlightRule, with {level} and {hand}."""

    title: str
    applies_to: Callable[[MadeBid], bool]
    deed: str


class Deed(NamedTuple):
    """A deed of a side in a round that is a highlight.

    `words`: the rest of a sentence that begins with the name. `size`: compares it with others of the same title.
    `seat`: of the player who did it alone; None if the side did.
    """

    side: int
    title: str
    words: str
    size: int
    seat: int | None = None


def deeds_of_lines(rules: Sequence[HighlightRule], lines: Iterable[ScoreLine]) -> list[Deed]:
    """Return the highlights among the lines of a round.

    What a side did several times is one highlight, with the points of all its lines.
    """
    by_rule: dict[tuple[int, HighlightRule], ScoreLine] = {}
    for line in lines:
        for rule in rules:
            if rule.applies_to(line):
                before = by_rule.get((line.side, rule))
                by_rule[line.side, rule] = line._replace(points=line.points + before.points) if before else line
    return [
        Deed(side, rule.title, rule.deed.format(points=abs(line.points), reason=line.reason), abs(line.points))
        for (side, rule), line in by_rule.items()
    ]


def deeds_of_bids(highlights: Sequence[BidHighlight], bids: Iterable[MadeBid]) -> list[Deed]:
    """Return the highlights among the bids made in a round."""
    deeds = []
    for bid in bids:
        for highlight in highlights:
            if highlight.applies_to(bid):
                words = highlight.deed.format(level=bid.level, hand=bid.hand)
                deeds.append(Deed(bid.side, highlight.title, words, bid.level or bid.hand, bid.seat))
    return deeds


class GameStatistics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of statistics.toml."""

    statistic: tuple[Statistic, ...] = ()
    record: tuple[RecordKind, ...] = ()


# 0.2 ms of processor time to read; a page asks several times.
@lru_cache(maxsize=200)
def read_statistics(folder: Path) -> GameStatistics:
    file = folder / "statistics.toml"
    return read(tomllib.loads(file.read_bytes().decode()), GameStatistics) if file.exists() else GameStatistics()
