"""House rules as fields of a form: drawn from a game's options, read back into their values."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from games.house_rules import Ending, Number, Option, Several

if TYPE_CHECKING:
    from django.http import QueryDict


@dataclass
class OptionField:
    """One house rule with its value, or with what was typed instead of one; `trouble` is what the game says of it."""

    option: Option
    value: Any
    trouble: str = ""

    @property
    def name(self) -> str:
        """The field's name in the form."""
        return f"rule-{self.option.name}"

    @property
    def wrong(self) -> str:
        """What is wrong with the value, in a player's words."""
        return self.trouble or ("" if self.option.accepts(self.value) else _wanted(self.option, self.value))

    @property
    def differs(self) -> bool:
        """Say whether the value is not the default."""
        return bool(self.wrong) or self.option.normal(self.value) != self.option.normal(self.option.default)

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The values to choose from by name: what is sent, what is read, and whether it is chosen."""
        if isinstance(self.option, Several):
            return [(name, label, name in self.value) for name, label in self.option.labels.items()]
        if isinstance(self.option, Ending):
            return [(_key(preset), _measure(self.option, preset), _key(preset) == _key(self.value))
                    for preset in self.option.presets()]  # fmt: skip
        presets = self.option.presets()
        return [(json.dumps(preset), self.option.label(preset), preset == self.value) for preset in presets]

    def sent(self) -> list[tuple[str, str]]:
        """The value as a form sends it."""
        if isinstance(self.option, Several):
            return [(self.name, name) for name in ["", *self.value]]
        if isinstance(self.option, Ending):
            return [(self.name, _key(self.value)), (f"{self.name}-number", str(self.number))]
        if isinstance(self.option, Number):
            return [(self.name, "" if self.value is None else str(self.value))]
        return [(self.name, json.dumps(self.value))]

    @property
    def number(self) -> Any:
        """The number in an ending, where there is one."""
        return next(iter(self.value.values())) if isinstance(self.value, dict) else ""


def option_fields(options: Iterable[Option], data: QueryDict) -> list[OptionField]:
    """Return a game's options with the values a form or an address names; the others have their defaults."""
    return [
        OptionField(option, _value(option, data) if f"rule-{option.name}" in data else option.default)
        for option in options
    ]


def _value(option: Option, data: QueryDict) -> Any:
    name = f"rule-{option.name}"
    text = data.get(name, "").strip()
    if isinstance(option, Several):
        # One that is always empty comes with the list, so that none ticked is not nothing said.
        return [one for one in data.getlist(name) if one]
    if isinstance(option, Number):
        return None if text == "" else _whole(text)
    if isinstance(option, Ending):
        number = data.get(f"{name}-number", "").strip()
        measure = option.measures.get(text)
        return option.default if measure is None else {text: _whole(number) if number else measure[2]}
    return {json.dumps(preset): preset for preset in option.presets()}.get(text, text)


def _wanted(option: Option, value: Any) -> str:
    if isinstance(option, Several):
        return "choose at least one"
    if isinstance(option, Number):
        return f"a whole number from {option.low} to {option.high}" + (", or nothing" if option.none else "")
    if isinstance(option, Ending):
        low, high, *_ = option.measures[_key(value)]
        return f"a whole number from {low} to {high}"
    return "choose one of these"


def _whole(text: str) -> int | str:
    return int(text) if text.isdecimal() and len(text) < 6 else text


def _key(value: Any) -> str:
    return cast(str, next(iter(value))) if isinstance(value, dict) else str(value)


def _measure(option: Ending, preset: Any) -> str:
    if not isinstance(preset, dict):
        return option.open_label
    return option.measures[_key(preset)][3].format("…")
