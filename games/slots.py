"""An answer tapped at the referee's desk, and the field of a question it makes: each way round."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from msgspec import inspect

from games.desk import Pack
from games.keypad import Key
from games.possible import single

TRUTH = {"yes": True, "no": False}
WHOLE = re.compile(r"[-−]?\d{1,9}", re.ASCII)


@dataclass(frozen=True)
class Slot:
    """One answer at the desk: its name in an address, what is asked, its type, and the keys it is given with.

    `none` is the key for null; `least`, `most`: so many keys at the least and at the most (0: no limit).
    """

    name: str
    label: str
    kind: inspect.Type
    pack: Pack
    none: Key
    least: int
    most: int
    from_deck: bool
    optional: bool

    @property
    def many(self) -> bool:
        """Say whether several keys make the answer."""
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
        kinds = list(single(item_of(self.kind) or self.kind))
        values = [self._value(token, kinds) for token in answer.split()]
        return values if self.many else values[-1]

    def answer(self, value: Any) -> str:
        """Return what is tapped to say this value."""
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
class Asked:
    """One field of a question with its slot; or with a slot for each of several names, as a list or as a group."""

    name: str
    slots: Sequence[Slot]
    each: Sequence[str] = ()
    grouped: bool = False

    def facts(self, answers: Mapping[str, str]) -> dict[str, Any]:
        """Return the field with its value, as far as it is answered."""
        values = {one: slot.value(answers[slot.name]) for one, slot in self._named() if slot.name in answers}
        if not values:
            return {}
        return {self.name: values if self.grouped else list(values.values()) if self.each else values[""]}

    def fits(self, value: Any) -> bool:
        """Say whether a fact of that name is of this shape: another question may call something else the same."""
        listed = isinstance(value, (list, tuple))
        return isinstance(value, dict) if self.grouped else listed == (bool(self.each) or self.slots[0].many)

    def answers(self, value: Any) -> dict[str, str]:
        """Return what is tapped to say this value of the field."""
        values = value if self.grouped else dict(zip(self.each, value, strict=False)) if self.each else {"": value}
        said = {slot.name: slot.answer(values[one]) for one, slot in self._named() if one in values}
        return {name: answer for name, answer in said.items() if answer}

    def _named(self) -> list[tuple[str, Slot]]:
        return list(zip(self.each or [""], self.slots, strict=True))


def item_of(kind: inspect.Type) -> inspect.Type | None:
    """Return the type of what is in a list or a group; None for what is neither."""
    for one in single(kind):
        if isinstance(one, (inspect.ListType, inspect.VarTupleType)):
            return one.item_type
        if isinstance(one, inspect.TupleType):
            return one.item_types[0]
        if isinstance(one, inspect.DictType):
            return one.value_type
    return None
