"""The identity card of Spades."""

from games.core.deal import Teams
from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.house_rules import HouseRules, NamedChoice, NumberOption, every_round
from games.core.statistics import BidHighlight, HighlightRule
from games.spades import referee, scoring
from games.spades.facts import BLIND_NIL, MAX_PLAYERS, NIL, PAIRS, Facts
from games.spades.simulation import simulate


def sides(players: int, _rules: HouseRules) -> Teams:
    """Return pairs whose partners sit opposite each other, or everybody alone."""
    pairs = PAIRS.get(players, players)
    return [range(side, players, pairs) for side in range(pairs)]


def check_table(players: int, rules: HouseRules) -> None:
    if rules.renege == "given" and len(sides(players, rules)) != 2:
        message = "three tricks go to the other side only where there are two sides: choose another cost of a renege"
        raise Impossible(message, "renege")


def bags_cost_points(_players: int, rules: HouseRules) -> bool:
    return rules.bags_at is not None


def lost_bags_have_points(_players: int, rules: HouseRules) -> bool:
    return rules.bags_at is not None and rules.bag_points != 0


def a_lower_bid_was_barred(facts: Facts, state: MatchState, other: int | None) -> bool:
    """Return whether a pair bid the lowest there was, and the other value allows less."""
    least = state.rules.minimum
    if least is None or (other is not None and other >= least):
        return False
    return any(len(seats) > 1 and sum(facts.bids[seat] for seat in seats) == least for seats in state.teams)


def a_blind_nil_was_bid(facts: Facts, _state: MatchState, _other: int) -> bool:
    return bool(facts.blind)


def partners_play(players: int, _rules: HouseRules) -> bool:
    return players in (0, *PAIRS)


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
        labels={"help": "count for the partner’s bid", "bags": "are bags", "nothing": "count nothing"},
        title="Tricks of a failed nil", why="Tables are split.",
    ),
    NumberOption(
        name="blind_behind", default=100, low=0, high=500, none="at any time", unit="points behind", rule="blind-nil",
        title="Blind nil may be bid", why="It is meant for those far behind.", could_differ=blind_nil_could_differ,
        difference_in_words="could have had a blind nil",
    ),
    NamedChoice(
        name="blind_pass", is_rare=True, default=0, rule="blind-nil", is_relevant=partners_play,
        could_differ=a_blind_nil_was_bid,
        labels={0: "none", 1: "one each way", 2: "two each way", 3: "three each way"},
        title="Cards passed on a blind nil", why="Two at many tables that pass, one or three at others.",
        difference_in_words="could have had other cards",
    ),
    NamedChoice(
        name="broken", default=True, rule="lead", could_differ=every_round,
        labels={True: "not before one was played", False: "at any time"},
        title="Leading spades", why="Most tables say that spades have to be broken first.",
    ),
    NamedChoice(
        name="deck", default="plain", rule="cards", could_differ=every_round,
        labels={"plain": "52 cards, no jokers", "jokers": "two jokers above the ace",
                "deuce": "two jokers and the two of spades above the ace",
                "deuces": "two jokers, the twos of diamonds and of spades above the ace"},
        title="The highest spades", why="Jokers, and twos below them, are high at many American tables.",
    ),
    NumberOption(
        name="minimum", is_rare=True, default=None, low=1, high=6, none="any bid", unit="tricks", rule="minimum-bid",
        title="Lowest bid of a pair", why="A board: four at most tournaments.", is_relevant=partners_play,
        could_differ=a_lower_bid_was_barred, difference_in_words="could have been bid lower",
    ),
    NamedChoice(
        name="ten", is_rare=True, default="tricks", rule="ten",
        labels={"tricks": "ten points a trick, like any bid", "fifty": "50 more if made",
                "double": "counts twice, made or missed", "made": "200 if made, ten points a trick if missed",
                "both": "200 if made, −200 if missed"},
        title="A bid of ten or more", why="“Ten for two hundred”, as tournaments from Ohio to Alabama have it.",
    ),
    NumberOption(
        name="thirteen", is_rare=True, default=None, low=140, high=500, none="like any bid", unit="points",
        rule="thirteen", title="Thirteen bid and made is worth",
        why="A “Boston”: 200 at most tables that reward it, 250 at some.",
    ),
    NamedChoice(
        name="bag_points", is_rare=True, default=1, rule="bags", changes_scale=True,
        labels={1: "1 point", 0: "nothing", -1: "−1 point"},
        title="A bag counts", why="Tournaments often count only what was bid: “you get what you bid”.",
    ),
    NumberOption(
        name="bags_cost", is_rare=True, default=100, low=10, high=500, unit="points", rule="bag-penalty",
        is_relevant=bags_cost_points,
        title="The bag penalty costs", why="A hundred for ten bags; those who count five bags take fifty.",
    ),
    NamedChoice(
        name="penalty_takes_bags", is_rare=True, default=False, rule="bag-penalty", is_relevant=lost_bags_have_points,
        labels={False: "they stay", True: "they are lost too"},
        title="Bag points after a penalty", why="Ten bags cost 110 at tables that take their points back.",
    ),
    NamedChoice(
        name="bags_after", is_rare=True, default="carry", rule="bag-penalty", is_relevant=bags_cost_points,
        labels={"carry": "the rest stay", "reset": "back to zero"},
        title="Bags after a penalty", why="Many programs empty the bag at each penalty.",
    ),
    NamedChoice(
        name="renege", is_rare=True, default="missed", rule="renege", available_for={"given": (2, 4)},
        labels={"missed": "the bid counts as missed", "off": "three of the side’s tricks do not count",
                "given": "three tricks go to the other side"},
        title="A renege", why="Three books are the other usual price; some tables hand them to the other side.",
    ),
    NumberOption(
        name="lost_at", is_rare=True, default=None, low=50, high=1000, none="no total", unit="points below zero",
        rule="lost", title="The match is lost at", why="Minus 200 on many sites, minus 500 at some tables.",
    ),
    NumberOption(
        name="sets", is_rare=True, default=None, low=1, high=9, none="no limit", unit="times", rule="lost",
        title="A side has lost when it is set", why="Three times, or twice, at tables that play for money or a cup.",
    ),
    NumberOption(
        name="hands", is_rare=True, default=None, low=1, high=30, none="no limit", unit="hands", rule="target",
        title="The match ends after", why="A tournament round has four hands, or as many as its hour allows.",
    ),
)  # fmt: skip

GAME = Game(
    key="spades",
    name="Spades",
    colour="#1f3350",
    summary="Partners say how many tricks they take; spades are trump, bags add up, and nil is worth a hundred.",
    seats=range(2, MAX_PLAYERS + 1),
    order=2,
    teams=sides,
    round_name="hand",
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda rules: rules.bags_at is None and rules.blind_behind is None,
    irregularities=scoring.irregularities,
    check_table=check_table,
    length=lambda _players, rules: rules.hands,
    finish=scoring.finish,
    why_won=scoring.why_won,
    status=scoring.status,
    stakes=scoring.stakes,
    highlight_rules=(HighlightRule(scoring.PENALTY, "Bag penalty", deed=" lost {points} points to bags"),),
    bid_highlights=(
        BidHighlight("Nil made", lambda bid: bid.kind == NIL, " made nil"),
        BidHighlight("Blind nil made", lambda bid: bid.kind == BLIND_NIL, " made a blind nil"),
    ),
    deal=referee.deal,
    deal_note=referee.deal_note,
    deck=referee.card_keys,
    simulate=simulate,
    questions=referee.QUESTIONS,
    rules_words=referee.rules_words,
)
