"""The identity card of Oh Hell."""

from collections.abc import Mapping
from typing import Any

from games.core.bids_and_tricks import hook, irregularities
from games.core.definition import Game, MatchState
from games.core.house_rules import HouseRules, NamedChoice, NumberOption, every_round
from games.oh_hell import referee, scoring
from games.oh_hell.facts import Facts
from games.oh_hell.simulation import simulate

# The usual house rules of each scoring.
OH_HELL_TABLE = {"deck": "french", "hands": "up-down", "largest": 10, "hook": True}
TABLES: dict[str, Mapping[str, Any]] = {
    "wizard": {"deck": "wizard", "hands": "up", "largest": None, "trump": "turned", "hook": False},
    "skull-king": {"deck": "skull-king", "hands": "up", "largest": 10, "hook": False},
}


def bonus_is_unknown(facts: Facts, state: MatchState, other: str) -> bool:
    """Bonus points are only entered where they count; a bid made exactly may have brought some."""
    exact = not facts.tricks or any(bid == took for bid, took in zip(facts.bids, facts.tricks, strict=True))
    return other == "skull-king" and state.rules.scoring != other and exact


def has_own_bonus(_players: int, rules: HouseRules) -> bool:
    return rules.scoring not in TABLES


HOUSE_RULES = (
    NamedChoice(
        name="scoring", default="ten-and-tricks", rule="scoring", could_differ=bonus_is_unknown, changes_scale=True,
        difference_in_words="could have brought bonus points, which nobody entered",
        implies=lambda scoring: TABLES.get(scoring, OH_HELL_TABLE),
        labels={
            "ten-and-tricks": "tricks count only when exact, with a bonus",
            "tricks-and-ten": "a point a trick, and a bonus when exact",
            "exact-only": "the bonus alone, whatever the bid",
            "wizard": "Wizard: 20 and 10 a trick, −10 for each trick off",
            "skull-king": "Skull King: 20 a trick, −10 for each trick off, zero bids by the cards, bonus points",
        },
        title="Scoring", why="Every table has its own way. Wizard and Skull King bring their cards and hands along.",
    ),
    NumberOption(
        name="exact_points", default=10, low=1, high=50, unit="points", rule="exact-bid", changes_scale=True,
        is_relevant=has_own_bonus,
        title="Bonus of an exact bid", why="Many score 5, so that a bid of nothing is worth less beside the others.",
    ),
    NumberOption(
        name="missed_points", default=None, low=1, high=50, none="nothing", unit="points", rule="missed-bid",
        changes_scale=True, is_relevant=has_own_bonus,
        title="A missed bid loses", why="Some tables take 5 points off for a bid that was missed.",
    ),
    NamedChoice(
        name="deck", default="french", rule="cards", could_differ=every_round,
        labels={
            "french": "52", "jokers": "54, with two jokers", "wizard": "60, with wizards and jesters",
            "skull-king": "70, Skull King’s",
        },
        title="Cards", why="Wizard and Skull King have packs of their own.",
    ),
    NamedChoice(
        name="hands", default="up-down", rule="hands",
        labels={"up-down": "up, then down", "down-up": "down, then up", "up": "up", "down": "down",
                "same": "all of one size"},
        title="The hands go", why="Some tables begin with the large hands, some play only one way.",
    ),
    NumberOption(
        name="largest", default=10, low=1, high=35, none="as many as the pack allows", unit="cards", rule="hands",
        title="Largest hand", why="Never more than the pack has for everybody, beside a card to turn up.",
    ),
    NumberOption(
        name="same_hands", default=10, low=1, high=50, unit="hands", rule="hands",
        is_relevant=lambda _players, rules: rules.hands == "same",
        title="Hands, where all are of one size", why="Nothing else says when the game is over.",
    ),
    NamedChoice(
        name="trump", default="turned", rule="trump", could_differ=every_round,
        is_relevant=lambda _players, rules: rules.deck != "skull-king",
        labels={
            "turned": "the card turned up", "order": "♥, ♣, ♦, ♠ in turn",
            "order-and-none": "♥, ♣, ♦, ♠, no trumps in turn", "none": "no trumps",
        },
        title="Trump", why="Some tables take the suits in turn, every fifth hand perhaps without, or play without.",
    ),
    hook(default=True, why="With it somebody has to miss."),
)  # fmt: skip

GAME = Game(
    key="oh-hell",
    name="Oh Hell",
    summary="Say exactly how many tricks you will take, in hands that grow and shrink: Wizard and Skull King too.",
    seats=range(2, 11),
    other_names=("Oh Pshaw", "Up and Down the River", "Nomination Whist", "Estimation"),
    order=2,
    round_name="hand",
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda _rules: True,
    irregularities=irregularities,
    stakes=scoring.stakes,
    deal=referee.deal,
    deal_note=referee.deal_note,
    length=referee.length,
    simulate=simulate,
    questions=referee.QUESTIONS,
    rules_words=referee.rules_words,
    deck=referee.pack,
)
