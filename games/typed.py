"""JSON is only ever read through a type, and what does not fit is said in plain words."""

import re
from ast import literal_eval
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec

from games import possible
from games.impossible import Impossible, quoted

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
    """Return a typed value as the plain JSON values it was read from."""
    return _listed(msgspec.to_builtins(value))


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _listed(inner) for name, inner in value.items()}
    return [_listed(inner) for inner in value] if isinstance(value, (list, tuple)) else value


class _Place(NamedTuple):
    """Where in a type something does not fit; of a name there, or of what stands under it."""

    kind: Any
    path: str
    of_a_name: bool


def _in_words(error: str, kind: Any) -> Impossible:
    for pattern, words in _SENTENCES:
        if match := re.fullmatch(pattern + _WHERE, error, re.DOTALL):
            *parts, name, path = match.groups(default="")
            what = words(_Place(kind, path, bool(name)), *parts)
            field = path.replace("[...]", "").strip(".")
            return Impossible(f"{field}: {what}" if field else what, field)
    return Impossible("this does not fit here")


def _expected(_: _Place, wanted: str, got: str) -> str:
    if (wanted, got) == ("int", "float"):
        return "should be a whole number, written without a point"
    return f"should be {_named(wanted)}, not {_named(got)}"


def _wrong_value(at: _Place, value: str) -> str:
    told = quoted(literal_eval(value)) if value[0] in "'\"" else value.replace("-", "−")
    values = possible.values(at.kind, at.path, of_a_name=at.of_a_name)
    named = ", ".join(quoted(one) if isinstance(one, str) else str(one) for one in values)
    return f"{told} is not one of {named}" if len(values) > 1 else f"{told} is not {named or 'possible here'}"


def _out_of_range(at: _Place, way: str, limit: str) -> str:
    return possible.refusal(at.kind, at.path) or f"should be {limit.replace('-', '−')} or {_WAYS[way]}"


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
