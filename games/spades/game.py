"""The identity card of Spades."""

from games.core.deal import Teams, each_alone, partners_across
from games.core.definition import Game, MatchState
from games.core.house_rules import HouseRules, NamedChoice, NumberOption, every_round
from games.core.statistics import HighlightRule
from games.spades import referee, scoring
from games.spades.facts import BLIND_NIL, NIL, PARTNERSHIP_PLAYERS, Facts
from games.spades.simulation import simulate


def sides(players: int, rules: HouseRules) -> Teams:
    return partners_across(players, rules) if players == PARTNERSHIP_PLAYERS else each_alone(players, rules)


def partners_play(players: int, _rules: HouseRules) -> bool:
    return players in (0, PARTNERSHIP_PLAYERS)


def blind_nil_could_differ(_facts: Facts, state: MatchState, limit: int | None) -> bool:
    """Return whether a side that could not bid blind nil could have with the other limit."""
    current, behind = state.rules.blind_behind, [scoring.behind(side, state.totals) for side in range(len(state.teams))]
    return current is not None and any(points < current and (limit is None or points >= limit) for points in behind)


HOUSE_RULES = (
    NumberOption(
        name="target", default=500, low=50, high=1000, unit="points", rule="target",
        title="Played to", why="Most tables play to 500, a short game is 250.",
    ),
    NumberOption(
        name="bags_at", default=10, low=2, high=50, none="never", unit="bags", rule="bag-penalty",
        title="Bag penalty after", why="Ten bags cost a hundred nearly everywhere.",
    ),
    NumberOption(
        name="nil", default=100, low=10, high=200, unit="points", rule="nil",
        title="A nil is worth", why="A hundred at most tables, fifty at some; a blind nil counts double.",
    ),
    NamedChoice(
        name="nil_tricks", default="help", rule="nil", is_relevant=partners_play,
        labels={"help": "count for the partner’s bid", "bags": "are bags"},
        title="Tricks of a failed nil", why="Tables are split.",
    ),
    NumberOption(
        name="blind_behind", default=100, low=0, high=500, none="at any time", unit="points behind", rule="blind-nil",
        title="Blind nil may be bid", why="It is meant for those far behind.", could_differ=blind_nil_could_differ,
        difference_in_words="could have had a blind nil",
    ),
    NamedChoice(
        name="broken", default=True, rule="lead", could_differ=every_round,
        labels={True: "not before one was played", False: "at any time"},
        title="Leading spades", why="Most tables say that spades have to be broken first.",
    ),
)  # fmt: skip

GAME = Game(
    key="spades",
    name="Spades",
    summary="Partners say how many tricks they take; spades are trump, bags add up, and nil is worth a hundred.",
    seats=range(3, PARTNERSHIP_PLAYERS + 1),
    order=2,
    teams=sides,
    round_name="hand",
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda rules: rules.bags_at is rules.blind_behind is None,
    irregularities=scoring.irregularities,
    finish=scoring.finish,
    status=scoring.status,
    stakes=scoring.stakes,
    highlight_rules=(
        HighlightRule(f"{NIL}-made", "Nil made", deed=" made nil"),
        HighlightRule(f"{BLIND_NIL}-made", "Blind nil made", deed=" made a blind nil"),
        HighlightRule(scoring.PENALTY, "Bag penalty", deed=" lost {points} points to bags"),
    ),
    deal=referee.deal,
    simulate=simulate,
    questions=referee.QUESTIONS,
    rules_words=referee.rules_words,
)
