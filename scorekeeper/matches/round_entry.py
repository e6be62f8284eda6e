"""A round being entered: its place, its questions with the answers so far, and what they would score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import cached_property

from games.core.deal import around
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key, Shortcut
from games.core.round_form import (
    UNSET_SPOKEN,
    UNSET_TEXT,
    BoundField,
    RoundForm,
    is_condition_met,
    open_form,
)
from games.core.scorecard import ScoreLine, Stake, Status, sums
from games.core.seating import describe_stand_ins
from games.core.text import cards_each, has_long_word, minus, signed
from scorekeeper.clubs.models import Device
from scorekeeper.matches import recording
from scorekeeper.matches.answers import (
    Place,
    next_place,
    rows_at,
    saved_answers,
    shown_answers,
)
from scorekeeper.matches.models import Answer, EntryMode, Match
from scorekeeper.matches.own_phones import describe_turning_over, seat_of_holder
from scorekeeper.matches.scoreboard import RECENT_ROUNDS
from scorekeeper.matches.stand_ins import current_stand_ins, names_of

# Up to this many rows, and without cards to choose from, the last rounds are shown as a table below.
MAX_ROWS_WITH_TABLE = 5
# Words have many large keys.
MAX_ROWS_OF_WORDS_WITH_TABLE = 2
# From this many rows on, without or with cards in them, the rows are smaller.
MANY_SIDES, MANY_HANDS = 5, 8
# A grid of more tiles than this takes all the room above the keys.
MANY_TILES = 3
# An answer of more letters than this is small in its cell.
MAX_CELL_LETTERS = 14

PLAYED_THAT_WAY = "We played it that way"

# By mode: the title of the page, the label of its button, and the URL names of the round and of its draft.
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
    """The rights of a device in a match: it can score, holds the edit lock, or waits for another device."""

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
    """One answer in a row. `before`: the answer before it changed. `is_hidden`: it is there, and nobody may see it."""

    question: BoundField
    is_invalid: bool
    before: str
    is_hidden: bool = False

    @property
    def text(self) -> str:
        return "✓" if self._is_ready else self.question.display_text or self.question.empty_text

    @property
    def accessible_name(self) -> str:
        """The question and its answer: “Ada bids: 2, was 1”."""
        asked = f"{self.question.question.label}: ready, hidden" if self._is_ready else self.question.accessible_name
        return f"{asked}, was {self.before}" if self.before else asked

    @property
    def classes(self) -> str:
        bound, answer = self.question, self.question.display_text
        looks = {
            "unset": not answer and not self.is_hidden,
            "hidden-answer": self.is_hidden,
            "derived": bound.is_derived,
            "unasked": not bound.is_asked,
            "many": bound.question.deck or (" " in answer and not bound.tone),
            "wrong": self.is_invalid,
            "long": len(answer) > MAX_CELL_LETTERS,
        }
        return " ".join(["cell", *(name for name, applies in looks.items() if applies)])

    @property
    def _is_ready(self) -> bool:
        return self.is_hidden and not self.question.display_text


class SidePreview(NamedTuple):
    """A side before this round, and what the round as entered would add.

    `notes`: its stakes, once they are known; before, its status. `has_notes`: a line is kept for them, so that nothing
    moves when they come. `recent`: its points in the last rounds, for screens without room for a table.
    """

    side: int
    mark: int
    name: str
    plus: str
    after: str
    deals: bool
    notes: tuple[Status | Stake, ...]
    has_notes: bool
    reasons: str
    recent: tuple[int, ...] = ()


class ShownRow(NamedTuple):
    """One row of the form; `standing` if it is a side's. The last row of a side alone has its `reasons`, else None."""

    row: EntryRow
    cells: list[EntryCell]
    standing: SidePreview | None
    reasons: str | None
    is_invalid: bool


