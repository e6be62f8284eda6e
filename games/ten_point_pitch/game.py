"""The identity card of Ten-point Pitch."""

from msgspec import UNSET

from games.core.deal import partners_across
from games.core.definition import Game, MatchState
from games.core.house_rules import NamedChoice, NumberOption, every_round
from games.core.statistics import HighlightRule
from games.ten_point_pitch import laws, referee, scoring
from games.ten_point_pitch.facts import LOST, MAX_BID, MOON, PLAYERS, Facts, contract_after
from games.ten_point_pitch.simulation import simulate


def lower_bids_allowed(facts: Facts, state: MatchState, lowest: int) -> bool:
    """Return whether the lowest bid was made, and the other value allows a lower one."""
    return bool(lowest < state.rules.minimum_bid == contract_after(state, facts).bid)


def all_may_have_passed(facts: Facts, state: MatchState, other: str) -> bool:
    """Hands that are dealt again are not entered, and a dealer with the lowest bid may have been forced."""
    if other == "dealer":
        return True
    bidder, bid = contract_after(state, facts)
    return facts.bids is UNSET and (bidder, bid) == (state.deal.dealer, state.rules.minimum_bid)


def dealer_may_have_matched(facts: Facts, state: MatchState, may_match: bool) -> bool:
    """Return whether the dealer may have matched another bid, or could have."""
    bidder, dealer = contract_after(state, facts).bidder, state.deal.dealer
    if facts.bids is UNSET:
        return may_match or bidder == dealer
    others_bid = any(bid is not None for seat, bid in enumerate(facts.bids) if seat != dealer)
    return may_match and (bidder != dealer or others_bid)


def the_two_was_taken(facts: Facts, _state: MatchState, _other: str) -> bool:
    """The facts say who has the point of the two, not who played it and who took the trick."""
    return facts.places.get("2") != LOST


def a_moon_could_be_bid(facts: Facts, state: MatchState, other: str) -> bool:
    """Return whether only the other value lets a bid be a moon; of a bid of ten that is asked."""
    return state.rules.moon == "off" != other and contract_after(state, facts).bid != MAX_BID


def both_jokers_were_taken(facts: Facts, _state: MatchState, _other: str) -> bool:
    return LOST not in (facts.places.get("HJ"), facts.places.get("LJ"))


HOUSE_RULES = (
    NumberOption(
        name="target", default=52, low=10, high=200, unit="points", rule="target",
        title="Played to", why="The rules say 52; other tables play to 21, 31, 32, 42, 50 or 54.",
    ),
    NumberOption(
        name="minimum_bid", default=4, low=1, high=10, unit="points", rule="bidding",
        title="The lowest bid", could_differ=lower_bids_allowed,
        why="The rules say four; their author would never bid below five, and many tables say five.",
    ),
    NamedChoice(
        name="all_pass", default="dealer", rule="all-pass",
        labels={"dealer": "the dealer plays for the lowest bid", "redeal": "the same dealer deals again"},
        title="Everybody passes", could_differ=all_may_have_passed,
        why="The rules do not say; most tables stick the dealer with it.",
    ),
    NamedChoice(
        name="dealer_may_match", default=False, rule="bidding",
        labels={False: "has to bid higher, like everybody", True: "may take the hand for the same bid"},
        title="The dealer, who speaks last", could_differ=dealer_may_have_matched,
        why="Common in four-point Pitch.",
    ),
    NamedChoice(
        name="two", default="player", rule="the-two",
        labels={"player": "to the side that plays it", "taker": "to the side that takes the trick"},
        title="The point for the two", could_differ=the_two_was_taken,
        difference_in_words="could have given the point of the two to the other side",
        why="The rules do not say; tables are split.",
    ),
    NamedChoice(
        name="jokers", default="marked", rule="jokers",
        labels={"marked": "one is marked as the high joker", "first-played": "the one played first in the trick"},
        title="The higher joker", could_differ=both_jokers_were_taken,
        why="In many packs both jokers look alike.",
    ),
    NamedChoice(
        name="moon", default="off", rule="moon",
        labels={
            "off": "no moon: a bid of ten is worth ten",
            "game": "wins or loses the game",
            "to-target": "goes to the target (from below zero: to zero), or loses the game",
            "twenty": "wins or loses twenty",
        },
        title="Shooting the moon", could_differ=a_moon_could_be_bid,
        difference_in_words="could have been bid as a moon",
        why="Many tables let a side call all ten points for more than ten.",
    ),
    NamedChoice(
        name="must_bid_to_win", default=False, rule="must-bid-to-win",
        labels={False: "with any points", True: "only by making a bid"},
        title="Winning at the target", why="Some tables do not let the defenders go out.",
    ),
    NamedChoice(
        name="floor_at_zero", default=False, rule="floor",
        labels={False: "totals may be negative", True: "no total falls below zero"},
        title="Below zero", why="The rules do not say; most tables allow it.",
    ),
    NamedChoice(
        name="opening_special", default=False, rule="opening-lead",
        labels={False: "not a joker or the off-jack, unless there is nothing else", True: "any trump"},
        title="The opening lead", could_differ=every_round,
        why="The author of the rules thinks that these may not be led first.",
    ),
)  # fmt: skip


GAME = Game(
    key="ten-point-pitch",
    name="Ten-point Pitch",
    colour="#1b5a94",
    summary="Partners bid for the ten points in trumps: make the bid and all you took counts, miss it and you lose it.",
    seats=range(PLAYERS, PLAYERS + 1),
    other_names=("Pitch", "Setback"),
    teams=partners_across,
    round_name="hand",
    house_rules=HOUSE_RULES,
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda rules: rules.moon != "to-target" and not rules.floor_at_zero,
    irregularities=laws.irregularities,
    finish=scoring.finish,
    why_won=scoring.why_won,
    status=scoring.status,
    stakes=scoring.stakes,
    highlight_rules=(
        HighlightRule(MOON, "Moon", deed=" bid a {reason}"),
        HighlightRule(scoring.BID_MADE, "All ten points", deed=" took all ten points", words="took 10:"),
    ),
    deal=referee.deal,
    simulate=simulate,
    questions=referee.QUESTIONS,
    deck=referee.pack,
)
