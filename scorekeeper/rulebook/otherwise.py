"""The other reading: a match counted again as if one house rule had been another. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from games.impossible import Impossible
from scorekeeper.rulebook.compared import Comparison
from scorekeeper.rulebook.house_rules import HouseRule
from scorekeeper.rulebook.pages import Section, rules_page
from scorekeeper.rulebook.recount import recounted
from scorekeeper.table.options import OptionField, option_fields

if TYPE_CHECKING:
    from django.http import QueryDict

    from games.house_rules import Option
    from scorekeeper.table.models import Match


@dataclass(frozen=True)
class Otherwise:
    """A match, and the house rule that is tried with another value."""

    match: Match
    field: OptionField

    @property
    def played(self) -> HouseRule:
        """The house rule as this table plays it."""
        option = self.field.option
        return HouseRule(option, self.match.table.rules.in_force[option.name])

    @property
    def tried(self) -> HouseRule:
        """The house rule as it is tried."""
        return HouseRule(self.field.option, self.field.value)

    @property
    def is_another(self) -> bool:
        """Say whether what is tried can be, and is not what is played."""
        option = self.field.option
        return not self.field.wrong and option.normal(self.field.value) != option.normal(self.played.value)

    @property
    def comparison(self) -> Comparison | None:
        """The match beside itself; None where this table could not have sat down to play so."""
        return self._counted[0]

    @property
    def refused(self) -> str:
        """Why this table could not have sat down to play so; "" where it could."""
        return self._counted[1]

    @property
    def rule(self) -> Section | None:
        """The rule it changes."""
        return rules_page(self.match.game).section(self.field.option.rule)

    @property
    def questions(self) -> list[Section]:
        """What the rules do not say about it, where that stands elsewhere."""
        rule, found = self.rule, rules_page(self.match.game).open_questions(self.field.option.name)
        return [section for section in found if section is not rule]

    @cached_property
    def _counted(self) -> tuple[Comparison | None, str]:
        try:
            return Comparison(self.match, recounted(self.match, {self.field.option.name: self.field.value})), ""
        except Impossible as error:
            return None, error.message


def otherwise(match: Match, said: QueryDict) -> Otherwise | None:
    """Read from an address which house rule is to be which; None before one is chosen."""
    option = next((one for one in match.game.house_rules if one.name == said.get("rule")), None)
    if option is None:
        return None
    (field,) = option_fields([option], said)
    return Otherwise(match, field if field.name in said else OptionField(option, _another(option, match)))


def _another(option: Option, match: Match) -> Any:
    """Return the first value by name that is not played; the one that is played where there is no other."""
    played = match.table.rules.in_force[option.name]
    return next((one for one in option.presets() if option.normal(one) != option.normal(played)), played)
