"""The calculator: a game's own entry form on an empty table. It scores answers that are typed, or read from a question.

A side's points are shown once no further answer changes them. To find out, the open questions are answered in many
ways that the cards allow.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from games.core.definition import Game, MatchState
from games.core.round_form import OURS, THEIRS, RoundForm, form_class, open_form
from games.core.schema import whole_number
from games.core.scorecard import ScoreLine, sums
from scorekeeper.matches.answers import Place
from scorekeeper.matches.models import EntryMode, Match
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.rulebook.referee_page import AskedTable, Choice, KnownFacts
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
# The field of the query by which the rounds of the match so far count.
EARLIER = "earlier"
# Questions that are answered before a way is given up, and rounds of different sizes that are tried.
MAX_OPEN_QUESTIONS, MAX_SIZES = 40, 6
# The question behind a round: “do we get 7 or 9”.
POINTS_ASKED = re.compile(
    r"\b(?:do|did) (?:we|i) (?:get|score) (?:minus )?\d+(?: or (?:minus )?\d+)?\b"
    r"|\b(?:is|are) (?:that|it|this) (?:minus )?\d+(?: or (?:minus )?\d+)?\b(?: points)?|\bhow (?:much|many points)\b"
)
POINTS_OR_POINTS = re.compile(r", +(\d+) or (\d+)$")
# Words around what is read that say nothing more, but for those that leave it open. Any other word might.
SILENT_WORDS = "point points worth much score scores cost costs trick tricks card cards only exactly"
OPEN_WORDS = "about any or than some have has had"
SILENT_STEMS = FUNCTION_STEMS.difference(map(stem, OPEN_WORDS.split())).union(map(stem, SILENT_WORDS.split()))


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
    """`unread`: whether the question that filled it in says something that it has not read.

    `asks`: if that question may mean several rounds, what to ask back; `readings`: each of them by its key.
    """

    unread: bool = False
    asks: str = ""
    readings: Mapping[str, Calculator] = field(default_factory=dict)

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

    def round_of(self, text: str) -> tuple[str, str]:
        """Return the number of the round that is named, by itself or by the cards dealt, "" for none; and the rest."""
        words = rf"\b(?:in )?(?:round|hand|{re.escape(self.game.round_name)}) (\d{{1,3}})\b"
        if named := re.search(words, text):
            return named[1], text.replace(named[0], ",", 1)
        dealt = re.search(r"\b(\d+) cards? dealt\b|\bdealt (\d+)\b|\b(?:(?:in )?a )?hand of (\d+)\b", text)
        if dealt is None:
            return "", text
        sizes = {max(self._state(number).deal.cards, default=0): number for number in sorted(self.rounds, reverse=True)}
        number = sizes.get(int(next(filter(None, dealt.groups()))))
        return (str(number), text.replace(dealt[0], ",", 1)) if number else ("", text)

    @cached_property
    def _table(self) -> MatchState:
        match = self.known.match
        if match:
            now = match.state
            return (
                now.table if self.counts_earlier else replace(match.initial_state.table_at(now.number), rounds_ahead=0)
            )
        # The first seat is the asker's.
        return self.game.table(self.names, len(self.names) - 1, self.context.rules.differing)

    def _state(self, number: int) -> MatchState:
        return replace(self._table, rounds_ahead=number - 1 - len(self._table.rounds))

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
    def asked_back(self) -> Choice | None:
        keys = [(name, reading.address) for name, reading in self.readings.items()]
        return Choice(self.asks, "", keys) if keys else None

    @property
    def rules(self) -> list[str]:
        """The rules of the points, the most points first; before the user is asked back, those that differ."""
        readings = [*self.readings.values()] or [self]
        lines = [{line for result in reading.results for line in result.lines} for reading in readings]
        shown = lines[0].union(*lines) - (lines[0].intersection(*lines) if self.readings else set())
        return [line.rule for line in sorted(shown, key=lambda line: (-abs(line.points), line.rule))]

    @property
    def _sides(self) -> list[int]:
        """The sides with an answer of their own, or the first seat's: a question says nothing of others."""
        state = self._table
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
        for _ in range(MAX_OPEN_QUESTIONS):
            form = open_form(state, answers)
            if form.is_valid() and form.round_facts:
                return self.game.play(state, form.round_facts).rounds[-1].lines
            name = form.missing_question
            barred = form.barred().get(name, {})
            keys = [key.value for key in form.fields[name].keys if key.value not in ("", *barred)] if name else []
            if not keys:
                return None
            answers[name] = self._any_answer(form, name, keys, made_up.get(name), rng, way)
        return None

    def _any_answer(
        self, form: RoundForm, name: str, keys: Sequence[str], made_up: str | None, rng: Random, way: int
    ) -> str:
        """Return an answer that may be given; each key in turn to a question about all players, such as who took it."""
        field, rows = form.fields[name], [row for section in form.sections for row in section.rows]
        if len(keys) <= WAYS and all(row.side is None for row in rows if name in row.questions):
            # Each key once in as many ways; the keys of several questions in other combinations each time.
            times = Random(f"{name} {way // len(keys)}").randrange(len(keys))  # noqa: S311
            return keys[(way + times) % len(keys)]
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
        differing = [pair for option in self.options if option.differs and not match for pair in option.form_fields()]
        number = [("round", str(self.number))] if self.query.get("round") else []
        earlier = [(EARLIER, "on")] if self.counts_earlier else []
        query = urlencode([*table, *number, *fields, *earlier, *differing])
        return f"{path}?{query}" if query else path

    @property
    def counts_earlier(self) -> bool:
        """Whether what the rounds of the match so far left is counted."""
        return EARLIER in self.query and self.known.match is not None

    @property
    def assumption(self) -> Choice | None:
        """The assumption that nothing is carried over, if the game carries anything, with the key that changes it."""
        if self.game.status is Game.status or self.counts_earlier:
            return None
        label, played = f"Earlier {self.game.round_name}s", bool(self.known.match and self.known.match.round_facts)
        query = self.query.copy()
        query[EARLIER] = "on"
        counted = replace(self, query=query, unread=False)
        return Choice(label, "nothing is left from them", [("count them", counted.address)] if played else [])

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
    read = empty.form.read_words(POINTS_ASKED.sub("", " ".join(words)).strip())
    if read is None:
        return None
    number, rest = empty.round_of(read.rest)
    rest, *points_said = POINTS_OR_POINTS.split(rest)
    unread = {stem(word) for word in rest.replace(",", " ").split()} - SILENT_STEMS
    people = [OURS, THEIRS, *({word} for name in known.names for word in words_of(name))]
    is_of_several = sum(not group.isdisjoint(words) for group in people) > 1
    # “Bid 3 took 3, they had two 14s”: nobody can tell where what they did begins.
    is_of_several |= not THEIRS.isdisjoint(words[1:]) and words[0] not in THEIRS

    def filled_in(answers: Mapping[str, str], **said: Any) -> Calculator:
        query = urlencode([*answers.items(), *([("round", number)] if number else [])])
        return Calculator(game, QueryDict(query), known, **said)

    if read.asks and not unread:
        readings = {name: filled_in(answers) for name, answers in read.choices.items()}
        return filled_in(read.answers, unread=True, asks=read.asks, readings=readings)
    calculator = filled_in(read.answers, unread=bool(unread or is_of_several))
    # “…, 12 or 20?” If neither is right, the question means another round.
    is_neither = points_said and not {str(result.points) for result in calculator.results}.intersection(points_said)
    return replace(calculator, unread=True) if is_neither else calculator


def _words(text: str) -> list[str]:
    """Return the words of a question in lower case, but for letters that are cards, with numbers as digits."""
    text = text.replace("=", " is that ")
    pieces = LETTER_CARD.split(ONE.sub(lambda one: f"{one[1] or ''} 1", text))
    words = [word for at, piece in enumerate(pieces) for word in ([piece] if at % 2 else words_of(piece))]
    return [word if word == "one" else NUMBERS.get(word, word) for word in words]
