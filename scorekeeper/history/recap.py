"""The recap of a game night as text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from django.utils.formats import date_format

from games.core.text import minus, plural
from scorekeeper.history.game_nights import Attendee, GameNight, outcome
from scorekeeper.matches.models import Match

HIGHLIGHTS = 3
ISOLATE, END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def recap(night: GameNight) -> str:
    return "\n".join(_lines(night)) + "\n"


def heading(night: GameNight) -> str:
    notes = night.notes
    when = date_format(night.date, "l, j F Y")
    return ", ".join(filter(None, [notes.name, when, notes.place]))


def result(match: Match) -> str:
    """Format the result of a match: “Ada 52, Ben 30”, the best first."""
    came_out = ", ".join(f"{isolate(placed.name)} {minus(placed.total)}" for placed in outcome(match))
    return f"{came_out} (not finished)" if match.is_open else came_out


def wins(guest: Attendee) -> str:
    return f"{isolate(guest.player.name)} {plural(guest.wins, 'win')}"


def isolate(name: str) -> str:
    is_turned = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"{ISOLATE}{name}{END}" if is_turned else name


def _lines(night: GameNight) -> Iterator[str]:
    yield heading(night)
    for match in night.matches:
        yield f"{match.game.name}: {result(match)}"
    winners = [wins(guest) for guest in night.guests if guest.wins]
    if winners:
        yield f"The game night: {', '.join(winners)}"
    for highlight in night.highlights[:HIGHLIGHTS]:
        yield f"{isolate(highlight.best.name)}{highlight.best.deed}"
    if night.notes.note:
        yield night.notes.note
