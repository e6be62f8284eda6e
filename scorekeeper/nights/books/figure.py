"""One figure: what was counted, out of how many, and how it is written."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from games.scorecard import minus
from games.statistics import ROUNDS, Statistic

Sums = dict[tuple[str, str], tuple[int, int]]
"""Cases and what they add up to, by statistic and part."""
SMALL = 10
"""A sample below this says little, and is shown to say so."""


class Figure(NamedTuple):
    """`total` in a `sample` of cases or rounds; `n` are the cases that made it up, all or those of one `part`."""

    statistic: Statistic
    part: str
    n: int
    total: int
    sample: int

    @property
    def label(self) -> str:
        """The name of the part: “7”, “null”."""
        return self.statistic.label(self.part)

    @property
    def value(self) -> Fraction | None:
        """The exact figure: a share, a mean, or for a sum the sum itself; None where the sample is empty."""
        if self.statistic.shown == "sum":
            return Fraction(self.total)
        return Fraction(self.total, self.sample) if self.sample else None

    @property
    def is_small(self) -> bool:
        """Say whether the sample is too small to say much."""
        return self.sample < SMALL

    @property
    def rest(self) -> int:
        """The other cases of a share: bids that were not made, matches that were not won."""
        return self.sample - self.total

    def __str__(self) -> str:
        value, shown = self.value, self.statistic.shown
        if value is None:
            return "–"
        if shown == "sum":
            return minus(self.total)
        if shown == "rate":
            return f"{_rounded(value * 100, 0)} %"
        text = _rounded(value, 2 if shown == "signed" or abs(value) < 10 else 1)
        return minus_sign(f"+{text}" if shown == "signed" and value > 0 else text)


def figure_of(statistic: Statistic, sums: Sums, part: str = "") -> Figure:
    """Return a statistic, or one part of it, from what was counted of a player."""
    counted = [sums[stat, of] for stat, of in sums if stat == statistic.key and part in ("", of)]
    n, total = sum(n for n, _ in counted), sum(total for _, total in counted)
    sample = sums.get((ROUNDS.key, ""), (0, 0))[0] if statistic.per == "round" else n
    return Figure(statistic, part, n, total, sample)


def minus_sign(text: str) -> str:
    """Write a number with a true minus."""
    return text.replace("-", "−")


def _rounded(value: Fraction, places: int) -> str:
    """Round half up, away from zero, as people do."""
    scale = 10**places
    whole = (abs(value) * scale + Fraction(1, 2)).__floor__()
    sign = "-" if value < 0 and whole else ""
    digits = f"{whole:0{places + 1}}"
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)
