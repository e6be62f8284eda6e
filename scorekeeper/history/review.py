"""The review of a match: score chart, leads, the deciding round and corrections, round by round."""

from functools import cached_property
from typing import NamedTuple

from games.core.round_form import open_form
from games.core.schema import whole_number
from scorekeeper.charts import LineChart, Series
from scorekeeper.history.highlights import MatchHighlight, match_highlights, match_progress
from scorekeeper.matches.entry_history import Entry, describe_change, entries_of, undone_entries
from scorekeeper.matches.match import Match
from scorekeeper.matches.progress import Lead, TurningPoint, turning_point
from scorekeeper.matches.scoreboard import Scoreboard, SideColumn

# How a change is called, by the verb of its entry.
CHANGE_LABELS = {"corrected": "corrected", "inserted": "inserted later", "deleted": "deleted"}


class ReviewedChange(NamedTuple):
    """A round that was changed later: its current number (None: deleted) and what changed."""

    number: int | None
    entry: Entry
    done: str
    answers: list[str]


class LeadBar(NamedTuple):
    mark: int
    x: int
    y: int
    width: int
    height: int


class MatchReview:
    """A match as it stood after a round (without one, the whole match), with the highlights of all rounds.

    `writes`: the device may change the match.
    """

    def __init__(self, match: Match, after: str = "", *, writes: bool = True) -> None:
        self.match, self.writes = match, writes
        self.course = match_progress([match])[match.pk]
        self.last = len(self.course.points)
        chosen = whole_number(after)
        self.after = self.last if chosen is None else min(chosen, self.last)

    @property
    def earlier(self) -> int | None:
        """The round before the selected one; None at the start."""
        return self.after - 1 if self.after else None

    @property
    def later(self) -> int | None:
        """The round after the selected one; None at the end."""
        return self.after + 1 if self.after < self.last else None

    @property
    def title(self) -> str:
        name = self.match.game.round_name
        if self.later is None:
            return f"{'So far' if self.match.is_open else 'At the end'}, after {name} {self.last}"
        return f"After {name} {self.after} of {self.last}" if self.after else f"Before the first {name}"

    @cached_property
    def scoreboard(self) -> Scoreboard:
        state = self.match.state_before(self.after + 1)
        card = self.match.scorecard if self.later is None else self.match.game.scorecard(state)
        done = {one.number: one.done for one in reversed(self.changes) if one.number}
        return Scoreboard(self.match, state, card, done, self.writes)

    @property
    def chart(self) -> LineChart:
        """The score chart, with the selected round marked."""
        match, by_side = self.match, zip(*self.course.totals, strict=True)
        return LineChart(
            "Scores",
            ["Start", *map(str, range(1, self.last + 1))],
            list(map(Series, match.side_names, by_side, match.side_marks)),
            match.game.round_name.capitalize(),
            at=self.after if self.later else None,
        )

    @property
    def leads(self) -> list[tuple[Lead, list[tuple[int, str]]]]:
        marked = list(zip(self.match.side_marks, self.match.side_names, strict=True))
        return [(lead, [marked[side] for side in lead.sides]) for lead in self.course.leads]

    @property
    def lead_bars(self) -> list[LeadBar]:
        """Who led after each round, as bars beside each other; sides that were level share the height."""
        return [
            LeadBar(mark, lead.first - 1, y * 12 // len(sides), lead.last - lead.first + 1, 12 // len(sides))
            for lead, sides in self.leads
            for y, (mark, _) in enumerate(sides)
        ]

    @property
    def turn(self) -> TurningPoint | None:
        return turning_point(self.match, self.course)

    @property
    def winners(self) -> list[SideColumn]:
        return [column for column in Scoreboard.of(self.match).columns() if column.won]

    @property
    def winner_names(self) -> list[str]:
        return [column.name for column in self.winners]

    @property
    def highlights(self) -> list[MatchHighlight]:
        return match_highlights([self.match])[self.match.pk]

    @cached_property
    def changes(self) -> list[ReviewedChange]:
        entries = entries_of(self.match)
        back = undone_entries(entries)
        form = open_form(self.match.initial_state, {})
        return [
            ReviewedChange(entry.number_now, entry, CHANGE_LABELS[entry.verb], describe_change(self.match, form, entry))
            for entry in entries
            if entry.verb in CHANGE_LABELS and entry.pk not in back
        ]
