"""A question to the referee: answers from the query and the match, the ruling, and the links to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from games.core import prompts, referee
from games.core.deal import Deal
from games.core.definition import Game
from games.core.errors import Impossible
from games.core.examples import EXAMPLE_NAMES
from games.core.house_rules import HouseRules
from games.core.prompts import QuestionContext
from games.core.referee import Question, Ruling
from games.core.round_form import BoundField, Field
from games.core.schema import whole_number
from games.core.text import MAX_NAME_LENGTH, listed
from scorekeeper.matches.answers import Place
from scorekeeper.matches.models import EntryMode, Match
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.matches.setup import OptionField, option_fields
from scorekeeper.rulebook.rules_page import RulesSection, read_rules, rules_address
from scorekeeper.rulebook.wording import (
    AnswerCard,
    HouseRuleText,
    answer_cards,
    cards_of,
    house_rule_texts,
    ruling_text,
    with_names,
)

# Maximum number of keys read for one field.
MAX_KEYS = 200
USUAL_PLAYERS = 4
# Keys to change an assumption, or to ask back; of more there is only a link to all of them.
MAX_KEYS_SHOWN = 5
# The value of the key for a fact that is null: nothing led, no trumps.
NONE = "none"
# In the label of a field: the order in which cards are named is taken for theirs.
IN_ORDER = "in the order"
# Times around the table that the schedule of a game without a fixed length shows.
SCHEDULE_LAPS = 3


def usual_players(game: Game) -> int:
    """Return four, or the nearest number that the default house rules allow."""
    rules = HouseRules(game.house_rules, {})
    nearest = sorted(game.seats, key=lambda players: abs(players - USUAL_PLAYERS))
    return next((players for players in nearest if _can_play(game, players, rules)), nearest[0])


def _can_play(game: Game, players: int, rules: HouseRules) -> bool:
    try:
        game.check_table(players, rules)
    except Impossible:
        return False
    return True


@dataclass(frozen=True)
class AskedTable:
    """The table that is asked about: of a match, or as the query says."""

    game: Game
    query: QueryDict
    known: KnownFacts

    # Without these caches a referee's question takes 3 to 7 ms of 22 more each.
    @cached_property
    def options(self) -> list[OptionField]:
        data = self.query.copy()
        for option in self.known.options:
            if option.name not in data:
                for name, value in option.form_fields():
                    data.appendlist(name, value)
        return option_fields(self.game.house_rules, data)

    @property
    def chosen_names(self) -> list[str]:
        names = [name.strip()[:MAX_NAME_LENGTH] for name in self.query.getlist("player")]
        return list(filter(None, names))[: self.game.seats[-1]]

    @cached_property
    def names(self) -> list[str]:
        names, seats = self.chosen_names or list(self.known.names), self.game.seats
        usual = len(names) if len(names) in seats else usual_players(self.game)
        count = next((count for count in seats if str(count) == self.query.get("players", "").strip()), usual)
        return (names if len(names) >= count else [*names, *EXAMPLE_NAMES[len(names) :]])[:count]

    @cached_property
    def context(self) -> QuestionContext:
        chosen = {field.option.name: field.value for field in self.options if not field.error}
        marks = self.known.marks if self.names == list(self.known.names) else ()
        return QuestionContext(self.game, HouseRules(self.game.house_rules, chosen), self.names, marks)


class Choice(NamedTuple):
    """A field in words, what is assumed for it, and keys for other answers, each with its address."""

    label: str
    assumed: str
    keys: list[tuple[str, str]]


@dataclass(frozen=True)
class RefereeForm(AskedTable):
    kind: type[Question]

    @property
    def title(self) -> str:
        return self.kind.title

    @property
    def ask(self) -> str:
        return str(self.kind.__struct_config__.tag)

    @cached_property
    def fields(self) -> dict[str, Field]:
        return prompts.form_fields(self.kind, self.context)

    @cached_property
    def default_answers(self) -> dict[str, str]:
        facts = {**prompts.default_facts(self.kind), "players": len(self.names), **self.known.facts}
        return prompts.answers_of(self.kind, self.context, facts)

    @cached_property
    def answers(self) -> dict[str, str]:
        answers = {name: " ".join(self._tokens(name, field)) for name, field in self.fields.items()}
        return {name: answer for name, answer in answers.items() if answer}

    def _tokens(self, name: str, field: Field) -> list[str]:
        if name not in self.query:
            return self.default_answers.get(name, "").split()
        tokens = " ".join(self.query.getlist(name)).split()
        tokens = tokens[:MAX_KEYS] if field.many else tokens[-1:]
        return tokens[:-1] if self.query.get("back") == name else tokens

    @property
    def missing(self) -> str:
        """The first field that needs an answer or more cards, in words; "" if all are complete."""
        return next(filter(None, map(self._missing_of, self.fields)), "")

    def _missing_of(self, name: str) -> str:
        field, given = self.fields[name], len(self.answers.get(name, "").split())
        if given >= field.least or (not given and not field.required):
            return ""
        if given:
            return f"{field.label}: {field.least - given} more."
        if field.label.startswith(("The ", "Both ")):
            return f"Tap {field.label[:1].lower()}{field.label[1:]}."
        return field.label if field.label.endswith("?") else f"{field.label}: tap a key."

    @property
    def assumptions(self) -> list[Choice]:
        """Facts missing in a question, taken from the match or a default, each with keys to change it."""
        return [
            self._choice(name, self._assumed(name, field))
            for name, field in self.fields.items()
            if (name not in self.query and name != "players" and self._assumed(name, field))
            or (IN_ORDER in field.label and len(self.answers.get(name, "").split()) > 1)
        ]

    def _assumed(self, name: str, field: Field) -> str:
        """Return what is assumed for a field, in words: “7, as in this hand”; "" for nothing."""
        if name in self.query:
            return "as they are named"
        answer = listed([key.label for key in field.keys_of(self.default_answers.get(name, ""))])
        if not answer:
            none = next((key.spoken or key.label for key in field.keys if key.value == NONE), "")
            return none or ("not said" if len(field.keys) <= MAX_KEYS_SHOWN else "")
        return f"{answer}, as in this {self.game.round_name}" if name in self.known.facts else answer

    @property
    def asked_back(self) -> Choice:
        """The first field that a question has to answer yet."""
        return self._choice(self.next_field, "")

    def _choice(self, name: str, assumed: str) -> Choice:
        field, query = self.fields[name], self.query.copy()
        others = [key for key in field.keys if key.value != self.answers.get(name)]
        if field.many or len(others) > MAX_KEYS_SHOWN:
            query["field"] = name
            return Choice(field.label, assumed, [("change" if assumed else "choose", self._address(query))])
        return Choice(field.label, assumed, [(key.label, self._with(name, key.value)) for key in others])

    def _with(self, name: str, value: str) -> str:
        query = self.query.copy()
        query[name] = value
        return self._address(query)

    def _address(self, query: QueryDict) -> str:
        chosen = f"&field={query['field']}" if "field" in query else ""
        return own_address(replace(self, query=query)) + chosen

    @property
    def refusal(self) -> str:
        return self._outcome if isinstance(self._outcome, str) else ""

    @property
    def answer(self) -> ShownAnswer | None:
        return self._outcome if isinstance(self._outcome, ShownAnswer) else None

    @cached_property
    def _outcome(self) -> ShownAnswer | str | None:
        if invalid := next((field for field in self.options if field.error), None):
            return f"{invalid.option.title}: {invalid.error}"
        if self.missing:
            return None
        facts = prompts.read_facts(self.kind, self.context, self.answers)
        try:
            ruling = referee.ask(self.game, {"ask": self.ask, "house_rules": self.context.rules.differing, **facts})
        except Impossible as error:
            # No error before something was tapped.
            return with_names(error.message, self.names) if self.answers.keys() - self.default_answers.keys() else None
        return ShownAnswer(self, facts, ruling)

    @cached_property
    def next_field(self) -> str:
        """The field whose keys are shown: the one just tapped, as long as more can follow, else the next one open."""
        if (chosen := self.query.get("field")) in self.fields:
            return str(chosen)
        # Without a script a key is sent besides what its field held before.
        last = next((name for name in self.fields if len(self.query.getlist(name)) > 1), self.query.get("back"))
        growing = [name for name, field in self.fields.items() if field.many and not self._is_full(name)]
        again = [last] if last in growing or (last in self.fields and last not in self.answers) else []
        needed = [name for name in self.fields if self._missing_of(name)]
        untouched = [name for name in self.fields if name not in self.answers]
        return next(iter([*again, *needed, *growing, *untouched, *self.fields]))

    def _is_full(self, name: str) -> bool:
        return 0 < self.fields[name].most <= len(self.answers.get(name, "").split())

    @property
    def bound_fields(self) -> list[BoundField]:
        of_deck = (self.answers.get(name, "") for name, field in self.fields.items() if field.deck)
        used_of_deck = Counter(" ".join(of_deck).split())
        return [self._bound(name, field, used_of_deck) for name, field in self.fields.items()]

    def _bound(self, name: str, field: Field, used_of_deck: Counter[str]) -> BoundField:
        answer = self.answers.get(name, "")
        used, copies = used_of_deck if field.deck else Counter(answer.split()), field.copies
        is_full = field.many and self._is_full(name)
        used_up = {key.value for key in field.keys if is_full or 0 < copies.get(key.value, 0) <= used[key.value]}
        return BoundField(name, field, answer, is_asked=True, is_derived=False, barred={}, used_up=used_up)

    @property
    def asks_for_schedule(self) -> bool:
        return self.kind is referee.AskDeal

    @property
    def schedule(self) -> list[ScheduledDeal]:
        return _deal_schedule(self) if self.asks_for_schedule else []


@dataclass(frozen=True)
class KnownFacts:
    """The facts of a match that fill in the referee's fields; empty without a match."""

    match: Match | None = None
    names: Sequence[str] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    options: Sequence[OptionField] = ()
    marks: Sequence[int] = ()

    @classmethod
    def at(cls, match: Match) -> KnownFacts:
        """Return the facts of the next round with its draft; of a finished match, of its last round."""
        entering = _entering(match)
        state = match.initial_state.table_at(entering.number if entering else 1)
        facts = {"players": state.players, "first_dealer": state.first_dealer}
        if entering:
            deal = entering.state.deal
            facts |= {"round": deal.number, "dealer": deal.dealer, **_draft_facts(entering)}
        options = [OptionField(option, state.rules.in_force[option.name]) for option in match.game.house_rules]
        return cls(match, state.names, facts, options, state.seat_marks)


