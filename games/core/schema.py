"""Reads JSON through types; errors say where the data does not fit."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from games.core.errors import Impossible, quoted
from games.core.text import either, minus

T = TypeVar("T")

# A whole number, 0 or more.
Count = Annotated[int, msgspec.Meta(ge=0)]

# Maximum digits of a number and levels of nesting in a file: what databases and other programs can hold.
MAX_DIGITS, MAX_DEPTH = 15, 20
UNSTORABLE = re.compile("[\\x00\\ud800-\\udfff]")


def read(data: Any, kind: type[T], labels: Mapping[str, str] | None = None) -> T:
    """Convert plain JSON values to `kind`, strictly; Impossible, with the path, if they do not fit.

    A number out of range gets an error in a player's words, since forms are read too. `labels`: by name of the field.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _as_impossible(error, labels or {}) from None
    except UnicodeEncodeError:
        raise Impossible("this holds a character that cannot be kept") from None


def skim(text: bytes, kind: type[T]) -> T:
    """Decode JSON text as `kind`; parts of type msgspec.Raw are not decoded. Impossible if it does not fit."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise _as_impossible(error, {}) from None
    except msgspec.DecodeError as error:
        cut_off = "truncated" in str(error) and not text.rstrip().endswith(b"}")
        raise Impossible("this file was cut off: its end is missing" if cut_off else "this file is not JSON") from None
    except UnicodeDecodeError:  # in an unknown name, which msgspec quotes
        raise Impossible("this file is not UTF-8 text") from None
    except RecursionError:
        raise Impossible("this file is nested too deeply") from None


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def not_found_error(kind: str, names: Sequence[str] | None = None) -> str:
    """Return the error for a seat or side that does not exist."""
    nobody = {"player": "nobody sits there", "side": "there is no such side"}[kind]
    return f"{nobody}, choose {either(names)}" if names else nobody


def load_json(text: str | bytes) -> Any:
    """Decode untrusted JSON; Impossible for values that a database or another program cannot hold."""
    try:
        text = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        data = json.loads(text, parse_constant=_refuse_constant, parse_int=_parse_int, object_pairs_hook=_unique_names)
    except RecursionError:
        raise Impossible("this file is nested too deeply") from None
    except UnicodeDecodeError:
        raise Impossible("this file is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        problem = f"not JSON (line {error.lineno})" if text.strip() else "empty"
        raise Impossible(f"this file is {problem}") from None
    _check_texts(data)
    return data


def whole_number(text: str, digits: int = 9) -> int | None:
    """Return the number in a form or a URL; None for other texts and for more digits."""
    return int(text) if text.isdecimal() and len(text) <= digits else None


def _as_impossible(error: msgspec.ValidationError, labels: Mapping[str, str]) -> Impossible:
    parts = re.fullmatch(r"(.*?)(?: - at (?:`key` in )?`\$\.?([^`]*)`)?", str(error), re.DOTALL)
    message, path = (parts[1], parts[2] or "") if parts else (str(error), "")
    if limit := re.fullmatch(r"Expected `int` ([<>])= (\S+)", message):
        message = f"enter {minus(limit[2])} at most" if limit[1] == "<" else f"enter at least {minus(limit[2])}"
    label = labels.get(re.split(r"[.\[]", path)[0], "{")
    label = path if "{" in label else label  # a label with a placeholder is for one of several
    if label.endswith("?"):
        message = f"{label} {message[:1].upper()}{message[1:]}"
    elif label:
        message = f"{label}: {message}"
    return Impossible(message, path.replace("[...]", ""))


def _check_texts(data: Any) -> None:
    level, depth = [data], 0
    while level:
        for text in level:
            if isinstance(text, str) and UNSTORABLE.search(text):
                raise Impossible("this file holds a character that cannot be kept (NUL or half of one)")
        level, depth = [inner for value in level for inner in _children(value)], depth + 1
        if depth > MAX_DEPTH:
            raise Impossible("this file is nested too deeply")


def _children(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return (*value, *value.values())
    return value if isinstance(value, list) else ()


def _parse_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise Impossible(f"a number with {len(digits)} digits is none a score can have")
    return int(digits)


def _refuse_constant(constant: str) -> None:
    raise Impossible(f"{constant} is not a number a score can have")


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        duplicate, _ = Counter(name for name, _ in pairs).most_common()[0]
        raise Impossible(f"{quoted(duplicate)} is there twice")
    return values
