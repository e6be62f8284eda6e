"""A round being entered: where, its questions with the answers there are, and what they would score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.functional import cached_property

from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key, Shortcut
from games.core.round_form import FormQuestion, RoundForm, form_class, is_open, open_form
from games.core.scorecard import ScoreLine, Stake, Status, sums
from games.core.text import signed
from scorekeeper.matches.drafts import CORRECT, PLAY, Answers, Place, merge_answers, read_draft, stamp
from scorekeeper.matches.models import Match

RECENT = 3
ROWS_WITH_TABLE = 5
"""With more rows, or with cards to choose from, the last rounds stand beside the totals instead."""
MANY_SIDES, MANY_HANDS = 5, 8
"""From so many rows on, without or with cards in them, there is less room for each."""

# These shapes hold plain values only, so that equal parts of pages are drawn once (page_cache.part).


class EntryCell(NamedTuple):
    """One answer in the rows. `spoken`: what it answers and says, read out; `tone`: the look of its key.

    `before`: the answer before it changed. `empty`: what stands there without an answer: what that means, where it
    means something ("none").
    """

    name: str
    spoken: str
    short: str
    many: bool
    answer: str
    tone: str
    derived: bool
    asked: bool
    wrong: bool
    before: str = ""
    empty: str = "·"


class SidePreview(NamedTuple):
    """A side before this round, and what the round as entered would add.

    `notes`: what the side stands to win or lose, once that is known; before, what it came with. `recent`: its points in
    the last rounds, where there is no room for them as a table.
    """

    side: int
    mark: int
    name: str
    total: int
    plus: str
    after: int
    deals: bool
    notes: tuple[Status | Stake, ...]
    recent: tuple[int, ...] = ()


class SideResult(NamedTuple):
    standing: SidePreview
    reasons: str


class ShownKeys(NamedTuple):
    """Keys that stand together, each with how many there are of it (0: no limit)."""

    label: str
    tone: str
    keys: tuple[tuple[Key, int], ...]


class ShownQuestion(NamedTuple):
    """One question as the keys show it, each with how many there are of it (0: no limit)."""

    name: str
    label: str
    many: bool
    keys: tuple[tuple[Key, int], ...]
    answer: str | None
    wrong: bool
    when: str
    unless: str
    beside: str
    passed_over: bool | str
    required: bool
    outline: str
    most: int
    deck: str
    joined: bool
    groups: tuple[ShownKeys, ...]
    least: int
    how_to_type: str


class ShownRow(NamedTuple):
    """One row of the form; `standing` where it is a side's."""

    row: EntryRow
    cells: tuple[EntryCell, ...]
    standing: SidePreview | None


