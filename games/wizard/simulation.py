"""Made-up rounds of Wizard."""

from random import Random

from msgspec import structs

from games.core.definition import MatchState
from games.core.simulation import bids_and_tricks, happens
from games.wizard.facts import Facts, has_special_cards


def simulate(rng: Random, state: MatchState) -> Facts:
    facts: Facts = bids_and_tricks(rng, state)
    if not has_special_cards(state.rules):
        return facts
    dealt, cards, tricks = sum(state.deal.cards), state.deal.cards[0], [*(facts.tricks or ())]
    share, nobody, changes = dealt / (dealt + state.deal.left), 0, [0] * len(tricks)
    if happens(rng, share):
        tricks[rng.choice([seat for seat, took in enumerate(tricks) if took])] -= 1
        nobody = 1
    if happens(rng, share) and any(tricks):
        seat = rng.choice([seat for seat, took in enumerate(tricks) if took])
        bid = facts.bids[seat]
        changes[seat] = rng.choice([change for change in (-1, 1) if 0 <= bid + change <= cards])
    changed = {"bid_changes": tuple(changes)} if any(changes) else {}
    return structs.replace(facts, tricks=tuple(tricks), tricks_of_nobody=nobody, **changed)
