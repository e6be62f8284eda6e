"""The questions asked at the table, in the order they are answered, and the facts their answers make.

They are named after the facts (`bids-2` for `bids[2]`), so a refused fact finds its question. Nothing here draws.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from importlib import import_module
from typing import Any, ClassVar

from msgspec import structs

from games.core.definition import Game, MatchState
from games.core.errors import Impossible, IrregularRound
from games.core.facts import RoundFacts
from games.core.keypad import MARKS, EntrySection, FixedSum, Key, KeyGroup, Shortcut
from games.core.schema import read

MAX_ANSWER_LENGTH = 400
# Parts of a label that only help to tap keys: “(J 1, a 0)”, “? A key for each time”.
LABEL_HINT = re.compile(rf"^[{MARKS}] | \([^)]*\)$|\?.*$")


@dataclass(eq=False)
class FormQuestion:
    """A question of the form, and how it is asked."""

    label: str
    keys: Sequence[Key]
    _: KW_ONLY
    # The heading of its cell; the label where it is missing.
    short: str = ""
    required: bool = True
    # Ask only while another question has one of these answers: "way=cards|live".
    when: str = ""
    # Names of questions, separated by spaces: once one of them is answered, this one is not asked.
    skip_if_answered: str = ""
    # Show it as a line above that question. Lines that name the last of them, itself too, are asked all at once.
    shown_with: str = ""
    # Ask only when its cell is tapped: always, or under a condition like `when`.
    only_when_tapped: bool | str = False
    # A question whose answer is outlined on these keys.
    outlined_by: str = ""
    # Of an answer of several keys: with `most` the next question comes by itself (0: any number),
    # fewer than `least` are no answer yet.
    most: int = 0
    least: int = 0
    # Questions of one deck share the copies of each key: {"7": 8, "J": 4}.
    deck: str = ""
    copies: Mapping[str, int] = field(default_factory=dict)
    # Write the keys without spaces, as digits of a number; `most` does not count the sign.
    no_spaces: bool = False
    # The keys in groups, instead of `keys`.
    groups: Sequence[KeyGroup] = ()
    # How to write the answer where keys cannot be tapped: without JavaScript.
    how_to_type: str = ""
    many: ClassVar[bool] = False

    def __post_init__(self) -> None:
        self.keys = tuple(self.keys) or tuple(key for group in self.groups for key in group.keys)
        self.short = self.short or self.label

    def check(self, answer: str) -> None:
        """Impossible where this cannot be an answer, whatever the others are."""
        if len(answer) > MAX_ANSWER_LENGTH:
            raise Impossible(f"at most {MAX_ANSWER_LENGTH} characters")

    def keys_of(self, answer: str) -> list[Key]:
        """Return the keys tapped for an answer; one that only repeats it where there is none."""
        by_value = {key.value: key for key in self.keys}
        return [by_value.get(token, Key(token, token)) for token in answer.split()]

    def shown(self, answer: str) -> str:
        labels = {} if self.no_spaces else {key.value: key.label for key in self.keys}
        return " ".join(labels.get(token, token) for token in self._tokens(answer))

    def spoken(self, answer: str) -> str:
        """Return the answer as it is read out: “king of spades, 2 of hearts”."""
        names = {key.value: key.spoken or key.label for key in self.keys}
        return ", ".join(names.get(token, token) for token in self._tokens(answer))

    def has_keys_for(self, answer: str) -> bool:
        """Say whether an answer can be tapped."""
        return {key.value for key in self.keys}.issuperset(answer if self.no_spaces else [answer])

    def in_words(self, answer: str) -> list[tuple[str, str]]:
        """Return the answer to read, without the keys beside it, and what it is an answer to; several, if need be."""
        labels = {key.value: key.label if any(map(str.isalnum, key.label)) else key.spoken for key in self.keys}
        return [(LABEL_HINT.sub("", self.label), ", ".join(labels.get(one, one) for one in self._tokens(answer)))]

    def _tokens(self, answer: str) -> list[str]:
        return answer.split() if self.many and not self.no_spaces else [answer]

    def groups_with_counts(self) -> list[tuple[KeyGroup, list[tuple[Key, int]]]]:
        return [(group, [(key, self.copies.get(key.value, 0)) for key in group.keys]) for group in self.groups]


class PickOne(FormQuestion):
    """A question answered with one key."""

    def check(self, answer: str) -> None:
        super().check(answer)
        if answer and not any(key.value == answer for key in self.keys):
            raise Impossible(f"“{answer[:20]}” is not on the keys")


class PickCards(FormQuestion):
    """A question answered with several keys in a row; the answer is their values with a space between."""

    many = True


@dataclass(frozen=True, eq=False)
class BoundQuestion:
    """A question with the answer a form has to it. `derived`: it follows from other answers.

    `barred`: by their values the keys that cannot be the answer as things stand, and why. `used_up`: the keys of which
    no more are left.
    """

    name: str
    question: FormQuestion
    answer: str | None
    is_asked: bool
    is_derived: bool
    barred: Mapping[str, str]
    used_up: Collection[str] = ()

    @property
    def keys(self) -> list[Key]:
        return self.question.keys_of(self.answer or "")

    @property
    def shown(self) -> str:
        return self.question.shown(self.answer) if self.answer else ""

    @property
    def spoken(self) -> str:
        """The question and its answer, read out: “Ada bids: 2”."""
        unset = next((key.label for key in self.question.keys if not key.value), "not entered yet")
        colon = "" if self.question.label.endswith("?") else ":"
        return f"{self.question.label}{colon} {self.question.spoken(self.answer) if self.answer else unset}"

    @property
    def tone(self) -> str:
        return next((key.tone for key in self.question.keys if key.value == self.answer), "")

    @property
    def keys_with_counts(self) -> list[tuple[Key, int, str | None]]:
        """Return the keys with how many there are of each (0: no limit), and why one is barred."""
        copies = self.question.copies
        return [(key, copies.get(key.value, 0), self.barred.get(key.value)) for key in self.question.keys]

    @property
    def empty(self) -> str:
        """What stands there without an answer: what that means, if it means something (“none”)."""
        return next((key.label for key in self.question.keys if not key.value), "·")


class RoundForm:
    """The questions of one round, and the facts their answers make.

    Like a form of Django's, which takes three times as long to make: and one is made at each tap.
    """

    # Questions without a column on a sheet of paper: they follow from the others.
    not_on_paper: tuple[str, ...] = ()

    def __init__(self, state: MatchState, answers: Mapping[str, str]) -> None:
        """Ask about the round after `state`; “derived” among the answers names those filled in by the form."""
        self.state = state
        self.fields: dict[str, FormQuestion] = {}
        self.sections: list[EntrySection] = []
        self.sums: dict[str, FixedSum] = {}
        self.missing = ""
        self._errors: dict[str, list[str]] | None = None
        # The questions whose answers are wrong together, by the first error.
        self.wrong_fields: tuple[str, ...] = ()
        self.round_facts: RoundFacts | None = None
        # What the table is asked about a round that correct play cannot bring, and what it said yes to before.
        self.doubt = ""
        self.confirmed_doubt = answers.get("irregular", "")
        self.ask()
        filled_in = answers.get("derived", "").split()
        asked = [name for name in self.fields if name in answers and name not in filled_in]
        self.answers = {name: answers[name].strip() for name in asked}
        self.derived = self.following(self.answers)
        self.answers |= self.derived

    def ask(self) -> None:
        """Put the questions (self.fields[name] = PickOne(…)) and lay them out (self.sections)."""
        raise NotImplementedError

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        """Return the facts, as plain JSON values, from the answers given ("" and unasked left out)."""
        raise NotImplementedError

    @classmethod
    def answers_of(cls, facts: Any, state: MatchState) -> dict[str, str]:
        raise NotImplementedError

    def following(self, answers: Mapping[str, str]) -> dict[str, str]:
        """Return the answers that can be only one, since the others are what they are."""
        return {name: rest for one in self._begun_sums(answers) for name, rest in one.following(answers).items()}

    def _begun_sums(self, answers: Mapping[str, str]) -> list[FixedSum]:
        """Return the sums of which something is known."""
        return [one for one in self.sums.values() if not one.total or any(map(answers.get, one.questions))]

    def budgets(self) -> dict[str, int]:
        """Return by question what its keys may cost together ("of one suit"), where that is known."""
        return {}

    def barred(self) -> dict[str, dict[str, str]]:
        """Return by question the keys that cannot be the answer or may not be, by value, and what stands on them.

        They can be tapped all the same: another answer may be the wrong one, and a table may insist.
        """
        asked = {name: answer for name, answer in self.given().items() if name not in self.derived}
        keys = {name: question.keys for name, question in self.fields.items()}
        return {name: barred for one in self._begun_sums(asked) for name, barred in one.barred(asked, keys).items()}

    def sentence(self, given: dict[str, str]) -> str:
        """Say the arithmetic of the answers so far in one sentence; it is shown above the keys."""
        return ""

    def turn(self, given: dict[str, str]) -> str:
        """Say whose turn it is, as the referee answers it: “Ben bids first”, later “Dan leads (bid 3)”."""
        first = self.state.deal.first_of(self.state.names)
        return f"{first[:1].upper()}{first[1:]} {'leads' if self.state.game.deal else 'begins'}"

    def notes(self, given: dict[str, str]) -> list[Key]:
        """Return what the table should see in large all the time (trump), as keys that cannot be tapped."""
        return []

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        """Return the shortcuts open with the answers so far ("everybody made it")."""
        return []

    def mends(self) -> list[Shortcut]:
        """Return the changes that would mend what is wrong, each by one key."""
        given = self.given()
        uneven = self.uneven_sum(given)
        if not uneven or not set(self.wrong_fields) <= set(uneven.questions):
            return []
        changes, mends = uneven.changes(given), []
        for row in (row for section in self.sections for row in section.rows):
            possible = {name: changes[name] for name in row.questions if name in changes}
            is_one_of_several = len(set(row.questions) & set(uneven.questions)) > 1
            for name, answer in possible.items():
                if self.fields[name].has_keys_for(answer):
                    what = f", {self.fields[name].short}" if is_one_of_several else ""
                    mends.append(Shortcut(f"mend-{name}", f"{row.label}{what}: {answer}", {name: answer}))
        return mends

    def uneven_sum(self, given: dict[str, str]) -> FixedSum | None:
        """Return the sum that these answers cannot make any more."""
        return next((one for one in self._begun_sums(given) if one.is_wrong(given)), None)

    def referee_facts(self, given: dict[str, str]) -> dict[str, Any]:
        return {}

    def questions_of(self, path: str) -> tuple[str, ...]:
        """Find the questions the facts at a path come from: one of `bids[2]`, all that are answered of `bids`."""
        name, given = re.sub(r"[\[\].]+", "-", path).strip("-"), self.given()
        if name in self.fields:
            return (name,)
        found = tuple(one for one in self.fields if name and one.startswith(f"{name}-"))
        return tuple(one for one in found if one in given) or found[:1]

    def bound(self) -> dict[str, BoundQuestion]:
        """Return the questions by name with their answers, as pages show them."""
        answers, derived, barred = self.answers, self.derived, self.barred()
        return {
            name: BoundQuestion(
                name, question, answers.get(name), self.is_asked(name), name in derived, barred.get(name, {})
            )
            for name, question in self.fields.items()
        }

    def given(self) -> dict[str, str]:
        return {name: answer for name, answer in self.answers.items() if answer and self.is_asked(name)}

    def is_asked(self, name: str) -> bool:
        question = self.fields[name]
        excused = any(self.answers.get(other) for other in question.skip_if_answered.split())
        return is_open(question.when, self.answers) and not excused

    @property
    def missing_count(self) -> int:
        """The number of answers still needed; of questions with a fixed sum the last one follows."""
        given = self.given()
        needed = {
            name for name, one in self.fields.items() if one.required and self.is_asked(name) and name not in given
        }
        following = sum(not needed.isdisjoint(one.questions) for one in self.sums.values())
        return max(len(needed) - following, 1) if needed else 0

    @property
    def errors(self) -> dict[str, list[str]]:
        """What is wrong, by question; "" where it is about several of them."""
        if self._errors is None:
            self._errors = {}
            self._check_each()
            self.clean()
        return self._errors

    @property
    def first_error(self) -> str:
        return next(iter(self.errors.values()))[0]

    def is_valid(self) -> bool:
        return not self.errors

    def add_error(self, message: str, *names: str) -> None:
        """Note what is wrong with the answers to these questions together."""
        if not self.errors:
            self.wrong_fields = names
        self.errors.setdefault(next(iter(names), ""), []).append(message)

    def _check_each(self) -> None:
        for name, question in self.fields.items():
            try:
                question.check(self.answers.get(name, ""))
            except Impossible as error:
                self.add_error(error.message, name)

    def clean(self) -> None:
        """Check the answers together, and make facts of them."""
        if self.errors:
            return
        given, needed = self.given(), [name for name, question in self.fields.items() if question.required]
        missing = next((name for name in needed if self.is_asked(name) and name not in given), "")
        if missing and (uneven := self.uneven_sum(given)):
            self.add_error(uneven.error_message(given), *(name for name in uneven.questions if name in given))
            return
        self.missing = missing
        if missing:
            self.add_error(f"Not entered yet: {self.fields[missing].label}", missing)
            return
        try:
            self.round_facts = self._played()
        except Impossible as error:
            self.doubt = error.message if isinstance(error, IrregularRound) else ""
            uneven = self.uneven_sum(given)
            wrong = self.questions_of(error.field) or (uneven.questions if uneven else ())
            self.add_error(error.message.removeprefix(f"{error.field}: "), *wrong)

    def _played(self, *, asks: bool = True) -> RoundFacts:
        facts = read(self.read_facts(self.given()), self.state.game.facts)
        try:
            self.state.game.play(self.state, facts)
        except IrregularRound as doubt:
            if asks and doubt.message != self.confirmed_doubt:
                raise
            facts = structs.replace(facts, irregular=True)
            self.state.game.play(self.state, facts)
        return facts

    def partial_facts(self) -> RoundFacts | None:
        """Return the facts entered so far, where they can stand alone (bids without tricks); nothing is asked yet."""
        try:
            return self._played(asks=False)
        except (Impossible, KeyError, ValueError):
            return None


def is_open(when: str, answers: Mapping[str, str]) -> bool:
    """Say whether “way=cards|live” holds: that question has one of these answers. "" always holds."""
    other, _, wanted = when.partition("=")
    return not when or answers.get(other, "") in wanted.split("|")


def form_class(game: Game) -> type[RoundForm]:
    """Return the form of a game's folder."""
    found: type[RoundForm] = import_module(f"games.{game.folder.name}.round_form").RoundForm
    return found


def open_form(state: MatchState, answers: Mapping[str, str]) -> RoundForm:
    return form_class(state.game)(state, answers)