@dataclass
class RoundEntry:
    """The round at a place, after `state`, with the answers there are.

    `draft_stamp`: of the draft that these answers include. `is_save`: somebody wanted to save them. `previous`: the
    answers before the last tap; in a correction, those of the saved round. `trouble`: why the draft was not stored.
    """

    place: Place
    state: MatchState
    answers: Mapping[str, str]
    draft_stamp: str = ""
    is_save: bool = False
    previous: Mapping[str, str] = field(default_factory=dict)
    trouble: str = ""

    @classmethod
    def from_draft(cls, match: Match, place: Place) -> RoundEntry:
        """Return the draft at a place; for a correction without one, the saved round."""
        draft = read_draft(match, place)
        if draft is None and place.doing == CORRECT:
            return cls.from_round(match, place)
        return cls(place, match.before(place.number), draft or {}, stamp(draft), previous=saved_answers(match, place))

    @classmethod
    def from_round(cls, match: Match, place: Place) -> RoundEntry:
        return cls(place, match.before(place.number), saved_answers(match, Place(CORRECT, place.number)))

    @classmethod
    def from_post(
        cls, match: Match, place: Place, posted: Mapping[str, str], draft_stamp: str, *, is_save: bool
    ) -> RoundEntry:
        draft = read_draft(match, place)
        answers = posted if draft is None or draft_stamp == stamp(draft) else merge_answers(draft, posted)
        previous = saved_answers(match, place)
        return cls(place, match.before(place.number), answers, stamp(draft), is_save, previous)

    @cached_property
    def form(self) -> RoundForm:
        form = open_form(self.state, self.answers)
        form.is_valid()
        return form

    @property
    def draft(self) -> Answers:
        """The answers without those that follow from others."""
        return {name: answer for name, answer in self.form.answers.items() if name not in self.form.derived}

    @property
    def number(self) -> int:
        return self.place.number

    @cached_property
    def error(self) -> str:
        """What is wrong, in a player's words; what is merely not entered yet is only wrong once it was to be saved."""
        if self.trouble:
            return self.trouble
        if self.form.is_valid() or (self.form.missing and not self.is_save):
            return ""
        return self.form.first_error

    @property
    def is_complete(self) -> bool:
        return self.form.round_facts is not None and not self.error

    @property
    def is_irregular(self) -> bool:
        """Whether the table is asked if it really played so."""
        return self.form.irregular and not self.form.insisted and not self.trouble

    @cached_property
    def wrong(self) -> str:
        """The name of the question beside which the error belongs; "" where it is about all of them."""
        name = next(iter(self.form.errors), "") if self.error and not self.trouble else ""
        return name if name in self.form.fields else ""

    @cached_property
    def answers_before(self) -> dict[str, str]:
        """By question, the answer before: of a correction every changed one, else those that follow from others."""
        if not self.previous:
            return {}
        before = open_form(self.state, self.previous)
        names = before.answers if self.place.doing == CORRECT else {*before.derived, *self.form.derived}
        pairs = {name: (before.answers.get(name, ""), self.form.answers.get(name, "")) for name in names}
        changed = [name for name, (old, new) in pairs.items() if old and new and old != new]
        return {name: before.fields[name].shown(before.answers[name]) for name in changed}

    @cached_property
    def changes_in_words(self) -> str:
        """What became of answers that follow from others, in words: “Dan took 1, was 0”."""
        changed = self.answers_before if self.place.doing != CORRECT else {}
        labels = {name: self.form.fields[name].label for name in changed}
        return "; ".join(f"{label} {self._shown(name)}, was {changed[name]}" for name, label in labels.items())

    @property
    def results(self) -> list[SideResult]:
        """What each side scores and why, in the order of the rows."""
        order = [row.side for section in self.form.sections for row in section.rows if row.side is not None]
        sides = order if self.sides_in_rows else range(len(self.standings))
        return [
            SideResult(self.standings[side], "; ".join(line.reason for line in self.lines if line.side == side))
            for side in sides
        ]

    @cached_property
    def legible(self) -> dict[str, str]:
        return {name: answer for name, answer in self.form.given().items() if name not in self.form.errors}

    @property
    def turn(self) -> str:
        """Whose turn it is; "" once the round is played."""
        return "" if self.form.round_facts or self.error else self.form.turn(self.legible)

    @property
    def sentence(self) -> str:
        """Say the arithmetic of the answers so far."""
        return self.form.sentence(self.legible)

    @cached_property
    def progress(self) -> str:
        return " · ".join(filter(None, (self.turn, self.sentence)))

    @cached_property
    def notes(self) -> list[Key]:
        return self.form.notes(self.legible)

    @cached_property
    def shortcuts(self) -> list[Shortcut]:
        return self.form.shortcuts(self.legible)

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        facts = self.form.round_facts
        return self.state.game.play(self.state, facts).rounds[-1].lines if facts is not None else ()

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        facts = self.form.unfinished() if self.form.round_facts is None else None
        return tuple(self.state.game.stakes(facts, self.state)) if facts and not facts.is_complete else ()

    @cached_property
    def standings(self) -> list[SidePreview]:
        state, points = self.state, sums(self.lines, len(self.state.totals))
        statuses = {one.side: (one,) for one in state.statuses}
        dealing = state.side_of(state.deal.dealer) if state.game.deal else None
        recent = state.rounds[-RECENT:] if self.place.doing == PLAY and not self._has_room else ()
        return [
            SidePreview(
                side, state.marks[side], name, state.totals[side],
                signed(points[side]) if self.form.round_facts else "", state.totals[side] + points[side],
                side == dealing,
                tuple(stake for stake in self.stakes if stake.side == side) or statuses.get(side, ()),
                tuple(scored.points[side] for scored in recent),
            )
            for side, name in enumerate(state.side_names)
        ]  # fmt: skip

    @property
    def _has_room(self) -> bool:
        """Whether the last rounds stand below the rows, as a table."""
        asks_for_cards = any(one.deck for one in self.form.fields.values())
        return self.rows_of_sides <= ROWS_WITH_TABLE and not asks_for_cards

    @property
    def sides_in_rows(self) -> bool:
        shown = {row.side for section in self.form.sections for row in section.rows}
        return set(range(len(self.state.totals))) <= shown

    @property
    def rows_of_sides(self) -> int:
        return sum(row.side is not None for section in self.form.sections for row in section.rows)

    @property
    def row_features(self) -> str:
        """What of the rows decides how the whole round is laid out: the style sheets ask for it in `data-has`.

        With `:has()` they could ask the rows themselves, and each tap would work out the style of all keys anew.
        """
        sections = [section for section in self.form.sections if section.columns]
        found = {
            "many-sides": any(_sides(section) >= MANY_SIDES for section in sections),
            "many-hands": any(_sides(section) >= MANY_HANDS and self._has_hands(section) for section in sections),
            "trends": any(standing.recent for standing in self.standings),
            "standings": not self.sides_in_rows,
        }
        return " ".join(name for name, is_there in found.items() if is_there)

    @property
    def key_features(self) -> str:
        """The same of the keys, for who has some."""
        questions = self.form.fields.values()
        decks = any(one.groups for one in questions)
        found = {"decks": decks, "beside": any(one.beside for one in questions)}
        return " ".join(name for name, is_there in found.items() if is_there)

    def _has_hands(self, section: EntrySection) -> bool:
        first = self.form.fields[section.rows[0].questions[0]]
        return not section.grid and bool(first.deck)

    def sections(self) -> Iterator[tuple[EntrySection, list[ShownRow]]]:
        for section in self.form.sections:
            if is_open(section.when, self.form.answers):
                yield section, [self._row(row) for row in section.rows]

    def _row(self, row: EntryRow) -> ShownRow:
        standing = self.standings[row.side] if row.side is not None else None
        return ShownRow(row, tuple(self._cell(name) for name in row.questions), standing)

    def _cell(self, name: str) -> EntryCell:
        question, answer = self.form.fields[name], self.form.answers.get(name)
        return EntryCell(
            name, self._spoken(name), question.short, bool(question.deck), self._shown(name),
            next((key.tone for key in question.keys if key.value == answer), ""),
            name in self.form.derived, self.form.is_asked(name), name == self.wrong, self.answers_before.get(name, ""),
            next((key.label for key in question.keys if not key.value), "·"),
        )  # fmt: skip

    def _spoken(self, name: str) -> str:
        question, answer = self.form.fields[name], self.form.answers.get(name)
        unset = next((key.label for key in question.keys if not key.value), "not entered yet")
        colon = "" if question.label.endswith("?") else ":"
        return f"{question.label}{colon} {question.spoken(answer) if answer else unset}"

    def _shown(self, name: str) -> str:
        answer = self.form.answers.get(name)
        return "" if answer is None else self.form.fields[name].shown(answer)

    def shown_questions(self) -> Iterator[ShownQuestion]:
        for name, question, answer in self.questions():
            yield ShownQuestion(
                name, question.label, question.many, tuple(question.keys_with_counts()), answer, name == self.wrong,
                question.when, question.unless, question.beside, question.passed_over, question.required,
                question.outline, question.most, question.deck, question.joined, _shown_groups(question),
                question.least, question.how_to_type,
            )  # fmt: skip

    def questions(self) -> Iterator[tuple[str, FormQuestion, str | None]]:
        for name, question in self.form.fields.items():
            yield name, question, self.form.answers.get(name)


def saved_answers(match: Match, place: Place) -> Answers:
    """Return the answers of the round that is corrected at a place."""
    if place.doing != CORRECT:
        return {}
    facts, state = match.round_facts[place.number - 1], match.before(place.number)
    return form_class(match.game).answers_of(facts, state)


def _sides(section: EntrySection) -> int:
    return sum(row.side is not None for row in section.rows)


def _shown_groups(question: FormQuestion) -> tuple[ShownKeys, ...]:
    stocked = dict(question.keys_with_counts())
    return tuple(
        ShownKeys(group.label, group.tone, tuple((key, stocked[key]) for key in group.keys))
        for group in question.groups
    )
