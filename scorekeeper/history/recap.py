"""The recap of a game night or a match that people send: as text, and as a picture with its curve and best stories."""

import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from games.core.emblem import emblem
from games.core.keypad import MARKS
from games.core.text import minus, plural
from scorekeeper.charts import MARK_COLOURS, DrawnLine, mark_path, text_width
from scorekeeper.history.game_nights import GameNight
from scorekeeper.history.highlights import MatchHighlight
from scorekeeper.history.review import MatchReview
from scorekeeper.matches.models import Match
from scorekeeper.web.turns import Turns

MAX_STORIES = 3
ISOLATE, END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
RENDERER = Path(__file__).parent / "picture_renderer.py"
# One at a time: more would only take other people's processor time.
drawing_turns = Turns(
    1, waiting=7, seconds=3, sentence="Many pictures are drawn at the moment: try again in a few seconds."
)
# In pixels of the picture: its size, the room between its margins, and that of its two kinds of chart.
WIDTH, HEIGHT, ROOM = 1080, 1350, 936
PLACES_HEIGHT, PLACES_NAMES_WIDTH, NAME_SIZE = 400, 380, 30
CURVE_WIDTH, CURVE_HEIGHT = 450, 440
MAX_WINNERS, MAX_STORY_LINES = 3, 2
EMBLEM_PLACE = '<svg x="72" y="52" width="96" height="96"'


# --- As text ---


def recap(night: GameNight) -> str:
    return "\n".join(_lines(night)) + "\n"


def _lines(night: GameNight) -> Iterator[str]:
    yield heading(night)
    for match in night.matches:
        yield f"{match.game.name}: {result(match)}"
    winners = [f"{isolate(guest.player.name)} {plural(guest.wins, 'win')}" for guest in night.guests if guest.wins]
    if winners:
        yield f"The game night: {', '.join(winners)}"
    for highlight in night.highlights[:MAX_STORIES]:
        yield f"{isolate(highlight.best.name)}{highlight.best.deed}"
    if night.notes.note:
        yield night.notes.note


def heading(night: GameNight) -> str:
    notes = night.notes
    return ", ".join(filter(None, [notes.name, date_format(night.date, "l, j F Y"), notes.place]))


def result(match: Match) -> str:
    """Format the result of a match: “Ada 52, Ben 30”, the best first."""
    sides = ", ".join(f"{isolate(side.name)} {minus(side.total)}" for side in match.outcome)
    return f"{sides} (not finished)" if match.is_open else sides


def isolate(name: str) -> str:
    is_right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"{ISOLATE}{name}{END}" if is_right_to_left else name


# --- As a picture ---


class FittedText(NamedTuple):
    """A line of text: its font size, and the width it is squeezed to where even the smallest is too wide."""

    words: str
    size: int
    squeezed: int | None = None


class PlaceLine(NamedTuple):
    line: DrawnLine
    name: FittedText


class Story(NamedTuple):
    """A highlight as a sentence."""

    mark: int
    shape: str
    lines: list[FittedText]


def draw_picture(key: str, svg: Callable[[], str]) -> bytes:
    """Draw a picture as PNG, once for all who ask for the same one meanwhile or later."""
    png: bytes | None = caches["pictures"].get(key)
    if png is not None:
        return png
    with drawing_turns.take():
        png = caches["pictures"].get(key)
        if png is None:
            png = render_png(svg())
            caches["pictures"].set(key, png)
    return png


def render_png(svg: str) -> bytes:
    command: list[str | Path] = [sys.executable, "-I", RENDERER, FONT]
    return subprocess.run(command, input=svg.encode(), stdout=subprocess.PIPE, check=True).stdout


def night_picture(night: GameNight) -> str:
    """Return the night as SVG, of one size whatever it was."""
    row = max(PLACES_HEIGHT // max(min(len(night.guests), 12), 4), 30)
    chart = replace(night.chart, width=ROOM, max_names_width=PLACES_NAMES_WIDTH, row=row, font_size=NAME_SIZE)
    names = [fitted_text(one.name, NAME_SIZE, 18, chart.names_width - 74) for one in chart.series]
    facts = {
        "chart": chart if night.played > 1 else None,
        "lines": list(map(PlaceLine, chart.drawn, names)),
    }
    winners = [(winner.player.mark, winner.player.name) for winner in night.winners]
    highlights = [one.best for one in night.highlights]
    return _picture(heading(night), winners, str(night), night.won, highlights, **facts)


def match_picture(review: MatchReview) -> str:
    """Return a match as SVG of the same size: its result, or how it stands."""
    match, chart = review.match, replace(review.chart, width=CURVE_WIDTH, at=None)
    winners = [(column.mark, column.name) for column in review.scoreboard.columns() if column.won]
    ended = f"won {match.game.name}" if winners else f"after {plural(review.last, match.game.round_name)}"
    facts = {
        # Safe: a file of the project, or letters of a game's name.
        "emblem": SafeString(emblem(match.game).replace("<svg", EMBLEM_PLACE, 1)),
        "curve": chart if review.last else None,
        "scale": min(ROOM / CURVE_WIDTH, CURVE_HEIGHT / chart.height),
    }
    when = date_format(localtime(match.started), "l, j F Y")
    return _picture(when, winners, match.game.name, ended if review.last else "", review.highlights, **facts)


def _picture(
    when: str, winners: Sequence[tuple[int, str]], title: str, won: str, highlights: Sequence[MatchHighlight],
    **chart: object,
) -> str:  # fmt: skip
    """Draw the winners, or else the title, above the chart, and the highlights below it."""
    winners = winners[:MAX_WINNERS]
    facts = {
        "width": WIDTH, "height": HEIGHT, "colours": MARK_COLOURS, "when": fitted_text(when, 34, 24), "won": won,
        "winners": [(mark % len(MARKS), mark_path(mark)) for mark, _ in winners],
        "winners_at": WIDTH // 2 - 80 * (len(winners) - 1),
        "names": fitted_text(" & ".join(isolate(name) for _, name in winners) or title, 92, 44),
        "stories": list(map(_story, highlights[:MAX_STORIES])),
    }  # fmt: skip
    return render_to_string("history/recap.svg", facts | chart)


def _story(highlight: MatchHighlight) -> Story:
    room = ROOM - 60
    lines = wrapped(f"{isolate(highlight.name)}{highlight.deed}", 32, room, MAX_STORY_LINES)
    fitted = [fitted_text(words, 32, 24, room) for words in lines]
    return Story(highlight.mark % len(MARKS), mark_path(highlight.mark), fitted)


def fitted_text(words: str, size: int, least: int, room: int = ROOM) -> FittedText:
    """Return the words in the largest size that fits the room; squeezed where the smallest does not."""
    # Drop unprintable characters: some of them are not allowed in SVG.
    seen = "".join(letter for letter in words if letter.isprintable() or letter in (ISOLATE, END))
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
