"""The identity card of Big Little."""

from games.big_little import referee, scoring
from games.big_little.facts import Facts
from games.core.bids_and_tricks import hook, irregularities
from games.core.cards import JOKERS
from games.core.definition import Game
from games.core.house_rules import HouseRules, NamedChoice, NumberOption
from games.core.keypad import french_card_keys
from games.core.simulation import bids_and_tricks
from games.core.statistics import HighlightRule


def implied_by_limit(limit: int | None) -> dict[str, str]:
    """With a limit below ten the count starts again at zero: ten off a lower count would be negative."""
    return {"bags_after": "reset"} if limit is not None and limit < scoring.PENALTY_SANDBAGS else {}


def two_penalties_possible(players: int, rules: HouseRules) -> bool:
    return players <= 4 and rules.bags_after == "carry"


HOUSE_RULES = (
    NumberOption(
        name="penalty_at", default=11, low=2, high=99, none="never", unit="sandbags", rule="sandbag-penalty",
        title="Bag penalty after", implies=implied_by_limit,
        why="The rules say more than ten; many Spades tables say ten.",
    ),
    NamedChoice(
        name="bags_after", default="carry", rule="sandbag-penalty",
        labels={"carry": "ten are taken off, the rest stay", "reset": "back to zero"},
        title="Sandbags after a penalty", why="The rules do not say what happens to the count.",
    ),
    NamedChoice(
        name="penalty_repeats", default=True, rule="sandbag-penalty",
        labels={True: "no limit", False: "one at most"},
        title="Penalties in one hand", is_relevant=two_penalties_possible,
        why="A very large hand can bring more than ten sandbags at once.",
    ),
    NamedChoice(
        name="penalty_takes_bags", default=False, rule="sandbag-penalty",
        labels={False: "they stay", True: "they are lost too: −110"},
        title="Bag points after a penalty", why="The rules take a hundred and name nothing else.",
    ),
    NumberOption(
        name="zero_bid_bonus", default=0, low=0, high=100, unit="points", rule="zero-bid",
        title="Bonus for a zero bid made", changes_scale=True,
        why="Ten times nothing is nothing; Oh Hell gives 5 or 10.",
    ),
    NamedChoice(
        name="largest_hand", default="leave-one", rule="hands",
        labels={
            "leave-one": "one card is left to turn up",
            "leave-three": "three are left, so that a suit can always be turned up",
            "deal-all": "all cards are dealt, without trumps",
        },
        title="The largest hand", available_for={"leave-three": (2, 4, 13), "deal-all": (2, 3, 6, 9)},
        why="Matters only where the 54 cards divide evenly among the players.",
    ),
    hook(default=False, why="Common in Oh Hell: somebody has to miss."),
)  # fmt: skip

GAME = Game(
    key="big-little",
    name="Big Little",
    colour="#1d5a43",
    summary="Bid your tricks, one card up to the largest hand and down again; too many tricks are sandbags.",
    seats=range(2, 14),
    round_name="hand",
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda rules: rules.penalty_at is None,
    irregularities=irregularities,
    status=scoring.status,
    stakes=scoring.stakes,
    highlight_rules=(HighlightRule(scoring.PENALTY, "Sandbag penalty", deed=" lost {points} points to sandbags"),),
    deal=referee.deal,
    length=referee.length,
    simulate=bids_and_tricks,
    questions=referee.QUESTIONS,
    rules_words=referee.rules_words,
    deck=lambda _rules: french_card_keys(JOKERS),
)
