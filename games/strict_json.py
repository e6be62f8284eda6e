"""JSON from strangers, read strictly: nothing that a database, a screen or the next program could not hold."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.impossible import Impossible, quoted

LONGEST_NUMBER, DEEPEST = 15, 20
_UNHOLDABLE = re.compile("[\\x00\\ud800-\\udfff]")


def load_json(text: str | bytes) -> Any:
    """Read JSON: no NaN, no name twice in a group, no endless numbers or nesting, only whole characters."""
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
