"""The picture of a year that people send: the champions, the figures, the months, and what is worth telling."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Any

from django.template.loader import render_to_string
from django.utils.formats import date_format

from games.core.text import isolate, listed, plural
from scorekeeper.charts import MARK_COLOURS
from scorekeeper.history.recap import (
    CONTENT_WIDTH,
    HEIGHT,
    MAX_WINNERS,
    NIGHT_COLOUR,
    WIDTH,
    drawn_mark,
    emblem_at,
    fitted_text,
    placed_stories,
    story,
)
from scorekeeper.history.year import Year

LEFT = (WIDTH - CONTENT_WIDTH) // 2
# The middle of the rays behind the champions, their length, and the degrees of each and of the next one's start.
RAYS_Y, RAY_LENGTH, RAY_WIDTH, RAYS_STEP = 400, 620, 7, 20
# The months: the baseline of the bars and the height of the tallest.
BARS_BOTTOM, BARS_HEIGHT = 930, 130
# Emblems of the games, if there are no months to compare.
EMBLEM_SIZE, EMBLEMS_Y = 96, 810


def year_picture(year: Year) -> str:
    """Return the picture of a year as SVG. Like a night's it says nothing that names the club."""
    champions = year.champions[:MAX_WINNERS]
    names = listed([isolate(row.player.name) for row in champions])
    title = year.period.title
    context = {
        "width": WIDTH, "height": HEIGHT, "colours": MARK_COLOURS, "felt": NIGHT_COLOUR, "rays_y": RAYS_Y,
        "title": fitted_text(title, 150 if year.period.is_year else 72, 40),
        "subtitle": "at our table, so far" if year.is_running else "at our table",
        "rays": " ".join(map(_ray, range(0, 360, RAYS_STEP))) if champions else "",
        "champions": [drawn_mark(row.player.mark) for row in champions],
        "champions_x": WIDTH // 2 - 80 * (len(champions) - 1),
        "names": fitted_text(names or "Nobody won", 84, 40),
        "result": fitted_text(year.result, 36, 24),
        "figures": _figures(year),
        "bars": _bars(year),
        "emblems": _emblems(year) if champions and not year.chart else [],
        "lone_emblem": "" if champions else emblem_at(year.games[0][0], (WIDTH - 152) // 2, RAYS_Y - 76, 152),
        "stories": placed_stories([*_stories(year)]),
    }  # fmt: skip
    return render_to_string("history/year.svg", context)


def _ray(angle: int) -> str:
    def point(degrees: float) -> str:
        return f"{RAY_LENGTH * sin(radians(degrees)):.0f} {-RAY_LENGTH * cos(radians(degrees)):.0f}"

    return f"M0 0L{point(angle - RAY_WIDTH / 2)}L{point(angle + RAY_WIDTH / 2)}z"


def _figures(year: Year) -> list[dict[str, Any]]:
    """Return the big figures with their labels, evenly spread."""
    counted = year.figures
    figures = [
        (str(counted.nights), "game night" if counted.nights == 1 else "game nights"),
        (str(counted.matches), "match" if counted.matches == 1 else "matches"),
        (str(counted.players), "player" if counted.players == 1 else "players"),
    ]
    if year.play:
        figures.insert(2, (year.play, "of play" if counted.timed == counted.matches else "of play known"))
    width = CONTENT_WIDTH // len(figures)
    return [
        {"x": LEFT + width * place + width // 2, "number": fitted_text(number, 72, 36, width - 24), "label": label}
        for place, (number, label) in enumerate(figures)
    ]


def _bars(year: Year) -> list[dict[str, Any]]:
    chart = year.chart
    if chart is None:
        return []
    most, width = max(count for _, count, _ in chart.parts), CONTENT_WIDTH / len(chart.parts)
    heights = [max(BARS_HEIGHT * count // most, 4 if count else 0) for _, count, _ in chart.parts]
    return [
        {
            "x": int(LEFT + width * place + width * 0.18), "width": int(width * 0.64), "height": height,
            "top": BARS_BOTTOM - height, "middle": int(LEFT + width * (place + 0.5)), "label": label,
            "count": count or "",
        }
        for place, ((label, count, _), height) in enumerate(zip(chart.parts, heights, strict=True))
    ]  # fmt: skip


def _emblems(year: Year) -> list[Any]:
    step = EMBLEM_SIZE + 32
    left = (WIDTH - step * len(year.games) + 32) // 2
    return [emblem_at(game, left + step * place, EMBLEMS_Y, EMBLEM_SIZE) for place, (game, *_) in enumerate(year.games)]


def _stories(year: Year) -> Iterator[tuple[int, str]]:
    """Yield what is worth telling, each with the mark of who did it."""
    if year.best_match and year.why_best:
        best = year.why_best[0]
        yield best.mark, f"Match of the {year.noun}, {year.best_match.game.name}: {story(best)}"
    yield from [*_pairs(year)][:1]
    for player, streak, _ in year.streaks[:1]:
        yield player.mark, f"{isolate(player.name)} won {plural(streak.length, 'match', 'matches')} in a row"
    for told in year.highlights:
        if told.match != year.figures.best_match:
            yield told.highlight.mark, f"{told.game.name}: {story(told.highlight)}"
    if night := year.figures.longest_night:
        mark = year.standings[0].player.mark if year.standings else 0
        yield mark, f"{night.in_words}, on {date_format(night.date, 'l, j F')}"


def _pairs(year: Year) -> Iterator[tuple[int, str]]:
    """Yield partners who won more often than not, and then who finished ahead of whom."""
    for pair in year.partners:
        if 2 * pair.won.total > pair.won.n:
            both = f"{isolate(pair.player.name)} and {isolate(pair.other.name)}"
            yield pair.player.mark, f"{both} won {pair.won.total} of {pair.won.n} as partners"
    for meeting in year.rivals:
        if meeting.ahead > meeting.behind:
            one, other = isolate(meeting.player.name), isolate(meeting.other.name)
            yield meeting.player.mark, f"{one} finished ahead of {other} in {meeting.ahead} of {meeting.n} matches"
