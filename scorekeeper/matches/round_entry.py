"""A round being entered: where, its questions with the answers there are, and what they would score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import cached_property

from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key, Shortcut
from games.core.round_form import BoundQuestion, RoundForm, form_class, is_open, open_form
from games.core.scorecard import ScoreLine, Stake, Status, sums
from games.core.text import cards_each, minus, signed
from scorekeeper.clubs.models import Device
from scorekeeper.matches.drafts import Answers, EntryMode, Place, fingerprint, merge_answers, read_draft
from scorekeeper.matches.match import Match
from scorekeeper.matches.scoreboard import RECENT_ROUNDS

# With more rows, or with cards to choose from, the last rounds stand beside the totals instead of in a table.
MAX_ROWS_WITH_TABLE = 5
# From this many rows on, without or with cards in them, there is less room for each.
MANY_SIDES, MANY_HANDS = 5, 8
# A grid of more tiles than this needs the room above the keys for itself.
MANY_TILES = 3

PLAYED_THAT_WAY = "We played it that way"

# By what is done: what the page is called, its button, and the URL names of the round and of its draft.
TITLES = {
    EntryMode.PLAY: "{round} {number}",
    EntryMode.CORRECT: "Correct {round} {number}",
    EntryMode.INSERT: "Before {round} {number}",
}
SAVE_LABELS = {
    EntryMode.PLAY: "Save {round} {number}",
    EntryMode.CORRECT: "Save corrected {round} {number}",
    EntryMode.INSERT: "Save the {round} before {round} {number}",
}
URL_NAMES = {
    EntryMode.PLAY: ("rounds", "draft"),
    EntryMode.CORRECT: ("round", "round-draft"),
    EntryMode.INSERT: ("insertion", "insertion-draft"),
}


class Viewpoint(NamedTuple):
    """For whom a page is drawn: whether they may score, have the lock, or are locked out by another device."""

    can_score: bool
    has_lock: bool = False
    locked_out: bool = False

    @classmethod
    def of(cls, device: Device, lock: Device | None) -> Viewpoint:
        can_score = device.is_scorer
        if lock is None or not can_score:
            return cls(can_score)
        return cls(can_score=True, has_lock=lock == device, locked_out=lock != device)


class EntryCell(NamedTuple):
    """One answer in the rows. `before`: the answer before it changed."""

    bound: BoundQuestion
    is_wrong: bool
    before: str


class SidePreview(NamedTuple):
    """A side before this round, and what the round as entered would add.

    `notes`: what the side stands to win or lose, once that is known; before, what it came with. `recent`: its points in
    the last rounds, where there is no room for them as a table.
    """

    side: int
    mark: int
    name: str
    plus: str
    after: str
    deals: bool
    notes: tuple[Status | Stake, ...]
    recent: tuple[int, ...] = ()


class SideResult(NamedTuple):
    standing: SidePreview
    reasons: str


class ShownRow(NamedTuple):
    """One row of the form; `standing` if it is a side's."""

    row: EntryRow
    cells: list[EntryCell]
    standing: SidePreview | None
    is_wrong: bool


