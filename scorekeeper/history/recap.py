"""An evening in a few lines, to send to those who were there and those who were not."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import resvg_py
from django.template.loader import render_to_string
from django.utils.formats import date_format

from games.core.text import minus, plural
from scorekeeper.history.game_nights import outcome
from scorekeeper.statistics.charts import width

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


# --- An evening as a picture, to send round: its recap on a card, drawn from a template.

FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
WIDTH, MARGIN = 1080, 64
ROOM = WIDTH - 2 * MARGIN


class TextStyle(NamedTuple):
    """How a kind of line looks: its name in the template, the size of its letters, the room above; in pixels."""

    name: str
    size: int
    above: int


HEADING, GAME, RESULT, WINNERS = (
    TextStyle("heading", 46, 0), TextStyle("game", 28, 36), TextStyle("result", 36, 8), TextStyle("winners", 36, 48),
)  # fmt: skip


class TextLine(NamedTuple):
    """One line of letters: where it stands, how it looks, what it says."""

    y: int
    look: TextStyle
    words: str

    @property
    def squeezed(self) -> int | None:
        """The width to squeeze a single word into that is too long for any line; None for all others."""
        return None if _fits(self.words, self.look) else ROOM


def picture(evening: GameNight) -> bytes:
    lines = list(_set(_said(evening)))
    facts = {"lines": lines, "width": WIDTH, "margin": MARGIN, "height": lines[-1].y + MARGIN}
    svg = render_to_string("history/recap.svg", facts)
    # Other fonts of this machine, if there are any, stand in for letters this one does not have.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(FONT)], font_family="DejaVu Sans"))


def _said(evening: GameNight) -> Iterator[tuple[TextStyle, str]]:
    yield HEADING, heading(evening)
    for match in evening.matches:
        yield GAME, match.game.name
        yield RESULT, result(match)
    winners = [wins(guest) for guest in evening.guests if guest.wins]
    if winners:
        yield WINNERS, ", ".join(winners)


def _set(said: Iterator[tuple[TextStyle, str]]) -> Iterator[TextLine]:
    y = MARGIN
    for look, words in said:
        y += look.above
        # What cannot be seen is left out: some of it no picture may hold.
        seen = "".join(letter for letter in words if letter.isprintable() or letter in (ISOLATE, END))
        for line in _broken(seen, look):
            y += round(look.size * 1.25)
            yield TextLine(y, look, line)


def _broken(words: str, look: TextStyle) -> Iterator[str]:
    line, *rest = words.split() or [""]
    for word in rest:
        if _fits(f"{line} {word}", look):
            line = f"{line} {word}"
        else:
            yield line
            line = word
    yield line


def _fits(words: str, look: TextStyle) -> bool:
    return width(words) * look.size <= ROOM
