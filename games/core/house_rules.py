"""House rules: options that a game declares once, for the scoring, the pages and the set-up form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.core.errors import Impossible, quoted
from games.core.text import either, listed, minus, plural

# Takes the facts of a round, the MatchState before it and another value of the house rule.
CouldDiffer = Callable[[Any, Any, Any], bool]


def every_round(_facts: Any, _state: Any, _other: Any) -> bool:
    """For options that change what may be dealt, bid or played in any round."""
    return True


@dataclass(frozen=True, kw_only=True)
class Option:
    """A house rule. `name`: in files. `rule`: the anchor of the rule it changes. `kind`: its control on pages."""

    name: str
    default: Any
    title: str
    why: str = ""
    rule: str = ""
    # Whether another value could have changed the round in a way that its facts do not show.
    could_differ: CouldDiffer = lambda _facts, _state, _other: False
    # A phrase for the difference in such a round: the rest of a sentence that begins with “hand 2” or “every hand”.
    difference_in_words: str = "could have gone differently"
    # Whether it can change anything for this number of players and these house rules.
    is_relevant: Callable[[int, HouseRules], bool] = lambda _players, _rules: True
    # Whether the set-up offers it beside these house rules. Otherwise it has its default, unless it was chosen before.
    is_known: Callable[[HouseRules], bool] = lambda _rules: True
    # Values of other options that usually go with a value: the set-up chooses them with it.
    implies: Callable[[Any], Mapping[str, Any]] = lambda _value: {}
    # Whether most tables play the default.
    default_is_usual: bool = True
    # Whether few tables change it: the set-up shows it under “More house rules”.
    is_rare: bool = False
    # Whether points under its values cannot be compared: figures, records and ratings never mix them. False for an
    # option that moves the end, forbids something or settles a rare case: such tables can still be compared.
    changes_scale: bool = False
    # By the name of a house rule of older files that this one replaced: what each of its values stands for today.
    formerly: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    # Whether it only says how a round is entered or called: the same round scores the same under each value, so What if
    # does not offer it.
    is_about_entry: bool = False
    kind = "choice"

    def is_offered(self, players: int, rules: HouseRules) -> bool:
        differs = self.name in rules.differing
        return self.is_relevant(players, rules) and (differs or self.is_known(rules))

    def required_choices(self, players: int) -> Sequence[tuple[tuple[str, ...], str]]:
        """Return the values to choose from, each with its label; none if any value is possible."""
        return ()

    def accepts(self, value: Any) -> bool:
        raise NotImplementedError

    def expected(self) -> str:
        raise NotImplementedError

    def refusal(self, value: Any) -> str:
        """Return why a value of a file is refused."""
        return f"choose one of its values (“{self.name}”: {self.expected()}, not {_json(value)})"

    def label(self, value: Any) -> str:
        return str(value)

    def difference(self, value: Any) -> str:
        """Return “Played to: 50 points (usual: 100 points)”."""
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
        """Return text, label and whether it is chosen of each value. `players`: 0 for any number."""
        return [(json.dumps(preset), self.label(preset), preset == value) for preset in self.presets()]

    def to_form(self, value: Any) -> list[tuple[str, str]]:
        return [("", json.dumps(value))]

    def from_form(self, texts: Sequence[str], number: str) -> Any:
        """Return the value of the texts in a form, valid or not. `number`: the text of the field “-number”."""
        text = _last(texts)
        return {json.dumps(preset): preset for preset in self.presets()}.get(text, text)


@dataclass(frozen=True, kw_only=True)
class NamedChoice(Option):
    """One of several named values: text, true or false."""

    labels: Mapping[Any, str]
    # Values of earlier matches that nobody chooses any more.
    former: Mapping[Any, str] = field(default_factory=dict)
    # Numbers of players for which a value is offered; values that are missing here always are.
    available_for: Mapping[Any, Collection[int]] = field(default_factory=dict)

    def choices(self, value: Any, players: int) -> list[tuple[str, str, bool]]:
        hidden = {json.dumps(other) for other, seats in self.available_for.items() if players and players not in seats}
        offered = [
            (text, label, is_chosen)
            for text, label, is_chosen in super().choices(value, players)
            if is_chosen or text not in hidden
        ]
        return [*offered, *((json.dumps(old), label, True) for old, label in self.former.items() if old == value)]

    def accepts(self, value: Any) -> bool:
        # True equals 1 in Python, but not in a file.
        return any(value == allowed and type(value) is type(allowed) for allowed in (*self.labels, *self.former))

    def expected(self) -> str:
        return either([_json(value) for value in self.labels])

    def label(self, value: Any) -> str:
        return self.labels[value] if value in self.labels else self.former[value]

    def presets(self) -> Sequence[Any]:
        return tuple(self.labels)

    def from_form(self, texts: Sequence[str], number: str) -> Any:
        text, former = _last(texts), {json.dumps(value): value for value in self.former}
        return former[text] if text in former else super().from_form(texts, number)


@dataclass(frozen=True, kw_only=True)
class NumberOption(Option):
    """A whole number from `low` to `high`. `none`: the label of null, if null is allowed."""

    low: int
    high: int
    none: str = ""
    unit: str = ""
    # A believable number, if the default is none.
    suggested: int | None = None
    kind = "number"

    def presets(self) -> Sequence[Any]:
        return (self.default,) if self.suggested is None else (self.default, self.suggested)

    def accepts(self, value: Any) -> bool:
        return (value is None and bool(self.none)) or (type(value) is int and self.low <= value <= self.high)

    def expected(self) -> str:
        return self._range + (f" or null for “{self.none}”" if self.none else "")

    def label(self, value: Any) -> str:
        if value is None:
            return self.none
        return plural(value, self.unit.removesuffix("s"), self.unit) if self.unit else minus(value)

    @property
    def _range(self) -> str:
        return f"a whole number from {minus(self.low)} to {minus(self.high)}"

    def random_value(self, rng: Random) -> Any:
        # At most two from the default, so that made-up tables are believable.
        middle = next((number for number in (self.default, self.suggested) if number is not None), self.low)
        return rng.randint(max(self.low, middle - 2), min(self.high, middle + 2))

    def alternatives(self) -> Sequence[str]:
        return [f"{minus(self.low)} to {self.label(self.high)}", *([self.none] if self.none else [])]

    def hint(self, value: Any) -> str:
        return self._range + (", or nothing" if self.none else "")

    def to_form(self, value: Any) -> list[tuple[str, str]]:
        return [("", "" if value is None else str(value))]

    def from_form(self, texts: Sequence[str], number: str) -> Any:
        text = _last(texts)
        return _whole(text) if text else None


@dataclass(frozen=True, kw_only=True)
class EndingOption(Option):
    """When a match ends: by default when the table says so; else a measure and its number: `{"target": 50}`."""

    # By measure: the lowest, highest and suggested number, a text with {} for the number, and the unit.
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
        return (self.default, *({name: suggested} for name, (_, _, suggested, *_) in self.measures.items()))

    def alternatives(self) -> Sequence[str]:
        return [words.format(f"{low} to {plural(high, unit)}") for low, high, _, words, unit in self.measures.values()]

    def hint(self, value: Any) -> str:
        measure = _measure(value)
        if measure not in self.measures:
            return "choose when the match ends"
        low, high, *_ = self.measures[measure]
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
            return measure
        return {measure: _whole(number) if number else self.measures[measure][2]}


@dataclass(frozen=True, kw_only=True)
class SubsetOption(Option):
    """One or more of several named things, in any order."""

    labels: Mapping[str, str]
    sets: Sequence[tuple[str, ...]] = ()
    # The sets to choose from for a number of players, the best first; none if any set is possible.
    required_sets: Callable[[int], Sequence[tuple[str, ...]]] = lambda _players: ()
    set_in_words: Callable[[tuple[str, ...]], str] = ", ".join
    kind = "several"

    def required_choices(self, players: int) -> Sequence[tuple[tuple[str, ...], str]]:
        return [(names, self.set_in_words(names)) for names in self.required_sets(players)] if players else []

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, (list, tuple)) or not value:
            return False
        return all(isinstance(name, str) and name in self.labels for name in value) and len(set(value)) == len(value)

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
        # The empty text keeps the field in a form with no box ticked.
        return [("", name) for name in ["", *value]]

    def from_form(self, texts: Sequence[str], number: str) -> Any:
        # A box posts one name; a whole set comes as one text with spaces.
        return [name for text in texts for name in text.split()]


# The values of the house rules that change the scale of the points, by name.
Scale = tuple[tuple[str, Any], ...]


class HouseRules:
    """The house rules of a table, as attributes: `rules.penalty_at`. Immutable."""

    def __init__(self, options: Iterable[Option], chosen: Mapping[str, Any]) -> None:
        """`chosen`: values that differ from the defaults. Impossible for an unknown name or value."""
        self.options = {option.name: option for option in options}
        chosen = in_todays_names(self.options.values(), chosen)
        for name, value in chosen.items():
            if name not in self.options:
                names = listed([quoted(option) for option in self.options]) or "none"
                message = f"remove a house rule that this game does not have ({quoted(name)}; it has {names})"
                raise Impossible(message, "house_rules")
            if not self.options[name].accepts(value):
                option = self.options[name]
                raise Impossible(f"house rule “{option.title}”: {option.refusal(value)}", name)
        self.in_force = {
            name: option.normalize(chosen.get(name, option.default)) for name, option in self.options.items()
        }
        vars(self).update(self.in_force)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"there is no house rule {name}")

    @property
    def scale(self) -> Scale:
        return tuple((name, self.in_force[name]) for name, option in self.options.items() if option.changes_scale)

    @property
    def differing(self) -> dict[str, Any]:
        defaults = {name: option.normalize(option.default) for name, option in self.options.items()}
        return {name: value for name, value in self.in_force.items() if value != defaults[name]}


def in_todays_names(options: Iterable[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return house rules with those of older files replaced by what they stand for, whatever else the file says."""
    current = dict(chosen)
    for name, values in (former for option in options for former in option.formerly.items()):
        if isinstance(current.get(name), str) and current[name] in values:
            current |= values[current.pop(name)]
    return current


def _last(texts: Sequence[str]) -> str:
    return texts[-1].strip() if texts else ""


def _whole(text: str) -> int | str:
    return int(text.replace("−", "-")) if re.fullmatch(r"[-−]?\d{1,5}", text) else text


def _measure(value: Any) -> str:
    return str(next(iter(value))) if isinstance(value, dict) else str(value)


def _json(value: Any) -> str:
    text = minus(json.dumps(value, ensure_ascii=False, default=list))
    return text if len(text) <= 60 else text[:57] + "…"
