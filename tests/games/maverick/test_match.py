from hypothesis import given

from games.core.deal import Deal
from games.core.schema import read
from games.core.scorecard import Status
from games.maverick.cards import DECK, turn_up
from games.maverick.facts import Facts
from games.maverick.game import GAME
from tests.cases import cases
from tests.games.maverick.any_match import matches, rngs, tricks
from tests.games.maverick.rounds import played, table


def raw(hand, side):
    if "points" in hand:
        return hand["points"][side]
    each = {"all-trump": -4, "trump": -1, "plain": 1}
    return sum(each.get(one["kind"]) or 1 + one["adders"] for one in hand["tricks"] if one["side"] == side)


def books(hand, side):
    if "books" in hand:
        return hand["books"][side]
    return sum(one["side"] == side and one.get("adders") == 4 for one in hand["tricks"])


def after(hand, side, total, rules):
    """The total of a side after a hand, bid by bid."""
    value = raw(hand, side)
    ours = sorted((bid for bid in hand["bids"] if bid["seat"] % 2 == side), key=lambda bid: bid["seat"])
    nulls = [bid["took_trick"] for bid in ours if bid["bid"] == "null"]
    if any(nulls):
        value = min(value, 0) * (rules.null_lost == "keep-negative") - sum(nulls)
    for _ in nulls if not any(nulls) else ():
        value = 3 * value if value > 0 else int(value < 0 or rules.null_zero == "one")
    for _ in [bid for bid in ours if bid["bid"] == "blind"]:
        if raw(hand, side) > raw(hand, 1 - side):
            value = 2 * value if value > 0 or rules.blind_negative == "double" else value
        else:
            value = -3 if rules.blind_lost == "replace" else value - 3
    for _ in [bid for bid in ours if bid["bid"] == "bling"]:
        if books(hand, side) >= 3:
            value = 2 * value if value > 0 or rules.bling_negative == "double" else value
        else:
            total = total if rules.bling_lost == "hand" else 0
            value = value if rules.bling_lost == "total-then-hand" else 0
    return total + value - 4 * hand["reneges"].count(side)


def through(start, hands):
    return GAME.fold(start, [read(hand, Facts) for hand in hands])


@given(matches())
def test_any_match_is_scored_as_the_rules_say(match):
    start, hands = match
    totals = [0, 0]
    for hand in hands:
        totals = [after(hand, side, totals[side], start.rules) for side in (0, 1)]

    assert list(through(start, hands).totals) == totals


@given(matches(), rngs)
def test_the_order_of_bids_tricks_and_reneges_says_nothing(match, rng):
    start, hands = match
    lists = ("bids", "tricks", "reneges")
    shuffled = [
        hand | {name: rng.sample(hand[name], len(hand[name])) for name in lists if name in hand} for hand in hands
    ]

    assert [one.lines for one in through(start, shuffled).rounds] == [one.lines for one in through(start, hands).rounds]


@given(rngs)
def test_the_points_of_both_pairs_satisfy_the_check_sum(rng):
    turned = rng.sample(sorted(DECK), 2)
    taken = tricks(rng, turned, table().rules)
    state = GAME.play(table(), read({"turned": turned, "tricks": taken}, Facts))
    adders = turn_up(turned, state.rules).adders
    kinds = [one["kind"] for one in taken]

    assert sum(state.totals) == adders + 13 - 2 * kinds.count("trump") - 5 * kinds.count("all-trump")


@given(matches())
def test_a_match_has_winners_exactly_when_its_ending_says_so(match):
    state = through(*match)
    ours, theirs = state.totals
    ends = state.rules.ends
    leaders = (0, 1) if ours == theirs else (0,) if ours > theirs else (1,)
    measures = {} if ends == "open" else ends
    there = max(ours, theirs) >= measures.get("target", 10**6) and ours != theirs
    over = there or len(state.rounds) == measures.get("hands")

    assert GAME.scorecard(state).winners == (leaders if over else ())
    assert GAME.scorecard(state, ended=True).winners == (leaders if over or ends == "open" else ())


BLIND, BLING = ["may bid blind"], ["may bid bling"]


@cases("total, status", [(-6, BLIND), (-5, BLIND), (-4, []), (6, []), (7, BLING), (8, BLING)])
def test_a_pair_sees_what_it_may_bid_next(total, status):
    for points, side in (([total, 6], 0), ([6, total], 1)):
        assert list(GAME.status(played({"points": points}))) == [Status(side, text, near=True) for text in status]


@cases("ends", [{"target": 20}, {"hands": 1}])
def test_nobody_may_bid_once_the_match_is_over(ends):
    assert list(GAME.status(played({"points": [-6, 20]}, ends=ends))) == []


def test_the_pairs_sit_across_and_everybody_gets_thirteen_cards():
    state = played({"points": [1, 2]})

    assert state.side_names == ("Ada & Cleo", "Ben & Dan")
    assert state.deal == Deal(2, 1, (13, 13, 13, 13), 2, 2)
