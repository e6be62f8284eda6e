"""House rules: options that a game declares once; they drive the engine, the pages and the form alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.core.errors import Impossible, quoted
from games.core.text import either, listed, minus, plural

# From the facts of a round, the MatchState before it and the other value of a house rule.
CouldDiffer = Callable[[Any, Any, Any], bool]


def every_round(_facts: Any, _state: Any, _other: Any) -> bool:
    """The other value would have changed what may be dealt, bid or played in any round."""
    return True


@dataclass(frozen=True, kw_only=True)
class Option:
    """One house rule: its name in files, its default, its title, and the anchor of the rule it changes.

    `kind` names the control that a page draws for it.
    """

    name: str
    default: Any
    title: str
    why: str = ""
    rule: str = ""
    # Whether a round could have gone differently with another value, though its facts cannot tell.
    could_differ: CouldDiffer = lambda _facts, _state, _other: False
    # Whether it can change anything, by number of players and house rules.
    is_relevant: Callable[[int, HouseRules], bool] = lambda _players, _rules: True
    # Values of other options that a value usually goes with; choosing it in the set-up chooses them too.
    implies: Callable[[Any], Mapping[str, Any]] = lambda _value: {}
    # Whether the default is what most tables play; else it is only what a table begins with.
    default_is_usual: bool = True
    kind = "choice"

    def required_choices(self, players: int) -> Sequence[tuple[tuple[str, ...], str]]:
        """Return the sets one of which a table has to choose, each with its words; none where any value will do."""
        return ()

    def accepts(self, value: Any) -> bool:
        raise NotImplementedError

    def expected(self) -> str:
        raise NotImplementedError

    def label(self, value: Any) -> str:
        return str(value)

    def difference(self, value: Any) -> str:
        """Say how a value differs from the default: “Played to: 50 points (usual: 100 points)”."""
        return f"{self.title}: {self.label(value)}{self.default_label}"

    @property
    def default_label(self) -> str:
        return f" (usual: {self.label(self.default)})" if self.default_is_usual else ""

    def normalize(self, value: Any) -> Any:
        return value

    def presets(self) -> Sequence[Any]:
        return (self.default,)

    def random_value(self, rng: Random) -> Any:
        return rng.choice(self.presets())

    def alternatives(self) -> Sequence[str]:
        return [self.label(value) for value in self.presets() if value != self.default]

    def hint(self, value: Any) -> str:
        return "choose one of these"

    def choices(self, value: Any, players: int) -> list[tuple[str, str, bool]]:
        """Return each value as text, label and whether it is chosen; `players`: how many play (0: any number)."""
        return [(json.dumps(preset), self.label(preset), preset == value) for preset in self.presets()]

    def to_form(self, value: Any) -> list[tuple[str, str]]:
        return [("", json.dumps(value))]

    def from_form(self, texts: Sequence[str], number: str) -> Any:
        """Return the value of a form's texts, accepted or not; `number`: the text of the field “-number”."""
        text = _last(texts)
        return {json.dumps(preset): preset for preset in self.presets()}.get(text, text)


