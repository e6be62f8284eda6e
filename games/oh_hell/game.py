"""The identity card of Oh Hell."""

from typing import Any

from games.core.bids_and_tricks import AT_ONCE, IN_TURN, bidding, bids_at_once, hook, irregularities
from games.core.definition import Game
from games.core.exact_bids import BID_HIGHLIGHTS
from games.core.house_rules import NamedChoice, NumberOption, every_round
from games.core.simulation import bids_and_tricks
from games.oh_hell import referee, scoring
from games.oh_hell.facts import Facts, has_own_trump

# What the scorings of older files and links stand for. Those of Wizard and Skull King left the other numbers aside.
FORMER_SCORINGS: dict[str, dict[str, Any]] = {
    "ten-and-tricks": {"trick_points": 1, "missed": "flat"},
    "tricks-and-ten": {"trick_points": 1, "missed": "tricks"},
    "exact-only": {"trick_points": 0, "missed": "flat"},
    "wizard": {"exact_points": 20, "trick_points": 10, "missed": "each-off", "missed_points": 10},
    "skull-king": {
        "exact_points": 0, "trick_points": 20, "missed": "each-off", "missed_points": 10,
        "zero": "each-card", "zero_points": 10, "bonus": True,
    },
}  # fmt: skip
# The packs of Wizard and Skull King, which were house rules of Oh Hell before they had folders of their own: matches
# that these games cannot deal are still read.
FORMER_DECKS = {"wizard": "60, with wizards and jesters", "skull-king": "70, Skull King’s"}
ZERO_POINTS = {"own": 5, "cards": 5, "each-card": 10}

# Scorings by the names that people use for them; rules.md names their sources.
PRESETS: dict[str, dict[str, Any]] = {
    "A point a trick": {"missed": "tricks"},
    "Flat ten": {"trick_points": 0},
    "−1 a trick off": {"missed": "each-off", "missed_points": 1},
    "5 a trick": {"trick_points": 5, "missed_points": 5},
    "Squares": {"trick_points": None},
    "Plus or minus": {"missed": "minus"},
    "Zero and cards": {"zero": "cards", "zero_points": 5},
    "Wizard’s": FORMER_SCORINGS["wizard"],
}


HOUSE_RULES = (
    NumberOption(
        name="exact_points", default=10, low=0, high=50, unit="points", rule="exact-bid", changes_scale=True,
        formerly={"scoring": FORMER_SCORINGS}, title="Bonus of an exact bid",
        why="Many score 5, so that a bid of nothing is worth less beside the others.",
    ),
    NumberOption(
        name="trick_points", default=1, low=0, high=30, none="the square of the tricks", unit="points",
        rule="exact-bid", changes_scale=True, title="Each trick of an exact bid",
        why="Some count more a trick, or the square of the tricks, to reward a high bid; some count none.",
    ),
    NamedChoice(
        name="missed", default="flat", rule="missed-bid", changes_scale=True,
        implies=lambda missed: {"missed_points": scoring.USUAL_LOSS.get(missed)},
        labels={
            "flat": "a flat loss, or nothing", "each-off": "a loss for each trick off",
            "each-over": "a loss for each trick over", "each-under": "a loss for each trick under",
            "growing": "a loss that grows: once, 3, 6 times it", "square": "a loss by the square of tricks off",
            "each-bid": "a loss for each trick bid", "each-bid-under": "a loss for each trick bid, with too few",
            "tricks": "a point for each trick taken", "minus": "loses what it would have brought",
        },
        title="A missed bid", why="At some tables each trick off costs, or the tricks taken count.",
    ),
    NumberOption(
        name="missed_points", default=None, low=1, high=50, none="nothing, or 1 a trick, 5 if it grows", unit="points",
        rule="missed-bid", changes_scale=True, is_relevant=lambda _players, rules: rules.missed != "minus",
        title="A missed bid loses", why="In all, or for each trick where each counts. Some tables take 5 points off.",
    ),
    NamedChoice(
        name="zero", default="as-any", rule="zero-bid", changes_scale=True,
        implies=lambda zero: {"zero_points": ZERO_POINTS.get(zero, 5)},
        labels={"as-any": "as any other", "own": "a number of its own", "cards": "a number and the cards dealt",
                "each-card": "so much a card, lost if missed"},
        title="A bid of zero", why="It is easy with few cards, and hard with many.",
    ),
    NumberOption(
        name="zero_points", default=5, low=0, high=50, unit="points", rule="zero-bid", changes_scale=True,
        is_relevant=lambda _players, rules: rules.zero != "as-any",
        title="Points of a bid of zero", why="5 at some tables, or 5, 6 or 10 and the cards dealt.",
    ),
    NamedChoice(
        name="bonus", default=False, rule="bonus", changes_scale=True, is_known=lambda _rules: False,
        labels={False: "none", True: "Skull King’s, for exact bids"},
        title="Bonus points", why="Only matches that were begun before Skull King had a page of its own.",
    ),
    NamedChoice(
        name="deck", default="french", rule="cards", could_differ=every_round,
        labels={"french": "52", "jokers": "54, with two jokers"},
        former=FORMER_DECKS, title="Cards", why="Some tables add two jokers, the highest trumps.",
    ),
    NamedChoice(
        name="hands", default="up-down", rule="hands",
        labels={"up-down": "up, then down", "down-up": "down, then up", "up": "up", "down": "down",
                "same": "all of one size"},
        title="The hands go", why="Some tables begin with the large hands, some play only one way.",
    ),
    NamedChoice(
        name="turn_twice", default=False, rule="hands",
        is_relevant=lambda _players, rules: rules.hands in ("up-down", "down-up"),
        labels={False: "once", True: "twice"},
        title="The hand where they turn", why="The largest, or with down, then up the smallest, comes twice for some.",
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
        is_relevant=lambda _players, rules: not has_own_trump(rules),
        labels={
            "turned": "the card turned up", "turned-and-none": "the card turned up, every fifth hand none",
            "order": "♥, ♣, ♦, ♠ in turn",
            "order-and-none": "♥, ♣, ♦, ♠, no trumps in turn", "none": "no trumps",
        },
        title="Trump", why="Some tables take the suits in turn, every fifth hand perhaps without, or play without.",
    ),
    bidding(
        labels={IN_TURN: "in turn", AT_ONCE: "all at once"},
        why="Many tables bid at once with fingers or closed fists, so that nobody has to be the last.",
    ),
    hook(
        default=True, is_relevant=lambda _players, rules: not bids_at_once(rules),
        why="With it somebody has to miss.",
    ),
)  # fmt: skip

GAME = Game(
    key="oh-hell",
    name="Oh Hell",
    colour="#2f3a86",
    summary="Say exactly how many tricks you will take, in hands that grow and shrink.",
    seats=range(2, 11),
    other_names=("Oh Pshaw", "Up and Down the River", "Nomination Whist", "Estimation"),
    order=2,
    round_name="hand",
    house_rules=HOUSE_RULES,
    presets=PRESETS,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda _rules: True,
    irregularities=irregularities,
    stakes=scoring.stakes,
    bid_highlights=BID_HIGHLIGHTS,
    deal=referee.deal,
    deal_note=referee.deal_note,
    length=referee.length,
    simulate=bids_and_tricks,
    questions=referee.QUESTIONS,
    rules_words=referee.rules_words,
    deck=referee.pack,
)
