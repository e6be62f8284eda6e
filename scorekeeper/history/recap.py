"""The recap of a game night or a match that people send: as text, and as a picture with a chart and highlights."""

import subprocess
import sys
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from games.core.definition import Game
from games.core.emblem import emblem
from games.core.keypad import MARKS
from games.core.text import END_OF_ISOLATE, ISOLATE, isolate, listed, plural
from scorekeeper.charts import MARK_COLOURS, LineChart, mark_path, text_width
from scorekeeper.clubs.models import Club
from scorekeeper.history.game_nights import GameNight
from scorekeeper.history.highlights import MatchHighlight, NightHighlight
from scorekeeper.history.review import MatchReview
from scorekeeper.matches.entry_history import describe_decision
from scorekeeper.matches.models import Match
from scorekeeper.statistics.leaderboard import ORDERS, Leaderboard
from scorekeeper.statistics.standings import LeaderboardRow
from scorekeeper.web.turns import Turns

MAX_STORIES = 3
# Between two stories, between the lines of one, and from the first line to the last.
STORY_STEP, LINE_STEP, STORIES_HEIGHT = 84, 42, 234
# Asks for the coloured form of the character before it. Older symbols than the first emoji are in the font.
EMOJI_STYLE, FIRST_EMOJI = "\N{VARIATION SELECTOR-16}", "\U0001f000"
FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
RENDERER = Path(__file__).parent / "picture_renderer.py"
# One at a time: several together would only slow down those who play.
drawing_turns = Turns(
    1, waiting=7, seconds=3, sentence="Many pictures are drawn at the moment: try again in a few seconds."
)
# Sizes in pixels: of the picture, between its margins, and of its chart, which is drawn smaller and scaled.
WIDTH, HEIGHT, CONTENT_WIDTH = 1080, 1350, 936
CHART_WIDTH, CHART_HEIGHT = 450, 440
MAX_WINNERS, MAX_STORY_LINES = 3, 2
# The results below the winners: their top, and the widths of the columns of names and of sums.
RESULTS_TOP, NAMES_WIDTH, SUMS_WIDTH = 560, 270, 110
MAX_RESULT_ROWS = 8
# Behind a night of several games.
NIGHT_COLOUR = "#2f6d52"


# --- As text ---


def recap(night: GameNight) -> str:
    lines = [night_heading(night)]
    lines += [f"{match.game.name}{', ' if match.is_stopped else ': '}{match_result(match)}" for match in night.matches]
    winners = [winner for winner in night.attendees if winner.wins]
    if winners:
        wins = [f"{isolate(winner.player.name)} {plural(winner.wins, 'win')}" for winner in winners]
        lines.append(f"The game night: {', '.join(wins)}")
    lines += [night_story(night_highlight) for night_highlight in night.highlights[:MAX_STORIES]]
    if night.notes.note:
        lines.append(night.notes.note)
    return "\n".join(lines) + "\n"


def night_heading(night: GameNight) -> str:
    notes = night.notes
    return ", ".join(filter(None, [notes.name, date_format(night.date, "l, j F Y"), notes.place]))


def match_result(match: Match) -> str:
    """Format the result of a match: “Ada 52, Ben 30”, the best first; of a stopped one, who was ahead.

    Who was named by hand follows: “Ada 52, Ben 52 (Ada won: fewer cards left)”.
    """
    decided = f" ({describe_decision(match.side_names, match.decision)})" if match.decision else ""
    sides = ", ".join(f"{isolate(side.name)} {side.total}" for side in match.outcome)
    return match.stopped_in_words or (f"{sides} (not finished)" if match.is_open else sides + decided)


def story(highlight: MatchHighlight) -> str:
    return f"{isolate(highlight.name)}{highlight.deed}"


def night_story(night_highlight: NightHighlight) -> str:
    """Tell a highlight with its game: points of one game say nothing in another."""
    return f"{night_highlight.match.game.name}: {story(night_highlight.highlight)}"


# --- As a picture ---


class FittedText(NamedTuple):
    """A line of text with its font size. `width`: its compressed width, if even the smallest size is too wide."""

    text: str
    size: int
    width: int | None = None


