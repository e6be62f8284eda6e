"""The identity card of Hearts."""

from games.core.definition import Game, MatchState
from games.core.house_rules import HouseRules, NamedChoice, NumberOption, every_round
from games.core.statistics import HighlightRule
from games.hearts import referee, scoring
from games.hearts.facts import EACH, LARGE_TABLES, Facts, passed_to
from games.hearts.simulation import simulate

# House rules that usually go with each way to begin.
USUAL_WITH_OPENING = {
    "lowest-club": {"first_trick": "no-points", "breaking": "heart"},
    "left": {"first_trick": "free", "breaking": "free"},
}


def passed_to_another(_facts: Facts, state: MatchState, passing: str) -> bool:
    """Return whether the cards of the hand are passed elsewhere with the other value."""
    number, others = state.number, HouseRules(HOUSE_RULES, {"passing": passing})
    return passed_to(state.players, number, state.rules) != passed_to(state.players, number, others)


def passes_cards(_facts: Facts, state: MatchState, _other: int) -> bool:
    return state.players in LARGE_TABLES and passed_to(state.players, state.number, state.rules) not in (None, EACH)


HOUSE_RULES = (
    NumberOption(
        name="target", default=100, low=20, high=500, unit="points", rule="winner",
        title="Played to", why="A short evening plays to 50.",
    ),
    NamedChoice(
        name="tie", default="share", rule="winner",
        labels={"share": "they share the win", "on": "another hand is played"},
        title="Two with the fewest points", why="Some tables play on until one player is ahead.",
    ),
    NamedChoice(
        name="exact", default="ends", rule="exact",
        labels={"ends": "ends the game", "half": "goes back to half", "zero": "goes back to zero", "wins": "wins"},
        title="A total of exactly the target", why="A hundred to the point is rare, and some tables reward it.",
    ),
    NamedChoice(
        name="heart_values", default="one", rule="hearts", changes_scale=True,
        labels={"one": "one point each", "face": "their face values, 2 to 14"},
        title="Hearts count", why="In Spot Hearts each heart costs its face value.",
    ),
    NumberOption(
        name="queen", default=13, low=0, high=50, unit="points", rule="queen", changes_scale=True,
        title="The queen of spades costs", why="The oldest form has no queen; with face values she often costs more.",
    ),
    NamedChoice(
        name="jack", default=False, rule="jack",
        labels={False: "counts nothing", True: "10 points off", "five": "5 points off", "forty": "40 points off",
                "ten": "the ten of diamonds takes 10 off instead"},
        title="The jack of diamonds", changes_scale=True, why="Omnibus Hearts has a card worth taking.",
    ),
    NamedChoice(
        name="ten", default=False, rule="ten",
        labels={False: "counts nothing", True: "doubles the points of its taker"},
        title="The ten of clubs", changes_scale=True, why="Chinese Hearts has a card that doubles.",
    ),
    NamedChoice(
        name="no_tricks", default=0, rule="no-tricks",
        labels={0: "counts nothing", 3: "3 points off", 5: "5 points off"},
        title="A hand without a trick", why="Some tables reward who keeps out of everything.",
    ),
    NamedChoice(
        name="moon", default="others", rule="moon",
        labels={"others": "all points to the others", "self": "all points off one’s own total",
                "choice": "as the player chooses", "loses": "to the others, or off where that would lose",
                "none": "no moon: who takes all points has them"},
        title="Shooting the moon", why="Tables differ most on this.",
    ),
    NamedChoice(
        name="moon_jack", default=False, rule="moon",
        is_relevant=lambda _players, rules: bool(rules.jack) and rules.moon != "none",
        labels={False: "not needed", True: "needed"},
        title="The jack for the moon", why="Some tables want it beside the hearts and the queen.",
    ),
    NamedChoice(
        name="passing", default="cycle", rule="passing", could_differ=passed_to_another,
        labels={"cycle": "left, right, across, none", "always": "left, right, across",
                "everybody": "to each of the others in turn, none", "scatter": "left, right, across, one to each",
                "left": "always left", "right": "always right", "none": "no passing"},
        title="Passing", why="Not every table wants a hand without it.",
    ),
    NamedChoice(
        name="passed_cards", default=3, rule="passing", labels={3: "three", 2: "two"}, could_differ=passes_cards,
        is_relevant=lambda players, rules: players in (0, *LARGE_TABLES) and rules.passing != "none",
        title="Cards passed by five or six", why="Three of eight or ten cards are a large part of a hand.",
    ),
    NamedChoice(
        name="leftover", default="take-out", rule="cards", could_differ=every_round,
        is_relevant=lambda players, _rules: players != 4,
        labels={"take-out": "small cards are taken out", "first-trick": "go with the first trick",
                "first-point": "go with the first heart or queen"},
        title="Cards left over", why="Three, five and six players cannot share 52 cards evenly.",
    ),
    NamedChoice(
        name="opening", default="lowest-club", rule="lead", could_differ=every_round,
        implies=USUAL_WITH_OPENING.__getitem__,
        labels={"lowest-club": "the lowest club", "left": "the dealer’s left, with any card"},
        title="The first lead", why="The older way begins on the dealer’s left, and bars no cards.",
    ),
    NamedChoice(
        name="first_trick", default="no-points", rule="first-trick", could_differ=every_round,
        labels={"no-points": "no hearts and no queen", "free": "any card"},
        title="To the first trick", why="Most tables spare everybody there.",
    ),
    NamedChoice(
        name="breaking", default="heart", rule="breaking", could_differ=every_round,
        labels={"heart": "once a heart was played", "queen": "once a heart or the queen was played",
                "free": "at any time"},
        title="Hearts may be led", why="Tables disagree on whether the queen breaks hearts.",
    ),
)  # fmt: skip

GAME = Game(
    key="hearts",
    name="Hearts",
    colour="#a1131f",
    summary="Take no hearts and not the queen of spades, or take them all: the fewest points win.",
    seats=range(3, 7),
    other_names=("Black Lady", "Black Maria", "Omnibus Hearts", "Rickety Kate"),
    order=3,
    lowest_wins=True,
    round_name="hand",
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda rules: rules.exact in ("ends", "wins") and rules.moon != "loses",
    finish=scoring.finish,
    why_won=scoring.why_won,
    highlight_rules=(
        HighlightRule(scoring.MOON, "The moon shot", deed=" shot the moon", rule_of_others=scoring.MOON_OF_ANOTHER),
        HighlightRule(scoring.EXACT, "Exactly the target", deed=" hit the target exactly"),
    ),
    deal=referee.deal,
    simulate=simulate,
    questions=referee.QUESTIONS,
    rules_words=referee.rules_words,
)
