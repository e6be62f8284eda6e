"""How a referee's question is asked with keys and nothing typed: for each of its fields, what to tap.

A Question says so in `facts` only where the type of a field does not: a suit has its four keys, a number its numbers,
yes or no two keys, and text is a card of the game's deck.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

from msgspec import NODEFAULT, inspect

from games.core import keypad
from games.core.cards import SUITS
from games.core.deal import team_names
from games.core.definition import Game
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key
from games.core.schema import union_members

MOST_ROUNDS = 28
"""So many rounds of a game without end have a key."""


class QuestionContext(NamedTuple):
    """Where a question is asked: in which game, by which house rules, and who sits there."""

    game: Game
    rules: HouseRules
    names: Sequence[str]


Keys = Callable[[QuestionContext], Sequence[Key]]


@dataclass(frozen=True, kw_only=True)
class Field:
    """One field of a question, as the desk asks for it; what is left out follows from the field's name and type.

    `label`: what it is called; {round} in it is the game's word for one, {player} the name of who is asked for.
    `keys`: the keys to tap; without them the type's own, or the deck. `least`, `most`: how many of them make a list.
    `repeats`: a key may be tapped several times. `each`: one answer for each of these, such as `seats`; they make a
    list in that order, or a group by their values.
    `optional`: the question may be asked without it. `none`: the key that stands for nothing (null), where that is
    an answer: a pass, no trumps, nothing led.
    """

    label: str = ""
    keys: Keys | None = None
    least: int = 1
    most: int = 0
    repeats: bool = False
    each: Keys | None = None
    optional: bool = False
    none: Key | None = None


def seats(table: QuestionContext) -> list[Key]:
    return [Key(str(seat), name, tone=f"side-{seat}") for seat, name in enumerate(table.names)]


def sides(table: QuestionContext) -> list[Key]:
    names = team_names(table.game.teams(len(table.names), table.rules), table.names)
    return [Key(str(side), name, tone=f"side-{side}") for side, name in enumerate(names)]


def players(table: QuestionContext) -> Sequence[Key]:
    return keypad.numbers(table.game.seats[0], table.game.seats[-1], "players")


def rounds(table: QuestionContext) -> Sequence[Key]:
    """Return the numbers of the rounds; of a game without end, of the first of them."""
    length = table.game.length(len(table.names), table.rules)
    return keypad.numbers(1, length or MOST_ROUNDS, table.game.round_name)


def suits(_table: QuestionContext) -> list[Key]:
    return keypad.suits()


def numbers(low: int, high: int, spoken: str = "") -> Keys:
    return lambda _table: keypad.numbers(low, high, spoken)


def yes_or_no(_table: QuestionContext) -> list[Key]:
    return [Key("yes", "yes"), Key("no", "no")]


def words(*values: str) -> Keys:
    return lambda _table: [Key(value, value) for value in values]


TRICK = Field(label="The cards in the order played")
LED = Field(label="The card led", none=Key("none", "nothing", "nothing led yet"), optional=True)
HAND = Field(label="The hand")
TRUMP = Field(label="What is trump?", keys=suits)
DEALER = Field(label="Who deals?", keys=seats)


# --- An answer tapped at the referee's desk, and the field of a question it makes: each way round.

TRUTH = {"yes": True, "no": False}
WHOLE = re.compile(r"[-−]?\d{1,9}", re.ASCII)


@dataclass(frozen=True)
class AnswerSlot:
    """One answer at the desk: its name in an address, what is asked, its type, and the keys it is given with.

    `none` is the key for null; `least`, `most`: so many keys at the least and at the most (0: no limit).
    """

    name: str
    label: str
    kind: inspect.Type
    pack: CardKeys
    none: Key
    least: int
    most: int
    from_deck: bool
    optional: bool

    @property
    def many(self) -> bool:
        return item_of(self.kind) is not None

    def prompt(self, answer: str) -> str:
        """Say what to tap for want of an answer, or of more of it; "" where it is whole."""
        said = len(answer.split())
        if said >= self.least or (not said and self.optional):
            return ""
        if said:
            return f"{self.label}: {self.least - said} more."
        if self.label.startswith(("The ", "Both ")):
            return f"Tap {self.label[:1].lower()}{self.label[1:]}."
        return self.label if self.label.endswith("?") else f"{self.label}: tap a key."

    def key(self, value: str) -> Key:
        """Return the key that says this; one that only repeats it where there is none."""
        return next((key for key in chain(*self.pack.rows, [self.none]) if key.value == value), Key(value, value))

    def value(self, answer: str) -> Any:
        """Return an answer as a question has it, in plain JSON values; what fits nowhere, as it was written."""
        kinds = list(union_members(item_of(self.kind) or self.kind))
        values = [self._value(token, kinds) for token in answer.split()]
        return values if self.many else values[-1]

    def answer(self, value: Any) -> str:
        return " ".join(map(self._token, value)) if self.many else self._token(value)

    def _value(self, token: str, kinds: Sequence[inspect.Type]) -> Any:
        types = {type(kind) for kind in kinds}
        if token == self.none.value and inspect.NoneType in types:
            return None
        if token in TRUTH and inspect.BoolType in types:
            return TRUTH[token]
        if inspect.IntType in types and WHOLE.fullmatch(token):
            return int(token.replace("−", "-"))
        named = (value for kind in kinds if isinstance(kind, inspect.LiteralType) for value in kind.values)
        return next((value for value in named if str(value) == token), token)

    def _token(self, value: Any) -> str:
        if isinstance(value, bool):
            return next(token for token, so in TRUTH.items() if so is value)
        return self.none.value if value is None else str(value)


@dataclass(frozen=True)
class AskedField:
    """One field of a question with its slot; or with a slot for each of several names, as a list or as a group."""

    name: str
    slots: Sequence[AnswerSlot]
    each: Sequence[str] = ()
    grouped: bool = False

    def read_facts(self, answers: Mapping[str, str]) -> dict[str, Any]:
        values = {one: slot.value(answers[slot.name]) for one, slot in self._named() if slot.name in answers}
        if not values:
            return {}
        return {self.name: values if self.grouped else list(values.values()) if self.each else values[""]}

    def fits(self, value: Any) -> bool:
        listed = isinstance(value, (list, tuple))
        return isinstance(value, dict) if self.grouped else listed == (bool(self.each) or self.slots[0].many)

    def answers(self, value: Any) -> dict[str, str]:
        values = value if self.grouped else dict(zip(self.each, value, strict=False)) if self.each else {"": value}
        said = {slot.name: slot.answer(values[one]) for one, slot in self._named() if one in values}
        return {name: answer for name, answer in said.items() if answer}

    def _named(self) -> list[tuple[str, AnswerSlot]]:
        return list(zip(self.each or [""], self.slots, strict=True))


def item_of(kind: inspect.Type) -> inspect.Type | None:
    """Return the type of what is in a list or a group; None for what is neither."""
    for one in union_members(kind):
        if isinstance(one, (inspect.ListType, inspect.VarTupleType)):
            return one.item_type
        if isinstance(one, inspect.TupleType):
            return one.item_types[0]
        if isinstance(one, inspect.DictType):
            return one.value_type
    return None


# --- What the referee's desk asks for a question, as its fields and their types say.

PLAYERS = Field(label="How many play?", keys=players)
NOTHING = Key("none", "none")
HIGHEST = 13
"""The last key of a number that says no limit."""


def asked_fields(kind: type[Any], table: QuestionContext) -> list[AskedField]:
    """Return what the desk asks, in its order; how many play as well, where players have to be named."""
    fields = _fields(kind)
    ordered = [*kind.fields, *(name for name in fields if name not in kind.fields)]
    found = [_asked_field(fields[name], kind.fields.get(name, Field()), table) for name in ordered]
    return found if "players" in fields or not _counts(kind, table) else [_how_many(table), *found]


def facts_from_answers(kind: type[Any], table: QuestionContext, answers: Mapping[str, str]) -> dict[str, Any]:
    fields = _fields(kind)
    found: dict[str, Any] = {name: [] for name, field in fields.items() if field.required and item_of(field.type)}
    for one in asked_fields(kind, table):
        found |= one.read_facts(answers) if one.name in fields else {}
    return found


def answers_from_facts(kind: type[Any], table: QuestionContext, facts: Mapping[str, Any]) -> dict[str, str]:
    """Return what is tapped to ask this; of facts that are none of this question's, nothing."""
    said: dict[str, str] = {}
    for one in asked_fields(kind, table):
        said |= one.answers(facts[one.name]) if one.name in facts and one.fits(facts[one.name]) else {}
    return said


