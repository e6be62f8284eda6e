"""Paper sheets: a blank one to print, and a filled one to enter and save as a match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from functools import cached_property
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.core.definition import Game, MatchState
from games.core.errors import Impossible, quoted
from games.core.keypad import MARKS, different_marks
from games.core.round_form import RoundForm, open_form
from games.core.schema import plain, whole_number
from games.core.scorecard import ScoredRound
from games.core.scoresheet import Scoresheet
from games.core.sheet_columns import ColumnGroup, SheetColumn, answers_from_sheet, column_groups, misplaced_answers
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.matches.setup import Setup
from scorekeeper.transfer import scoresheets

USUAL, OPEN_END_ROUNDS, WIDE = 4, 20, 16
"""Default players; rounds of a game without a fixed length; columns from which the page is landscape."""


@dataclass(frozen=True)
class BlankSheet:
    """`named`: the players are known."""

    table: MatchState
    named: bool

    @classmethod
    def of(cls, setup: Setup, players: str = "") -> BlankSheet:
        if not players and setup.names and setup.table is not None:
            return cls(with_own_marks(setup.table, setup.club), named=True)
        seats = setup.game.seats
        usual = USUAL if USUAL in seats else seats[0]
        wanted = whole_number(players) or 0
        return cls(_starting_state(setup.game, wanted if wanted in seats else usual), named=False)

    @property
    def game(self) -> Game:
        return self.table.game

    @cached_property
    def headings(self) -> list[ColumnGroup]:
        return column_groups(open_form(self.table, {}))

    @property
    def totals_apart(self) -> list[str]:
        sides = {heading.side for heading in self.headings}
        return [name for side, name in enumerate(self.table.side_names) if side not in sides]

    @property
    def is_wide(self) -> bool:
        own = sum(len(heading.columns) + (heading.side is not None) for heading in self.headings)
        return own + len(self.totals_apart) > WIDE

    @property
    def lines(self) -> list[tuple[int, str, str]]:
        """Number, cards and dealer of each round."""
        length = self.game.length(self.table.players, self.table.rules) or OPEN_END_ROUNDS
        return [(number, *_deal(self.table, number)) for number in range(1, length + 1)]

    @property
    def house_rules(self) -> list[tuple[str, str]]:
        rules = self.table.rules
        return [(option.title, option.label(rules.in_force[name])) for name, option in rules.options.items()]

    @property
    def other_tables(self) -> list[int]:
        return [] if self.named else [seats for seats in self.game.seats if seats != self.table.players]


def with_own_marks(table: MatchState, club: Club) -> MatchState:
    """The same table with the marks its players have."""
    own = club.players.marks_of(table.names)
    return replace(table, marks=different_marks([[own[seat] for seat in seats] for seats in table.teams]))


def _starting_state(game: Game, players: int) -> MatchState:
    presets = ({option.name: preset} for option in game.house_rules for preset in option.presets())
    for rules in ({}, *presets):
        with suppress(Impossible):
            return game.table(MARKS[:players], 0, rules)
    return game.table(MARKS[: game.seats[0]], 0, {})


LineAnswers = Mapping[str, str]


class SheetCell(NamedTuple):
    """`name`: its form field; `follows`: the answer that the other cells of its line give."""

    name: str
    column: SheetColumn
    label: str
    answer: str
    follows: str
    wrong: bool

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The possible answers, and an invalid one that was sent, so that it stays visible."""
        possible = [(key.value, key.label) for key in self.column.question.keys if key.value]
        return possible if self.answer in ("", *dict(possible)) else [*possible, (self.answer, self.answer)]


@dataclass(frozen=True)
class SheetLine:
    """One round; `wrong` holds pairs of question ("" for the whole line) and message.

    `irregular`: correct play cannot bring it; `insisted`: the players say that it was played so.
    """

    number: int
    cards: str
    dealer: str
    cells: Sequence[SheetCell]
    totals: Sequence[int] = ()
    wrong: Sequence[tuple[str, str]] = ()
    irregular: bool = False
    insisted: bool = False


