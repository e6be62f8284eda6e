"""Points of a hand with its bids, for both pairs, and the stakes of a bid."""

from games.core.schema import read
from games.core.scorecard import ScoreLine, Stake, Status
from games.maverick.facts import Facts
from games.maverick.game import GAME
from tests.cases import cases
from tests.games.maverick.rounds import (
    AHEAD,
    BEHIND,
    LEVEL,
    WHOLE,
    blind,
    bling,
    counted,
    lines,
    null,
    played,
    points,
    table,
)


def test_a_whole_hand_is_scored_kind_by_kind_for_both_pairs():
    assert lines({"turned": ["KH", "9C"], "tricks": WHOLE}) == [
        ScoreLine(0, "all-trump", -4, "1 trick of four trumps: −4"),
        ScoreLine(0, "trump", -2, "2 tricks with trump but no adder: −1 × 2"),
        ScoreLine(0, "plain", 2, "2 tricks without trump or adder: 1 × 2"),
        ScoreLine(0, "adders", 7, "2 tricks with 5 adders: 2 + 5"),
        ScoreLine(1, "all-trump", -4, "1 trick of four trumps: −4"),
        ScoreLine(1, "trump", -1, "1 trick with trump but no adder: −1"),
        ScoreLine(1, "plain", 1, "1 trick without trump or adder: 1"),
        ScoreLine(1, "adders", 10, "3 tricks with 7 adders: 3 + 7"),
    ]


def test_each_renege_costs_four_after_everything_else():
    assert points(LEVEL, counted(6, 3, null(), reneges=[0, 1, 0])) == (10, -1)
    assert lines(LEVEL, counted(6, 3, reneges=[0, 1, 0])) == [
        ScoreLine(0, "counted", 6, "counted at the table: 6"),
        ScoreLine(0, "renege", -8, "2 reneges: −4 × 2"),
        ScoreLine(1, "counted", 3, "counted at the table: 3"),
        ScoreLine(1, "renege", -4, "1 renege: −4"),
    ]


def test_the_scoreboard_notes_trump_adder_tricks_and_bids():
    def noted(hand):
        state = played({"points": [9, -7]}, hand)
        deal, facts = state.rounds[-1].deal, state.rounds[-1].facts
        return facts.heading(deal, state), list(facts.notes(deal, state))

    bids = [null(2), blind(3)]
    assert noted({"turned": ["KH", "9C"], "tricks": WHOLE, "bids": bids}) == ("♥ +♣", ["7 · null ✓", "6 · blind ✓"])
    assert noted(counted(6, 3, *bids)) == ("", ["null ✓", "blind ✗"])
    assert noted({"bids": [blind(1)]}) == ("", ["", "blind"])


# --- Bids: null, blind and bling, alone and together.

LOST = {"took_trick": True}
KEEP, ONE, REPLACE = {"null_lost": "keep-negative"}, {"null_zero": "one"}, {"blind_lost": "replace"}
NOTHING = "nothing was gained that could be doubled"


@cases(
    "bid, hand, theirs, rules, scored, rule, why",
    [
        (null(), 6, 3, {}, 18, "null-made", "null made: 6 × 3, 12 more"),
        (null(), -1, 3, {}, 1, "null-made", "null made: 1 instead of −1"),
        (null(), 0, 3, {}, 0, "null-made", "null made with exactly 0: nothing to triple and nothing lost"),
        (null(), 0, 3, ONE, 1, "null-made", "null made: 1 instead of 0"),
        (null(**LOST), 8, 3, {}, -1, "null-lost", "null lost: −1 instead of 8"),
        (null(**LOST), -5, 8, KEEP, -6, "null-lost", "null lost: −1, and at your table −5 counts too"),
        (blind(), 7, 2, {}, 14, "blind-made", "blind made: 7 × 2, 7 more"),
        (blind(), 3, 8, {}, 0, "blind-lost", "blind lost: −3"),
        (blind(), 3, 8, REPLACE, -3, "blind-lost", "blind lost: at your table −3 instead of 3"),
        (bling(), 17, 1, {}, 34, "bling-made", "bling made: 17 × 2, 17 more"),
        (bling(), 0, 4, {}, 0, "bling-made", f"bling made with 0: {NOTHING}"),
    ],
)
def test_a_bid_changes_what_a_hand_counts(bid, hand, theirs, rules, scored, rule, why):
    before = {"null": LEVEL, "blind": BEHIND, "bling": AHEAD}[bid["bid"]]
    last = counted(hand, theirs, bid, **({"books": [3, 0]} if bid["bid"] == "bling" else {}))

    assert points(before, last, **rules) == (scored, theirs)
    assert lines(before, last, **rules)[1] == ScoreLine(0, rule, scored - hand, why)