def seat_fields(kind: type[Any]) -> frozenset[str]:
    return frozenset(name for name, field in kind.fields.items() if field.keys is seats)


def default_facts(kind: type[Any]) -> dict[str, Any]:
    fields = _fields(kind).items()
    return {
        name: field.default for name, field in fields if field.default is not None and field.default is not NODEFAULT
    }


def _fields(kind: type[Any]) -> dict[str, inspect.Field]:
    found = inspect.type_info(kind)
    fields = found.fields if isinstance(found, inspect.StructType) else ()
    return {field.name: field for field in fields if field.name != "house_rules"}


def _asked_field(field: inspect.Field, fact: Field, table: QuestionContext) -> AskedField:
    fact = replace(fact, optional=fact.optional or (not field.required and field.default is not None))
    if fact.each is None:
        return AskedField(field.name, [_slot(field.name, field.type, fact, table)])
    kind, keys = item_of(field.type) or field.type, fact.each(table)
    slots = [_slot(f"{field.name}-{key.value}", kind, _of(key, fact, field.name), table) for key in keys]
    grouped = any(isinstance(one, inspect.DictType) for one in union_members(field.type))
    return AskedField(field.name, slots, [key.value for key in keys], grouped)


def _slot(name: str, kind: inspect.Type, fact: Field, table: QuestionContext) -> AnswerSlot:
    item, none = item_of(kind) or kind, fact.none or NOTHING
    keys = fact.keys or _keys_of_type(item)
    pack = CardKeys([keys(table)]) if keys else table.game.deck(table.rules)
    if any(isinstance(one, inspect.NoneType) for one in union_members(item)) and (keys or not fact.optional):
        pack = CardKeys([[*pack.rows[0], none]] if keys else [*pack.rows, [none]], pack.copies)
    if fact.repeats:
        pack = pack._replace(copies={key.value: 0 for row in pack.rows for key in row})
    label = (fact.label or _words(name)).replace("{round}", table.game.round_name)
    return AnswerSlot(name, label, kind, pack, none, fact.least, fact.most, keys is None, fact.optional)


def _of(key: Key, fact: Field, name: str) -> Field:
    label = fact.label if "{player}" in fact.label else f"{{player}}: {fact.label or _words(name)}"
    return replace(fact, label=label.replace("{player}", key.label))


def _keys_of_type(kind: inspect.Type) -> Keys | None:
    """Return the keys of a type; None for text, which is a card."""
    for one in union_members(kind):
        if isinstance(one, inspect.BoolType):
            return yes_or_no
        if isinstance(one, inspect.LiteralType):
            return suits if set(one.values) == SUITS.keys() else words(*map(str, one.values))
        if isinstance(one, inspect.IntType):
            low = one.ge or 0
            return numbers(low, one.le if one.le is not None else (one.lt or low + HIGHEST + 1) - 1)
    return None


def _counts(kind: type[Any], table: QuestionContext) -> bool:
    said = [(fact.each, fact.keys) for name, field in _fields(kind).items()
            if (fact := kind.fields.get(name, Field()))]  # fmt: skip
    return len(table.game.seats) > 1 and any(seats in keys for keys in said)


def _how_many(table: QuestionContext) -> AskedField:
    return AskedField("players", [_slot("players", inspect.IntType(), PLAYERS, table)])


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()
