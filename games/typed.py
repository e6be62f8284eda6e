"""JSON is only ever read through a type, and what does not fit is said in plain words."""

import re
from typing import Any, TypeVar

import msgspec

from games.impossible import Impossible

T = TypeVar("T")

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a group of named facts",
    "null": "nothing",
}


def read(data: Any, kind: type[T]) -> T:
    """Read plain JSON values as `kind`, strictly; Impossible names the place where they do not fit."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _in_words(str(error)) from None


def plain(value: Any) -> Any:
    """Return a typed value as the plain JSON values it was read from."""
    return msgspec.to_builtins(value)


def _in_words(error: str) -> Impossible:
    what, _, path = error.partition(" - at `$")
    place = path.strip("`").lstrip(".")
    for pattern, words in _SENTENCES:
        if match := re.fullmatch(pattern, what):
            what = words(*match.groups())
            break
    return Impossible(f"{place}: {what}" if place else what, place.split("[")[0].split(".")[0])


def _named(kinds: str) -> str:
    return " or ".join(_WORDS.get(kind, kind) for kind in re.split(r"\s*\|\s*", kinds))


_SENTENCES = [
    (r"Object missing required field `(.+)`", lambda name: f"“{name}” is missing"),
    (r"Object contains unknown field `(.+)`", lambda name: f"“{name}” is not known here"),
    (r"Expected `(.+)`, got `(.+)`", lambda a, b: f"should be {_named(a)}, not {_named(b)}"),
    (r"Invalid enum value (.+)", lambda value: f"{value} is not one of the possible values"),
    (r"Invalid value (.+)", lambda value: f"{value} is not one of the possible values"),
    (r"Expected `(.+)` of length (.+)", lambda kind, n: f"should be {_named(kind)} of length {n}"),
    (r"Expected `(\w+)` (>=|<=) (\S+)", lambda _, way, n: f"should be {n} or {'more' if way == '>=' else 'less'}"),
]
