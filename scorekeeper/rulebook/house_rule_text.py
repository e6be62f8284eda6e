"""House rules as the rules pages tell them: what is played, what else could be, and whether it is the default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.core.house_rules import HouseRules, Option

if TYPE_CHECKING:
    from games.core.definition import Game


@dataclass(frozen=True)
class HouseRuleText:
    """One house rule with the value in force."""

    option: Option
    value: Any

    @property
    def played(self) -> str:
        return self.option.label(self.value)

    @property
    def default(self) -> str:
        return self.option.label(self.option.default)

    @property
    def differs(self) -> bool:
        return bool(self.option.normal(self.value) != self.option.normal(self.option.default))

    @property
    def others(self) -> Sequence[str]:
        return self.option.alternatives()


def house_rule_texts(game: Game, in_force: HouseRules | None = None) -> list[HouseRuleText]:
    """Return all house rules of a game as they are in force at a table; without one, the defaults."""
    rules = in_force or HouseRules(game.house_rules, {})
    return [HouseRuleText(option, rules.in_force[option.name]) for option in game.house_rules]
