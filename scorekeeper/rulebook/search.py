"""Search the rules: the sections that answer a question, the best first, each with the passage that does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.rulebook.asked import Asked
from scorekeeper.rulebook.hit import Hit
from scorekeeper.rulebook.index import Index, rules_index
from scorekeeper.rulebook.words import words_of

if TYPE_CHECKING:
    from games.game import Game

MOST, AT_HOME, LONGEST = 12, 8, 100
"""So many answers are given, so many of them from a match's own game, to a question of so many characters."""


class Fit(NamedTuple):
    """How well a section fits; as they sort, the best is the smallest."""

    elsewhere: bool
    unasked: float
    missing: int
    worth: float
    at: int


def search(question: str, own: Game | None = None) -> list[Hit]:
    """Return the sections that answer, those of the own game first: what is asked for in so many words, then

    where all words are found before some.
    """
    index, asked = rules_index(), Asked(words_of(question[:LONGEST]))
    fits = sorted(_fits(index, asked, own))
    at_home = [fit for fit in fits if not fit.elsewhere][: MOST if own is None else AT_HOME]
    marked = {word: frozenset(index.fitting(word)) for word in asked.telling}
    return [Hit(index.places[fit.at], marked) for fit in (at_home + [fit for fit in fits if fit.elsewhere])[:MOST]]


def _fits(index: Index, asked: Asked, own: Game | None) -> Iterable[Fit]:
    found = {word: index.found(word) for word in asked.telling}
    minor = [index.found(word) for word in asked.words if word not in found]
    phrased = {at: is_at for at, place in enumerate(index.places) if (is_at := asked.is_at(place))}
    for at in phrased.keys() | {at for places in found.values() for at in places}:
        missing = sum(at not in places for places in found.values())
        worth = sum(places.get(at, 0) for places in (*found.values(), *minor))
        yield Fit(own is not None and index.places[at].game is not own, -phrased.get(at, 0), missing, -worth, at)
