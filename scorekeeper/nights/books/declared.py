"""By what the figures are counted: where that changes, all of them are."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Any

from games.registry import games
from games.statistics import feats_of, statistics_of

if TYPE_CHECKING:
    from games.statistics import Counted

EDITION = 1
"""Another number has everything counted anew: for when not what is counted changes, but how."""

WORDS = {"title", "definition", "heading", "labels", "group", "shown", "per"}
"""What only says how a figure is shown."""


@cache
def declared() -> str:
    """Return a few letters that change whenever something is counted that was not, or otherwise than it was."""
    told = [
        (key, game.partners, [_counted(one) for one in (*statistics_of(game), *feats_of(game))])
        for key, game in sorted(games().items())
    ]
    return hashlib.sha256(json.dumps([EDITION, told]).encode()).hexdigest()[:16]


def _counted(one: Counted) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if name not in WORDS}