def _entering(match: Match) -> RoundEntry | None:
    played = len(match.round_facts)
    if match.is_open:
        return RoundEntry.from_answers(match, Place(EntryMode.PLAY, played + 1))
    return RoundEntry.from_round(match, Place(EntryMode.CORRECT, played)) if played else None


def _draft_facts(entering: RoundEntry) -> dict[str, Any]:
    try:
        return entering.form.referee_facts(entering.valid_answers)
    except Impossible:  # an unfinished round may contradict itself
        return {}


@dataclass(frozen=True)
class ShownAnswer:
    question: RefereeForm
    facts: dict[str, Any]
    ruling: Ruling

    @property
    def text(self) -> str:
        cards = cards_of(self.question.game, self.question.context.rules)
        return ruling_text(self.question.kind, self.facts, self.ruling, cards, self.question.names)

    @property
    def why(self) -> str:
        return with_names(self.ruling.why, self.question.names)

    @property
    def cards(self) -> list[AnswerCard]:
        name, form = self.question.kind.picks, self.question
        keys = form.fields[name].keys_of(form.answers.get(name, "")) if name in form.fields else []
        return answer_cards(keys, self.ruling.answer) if keys else []

    @property
    def section(self) -> RulesSection | None:
        return read_rules(self.question.game).section(self.ruling.rule)

    @property
    def address(self) -> str:
        return rules_address(self.question.game, self.question.known.match)

    @property
    def rule_text(self) -> str:
        return self.section.linked_from(self.address) if self.section else ""

    @property
    def house_rules(self) -> list[HouseRuleText]:
        rules = house_rule_texts(self.question.game, self.question.context.rules)
        names = self.section.names if self.section else ()
        return [rule for rule in rules if rule.option.rule == self.ruling.rule or rule.option.name in names]