class ShownSection(NamedTuple):
    """A section of the form. `pairs`: sides of which several players have a row in it; their reasons stand below.

    `is_single`: one answer alone, below the rows of the sides.
    """

    section: EntrySection
    rows: list[ShownRow]
    pairs: list[SidePreview]
    is_single: bool = False

    @property
    def classes(self) -> str:
        is_grid, by_column = self.section.grid, self.section.by_column
        looks = {
            "grid": is_grid,
            "by-column": is_grid and by_column,
            "roomy": is_grid and not by_column and len(self.rows) > MANY_TILES,
            "single": self.is_single,
            "words": self.section.words,
            "cards": not is_grid and self.rows[0].cells[0].question.question.deck,
        }
        return " ".join(["section", *(name for name, applies in looks.items() if applies)])


@dataclass
class RoundEntry:
    """The round at a place of a match, with the answers so far.

    `typed`: those of them that are not stored. `is_save`: they were submitted to be saved.
    `previous`: the answers before the last tap; in a correction, those of the saved round. `storage_error`: why the
    draft could not be stored. `later_state`: the match before a round after the next. `first_question`: the one to
    begin with; None for the first that is open. `phone`: the device that shows it; None if all show the same.
    """

    match: Match
    place: Place
    answers: Mapping[str, str]
    typed: Mapping[str, str] = field(default_factory=dict)
    is_save: bool = False
    previous: Mapping[str, str] = field(default_factory=dict)
    storage_error: str = ""
    later_state: MatchState | None = None
    first_question: str | None = None
    phone: Device | None = None

    # The script shows an answer before the server does.
    unset_text, unset_spoken, max_cell_letters = UNSET_TEXT, UNSET_SPOKEN, MAX_CELL_LETTERS

    @classmethod
    def from_answers(
        cls,
        match: Match,
        place: Place,
        typed: Mapping[str, str] = MappingProxyType({}),
        *,
        rows: list[Answer] | None = None,
        is_save: bool = False,
    ) -> RoundEntry:
        """Return what is entered at a place, for a correction at first the saved round; and what was typed over it."""
        rows, saved = rows_at(match, place) if rows is None else rows, saved_answers(match, place)
        entry = cls(match, place, (shown_answers(rows) if rows else saved) | dict(typed), typed, is_save, saved)
        entry.rows = rows
        return entry

    @classmethod
    def from_round(cls, match: Match, place: Place) -> RoundEntry:
        return cls(match, place, saved_answers(match, Place(EntryMode.CORRECT, place.number)))

    @cached_property
    def state(self) -> MatchState:
        """The match before this round, as those see it who play it."""
        return (self.later_state or self.match.state_before(self.place.number)).table

    @cached_property
    def form(self) -> RoundForm:
        form = open_form(self.state, self.answers, self.match.earlier_facts)
        form.is_valid()
        return form

    @property
    def typed_questions(self) -> dict[str, str]:
        """What was typed: answers, and the doubt that the players have dismissed."""
        return {name: text for name, text in self.typed.items() if name in self.form.fields or name == "irregular"}

    @cached_property
    def rows(self) -> list[Answer]:
        """What was entered here, the latest last."""
        return [] if self.later_state else rows_at(self.match, self.place)

    @property
    def known(self) -> int:
        """The id of the last answer that the form shows."""
        shown = (row.pk for row in self.rows if not row.is_hidden or (self.phone and row.device_id == self.phone.pk))
        return max(shown, default=0)

    # --- Its place ---

    @property
    def stand_ins(self) -> str:
        """The stand-ins of this round, in words; "" if there are none."""
        played = self.match.stand_ins.get(self.number, {}) if self.is_correction else {}
        seated = current_stand_ins(self.match) if self.is_next else played
        return describe_stand_ins(self.match.names, names_of(seated))

    @property
    def number(self) -> int:
        return self.place.number

    @property
    def seat_ids(self) -> str:
        return self.match.seat_ids(self.number)

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
    def dealer(self) -> int | None:
        """The seat that deals; None in a game without a deal."""
        return self.state.deal.dealer if self.state.game.deal else None

    @property
    def deal(self) -> dict[str, str]:
        """The title, the number of cards and the dealer."""
        state, title = self.state, TITLES[self.place.mode]
        title = title.format(round=state.game.round_name, number=self.number)
        length = state.game.length(state.players, state.rules)
        return {
            "title": title[:1].upper() + title[1:] + (f" of {length}" if length else ""),
            "cards": cards_each(state.deal.cards),
            "dealer": state.names[state.deal.dealer],
        }

    # --- Errors, changes and hints ---

    @cached_property
    def error(self) -> str:
        """The first error, in a player's words; a missing answer is one only when saving."""
        if self.storage_error:
            return self.storage_error
        if self.form.is_valid() or (self.form.missing_question and not self.is_save):
            return ""
        return self.form.first_error

    @property
    def is_complete(self) -> bool:
        return self.form.round_facts is not None and not self.error

    @cached_property
    def end(self) -> str:
        """The change that a correction or an insertion makes to the end of the match, in words; "" for none."""
        facts = self.form.round_facts
        if facts is None or self.error or self.is_next:
            return ""
        change = recording.correction if self.is_correction else recording.insertion
        return recording.describe_end(self.match, change(self.match, self.number, facts))

    @cached_property
    def invalid_questions(self) -> tuple[str, ...]:
        """The names of the questions that the error is about; none if it is about the whole round."""
        return self.form.wrong_fields if self.error and not self.storage_error else ()

    @cached_property
    def answers_before(self) -> dict[str, str]:
        """Previous answers by question: in a correction all changed ones, otherwise only derived ones."""
        if not self.previous:
            return {}
        form, derived = self.form, self.form.derived_answers(self.previous)
        before = {**self.previous, **derived}
        names = before if self.is_correction else {**derived, **form.derived}
        pairs = {name: (before.get(name, ""), form.answers.get(name, "")) for name in names if name in form.fields}
        changed = [name for name, (old, new) in pairs.items() if old and new and old != new]
        return {name: form.fields[name].display_text(before[name]) for name in changed}

    @cached_property
    def changes_in_words(self) -> str:
        """How derived answers have changed, in words: “Dan took 1, was 0”; and where a player's own phone disagrees."""
        changed = {} if self.is_correction else self.answers_before
        answered = ((self.form.bound_fields()[name], before) for name, before in changed.items())
        words = [f"{bound.question.label} {bound.display_text}, was {before}" for bound, before in answered]
        for name, both in self._contradictions.items():
            asked = self.form.fields[name]
            answers = (
                f"{asked.display_text(row.said)} " + ("in the middle" if self._is_of_table(row) else f"on {row.phone}")
                for row in sorted(both, key=self._is_of_table, reverse=True)
            )
            words.append(f"{asked.label} {', '.join(answers)}")
        turned_over = describe_turning_over(self.rows if self.is_next else [])
        return "; ".join([*words, *self.early_answers, *turned_over])

    @property
    def is_quiet(self) -> bool:
        """Whether there is nothing to say beside the shortcuts."""
        return not (self.error or self.progress or self.changes_in_words)

    # --- What players answered on their own phones ---

    @property
    def latest_answers(self) -> dict[str, Answer]:
        return {row.question: row for row in self.rows} if self.is_next else {}

    @cached_property
    def hidden_questions(self) -> set[str]:
        """The questions whose answers nobody may see yet."""
        return {name for name, row in self.latest_answers.items() if row.is_hidden}

    @cached_property
    def holder_seat(self) -> int | None:
        """The seat of this phone's holder; None if they do not play, or the entry is not for one phone."""
        return seat_of_holder(self.match, self.phone) if self.phone else None

    @cached_property
    def inherited(self) -> str:
        """A bid for the holder's seat from another phone, such as by the player they stand in for, in words.

        Their bid stays hidden from this phone, too.
        """
        own = () if self.holder_seat is None else self.form.questions_of_seat(self.holder_seat)
        answer = next((self.latest_answers[name] for name in own if name in self.hidden_questions), None)
        if answer is None or self.phone is None or answer.device_id == self.phone.pk:
            return ""
        is_own = answer.device is not None and answer.device.player_id == self.phone.player_id
        who = "You have bid on another phone" if is_own else f"{answer.giver} has bid for this seat"
        return f"{who}: keep it or bid anew"

    @property
    def early_answers(self) -> list[str]:
        """In games with turns, the players who answered before theirs on their own phones, in words."""
        if all(map(self._is_of_table, self.rows)) or not self._asked_in_turn:
            return []
        now = [*self.form.questions_now({*self.form.given(), *self.hidden_questions})]
        later, first = now[now.index(self._asked_in_turn[0]) :], self.state.names[self._seat_asked]
        latest, bound = self.latest_answers, self.form.bound_fields()
        given = (name for name in later if self.form.answers.get(name) and name in latest)
        early = [bound[name] for name in given if not self._is_of_table(latest[name])]
        return [f"{answer.question.label} {answer.display_text} before {first}" for answer in early]

    @property
    def _asked_in_turn(self) -> list[str]:
        """The question that the table waits for if players answer in turn; else []."""
        now = self.form.questions_now({*self.form.given(), *self.hidden_questions})
        in_turn = len(now) < len(self.form.fields) and not self.form.secret_questions
        return self._missing_now[:1] if in_turn else []

    @property
    def _seat_asked(self) -> int:
        seats = range(self.state.players)
        return next(seat for seat in seats if self._asked_in_turn[0] in self.form.questions_of_seat(seat))

    @property
    def _missing_now(self) -> list[str]:
        answered = {*self.form.given(), *self.hidden_questions}
        now = self.form.questions_now(answered)
        return [name for name in now if self.form.fields[name].required and name not in answered]

    @cached_property
    def _contradictions(self) -> dict[str, tuple[Answer, Answer]]:
        """By question two different answers that two phones gave: the other one, and the one that counts."""
        both = {}
        for name, latest in self.latest_answers.items():
            others = [row for row in self.rows if row.question == name and not self._corrects(latest, row)]
            # What a phone has corrected itself since contradicts nothing.
            last = next((row for row in reversed(others) if not row.is_hidden), None)
            if last and not latest.is_hidden and "" not in (last.said, latest.said) and last.said != latest.said:
                both[name] = (last, latest)
        return {name: both[name] for name in self.form.fields if name in both}

    @property
    def contradictions(self) -> dict[str, str]:
        """If two phones gave different answers to a question: the one that does not count, by question."""
        return {name: other.said for name, (other, _) in self._contradictions.items()}

    def _is_of_table(self, row: Answer) -> bool:
        """Return whether an answer was given in the middle of the table, and not on a player's own phone."""
        return not row.is_own or row.device_id == self.match.locked_by_id

    def _corrects(self, latest: Answer, row: Answer) -> bool:
        """Return whether the latest answer is of the phone that gave another, or both are of the table."""
        return latest.device_id == row.device_id or (self._is_of_table(latest) and self._is_of_table(row))

    @cached_property
    def valid_answers(self) -> dict[str, str]:
        # An answer of which the rest is missing is valid as far as it goes.
        errors, given = self.form.errors.keys() - {self.form.missing_question}, self.form.given()
        return {name: answer for name, answer in given.items() if name not in errors}

    @property
    def turn(self) -> str:
        """The player whose turn it is, in words; "" once the round is complete."""
        return "" if self.form.round_facts or self.error else self.form.turn(self.valid_answers)

    @property
    def sentence(self) -> str:
        """The sums of the answers so far, in words."""
        return self.form.sentence(self.valid_answers)

    @cached_property
    def progress(self) -> str:
        if self.hidden_questions:
            shown = f"the {self.state.game.round_name} is played" if self.form.secret_until_played else "all are"
            return f"{self.readiness}, hidden until {shown}"
        return " · ".join(filter(None, (self.turn, self.sentence)))

    @property
    def readiness(self) -> str:
        """How many have given their secret answers: “2 of 4 are ready”."""
        asked = self.form.secret_questions
        ready = len(asked) - len(self._not_ready)
        return f"{ready} of {len(asked)} {'is' if ready == 1 else 'are'} ready"

    @property
    def seats_not_ready(self) -> list[int]:
        return [seat for seat in range(self.state.players) if self._not_ready & {*self.form.questions_of_seat(seat)}]

    @property
    def _not_ready(self) -> set[str]:
        return {*self.form.secret_questions} - self.hidden_questions - self.valid_answers.keys()

    @cached_property
    def notes(self) -> list[Key]:
        return self.form.notes(self.valid_answers)

    @cached_property
    def shortcuts(self) -> list[Shortcut]:
        """Keys that answer several questions at once; none when the round is impossible.

        A complete round still offers those that answer an open question.
        """
        if self.error and not self.form.missing_question:
            return []
        given = self.valid_answers
        offered = self.form.shortcuts(given)
        return [shortcut for shortcut in offered if not shortcut.answers.keys() <= given.keys()]

    @cached_property
    def corrections(self) -> list[Shortcut]:
        """Keys that correct the error; for unusual play, also the key that confirms it."""
        if not self.error or self.storage_error:
            return []
        doubt = self.form.doubt
        return [
            *self.form.corrections(),
            *([Shortcut("irregular", PLAYED_THAT_WAY, {"irregular": doubt})] if doubt else []),
        ]

    # --- Preview of the points ---

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        facts = self.form.round_facts
        return self.state.game.play(self.state, facts).rounds[-1].lines if facts is not None else ()

    @cached_property
    def standings(self) -> list[SidePreview]:
        state, points = self.state, sums(self.lines, len(self.state.totals))
        after = list(map(minus, map(int.__add__, state.totals, points)))
        statuses = {status.side: (status,) for status in state.statuses}
        dealing = None if self.dealer is None else state.side_of(self.dealer)
        recent = state.rounds[-RECENT_ROUNDS:] if self.is_next and not self._has_room else ()
        playing = self.match.state.playing if recent else ()

        def of_side(side: int, name: str) -> SidePreview:
            plus = signed(points[side]) if self.form.round_facts else ""
            notes = tuple(stake for stake in self.stakes if stake.side == side) or statuses.get(side, ())
            return SidePreview(
                side, state.marks[side], name, plus, after[side],
                deals=side == dealing,
                notes=notes,
                has_notes=bool(notes) or state.game.has_stakes,
                reasons="; ".join(line.reason for line in self.lines if line.side == side),
                recent=tuple(scored.points[playing[side]] for scored in recent),
            )  # fmt: skip

        return [of_side(side, name) for side, name in enumerate(state.side_names)]

    @property
    def max_total_length(self) -> int:
        return max(len(standing.after) for standing in self.standings)

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        facts = self.form.partial_facts() if self.form.round_facts is None else None
        return tuple(self.state.game.stakes(facts, self.state)) if facts and not facts.is_complete else ()

    @property
    def has_stakes(self) -> bool:
        """Whether a line is reserved for stakes, so that nothing moves when they appear."""
        return self.state.game.has_stakes

    # --- Layout ---

    @cached_property
    def questions_with_answers(self) -> dict[str, BoundField]:
        return self.form.bound_fields()

    @property
    def barred(self) -> dict[str, Mapping[str, str]]:
        """Barred keys by question, for the keypad, which a tap does not render again."""
        return {
            name: bound.barred for name, bound in self.questions_with_answers.items() if bound.barred and bound.is_asked
        }

    def sections(self) -> Iterator[ShownSection]:
        for section in self.form.sections:
            if is_condition_met(section.when, self.form.answers):
                ending = {side: row for side, row in self._last_rows.items() if row in section.rows}
                pairs = [self.standings[side] for side, row in ending.items() if self._is_of_pair(row)]
                rows = [self._row(row) for row in section.rows]
                yield ShownSection(section, rows, pairs, self._is_single(section))

    def _is_single(self, section: EntrySection) -> bool:
        is_grid = section.grid and not section.by_column
        return self.sides_in_rows and is_grid and [len(row.questions) for row in section.rows] == [1]

    def _is_of_pair(self, row: EntryRow) -> bool:
        return row.seat is not None and len(self.state.teams[self.state.side_of(row.seat)]) > 1

    def _row(self, row: EntryRow) -> ShownRow:
        before = self.contradictions | self.answers_before
        cells = [
            EntryCell(
                self.questions_with_answers[name],
                name in self.invalid_questions,
                before.get(name, ""),
                is_hidden=name in self.hidden_questions,
            )
            for name in row.questions
        ]
        standing, reasons = self.standings[row.side] if row.side is not None else None, None
        if standing and row is self._last_rows[standing.side] and not self._is_of_pair(row):
            reasons = standing.reasons
        if standing and row.seat is not None:
            standing = standing._replace(deals=row.seat == self.dealer)
        is_invalid = not set(self.invalid_questions).isdisjoint(row.questions)
        return ShownRow(row, cells, standing, reasons, is_invalid)

    @cached_property
    def _last_rows(self) -> dict[int, EntryRow]:
        rows = [row for section in self.form.sections for row in section.rows]
        return {row.side: row for row in rows if row.side is not None}

    @cached_property
    def sides_in_rows(self) -> bool:
        shown = {row.side for section in self.form.sections for row in section.rows}
        return set(range(len(self.state.totals))) <= shown

    @property
    def _has_room(self) -> bool:
        """Whether there is room for a table of the last rounds below the rows."""
        fields = self.form.fields.values()
        asks_for_cards = any(question.deck and not question.only_when_tapped for question in fields)
        has_words = any(section.words for section in self.form.sections)
        most = MAX_ROWS_OF_WORDS_WITH_TABLE if has_words else MAX_ROWS_WITH_TABLE
        return sum(map(_sides, self.form.sections)) <= most and not asks_for_cards

    @property
    def has_single_answer(self) -> bool:
        """Whether a section below the rows of the sides has a single answer."""
        shown = (section for section in self.form.sections if is_condition_met(section.when, self.form.answers))
        return any(map(self._is_single, shown))

    @property
    def row_features(self) -> str:
        """Layout flags of the rows, for `data-has`: `:has()` would recompute the style of all keys at each tap."""
        sections = [section for section in self.form.sections if section.columns]
        features = {
            "many-sides": any(_sides(section) >= MANY_SIDES for section in sections),
            "many-hands": any(_sides(section) >= MANY_HANDS and self._has_hands(section) for section in sections),
            "trends": any(standing.recent for standing in self.standings),
            "standings": not self.sides_in_rows,
            "columns": any(section.by_column for section in self.form.sections),
            "tiles": any(section.grid and len(section.rows) > MANY_TILES for section in self.form.sections),
            "long-words": any(map(has_long_word, self.state.side_names)),
        }
        return " ".join(name for name, is_present in features.items() if is_present)

    @property
    def key_features(self) -> str:
        """Layout flags of the keypad, for `data-has`."""
        fields = self.form.fields
        features = {
            "decks": any(question.groups for question in fields.values()),
            "lines": any(question.shown_with == name for name, question in fields.items()),
        }
        return " ".join(name for name, is_present in features.items() if is_present)

    def _has_hands(self, section: EntrySection) -> bool:
        first = self.form.fields[section.rows[0].questions[0]]
        return not section.grid and bool(first.deck)


