"""The picture of a game night or a match that people send: who won, how it went as a curve, its best stories."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.timezone import localtime

from games.core.text import plural
from scorekeeper.charts import DrawnLine, mark_colour, mark_path, text_width
from scorekeeper.history.game_nights import GameNight
from scorekeeper.history.highlights import MatchHighlight
from scorekeeper.history.review import MatchReview

FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
RENDERER = Path(__file__).parent / "picture_renderer.py"
# One at a time: more would only take other people's processor time.
drawing = Lock()
WIDTH, HEIGHT, MARGIN = 1080, 1350, 72
ROOM = WIDTH - 2 * MARGIN
CHART_TOP, CHART_HEIGHT, CHART_NAMES, NAME_SIZE = 560, 400, 380, 30
STORIES_TOP, STORIES, LINES = 1030, 3, 2
CURVE_WIDTH, CURVE_HEIGHT = 450, 440
PAPER = {"width": WIDTH, "height": HEIGHT, "margin": MARGIN, "room": ROOM, "chart_top": CHART_TOP}


class FittedText(NamedTuple):
    """A line of text: its font size, and the width it is squeezed to where even the smallest is too wide."""

    words: str
    size: int
    squeezed: int | None = None


class LineInPicture(NamedTuple):
    line: DrawnLine
    mark: str
    colour: str
    name: FittedText


class StoryLine(NamedTuple):
    y: int
    text: FittedText


class Story(NamedTuple):
    """A highlight as a sentence; `top`: the baseline of its first line."""

    top: int
    mark: str
    colour: str
    lines: list[StoryLine]


def picture(night: GameNight) -> str:
    """Return the night as SVG, 1080 by 1350 pixels whatever it was."""
    return render_to_string("history/recap.svg", PAPER | _facts(night))


def match_picture(review: MatchReview) -> str:
    """Return a match as SVG of the same size: its result, or how it stands."""
    return render_to_string("history/recap.svg", PAPER | _match_facts(review))


def draw_picture(key: str, svg: Callable[[], str]) -> bytes:
    """Draw a picture as PNG, once for all who ask for the same one meanwhile or later."""
    with drawing:
        png: bytes | None = caches["pictures"].get(key)
        if png is None:
            png = render_png(svg())
            caches["pictures"].set(key, png)
    return png


def render_png(svg: str) -> bytes:
    command: list[str | Path] = [sys.executable, "-I", RENDERER, FONT]
    return subprocess.run(command, input=svg.encode(), stdout=subprocess.PIPE, check=True).stdout


def _facts(night: GameNight) -> dict[str, object]:
    winners, notes = night.winners, night.notes
    row = max(CHART_HEIGHT // max(min(len(night.guests), 12), 4), 30)
    chart = replace(night.chart, width=ROOM, max_names_width=CHART_NAMES, row=row, font_size=NAME_SIZE)
    when = ", ".join(filter(None, [notes.name, date_format(night.date, "l, j F Y"), notes.place]))
    return _heading(when, [(winner.player.mark, winner.player.name) for winner in winners], str(night), night.won) | {
        "chart": chart if night.played > 1 else None,
        "lines": [
            LineInPicture(
                line, mark_path(line.side, 28), mark_colour(line.side),
                fitted_text(one.name, NAME_SIZE, 18, chart.names_width - 74),
            )
            for line, one in zip(chart.drawn, chart.series, strict=True)
        ],
        "stories": list(_stories([one.best for one in night.highlights])),
    }  # fmt: skip


def _match_facts(review: MatchReview) -> dict[str, object]:
    match, chart = review.match, replace(review.chart, width=CURVE_WIDTH, at=None)
    winners = [(column.mark, column.name) for column in review.scoreboard.columns() if column.won]
    when = date_format(localtime(match.started), "l, j F Y")
    ended = f"won {match.game.name}" if winners else f"after {plural(review.last, match.game.round_name)}"
    return _heading(when, winners, match.game.name, ended if review.last else "") | {
        "curve": chart if review.last else None, "scale": min(ROOM / CURVE_WIDTH, CURVE_HEIGHT / chart.height),
        "curves": [(line, mark_colour(line.side)) for line in chart.drawn],
        "stories": list(_stories(review.highlights)),
    }  # fmt: skip


def _heading(when: str, winners: Sequence[tuple[int, str]], otherwise: str, won: str) -> dict[str, object]:
    shown = winners[:3]
    return {
        "when": fitted_text(when, 34, 24), "won": won,
        "winners": [
            (mark_path(mark, 64), mark_colour(mark), WIDTH // 2 + place)
            for (mark, _), place in zip(shown, _offsets(len(shown)), strict=True)
        ],
        "names": fitted_text(" & ".join(name for _, name in shown) or otherwise, 92, 44),
    }  # fmt: skip


def _offsets(many: int) -> list[int]:
    return [160 * number - 80 * (many - 1) for number in range(many)]


def _stories(highlights: Sequence[MatchHighlight]) -> Iterator[Story]:
    room = ROOM - 60
    for number, one in enumerate(highlights[:STORIES]):
        broken = wrapped(f"{one.name}{one.deed}", 32, room, LINES)
        lines = [StoryLine(42 * line, fitted_text(words, 32, 24, room)) for line, words in enumerate(broken)]
        yield Story(STORIES_TOP + 96 * number, mark_path(one.mark, 32), mark_colour(one.mark), lines)


def fitted_text(words: str, size: int, least: int, room: int = ROOM) -> FittedText:
    """Return the words in the largest size that fits the room; squeezed where the smallest does not."""
    # Drop unprintable characters: some of them are not allowed in SVG.
    seen = "".join(letter for letter in words if letter.isprintable())
    fits = min(size, int(room / max(text_width(seen), 1)))
    return FittedText(seen, fits) if fits >= least else FittedText(seen, least, room)


def wrapped(words: str, size: int, room: int, most: int) -> Sequence[str]:
    """Break words into at most so many lines; the last one takes what is left."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer) * size <= room or not lines[-1] or len(lines) == most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
