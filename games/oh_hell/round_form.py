"""The form of a hand of Oh Hell: bids and tricks, and bonus points in matches by Skull King’s scoring."""

from collections.abc import Mapping

from games.core.bids_and_tricks import BidForm, FurtherColumn
from games.core.keypad import Key
from games.oh_hell.facts import BONUS_STEP_POINTS, MAX_BONUS_POINTS, has_bonus

BONUS_KEYS = [Key(str(points), str(points)) for points in range(0, MAX_BONUS_POINTS + 1, BONUS_STEP_POINTS)]


class RoundForm(BidForm):
    def further_columns(self) -> Mapping[str, FurtherColumn]:
        column = FurtherColumn("bonus", "bonus points", BONUS_KEYS)
        return {"bonus": column} if has_bonus(self.state.rules) else {}
