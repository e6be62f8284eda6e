"""Made-up rounds of Skull King."""

from random import Random

from msgspec import structs

from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.simulation import bids_and_tricks, happens, weighted_choice
from games.skull_king.facts import (
    WAGER_POINTS,
    Facts,
    Wager,
    capture_points,
    has_abilities,
    has_beasts,
    has_ghost,
    has_loot,
)
from games.skull_king.scoring import bonus_of

# How often a trick brings each capture.
CAPTURE_WEIGHTS = {"": 30, "14": 6, "black-14": 2, "mermaid": 2, "pirate": 2, "king": 1}


def simulate(rng: Random, state: MatchState) -> Facts:
    facts: Facts = bids_and_tricks(rng, state)
    rules, tricks = state.rules, list(facts.tricks or ())
    if has_ghost(state.players, rules):
        taken = [sum(happens(rng, 0.3) for _ in range(count)) for count in tricks]
        tricks = [count - by_ghost for count, by_ghost in zip(tricks, taken, strict=True)]
        facts = structs.replace(facts, tricks=tuple(tricks), ghost=sum(taken))
    if has_beasts(rules) and any(tricks) and happens(rng, 0.15):
        tricks[rng.choice([seat for seat, count in enumerate(tricks) if count])] -= 1
        facts = structs.replace(facts, tricks=tuple(tricks), tricks_of_nobody=1)
    if rules.scoring == "cannonball":
        daring = tuple(seat for seat in range(state.players) if happens(rng, 0.2))
        facts = structs.replace(facts, cannonballs=daring)
    return _with_loot_and_pirates(rng, _with_captures(rng, facts, state), state)


def _with_loot_and_pirates(rng: Random, facts: Facts, state: MatchState) -> Facts:
    takers = [seat for seat, took in enumerate(facts.tricks or ()) if took]
    if takers and has_loot(state.players, state.rules) and happens(rng, 0.2):
        facts, _ = _if_possible(facts, state, loot=((rng.randrange(state.players), rng.choice(takers)),))
    if takers and has_abilities(state.rules):
        if happens(rng, 0.2):
            facts, _ = _if_possible(facts, state, rascal=Wager(rng.choice(takers), rng.choice(WAGER_POINTS)))
        if happens(rng, 0.2):
            changed, by = rng.choice(takers), rng.choice((-1, 1))
            changes = tuple(by if seat == changed else 0 for seat in range(state.players))
            facts, _ = _if_possible(facts, state, bid_changes=changes)
    return facts


def _with_captures(rng: Random, facts: Facts, state: MatchState) -> Facts:
    """Add captures, each as long as the pack can bring it together with the others."""
    allowed = ("", *capture_points(state.rules))
    weights = {kind: weight for kind, weight in CAPTURE_WEIGHTS.items() if kind in allowed}
    captures: list[tuple[str, ...]] = [()] * state.players
    for seat, took in enumerate(facts.tricks or ()):
        for kind in filter(None, (weighted_choice(rng, weights) for _ in range(took))):
            captures[seat] += (kind,)
            points = tuple(bonus_of(each, state.rules).points for each in captures)
            entered = {"bonus": points} if state.rules.bonuses == "points" else {"captures": tuple(captures)}
            facts, fits = _if_possible(facts, state, **entered)
            if not fits:
                captures[seat] = captures[seat][:-1]
    return facts


def _if_possible(facts: Facts, state: MatchState, **changes: object) -> tuple[Facts, bool]:
    """Return the facts so changed and whether they can be; those before if not."""
    changed = structs.replace(facts, **changes)
    try:
        changed.check(state)
    except Impossible:
        return facts, False
    return changed, True
