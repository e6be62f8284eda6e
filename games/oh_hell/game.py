"""The identity card of Oh Hell."""

from games.core.bids_and_tricks import AT_ONCE, IN_TURN, bidding, bids_at_once, hook, irregularities
from games.core.definition import Game
from games.core.exact_bids import BID_HIGHLIGHTS
from games.core.house_rules import HouseRules, NamedChoice, NumberOption, every_round
from games.core.simulation import bids_and_tricks
from games.oh_hell import referee, scoring
from games.oh_hell.facts import Facts, has_own_trump


def has_own_bonus(_players: int, rules: HouseRules) -> bool:
    return rules.scoring not in FORMER_SCORINGS


# Values for games that were house rules of Oh Hell before they had folders of their own: matches that these games
# cannot score, such as Wizard’s scoring with 52 cards, are still read.
FORMER_SCORINGS = {
    "wizard": "as Wizard: 20 and 10 a trick, −10 for each trick off",
    "skull-king": "as Skull King: 20 a trick, −10 for each trick off, zero bids by the cards, bonus points",
}
FORMER_DECKS = {"wizard": "60, with wizards and jesters", "skull-king": "70, Skull King’s"}


HOUSE_RULES = (
    NamedChoice(
        name="scoring", default="ten-and-tricks", rule="scoring", changes_scale=True,
        labels={
            "ten-and-tricks": "tricks count only when exact, with a bonus",
            "tricks-and-ten": "a point a trick, and a bonus when exact",
            "exact-only": "the bonus alone, whatever the bid",
        },
        former=FORMER_SCORINGS, title="Scoring", why="Every table has its own way.",
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
        labels={"french": "52", "jokers": "54, with two jokers"},
        former=FORMER_DECKS, title="Cards", why="Some tables add two jokers, the highest trumps.",
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
        is_relevant=lambda _players, rules: not has_own_trump(rules),
        labels={
            "turned": "the card turned up", "order": "♥, ♣, ♦, ♠ in turn",
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