@dataclass(frozen=True, kw_only=True)
class NamedChoice(Option):
    """One of a few named values (text, true or false)."""

    labels: Mapping[Any, str]
    # By value, the numbers of players at which it differs from the default; others always do.
    available_for: Mapping[Any, Collection[int]] = field(default_factory=dict)

    def choices(self, value: Any, players: int) -> list[tuple[str, str, bool]]:
        usable = {json.dumps(one) for one, seats in self.available_for.items() if not players or players in seats}
        limited = {json.dumps(one) for one in self.available_for} - usable
        return [one for one in super().choices(value, players) if one[2] or one[0] not in limited]

    def accepts(self, value: Any) -> bool:
        # True equals 1 in Python, but not in a file.
        return any(value == known and type(value) is type(known) for known in self.labels)

    def expected(self) -> str:
        return either([_json(value) for value in self.labels])

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
        return f"a whole number from {self.low} to {self.high}" + (f" or null for “{self.none}”" if self.none else "")

    def label(self, value: Any) -> str:
        if value is None:
            return self.none
        return plural(value, self.unit.removesuffix("s"), self.unit) if self.unit else str(value)

    def random_value(self, rng: Random) -> Any:
        # At most two from the default: made-up tables stay believable.
        usual = self.low if self.default is None else self.default
        return rng.randint(max(self.low, usual - 2), min(self.high, usual + 2))

    def alternatives(self) -> Sequence[str]:
        return [f"{self.low} to {self.label(self.high)}", *([self.none] if self.none else [])]

    def hint(self, value: Any) -> str:
        return f"a whole number from {self.low} to {self.high}" + (", or nothing" if self.none else "")

    def to_form(self, value: Any) -> list[tuple[str, str]]:
        return [("", "" if value is None else str(value))]

    def from_form(self, texts: Sequence[str], number: str) -> Any:
        text = _last(texts)
        return _whole(text) if text else None


@dataclass(frozen=True, kw_only=True)
class EndingOption(Option):
    """When a game ends: by default when the table says so; or a measure with its number, as in `{"target": 50}`."""

    # By measure: lowest, highest and suggested number, its words with {} for the number, and what is counted.
    measures: Mapping[str, tuple[int, int, int, str, str]]
    open_label: str
    kind = "ending"

    def accepts(self, value: Any) -> bool:
        if value == self.default:
            return True
        if not isinstance(value, dict) or len(value) != 1:
            return False
        ((measure, number),) = value.items()
        if measure not in self.measures:
            return False
        low, high, *_ = self.measures[measure]
        return type(number) is int and low <= number <= high

    def expected(self) -> str:
        ranges = [f'{{"{name}": {low}…{high}}}' for name, (low, high, *_) in self.measures.items()]
        return either([_json(self.default), *ranges])

    def label(self, value: Any) -> str:
        if value == self.default:
            return self.open_label
        ((measure, number),) = value.items()
        *_, words, unit = self.measures[measure]
        return words.format(plural(number, unit))

    def presets(self) -> Sequence[Any]:
        return (self.default, *({name: at} for name, (_, _, at, *_) in self.measures.items()))

    def alternatives(self) -> Sequence[str]:
        return [words.format(f"{low} to {plural(high, unit)}") for low, high, _, words, unit in self.measures.values()]

    def hint(self, value: Any) -> str:
        low, high, *_ = self.measures[_measure(value)]
        return f"a whole number from {low} to {high}"

    def choices(self, value: Any, players: int) -> list[tuple[str, str, bool]]:
        ends = ((name, words.format(f"… {unit}s")) for name, (*_, words, unit) in self.measures.items())
        names = [(self.default, self.open_label), *ends]
        return [(name, label, name == _measure(value)) for name, label in names]

    def to_form(self, value: Any) -> list[tuple[str, str]]:
        return [("", _measure(value)), ("-number", str(*value.values()) if isinstance(value, dict) else "")]

    def from_form(self, texts: Sequence[str], number: str) -> Any:
        measure = _last(texts)
        if measure not in self.measures:
            return self.default
        return {measure: _whole(number) if number else self.measures[measure][2]}