def draw_picture(key: str, svg: Callable[[], str]) -> bytes:
    """Return a picture as PNG. It is drawn once, however many ask for it at the same time or later."""
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
    """Return the picture of a night as SVG."""
    winners = [(winner.player.mark, winner.player.name) for winner in night.winners]
    stories = [(night_highlight.highlight.mark, night_story(night_highlight)) for night_highlight in night.highlights]
    return _picture(night_heading(night), winners, str(night), night.result, stories, results=_results_table(night))


def match_picture(review: MatchReview) -> str:
    """Return the picture of a match as SVG, with its result or current scores."""
    match = review.match
    winners = [(column.mark, column.name) for column in review.scoreboard.winners]
    so_far = match.stopped_in_words or f"after {plural(review.last_round, match.game.round_name)}"
    result = f"won {match.game.name}" if winners else "nobody won" if match.finished else so_far
    date = date_format(localtime(match.started), "l, j F Y")
    chart = review.chart if review.last_round else None
    face = emblem_at(match.game, 72, 52, 96)
    stories = [(highlight.mark, story(highlight)) for highlight in review.highlights]
    return _picture(
        date, winners, match.game.name, result if chart else "", stories, chart, face, felt=match.game.colour
    )


def _picture(
    heading: str, winners: Sequence[tuple[int, str]], title: str, result: str, stories: Sequence[tuple[int, str]],
    chart: LineChart | None = None, emblem: str = "", results: dict[str, Any] | None = None, felt: str = NIGHT_COLOUR,
) -> str:  # fmt: skip
    """Draw the names of the winners, or else the title, above chart or results, and the marked stories below them."""
    winners = winners[:MAX_WINNERS]
    if chart:
        series = [replace(line, name=drawable(line.name)) for line in chart.series]
        chart = replace(chart, width=CHART_WIDTH, selected=None, series=series)
    context = {
        "width": WIDTH, "height": HEIGHT, "colours": MARK_COLOURS, "heading": fitted_text(heading, 34, 24),
        "result": result, "emblem": emblem, "chart": chart, "results": results, "felt": felt,
        "scale": chart and min(CONTENT_WIDTH / CHART_WIDTH, CHART_HEIGHT / chart.height),
        "winners": [(mark % len(MARKS), mark_path(mark)) for mark, _ in winners],
        "winners_x": WIDTH // 2 - 80 * (len(winners) - 1),
        "names": fitted_text(listed([isolate(name) for _, name in winners]) or title, 92, 44),
        "stories": placed_stories(stories),
    }  # fmt: skip
    return render_to_string("history/recap.svg", context)


# Steps of the leaderboard: the middle and the height of each, and the width of its bars.
STEPS_BOTTOM, STEPS, BARS_WIDTH = 690, ((540, 260), (224, 200), (856, 150)), 320
MAX_LEADERBOARD_ROWS = 7
LEADERBOARD_FIGURES: dict[str, Callable[[LeaderboardRow], str]] = {
    "wins": lambda row: plural(row.won.total, "win"),
    "share": lambda row: str(row.won),
    "place": lambda row: str(row.place),
}


def leaderboard_picture(club: Club, leaders: Leaderboard) -> str:
    """Return the picture of a leaderboard as SVG: the first three on steps, the next below them."""
    figure = LEADERBOARD_FIGURES[leaders.order]
    heights = {row.rank: height for row, (_, height) in zip(reversed(leaders.podium), reversed(STEPS), strict=False)}
    steps = [
        {
            "x": x, "top": STEPS_BOTTOM - heights[row.rank], "height": heights[row.rank], "figure": figure(row),
            "matches": row.won.n, "name": fitted_text(isolate(row.player.name), 40, 22, 290),
            **drawn_mark(row.player.mark),
        }
        for row, (x, _) in zip(leaders.podium, STEPS, strict=False)
    ]  # fmt: skip
    rows = [
        {
            "y": (760 if steps else 280) + 74 * number, "rank": row.rank, "figure": figure(row),
            "played": BARS_WIDTH * played // 100, "won": BARS_WIDTH * won // 100,
            "name": fitted_text(isolate(row.player.name), 34, 22, 320), **drawn_mark(row.player.mark),
        }
        for number, (row, played, won) in enumerate(leaders.bars[:MAX_LEADERBOARD_ROWS])
    ]  # fmt: skip
    title = f"{leaders.chosen.title}, {ORDERS[leaders.order]}"
    context = {
        "width": WIDTH, "height": HEIGHT, "colours": MARK_COLOURS, "steps": steps, "rows": rows,
        "club": fitted_text(club.name, 60, 32), "title": fitted_text(title[0].upper() + title[1:], 34, 22),
    }  # fmt: skip
    return render_to_string("history/leaderboard.svg", context)


