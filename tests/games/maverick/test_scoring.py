from games.core.facts import BidMade, TricksTaken
from games.core.scorecard import ScoreLine
from games.maverick.facts import BIDS
from games.maverick.scoring import OUTCOMES
from tests.games.maverick.rounds import (
    AHEAD,
    LEVEL,
    WHOLE,
    adders,
    blind,
    bling,
    counted,
    lines,
    null,
    played,
    points,
    trick,
)

TWELVE_ADDERS = adders(1, 4, 4, 4)


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


def test_a_side_without_tricks_has_no_points():
    tricks = [*TWELVE_ADDERS, *[trick(1, "trump")] * 5, *[trick(1, "plain")] * 5]

    assert points({"tricks": tricks}) == (0, 15)


def test_a_counted_hand_is_taken_as_it_is():
    assert lines({"points": [-3, 8]}) == [
        ScoreLine(0, "counted", -3, "counted at the table: −3"),
        ScoreLine(1, "counted", 8, "counted at the table: 8"),
    ]


def test_an_unfinished_hand_scores_nothing_yet():
    state = played({"turned": ["KH", "9C"], "bids": [{"seat": 0, "bid": "null"}], "reneges": [1]})

    assert state.totals == (0, 0)
    assert state.rounds[-1].lines == ()


def test_each_renege_costs_four_after_everything_else():
    assert points(LEVEL, counted(6, 3, null(), reneges=[0, 1, 0])) == (10, -1)
    assert lines(LEVEL, counted(6, 3, reneges=[0, 1, 0])) == [
        ScoreLine(0, "counted", 6, "counted at the table: 6"),
        ScoreLine(0, "renege", -8, "2 reneges: −4 × 2"),
        ScoreLine(1, "counted", 3, "counted at the table: 3"),
        ScoreLine(1, "renege", -4, "1 renege: −4"),
    ]


def test_a_renege_comes_off_the_total_a_lost_bling_has_left():
    assert played(AHEAD, counted(11, 4, bling(), books=[0, 0], reneges=[0])).totals == (-4, 7)


def test_the_ledger_knows_who_bid_what_and_whether_it_was_made():
    hand = counted(6, 3, null(2), blind(3))
    open_hand = {"bids": [{"seat": 2, "bid": "null"}, blind(3)]}

    def bids(last):
        state = played({"points": [9, -7]}, last)
        return list(state.rounds[-1].facts.bids_made(state.rounds[-1].deal, state))

    assert bids(hand) == [BidMade(2, kind="null", made=True), BidMade(3, kind="blind", made=False)]
    assert bids(open_hand) == [BidMade(2, kind="null"), BidMade(3, kind="blind")]


def test_the_ledger_knows_the_tricks_of_each_side_by_kind_and_the_books_apart():
    assert list(played({"tricks": WHOLE}).rounds[-1].facts.tricks_taken()) == [
        TricksTaken(0, 1, "all-trump"),
        TricksTaken(0, 2, "trump"),
        TricksTaken(0, 2, "plain"),
        TricksTaken(0, 2, "adders"),
        TricksTaken(1, 1, "all-trump"),
        TricksTaken(1, 1, "trump"),
        TricksTaken(1, 1, "plain"),
        TricksTaken(1, 2, "adders"),
        TricksTaken(1, 1, "book"),
    ]
    assert list(played({"points": [3, 6]}).rounds[-1].facts.tricks_taken()) == []


def test_every_bid_has_an_outcome_made_and_lost():
    assert set(OUTCOMES) == {(bid, made) for bid in BIDS for made in (True, False)}


def test_the_scoreboard_notes_trump_adder_tricks_and_bids():
    def noted(hand):
        state = played({"points": [9, -7]}, hand)
        deal, facts = state.rounds[-1].deal, state.rounds[-1].facts
        return facts.heading(deal, state), list(facts.notes(deal, state))

    bids = [null(2), blind(3)]
    assert noted({"turned": ["KH", "9C"], "tricks": WHOLE, "bids": bids}) == ("♥ +♣", ["7 · null ✓", "6 · blind ✓"])
    assert noted(counted(6, 3, *bids)) == ("", ["null ✓", "blind ✗"])
    assert noted({"bids": [blind(1)]}) == ("", ["", "blind"])
