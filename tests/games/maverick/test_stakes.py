from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from games.core.round_form import open_form
from games.core.schema import read
from games.core.scorecard import Stake
from games.maverick.cards import ANY_TURN_UP
from games.maverick.facts import Facts
from games.maverick.game import GAME
from games.maverick.laws import can_bring
from tests.cases import cases
from tests.games.maverick.rounds import (
    AHEAD,
    BEHIND,
    blind,
    bling,
    counted,
    null,
    played,
    ruling,
    table,
    unanswered,
)

OPEN_NULL = {"seat": 0, "bid": "null"}


def at_stake(*bids, before=None, **house_rules):
    state = played(before, **house_rules) if before else table(**house_rules)
    return list(GAME.stakes(read({"bids": list(bids)}, Facts), state))


def test_a_bid_shows_what_a_usual_hand_is_worth_and_a_bling_is_near():
    assert at_stake(OPEN_NULL) == [Stake(0, "null: +18 / −1 with 6 points")]
    assert at_stake(blind(2), before=BEHIND) == [Stake(0, "blind: +12 / +3 with 6 points")]
    assert at_stake(bling(), before=AHEAD) == [Stake(0, "bling: +12 / −12 with 6 points", near=True)]
    assert at_stake(bling(), before=AHEAD, bling_lost="hand")[0].text == "bling: +12 / 0 with 6 points"


def test_each_pair_shows_its_own_bids_and_none_where_it_has_not_bid():
    assert at_stake() == []
    assert [stake.side for stake in at_stake(blind(0), {"seat": 1, "bid": "null"}, before=BEHIND)] == [0, 1]


def test_bids_of_one_pair_are_shown_together_as_they_are_applied():
    assert at_stake(OPEN_NULL, blind(2), before=BEHIND, stack=True) == [
        Stake(0, "null + blind: +36 / −4 with 6 points")
    ]


def test_the_referee_tells_each_pair_which_bids_are_open_and_why():
    assert ruling("bids", totals=[-6, 12], hand=11)["why"] == (
        "what a bid brings, made or lost, with tricks worth 11. "
        "The first player and the third player, total −6: null +33 or −1, blind +22 or +8; bling needs 7 or more. "
        "The second player and the fourth player, total 12: null +33 or −1, bling +22 or −12; blind needs −5 or less."
    )


def test_without_a_hand_the_referee_takes_a_usual_one():
    assert ruling("bids", totals=[0, 0])["answer"] == ruling("bids", totals=[0, 0], hand=6)["answer"]


def test_the_referee_tells_what_combined_bids_are_worth():
    behind, ahead = ruling("bids", totals=[-6, 12], hand=5, house_rules={"stack": True})["answer"]

    assert behind["null + blind"] == {"made": 5 * 3 * 2, "lost": -1 - 3}
    assert ahead["null + bling"] == {"made": 5 * 3 * 2, "lost": -12}
    assert behind["null + null"] == ahead["null + null"] == {"made": 5 * 3 * 3, "lost": -1 - 1}
    assert [bids for bids in (*behind, *ahead) if " + bl" in bids] == ["null + blind", "null + bling"]


@cases("stack", [True, False])
def test_the_referee_says_when_several_bids_may_be_combined(stack):
    why = ruling("bids", totals=[0, 0], house_rules={"stack": stack})["why"]

    assert ("several bids are applied one after the other" in why) == stack


def test_a_match_knows_the_totals_before_anything_is_asked():
    state = played(BEHIND)

    assert open_form(state, {}).known({}) == {"totals": state.totals}


RULES = st.fixed_dictionaries(
    {
        "null_zero": st.sampled_from(["zero", "one"]),
        "null_lost": st.sampled_from(["flat", "keep-negative"]),
        "blind_lost": st.sampled_from(["add", "replace"]),
        "blind_negative": st.sampled_from(["as-is", "double"]),
        "bling_negative": st.sampled_from(["as-is", "double"]),
        "bling_lost": st.sampled_from(["total", "hand", "total-then-hand"]),
    }
)


@given(st.integers(-15, 12), st.integers(-15, 26), st.booleans(), RULES)
def test_the_referee_and_the_score_agree_on_every_bid(total, hand, made, rules):
    worth = ruling("bids", totals=[total, 0], hand=hand, house_rules=rules)["answer"][0]
    before = replace(table(**rules), totals=(total, 0))
    books = (3 if made else 0, 0)
    pairs = [
        (hand, theirs)
        for theirs in range(-15, 27)
        if (hand > theirs) == made and any(can_bring((hand, theirs), cards, books) for cards in ANY_TURN_UP)
    ]
    for pair, (bid, outcomes) in product(pairs[:1], worth.items()):
        one = null(took_trick=not made) if bid == "null" else {"seat": 0, "bid": bid}
        if outcomes is not None:
            scored = GAME.play(before, read(counted(*pair, one, books=books), Facts)).rounds[-1].points[0]
            assert outcomes["made" if made else "lost"] == scored


@cases(
    "given_, message, field",
    [
        ({"totals": [0]}, "…: the total: enter 2, not 1 (“totals”)", "totals"),
        ({"totals": [0, "7"]}, "the second player: the total: enter a whole number, not text (“totals”)", "totals[1]"),
        ({"totals": [0, 0], "hand": 27}, "What are their tricks worth? Enter 26 at most", "hand"),
        ({"totals": [0, 0], "hand": -16}, "What are their tricks worth? Enter at least −15", "hand"),
        ({"hand": 3}, "…: the total: not entered yet (“totals”)", ""),
    ],
)
def test_a_question_about_bids_that_cannot_be_is_refused(given_, message, field):
    assert unanswered("bids", **given_) == (message, field)
