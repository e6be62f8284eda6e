"""JSON is only ever read through a type, and what does not fit is said in plain words."""

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec

from games.impossible import Impossible

T = TypeVar("T")

Count = Annotated[int, msgspec.Meta(ge=0)]
"""A whole number, 0 or more."""


def read(data: Any, kind: type[T]) -> T:
    """Read plain JSON values as `kind`, strictly; Impossible names the place where they do not fit."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _in_words(str(error)) from None
    except RecursionError:
        raise Impossible("this is nested too deeply") from None
    except UnicodeEncodeError:
        raise Impossible("this holds a character that cannot be kept") from None


def plain(value: Any) -> Any:
    """Return a typed value as the plain JSON values it was read from."""
    return _listed(msgspec.to_builtins(value))


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _listed(inner) for name, inner in value.items()}
    return [_listed(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def _in_words(error: str) -> Impossible:
    what, _, where = error.partition(" - at ")
    place = where.replace("[...]", "").rpartition("`$")[2].strip("`.")
    for pattern, words in _SENTENCES:
        if match := re.fullmatch(pattern, what, re.DOTALL):
            what = words(*match.groups())
            break
    return Impossible(f"{place}: {what}" if place else what, place)


def _named(kinds: str) -> str:
    return " or ".join(_WORDS.get(kind, kind) for kind in re.split(r"\s*\|\s*", kinds))


_WORDS = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a group of named facts",
    "null": "nothing",
}

_WAYS = {">=": "more", "<=": "less"}

_SENTENCES: list[tuple[str, Callable[..., str]]] = [
    (r"Object missing required field `(.+)`", lambda name: f"“{name}” is missing"),
    (r"Object contains unknown field `(.+)`", lambda name: f"“{name}” is not known here"),
    (r"Expected `(.+)`, got `(.+)`", lambda wanted, got: f"should be {_named(wanted)}, not {_named(got)}"),
    (r"Invalid enum value (.+)", lambda value: f"{value} is not one of the possible values"),
    (r"Invalid value (.+)", lambda value: f"{value} is not one of the possible values"),
    (r"Expected `array` of length (\d+), got (\d+)", lambda wanted, got: f"should be a list of {wanted}, not of {got}"),
    (r"Expected `(?:array|object)` of length (<=|>=) (\d+)", lambda way, n: f"should have {n} or {_WAYS[way]}"),
    (r"Expected `str` of length (<=|>=) (\d+)", lambda way, n: f"should have {n} letters or {_WAYS[way]}"),
    (r"Expected `str` matching regex .+", lambda: "is not written as it should be"),
    (r"Expected `int` (>=|<=) (\S+)", lambda way, limit: f"should be {limit} or {_WAYS[way]}"),
]
