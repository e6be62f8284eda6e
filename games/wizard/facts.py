"""The facts of a round of Wizard: bids, tricks, trump, and what the Bomb and the Cloud did."""

from games.core.exact_bids import SpecialCardFacts
from games.core.house_rules import HouseRules


class Facts(SpecialCardFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`tricks_of_nobody`: the trick with the Bomb. `bid_changes`: by the Cloud."""

    @classmethod
    def most_tricks_of_nobody(cls, rules: HouseRules) -> int:
        return 1 if has_special_cards(rules) else 0

    @classmethod
    def bids_can_change(cls, rules: HouseRules) -> bool:
        return has_special_cards(rules)


def has_special_cards(rules: HouseRules) -> bool:
    """Return whether the cards of the jubilee boxes are in the pack."""
    return bool(rules.deck == "jubilee")