class ScheduledDeal(NamedTuple):
    number: int
    dealer: str
    cards: str
    left: int
    first: str
    is_asked: bool


def _deal_schedule(question: RefereeForm) -> list[ScheduledDeal]:
    """Return all deals, or the next ones of a game without a fixed length; [] if this table cannot play."""
    game, rules, players = question.game, question.context.rules, len(question.names)
    dealer = whole_number(question.answers.get("first_dealer", "")) or 0
    asked = whole_number(question.answers.get("round", "")) or 0
    try:
        game.table(question.names, dealer, rules.differing)
    except Impossible:
        return []
    length = game.length(players, rules)
    first = 1 if length else max(asked, 1)
    numbers = range(first, 1 + (length or first + SCHEDULE_LAPS * players - 1))
    deals = [game.deal_of(players, number, dealer, rules) for number in numbers]
    return [_scheduled_deal(deal, question.names, asked) for deal in deals]


def _scheduled_deal(deal: Deal, names: list[str], asked: int) -> ScheduledDeal:
    fewest, most = min(deal.cards), max(deal.cards)
    cards = str(most) if fewest == most else f"{fewest} or {most}"
    return ScheduledDeal(deal.number, names[deal.dealer], cards, deal.left, deal.first_of(names), deal.number == asked)


def own_address(question: RefereeForm) -> str:
    """Return the address with the match; only what differs from the match is in the query."""
    match = question.known.match
    if match is None:
        return plain_address(question)
    cleared = [(name, "") for name in question.default_answers if name not in question.answers]
    played = {field.name: field.value for field in question.known.options}
    changed = [field for field in question.options if field.value != played[field.name]]
    path = reverse("match-referee-question", args=[match.pk, question.ask])
    return _url(path, [*question.answers.items(), *cleared, *_form_fields(changed)])


def plain_address(question: RefereeForm) -> str:
    """Return the address without the match, to share with anybody."""
    examples = list(question.names) == list(EXAMPLE_NAMES[: len(question.names)])
    named = [] if examples else [("player", name) for name in question.names]
    differing = _form_fields(field for field in question.options if field.differs)
    path = reverse("referee-question", args=[question.game.key, question.ask])
    return _url(path, [*question.answers.items(), *differing, *named])


def _form_fields(fields: Iterable[OptionField]) -> list[tuple[str, str]]:
    return [pair for field in fields for pair in field.form_fields()]


def _url(path: str, query: list[tuple[str, str]]) -> str:
    return f"{path}?{urlencode(query)}" if query else path
