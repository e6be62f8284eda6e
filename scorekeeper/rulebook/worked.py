"""Worked examples as a rules page shows them: facts in words, and every number from the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games import scoresheet
from games.examples import NAMES, Example
from games.house_rules import HouseRules
from games.impossible import Impossible
from games.typed import read
from scorekeeper.rulebook.arithmetic import added
from scorekeeper.rulebook.house_rules import HouseRule, house_rules
from scorekeeper.rulebook.in_words import Fact, facts_of, plain_facts

if TYPE_CHECKING:
    from games.game import Game
    from games.scorecard import Line, Scorecard
    from games.so_far import SoFar


class SideWorked(NamedTuple):
    """What an example comes to for one side: its lines, its total before and after, and what it carries."""

    name: str
    lines: tuple[Line, ...]
    before: int
    points: int
    total: int
    carried: str

    @property
    def running(self) -> str:
        """The total before, these points, the total after, as a sum."""
        return added(self.before, [self.points])


@dataclass(frozen=True)
class Worked:
    """One example, worked out: its last round, or the words in which it is refused."""

    example: Example
    facts: list[Fact]
    sides: list[SideWorked]
    house_rules: list[HouseRule]
    winners: list[str]
    refused: str = ""

    @property
    def shows_totals(self) -> bool:
        """Say whether the example is about totals, or was played on from others."""
        return self.example.totals is not None or len(self.example.rounds) > 1


def worked(game: Game, example: Example) -> Worked:
    """Work an example out."""
    differing = _differing(game, example)
    try:
        _, so_far, card = scoresheet.play(example.sheet(game))
    except Impossible as error:
        return Worked(example, _refused_facts(game, example), [], differing, [], error.message)
    before = _before(game, example)
    facts = facts_of(so_far.rounds[-1].record, before)
    return Worked(example, facts, list(_sides(so_far, before)), differing, _winners(so_far, card))


def carried_by(so_far: SoFar, side: int) -> str:
    """Say what a side carries into the next round; "" for nothing."""
    return ", ".join(one.text for one in so_far.game.carried(so_far) if one.side == side)


def _sides(so_far: SoFar, before: SoFar) -> Iterator[SideWorked]:
    scored = so_far.rounds[-1]
    for side, name in enumerate(so_far.side_names):
        lines = tuple(line for line in scored.lines if line.side == side)
        total = scored.totals[side]
        yield SideWorked(name, lines, before.totals[side], scored.points[side], total, carried_by(so_far, side))


def _winners(so_far: SoFar, card: Scorecard) -> list[str]:
    return [so_far.side_names[side] for side in card.winners]


def _before(game: Game, example: Example) -> SoFar:
    """Return the match before the example's last round."""
    table = game.table(NAMES[: example.players], example.first_dealer, example.house_rules)
    return game.fold(table, [read(facts, game.record) for facts in example.rounds[:-1]])


def _refused_facts(game: Game, example: Example) -> list[Fact]:
    """Say the facts of a round that cannot be; where no form could ask for them, as they stand in the file."""
    try:
        return facts_of(read(example.rounds[-1], game.record), _before(game, example))
    except (Impossible, LookupError, TypeError, ValueError):
        return plain_facts(example.rounds[-1] if example.rounds else {"players": example.players})


def _differing(game: Game, example: Example) -> list[HouseRule]:
    try:
        return [rule for rule in house_rules(game, HouseRules(game.house_rules, example.house_rules)) if rule.differs]
    except Impossible:
        return []
