"""The calculator: a game's own entry form on an empty table. It scores answers that are typed, or read from a question.

A side's points are shown once no further answer changes them. To find out, the open questions are answered in many
ways that the cards allow.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from games.core.definition import Game, MatchState
from games.core.round_form import RoundForm, form_class, open_form
from games.core.schema import whole_number
from games.core.scorecard import ScoreLine, sums
from scorekeeper.matches.answers import Place
from scorekeeper.matches.models import EntryMode, Match
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.rulebook.referee_page import AskedTable, KnownFacts
from scorekeeper.rulebook.search_words import FUNCTION_STEMS, NUMBERS, stem, words_of

# “Can I bid 7 with 3 trumps?” and “is my null lost” ask for a rule, not for points.
ASKS_FOR_A_RULE = re.compile(
    r"\b(?:can|cannot|may|must|should|could|allowed|legal|have to|need to)\b"
    r"|^(?:is|are|am|was|were|do|does|did|will|would|has|have|why|when|who|which|where)\b",
    re.IGNORECASE,
)
# “One” is a number only where it is counted: not in “in one trick”.
ONE = re.compile(
    r"\b(bid|took|takes?|got|gets?|made|makes?|won|by|off|only|just) one\b|\bone(?= (?:short|over|under|too)\b)",
    re.IGNORECASE,
)
# A card that is a letter: a capital where no sentence begins.
LETTER_CARD = re.compile(r"(?<=[^.?!] )([A-HJ-Z])(?!\w)")
# Ways in which the open questions are answered, and how many of them have to be possible: what all of them agree on is
# shown. Of the keys of one question each is tried, if there are not more than these.
WAYS, MIN_WAYS = 12, 4
# Questions that are answered before a way is given up, and rounds of different sizes that are tried.
MAX_OPEN_QUESTIONS, MAX_SIZES = 40, 6
# Words that say nothing more about a round whose bids, tricks and cards are read. Any other word might.
SCORING_WORDS = (
    "bid took take taken got get made make won with trick only just short over under by too few many exact exactly "
    "lost failed missed set hand round card cards blind point points worth much score scores costs stuck left "
    "collected still no none nothing not but and or of all each both dealt partner s"
)
SCORING_STEMS = frozenset(map(stem, SCORING_WORDS.split()))
# One side or the other: a question with both does not say which number is whose.
OURS, THEIRS = {"i", "my", "me", "we", "our", "us"}, {"they", "their", "them", "he", "his", "she", "her"}


class SideResult(NamedTuple):
    """The certain points of a side: its whole round (`is_total`), or some score lines."""

    name: str
    mark: int
    points: int
    lines: tuple[ScoreLine, ...]
    is_total: bool


class CalculatorEntry(RoundEntry):
    """The round that is worked out: nothing is stored, and nobody else enters anything."""

    @property
    def draft_url(self) -> str:
        return ""


@dataclass(frozen=True)
class Calculator(AskedTable):
    """`unread`: whether the question that filled it in says something that it has not read."""

    unread: bool = False

    # Without these caches the calculator takes 2 to 10 ms of 17 more each.
    @cached_property
    def number(self) -> int:
        """The round: as asked; of the match, if its answers can be given there; else the first with most cards."""
        asked = whole_number(self.query.get("round", ""))
        if asked is not None:
            return asked
        usual = self.known.facts.get("round", self.rounds[0])
        form = open_form(self._state(usual), self._said)
        fits = all(form.fields[name].has_keys_for(answer) for name, answer in form.given().items())
        return usual if fits else self.rounds[0]

    @cached_property
    def rounds(self) -> list[int]:
        """The numbers of the rounds, those with most cards first; of a game without end, the first."""
        numbers = range(1, 1 + (self._table.length or 1))
        return sorted(numbers, key=lambda number: -max(self._state(number).deal.cards, default=0))

    def round_of(self, text: str) -> str:
        """Return the number of the round that is named, by itself or by the cards that are dealt; "" for none."""
        if named := re.search(rf"\b(?:round|hand|{re.escape(self.game.round_name)}) (\d{{1,3}})\b", text):
            return named[1]
        dealt = re.search(r"\b(\d+) cards? dealt\b|\b(?:dealt|hand of) (\d+)\b", text)
        sizes = {max(self._state(number).deal.cards, default=0): number for number in sorted(self.rounds, reverse=True)}
        return str(sizes.get(int(dealt[1] or dealt[2]), "")) if dealt else ""

    def numbers_of_round(self, number: str) -> set[int]:
        return {int(number), *self._state(int(number)).deal.cards} if number and int(number) in self.rounds else set()

    @cached_property
    def _table(self) -> MatchState:
        match = self.known.match
        if match:
            return match.initial_state
        # The first seat is the asker's.
        return self.game.table(self.names, len(self.names) - 1, self.context.rules.differing)

    def _state(self, number: int) -> MatchState:
        return replace(self._table, rounds_ahead=number - 1)

    @cached_property
    def _said(self) -> dict[str, str]:
        return {name: " ".join(self.query.getlist(name)).strip() for name in self.query if self.query[name]}

    @cached_property
    def entry(self) -> CalculatorEntry:
        state, match = self._state(self.number), self.known.match or Match(game_key=self.game.key)
        vars(match).setdefault("earlier_facts", None)
        entry = CalculatorEntry(match, Place(EntryMode.PLAY, self.number), self._said, later_state=state)
        for shortcut in [*entry.shortcuts, *entry.corrections]:
            if shortcut.name == self.query.get("shortcut"):
                return replace(entry, answers={**entry.answers, **shortcut.answers})
        return entry

    @property
    def form(self) -> RoundForm:
        return self.entry.form

    @cached_property
    def results(self) -> list[SideResult]:
        """The certain points of the sides in question; [] if some words of the question were not read."""
        if self.unread or self.entry.error or not self.form.given():
            return []
        outcomes = [self.entry.lines] if self.form.round_facts else [*self._outcomes()]
        if not self.form.round_facts and len(outcomes) < MIN_WAYS:
            return []
        results = (self._result(side, outcomes) for side in self._sides)
        return [result for result in results if result.is_total or result.lines]

    @property
    def _sides(self) -> list[int]:
        """All sides in a complete round, else those with an answer of their own, or the first seat's."""
        state = self._table
        if self.form.round_facts and not self.form.derived:
            return [*range(len(state.totals))]
        answered = self.form.given().keys() - self.form.derived.keys()
        seats = [seat for seat in range(state.players) if answered & {*self.form.questions_of_seat(seat)}]
        return sorted({state.side_of(seat) for seat in seats}) or [0]

    def _result(self, side: int, outcomes: Sequence[Sequence[ScoreLine]]) -> SideResult:
        totals = {sums(lines, len(self._table.totals))[side] for lines in outcomes}
        certain = tuple(line for line in outcomes[0] if line.side == side and all(line in lines for lines in outcomes))
        is_total = len(totals) == 1
        points = totals.pop() if is_total else sum(line.points for line in certain)
        return SideResult(self._table.side_names[side], self._table.marks[side], points, certain, is_total)

    def _outcomes(self) -> Iterator[Sequence[ScoreLine]]:
        """Yield the lines of rounds that have these answers and any others; of any size, if none was asked for."""
        step = max(len(self.rounds) // MAX_SIZES, 1)
        numbers = [self.number] if self.query.get("round") else [self.number, *self.rounds[::step]]
        for way in range(WAYS):
            if (lines := self._outcome(self._state(numbers[way % len(numbers)]), way)) is not None:
                yield lines

    def _outcome(self, state: MatchState, way: int) -> Sequence[ScoreLine] | None:
        rng, answers = Random(way), dict(self._said)  # noqa: S311  # the same question has the same answer
        made_up = form_class(self.game).answers_of(self.game.simulate(rng, state), state) if self.game.simulate else {}
        for place in range(MAX_OPEN_QUESTIONS):
            form = open_form(state, answers)
            if form.is_valid() and form.round_facts:
                return self.game.play(state, form.round_facts).rounds[-1].lines
            name = form.missing_question
            barred = form.barred().get(name, {})
            keys = [key.value for key in form.fields[name].keys if key.value not in ("", *barred)] if name else []
            if not keys:
                return None
            answers[name] = self._any_answer(form, name, keys, made_up.get(name), rng, way + place)
        return None

    def _any_answer(
        self, form: RoundForm, name: str, keys: Sequence[str], made_up: str | None, rng: Random, turn: int
    ) -> str:
        """Return an answer that may be given; each key in turn to a question about all players, such as who took it."""
        field, rows = form.fields[name], [row for section in form.sections for row in section.rows]
        if len(keys) <= WAYS and all(row.side is None for row in rows if name in row.questions):
            return keys[turn % len(keys)]
        if not field.many or field.no_spaces:
            return made_up if made_up is not None and made_up in keys else rng.choice(keys)
        # Cards that are left in the deck.
        used = Counter(
            token for other, answer in form.given().items() if form.fields[other].deck for token in answer.split()
        )
        left = [key for key in keys if field.copies.get(key, 1) > used[key]]
        wanted = [key for key in (made_up or "").split() if key in left]
        return " ".join(wanted or rng.sample(left, min(field.most or 1, len(left))))

    @property
    def address(self) -> str:
        match = self.known.match
        path = reverse("match-calculator", args=[match.pk]) if match else reverse("calculator", args=[self.game.key])
        form = self.entry.form
        fields = [(name, answer) for name, answer in form.answers.items() if answer and name not in form.derived]
        fields += [("irregular", form.confirmed_doubt)] if form.confirmed_doubt else []
        table = [] if match else [(name, value) for name in ("players", "player") for value in self.query.getlist(name)]
        differing = [pair for field in self.options if field.differs and not match for pair in field.form_fields()]
        number = [("round", str(self.number))] if self.query.get("round") else []
        query = urlencode([*table, *number, *fields, *differing])
        return f"{path}?{query}" if query else path

    @property
    def assumption(self) -> str:
        """The assumption that nothing is carried over, if the game carries anything."""
        carries = self.game.status is not Game.status
        return f"nothing is left from earlier {self.game.round_name}s" if carries else ""

    @property
    def choices(self) -> list[tuple[str, str, list[tuple[int, bool]]]]:
        """Questions besides the house rules: how many play, and which round."""
        seats = [] if self.known.match else [(count, count == len(self.names)) for count in self.game.seats]
        numbers = [(number, number == self.number) for number in sorted(self.rounds)]
        asked = (("players", "players", seats), ("round", self.game.round_name, numbers))
        return [choice for choice in asked if len(choice[2]) > 1]


def read_question(text: str, game: Game, known: KnownFacts) -> Calculator | None:
    """Return the calculator filled in with the round a question describes; None if it describes none."""
    if game.requires_name or ASKS_FOR_A_RULE.search(text):
        return None
    words, empty = _words(text), Calculator(game, QueryDict(), known)
    answers = empty.form.read_words(" ".join(words))
    if not answers:
        return None
    number = empty.round_of(" ".join(words))
    said = [*answers.items(), *([("round", number)] if number else [])]
    fields = empty.form.fields
    labels = [fields[name].label for name in answers]
    labels += [f"{key.label} {key.spoken}" for name in answers for key in fields[name].keys_of(answers[name])]
    read = {stem(word) for label in labels for word in words_of(label)} | SCORING_STEMS | FUNCTION_STEMS
    unread = {stem(word) for word in words if not word.isdecimal()} - read - {*_tokens(said)}
    numbers = {int(word) for word in words if word.isdecimal()} - _numbers_in(said) - empty.numbers_of_round(number)
    people = [OURS, THEIRS, *({word} for name in known.names for word in words_of(name))]
    is_of_several = sum(not group.isdisjoint(words) for group in people) > 1
    return Calculator(game, QueryDict(urlencode(said)), known, bool(numbers or unread or is_of_several))


def _words(text: str) -> list[str]:
    """Return the words of a question in lower case, but for letters that are cards, with numbers as digits."""
    pieces = LETTER_CARD.split(ONE.sub(lambda one: f"{one[1] or ''} 1", text))
    words = [word for at, piece in enumerate(pieces) for word in ([piece] if at % 2 else words_of(piece))]
    return [word if word == "one" else NUMBERS.get(word, word) for word in words]


def _tokens(said: Sequence[tuple[str, str]]) -> list[str]:
    return [token for _, value in said for token in value.split()]


def _numbers_in(said: Sequence[tuple[str, str]]) -> set[int]:
    """Return the numbers that these answers say: their own, how far bid and tricks are apart, and “3” of “7 7 7”."""
    tokens = _tokens(said)
    own = [int(token) for token in tokens if token.isdecimal()]
    pairs = {number for first, second in combinations(own, 2) for number in (first + second, abs(first - second))}
    return {*own} | pairs | set(Counter(map(str.lower, tokens)).values())