@dataclass(frozen=True, kw_only=True)
class SubsetOption(Option):
    """A list of known things: at least one, each at most once; their order means nothing."""

    labels: Mapping[str, str]
    sets: Sequence[tuple[str, ...]] = ()
    # The sets to choose from, by number of players, the best first; none where any value will do.
    required_sets: Callable[[int], Sequence[tuple[str, ...]]] = lambda _players: ()
    set_in_words: Callable[[tuple[str, ...]], str] = ", ".join
    kind = "several"

    def required_choices(self, players: int) -> Sequence[tuple[tuple[str, ...], str]]:
        return [(one, self.set_in_words(one)) for one in self.required_sets(players)] if players else []

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, (list, tuple)) or not value:
            return False
        known = all(isinstance(one, str) and one in self.labels for one in value)
        return known and len(set(value)) == len(value)

    def expected(self) -> str:
        return "some of " + ", ".join(self.labels) + ", each at most once"

    def normalize(self, value: Any) -> Any:
        return [name for name in self.labels if name in value]

    def label(self, value: Any) -> str:
        return ", ".join(label for name, label in self.labels.items() if name in value)

    def presets(self) -> Sequence[Any]:
        return (self.default, *self.sets)

    def alternatives(self) -> Sequence[str]:
        return [f"some of {self.label(list(self.labels))}"]

    def hint(self, value: Any) -> str:
        return "choose at least one"

    def choices(self, value: Any, players: int) -> list[tuple[str, str, bool]]:
        return [(name, label, name in value) for name, label in self.labels.items()]

    def to_form(self, value: Any) -> list[tuple[str, str]]:
        # An empty text comes with the list, so that a form with no box ticked still names the field.
        return [("", name) for name in ["", *value]]

    def from_form(self, texts: Sequence[str], number: str) -> Any:
        # A box has one name, the key of a whole set all of them.
        return [name for text in texts for name in text.split()]


@dataclass(frozen=True, kw_only=True)
class TextOption(Option):
    """A line of text of at most `most` characters, such as the `examples`; "" is called `none`."""

    none: str
    examples: Sequence[str] = ()
    most: int = 60
    kind = "text"

    def presets(self) -> Sequence[Any]:
        return (self.default, *self.examples)

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and len(value) <= self.most and (value.isprintable() or not value)

    def expected(self) -> str:
        return f"a text of at most {self.most} characters"

    def label(self, value: Any) -> str:
        return str(value) or self.none

    def normalize(self, value: Any) -> Any:
        return " ".join(value.split())

    def alternatives(self) -> Sequence[str]:
        return [self.expected()]

    def hint(self, value: Any) -> str:
        return f"at most {self.most} characters"

    def to_form(self, value: Any) -> list[tuple[str, str]]:
        return [("", str(value))]

    def from_form(self, texts: Sequence[str], number: str) -> Any:
        return _last(texts)


class HouseRules:
    """The house rules in force at a table, read as attributes: `rules.penalty_at`. Never changes."""

    def __init__(self, options: Iterable[Option], chosen: Mapping[str, Any]) -> None:
        """Take the defaults and what differs; Impossible for an unknown name or value."""
        self.options = {option.name: option for option in options}
        for name, value in chosen.items():
            if name not in self.options:
                known = listed([quoted(one) for one in self.options]) or "none"
                told = f"remove a house rule that this game does not have ({quoted(name)}; it has {known})"
                raise Impossible(told, "house_rules")
            if not self.options[name].accepts(value):
                option = self.options[name]
                told = f"house rule “{option.title}”: choose one of its values"
                raise Impossible(f"{told} (“{name}”: {option.expected()}, not {_json(value)})", name)
        self.in_force = {
            name: option.normalize(chosen.get(name, option.default)) for name, option in self.options.items()
        }
        vars(self).update(self.in_force)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"there is no house rule {name}")

    @property
    def differing(self) -> dict[str, Any]:
        options, in_force = self.options.values(), self.in_force
        return {one.name: in_force[one.name] for one in options if in_force[one.name] != one.normalize(one.default)}


def _last(texts: Sequence[str]) -> str:
    return texts[-1].strip() if texts else ""


def _whole(text: str) -> int | str:
    return int(text) if text.isdecimal() and len(text) < 6 else text


def _measure(value: Any) -> str:
    return str(next(iter(value))) if isinstance(value, dict) else str(value)


def _json(value: Any) -> str:
    text = minus(json.dumps(value, ensure_ascii=False, default=list))
    return text if len(text) <= 60 else text[:57] + "…"
