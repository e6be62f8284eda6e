"""An evening in a few lines, to send to those who were there and those who were not."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from django.utils.formats import date_format

from games.core.text import minus, plural
from scorekeeper.history.game_nights import outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.history.game_nights import Attendee, GameNight
    from scorekeeper.matches.models import Match

HIGHLIGHTS = 3
ISOLATE, END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def recap(evening: GameNight) -> str:
    return "\n".join(_lines(evening)) + "\n"


def heading(evening: GameNight) -> str:
    night = evening.night
    when = date_format(evening.date, "l, j F Y")
    return ", ".join(filter(None, [night.name, when, night.place]))


def result(match: Match) -> str:
    """Say how a match came out: “Ada 52, Ben 30”, the best first."""
    came_out = ", ".join(f"{apart(placed.name)} {minus(placed.total)}" for placed in outcome(match))
    return f"{came_out} (not played to its end)" if match.is_open else came_out


def wins(guest: Attendee) -> str:
    return f"{apart(guest.player.name)} {plural(guest.wins, 'win')}"


def apart(name: str) -> str:
    is_turned = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"{ISOLATE}{name}{END}" if is_turned else name


def _lines(evening: GameNight) -> Iterator[str]:
    yield heading(evening)
    for match in evening.matches:
        yield f"{match.game.name}: {result(match)}"
    winners = [wins(guest) for guest in evening.guests if guest.wins]
    if winners:
        yield f"The evening: {', '.join(winners)}"
    for highlight in evening.highlights[:HIGHLIGHTS]:
        yield f"{highlight.moment.title}: {apart(highlight.moment.name)}, {highlight.moment.said}"
    if evening.night.note:
        yield evening.night.note
