"""What the referee's desk asks for a question, as its fields and their types say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec import NODEFAULT, inspect

from games import desk
from games.cards import SUITS
from games.desk import Fact, Keys, Pack, Table
from games.keypad import Key
from games.possible import single
from games.slots import Asked, Slot, item_of

if TYPE_CHECKING:
    from games.referee import Question

PLAYERS = Fact(label="How many play?", keys=desk.players)
NOTHING = Key("none", "none")
HIGHEST = 13
"""The last key of a number that says no limit."""


def asked(kind: type[Question], table: Table) -> list[Asked]:
    """Return what the desk asks, in its order; how many play as well, where players have to be named."""
    fields = _fields(kind)
    ordered = [*kind.facts, *(name for name in fields if name not in kind.facts)]
    found = [_asked(fields[name], kind.facts.get(name, Fact()), table) for name in ordered]
    return found if "players" in fields or not _counts(kind, table) else [_how_many(table), *found]


def facts(kind: type[Question], table: Table, answers: Mapping[str, str]) -> dict[str, Any]:
    """Return the question these answers make, in plain JSON values, as far as they are given."""
    fields = _fields(kind)
    found: dict[str, Any] = {name: [] for name, field in fields.items() if field.required and item_of(field.type)}
    for one in asked(kind, table):
        found |= one.facts(answers) if one.name in fields else {}
    return found


def answers(kind: type[Question], table: Table, facts: Mapping[str, Any]) -> dict[str, str]:
    """Return what is tapped to ask this; of facts that are none of this question's, nothing."""
    said: dict[str, str] = {}
    for one in asked(kind, table):
        said |= one.answers(facts[one.name]) if one.name in facts and one.fits(facts[one.name]) else {}
    return said


def defaults(kind: type[Question]) -> dict[str, Any]:
    """Return the facts that hold where nothing else is said."""
    fields = _fields(kind).items()
    return {
        name: field.default for name, field in fields if field.default is not None and field.default is not NODEFAULT
    }


def _fields(kind: type[Question]) -> dict[str, inspect.Field]:
    found = inspect.type_info(kind)
    fields = found.fields if isinstance(found, inspect.StructType) else ()
    return {field.name: field for field in fields if field.name != "house_rules"}


def _asked(field: inspect.Field, fact: Fact, table: Table) -> Asked:
    fact = replace(fact, optional=fact.optional or (not field.required and field.default is not None))
    each = _each(field, fact)
    if each is None:
        return Asked(field.name, [_slot(field.name, field.type, fact, table)])
    kind, keys = item_of(field.type) or field.type, each(table)
    slots = [_slot(f"{field.name}-{key.value}", kind, _of(key, fact, field.name), table) for key in keys]
    grouped = any(isinstance(one, inspect.DictType) for one in single(field.type))
    return Asked(field.name, slots, [key.value for key in keys], grouped)


def _slot(name: str, kind: inspect.Type, fact: Fact, table: Table) -> Slot:
    item, none = item_of(kind) or kind, fact.none or NOTHING
    keys = fact.keys or _keys(item)
    pack = Pack([keys(table)]) if keys else table.game.deck(table.rules)
    if any(isinstance(one, inspect.NoneType) for one in single(item)) and (keys or not fact.optional):
        pack = Pack([[*pack.rows[0], none]] if keys else [*pack.rows, [none]], pack.copies)
    label = (fact.label or _words(name)).replace("{round}", table.game.round_name)
    return Slot(name, label, kind, pack, none, fact.least, fact.most, keys is None, fact.optional)


def _each(field: inspect.Field, fact: Fact) -> Keys | None:
    """Return what has an answer each: by itself, the players of a list that is not one of cards."""
    item = item_of(field.type)
    return fact.each or (desk.seats if item and _keys(item) else None)


def _of(key: Key, fact: Fact, name: str) -> Fact:
    """Return the fact as it is asked for one of several."""
    label = fact.label if "{player}" in fact.label else f"{{player}}: {fact.label or _words(name)}"
    return replace(fact, label=label.replace("{player}", key.label))


def _keys(kind: inspect.Type) -> Keys | None:
    """Return the keys of a type; None for text, which is a card."""
    for one in single(kind):
        if isinstance(one, inspect.BoolType):
            return desk.yes_or_no
        if isinstance(one, inspect.LiteralType):
            return desk.suits if set(one.values) == SUITS.keys() else desk.words(*map(str, one.values))
        if isinstance(one, inspect.IntType):
            low = one.ge or 0
            return desk.numbers(low, one.le if one.le is not None else (one.lt or low + HIGHEST + 1) - 1)
    return None


def _counts(kind: type[Question], table: Table) -> bool:
    """Say whether it has to be known how many play."""
    said = [(_each(field, fact), fact.keys) for name, field in _fields(kind).items()
            if (fact := kind.facts.get(name, Fact()))]  # fmt: skip
    return len(table.game.seats) > 1 and any(desk.seats in keys for keys in said)


def _how_many(table: Table) -> Asked:
    return Asked("players", [_slot("players", inspect.IntType(), PLAYERS, table)])


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()
