"""The form of a round: its questions, in the order in which they are answered, and the facts made of the answers.

A question is named after its fact (`bids-2` for `bids[2]`), so that an error about a fact stands beside its question.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from importlib import import_module
from typing import Any, ClassVar, NamedTuple, Self

from msgspec import structs

from games.core.definition import Game, MatchState
from games.core.errors import Impossible, IrregularRound
from games.core.facts import RoundFacts
from games.core.keypad import MARKS, EntrySection, FixedSum, Key, KeyGroup, Shortcut, name_with
from games.core.schema import read
from games.core.text import listed

MAX_ANSWER_LENGTH = 400
# The text of a cell without an answer: a dot, which no accessible name has to contain.
UNSET_TEXT, UNSET_SPOKEN = "\u2027", "not entered yet"
# Parts of a label that explain the keys: “(J 1, a 0)”, “? A key for each time”.
LABEL_HINT = re.compile(rf"^[{MARKS}] | \([^)]*\)$|\?.*$")


@dataclass(eq=False)
class Field:
    """A question of the form, and how it is asked."""

    label: str
    keys: Sequence[Key]
    _: KW_ONLY
    # The heading of its cell; the label if it is missing.
    short: str = ""
    required: bool = True
    # Ask only while another question has one of these answers: "way=cards|live".
    when: str = ""
    # Names of questions, separated by spaces: once one of them is answered, this one is not asked.
    skip_if_answered: str = ""
    # Name of a question: this one is shown as a line above it. Questions that all name the last of them, itself too,
    # are shown and answered together.
    shown_with: str = ""
    # Ask only when its cell is tapped: always, or under a condition like `when`.
    only_when_tapped: bool | str = False
    # A question whose answer is outlined on these keys.
    outlined_by: str = ""
    # Number of keys in an answer of several keys. The keypad goes on to the next question after `most` (0: no limit);
    # an answer with fewer than `least` is incomplete, even if the question is optional.
    most: int = 0
    least: int = 0
    # Questions of one deck share the copies of each key: {"7": 8, "J": 4}.
    deck: str = ""
    copies: Mapping[str, int] = field(default_factory=dict)
    # Write the keys without spaces, as digits of a number; `most` does not count the sign.
    no_spaces: bool = False
    # The keys in groups, instead of `keys`.
    groups: Sequence[KeyGroup] = ()
    # The answer of an extra key, “the rest 0”: it answers this question and all open ones of its row.
    rest_of_row: str = ""
    many: ClassVar[bool] = False

    def __post_init__(self) -> None:
        self.keys = tuple(self.keys) or tuple(key for group in self.groups for key in group.keys)
        self.short = self.short or self.label
        # A key without a value says what a missing answer means.
        self.required = self.required and all(key.value for key in self.keys)

    def check(self, answer: str) -> None:
        """Raise Impossible if the answer is invalid whatever the others are."""
        if len(answer) > MAX_ANSWER_LENGTH:
            raise Impossible(f"at most {MAX_ANSWER_LENGTH} characters")

    def is_whole(self, answer: str) -> bool:
        return len(answer.split()) >= max(self.least, 1)

    def describe_missing(self, answer: str) -> str:
        given = len(answer.split())
        rest = f"{given} of {self.least} {self.short}: {self.least - given} missing"
        return rest if given else f"Left to enter: {self.label}"

    def keys_of(self, answer: str) -> list[Key]:
        """Return the keys of an answer; a plain key for a value without one."""
        by_value = {key.value: key for key in self.keys}
        return [by_value.get(token, Key(token, token)) for token in answer.split()]

    def display_text(self, answer: str) -> str:
        labels = {} if self.no_spaces else {key.value: key.label for key in self.keys}
        return self._joined(" ", answer, labels)

    def spoken(self, answer: str) -> str:
        """Return the answer for screen readers: “king of spades, 2 of hearts”."""
        names = {} if self.no_spaces else {key.value: key.accessible_name for key in self.keys}
        return self._joined(", ", answer, names)

    def has_keys_for(self, answer: str) -> bool:
        """Return whether the answer can be tapped."""
        return {key.value for key in self.keys}.issuperset(answer if self.no_spaces else self._tokens(answer))

    def in_words(self, answer: str) -> list[tuple[str, str]]:
        """Return label and answer as text, where no keys are shown; several pairs if that reads better."""
        labels = {key.value: key.label if any(map(str.isalnum, key.label)) else key.spoken for key in self.keys}
        return [(LABEL_HINT.sub("", self.label), self._joined(", ", answer, labels))]

    def _joined(self, separator: str, answer: str, texts: Mapping[str, str]) -> str:
        """Join the texts of the keys of an answer; names of sides as “Ada, Ben and Cleo”."""
        words = [texts.get(token, token) for token in self._tokens(answer)]
        are_names = all(key.tone.startswith("side-") for key in self.keys_of(answer))
        return listed(words) if are_names else separator.join(words)

    def _tokens(self, answer: str) -> list[str]:
        return answer.split() if self.many and not self.no_spaces else [answer]


class PickOne(Field):
    """A question answered with one key."""

    def check(self, answer: str) -> None:
        super().check(answer)
        if answer and not any(key.value == answer for key in self.keys):
            raise Impossible(f"“{answer[:20]}” is not on the keys")


class PickCards(Field):
    """A question answered with several keys; the answer is their values, separated by spaces."""

    many = True


@dataclass(frozen=True, eq=False)
class BoundField:
    """A question with its answer. `is_derived`: the answer follows from others.

    `barred`: the reason by value of each key that cannot be the answer now. `used_up`: keys with no copy left.
    """

    name: str
    question: Field
    answer: str | None
    is_asked: bool
    is_derived: bool
    barred: Mapping[str, str]
    used_up: Collection[str] = ()

    @property
    def keys(self) -> list[Key]:
        return self.question.keys_of(self.answer or "")

    @property
    def display_text(self) -> str:
        return self.question.display_text(self.answer) if self.answer else ""

    @property
    def spoken_question(self) -> str:
        """The question for screen readers, with the heading of its cell: “Ada bids:”."""
        asked = name_with(self.question.short, self.question.label)
        return asked if asked.endswith("?") else f"{asked}:"

    @property
    def accessible_name(self) -> str:
        """The question and its answer for screen readers: “Ada bids: 2”; before, the word that stands for no answer."""
        if self.answer:
            return f"{self.spoken_question} {self.question.spoken(self.answer)}"
        none = next((key for key in self.question.keys if not key.value), None)
        seen = f"{self.question.short} {none.label}, " if none else ""
        return f"{seen}{self.spoken_question} {none.accessible_name if none else UNSET_SPOKEN}"

    @property
    def tone(self) -> str:
        return next((key.tone for key in self.question.keys if key.value == (self.answer or "")), "")

    @property
    def groups(self) -> list[tuple[KeyGroup, list[tuple[Key, int, str | None]]]]:
        """Return the keys in their groups, each with its copies (0: no limit) and the reason why it is barred."""
        copies, groups = self.question.copies, self.question.groups or [KeyGroup(self.question.keys)]
        return [
            (group, [(key, copies.get(key.value, 0), self.barred.get(key.value)) for key in group.keys])
            for group in groups
        ]

    @property
    def empty_text(self) -> str:
        """The text of a missing answer: its meaning (“none”), or a dot."""
        return next((key.label for key in self.question.keys if not key.value), UNSET_TEXT)


# One side or the other: with words of both, a question does not say whose a bid is.
OURS, THEIRS = {"i", "my", "me", "we", "our", "us"}, {"they", "their", "them", "he", "his", "she", "her"}


class WordsRead(NamedTuple):
    """The answers that a question in words gives, and the rest of the words.

    `asks`: what to ask back if it may mean several rounds, and the answers of each of them by its key.
    """

    answers: dict[str, str]
    rest: str = ""
    asks: str = ""
    choices: Mapping[str, dict[str, str]] = {}

    @classmethod
    def of_either_side(cls, text: str, ours: dict[str, str], theirs: dict[str, str]) -> Self | None:
        """Return both readings of a bid if a text names both sides: “they bid 6, we got 4”."""
        words = set(text.split())
        names_both = words & OURS and words & THEIRS
        return cls(ours, "", "Whose bid?", {"us": ours, "them": theirs}) if names_both else None


def cut(pattern: re.Pattern[str], text: str) -> tuple[list[str], str]:
    """Return the first group that each match of a pattern has, and the text with a comma for each match."""
    found = [next(filter(None, match.groups()), "") for match in pattern.finditer(text)]
    return found, pattern.sub(",", text)


class RoundForm:
    """The form of a round. A form of Django's takes three times as long to create, and each tap creates one."""

    # Questions without a column on the paper sheet: their answers follow from others.
    not_on_paper: tuple[str, ...] = ()
    # Whether the last round decides what is asked; in a first round that of an earlier match.
    follows_last_round = False

    def __init__(self, state: MatchState, answers: Mapping[str, str], earlier_facts: RoundFacts | None = None) -> None:
        """`state`: before the round. `answers["derived"]`: names of the answers that the form filled in.

        `earlier_facts`: of the last round of the table's match before.
        """
        self.state = state
        self.posted_answers = answers
        self.last_facts = state.rounds[-1].facts if state.rounds else earlier_facts
        self.fields: dict[str, Field] = {}
        self.sections: list[EntrySection] = []
        self.sums: dict[str, FixedSum] = {}
        self.missing_question = ""
        self._errors: dict[str, list[str]] | None = None
        # The questions that the first error is about.
        self.wrong_fields: tuple[str, ...] = ()
        self.round_facts: RoundFacts | None = None
        # The question to the table about facts that correct play cannot bring, and the one it has confirmed.
        self.doubt = ""
        self.confirmed_doubt = answers.get("irregular", "")
        self.ask()
        filled_in = answers.get("derived", "").split()
        asked = [name for name in self.fields if name in answers and name not in filled_in]
        self.answers = {name: answers[name].strip() for name in asked}
        self.derived = self.derived_answers(self.answers)
        self.answers |= self.derived

    def ask(self) -> None:
        """Define the questions (self.fields[name] = PickOne(…)) and their layout (self.sections)."""
        raise NotImplementedError

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        """Return the facts as plain JSON values. `answers`: without empty answers and questions that are not asked."""
        raise NotImplementedError

    @classmethod
    def answers_of(cls, facts: Any, state: MatchState) -> dict[str, str]:
        raise NotImplementedError

    def derived_answers(self, answers: Mapping[str, str]) -> dict[str, str]:
        """Return answers that follow from the others, except those that no key has: they are asked, and refused."""
        return {
            name: rest
            for fixed_sum in self._started_sums(answers)
            for name, rest in fixed_sum.derived_answers(answers).items()
            if self.fields[name].has_keys_for(rest)
        }

    def _started_sums(self, answers: Mapping[str, str]) -> list[FixedSum]:
        """Return the sums that have an answer or a total of 0; of the others no answer follows yet."""
        return [
            fixed_sum
            for fixed_sum in self.sums.values()
            if not fixed_sum.total or any(map(answers.get, fixed_sum.questions))
        ]

    def barred(self) -> dict[str, dict[str, str]]:
        """Return by question and key the short reason why the key cannot or may not be the answer now.

        The keys can still be tapped: another answer may be wrong, and the table may confirm a doubt.
        """
        asked = {name: answer for name, answer in self.given().items() if name not in self.derived}
        keys = {name: question.keys for name, question in self.fields.items()}
        sums = self._started_sums(asked)
        return {name: reasons for fixed_sum in sums for name, reasons in fixed_sum.barred(asked, keys).items()}

    def sentence(self, given: dict[str, str]) -> str:
        """Return the arithmetic of the answers so far, shown above the keys."""
        return ""

    def turn(self, given: dict[str, str]) -> str:
        """Return whose turn it is: “Ben bids first”, later “Dan leads (bid 3)”."""
        first = self.state.deal.first_of(self.state.names)
        return f"{first[:1].upper()}{first[1:]} {'leads' if self.state.game.deal else 'goes first'}"

    def notes(self, given: dict[str, str]) -> list[Key]:
        """Return facts for the whole table to see, such as trump, as keys that cannot be tapped."""
        return []

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        """Return the shortcuts that fit the answers so far: “Everybody made it”."""
        return []

    def corrections(self) -> list[Shortcut]:
        """Return the changes that would correct the error, each with one key."""
        given = self.given()
        wrong_sum = self.impossible_sum(given)
        if not wrong_sum or not set(self.wrong_fields) <= set(wrong_sum.questions):
            return []
        changes, corrections = wrong_sum.changes(given), []
        for row in (row for section in self.sections for row in section.rows):
            possible = {name: changes[name] for name in row.questions if name in changes}
            is_one_of_several = len(set(row.questions) & set(wrong_sum.questions)) > 1
            for name, answer in possible.items():
                if self.fields[name].has_keys_for(answer):
                    column = f", {self.fields[name].short}" if is_one_of_several else ""
                    corrections.append(Shortcut(f"correction-{name}", f"{row.label}{column}: {answer}", {name: answer}))
        return corrections

    def impossible_sum(self, given: dict[str, str]) -> FixedSum | None:
        """Return a sum that these answers cannot add up to."""
        return next((fixed_sum for fixed_sum in self._started_sums(given) if fixed_sum.is_wrong(given)), None)

    def translate(self, name: str, answer: str, other: "RoundForm") -> tuple[str, str] | None:
        """Return how a form of the same players in another order has a question and its answer; None if it has not.

        Questions and keys are known by their labels, which name the players. What is no question stays as it is.
        """
        if (asked := self.fields.get(name)) is None:
            return name, answer
        same = next((new for new, question in other.fields.items() if question.label == asked.label), None)
        if same is None:
            return None
        labels = {key.value: key.accessible_name for key in asked.keys}
        values = {key.accessible_name: key.value for key in other.fields[same].keys}
        tokens = answer.split()
        if any(labels[token] not in values for token in tokens if token in labels):
            return None
        return same, " ".join(values[labels[token]] if token in labels else token for token in tokens)

    # --- What players answer on their own phones ---

    @property
    def secret_questions(self) -> tuple[str, ...]:
        """The questions that nobody sees answered before all of them are: bids that are shown at once."""
        return ()

    @property
    def secret_until_played(self) -> bool:
        """Whether the secret questions stay secret until the round has been played."""
        return False

    def questions_of_seat(self, seat: int) -> tuple[str, ...]:
        """Return the questions about one player alone, in the order of their row."""
        alone = [side for side, seats in enumerate(self.state.teams) if list(seats) == [seat]]
        rows = [row for section in self.sections for row in section.rows]
        own = (row for row in rows if (row.side in alone if row.seat is None else row.seat == seat))
        return tuple(name for row in own for name in row.questions)

    def questions_now(self, answered: Collection[str]) -> Collection[str]:
        """Return the questions that can be answered now: no tricks before all have bid."""
        return self.fields.keys()

    def read_words(self, text: str) -> WordsRead | None:
        """Return the answers that a question in words gives, those of the first seat for whoever asks; None for none.

        `text`: in lower case but for cards that are a letter, without punctuation, numbers as digits: “bid 4 took 6”.
        """
        return None

    def referee_facts(self, given: dict[str, str]) -> dict[str, Any]:
        """Return facts of the round for the questions to the referee: `{"trump": "H"}`."""
        return {}

    def questions_of(self, path: str) -> tuple[str, ...]:
        """Return the questions of the facts at a path: one for `bids[2]`, all answered ones for `bids`."""
        name, given = re.sub(r"[\[\].]+", "-", path).strip("-"), self.given()
        if name in self.fields:
            return (name,)
        questions = tuple(field for field in self.fields if name and field.startswith(f"{name}-"))
        return tuple(field for field in questions if field in given) or questions[:1]

    def bound_fields(self) -> dict[str, BoundField]:
        """Return the questions with their answers, by name."""
        answers, derived, barred = self.answers, self.derived, self.barred()
        return {
            name: BoundField(
                name, question, answers.get(name), self.is_asked(name), name in derived, barred.get(name, {})
            )
            for name, question in self.fields.items()
        }

    def given(self) -> dict[str, str]:
        return {name: answer for name, answer in self.answers.items() if answer and self.is_asked(name)}

    def is_asked(self, name: str) -> bool:
        question = self.fields[name]
        is_skipped = any(self.answers.get(other) for other in question.skip_if_answered.split())
        return is_condition_met(question.when, self.answers) and not is_skipped

    @property
    def missing(self) -> list[str]:
        """The questions of which an answer is needed, or the rest of it."""
        asked = {name: self.answers.get(name, "") for name in self.fields if self.is_asked(name)}
        return [
            name
            for name, answer in asked.items()
            if not self.fields[name].is_whole(answer) and (answer or self.fields[name].required)
        ]

    @property
    def missing_count(self) -> int:
        """The number of answers still needed; the last one of a fixed sum is not."""
        missing = self.missing
        derivable = sum(not set(missing).isdisjoint(fixed_sum.questions) for fixed_sum in self.sums.values())
        return max(len(missing) - derivable, 1) if missing else 0

    @property
    def errors(self) -> dict[str, list[str]]:
        """Error messages by question; "" for errors about several questions."""
        if self._errors is None:
            self._errors = {}
            for name, question in self.fields.items():
                try:
                    question.check(self.answers.get(name, ""))
                except Impossible as error:
                    self.add_error(error.message, name)
            self.clean()
        return self._errors

    @property
    def first_error(self) -> str:
        return next(iter(self.errors.values()))[0]

    def is_valid(self) -> bool:
        return not self.errors

    def add_error(self, message: str, *names: str) -> None:
        """Add an error about the answers to these questions."""
        if not self.errors:
            self.wrong_fields = names
        self.errors.setdefault(next(iter(names), ""), []).append(message)

    def clean(self) -> None:
        """Check the answers together and make facts of them."""
        if self.errors:
            return
        given, missing = self.given(), next(iter(self.missing), "")
        if missing and (wrong_sum := self.impossible_sum(given)):
            self.add_error(wrong_sum.error_message(given), *(name for name in wrong_sum.questions if name in given))
            return
        self.missing_question = missing
        if missing:
            self.add_error(self.fields[missing].describe_missing(given.get(missing, "")), missing)
            return
        try:
            self.round_facts = self._play()
        except Impossible as error:
            self.doubt = error.message if isinstance(error, IrregularRound) else ""
            wrong_sum = self.impossible_sum(given)
            questions = self.questions_of(error.field) or (wrong_sum.questions if wrong_sum else ())
            self.add_error(error.message.removeprefix(f"{error.field}: "), *questions)

    def _play(self, *, asks_table: bool = True) -> RoundFacts:
        facts = read(self.read_facts(self.given()), self.state.game.facts)
        try:
            self.state.game.play(self.state, facts)
        except IrregularRound as doubt:
            if asks_table and doubt.message != self.confirmed_doubt:
                raise
            facts = structs.replace(facts, irregular=True)
            self.state.game.play(self.state, facts)
        return facts

    def partial_facts(self) -> RoundFacts | None:
        """Return the facts entered so far, if they are valid alone: bids without tricks."""
        try:
            return self._play(asks_table=False)
        except (Impossible, KeyError, ValueError):
            return None


def is_condition_met(when: str, answers: Mapping[str, str]) -> bool:
    """Return whether a condition like “way=cards|live” holds; an empty one always does.

    Parts joined by “&” hold together, and of those joined by “;” one has to: “way=points;way=live&bid=”.
    """

    def holds(part: str) -> bool:
        other, _, wanted = part.partition("=")
        return not part or answers.get(other, "") in wanted.split("|")

    return any(all(map(holds, parts.split("&"))) for parts in when.split(";"))


def form_class(game: Game) -> type[RoundForm]:
    """Import the form of a game."""
    form: type[RoundForm] = import_module(f"games.{game.folder.name}.round_form").RoundForm
    return form


def open_form(state: MatchState, answers: Mapping[str, str], earlier_facts: RoundFacts | None = None) -> RoundForm:
    return form_class(state.game)(state, answers, earlier_facts)
