"""The recap of a game night as text and as a picture."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import resvg_py
from django.template.loader import render_to_string
from django.utils.formats import date_format

from games.core.text import minus, plural
from scorekeeper.history.game_nights import Attendee, GameNight, outcome
from scorekeeper.matches.models import Match
from scorekeeper.statistics.charts import width

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
    came_out = ", ".join(f"{apart(placed.name)} {minus(placed.total)}" for placed in outcome(match))
    return f"{came_out} (not played to its end)" if match.is_open else came_out


def wins(guest: Attendee) -> str:
    return f"{apart(guest.player.name)} {plural(guest.wins, 'win')}"


def apart(name: str) -> str:
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
        yield f"{highlight.best.title}: {apart(highlight.best.name)}, {highlight.best.text}"
    if night.notes.note:
        yield night.notes.note


FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
WIDTH, MARGIN = 1080, 64
ROOM = WIDTH - 2 * MARGIN


class TextStyle(NamedTuple):
    """The style of a line: its name in the template, font size and space above, both in pixels."""

    name: str
    size: int
    above: int


HEADING, GAME, RESULT, WINNERS = (
    TextStyle("heading", 46, 0), TextStyle("game", 28, 36), TextStyle("result", 36, 8), TextStyle("winners", 36, 48),
)  # fmt: skip


class TextLine(NamedTuple):
    """One line of text in the picture; `y` is its baseline in pixels."""

    y: int
    look: TextStyle
    words: str

    @property
    def squeezed(self) -> int | None:
        """The width in pixels for a single word that is too long for a line; None for other lines."""
        return None if _fits(self.words, self.look) else ROOM


def picture(night: GameNight) -> bytes:
    lines = list(_set(_styled(night)))
    facts = {"lines": lines, "width": WIDTH, "margin": MARGIN, "height": lines[-1].y + MARGIN}
    svg = render_to_string("history/recap.svg", facts)
    # The renderer falls back to installed fonts for characters that this font lacks.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(FONT)], font_family="DejaVu Sans"))


def _styled(night: GameNight) -> Iterator[tuple[TextStyle, str]]:
    yield HEADING, heading(night)
    for match in night.matches:
        yield GAME, match.game.name
        yield RESULT, result(match)
    winners = [wins(guest) for guest in night.guests if guest.wins]
    if winners:
        yield WINNERS, ", ".join(winners)


def _set(styled: Iterator[tuple[TextStyle, str]]) -> Iterator[TextLine]:
    y = MARGIN
    for look, words in styled:
        y += look.above
        # Drop unprintable characters: some of them are not allowed in SVG.
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