@dataclass
class RoundEntry:
    """The round at a place of a match, with the answers there are.

    `draft_fingerprint`: of the draft that these answers include. `is_save`: somebody wanted to save them. `previous`:
    the answers before the last tap; in a correction, those of the saved round. `trouble`: why the draft was not
    stored. `later_state`: for a round to come, the match as it will be then.
    """

    match: Match
    place: Place
    answers: Mapping[str, str]
    draft_fingerprint: str = ""
    is_save: bool = False
    previous: Mapping[str, str] = field(default_factory=dict)
    trouble: str = ""
    later_state: MatchState | None = None

    @classmethod
    def from_draft(cls, match: Match, place: Place) -> RoundEntry:
        """Return the draft at a place; for a correction without one, the saved round."""
        draft = read_draft(match, place)
        if draft is None and place.mode == EntryMode.CORRECT:
            return cls.from_round(match, place)
        return cls(match, place, draft or {}, fingerprint(draft), previous=saved_answers(match, place))

    @classmethod
    def from_round(cls, match: Match, place: Place) -> RoundEntry:
        return cls(match, place, saved_answers(match, Place(EntryMode.CORRECT, place.number)))

    @classmethod
    def from_post(
        cls, match: Match, place: Place, posted: Mapping[str, str], draft_fingerprint: str, *, is_save: bool
    ) -> RoundEntry:
        draft = read_draft(match, place)
        answers = posted if draft is None or draft_fingerprint == fingerprint(draft) else merge_answers(draft, posted)
        return cls(match, place, answers, fingerprint(draft), is_save, saved_answers(match, place))

    @cached_property
    def state(self) -> MatchState:
        """The match before this round."""
        return self.later_state or self.match.state_before(self.place.number)

    @cached_property
    def form(self) -> RoundForm:
        form = open_form(self.state, self.answers)
        form.is_valid()
        return form

    @property
    def draft(self) -> Answers:
        """The answers without those that follow from others, and what the table insisted on."""
        form = self.form
        answers = {name: answer for name, answer in form.answers.items() if name not in form.derived}
        return answers | ({"irregular": form.confirmed_doubt} if form.confirmed_doubt else {})

    # --- Where ---

    @property
    def number(self) -> int:
        return self.place.number

    @property
    def is_next(self) -> bool:
        return self.place.mode == EntryMode.PLAY

    @property
    def is_correction(self) -> bool:
        return self.place.mode == EntryMode.CORRECT

    @property
    def page_url(self) -> str:
        return self._reverse("match" if self.is_next else URL_NAMES[self.place.mode][0])

    @property
    def save_url(self) -> str:
        return self._reverse(URL_NAMES[self.place.mode][0])

    @property
    def draft_url(self) -> str:
        return self._reverse(URL_NAMES[self.place.mode][1])

    def _reverse(self, name: str) -> str:
        return reverse(name, args=[self.match.pk] if self.is_next else [self.match.pk, self.number])

    @property
    def save_label(self) -> str:
        return SAVE_LABELS[self.place.mode].format(round=self.state.game.round_name, number=self.number)

    @property
    def deal(self) -> dict[str, str]:
        """Which round it is, its cards and who deals."""
        state, title = self.state, TITLES[self.place.mode]
        title = title.format(round=state.game.round_name, number=self.number)
        length = state.game.length(state.players, state.rules)
        return {
            "title": title[:1].upper() + title[1:] + (f" of {length}" if length else ""),
            "cards": cards_each(state.deal.cards),
            "dealer": state.names[state.deal.dealer],
        }

    # --- What is said of the answers ---

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

    @cached_property
    def wrong(self) -> tuple[str, ...]:
        """The questions whose answers the error is about; none if it is about all of them."""
        return self.form.wrong_fields if self.error and not self.trouble else ()

    @cached_property
    def answers_before(self) -> dict[str, str]:
        """By question, the answer before: of a correction every changed one, else those that follow from others."""
        if not self.previous:
            return {}
        form, derived = self.form, self.form.following(self.previous)
        before = {**self.previous, **derived}
        names = before if self.is_correction else {**derived, **form.derived}
        pairs = {name: (before.get(name, ""), form.answers.get(name, "")) for name in names if name in form.fields}
        changed = [name for name, (old, new) in pairs.items() if old and new and old != new]
        return {name: form.fields[name].shown(before[name]) for name in changed}

    @cached_property
    def changes_in_words(self) -> str:
        """What became of answers that follow from others, in words: “Dan took 1, was 0”."""
        changed = {} if self.is_correction else self.answers_before
        return "; ".join(
            f"{self.bound[name].question.label} {self.bound[name].shown}, was {before}"
            for name, before in changed.items()
        )

    @cached_property
    def legible(self) -> dict[str, str]:
        errors, given = self.form.errors, self.form.given()
        return {name: answer for name, answer in given.items() if name not in errors}

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
        """What answers several questions by one key, while some are open."""
        return [] if self.is_complete or (self.error and not self.form.missing) else self.form.shortcuts(self.legible)

    @cached_property
    def mends(self) -> list[Shortcut]:
        """What mends the error; where the table is asked if it really played so: that it did."""
        if not self.error or self.trouble:
            return []
        doubt = self.form.doubt
        return [*self.form.mends(), *([Shortcut("irregular", PLAYED_THAT_WAY, {"irregular": doubt})] if doubt else [])]

    # --- What it would score ---

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        facts = self.form.round_facts
        return self.state.game.play(self.state, facts).rounds[-1].lines if facts is not None else ()

    @property
    def results(self) -> list[SideResult]:
        """What each side scores and why, in the order of the rows."""
        order = [row.side for section in self.form.sections for row in section.rows if row.side is not None]
        sides = dict.fromkeys(order) if self.sides_in_rows else range(len(self.standings))
        return [
            SideResult(self.standings[side], "; ".join(line.reason for line in self.lines if line.side == side))
            for side in sides
        ]

    @cached_property
    def standings(self) -> list[SidePreview]:
        state, points = self.state, sums(self.lines, len(self.state.totals))
        after = list(map(minus, map(int.__add__, state.totals, points)))
        statuses = {one.side: (one,) for one in state.statuses}
        dealing = state.side_of(state.deal.dealer) if state.game.deal else None
        recent = state.rounds[-RECENT_ROUNDS:] if self.is_next and not self._has_room else ()
        return [
            SidePreview(
                side, state.marks[side], name,
                signed(points[side]) if self.form.round_facts else "", after[side],
                side == dealing,
                tuple(stake for stake in self.stakes if stake.side == side) or statuses.get(side, ()),
                tuple(scored.points[side] for scored in recent),
            )
            for side, name in enumerate(state.side_names)
        ]  # fmt: skip

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        facts = self.form.partial_facts() if self.form.round_facts is None else None
        return tuple(self.state.game.stakes(facts, self.state)) if facts and not facts.is_complete else ()

    @property
    def has_stakes(self) -> bool:
        """Whether a line is kept free for stakes: they appear once the bids are in, and nothing may move then."""
        return self.state.game.has_stakes

    # --- How it is laid out ---

    @cached_property
    def bound(self) -> dict[str, BoundQuestion]:
        return self.form.bound()

    @property
    def barred(self) -> dict[str, Mapping[str, str]]:
        """By question the keys that are barred, for the keypad, which is not drawn anew."""
        return {name: bound.barred for name, bound in self.bound.items() if bound.barred and bound.is_asked}

    def sections(self) -> Iterator[tuple[EntrySection, list[ShownRow]]]:
        for section in self.form.sections:
            if is_open(section.when, self.form.answers):
                yield section, [self._row(row) for row in section.rows]

    def _row(self, row: EntryRow) -> ShownRow:
        cells = [
            EntryCell(self.bound[name], name in self.wrong, self.answers_before.get(name, "")) for name in row.questions
        ]
        standing = self.standings[row.side] if row.side is not None else None
        if standing and row.seat is not None:
            standing = standing._replace(deals=row.seat == self.state.deal.dealer)
        return ShownRow(row, cells, standing, is_wrong=not set(self.wrong).isdisjoint(row.questions))

    @cached_property
    def sides_in_rows(self) -> bool:
        shown = {row.side for section in self.form.sections for row in section.rows}
        return set(range(len(self.state.totals))) <= shown

    @property
    def _has_room(self) -> bool:
        """Whether the last rounds stand below the rows, as a table."""
        asks_for_cards = any(one.deck for one in self.form.fields.values())
        return sum(map(_sides, self.form.sections)) <= MAX_ROWS_WITH_TABLE and not asks_for_cards

    @property
    def has_single_answer(self) -> bool:
        """Whether an answer stands alone in a section, below the rows of the sides."""
        grids = (section for section in self.form.sections if section.grid and is_open(section.when, self.form.answers))
        return self.sides_in_rows and any([len(row.questions) for row in grid.rows] == [1] for grid in grids)

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
            "tiles": any(section.grid and len(section.rows) > MANY_TILES for section in self.form.sections),
        }
        return " ".join(name for name, is_there in found.items() if is_there)

    @property
    def key_features(self) -> str:
        """What of the keys decides it."""
        fields = self.form.fields
        found = {
            "decks": any(one.groups for one in fields.values()),
            "lines": any(one.shown_with == name for name, one in fields.items()),
        }
        return " ".join(name for name, is_there in found.items() if is_there)

    def _has_hands(self, section: EntrySection) -> bool:
        first = self.form.fields[section.rows[0].questions[0]]
        return not section.grid and bool(first.deck)


def saved_answers(match: Match, place: Place) -> Answers:
    """Return the answers of the round that is corrected at a place."""
    if place.mode != EntryMode.CORRECT:
        return {}
    facts, state = match.round_facts[place.number - 1], match.state_before(place.number)
    return form_class(match.game).answers_of(facts, state)


def _sides(section: EntrySection) -> int:
    return sum(row.side is not None for row in section.rows)
