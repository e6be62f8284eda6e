"""Filters and tags of the rulebook's templates."""

from functools import lru_cache

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.core.cards import SYMBOLS
from games.core.keypad import Key
from scorekeeper.rulebook.guide import guide_keys

register = template.Library()


@register.simple_tag(takes_context=True)
def keys_of(context: Context, anchor: str) -> list[tuple[str, str]]:
    """Return the keys of a section about the app, for this visitor and the match and question on the page."""
    return guide_keys(anchor, context["request"], context.get("match"), str(context.get("question") or ""))


# Paths in a square of 24, so that no phone draws a suit as an emoji.
PIPS = {
    SYMBOLS["S"]: "M12 2C7.5 7 3 10.3 3 14.3 3 16.9 5 18.6 7.2 18.6 8.9 18.6 10.3 17.8 11.2 16.4 11 19 10.2 20.8 8.6 22"
    "H15.4C13.8 20.8 13 19 12.8 16.4 13.7 17.8 15.1 18.6 16.8 18.6 19 18.6 21 16.9 21 14.3 21 10.3 16.5 7 12 2Z",
    SYMBOLS["H"]: "M12 21.5C5 15.5 2 12 2 8 2 5 4.2 3 6.7 3 8.9 3 10.9 4.3 12 6.4 13.1 4.3 15.1 3 17.3 3 19.8 3 22 5"
    " 22 8 22 12 19 15.5 12 21.5Z",
    SYMBOLS["D"]: "M12 1.5 20 12 12 22.5 4 12Z",
    SYMBOLS["C"]: "M12 2a4.8 4.8 0 0 0-4 7.4A4.8 4.8 0 1 0 10.9 15.6C10.8 18.4 10.1 20.6 8.6 22h6.8C13.9 20.6 13.2 18.4"
    " 13.1 15.6A4.8 4.8 0 1 0 16 9.4 4.8 4.8 0 0 0 12 2Z",
    "joker": "M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7Z",
}  # fmt: skip


# 0.09 ms each, a hundred on a page of the referee.
@register.simple_tag
@lru_cache(maxsize=1000)
def drawn_card(key: Key) -> SafeString:
    """Draw the card of a key; a suit without a pip here has its shape from the game's style sheet."""
    suit = next((symbol for symbol in SYMBOLS.values() if key.label.endswith(symbol)), "")
    pip = PIPS.get(suit or key.tone, "")
    context = {
        "key": key,
        "rank": key.label.removesuffix(suit),
        "pip": pip,
        "suited": pip or key.tone.startswith("suit-"),
    }
    return render_to_string("rulebook/_drawn_card.html", context)
