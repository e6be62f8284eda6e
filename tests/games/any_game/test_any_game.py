"""Any game: points as the table enters them, in sides, columns and fixed sums."""

from games.core.registry import find
from games.core.round_form import open_form
from games.core.scoresheet import Scoresheet, report
from tests.cases import cases
from tests.games.every_game import refusal

GAME = find("any-game:Skat")


def table(*names, **rules):
    return GAME.table(names, 0, rules)


def totals(state, *rounds):
    return GAME.replay(state, [GAME.facts(points=points) for points in rounds]).totals


def reasons(state, **facts):
    return [line.reason for line in GAME.play(state, GAME.facts(**facts)).rounds[-1].lines]


def test_house_rules_set_the_direction_and_the_name_of_a_round():
    state = table("Ada", "Ben", wins="fewest", round_name="hand")

    assert (state.game.lowest_wins, state.game.round_name) == (True, "hand")
    assert state.game.leaders((3, 5)) == (0,)
    assert state.game.with_house_rules(state.rules.differing) is state.game


@cases(
    "players, size, teams",
    [(4, 2, [[0, 2], [1, 3]]), (6, 2, [[0, 3], [1, 4], [2, 5]]), (6, 3, [[0, 2, 4], [1, 3, 5]]), (1, 2, [[0]])],
)
def test_partners_sit_across(players, size, teams):
    state = table(*"ABCDEF"[:players], side_size=size)
    assert [list(seats) for seats in state.teams] == teams


@cases("players, size", [(5, 2), (2, 2), (4, 3)])
def test_uneven_teams_are_refused(players, size):
    message, field = refusal(table, *"ABCDEF"[:players], side_size=size)
    assert (message, field) == (f"{players} players cannot make sides of {size}", "side_size")


@cases(
    "rules, facts, said",
    [
        ({}, {"points": ((45), -10)}, ["entered 45", "entered −10"]),
        (
            {"columns": "Melds, Cards"},
            {"columns": ((120, 45), (0, -60))},
            ["120 melds + 45 cards", "−60 cards"],
        ),
        (
            {"columns": "Cards, Bonus, Factor", "last_column": "multiplies"},
            {"columns": ((20, -10, 2), (5, 0, 1))},
            ["(20 cards − 10 bonus) × 2", "(5 cards) × 1"],
        ),
    ],
)
def test_a_score_says_how_it_adds_up(rules, facts, said):
    assert reasons(table("Ada", "Ben", **rules), **facts) == said


def test_the_target_ends_the_game_and_equal_leaders_share_it():
    state = table("Ada", "Ben", "Cleo", ends={"target": 100})
    played = GAME.replay(state, [GAME.facts(points=(60, 60, 0)), GAME.facts(points=(40, 40, 10))])
    assert state.game.finish(played) == (0, 1)


def test_a_scoresheet_of_a_game_that_the_fewest_points_win_names_the_right_winner():
    rules = {"wins": "fewest", "ends": {"rounds": 1}}
    sheet = Scoresheet(
        scoresheet=1, game="any-game:Uno", players=["Ada", "Ben"], house_rules=rules, rounds=[{"points": [5, 90]}]
    )
    answer = report(sheet)
    assert (answer["places"], answer["winners"]) == ([1, 2], [0])


def test_the_last_number_follows_where_points_add_up_below_zero_too():
    form = open_form(table("Ada", "Ben", "Cleo", sum=0), {"points-0": "24", "points-1": "−30"})

    assert form.derived == {"points-2": "6"}
    assert form.is_valid()
    assert form.round_facts.points == (24, -30, 6)
    assert open_form(table("Ada", "Ben", "Cleo", sum=0), {"points-0": "0"}).derived == {}


def test_one_key_repeats_the_last_number_and_another_gives_the_rest_nothing():
    def offered(**given):
        given = {name.replace("_", "-"): answer for name, answer in given.items()}
        return {one.label: one.answers for one in open_form(table("Ada", "Ben", "Cleo"), given).shortcuts(given)}

    assert offered(points_0="−5") == {
        "−5 again": {"points-1": "−5"},
        "The rest: 0": {"points-1": "0", "points-2": "0"},
    }
    assert offered(points_0="−5", points_1="7").keys() == {"7 again"}


def test_the_rest_has_nothing_only_where_the_numbers_add_up_so():
    game = table("Ada", "Ben", "Cleo", "Dan", sum=26)
    for points, adds_up in (("26", True), ("25", False)):
        offered = open_form(game, {"points-0": points}).shortcuts({"points-0": points})
        assert ("rest" in {one.name for one in offered}) == adds_up


@cases(
    "rules, facts, words",
    [
        ({}, {"points": (1,)}, "enter the points of 2 sides, not of 1"),
        ({}, {"points": (1, 100_000)}, "Ben: at most 99,999 points"),
        ({}, {"columns": ((1,), (2,))}, "enter what everybody scored, as one number"),
        ({"columns": "A, B"}, {"columns": ((1, 2), (3,))}, "Ben: enter 2 numbers"),
        ({"sum": 0}, {"points": (3, -2)}, "the points add up to 1 instead of 0: 1 too many"),
        ({"sum": 10}, {"points": (3, -2)}, "the points add up to 1 instead of 10: 9 missing"),
    ],
)
def test_numbers_that_cannot_be_are_refused_in_words(rules, facts, words):
    assert refusal(GAME.play, table("Ada", "Ben", **rules), GAME.facts(**facts))[0] == words
