"""The referee's desk: a question as an address says it, completed by what a match knows, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games import asking, referee
from games.desk import Table
from games.examples import NAMES
from games.house_rules import HouseRules
from games.impossible import Impossible
from scorekeeper.rulebook.answered import Answered
from scorekeeper.rulebook.in_words import with_names
from scorekeeper.rulebook.schedule import Planned, schedule
from scorekeeper.table.options import OptionField, option_fields

if TYPE_CHECKING:
    from django.http import QueryDict

    from games.game import Game
    from games.referee import Question
    from games.slots import Asked, Slot
    from scorekeeper.rulebook.known import Known

LONGEST_NAME, MOST_KEYS = 40, 200
USUAL = 4
"""So many play where nobody says how many."""


@dataclass(frozen=True)
class Desk:
    """A question of a game, with what was tapped so far; `known`: what the match it is asked at knows."""

    game: Game
    kind: type[Question]
    said: QueryDict
    known: Known

    @property
    def title(self) -> str:
        """The question in words."""
        return self.kind.title

    @property
    def ask(self) -> str:
        """The question's name in files and addresses."""
        return str(self.kind.__struct_config__.tag)

    @cached_property
    def options(self) -> list[OptionField]:
        """The house rules it is judged by: those of the match, unless the address says otherwise."""
        data = self.said.copy()
        for field in self.known.options:
            if field.name not in data:
                for name, value in field.sent():
                    data.appendlist(name, value)
        return option_fields(self.game.house_rules, data)

    @cached_property
    def named(self) -> list[str]:
        """The players an address names."""
        names = [name.replace("\0", "").strip()[:LONGEST_NAME] for name in self.said.getlist("player")]
        return list(filter(None, names))[: self.game.seats[-1]]

    @cached_property
    def names(self) -> list[str]:
        """Who sits at the table: as many as are said to play."""
        names, seats = self.named or list(self.known.names), self.game.seats
        usual = len(names) if len(names) in seats else min(max(USUAL, seats[0]), seats[-1])
        count = next((count for count in seats if str(count) == self.said.get("players", "").strip()), usual)
        return (names if len(names) >= count else [*names, *NAMES[len(names) :]])[:count]

    @cached_property
    def table(self) -> Table:
        """Where it is asked."""
        chosen = {field.option.name: field.value for field in self.options if not field.wrong}
        return Table(self.game, HouseRules(self.game.house_rules, chosen), self.names)

    @cached_property
    def asked(self) -> list[Asked]:
        """What the desk asks."""
        return asking.asked(self.kind, self.table)

    @property
    def slots(self) -> list[Slot]:
        """The answers there can be, in their order."""
        return [slot for one in self.asked for slot in one.slots]

    @cached_property
    def prefilled(self) -> dict[str, str]:
        """What need not be tapped: how many play, and what the match knows."""
        facts = {**asking.defaults(self.kind), "players": len(self.names), **self.known.facts}
        return asking.answers(self.kind, self.table, facts)

    @cached_property
    def answers(self) -> dict[str, str]:
        """What is tapped or known, by slot."""
        said = {slot.name: self._tokens(slot) for slot in self.slots}
        return {name: " ".join(tokens) for name, tokens in said.items() if tokens}

    def _tokens(self, slot: Slot) -> list[str]:
        if slot.name not in self.said:
            return self.prefilled.get(slot.name, "").split()
        tokens = " ".join(self.said.getlist(slot.name)).replace("\0", "").split()
        tokens = tokens[:MOST_KEYS] if slot.many else tokens[-1:]
        return tokens[:-1] if self.said.get("back") == slot.name else tokens

    @cached_property
    def missing(self) -> str:
        """What to tap before it can be answered; "" once it can."""
        return next(filter(None, map(self._prompt, self.slots)), "")

    def _prompt(self, slot: Slot) -> str:
        return slot.prompt(self.answers.get(slot.name, ""))

    @cached_property
    def refused(self) -> str:
        """Why it cannot be asked like that, in a player's words."""
        return self._outcome if isinstance(self._outcome, str) else ""

    @property
    def answered(self) -> Answered | None:
        """The answer, once there is one."""
        return self._outcome if isinstance(self._outcome, Answered) else None

    @cached_property
    def _outcome(self) -> Answered | str | None:
        if wrong := next((field for field in self.options if field.wrong), None):
            return f"{wrong.option.title}: {wrong.wrong}"
        if self.missing:
            return None
        facts = asking.facts(self.kind, self.table, self.answers)
        try:
            ruling = referee.ask(self.game, {"ask": self.ask, "house_rules": self.table.rules.differing, **facts})
        except Impossible as error:
            # Before anything is tapped nothing is wrong yet.
            return with_names(error.message, self.names) if self.answers.keys() - self.prefilled.keys() else None
        return Answered(self, facts, ruling)

    @cached_property
    def marked(self) -> Slot | None:
        """The slot a key writes into: the one tapped, else the one written into last, else the first to be answered."""
        by_name = {slot.name: slot for slot in self.slots}
        last = by_name.get(self.said.get("at", ""))
        growing = [slot for slot in self.slots if slot.many and not self.is_full(slot)]
        again = [last] if last and (last in growing or last.name not in self.answers) else []
        needed = [slot for slot in self.slots if self._prompt(slot)]
        untouched = [slot for slot in self.slots if slot.name not in self.answers]
        following = next(iter([*again, *needed, *growing, *untouched, *self.slots]), None)
        return by_name.get(self.said.get("mark", ""), following)

    def is_full(self, slot: Slot) -> bool:
        """Say whether a slot has all the keys it can have."""
        return 0 < slot.most <= len(self.answers.get(slot.name, "").split())

    @property
    def plans(self) -> bool:
        """Say whether it is the deals that are asked about."""
        return self.kind is referee.AskDeal

    @cached_property
    def schedule(self) -> list[Planned]:
        """The whole plan of the deals, where they are asked about."""
        return schedule(self) if self.plans else []
