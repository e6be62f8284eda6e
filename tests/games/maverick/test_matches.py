"""Whole matches under any house rules, against a scorer written a second time, straight from the rules."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.maverick.game import GAME
from games.maverick.record import Record
from games.so_far import SoFar
from games.typed import plain, read
from tests.games.maverick.any_hand import matches, tricks
from tests.games.maverick.hands import NAMES, table


def raw(hand: dict[str, Any], side: int) -> int:
    if "points" in hand:
        return hand["points"][side]
    each = {"all-trump": -4, "trump": -1, "plain": 1}
    return sum(each.get(one["kind"]) or 1 + one["adders"] for one in hand["tricks"] if one["side"] == side)


def books(hand: dict[str, Any], side: int) -> int:
    if "books" in hand:
        return hand["books"][side]
    return sum(one["side"] == side and one.get("adders") == 4 for one in hand["tricks"])


def after(hand: dict[str, Any], side: int, total: int, rules: Any) -> int:
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


def through(start: SoFar, hands: list[dict[str, Any]]) -> SoFar:
    return GAME.fold(start, [read(hand, Record) for hand in hands])


@given(matches())
def test_any_match_is_scored_as_the_rules_say(match: tuple[SoFar, list[dict[str, Any]]]) -> None:
    start, hands = match
    totals = [0, 0]
    for hand in hands:
        totals = [after(hand, side, totals[side], start.rules) for side in (0, 1)]

    assert list(through(start, hands).totals) == totals


@given(matches())
def test_points_are_the_sum_of_their_lines_and_totals_the_sum_of_all_points(
    match: tuple[SoFar, list[dict[str, Any]]],
) -> None:
    so_far = through(*match)

    for side in (0, 1):
        assert sum(line.points for line in so_far.lines[side]) == so_far.totals[side]
        for scored in so_far.rounds:
            assert sum(line.points for line in scored.lines if line.side == side) == scored.points[side]


@given(matches())
def test_every_line_has_a_rule_on_the_rules_page_and_a_reason_without_names(
    match: tuple[SoFar, list[dict[str, Any]]],
) -> None:
    page = (GAME.folder / "rules.md").read_text()

    for scored in through(*match).rounds:
        for line in scored.lines:
            assert f"{{#{line.rule}}}" in page
            assert line.reason
            assert "-" not in line.reason
            assert not any(name in line.reason for name in NAMES)


@given(matches())
def test_facts_come_out_as_they_went_in(match: tuple[SoFar, list[dict[str, Any]]]) -> None:
    for hand in match[1]:
        kept = {name: value for name, value in hand.items() if value or name not in ("bids", "reneges")}
        assert plain(read(hand, Record)) == kept


@given(matches(), st.randoms())
def test_the_order_of_bids_tricks_and_reneges_says_nothing(
    match: tuple[SoFar, list[dict[str, Any]]], random: Any
) -> None:
    start, hands = match
    shuffled = [
        {
            name: random.sample(facts, len(facts)) if name in ("bids", "tricks", "reneges") else facts
            for name, facts in hand.items()
        }
        for hand in hands
    ]

    assert [one.lines for one in through(start, shuffled).rounds] == [one.lines for one in through(start, hands).rounds]


@given(st.integers(11, 13).flatmap(lambda adders: st.tuples(st.just(adders), tricks(adders))))
def test_the_points_of_both_pairs_satisfy_the_check_sum(hand: tuple[int, list[dict[str, Any]]]) -> None:
    adders, taken = hand
    so_far = GAME.play(table(), read({"tricks": taken}, Record))
    kinds = [one["kind"] for one in taken]

    assert sum(so_far.totals) == adders + 13 - 2 * kinds.count("trump") - 5 * kinds.count("all-trump")


@given(matches())
def test_a_match_has_winners_exactly_when_its_ending_says_so(match: tuple[SoFar, list[dict[str, Any]]]) -> None:
    so_far = through(*match)
    ours, theirs = so_far.totals
    ends = so_far.rules.ends
    leaders = (0, 1) if ours == theirs else (0,) if ours > theirs else (1,)
    over = False
    if ends != "open":
        over = len(so_far.rounds) == ends.get("hands") or (
            max(ours, theirs) >= ends.get("target", 10**6) and ours != theirs
        )

    assert GAME.scorecard(so_far).winners == (leaders if over else ())
    assert GAME.scorecard(so_far, ended=True).winners == (leaders if over or ends == "open" else ())
