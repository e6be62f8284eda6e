"""Why a side has its points in a round: score lines, running total, status and the rules."""

from dataclasses import dataclass
from typing import Any

from games.core.scorecard import ScoredRound, ScoreLine
from games.core.seating import describe_stand_ins
from games.core.text import signed
from scorekeeper.matches.models import Match
from scorekeeper.matches.stand_ins import names_of
from scorekeeper.rulebook.rules_page import read_rules, rules_address
from scorekeeper.rulebook.wording import house_rule_texts, sum_text
from scorekeeper.rulebook.worked_examples import status_text


@dataclass(frozen=True)
class RoundReasons:
    """The points of one side in one round (from 1) of a match."""

    match: Match
    number: int
    side: int

    @property
    def name(self) -> str:
        return self.match.state.side_names[self.side]

    @property
    def points(self) -> str:
        return signed(self._scored.points[self.side])

    @property
    def lines(self) -> list[ScoreLine]:
        return [line for line in self._scored.lines if line.side == self.side]

    def by_rule(self) -> list[dict[str, Any]]:
        """Return for each rule its lines, its section in the rules, and the house rules that change it."""
        game, in_force = self.match.game, self.match.initial_state.rules
        page, texts = read_rules(game, in_force, len(self.match.seats_at_table)), house_rule_texts(game, in_force)
        address = rules_address(game, self.match)
        return [
            {
                "lines": [line for line in self.lines if line.rule == rule],
                "section": (section := page.section(rule)),
                "address": address,
                "text": section.linked_from(address) if section else "",
                "house_rules": [text for text in texts if text.option.rule == rule and not game.is_named],
            }
            for rule in dict.fromkeys(line.rule for line in self.lines)
        ]

    @property
    def note(self) -> str:
        """The table's note on the round."""
        return self.match.round_list[self.number - 1].note

    @property
    def joined(self) -> str:
        """With what the player joined, in their first round; "" in all others."""
        pairs = zip(self.match.changes, self.match.changes_in_words, strict=True)
        first = (said for change, said in pairs if (change.seat, change.round) == (self.side, self.number))
        return next(first, "")

    @property
    def stand_ins(self) -> str:
        stand_ins = self.match.stand_ins.get(self.number, {})
        return describe_stand_ins(self.match.names, names_of(stand_ins))

    @property
    def sum(self) -> str:
        points = [line.points for line in self.lines if line.points]
        return sum_text(points[0], points[1:]) if len(points) > 1 else ""

    @property
    def running_total(self) -> str:
        total, points = self._scored.totals[self.side], self._scored.points[self.side]
        return sum_text(total - points, [points])

    @property
    def status(self) -> str:
        """The side's status before and after the round: “3 to go → 1 to go”."""
        before = status_text(self.match.state_before(self.number), self.side)
        after = status_text(self.match.state_before(self.number + 1), self.side)
        return after if before == after else f"{before or '–'} → {after or '–'}"

    @property
    def _scored(self) -> ScoredRound:
        return self.match.state.rounds[self.number - 1]
