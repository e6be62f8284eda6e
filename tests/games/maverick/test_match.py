from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.impossible import Impossible, ImpossibleRound
from games.maverick.game import GAME
from games.maverick.record import Record
from games.scorecard import Carried
from games.so_far import SoFar
from games.typed import plain, read
from tests.cases import cases
from tests.games.maverick.any_match import matches, tricks
from tests.games.maverick.rounds import NAMES, played, table


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


TARGET, TWO_HANDS = {"ends": {"target": 20}}, {"ends": {"hands": 2}}


def test_an_open_game_goes_on_until_the_table_ends_it() -> None:
    so_far = played(*[{"points": [20, 5]}] * 9)

    assert not GAME.scorecard(so_far).finished
    assert GAME.scorecard(so_far, ended=True).winners == (0,)


def test_equal_totals_share_an_open_game() -> None:
    assert GAME.scorecard(played({"points": [5, 5]}), ended=True).winners == (0, 1)


def test_a_table_cannot_end_a_game_that_has_a_target_or_a_number_of_hands() -> None:
    for rules in (TARGET, TWO_HANDS):
        assert not GAME.scorecard(played({"points": [5, 4]}, **rules), ended=True).finished


@cases("points, winners", [([19, 5], ()), ([20, 5], (0,)), ([-3, 21], (1,)), ([21, 20], None), ([20, 20], None)])
def test_the_target_is_reached_by_the_higher_total(points: list[int], winners: tuple[int, ...] | None) -> None:
    halves = [{"points": [points[0] // 2, points[1] // 2]}, {"points": [-(-points[0] // 2), -(-points[1] // 2)]}]
    expected = (0,) if winners is None and points[0] > points[1] else winners or ()

    assert GAME.scorecard(played(*halves, **TARGET)).winners == expected


def test_level_beyond_the_target_one_more_hand_decides() -> None:
    level = [{"points": [11, 11]}] * 2

    assert GAME.scorecard(played(*level, **TARGET)).next is not None
    assert GAME.scorecard(played(*level, {"points": [3, 4]}, **TARGET)).winners == (1,)


def test_the_last_hand_ends_a_game_of_some_hands_and_a_tie_is_shared() -> None:
    assert not GAME.scorecard(played({"points": [5, 4]}, **TWO_HANDS)).finished
    assert GAME.scorecard(played({"points": [5, 4]}, {"points": [4, 6]}, **TWO_HANDS)).winners == (1,)
    assert GAME.scorecard(played({"points": [5, 4]}, {"points": [4, 5]}, **TWO_HANDS)).winners == (0, 1)


@cases("hands, rules", [([[20, 5]], {"ends": {"target": 20}}), ([[1, 1]], {"ends": {"hands": 1}})])
def test_no_hand_follows_the_last_one(hands: list[list[int]], rules: dict[str, Any]) -> None:
    over = played(*({"points": points} for points in hands), **rules)

    with pytest.raises(ImpossibleRound, match="the game was over after hand 1"):
        GAME.play(over, read({"points": [1, 1]}, Record))


@cases(
    "ends", ["closed", {}, {"target": 0}, {"hands": 0}, {"target": 1001}, {"hands": 1001}, {"target": True}, 50, None]
)
def test_a_game_ends_in_no_other_way(ends: object) -> None:
    with pytest.raises(Impossible):
        table(ends=ends)


@cases("ends", [{"target": 1}, {"target": 1000}, {"hands": 1}, {"hands": 1000}])
def test_any_sensible_target_and_number_of_hands_will_do(ends: object) -> None:
    assert table(ends=ends).rules.ends == ends


@cases(
    "total, carried",
    [
        (-6, ["may bid blind"]),
        (-5, ["may bid blind"]),
        (-4, []),
        (6, []),
        (7, ["may bid bling"]),
        (8, ["may bid bling"]),
    ],
)
def test_a_pair_sees_what_it_may_bid_next(total: int, carried: list[str]) -> None:
    for points, side in (([total, 0], 0), ([0, total], 1)):
        assert list(GAME.carried(played({"points": points}))) == [Carried(side, text, near=True) for text in carried]


@cases("rules", [TARGET, {"ends": {"hands": 1}}])
def test_nobody_may_bid_once_the_match_is_over(rules: dict[str, Any]) -> None:
    assert list(GAME.carried(played({"points": [-6, 20]}, **rules))) == []


@cases("players", [2, 3, 5, 6])
def test_maverick_is_for_four(players: int) -> None:
    with pytest.raises(Impossible, match=f"Maverick is for 4 players, not {players}"):
        GAME.table((*NAMES, "Eve", "Finn")[:players], 0, {})


def test_the_pairs_sit_across_and_everybody_gets_thirteen_cards() -> None:
    so_far = played({"points": [1, 2]})

    assert so_far.side_names == ("Ada & Cleo", "Ben & Dan")
    assert so_far.deal == (2, 1, (13, 13, 13, 13), 2, 2)


def test_every_house_rule_points_to_its_paragraph_and_says_each_value() -> None:
    page = (GAME.folder / "rules.md").read_text()

    for option in GAME.house_rules:
        assert f"{{#{option.rule}}}" in page
        assert f"`{option.name}`" in page
        assert all(option.label(value) for value in option.presets())