class OtherSeat(NamedTuple):
    """Another player with their answers to the current questions. `is_ready`: they have answered, and it is hidden.

    `question`: their next unanswered one.
    """

    mark: int
    name: str
    answers: list[BoundField]
    is_ready: bool
    deals: bool
    total: str
    standing: SidePreview
    question: str


@dataclass
class OwnEntry(RoundEntry):
    """The next round on a player's own phone: their row, and keys for the questions they can answer now."""

    seat: int = 0

    @classmethod
    def of_seat(cls, match: Match, seat: int, phone: Device, rows: list[Answer] | None = None) -> OwnEntry:
        """Only the phone that answered something hidden shows it."""
        rows = rows_at(match, next_place(match), phone) if rows is None else rows
        entry = cls(match, next_place(match), shown_answers(rows), seat=seat, phone=phone)
        entry.rows = rows
        own = {
            name: row.said
            for name, row in entry.latest_answers.items()
            if row.is_hidden and row.device_id == phone.pk and name in entry.own_questions
        }
        entry.answers = {**entry.answers, **own}
        return entry

    @cached_property
    def own_questions(self) -> tuple[str, ...]:
        return open_form(self.state, {}).questions_of_seat(self.seat)

    @cached_property
    def questions_with_answers(self) -> dict[str, BoundField]:
        now = self.form.questions_now({*self.form.given(), *self.hidden_questions})
        bound = self.form.bound_fields()
        return {name: bound[name] for name in self.own_questions if name in now}

    def sections(self) -> Iterator[ShownSection]:
        rows = [row for section in self.form.sections for row in section.rows]
        names = tuple(name for row in rows for name in row.questions if name in self.questions_with_answers)
        row = EntryRow(self.state.names[self.seat], names, side=self.state.side_of(self.seat), seat=self.seat)
        columns = tuple(self.form.fields[name].short for name in names)
        reasons = self.standings[row.side].reasons if row.side is not None else ""
        section = EntrySection([row], columns, words=any(section.words for section in self.form.sections))
        yield ShownSection(section, [self._row(row)._replace(reasons=reasons)], [])

    @property
    def others(self) -> list[OtherSeat]:
        """The other players in the order of play, with their answers to the current questions."""
        answered = {*self.form.given(), *self.hidden_questions}
        bound, now, others = self.form.bound_fields(), self.form.questions_now(answered), []
        for seat in around(self.state.deal.first, self.state.players):
            names = [name for name in self.form.questions_of_seat(seat) if name in now]
            if names and seat != self.seat:
                open_questions = [name for name in names if self.form.fields[name].required and name not in answered]
                others.append(
                    OtherSeat(
                        self.state.seat_marks[seat], self.state.names[seat],
                        [bound[name] for name in names if bound[name].display_text],
                        not self.hidden_questions.isdisjoint(names),
                        seat == self.dealer,
                        minus(self.state.totals[self.state.side_of(seat)]),
                        self.standings[self.state.side_of(seat)],
                        next(iter([*open_questions, *names])),
                    )
                )  # fmt: skip
        return others

    @property
    def is_asked(self) -> bool:
        """Whether the table waits for this player: in bidding in turn for one, else for all whose answer is missing."""
        return not set(self._asked_in_turn or self._missing_now).isdisjoint(self.own_questions)

    @property
    def turn(self) -> str:
        """The player whose turn it is. A phone that is not asked yet says for whom the table waits."""
        if not self._asked_in_turn or self.is_asked or self.error:
            return super().turn
        waits = f"Waiting for {self.state.names[self._seat_asked]}"
        return f"{waits}: you can answer early" if self.can_be_early else waits

    @property
    def can_be_early(self) -> bool:
        """Whether this player has not answered, and it is the turn of another."""
        return not self.is_asked and not set(self._missing_now).isdisjoint(self.own_questions)

    @property
    def shortcuts(self) -> list[Shortcut]:
        return []

    @property
    def sides_in_rows(self) -> bool:
        return True

    @property
    def row_features(self) -> str:
        return "own"


def _sides(section: EntrySection) -> int:
    return sum(row.side is not None for row in section.rows)
