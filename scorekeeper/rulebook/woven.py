"""A rules page with all that belongs beside its sections: house rules, worked examples, rulings."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from django.core.cache import cache as kept
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.examples import examples
from scorekeeper.rulebook.house_rules import HouseRule, house_rules
from scorekeeper.rulebook.pages import Page, Section, rules_page
from scorekeeper.rulebook.rulings import Ruled, ruled
from scorekeeper.rulebook.worked import Worked, worked

if TYPE_CHECKING:
    from games.game import Game
    from games.house_rules import HouseRules

T = TypeVar("T")


@dataclass(frozen=True)
class Woven:
    """A section with what belongs beside it; `explained`: its house rules are told with all their values."""

    section: Section
    house_rules: list[HouseRule]
    examples: list[Worked]
    rulings: list[Ruled]
    explained: bool

    @property
    def asks(self) -> list[tuple[str, str]]:
        """What the referee's desk can be asked about it: the question's name in addresses, and its words."""
        return list(dict.fromkeys((ruled.question.question["ask"], ruled.asks) for ruled in self.rulings))


def drawn(game: Game, in_force: HouseRules | None = None) -> SafeString:
    """Draw the rules of a game, or of a table that plays by these house rules; drawn once for each set of them."""
    at = f"rules:{game.key}:{_digest(in_force)}"
    body: str | None = kept.get(at)
    if body is None:
        body = render_to_string("rulebook/_rules.html", _facts(game, in_force))
        kept.set(at, body)
    # Safe: a template has drawn it.
    return mark_safe(body)  # noqa: S308


def woven(page: Page, rules: list[HouseRule]) -> list[Woven]:
    """Put everything beside the section it belongs to."""
    spoken, asked = _worked(page.game)
    return [
        Woven(
            section,
            [rule for rule in rules if is_told(page, section, rule)],
            spoken.get(section.anchor, []),
            asked.get(section.anchor, []),
            explained=bool(section.parent) and any(section in page.open_questions(rule.option.name) for rule in rules),
        )
        for section in page.sections
    ]


def _facts(game: Game, in_force: HouseRules | None) -> dict[str, Any]:
    page, rules = rules_page(game), house_rules(game, in_force)
    return {
        "game": game, "page": page, "sections": woven(page, rules), "at_table": in_force is not None,
        "differing": [rule for rule in rules if rule.differs],
    }  # fmt: skip


def is_told(page: Page, section: Section, rule: HouseRule) -> bool:
    """Say whether a house rule belongs here: it changes this rule, or answers this open question."""
    return section.anchor == rule.option.rule or section in page.open_questions(rule.option.name)


@cache
def _worked(game: Game) -> tuple[dict[str, list[Worked]], dict[str, list[Ruled]]]:
    """Work out all examples and rulings of a game, by the anchor of their rule."""
    data = examples(game)
    spoken = _by((one.rule, worked(game, one)) for one in data.example)
    return spoken, _by((one.rule, one) for one in ruled(game, data.ruling))


def _by(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    gathered = defaultdict(list)
    for anchor, one in pairs:
        gathered[anchor].append(one)
    return dict(gathered)


def _digest(in_force: HouseRules | None) -> str:
    if in_force is None:
        return "plain"
    told = json.dumps(in_force.in_force, sort_keys=True, default=list)
    return hashlib.sha256(told.encode()).hexdigest()
