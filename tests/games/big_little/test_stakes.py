from hypothesis import given
from hypothesis import strategies as st

from games.big_little.facts import Facts
from games.big_little.game import GAME
from games.core.referee import ask
from games.core.round_form import open_form
from games.core.scorecard import Stake
from tests.cases import cases
from tests.games.big_little.rounds import played, quiet, table
from tests.games.every_game import refusal


def ruling(**question):
    return ask(GAME, {"ask": "stakes", **question})


def at_stake(state, *bids):
    return list(GAME.stakes(Facts(bids=bids), state))


def with_bags(bags, **rules):
    """Two players before the 14th hand; the first has so many sandbags."""
    return played(*quiet(12), ([0, 13 - bags], [bags, 13 - bags]), **rules)


# --- On the score page ---

ELEVEN = Stake(1, "11 sandbags to −100")


@cases(
    "state, bids, stakes",
    [
        (table(4), (1, 1, 0, 0), [Stake(0, "+10 / −10"), Stake(1, "+10 / −10")]),
        (table(), (0, 0), [Stake(0, "0 with no trick"), Stake(1, "0 with no trick")]),
        (table(zero_bid_bonus=5), (0, 1), [Stake(0, "+5 with no trick"), Stake(1, "+10 / −10")]),
        (with_bags(7), (4, 10), [Stake(0, "+40 / −40"), Stake(0, "4 sandbags to −100")]),
        (with_bags(9), (4, 10), [Stake(0, "+40 / −40"), Stake(0, "2 sandbags to −100", near=True)]),
        (with_bags(10), (4, 10), [Stake(0, "+40 / −40"), Stake(0, "1 sandbag to −100", near=True)]),
        (
            with_bags(10, penalty_takes_bags=True), (4, 10),
            [Stake(0, "+40 / −40"), Stake(0, "1 sandbag to −110", near=True)],
        ),
        (with_bags(2), (4, 10), [Stake(0, "+40 / −40"), Stake(0, "9 sandbags to −100")]),
        (with_bags(1), (4, 10), [Stake(0, "+40 / −40"), Stake(0, "10 sandbags to −100")]),
        (with_bags(0), (4, 10), [Stake(0, "+40 / −40"), Stake(1, "+100 / −100")]),
        (with_bags(9), (13, 0), [Stake(0, "+130 / −130"), Stake(1, "0 with no trick"), ELEVEN]),
        (with_bags(9, penalty_at=None), (4, 13), [Stake(0, "+40 / −40"), Stake(1, "+130 / −130")]),
    ],
)  # fmt: skip
def test_a_bid_shows_its_points_and_the_sandbags_this_hand_can_bring(state, bids, stakes):
    assert at_stake(state, *bids)[: len(stakes)] == stakes


@given(st.data(), st.booleans(), st.sampled_from([None, 2, 5, 11]), st.sampled_from(["carry", "reset"]))
def test_what_is_shown_is_what_the_hand_then_brings(data, repeats, penalty_at, after):
    rules = {"penalty_repeats": repeats, "penalty_at": penalty_at, "bags_after": after}
    state = with_bags(data.draw(st.integers(0, 13)), **rules)
    cards = state.deal.cards[0]
    bid = data.draw(st.integers(1, cards))
    made, missed = at_stake(state, bid, 0)[0].text.split(" / ")

    for took, shown in ((bid, made), (bid - 1, missed)):
        scored = GAME.play(state, Facts(bids=(bid, 0), tricks=(took, cards - took))).rounds[-1]
        assert int(shown.replace("−", "-")) == scored.points[0]


# --- Asked of the referee ---
MORE = "each trick more brings 1 and a sandbag"
FAR_OFF = "11 sandbags more and −100 is due, but this hand can bring no more than 7"


@cases(
    "question, why, rule",
    [
        (
            {"bid": 4, "sandbags": 8},
            f"+40 with exactly 4, −40 with fewer; {MORE}; 3 sandbags more and −100 is due",
            "bid-met",
        ),
        (
            {"bid": 0},
            f"0 with no trick, and a bid of 0 cannot be missed; {MORE}; {FAR_OFF}",
            "zero-bid",
        ),
        ({"bid": 3}, FAR_OFF.replace("7", "4"), "bid-met"),
        ({"bid": 3, "sandbags": 10}, "1 sandbag more and −100 is due", "bid-met"),
        ({"bid": 3, "sandbags": 7}, "4 sandbags more and −100 is due", "bid-met"),
        ({"bid": 3, "house_rules": {"penalty_at": None}}, "by your house rule no hundred is ever lost", "bid-met"),
        (
            {"bid": 3, "sandbags": 12, "house_rules": {"penalty_repeats": False}},
            "12 sandbags cost −100 at the end of this hand, whatever it brings",
            "bid-met",
        ),
    ],
)
def test_the_referee_tells_what_a_bid_stands_for_and_how_far_off_the_hundred_is(question, why, rule):
    ruled = ruling(dealt=7, **question)

    assert ruled.why.endswith(why)
    assert ruled.rule == rule


def test_a_match_knows_how_many_cards_were_dealt():
    assert open_form(played(*quiet(4)), {}).known({})["dealt"] == 5


@cases("bid, short", [(4, "+40 / −40"), (0, "0 with no trick")])
def test_the_answer_is_said_in_short_as_on_the_score_page(bid, short):
    assert ruling(dealt=7, bid=bid).short == short


def test_where_no_hundred_is_ever_lost_none_is_told():
    rulings = [ruling(dealt=7, bid=3, house_rules={"penalty_at": at}) for at in (11, None)]

    assert [one.answer["penalty"] for one in rulings] == [-100, None]


def test_a_bid_of_one_is_missed_with_none():
    one = ruling(dealt=7, bid=1)

    assert (one.answer["made"], one.answer["missed"]) == (10, -10)
    assert one.why.startswith("+10 with exactly 1, −10 with fewer")


@given(st.integers(1, 26), st.data())
def test_the_referee_and_the_score_agree_on_every_trick(cards, data):
    bid = data.draw(st.integers(0, cards))
    match = played(*quiet(cards - 1), ([bid, 0], [cards, 0]))

    assert ruling(dealt=cards, bid=bid).answer["every_trick"] == match.rounds[-1].points[0]


@cases(
    "question, message, field",
    [
        ({"bid": 8}, "a bid of 8 with 7 in the hand is 1 too many", "bid"),
        ({"bid": -1}, "The bid: enter at least 0", "bid"),
        ({"dealt": 0, "bid": 0}, "Cards dealt to each: enter at least 1", "dealt"),
        ({"dealt": 28, "bid": 0}, "Cards dealt to each: enter 27 at most", "dealt"),
        (
            {"bid": 2, "sandbags": 11},
            "count the sandbags again, 11 cannot be there: at 11 a hundred is lost, and then fewer are left",
            "sandbags",
        ),
        ({}, "The bid: not entered yet (“bid”)", ""),
    ],
)
def test_a_bid_that_cannot_be_gets_no_ruling(question, message, field):
    assert refusal(ruling, **{"dealt": 7} | question) == (message, field)
