"""A round being entered: where, its questions with the answers there are, and what they would score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.functional import cached_property

from scorekeeper.table import rows
from scorekeeper.table.models.drafts import CORRECT, Place, stamp, together

if TYPE_CHECKING:
    from games.form import Question, RoundForm
    from games.keypad import Key, Section, Shortcut
    from games.scorecard import Line, Stake
    from games.so_far import SoFar
    from scorekeeper.table.models import Match


@dataclass
class Entering:
    """The round at a place, after `so_far`, with the answers there are.

    `knows` is the stamp of the draft these answers include; `sent` once somebody wanted to save them; `trouble` is
    what kept them from being kept.
    """

    place: Place
    so_far: SoFar
    answers: Mapping[str, str]
    knows: str = ""
    sent: bool = False
    trouble: str = ""

    @classmethod
    def kept(cls, match: Match, place: Place) -> Entering:
        """Return what has been typed there and not been saved; for a correction, else what stands there."""
        typed = match.typed(place)
        if typed is None and place.doing == CORRECT:
            return cls.standing(match, place)
        return cls(place, match.before(place.number), typed or {}, stamp(typed))

    @classmethod
    def standing(cls, match: Match, place: Place) -> Entering:
        """Return what stands there."""
        so_far = match.before(place.number)
        return cls(place, so_far, match.game.form.answers_of(match.records[place.number - 1], so_far))

    @classmethod
    def said(cls, match: Match, place: Place, said: Mapping[str, str], knew: str, *, sent: bool) -> Entering:
        """Return what a form says; where somebody else typed as well, with what the form did not know of."""
        typed = match.typed(place)
        answers = said if typed is None or knew == stamp(typed) else together(typed, said)
        return cls(place, match.before(place.number), answers, stamp(typed), sent)

    @cached_property
    def form(self) -> RoundForm:
        """The game's questions, answered and checked as far as they are."""
        form = self.so_far.game.form(self.so_far, self.answers)
        form.is_valid()
        return form

    @property
    def typed(self) -> dict[str, str]:
        """The answers to questions this round has, without those that follow from others."""
        return {name: answer for name, answer in self.form.answers.items() if name not in self.form.derived}

    @property
    def number(self) -> int:
        """The round's number, from 1."""
        return self.place.number

    @cached_property
    def error(self) -> str:
        """What is wrong, in a player's words; what is merely not entered yet is only wrong once it was sent."""
        if self.trouble:
            return self.trouble
        if self.form.is_valid() or (self.form.missing and not self.sent):
            return ""
        return str(next(iter(self.form.errors.values()))[0])

    @cached_property
    def wrong(self) -> str:
        """The name of the question beside which the error belongs; "" where it is about all of them."""
        name = next(iter(self.form.errors), "") if self.error and not self.trouble else ""
        return name if name in self.form.fields else ""

    @cached_property
    def legible(self) -> dict[str, str]:
        """The answers given that can be answers: what the game may do sums with."""
        return {name: answer for name, answer in self.form.given().items() if name not in self.form.errors}

    @property
    def sentence(self) -> str:
        """The arithmetic so far."""
        return self.form.sentence(self.legible)

    @property
    def notes(self) -> list[Key]:
        """What is to be seen in large: the trump."""
        return self.form.notes(self.legible)

    @property
    def shortcuts(self) -> list[Shortcut]:
        """Keys that answer several questions at once."""
        return self.form.shortcuts(self.legible)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What the round would score, as soon as it is complete."""
        record = self.form.record
        return self.so_far.game.play(self.so_far, record).rounds[-1].lines if record is not None else ()

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        """What the sides stand to win or lose: from when the bids are said until the round is complete."""
        record = self.form.unfinished() if self.form.record is None else None
        return tuple(self.so_far.game.stakes(record, self.so_far)) if record and not record.is_complete else ()

    @cached_property
    def standings(self) -> list[rows.Standing]:
        """Every side: its total so far and what this round would add."""
        return rows.standings(self)

    @property
    def sides_in_rows(self) -> bool:
        """Say whether the ledger's rows show the sides' points themselves."""
        shown = {row.side for section in self.form.sections for row in section.rows}
        return set(range(len(self.so_far.totals))) <= shown

    def sections(self) -> Iterator[tuple[Section, list[rows.LedgerRow]]]:
        """Yield the ledger section by section, without those not asked now."""
        return rows.sections(self)

    def asked(self) -> Iterator[rows.Asked]:
        """Yield each question for the pad, as it looks with its answer."""
        return rows.asked(self)

    def questions(self) -> Iterator[tuple[str, Question, str | None]]:
        """Yield each question for the pad, with its name and its answer."""
        for name, question in self.form.fields.items():
            yield name, question, self.form.answers.get(name)
