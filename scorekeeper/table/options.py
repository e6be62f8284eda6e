"""House rules as fields of a form: drawn from a game's options, read back into their values."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from games.house_rules import Ending, HouseRules, Number, Option, Several

if TYPE_CHECKING:
    from django.http import QueryDict


@dataclass(frozen=True)
class OptionField:
    """One house rule with its value, as the set-up page shows it."""

    option: Option
    value: Any

    @property
    def name(self) -> str:
        """The field's name in the form."""
        return f"rule-{self.option.name}"

    @property
    def differs(self) -> bool:
        """Say whether the value is not the default."""
        return self.option.normal(self.value) != self.option.normal(self.option.default)

    @property
    def said(self) -> str:
        """The value in words."""
        return self.option.label(self.value)

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The values to choose from by name: what is sent, what is read, and whether it is chosen."""
        if isinstance(self.option, Several):
            return [(name, label, name in self.value) for name, label in self.option.labels.items()]
        if isinstance(self.option, Ending):
            return [(_key(preset), _measure(self.option, preset), _key(preset) == _key(self.value))
                    for preset in self.option.presets()]  # fmt: skip
        return [(json.dumps(preset), self.option.label(preset), preset == self.value) for preset in self.option.presets()]

    def sent(self) -> list[tuple[str, str]]:
        """The value as a form sends it."""
        if isinstance(self.option, Several):
            return [(self.name, name) for name in self.value]
        if isinstance(self.option, Ending):
            return [(self.name, _key(self.value)), (f"{self.name}-number", str(self.number or ""))]
        if isinstance(self.option, Number):
            return [(self.name, "" if self.value is None else str(self.value))]
        return [(self.name, json.dumps(self.value))]

    @property
    def number(self) -> int | None:
        """The number in an ending, where there is one."""
        return next(iter(self.value.values())) if isinstance(self.value, dict) else None


def chosen_rules(options: Iterable[Option], data: QueryDict) -> dict[str, Any]:
    """Read the house rules from a form; what differs from the default. Impossible for a value that cannot be."""
    options = tuple(options)
    read = {option.name: _value(option, data) for option in options if f"rule-{option.name}" in data}
    return HouseRules(options, read).differing


def _value(option: Option, data: QueryDict) -> Any:
    name = f"rule-{option.name}"
    text = data.get(name, "").strip()
    if isinstance(option, Several):
        return data.getlist(name)
    if isinstance(option, Number):
        return None if text == "" else int(text) if text.isdecimal() and len(text) < 6 else text
    if isinstance(option, Ending):
        number = data.get(f"{name}-number", "")
        if text in option.measures:
            return {text: int(number) if number.isdecimal() and len(number) < 6 else option.measures[text][2]}
        return option.default
    try:
        return json.loads(text)
    except ValueError:
        return text


def _key(value: Any) -> str:
    return cast(str, next(iter(value))) if isinstance(value, dict) else str(value)


def _measure(option: Ending, preset: Any) -> str:
    if not isinstance(preset, dict):
        return option.open_label
    return option.measures[_key(preset)][3].format("…")
