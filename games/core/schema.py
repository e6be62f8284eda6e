"""Reads JSON through types; errors say where the data does not fit."""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from games.core.errors import Impossible, quoted
from games.core.text import either, listed, minus, ordinal, plural

T = TypeVar("T")

# A whole number, 0 or more.
Count = Annotated[int, msgspec.Meta(ge=0)]

# Maximum digits of a number and levels of nesting in a file: what databases and other programs can hold.
MAX_DIGITS, MAX_DEPTH = 15, 20
UNSTORABLE = re.compile("[\\x00\\ud800-\\udfff]")


def read(data: Any, kind: type[T], labels: Mapping[str, str] | None = None) -> T:
    """Convert plain JSON values to `kind`, strictly; Impossible, in a player's words, if they do not fit.

    The place in the file follows the sentence; with `labels`, by name of the field, its label comes before it.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _as_impossible(error, kind, labels or {}) from None
    except UnicodeEncodeError:
        raise Impossible("this holds a character that cannot be kept") from None


def skim(text: bytes, kind: type[T]) -> T:
    """Decode JSON text as `kind`; parts of type msgspec.Raw are not decoded. Impossible if it does not fit."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise _as_impossible(error, kind, {}) from None
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


def _as_impossible(error: msgspec.ValidationError, kind: Any, labels: Mapping[str, str]) -> Impossible:
    parts = re.fullmatch(r"(.*?)(?: - at (?:`key` in )?`\$\.?([^`]*)`)?", str(error), re.DOTALL)
    message, path = (parts[1], parts[2] or "") if parts else (str(error), "")
    sentence, keys = _in_words(message)
    names = [*(_key_in_words(key) for key in re.findall(r"[^.\[\]]+", path)), *map(quoted, keys)]
    if keys and not path and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        possible = listed([quoted(field.encode_name) for field in msgspec.structs.fields(kind)])
        names[-1] += f"; possible are {possible}" if message.startswith("Object contains") else ""
    label = labels.get(re.split(r"[.\[]", path or "".join(keys[:1]))[0], "{")
    if "{" in label:  # a label with a placeholder is for one of several
        sentence += f" ({', '.join(names)})" if names else ""
    elif label.endswith("?"):
        sentence = f"{label} {sentence[:1].upper()}{sentence[1:]}"
    else:
        sentence = f"{label}: {sentence}"
    return Impossible(sentence, path.replace("[...]", ""))


def _in_words(message: str) -> tuple[str, list[str]]:
    """Return the sentence for a message of msgspec, and the key it quotes, if any, for whoever edits the file."""
    for pattern, sentence in SENTENCES:
        if match := re.fullmatch(pattern, message, re.DOTALL):
            return sentence(match), [match["key"]] if "key" in match.groupdict() else []
    return "that does not fit here", []


def _of_wrong_type(match: re.Match[str]) -> str:
    expected = either([TYPES.get(name, name) for name in match[1].split(" | ")])
    return f"enter {expected}, not {TYPES_FOUND.get(match[2], TYPES.get(match[2], match[2]))}"


def _of_wrong_length(match: re.Match[str]) -> str:
    noun = "character" if match[1] == "str" else "value"
    limit = {"<=": " at most", ">=": " at least"}.get(match[2] or "", "")
    found = f", not {match[4]}" if match[4] else ""
    return f"enter {plural(int(match[3]), noun)}{limit}{found}"


# The types that msgspec names, as whoever edits a file would call them: what is expected, and what was found.
TYPES = {
    "int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false", "null": "null",
    "array": "several values in brackets", "object": "named values in braces",
}  # fmt: skip
TYPES_FOUND = {"float": "a number with a decimal point", "null": "nothing"}
# Every message of msgspec about the types of this program, and the sentence for it. `key`: a key that it quotes.
SENTENCES: Sequence[tuple[str, Callable[[re.Match[str]], str]]] = (
    (r"Expected `int` <= (\S+)", lambda match: f"enter {minus(match[1])} at most"),
    (r"Expected `int` >= (\S+)", lambda match: f"enter at least {minus(match[1])}"),
    (r"Expected `(str|array|object)` of length (?:(<=|>=) )?(\d+)(?:, got (\d+))?", _of_wrong_length),
    (r"Expected `([^`]+)`, got `([^`]+)`", _of_wrong_type),
    (r"Object missing required field `(?P<key>.*)`", lambda _match: "enter what was left out"),
    (r"Object contains unknown field `(?P<key>.*)`", lambda _match: "take out what does not belong here"),
    (r"Invalid (?:enum )?value (?:'(.*)'|(-?\d+))",
     lambda match: f"{minus(match[2]) if match[1] is None else quoted(match[1])} cannot stand here"),
    (r"Invalid RFC3339 encoded date", lambda _match: "enter a date such as 2026-11-21"),
    (r"(?:Number|Integer value) out of range", lambda _match: "that number is too large"),
)  # fmt: skip


def _key_in_words(key: str) -> str:
    """Return a step of a path: “bids”, or its place in a sequence: “the second”."""
    return f"the {ordinal(int(key) + 1)}" if key.isdecimal() else quoted(key)


def _check_texts(data: Any) -> None:
    # In one loop: most values are numbers, and a function called for each took half of the time of an import.
    level, depth = [data], 0
    while level:
        inner: list[Any] = []
        for value in level:
            if isinstance(value, str):
                if UNSTORABLE.search(value):
                    raise Impossible("this file holds a character that cannot be kept (NUL or half of one)")
            elif isinstance(value, dict):
                inner += value
                inner += value.values()
            elif isinstance(value, list):
                inner += value
        level, depth = inner, depth + 1
        if depth > MAX_DEPTH:
            raise Impossible("this file is nested too deeply")


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
