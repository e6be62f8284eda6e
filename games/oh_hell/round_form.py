"""The form of a hand of Oh Hell: bids and tricks, and bonus points in matches by Skull King’s scoring."""

from collections.abc import Mapping

from games.core.bids_and_tricks import BidForm, FurtherColumn
from games.core.exact_bids import BONUS_COLUMN
from games.oh_hell.facts import has_bonus


class RoundForm(BidForm):
    def further_columns(self) -> Mapping[str, FurtherColumn]:
        return {"bonus": BONUS_COLUMN} if has_bonus(self.state.rules) else {}
