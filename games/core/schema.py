"""JSON is only ever read through a type, and what does not fit is refused in plain words."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from games.core.errors import Impossible, quoted
from games.core.text import either, listed, minus, ordinal, plural

T = TypeVar("T")

Count = Annotated[int, msgspec.Meta(ge=0)]
"""A whole number, 0 or more."""

Names = Mapping[str, Sequence[str]]
"""Who sits at the table, to name the place in a row: by “player” and “side”."""
Labels = Mapping[str, str]
"""What the parts of a question are called, by their names."""

NOBODY: Names = {}
UNLABELLED: Labels = {}


def read(data: Any, kind: type[T], names: Names = NOBODY, labels: Labels = UNLABELLED) -> T:
    """Read plain JSON values as `kind`, strictly; Impossible says what to enter where they do not fit.

    A part is called by the `title` of its type, or by `labels`; {player}, {side} and {nth} in these are the place in
    a row, by `names` where they are known.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _in_words(str(error), kind, names, labels) from None
    except RecursionError:
        raise Impossible("this is nested too deeply") from None
    except UnicodeEncodeError:
        raise Impossible("this holds a character that cannot be kept") from None


def skim(text: bytes, kind: type[T]) -> T:
    """Read JSON text as `kind` without unfolding what it takes as msgspec.Raw; Impossible where it does not fit."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise _in_words(str(error), kind) from None
    except msgspec.DecodeError as error:
        cut_off = "truncated" in str(error) and not text.rstrip().endswith(b"}")
        raise Impossible("this file was cut off: its end is missing" if cut_off else "this file is not JSON") from None
    except UnicodeDecodeError:  # of a name that is not known: msgspec quotes it
        raise Impossible("this file is not UTF-8 text") from None
    except RecursionError:
        raise Impossible("this file is nested too deeply") from None


def plain(value: Any) -> Any:
    return _tuples_as_lists(msgspec.to_builtins(value))


def _tuples_as_lists(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return {name: _tuples_as_lists(inner) for name, inner in value.items()}
    return [_tuples_as_lists(inner) for inner in value] if kind is list or kind is tuple else value


class _Misfit(NamedTuple):
    """Where in a type something does not fit; of a name there, or of what stands under it."""

    kind: Any
    path: str
    of_a_name: bool
    names: Names
    labels: Labels

    def refusal(self, what: str, hint: str = "", *, in_file: bool = True) -> str:
        """Say what to do, first of what; for who edits a file, its key and what can stand there come last."""
        label, key = self.label, re.sub(r"\[.*?\]", "", self.path).split(".")[-1]
        told = f"{label}: {what}" if label else what
        if label.endswith("?"):
            told = f"{label} {what[:1].upper()}{what[1:]}"
        written = ": ".join(filter(None, [key and quoted(key), hint])) if in_file else ""
        return f"{told} ({written})" if written else told

    @property
    def label(self) -> str:
        label = self.labels.get(re.split(r"[.\[]", self.path)[0]) or title(self.kind, self.path)
        places = re.findall(r"\[(\d+)\]", self.path)
        return in_order(label, int(places[-1]), self.names) if places else re.sub(r"\{\w+\}", "…", label)


def in_order(label: str, place: int, names: Names = NOBODY) -> str:
    """Fill in who or what stands at a place: “Ben’s bid”, “the second player’s bid”."""
    for kind in ("player", "side"):
        known = names.get(kind, ())
        one = known[place] if place < len(known) else f"the {ordinal(place + 1)} {kind}"
        label = label.replace(f"{{{kind}}}", one)
    return label.replace("{nth}", ordinal(place + 1))


def _in_words(error: str, kind: Any, names: Names = NOBODY, labels: Labels = UNLABELLED) -> Impossible:
    for pattern, words in _SENTENCES:
        if match := re.fullmatch(pattern + _WHERE, error, re.DOTALL):
            *parts, name, path = match.groups(default="")
            path = path.strip(".")
            misfit = words(_Misfit(kind, path, bool(name), names, labels), *parts)
            return Impossible(misfit, path.replace("[...]", ""))
    return Impossible("this does not fit here")


def _missing(at: _Misfit, name: str) -> str:
    return at._replace(path=f"{at.path}.{name}".strip(".")).refusal("not entered yet")


def _unknown(at: _Misfit, name: str) -> str:
    kinds = [one for found in _types_at(at.kind, at.path) for one in union_members(found)]
    fields = [field.encode_name for one in kinds if isinstance(one, inspect.StructType) for field in one.fields]
    return _out_of_place(name, fields)


def _out_of_place(name: str, known: Sequence[Any]) -> str:
    belongs = f"; {listed([quoted(str(one)) for one in known])} can stand there" if known else ""
    return f"remove what does not belong here ({quoted(name)}{belongs})"


def _expected(at: _Misfit, wanted: str, got: str) -> str:
    if (wanted, got) == ("int", "float"):
        return at.refusal("enter a whole number, without a point")
    kinds = re.split(r"\s*\|\s*", wanted)
    told = " or ".join(_WANTED.get(kind, kind) for kind in kinds if kind != "null" or kinds == ["null"])
    hint = "true or false" if "bool" in kinds else ""
    now = "it is empty" if got == "null" else f"not {_GIVEN.get(got, got)}"
    return at.refusal(f"enter {told}, {now}", hint)


def _wrong_value(at: _Misfit, value: str) -> str:
    text = literal_eval(value) if value[0] in "'\"" else value
    kinds = [one for here in _types_at(at.kind, at.path) for one in union_members(here)]
    if at.of_a_name:
        kinds = [one for here in kinds if isinstance(here, inspect.DictType) for one in union_members(here.key_type)]
    values = [one for here in kinds if isinstance(here, inspect.LiteralType) for one in here.values]
    if at.of_a_name:
        return _out_of_place(text, values)
    told = minus(text) if text == value else quoted(text)
    one_of = either([quoted(one) if isinstance(one, str) else str(one) for one in values])
    return at.refusal(f"{told} is not possible", one_of)


def _out_of_range(at: _Misfit, way: str, limit: str) -> str:
    for place in _places(at.kind, at.path):
        names = at.names.get(place["names"])
        return at.refusal(not_there(place["names"], names), f"0 to {place['last']}")
    told = f"enter {minus(limit)} at most" if way == "<=" else f"enter at least {minus(limit)}"
    return at.refusal(told, in_file=not at.label)  # a form can be wrong about this too


def not_there(kind: str, names: Sequence[str] | None = None) -> str:
    """Say that a number stands for nobody at the table, or for neither side."""
    nobody = {"player": "nobody sits there", "side": "there is no such side"}[kind]
    return f"{nobody}, choose {either(names)}" if names else nobody


_WANTED = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text",
    "bool": "yes or no",
    "array": "several, one after the other",
    "object": "its parts by name",
    "null": "nothing",
}
_GIVEN = _WANTED | {"int": "a number", "array": "several", "object": "several by name"}
_LIMITS = {"<=": "{} at most", ">=": "at least {}"}

_WHERE = r"(?: - at (`key` in )?`\$([^`]*)`)?"
"""How msgspec ends a sentence: with the path, unless it speaks of the whole."""

_SENTENCES: list[tuple[str, Callable[..., str]]] = [
    (r"Object missing required field `(.*?)`", _missing),
    (r"Object contains unknown field `(.*?)`", _unknown),
    (
        r"Expected `(?:array|object)` of length (<=|>=) (\d+)",
        lambda at, way, n: at.refusal(f"enter {_LIMITS[way].format(n)}"),
    ),
    (r"Expected `array` of length (\d+), got (\d+)", lambda at, n, got: at.refusal(f"enter {n}, not {got}")),
    (
        r"Expected `str` of length (<=|>=) (\d+)",
        lambda at, way, n: at.refusal(f"write {_LIMITS[way].format(plural(int(n), 'letter'))}"),
    ),
    (r"Expected `str` matching regex .*?", lambda at: at.refusal("this is not written as it should be")),
    (r"Expected `int` (>=|<=) (\S+)", _out_of_range),
    (r"Expected `(.*?)`, got `(.*?)`", _expected),
    (r"Invalid (?:enum )?value (.*?)", _wrong_value),
]


# --- What a type would have allowed at a place, so that a refusal can say it.

A_SEAT_OF_FOUR = {"names": "player", "last": 3}
A_SIDE_OF_TWO = {"names": "side", "last": 1}
"""For the type of a number that stands for a player, or for a side (`Meta(extra=…)`)."""


def title(kind: Any, path: str) -> str:
    """Return what a part of a type is called (`Meta(title=…)`); a part without a title is called as what holds it."""
    steps = list(re.finditer(r"\[(?:\d+|\.\.\.)\]|[^.\[\]]+", path))
    for step in reversed(steps):
        found = [inner for one in _types_at(kind, path[: step.end()]) for inner in _metadata(one)]
        titles = [(one.extra_json_schema or {}).get("title") for one in found]
        if told := next(filter(None, titles), None):
            return str(told)
    return ""


def _places(kind: Any, path: str) -> list[dict[str, Any]]:
    found = [inner.extra or {} for one in _types_at(kind, path) for inner in _metadata(one)]
    return [extra for extra in found if "names" in extra]


def _metadata(kind: inspect.Type) -> Iterator[inspect.Metadata]:
    if isinstance(kind, inspect.Metadata):
        yield kind
        yield from _metadata(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _metadata(one)


def union_members(kind: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        yield from union_members(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from union_members(one)
    else:
        yield kind


def _types_at(kind: Any, path: str) -> list[inspect.Type]:
    kinds: list[inspect.Type] = [inspect.type_info(kind)]
    for step in re.findall(r"\[(?:\d+|\.\.\.)\]|[^.\[\]]+", path):
        kinds = [inner for outer in kinds for one in union_members(outer) for inner in _types_inside(one, step)]
    return kinds


def _types_inside(kind: inspect.Type, step: str) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.StructType):
        yield from (field.type for field in kind.fields if field.encode_name == step)
    elif isinstance(kind, inspect.DictType):
        yield kind.value_type
    elif isinstance(kind, inspect.TupleType):
        yield kind.item_types[int(step.strip("[]"))]
    elif isinstance(kind, (inspect.ListType, inspect.VarTupleType)):
        yield kind.item_type


# --- What strangers send, read strictly: nothing that a database, a screen or the next program could not hold.

LONGEST_NUMBER, DEEPEST = 15, 20
_UNHOLDABLE = re.compile("[\\x00\\ud800-\\udfff]")


def load_json(text: str | bytes) -> Any:
    try:
        text = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        data = json.loads(text, parse_constant=_refuse, parse_int=_whole, object_pairs_hook=_refuse_duplicates)
    except RecursionError:
        raise Impossible("this file is nested too deeply") from None
    except UnicodeDecodeError:
        raise Impossible("this file is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        what = f"not JSON (line {error.lineno})" if text.strip() else "empty"
        raise Impossible(f"this file is {what}") from None
    _check_texts(data)
    return data


def whole_number(text: str, digits: int = 9) -> int | None:
    """Return the number in a form or an address; None for any other text, and for one of more digits."""
    return int(text) if text.isdecimal() and len(text) <= digits else None


def _check_texts(data: Any) -> None:
    level, depth = [data], 0
    while level:
        for text in level:
            if isinstance(text, str) and _UNHOLDABLE.search(text):
                raise Impossible("this file holds a character that cannot be kept (NUL or half of one)")
        level, depth = [inner for value in level for inner in _children(value)], depth + 1
        if depth > DEEPEST:
            raise Impossible("this file is nested too deeply")


def _children(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return (*value, *value.values())
    return value if isinstance(value, list) else ()


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise Impossible(f"a number with {len(digits)} digits is none a score can have")
    return int(digits)


def _refuse(constant: str) -> None:
    raise Impossible(f"{constant} is not a number a score can have")


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    facts = dict(pairs)
    if len(facts) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common()[0]
        raise Impossible(f"{quoted(twice)} is there twice")
    return facts