class SheetReader:
    """Reads a sheet line by line. `insists`: missing answers are errors."""

    def __init__(self, table: MatchState, columns: Sequence[SheetColumn], *, insists: bool) -> None:
        """Start before round 1. `state`: the base for the next line; `whole`: no line was wrong so far."""
        self.state: MatchState | None = table
        self.whole = True
        self.table, self.columns, self.insists = table, columns, insists
        self.asked = open_form(table, {})

    def read(self, lines: Mapping[int, LineAnswers], count: int) -> Iterator[SheetLine]:
        """Yield `count` lines or more; those after the last with an answer are not checked."""
        last = max((number for number, answers in lines.items() if any(answers.values())), default=0)
        for number in range(1, max(count, last) + 1):
            answers = lines.get(number, {})
            yield self._line(number, answers) if number <= last else self._drawn(number, answers)

    def _line(self, number: int, answers: LineAnswers) -> SheetLine:
        if self.state is None:
            return self._drawn(number, answers)
        form, wrong = self._check_line(self.state, answers)
        facts = form.round_facts if form and not wrong else None
        if facts is not None:
            self.state = self.state.game.play(self.state, facts)
        else:
            self.state, self.whole = _skip_round(self.state), False
        totals = self.state.totals if self.state and self.whole else ()
        line = self._drawn(number, answers, form, wrong)
        irregular, insisted = (form.irregular, form.insisted) if form else (False, False)
        return replace(line, totals=totals, wrong=wrong, irregular=irregular, insisted=insisted)

    def _check_line(self, state: MatchState, answers: LineAnswers) -> tuple[RoundForm | None, list[tuple[str, str]]]:
        """Check the answers of a round; return errors by question ("" for all of them)."""
        name = state.game.round_name
        if state.game.finish(state) is not None:
            return None, [("", f"the game was over after {name} {state.number - 1}: this is one line too many")]
        if not any(answers.values()):
            return None, [("", f"this {name} is not entered, but later ones are")]
        form = open_form(state, answers_from_sheet(self.asked, answers))
        wrong = list(misplaced_answers(form, answers))
        if not form.is_valid() and (self.insists or not form.missing):
            wrong += [(name, _paper_error(form, name, str(errors[0]))) for name, errors in form.errors.items()]
        return form, wrong

    def _drawn(
        self, number: int, answers: LineAnswers, form: RoundForm | None = None, wrong: Sequence[tuple[str, str]] = ()
    ) -> SheetLine:
        at_fault = {name for name, _ in wrong}
        follows = form.derived if form else {}
        cells = [
            SheetCell(
                f"{number}-{column.name}", column, f"{self.table.game.round_name} {number}: {column.question.label}",
                 answers.get(column.name, ""), follows.get(column.name, ""), column.name in at_fault)
            for column in self.columns
        ]  # fmt: skip
        return SheetLine(number, *_deal(self.table, number), cells)


def _skip_round(state: MatchState) -> MatchState | None:
    """Skip a wrong round, so that later lines are checked; None before the first correct round."""
    if not state.rounds:
        return None
    if state.game.finish(state) is not None:
        return state
    nothing = ScoredRound(state.deal, state.rounds[-1].facts, (), (0,) * len(state.totals), state.totals)
    return replace(state, rounds=(*state.rounds, nothing))


def _deal(table: MatchState, number: int) -> tuple[str, str]:
    """Return the cards dealt in a round and who deals; "" where that is not known yet."""
    try:
        deal = table.game.deal_of(table.players, number, table.first_dealer, table.rules)
    except Impossible:
        return "", ""
    least, most = min(deal.cards, default=0), max(deal.cards, default=0)
    cards = "–".join(map(str, dict.fromkeys((least, most)))) if most else ""
    # In some games the results decide who deals next.
    return cards, table.names[deal.dealer] if number == 1 or table.game.dealer is None else ""


def _paper_error(form: RoundForm, name: str, message: str) -> str:
    """Return an error without mentioning keys, which paper does not have."""
    question, answer = form.fields.get(name), form.answers.get(name, "")
    keys = () if question is None or question.many else question.keys
    if question and keys and answer and answer not in {key.value for key in keys}:
        return f"{question.label}: {quoted(answer)}, but it can only be {keys[0].label} to {keys[-1].label}"
    return message


