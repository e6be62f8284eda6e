"""Numbers and lists in words: plurals, signs, “Ada, Ben and Cleo”, “7 cards each”."""

import re
import unicodedata
from collections.abc import Sequence

# Maximum number of characters of the names of games, players, clubs, devices and game nights.
MAX_NAME_LENGTH = 40
# Longer words are set smaller.
MAX_WORD_LENGTH = 11
ISOLATE, END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def plural(count: int, singular: str, plural_form: str = "") -> str:
    """Return “1 card”, “7 cards”. `plural_form`: if it is not the singular with an s."""
    return f"{minus(count)} {singular if count == 1 else plural_form or singular + 's'}"


def letters(name: str) -> str:
    """Return the letters and digits of a name, for comparing it with others."""
    return "".join(filter(str.isalnum, name.casefold()))


def signed(points: int) -> str:
    """Return the points with a sign: +10, −10 (a true minus), 0."""
    return f"+{points}" if points > 0 else minus(points)


def minus(text: object) -> str:
    return re.sub(r"(?<![\w\"])-(?=\d)", "−", str(text))


def either(names: Sequence[str]) -> str:
    """Return “Ada, Ben or Cleo”."""
    return " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
            "twelfth", "thirteenth")  # fmt: skip


def ordinal(number: int) -> str:
    """Return “first”, “thirteenth”, “21st”."""
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    return f"{number}{'th' if number % 100 in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def name_seats(sentence: str, names: Sequence[str]) -> str:
    """Replace “seat 1” by the name of that player."""
    return re.sub(
        r"\bseat (\d{1,2})\b", lambda seat: names[int(seat[1])] if int(seat[1]) < len(names) else seat[0], sentence
    )


def listed(names: Sequence[str]) -> str:
    """Return “Ada, Ben and Cleo”."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def cards_each(by_seat: Sequence[int]) -> str:
    """Return “7 cards each”, “5 or 6 cards”, or "" if no cards are dealt."""
    fewest, most = min(by_seat, default=0), max(by_seat, default=0)
    if not most:
        return ""
    return f"{plural(most, 'card')} each" if fewest == most else f"{fewest} or {most} cards"


def has_long_word(name: str) -> bool:
    return max(map(len, re.split(r"[\s-]+", name))) > MAX_WORD_LENGTH


def isolate(name: str) -> str:
    """Keep a name in a right-to-left script from reordering the text around it."""
    is_right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"{ISOLATE}{name}{END_OF_ISOLATE}" if is_right_to_left else name
