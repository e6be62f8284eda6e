"""Marks as they stand in an SVG picture: the same shapes and colours as in marks.css."""

from functools import cache
from math import cos, radians, sin

from games.core.keypad import MARKS

SIZE = 12
"""Pixels across a mark; its middle is 0, 0."""

DISC = "M-{r} 0a{r} {r} 0 1 1 {d} 0a{r} {r} 0 1 1 -{d} 0z"
POLYGONS = {
    1: "50 2,100 94,0 94",
    2: "6 6,94 6,94 94,6 94",
    3: "50 0,100 50,50 100,0 50",
    4: "50 0,63 35,100 38,71 61,81 97,50 77,19 97,29 61,0 38,37 35",
    5: "33 0,67 0,67 33,100 33,100 67,67 67,67 100,33 100,33 67,0 67,0 33,33 33",
    6: "50 0,100 38,81 97,19 97,0 38",
    7: "25 6,75 6,100 50,75 94,25 94,0 50",
    8: "0 6,100 6,50 98",
    11: "21 0,50 29,79 0,100 21,71 50,100 79,79 100,50 71,21 100,0 79,29 50,0 21",
    12: "50 96,5 52,0 30,8 12,27 6,43 13,50 24,57 13,73 6,92 12,100 30,95 52",
}
"""In percent of the size, as marks.css has them."""
HUES = (30, 250, 145, 325, 85, 200, 285, 5, 115, 225, 55, 170, 305)


@cache
def mark_path(mark: int, size: int = SIZE) -> str:
    """Return the path of a mark around 0, 0."""
    mark, half = mark % len(MARKS), size / 2
    if mark in (9, 10):
        flat = half if mark == 9 else -half
        return f"M{flat * 0.8:g} -{half:g}a{half * 1.6:g} {half:g} 0 0 {int(mark == 10)} 0 {size:g}z"
    if mark not in POLYGONS:
        return DISC.format(r=f"{half:g}", d=f"{size:g}")
    corners = [map(int, corner.split()) for corner in POLYGONS[mark].split(",")]
    return "M" + "L".join(f"{x * size / 100 - half:.3g} {y * size / 100 - half:.3g}" for x, y in corners) + "z"


@cache
def mark_colour(mark: int, lightness: float = 0.77, chroma: float = 0.15) -> str:
    """Return the colour of a mark, as it is on a dark ground, for what does not know oklch()."""
    hue = radians(HUES[mark % len(MARKS)])
    a, b = chroma * cos(hue), chroma * sin(hue)
    long, middle, short = (
        (lightness + by_a * a + by_b * b) ** 3
        for by_a, by_b in ((0.3963377774, 0.2158037573), (-0.1055613458, -0.0638541728), (-0.0894841775, -1.291485548))
    )
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
    )
    return "#" + "".join(f"{round(255 * _gamma(min(max(channel, 0), 1))):02x}" for channel in linear)


def _gamma(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
