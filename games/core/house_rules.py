"""House rules: one table of options a game declares once, and which drives engine, page and entry alike."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.errors import Impossible, quoted


@dataclass(frozen=True, kw_only=True)
class Option:
    """One house rule: its name in files, its default, what it is called and says, and the rule it changes."""

    name: str
    default: Any
    title: str
    why: str = ""
    rule: str = ""
    kind = "option"

    def accepts(self, value: Any) -> bool:
        """Say whether a value from a file is one this option may take."""
        raise NotImplementedError

    def expected(self) -> str:
        """Say in words which values it may take."""
        raise NotImplementedError

    def label(self, value: Any) -> str:
        """Say one value in the words of the table."""
        return str(value)

    def normal(self, value: Any) -> Any:
        """Return the one way of writing an accepted value."""
        return value

    def presets(self) -> Sequence[Any]:
        """The values to offer by name, the default among them."""
        return (self.default,)


@dataclass(frozen=True, kw_only=True)
class NamedChoice(Option):
    """One of a few named values (text, true or false)."""

    labels: Mapping[Any, str]
    kind = "choice"

    def accepts(self, value: Any) -> bool:
        """Only the very values, not what merely equals them (true is not 1)."""
        return any(value == known and type(value) is type(known) for known in self.labels)

    def expected(self) -> str:
        return " or ".join(_json(value) for value in self.labels)

    def label(self, value: Any) -> str:
        return self.labels[value]

    def presets(self) -> Sequence[Any]:
        return tuple(self.labels)


@dataclass(frozen=True, kw_only=True)
class NumberOption(Option):
    """A whole number from `low` to `high`; with `none` also null, called so."""

    low: int
    high: int
    none: str = ""
    unit: str = ""
    kind = "number"

    def accepts(self, value: Any) -> bool:
        return (value is None and bool(self.none)) or (type(value) is int and self.low <= value <= self.high)

    def expected(self) -> str:
        return f"a whole number from {self.low} to {self.high}" + (f" or null ({self.none})" if self.none else "")

    def label(self, value: Any) -> str:
        unit = self.unit.removesuffix("s") if value == 1 else self.unit
        return self.none if value is None else f"{value} {unit}".strip()


@dataclass(frozen=True, kw_only=True)
class EndingOption(Option):
    """When an open game ends: `"open"`, or one of some measures with a number, as in `{"target": 50}`."""

    measures: Mapping[str, tuple[int, int, int, str]]
    """By measure: lowest, highest and suggested number, and its words with {} for the number."""
    open_label: str
    kind = "ending"

    def accepts(self, value: Any) -> bool:
        if value == self.default:
            return True
        if not isinstance(value, dict) or len(value) != 1:
            return False
        ((measure, number),) = value.items()
        low, high, *_ = self.measures.get(measure, (1, 0))
        return type(number) is int and low <= number <= high

    def expected(self) -> str:
        ranges = [f'{{"{name}": {low}…{high}}}' for name, (low, high, *_) in self.measures.items()]
        return " or ".join([_json(self.default), *ranges])

    def label(self, value: Any) -> str:
        if value == self.default:
            return self.open_label
        ((measure, number),) = value.items()
        return self.measures[measure][3].format(number)

    def presets(self) -> Sequence[Any]:
        return (self.default, *({name: at} for name, (_, _, at, _) in self.measures.items()))


@dataclass(frozen=True, kw_only=True)
class SubsetOption(Option):
    """A list of some of the known things, each at most once, at least one; the order says nothing."""

    labels: Mapping[str, str]
    sets: Sequence[tuple[str, ...]] = ()
    kind = "several"

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, (list, tuple)) or not value:
            return False
        known = all(isinstance(one, str) and one in self.labels for one in value)
        return known and len(set(value)) == len(value)

    def expected(self) -> str:
        return "a list of " + ", ".join(self.labels) + ", each at most once"

    def normal(self, value: Any) -> Any:
        return [name for name in self.labels if name in value]

    def label(self, value: Any) -> str:
        return ", ".join(label for name, label in self.labels.items() if name in value)

    def presets(self) -> Sequence[Any]:
        return (self.default, *self.sets)


class HouseRules:
    """The house rules in force at a table, read as attributes: `rules.penalty_at`. Never changes."""

    def __init__(self, options: Iterable[Option], chosen: Mapping[str, Any]) -> None:
        """Take the defaults and what differs; Impossible for an unknown name or value."""
        self.options = {option.name: option for option in options}
        for name, value in chosen.items():
            if name not in self.options:
                raise Impossible(f"there is no house rule {quoted(name)} in this game", "house_rules")
            if not self.options[name].accepts(value):
                expected = self.options[name].expected()
                raise Impossible(f"house rule {name}: {_json(value)} is not {expected}", name)
        self.in_force = {name: option.normal(chosen.get(name, option.default)) for name, option in self.options.items()}
        vars(self).update(self.in_force)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"there is no house rule {name}")

    @property
    def differing(self) -> dict[str, Any]:
        """Only what differs from the defaults, as a scoresheet names it."""
        options, in_force = self.options.values(), self.in_force
        return {one.name: in_force[one.name] for one in options if in_force[one.name] != one.normal(one.default)}


def _json(value: Any) -> str:
    text = re.sub(r"(?<![^\s\[])-(?=\d)", "−", json.dumps(value, ensure_ascii=False, default=list))
    return text if len(text) <= 60 else text[:57] + "…"
