"""The review of a match: score chart, leads, the deciding round and corrections, round by round."""

from collections import defaultdict
from functools import cached_property

from django.urls import reverse

from games.core.round_form import open_form
from games.core.schema import whole_number
from games.core.seating import stand_in_lines
from scorekeeper.charts import LineChart, Series
from scorekeeper.history.highlights import MatchHighlight, match_highlights, match_progress
from scorekeeper.history.playing_time import PlayingTime, playing_times
from scorekeeper.matches.entry_history import LoggedChange, changes_of, describe_change
from scorekeeper.matches.models import Action, Match
from scorekeeper.matches.progress import Lead, TurningPoint, find_turning_point
from scorekeeper.matches.scoreboard import Scoreboard, earlier_rounds, totals_by_side
from scorekeeper.matches.stand_ins import names_of

# Labels of changes, by the action of their entry.
CHANGE_LABELS = {Action.CORRECT: "corrected", Action.INSERT: "inserted later", Action.DELETE: "deleted"}


class MatchReview:
    """A match as it stood after the selected round (by default the last), with the highlights of all rounds.

    `can_edit`: the device may change the match. `asked_round`: shown on the scoreboard with all that follow.
    """

    def __init__(
        self, match: Match, selected: str = "", *, can_edit: bool = True, asked_round: int | None = None
    ) -> None:
        self.match, self.can_edit, self.asked_round = match, can_edit, asked_round
        self.progress = match_progress([match])[match.pk]
        self.last_round = len(self.progress.points)
        number = whole_number(selected)
        self.selected = self.last_round if number is None else min(number, self.last_round)

    @property
    def previous_round(self) -> int | None:
        """The round before the selected one; None at the start."""
        return self.selected - 1 if self.selected else None

    @property
    def next_round(self) -> int | None:
        """The round after the selected one; None at the end."""
        return self.selected + 1 if self.selected < self.last_round else None

    @property
    def title(self) -> str:
        name = self.match.game.round_name
        if self.next_round is None:
            match = self.match
            moment = "At the end" if match.finished else "When it was stopped" if match.is_stopped else "So far"
            return f"{moment}, after {name} {self.last_round}"
        return f"After {name} {self.selected} of {self.last_round}" if self.selected else f"Before the first {name}"

    # Read several times: without these caches the page takes 7 to 15 ms of 30 more each, and has up to 6 more queries.
    @cached_property
    def scoreboard(self) -> Scoreboard:
        state = self.match.state_before(self.selected + 1)
        scorecard = self.match.scorecard if self.next_round is None else state.scorecard()
        labels = {change.number_now: label for change, label, _ in reversed(self.changes) if change.number_now}
        return Scoreboard(self.match, state, scorecard, labels, self.can_edit, asked_round=self.asked_round)

    def address_of(self, number: int) -> str:
        """Return the address of a round: from an earlier state to the page of the whole match."""
        if self.next_round:
            return f"{reverse('review', args=[self.match.pk])}?round={number}#round-{number}"
        return self.scoreboard.address_of(number)

    @property
    def chart(self) -> LineChart:
        """The score chart, with the selected round marked."""
        match, by_side = self.match, totals_by_side(self.match.state)
        return LineChart(
            "Scores",
            ["Start", *map(str, range(1, self.last_round + 1))],
            list(map(Series, match.side_names, by_side, match.side_marks)),
            match.game.round_name.capitalize(),
            selected=self.selected if self.next_round else None,
        )

    @property
    def leads(self) -> list[tuple[Lead, list[tuple[int, str]]]]:
        """Each lead with the marks and names of its sides."""
        sides = list(zip(self.match.side_marks, self.match.side_names, strict=True))
        return [(lead, [sides[side] for side in lead.sides]) for lead in self.progress.leads]

    @property
    def leads_shown(self) -> list[tuple[Lead, list[tuple[int, str]]]]:
        """The leads in the last rounds, or in all that are asked for."""
        earlier = earlier_rounds(self.last_round, self.asked_round)
        return [(lead, sides) for lead, sides in self.leads if lead.last > earlier]

    @property
    def lead_bars(self) -> dict[int, str]:
        """By mark, a path of bars, one unit wide for each round; sides that are level share the height."""
        paths: defaultdict[int, str] = defaultdict(str)
        for lead, sides in self.leads:
            width, height = lead.last - lead.first + 1, 12 // len(sides)
            for place, (mark, _) in enumerate(sides):
                paths[mark] += f"M{lead.first - 1} {place * 12 // len(sides)}h{width}v{height}h-{width}z"
        return dict(paths)

    @property
    def turning_point(self) -> TurningPoint | None:
        return find_turning_point(self.match, self.progress)

    @cached_property
    def playing_time(self) -> PlayingTime | None:
        return playing_times([self.match])[self.match.pk]

    @property
    def notes(self) -> list[tuple[int, str]]:
        """The rounds about which the table wrote something, with that."""
        return [(row.number, row.note) for row in self.match.round_list if row.note]

    @property
    def stand_ins(self) -> list[str]:
        """The stand-ins and their rounds, in words."""
        by_number = {number: names_of(stand_ins) for number, stand_ins in self.match.stand_ins.items()}
        return stand_in_lines(self.match.names, by_number, self.match.game.round_name)

    @property
    def result(self) -> Scoreboard:
        """The scores at the end, whatever round is selected."""
        return Scoreboard.of(self.match)

    @property
    def highlights(self) -> list[MatchHighlight]:
        return match_highlights([self.match])[self.match.pk]

    @cached_property
    def changes(self) -> list[tuple[LoggedChange, str, list[str]]]:
        """The rounds that were changed later: the change, its label, and the answers before and after."""
        form = open_form(self.match.initial_state.table, {})
        return [
            (change, CHANGE_LABELS[Action(change.entry.action)], describe_change(self.match, form, change))
            for change in changes_of(self.match)
            if change.entry.action in CHANGE_LABELS and not change.is_undone
        ]
