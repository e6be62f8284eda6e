"""What is known before anything is tapped: who plays, by which house rules, and how the round stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from games.core import question_fields, referee
from games.core.errors import Impossible
from games.core.examples import EXAMPLE_NAMES
from games.core.house_rules import HouseRules
from games.core.question_fields import QuestionContext
from scorekeeper.matches.drafts import CORRECT, PLAY, Place
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.matches.setup import OptionField, option_fields
from scorekeeper.rulebook.rules_page import RulesSection, read_rules
from scorekeeper.rulebook.wording import HouseRuleText, house_rule_texts, ruling_text, with_names

if TYPE_CHECKING:
    from django.http import QueryDict

    from games.core.deal import Deal
    from games.core.definition import Game
    from games.core.keypad import Key
    from games.core.question_fields import AnswerSlot, AskedField
    from games.core.referee import Question, Ruling
    from scorekeeper.matches.models import Match


# --- The plan of a game's deals: all of them where it has a fixed length, else the next ones.

AROUND = 3
"""So many times around the table are shown of a game without end."""


class ScheduledDeal(NamedTuple):
    """One deal in words, and whether it is the one asked about."""

    number: int
    dealer: str
    cards: str
    left: int
    first: str
    asked: bool


def deal_schedule(desk: RefereeQuestion) -> list[ScheduledDeal]:
    """Return the deals; none where this table could not play."""
    game, rules, players = desk.game, desk.table.rules, len(desk.names)
    dealer, asked = _number(desk.answers.get("first_dealer", "0")), _number(desk.answers.get("round", ""))
    try:
        game.table(desk.names, dealer, rules.differing)
    except Impossible:
        return []
    length = game.length(players, rules)
    first = 1 if length else max(asked, 1)
    numbers = range(first, 1 + (length or first + AROUND * players - 1))
    deals = [game.deal_of(players, number, dealer, rules) for number in numbers]
    return [_scheduled(deal, desk.names, asked) for deal in deals]


def _scheduled(deal: Deal, names: list[str], asked: int) -> ScheduledDeal:
    fewest, most = min(deal.cards), max(deal.cards)
    cards = str(most) if fewest == most else f"{fewest} or {most}"
    return ScheduledDeal(deal.number, names[deal.dealer], cards, deal.left, names[deal.first], deal.number == asked)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


@dataclass(frozen=True)
class MatchKnowledge:
    """The facts by the names the referee asks for; nothing at all where no match is asked at."""

    match: Match | None = None
    names: Sequence[str] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    options: Sequence[OptionField] = ()

    @classmethod
    def at(cls, match: Match) -> MatchKnowledge:
        """Return what a match knows in the round to come, as far as it is typed; of one that is over, in its last."""
        entering, state = _entering(match), match.table
        facts = {"players": state.players, "first_dealer": state.first_dealer}
        if entering:
            deal = entering.state.deal
            facts |= {"round": deal.number, "dealer": deal.dealer, **_typed(entering)}
        options = [OptionField(option, state.rules.in_force[option.name]) for option in match.game.house_rules]
        return cls(match, state.names, facts, options)


def _entering(match: Match) -> RoundEntry | None:
    played = len(match.round_facts)
    if match.is_open:
        return RoundEntry.from_draft(match, Place(PLAY, played + 1))
    return RoundEntry.from_round(match, Place(CORRECT, played)) if played else None


def _typed(entering: RoundEntry) -> dict[str, Any]:
    """Return what is known of the round itself; what is typed may not make sense yet."""
    try:
        return entering.form.known(entering.legible)
    except Impossible:
        return {}


# --- A referee's answer as the desk shows it: in words or as cards, with the rule and the house rules behind
# it.


class PickedCard(NamedTuple):
    """A card of the question, and whether it is the answer, or one of it."""

    key: Key
    lit: bool


@dataclass(frozen=True)
class ShownAnswer:
    """The answer to a question that was asked with these facts."""

    desk: RefereeQuestion
    facts: dict[str, Any]
    ruling: Ruling

    @property
    def told(self) -> str:
        return ruling_text(self.desk.kind, self.facts, self.ruling, self.desk.names)

    @property
    def why(self) -> str:
        return with_names(self.ruling.why, self.desk.names)

    @property
    def cards(self) -> list[PickedCard]:
        slot = next((slot for slot in self.desk.slots if slot.name == self.desk.kind.picks), None)
        if slot is None:
            return []
        said, answer = self.desk.answers.get(slot.name, "").split(), self.ruling.answer
        return [
            PickedCard(slot.key(token), at == answer if isinstance(answer, int) else token in answer)
            for at, token in enumerate(said)
        ]

    @property
    def section(self) -> RulesSection | None:
        return read_rules(self.desk.game).section(self.ruling.rule)

    @property
    def address(self) -> str:
        match = self.desk.known.match
        return reverse("match-rules", args=[match.pk]) if match else reverse("rules", args=[self.desk.game.key])

    @property
    def text(self) -> str:
        return self.section.linked_from(self.address) if self.section else ""

    @property
    def house_rules(self) -> list[HouseRuleText]:
        agreed, named = (
            house_rule_texts(self.desk.game, self.desk.table.rules),
            self.section.names if self.section else (),
        )
        return [rule for rule in agreed if rule.option.rule == self.ruling.rule or rule.option.name in named]


# --- The referee's desk: a question as an address says it, completed by what a match knows, and its answer.

LONGEST_NAME, MOST_KEYS = 40, 200
USUAL = 4
"""So many play where nobody says how many."""


@dataclass(frozen=True)
class RefereeQuestion:
    """A question of a game, with what was tapped so far; `known`: what the match it is asked at knows."""

    game: Game
    kind: type[Question]
    said: QueryDict
    known: MatchKnowledge

    @property
    def title(self) -> str:
        return self.kind.title

    @property
    def ask(self) -> str:
        return str(self.kind.__struct_config__.tag)

    @cached_property
    def options(self) -> list[OptionField]:
        data = self.said.copy()
        for option in self.known.options:
            if option.name not in data:
                for name, value in option.sent():
                    data.appendlist(name, value)
        return option_fields(self.game.house_rules, data)

    @cached_property
    def named(self) -> list[str]:
        names = [name.replace("\0", "").strip()[:LONGEST_NAME] for name in self.said.getlist("player")]
        return list(filter(None, names))[: self.game.seats[-1]]

    @cached_property
    def names(self) -> list[str]:
        names, seats = self.named or list(self.known.names), self.game.seats
        usual = len(names) if len(names) in seats else min(max(USUAL, seats[0]), seats[-1])
        count = next((count for count in seats if str(count) == self.said.get("players", "").strip()), usual)
        return (names if len(names) >= count else [*names, *EXAMPLE_NAMES[len(names) :]])[:count]

    @cached_property
    def table(self) -> QuestionContext:
        chosen = {field.option.name: field.value for field in self.options if not field.wrong}
        return QuestionContext(self.game, HouseRules(self.game.house_rules, chosen), self.names)

    @cached_property
    def asked(self) -> list[AskedField]:
        return question_fields.asked_fields(self.kind, self.table)

    @property
    def slots(self) -> list[AnswerSlot]:
        return [slot for one in self.asked for slot in one.slots]

    @cached_property
    def prefilled(self) -> dict[str, str]:
        facts = {**question_fields.default_facts(self.kind), "players": len(self.names), **self.known.facts}
        return question_fields.answers_from_facts(self.kind, self.table, facts)

    @cached_property
    def answers(self) -> dict[str, str]:
        said = {slot.name: self._tokens(slot) for slot in self.slots}
        return {name: " ".join(tokens) for name, tokens in said.items() if tokens}

    def _tokens(self, slot: AnswerSlot) -> list[str]:
        if slot.name not in self.said:
            return self.prefilled.get(slot.name, "").split()
        tokens = " ".join(self.said.getlist(slot.name)).replace("\0", "").split()
        tokens = tokens[:MOST_KEYS] if slot.many else tokens[-1:]
        return tokens[:-1] if self.said.get("back") == slot.name else tokens

    @cached_property
    def missing(self) -> str:
        """What to tap before it can be answered; "" once it can."""
        return next(filter(None, map(self._prompt, self.slots)), "")

    def _prompt(self, slot: AnswerSlot) -> str:
        return slot.prompt(self.answers.get(slot.name, ""))

    @cached_property
    def refused(self) -> str:
        return self._outcome if isinstance(self._outcome, str) else ""

    @property
    def answered(self) -> ShownAnswer | None:
        return self._outcome if isinstance(self._outcome, ShownAnswer) else None

    @cached_property
    def _outcome(self) -> ShownAnswer | str | None:
        if wrong := next((field for field in self.options if field.wrong), None):
            return f"{wrong.option.title}: {wrong.wrong}"
        if self.missing:
            return None
        facts = question_fields.facts_from_answers(self.kind, self.table, self.answers)
        try:
            ruling = referee.ask(self.game, {"ask": self.ask, "house_rules": self.table.rules.differing, **facts})
        except Impossible as error:
            # Before anything is tapped nothing is wrong yet.
            return with_names(error.message, self.names) if self.answers.keys() - self.prefilled.keys() else None
        return ShownAnswer(self, facts, ruling)

    @cached_property
    def marked(self) -> AnswerSlot | None:
        by_name = {slot.name: slot for slot in self.slots}
        last = by_name.get(self.said.get("at", ""))
        growing = [slot for slot in self.slots if slot.many and not self.is_full(slot)]
        again = [last] if last and (last in growing or last.name not in self.answers) else []
        needed = [slot for slot in self.slots if self._prompt(slot)]
        untouched = [slot for slot in self.slots if slot.name not in self.answers]
        following = next(iter([*again, *needed, *growing, *untouched, *self.slots]), None)
        return by_name.get(self.said.get("mark", ""), following)

    def is_full(self, slot: AnswerSlot) -> bool:
        return 0 < slot.most <= len(self.answers.get(slot.name, "").split())

    @property
    def plans(self) -> bool:
        return self.kind is referee.AskDeal

    @cached_property
    def schedule(self) -> list[ScheduledDeal]:
        return deal_schedule(self) if self.plans else []


# --- The addresses of a question with all that was tapped: to be reopened, and to be sent to the others.


def own_address(desk: RefereeQuestion) -> str:
    match = desk.known.match
    if match is None:
        return plain_address(desk)
    cleared = [(name, "") for name in desk.prefilled if name not in desk.answers]
    played = {field.name: field.value for field in desk.known.options}
    otherwise = [field for field in desk.options if field.value != played[field.name]]
    said = [*desk.answers.items(), *cleared, *_sent(otherwise)]
    return _with(reverse("match-referee-question", args=[match.pk, desk.ask]), said)


def plain_address(desk: RefereeQuestion) -> str:
    named = (
        [("player", name) for name in desk.names] if list(desk.names) != list(EXAMPLE_NAMES[: len(desk.names)]) else []
    )
    differing = _sent(field for field in desk.options if field.differs)
    return _with(
        reverse("referee-question", args=[desk.game.key, desk.ask]), [*desk.answers.items(), *differing, *named]
    )


def _sent(fields: Iterable[OptionField]) -> list[tuple[str, str]]:
    return [pair for field in fields for pair in field.sent()]


def _with(path: str, said: list[tuple[str, str]]) -> str:
    return f"{path}?{urlencode(said)}" if said else path
