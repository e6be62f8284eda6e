"""Template tags and filters for matches."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.core import text
from games.core.definition import Game
from games.core.emblem import emblem
from games.core.keypad import MARKS

register = template.Library()
register.filter("minus", text.minus)
register.filter("signed", text.signed)
register.filter("has_long_word", text.has_long_word)


# 0.02 ms each, hundreds on a leaderboard.
@register.simple_tag
@lru_cache(maxsize=1000)
def seat_mark(number: int, size: str = "", emoji: str = "") -> SafeString:
    """Draw the mark of a player or a side: a shape and a colour by its number; `size`: "large" or "huge".

    `emoji`: their own, on a mark of such a size.
    """
    inside = format_html(' data-emoji="{}"', emoji) if emoji else ""
    named = f" {size}" if size else ""
    return format_html('<i class="mark{}" data-side="{}"{}></i>', named, number % len(MARKS), inside)


@register.simple_tag
@lru_cache(maxsize=1000)
def side_name(mark: int, name: str, deals: bool = False) -> SafeString:
    """Draw a side: its mark, its name in whatever direction it is read, and the sign of the dealer."""
    small = " long" if text.has_long_word(name) else ""
    dealer = SafeString('<b class="dealer" role="img" aria-label="deals">D</b>') if deals else ""
    drawn = '<span class="side{}">{}<span class="name" dir="auto">{}</span>{}</span>'
    return format_html(drawn, small, seat_mark(mark), name, dealer)


@register.simple_tag
def round_address(page: Any, number: int) -> str:
    """Return the address of a round on the page of a scoreboard or a review."""
    return str(page.address_of(number))


@register.simple_tag
def game_emblem(game: Game) -> SafeString:
    # Safe: a file of the project, or letters of a game's name.
    return SafeString(emblem(game))


@register.simple_tag
def mark_group(numbers: Iterable[int]) -> SafeString:
    """Draw the first four marks together: the players, as long as nobody has won."""
    return format_html('<i class="mark-group">{}</i>', _joined(seat_mark(number) for number in islice(numbers, 4)))


MAX_NAMES = 4


@register.simple_tag
def name_list(names: Sequence[str], most: int = MAX_NAMES) -> SafeString:
    """Write “Ada, Ben and Cleo”, whatever direction each is read in; of more than `most` the first."""
    shown = names if len(names) <= most else names[: most - 1]
    others = [f"{len(names) - len(shown)} others"] if len(shown) < len(names) else []
    return format_html(text.listed(["<bdi>{}</bdi>"] * len(shown) + others), *shown)


@register.filter
def at(values: Sequence[Any] | Mapping[int, Any], number: int) -> Any:
    return values[number]


@register.filter
def as_json(value: Any) -> str:
    return json.dumps(value, default=list)


def _joined(parts: Iterable[SafeString]) -> SafeString:
    return SafeString("".join(parts))
