"""How a referee's question is asked with keys and nothing typed: what to tap for each of its fields.

A field says so in its annotation: `trump: Annotated[FrenchSuit, Field("What is trump?", suits)]`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import chain
from typing import Annotated, Any, NamedTuple, get_type_hints

from msgspec import NODEFAULT, UNSET
from msgspec.structs import fields as struct_fields

from games.core import keypad
from games.core.cards import FrenchSuit
from games.core.deal import team_names
from games.core.definition import Game
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key

# Rounds that have a key in a game without end.
MAX_ROUND_KEYS = 28


class QuestionContext(NamedTuple):
    """Where a question is asked: in which game, by which house rules, who sits there, and the mark of each seat."""

    game: Game
    rules: HouseRules
    names: Sequence[str]
    marks: Sequence[int] = ()


Keys = Callable[[QuestionContext], Sequence[Key]]


@dataclass(frozen=True)
class Field:
    """How one field of a question is asked for, in the order in which they are declared.

    `label`: what it is called; {round} in it is the game's word for one, {player} the name of who is asked for.
    `keys`: the keys to tap; without them the game's deck. `many`: several make a list, `least` and `most` so many of
    them (0: no limit). `repeats`: a key may be tapped several times.
    `each`: one answer for each of these, such as `seats`: a list in that order, or `grouped` by their values.
    `optional`: the question may be asked without it. `none`: the key that stands for nothing (null), where that is
    an answer: a pass, no trumps, nothing led.
    """

    label: str
    keys: Keys | None = None
    _: KW_ONLY
    many: bool = False
    least: int = 1
    most: int = 0
    repeats: bool = False
    each: Keys | None = None
    grouped: bool = False
    optional: bool = False
    none: Key | None = None

    @property
    def is_list(self) -> bool:
        return self.many or bool(self.each and not self.grouped)


def seats(table: QuestionContext) -> list[Key]:
    return keypad.sides(table.names, table.marks)


def sides(table: QuestionContext) -> list[Key]:
    teams = table.game.teams(len(table.names), table.rules)
    return keypad.sides(team_names(teams, table.names), [table.marks[team[0]] for team in teams if table.marks])


def players(table: QuestionContext) -> Sequence[Key]:
    return keypad.numbers(table.game.seats[0], table.game.seats[-1], "players")


def rounds(table: QuestionContext) -> Sequence[Key]:
    """Return the numbers of the rounds; of a game without end, of the first of them."""
    length = table.game.length(len(table.names), table.rules)
    return keypad.numbers(1, length or MAX_ROUND_KEYS, table.game.round_name)


def suits(_table: QuestionContext) -> list[Key]:
    return keypad.suits()


def numbers(low: int, high: int) -> Keys:
    return lambda _table: keypad.numbers(low, high)


def words(*values: str) -> Keys:
    return lambda _table: [Key(value, value) for value in values]


yes_or_no = words("yes", "no")
PLAYERS = Field("How many play?", players)
TRICK = Field("The cards in the order played", many=True)

TrickCards = Annotated[list[str], TRICK]
Hand = Annotated[list[str], Field("The hand", many=True)]
Led = Annotated[str | None, Field("The card led", none=Key("none", "nothing", "nothing led yet"), optional=True)]
Trump = Annotated[FrenchSuit, Field("What is trump?", suits)]


# --- An answer tapped on the referee's page, and the field of a question it makes: each way round.

YES_OR_NO = {"yes": True, "no": False}
WHOLE_NUMBER = re.compile(r"[-−]?\d{1,9}", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class AnswerSlot(Field):
    """One answer to tap: a field at a table, with its name in an address and its keys."""

    name: str
    pack: CardKeys

    @property
    def from_deck(self) -> bool:
        return self.keys is None

    def prompt(self, answer: str) -> str:
        """Say what to tap for want of an answer, or of more of it; "" where it is whole."""
        given = len(answer.split())
        if given >= self.least or (not given and self.optional):
            return ""
        if given:
            return f"{self.label}: {self.least - given} more."
        if self.label.startswith(("The ", "Both ")):
            return f"Tap {self.label[:1].lower()}{self.label[1:]}."
        return self.label if self.label.endswith("?") else f"{self.label}: tap a key."

    def key(self, value: str) -> Key:
        """Return the key of this value; one that only repeats it where there is none."""
        keys = [*chain(*self.pack.rows), *filter(None, [self.none])]
        return next((key for key in keys if key.value == value), Key(value, value))

    def value(self, answer: str) -> Any:
        """Return an answer as a question has it, in plain JSON values; what fits nowhere, as it was written."""
        values = [self._value(token) for token in answer.split()]
        return values if self.many else values[-1]

    def answer(self, value: Any) -> str:
        return " ".join(map(self._token, value)) if self.many else self._token(value)

    def _value(self, token: str) -> Any:
        if self.none and token == self.none.value:
            return None
        if self.from_deck:
            return token
        return int(token.replace("−", "-")) if WHOLE_NUMBER.fullmatch(token) else YES_OR_NO.get(token, token)

    def _token(self, value: Any) -> str:
        if value is None:
            return self.none.value if self.none else ""
        return next((token for token, truth in YES_OR_NO.items() if truth is value), str(value))


class AskedField(NamedTuple):
    """One field of a question and its slots, by what they are asked for each of; the only one by ""."""

    name: str
    field: Field
    slots: Mapping[str, AnswerSlot]

    def read_facts(self, answers: Mapping[str, str]) -> dict[str, Any]:
        values = {one: slot.value(answers[slot.name]) for one, slot in self.slots.items() if slot.name in answers}
        if not values or self.field.grouped:
            return {self.name: values} if values else {}
        return {self.name: list(values.values()) if self.field.each else values[""]}

    def answers(self, value: Any) -> dict[str, str]:
        """Return what is tapped for a value; nothing for one of another shape."""
        if isinstance(value, dict) != self.field.grouped or isinstance(value, (list, tuple)) != self.field.is_list:
            return {}
        in_order = zip(self.slots, value if self.field.each else [value], strict=False)
        values = value if self.field.grouped else dict(in_order)
        found = {slot.name: slot.answer(values[one]) for one, slot in self.slots.items() if one in values}
        return {name: answer for name, answer in found.items() if answer}


# --- A question, as its fields say it is asked.


def fields_of(kind: type[Any]) -> dict[str, Field]:
    hints = get_type_hints(kind, include_extras=True).items()
    return {name: one for name, hint in hints for one in getattr(hint, "__metadata__", ()) if isinstance(one, Field)}


def asked_fields(kind: type[Any], table: QuestionContext) -> list[AskedField]:
    """Return what is asked, in its order; how many play as well, where players have to be named."""
    fields = fields_of(kind)
    names_players = any(seats in (field.keys, field.each) for field in fields.values())
    counted = {"players": PLAYERS} if names_players and len(table.game.seats) > 1 else {}
    return [AskedField(name, field, _slots(name, field, table)) for name, field in (counted | fields).items()]


def facts_from_answers(kind: type[Any], table: QuestionContext, answers: Mapping[str, str]) -> dict[str, Any]:
    fields = fields_of(kind)
    facts: dict[str, Any] = {name: [] for name, field in fields.items() if field.is_list}
    for asked in asked_fields(kind, table):
        facts |= asked.read_facts(answers) if asked.name in fields else {}
    return facts


def answers_from_facts(kind: type[Any], table: QuestionContext, facts: Mapping[str, Any]) -> dict[str, str]:
    """Return what is tapped to ask this; of facts that are none of this question's, nothing."""
    asked = [one.answers(facts[one.name]) for one in asked_fields(kind, table) if one.name in facts]
    return {name: answer for answers in asked for name, answer in answers.items()}


def default_facts(kind: type[Any]) -> dict[str, Any]:
    defaults = {field.name: field.default for field in struct_fields(kind)}
    return {name: value for name, value in defaults.items() if value not in (None, UNSET, NODEFAULT)}


def _slots(name: str, field: Field, table: QuestionContext) -> dict[str, AnswerSlot]:
    if field.each is None:
        return {"": _slot(name, field, table)}
    return {key.value: _slot(f"{name}-{key.value}", field, table, key.label) for key in field.each(table)}


def _slot(name: str, field: Field, table: QuestionContext, player: str = "") -> AnswerSlot:
    pack, nothing = table.game.deck(table.rules), [field.none] if field.none else []
    if field.keys:
        pack = CardKeys([[*field.keys(table), *nothing]])
    elif nothing and not field.optional:
        pack = pack._replace(rows=[*pack.rows, nothing])
    if field.repeats:
        pack = pack._replace(copies={key.value: 0 for row in pack.rows for key in row})
    label = field.label.replace("{round}", table.game.round_name).replace("{player}", player)
    return AnswerSlot(**{**vars(field), "label": label}, name=name, pack=pack)
