from typing import Any

import pytest

from games.impossible import Impossible, ImpossibleRound
from games.maverick.game import GAME
from games.maverick.record import Record
from games.scorecard import Carried
from games.typed import read
from tests.cases import cases
from tests.games.maverick.hands import NAMES, played, table

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