def test_a_bling_lost_takes_the_total_and_the_hand_as_the_house_has_it():
    last = counted(11, 4, bling(), books=[2, 1])

    assert played(AHEAD, last).totals == (0, 7)
    assert lines(AHEAD, last)[1:3] == [
        ScoreLine(0, "bling-lost", -11, "bling lost: 0 instead of 11"),
        ScoreLine(0, "total-lost", -12, "bling lost: the total of 12 goes to zero"),
    ]
    assert played(AHEAD, last, bling_lost="hand").totals == (12, 7)
    assert [line.rule for line in lines(AHEAD, last, bling_lost="hand")] == ["counted", "bling-lost", "counted"]
    assert played(AHEAD, last, bling_lost="total-then-hand").totals == (11, 7)
    kept = ScoreLine(0, "bling-lost", 0, "bling lost: at your table 11 still counts")
    assert lines(AHEAD, last, bling_lost="total-then-hand")[1] == kept


@cases("loser", [0, 2])
def test_a_null_made_beside_one_lost_scores_nothing_with_a_reason(loser):
    bids = [null(seat, took_trick=seat == loser) for seat in (0, 2)]
    both = [null(seat, **LOST) for seat in (0, 2)]

    assert [(line.points, line.reason) for line in lines(BEHIND, counted(6, 4, *bids), stack=True)[1:3]] == [
        (-7, "null lost: −1 instead of 6"),
        (0, "null made, but the null lost forfeits the hand: nothing to triple"),
    ]
    for hand, scored in ((-4, -5), (6, -1)):
        assert points(BEHIND, counted(hand, 4, *bids), stack=True, **KEEP) == (scored, 4)
        assert points(BEHIND, counted(hand, 4, *both), stack=True, **KEEP) == (scored - 1, 4)


BLIND, BLING = ["may bid blind"], ["may bid bling"]


@cases("total, status", [(-6, BLIND), (-5, BLIND), (-4, []), (6, []), (7, BLING), (8, BLING)])
def test_a_pair_sees_what_it_may_bid_next(total, status):
    for totals, side in (([total, 6], 0), ([6, total], 1)):
        assert list(GAME.status(played({"points": totals}))) == [Status(side, text, near=True) for text in status]


@cases("ends", [{"target": 20}, {"hands": 1}])
def test_nobody_may_bid_once_the_match_is_over(ends):
    assert list(GAME.status(played({"points": [-6, 20]}, ends=ends))) == []


OPEN_NULL = {"seat": 0, "bid": "null"}


def at_stake(*bids, before=None, **house_rules):
    state = played(before, **house_rules) if before else table(**house_rules)
    return list(GAME.stakes(read({"bids": list(bids)}, Facts), state))


def test_a_bid_shows_what_a_usual_hand_is_worth_and_a_bling_is_near():
    assert at_stake(OPEN_NULL) == [Stake(0, "null: +18 / −1 with 6 points")]
    assert at_stake(blind(2), before=BEHIND) == [Stake(0, "blind: +12 / +3 with 6 points")]
    assert at_stake(bling(), before=AHEAD) == [Stake(0, "bling: +12 / −12 with 6 points", near=True)]
    assert at_stake(bling(), before=AHEAD, bling_lost="hand")[0].text == "bling: +12 / 0 with 6 points"


def test_bids_of_one_pair_are_shown_together_as_they_are_applied():
    assert at_stake(OPEN_NULL, blind(2), before=BEHIND, stack=True) == [
        Stake(0, "null + blind: +36 / −4 with 6 points")
    ]