def drawn_mark(mark: int) -> dict[str, Any]:
    return {"mark": mark % len(MARKS), "shape": mark_path(mark)}


def _results_table(night: GameNight) -> dict[str, Any] | None:
    """Lay out the results of the best players in all finished matches, whatever their number.

    Emblems stand above the columns; `x` and `y` are middles; a win is a disc of this `radius`.
    """
    matches, results = night.finished_matches, night.results[:MAX_RESULT_ROWS]
    if not matches:
        return None
    column = min(112, (CONTENT_WIDTH - NAMES_WIDTH - SUMS_WIDTH) / len(matches))
    height, margin = min(84, 420 // len(results)), (WIDTH - CONTENT_WIDTH) // 2
    middles = [int(margin + NAMES_WIDTH + column * (number + 0.5)) for number in range(len(matches))]
    size = int(min(64, column * 0.75))
    rows = [
        {
            "y": RESULTS_TOP + 50 + int(height * (number + 0.5)), **drawn_mark(attendee.player.mark),
            "name": fitted_text(isolate(attendee.player.name), 34, 22, NAMES_WIDTH - 70), "wins": attendee.wins,
            "cells": [
                {"x": x, "place": seat.place, "won": seat.won} for x, seat in zip(middles, seats, strict=True) if seat
            ],
        }
        for number, (attendee, seats) in enumerate(results)
    ]  # fmt: skip
    emblems = [
        emblem_at(match.game, x - size // 2, RESULTS_TOP + 40 - size, size)
        for match, x in zip(matches, middles, strict=True)
    ]
    return {"emblems": emblems, "rows": rows, "radius": int(min(height * 0.36, column * 0.45))}


def emblem_at(game: Game, x: int, y: int, size: int) -> SafeString:
    # Safe: the emblem is a file of the project, or initials of the game's name.
    return SafeString(emblem(game).replace("<svg", f'<svg x="{x}" y="{y}" width="{size}" height="{size}"', 1))


def placed_stories(stories: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    """Return the first marked stories with their places below the first, as far from each other as there is room."""
    drawn = [(mark, story_lines(text)) for mark, text in stories[:MAX_STORIES]]
    further_lines = sum(len(lines) - 1 for _, lines in drawn)
    step = min(STORY_STEP, (STORIES_HEIGHT - LINE_STEP * further_lines) // max(1, len(drawn) - 1))
    placed, down = [], 0
    for mark, lines in drawn:
        placed.append({"lines": lines, "down": down, **drawn_mark(mark)})
        down += step + LINE_STEP * (len(lines) - 1)
    return placed


def story_lines(text: str) -> list[FittedText]:
    width = CONTENT_WIDTH - 60
    return [fitted_text(line, 32, 24, width) for line in wrapped(text, 32, width, MAX_STORY_LINES)]


def fitted_text(text: str, size: int, min_size: int, width: int = CONTENT_WIDTH) -> FittedText:
    """Return a text in the largest font size that fits the width; compressed if the smallest is too wide."""
    text = drawable(text)
    fitting_size = min(size, int(width / max(text_width(text), 1)))
    return FittedText(text, fitting_size) if fitting_size >= min_size else FittedText(text, min_size, width)


def drawable(text: str) -> str:
    """Leave out unprintable characters, some of which are not allowed in SVG, and emojis, which the font lacks."""
    letters = [letter for letter in text if letter.isprintable() or letter in (ISOLATE, END_OF_ISOLATE)]
    return " ".join("".join(letter for letter in letters if not is_emoji(letter)).split())


def is_emoji(letter: str) -> bool:
    return letter == EMOJI_STYLE or (letter >= FIRST_EMOJI and unicodedata.category(letter) in ("So", "Sk"))


def wrapped(text: str, size: int, width: int, max_lines: int) -> Sequence[str]:
    """Break a text into lines of this width; the last line takes the rest."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer) * size <= width or not lines[-1] or len(lines) == max_lines:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
