"""The colours of the four suits: eyes that take red for green tell them apart, and so does a dim lamp."""

import re
from itertools import combinations, pairwise
from math import dist

from django.conf import settings

from tests.cases import cases

TOKENS = (settings.ROOT / "static/css/base/_tokens.css").read_text(encoding="utf-8")
# How each kind of eyes sees red, green and blue light (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "of most people": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
# In hundredths of OKLab. Orange diamonds beside red hearts have 8, and to eyes with deuteranopia 3.
MIN_DISTANCE = 10
# In L*, from 0 for black to 100 for white.
MIN_STEP_OF_LIGHTNESS = 6
WCAG_AA = 4.5


def light_of(colour):
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels]


def token(name, scheme=0):
    value = re.search(rf"--{name}: (.*);", TOKENS)[1]
    return light_of(re.findall(r"#[0-9a-f]{6}", value)[scheme])


SUITS = {name: token(name) for name in ("spade", "club", "diamond", "heart")}


def times(matrix, vector):
    return [sum(factor * value for factor, value in zip(row, vector, strict=True)) for row in matrix]


def luminance(light):
    return times([(0.2126, 0.7152, 0.0722)], light)[0]


def oklab(light):
    cones = times(((0.4122, 0.5363, 0.0514), (0.2119, 0.6807, 0.1074), (0.0883, 0.2817, 0.6300)), light)
    roots = [max(cone, 0) ** (1 / 3) for cone in cones]
    return times(((0.2105, 0.7936, -0.0041), (1.9780, -2.4286, 0.4506), (0.0259, 0.7828, -0.8087)), roots)


@cases("eyes", EYES)
def test_four_suits_have_four_colours_to_all_eyes(eyes):
    seen = {name: oklab(times(EYES[eyes], light)) for name, light in SUITS.items()}

    distances = {pair: 100 * dist(seen[pair[0]], seen[pair[1]]) for pair in combinations(seen, 2)}
    assert min(distances.values()) >= MIN_DISTANCE, distances


def test_each_suit_is_lighter_than_the_one_before():
    lightness = [116 * luminance(light) ** (1 / 3) - 16 for light in SUITS.values()]

    assert all(after - before >= MIN_STEP_OF_LIGHTNESS for before, after in pairwise(lightness))


@cases("scheme", [0, 1])
def test_each_suit_can_be_read_on_a_card_by_day_and_by_night(scheme):
    card = luminance(token("ivory", scheme)) + 0.05

    assert all(card / (luminance(light) + 0.05) >= WCAG_AA for light in SUITS.values())
