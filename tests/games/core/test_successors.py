"""What was played under house rules that are a game of their own by now."""

from games.core.registry import find
from games.core.scoresheet import Scoresheet, play
from games.core.successors import as_successor, successor_named, successor_of
from tests.cases import cases
from tests.successors import double_dice

ROUNDS = [
    {"rolls": ["55123", "66612"], "boxes": ["fives", "sixes"]},
    {"rolls": ["11111", "12345"], "boxes": ["sixes", "chance"]},
]


def sheet(players=2, rounds=ROUNDS, **house_rules):
    return Scoresheet(
        scoresheet=1, game="dice-sheet", players=["Ada", "Ben", "Cleo"][:players], house_rules=house_rules,
        rounds=rounds,
    )  # fmt: skip


@cases("house_rules, game, own", [
    ({}, "dice-sheet", {}),
    ({"sheet": "double"}, "double-dice", {}),
    ({"sheet": "double", "more": True}, "double-dice", {"more": True}),
    # That game would score it otherwise.
    ({"sheet": "odd"}, "dice-sheet", {"sheet": "odd"}),
])  # fmt: skip
def test_a_match_becomes_one_of_the_game_that_scores_it_the_same(house_rules, game, own):
    with double_dice():
        moved = as_successor(sheet(**house_rules))

        assert (moved.game, moved.house_rules, moved.rounds) == (game, own, ROUNDS)
        assert play(moved)[2].totals == play(sheet(**house_rules))[2].totals


def test_a_match_stays_until_its_game_is_there():
    with double_dice(exists=False):
        assert as_successor(sheet(sheet="double")) == sheet(sheet="double")
        assert successor_of(find("dice-sheet"), {"sheet": "double"}, [2]) is None
        assert successor_named(find("dice-sheet"), "A double six") is None


def test_a_match_that_is_refused_stays_what_it_was():
    wrong = sheet(players=3, sheet="double")
    with double_dice():
        assert as_successor(wrong) is wrong


def test_house_rules_move_where_the_other_game_deals_the_same_hands_to_so_many():
    with double_dice():
        game = find("dice-sheet")

        found = successor_of(game, {"sheet": "double", "more": True}, game.seats)
        assert found
        assert (found[0].key, found[1]) == ("double-dice", {"more": True})
        assert successor_of(game, {"sheet": "double"}, [9]) is None
        assert successor_of(game, {}, game.seats) is None


def test_a_ruling_belongs_to_the_game_that_its_words_name():
    with double_dice():
        named = successor_named(find("dice-sheet"), "A Double six that falls off the table")
        assert named
        assert named.key == "double-dice"
        assert successor_named(find("dice-sheet"), "A six that falls off the table") is None
