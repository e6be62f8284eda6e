"""JSON is only ever read through a type, and what does not fit is refused in plain words."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from games.core.errors import Impossible, quoted
from games.core.text import minus

T = TypeVar("T")

Count = Annotated[int, msgspec.Meta(ge=0)]
"""A whole number, 0 or more."""


def read(data: Any, kind: type[T]) -> T:
    """Read plain JSON values as `kind`, strictly; Impossible names the place where they do not fit."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _in_words(str(error), kind) from None
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
    return _listed(msgspec.to_builtins(value))


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _listed(inner) for name, inner in value.items()}
    return [_listed(inner) for inner in value] if isinstance(value, (list, tuple)) else value


class _TypePath(NamedTuple):
    """Where in a type something does not fit; of a name there, or of what stands under it."""

    kind: Any
    path: str
    of_a_name: bool


def _in_words(error: str, kind: Any) -> Impossible:
    for pattern, words in _SENTENCES:
        if match := re.fullmatch(pattern + _WHERE, error, re.DOTALL):
            *parts, name, path = match.groups(default="")
            what = words(_TypePath(kind, path, bool(name)), *parts)
            field = path.replace("[...]", "").strip(".")
            return Impossible(f"{field}: {what}" if field else what, field)
    return Impossible("this does not fit here")


def _expected(_: _TypePath, wanted: str, got: str) -> str:
    if (wanted, got) == ("int", "float"):
        return "should be a whole number, written without a point"
    return f"should be {_named(wanted)}, not {_named(got)}"


def _wrong_value(at: _TypePath, value: str) -> str:
    found = quoted(literal_eval(value)) if value[0] in "'\"" else minus(value)
    kinds = [one for here in _at(at.kind, at.path) for one in union_members(here)]
    if at.of_a_name:
        kinds = [one for here in kinds if isinstance(here, inspect.DictType) for one in union_members(here.key_type)]
    values = [one for here in kinds if isinstance(here, inspect.LiteralType) for one in here.values]
    named = ", ".join(quoted(one) if isinstance(one, str) else str(one) for one in values)
    return f"{found} is not one of {named}" if len(values) > 1 else f"{found} is not {named or 'possible here'}"


def _out_of_range(at: _TypePath, way: str, limit: str) -> str:
    # A type may bring along the words it is refused with: Meta(extra=NO_SEAT).
    extras = [one.extra for one in _at(at.kind, at.path) if isinstance(one, inspect.Metadata) and one.extra]
    refusals = [extra["refusal"] for extra in extras if "refusal" in extra]
    return next(iter(refusals), f"should be {minus(limit)} or {_WAYS[way]}")


def _named(kinds: str) -> str:
    return " or ".join(_WORDS.get(kind, kind) for kind in re.split(r"\s*\|\s*", kinds))


_WORDS = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a group of named facts",
    "null": "nothing",
}

_WAYS = {">=": "more", "<=": "less"}

_WHERE = r"(?: - at (`key` in )?`\$([^`]*)`)?"
"""How msgspec ends a sentence: with the path, unless it speaks of the whole."""

_SENTENCES: list[tuple[str, Callable[..., str]]] = [
    (r"Object missing required field `(.*?)`", lambda _, name: f"{quoted(name)} is missing"),
    (r"Object contains unknown field `(.*?)`", lambda _, name: f"{quoted(name)} is not known here"),
    (r"Expected `(?:array|object)` of length (<=|>=) (\d+)", lambda _, way, n: f"should have {n} or {_WAYS[way]}"),
    (r"Expected `array` of length (\d+), got (\d+)", lambda _, n, got: f"should be a list of {n}, not of {got}"),
    (r"Expected `str` of length (<=|>=) (\d+)", lambda _, way, n: f"should have {n} letters or {_WAYS[way]}"),
    (r"Expected `str` matching regex .*?", lambda _: "is not written as it should be"),
    (r"Expected `int` (>=|<=) (\S+)", _out_of_range),
    (r"Expected `(.*?)`, got `(.*?)`", _expected),
    (r"Invalid (?:enum )?value (.*?)", _wrong_value),
]


# --- What a type would have allowed at a place, so that a refusal can say it.

NO_SEAT = {"refusal": "nobody sits there: seats are 0 to 3"}
"""For the type of a seat at a table of four."""


def union_members(kind: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        yield from union_members(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from union_members(one)
    else:
        yield kind


def _at(kind: Any, path: str) -> list[inspect.Type]:
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


# --- JSON from strangers, read strictly: nothing that a database, a screen or the next program could not hold.

LONGEST_NUMBER, DEEPEST = 15, 20
_UNHOLDABLE = re.compile("[\\x00\\ud800-\\udfff]")


def load_json(text: str | bytes) -> Any:
    try:
        text = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        data = json.loads(text, parse_constant=_refuse, parse_int=_whole, object_pairs_hook=_once)
    except RecursionError:
        raise Impossible("this file is nested too deeply") from None
    except UnicodeDecodeError:
        raise Impossible("this file is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        what = f"not JSON (line {error.lineno})" if text.strip() else "empty"
        raise Impossible(f"this file is {what}") from None
    _check_texts(data)
    return data


def _check_texts(data: Any) -> None:
    level, depth = [data], 0
    while level:
        for text in level:
            if isinstance(text, str) and _UNHOLDABLE.search(text):
                raise Impossible("this file holds a character that cannot be kept (NUL or half of one)")
        level, depth = [inner for value in level for inner in _inside(value)], depth + 1
        if depth > DEEPEST:
            raise Impossible("this file is nested too deeply")


def _inside(value: Any) -> Iterable[Any]:
    return (*value, *value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ()


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise Impossible(f"a number with {len(digits)} digits is none a score can have")
    return int(digits)


def _refuse(constant: str) -> None:
    raise Impossible(f"{constant} is not a number a score can have")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    facts = dict(pairs)
    if len(facts) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise Impossible(f"{quoted(twice)} is there twice")
    return facts