MOST_CELLS = 900
"""Django refuses forms of more than 1000 fields; the set-up needs some of them."""
SHORTEST = 8
"""Lines at first, and lines added at a time, for a game without a fixed length."""
EVENING, FIRST_YEAR = time(20), 1900


@dataclass(frozen=True)
class PaperSheet:
    """A partly filled sheet; `over`: the players ended the match there; `insists`: it is being saved."""

    table: MatchState
    entered: Mapping[int, LineAnswers]
    wanted: int = SHORTEST
    date: str = ""
    over: bool = False
    insists: bool = False

    @classmethod
    def of(cls, table: MatchState, sent: Mapping[str, str], *, insists: bool = False) -> PaperSheet:
        entered: dict[int, dict[str, str]] = {}
        for name, answer in sent.items():
            if found := re.fullmatch(r"([1-9]\d{0,2})-(.+)", name):
                entered.setdefault(int(found[1]), {})[found[2]] = answer.strip()
        lines = whole_number(sent.get("lines", ""), digits=3)
        wanted = SHORTEST if lines is None else lines
        return cls(table, entered, wanted + SHORTEST * ("more" in sent), sent.get("date", ""), "over" in sent, insists)

    @cached_property
    def headings(self) -> list[ColumnGroup]:
        return column_groups(open_form(self.table, {}))

    @cached_property
    def lines(self) -> list[SheetLine]:
        return list(self._reader.read(self.entered, self._count))

    @property
    def legend(self) -> list[SheetColumn]:
        columns = [column for heading in self.headings for column in heading.columns]
        signs = [column for column in columns if not (column.is_choice or column.is_number)]
        return list({column.question.keys: column for column in reversed(signs)}.values())[::-1]

    @property
    def can_grow(self) -> bool:
        return self._length is None and len(self.lines) < self._most

    @cached_property
    def wrong(self) -> str:
        name, at_fault = self.table.game.round_name, [line.number for line in self.lines if line.wrong]
        if at_fault:
            numbers = ", ".join(map(str, at_fault[:6])) + (" …" if len(at_fault) > 6 else "")
            return f"Nothing was saved yet: look at {name}{'s' if at_fault[1:] else ''} {numbers}."
        return "" if any(line.totals for line in self.lines) else f"No {name} is entered yet."

    def save(self, club: Club, key: UUID | None) -> Match:
        """Save as a match, all or nothing, once for each key; Impossible where it cannot be."""
        started = _moment(self.date, club).isoformat()
        if self.wrong or self._reader.state is None:
            raise Impossible(self.wrong)
        whole = self._reader.state
        over = self.over or whole.game.finish(whole) is not None
        sheet = Scoresheet(
            scoresheet=1, game=whole.game.key, players=list(whole.names), first_dealer=whole.first_dealer,
            house_rules=whole.rules.differing, rounds=[plain(scored.facts) for scored in whole.rounds],
            started=started, ended=started if over else None,
        )  # fmt: skip
        return scoresheets.import_sheet(club, sheet, key)

    @cached_property
    def _reader(self) -> SheetReader:
        columns = [column for heading in self.headings for column in heading.columns]
        return SheetReader(self.table, columns, insists=self.insists)

    @property
    def _length(self) -> int | None:
        return self.table.game.length(self.table.players, self.table.rules)

    @property
    def _most(self) -> int:
        return MOST_CELLS // sum(len(heading.columns) for heading in self.headings)

    @property
    def _count(self) -> int:
        return min(self._length or self.wanted, self._most)


def _moment(text: str, club: Club) -> datetime:
    """Return a start time on that date; Impossible for text that is no date, a future date or one too long ago."""
    now = timezone.now()
    try:
        day = date.fromisoformat(text) if text else club.night_date_of(now)
    except ValueError:
        raise Impossible(f"{quoted(text)} is not a date") from None
    if day > club.night_date_of(now):
        raise Impossible(f"{day:%-d %B %Y} is still to come")
    if day.year < FIRST_YEAR:
        raise Impossible(f"{day.year} is too long ago: look at the date")
    return now if day == club.night_date_of(now) else datetime.combine(day, EVENING, ZoneInfo(club.zone))
