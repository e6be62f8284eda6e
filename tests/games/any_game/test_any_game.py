"""Any game: points as the table enters them, in sides, columns and fixed sums."""

from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from games.any_game.columns import worth
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.joining import SeatChange
from games.core.registry import find
from games.core.round_form import open_form
from games.core.score_columns import read_columns
from games.core.scoresheet import Scoresheet, report
from tests.cases import cases
from tests.games.every_game import NAMES, refusal

GAME = find("any-game:Skat")
CANASTA = [
    {"name": "Red threes", "each": 100},
    {"name": "Cards"},
    {"name": "Cards left", "each": -1},
    {"name": "Went out", "each": 100, "one": True},
    {"name": "Concealed", "each": 50, "tick": True},
]

BONUS = [{"name": "Numbers"}, {"name": "63 or more", "each": 35, "bonus": True, "needs": 63}, {"name": "Chance"}]
SKYJO = [{"name": "Cards"}, {"name": "Ended", "each": 2, "one": True, "times": True, "unless_fewest": True}]


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
            ["melds 120 + cards 45", "cards −60"],
        ),
        (
            {"columns": CANASTA},
            {"columns": ((4, 385, 0, 1, 1), (-1, 60, 45, 0, 0))},
            [
                "red threes 4 × 100 + cards 385 + went out 100 + concealed 50",
                "red threes −1 × 100 + cards 60 − cards left 45",
            ],
        ),
        (
            {"columns": [{"name": "VP"}, {"name": "Doubled", "each": 2, "tick": True, "times": True}]},
            {"columns": ((12, 1), (9, 0))},
            ["(VP 12) × 2", "VP 9"],
        ),
        ({"doubled": "tapped"}, {"points": (45, -10), "factor": 3}, ["entered 45 × 3", "entered −10 × 3"]),
        (
            {"columns": [{"name": "Cards"}, {"name": "Factor", "times": True}], "doubled": "tapped"},
            {"columns": ((20, 2), (-5, 1)), "factor": 2},
            ["(cards 20) × 2 × 2", "(cards −5) × 1 × 2"],
        ),
        (
            {"columns": [{"name": "Cards"}, {"name": "Bonus"}, {"name": "Factor", "times": True}]},
            {"columns": ((20, -10, 2), (5, 0, 1))},
            ["(cards 20 − bonus 10) × 2", "(cards 5) × 1"],
        ),
        ({"columns": CANASTA}, {"columns": ((0, 5, 5, 0, 0), (0, 0, 0, 0, 0))}, ["cards 5 − cards left 5", "nothing"]),
        ({"columns": SKYJO}, {"columns": ((12, 1), (9, 0))}, ["(cards 12) × 2", "cards 9"]),
        ({"columns": SKYJO}, {"columns": ((9, 0), (9, 1))}, ["cards 9", "(cards 9) × 2"]),
        ({"columns": SKYJO}, {"columns": ((8, 1), (9, 0))}, ["cards 8, not × 2: the fewest", "cards 9"]),
        ({"columns": SKYJO}, {"columns": ((-2, 1), (-4, 0))}, ["cards −2, not × 2: not above 0", "cards −4"]),
        (
            {"columns": BONUS},
            {"columns": ((63, 1, 5), (60, 0, 9))},
            ["numbers 63 + 63 or more 35 + chance 5", "numbers 60 + chance 9"],
        ),
        (
            {
                "columns": [
                    {"name": "Cards"},
                    {"name": "Phase made", "each": 0, "tick": True},
                    {"name": "Bid", "each": 0},
                ]
            },
            {"columns": ((25, 0, 7), (0, 1, 0))},
            ["cards 25", "bid 7", "nothing", "phase made"],
        ),
    ],
)
def test_a_score_says_how_it_adds_up(rules, facts, said):
    assert reasons(table("Ada", "Ben", **rules), **facts) == said


def test_ticks_that_score_nothing_are_counted_for_the_next_round():
    state = table("Ada", "Ben", columns=[{"name": "Cards left"}, {"name": "Phase made", "each": 0, "tick": True}])
    played = GAME.replay(state, [GAME.facts(columns=((0, 1), (25, 0))), GAME.facts(columns=((5, 1), (0, 1)))])
    assert [(status.side, status.text) for status in played.statuses] == [(0, "phase made 2"), (1, "phase made 1")]


def test_ticks_of_who_came_later_and_of_a_sheet_without_points_are_counted_too():
    rules = {"columns": [{"name": "Cards left"}, {"name": "Phase made", "each": 0, "tick": True}]}
    came = (SeatChange(round=2, seat=2, joins=True, total=0), SeatChange(round=3, seat=0, joins=False))
    state = GAME.table(NAMES[:3], 0, rules, changes=came)
    rounds = [((0, 1), (25, 1)), ((5, 1), (0, 0), (0, 1))]
    played = GAME.replay(state, [GAME.facts(columns=columns) for columns in rounds])
    assert [(status.side, status.text) for status in played.statuses] == [(1, "phase made 1"), (2, "phase made 1")]

    named = GAME.table(NAMES[:2], 0, {**rules, "wins": "named"})
    assert GAME.replay(named, [GAME.facts(won=(1,))]).statuses == ()


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
        ({"columns": "A, B"}, {"points": (1, 2)}, "enter what everybody scored, by its columns: A and B"),
        (
            {"columns": CANASTA},
            {"columns": ((0, 0, 0, 1, 0), (0, 0, 0, 1, 0))},
            "only one side can have “Went out”, not Ada and Ben",
        ),
        (
            {"columns": CANASTA},
            {"columns": ((0, 0, 0, 0, 0), (0, 0, 0, 0, 2))},
            "Ben: “Concealed” is ticked or not: enter 1 or 0",
        ),
        (
            {"columns": CANASTA},
            {"columns": ((0, 0, -45, 0, 0), (0, 0, 0, 0, 0))},
            "Ada: “Cards left” is taken away already: enter 45, without a minus",
        ),
        (
            {"columns": [{"name": "Cards"}, {"name": "Factor", "times": True}]},
            {"columns": ((5, -2), (1, 1))},
            "Ada: “Factor” multiplies the others: enter 2, without a minus",
        ),
        ({"columns": CANASTA}, {"columns": ((100_000, 0, 0, 0, 0), (0, 0, 0, 0, 0))}, "Ada: at most 99,999 points"),
        (
            {"columns": CANASTA, "sum": 0},
            {"columns": ((1, 0, 0, 0, 0), (0, 0, 90, 0, 0))},
            "the points add up to 10 instead of 0: 10 too many",
        ),
        (
            {"columns": BONUS},
            {"columns": ((62, 1, 0), (63, 1, 0))},
            "Ada: “63 or more” follows from 62 before it: enter 0",
        ),
        (
            {"columns": BONUS},
            {"columns": ((62, 0, 0), (63, 0, 0))},
            "Ben: “63 or more” follows from 63 before it: enter 1",
        ),
        (
            {"columns": [{"name": "Went out", "one": True}, {"name": "Concealed", "tick": True, "needs": 1}]},
            {"columns": ((0, 1), (1, 0))},
            "Ada: “Concealed” needs “Went out”",
        ),
        ({}, {"points": (1, 2), "factor": 2}, "no round counts more than once at this table"),
        ({"sum": 0}, {"points": (3, -2)}, "the points add up to 1 instead of 0: 1 too many"),
        ({"sum": 10}, {"points": (3, -2)}, "the points add up to 1 instead of 10: 9 missing"),
    ],
)
def test_numbers_that_cannot_be_are_refused_in_words(rules, facts, words):
    assert refusal(GAME.play, table("Ada", "Ben", **rules), GAME.facts(**facts))[0] == words


def test_counting_down_ends_once_somebody_has_nothing_left():
    state = table("Ada", "Ben", starts_at=66, lost_at=0, columns=[{"name": "Bulls", "each": -1}])
    assert state.totals == (66, 66)
    state = GAME.replay(state, [GAME.facts(columns=((10,), (60,))), GAME.facts(columns=((0,), (6,)))])
    assert (state.totals, state.game.finish(state)) == ((56, 0), (0,))


@cases(
    "rules, field", [({"starts_at": 66, "lost_at": 66}, "lost_at"), ({"starts_at": 9, "ends": {"target": 9}}, "ends")]
)
def test_a_game_that_would_be_over_at_once_is_refused(rules, field):
    points = rules["starts_at"]
    words = f"everybody begins with {points} points: the game would be over at once"
    assert refusal(table, "Ada", "Ben", **rules) == (words, field)


def test_what_is_paid_after_the_last_round_does_not_decide_whether_it_is_the_last():
    sheet = [{"name": "Value"}, {"name": "Won", "each": 50, "tick": True, "at_end": True},
             {"name": "Lost", "each": -50, "one": True, "at_end": True}]  # fmt: skip
    state = table("Ada", "Ben", columns=sheet, ends={"target": 100}, end_bonus=30)
    rounds = [((60, 1, 0), (0, 1, 0)), ((-48, 0, 1), (20, 1, 0)), ((90, 1, 0), (0, 0, 1))]
    before, after = (GAME.replay(state, [GAME.facts(columns=each) for each in rounds[:played]]) for played in (2, 3))
    assert (before.totals, GAME.finish(before)) == ((12, 20), None)
    assert (after.totals, GAME.finish(after)) == ((102 + 50 + 30, 20 + 50), (0,))
    assert [line.reason for line in after.rounds[-1].lines if line.points] == [
        "value 90", "won 2 × 50 + lost 1 × −50", "won 2 × 50 + lost 1 × −50",
        "ahead with 102 after the last round",
    ]  # fmt: skip
    # A payment below nought takes nobody back below the target.
    lost = GAME.replay(state, [GAME.facts(columns=((100, 0, 1), (0, 0, 0)))])
    assert (lost.totals, GAME.finish(lost)) == ((80, 0), (0,))
    message = "“Won” is paid after the last round: choose when the game ends"
    assert refusal(table, "Ada", "Ben", columns=sheet) == (message, "ends")


# --- The columns of a sheet ---


@cases(
    "columns, words",
    [
        ([{"name": "A"}, {"name": ""}], "the second column needs a name of 1 to 24 characters that can be shown"),
        ([{"name": "x" * 25}], f"the column “{'x' * 25}” needs a name of 1 to 24 characters that can be shown"),
        ([{"name": "Coins"}, {"name": " coins "}], "two columns are called “coins”: give each its own name"),
        ([{"name": "Coins", "each": "ten"}], "“Coins”: one counts a whole number from −999 to 9,999"),
        ([{"name": "A"}, {"name": "B", "times": True, "each": 0, "tick": True}],
         "“B”: enter by how much its tick multiplies, such as 2"),
        ([{"name": "A"}, {"name": "B", "times": True}, {"name": "C", "times": True}],
         "only one column can multiply the others, not “B” and “C”"),
        ([{"name": "B", "times": True}], "a column that multiplies needs another column beside it"),
        ([{"name": "A"}, {"name": "B", "times": True, "each": 2}],
         "“B” multiplies by the number entered: leave empty what one counts"),
        ([{"name": "A"}, {"name": "B", "times": True, "tick": True}],
         "“B”: enter by how much its tick multiplies, such as 2"),
        ([{"name": "A", "tick": True, "needs": 4}], "“A” needs another column before it"),
        ([{"name": "A"}, {"name": "B", "needs": 4}],
         "“B”: only a tick or a bonus needs a number before it: leave that field empty"),
        ([{"name": "A"}, {"name": "B", "bonus": True}], "“B”: it needs a whole number from 1 to 99,999 before it"),
        ([{"name": "A"}, {"name": "B", "tick": True, "needs": "x"}],
         "“B”: it needs a whole number from 1 to 99,999 before it"),
        ([{"name": "A"}, {"name": "B", "bonus": True, "tick": True, "needs": 4}],
         "“B”: a bonus follows from the columns before it and is not ticked"),
        ([{"name": "A"}, {"name": "B", "one": True, "unless_fewest": True}],
         "“B”: only the tick of one side that multiplies can spare the fewest points"),
        ([{"name": str(number)} for number in range(25)], "a sheet has at most 24 columns, not 25"),
        ([{"name": "A", "box": True, "one": True}], "“A”: a box is a number or a tick, and needs nothing before it"),
        ([{"name": "A", "most": 5}], "“A”: only the number of a box has a highest one"),
        ([{"name": "A", "box": True, "most": -5}],
         "“A”: the most it can have is a whole number from 1 to 99,999"),
        ([{"name": "A", "box": True}, {"name": "B", "times": True}],
         "a sheet that is filled box by box is added up: “B” cannot multiply it"),
        ([{"name": "A"}, {"name": "B", "times": True, "at_end": True}],
         "“B”: what is paid at the end counts points and multiplies nothing"),
        ([{"name": "A", "box": True}, {"name": "B", "at_end": True}],
         "a sheet that is filled box by box is added up as it is filled: “B” cannot wait"),
    ],
)  # fmt: skip
def test_columns_that_cannot_be_are_refused_in_words(columns, words):
    option = HouseRules(GAME.house_rules, {}).options["columns"]
    assert not option.accepts(columns)
    assert option.hint(columns) == words
    message, _ = refusal(HouseRules, GAME.house_rules, {"columns": columns})
    assert message == f"house rule “Columns”: {words}"


def test_columns_come_back_from_the_fields_of_a_form():
    option = HouseRules(GAME.house_rules, {}).options["columns"]
    for value in option.presets():
        texts = [text for _, text in option.to_form(value)]
        assert option.normalize(option.from_form(texts, "")) == option.normalize(value)
    typed = ["Coins", "", "number", "", "7", "tick", " Deadwood ", "−1", "number", "Out", "25", "one"]
    assert option.from_form(typed, "") == [
        {"name": "Coins"}, {"name": "Deadwood", "each": -1}, {"name": "Out", "each": 25, "one": True},
    ]  # fmt: skip
    assert option.from_form(["Coins", "ten", "number"], "") == [{"name": "Coins", "each": "ten"}]


@cases(
    "before, columns",
    [
        ({"columns": "Melds,  Cards,"}, [{"name": "Melds"}, {"name": "Cards"}]),
        ({"columns": "A, a"}, [{"name": "A"}, {"name": "a 2"}]),
        ({"columns": "The points of all cards in tricks"}, [{"name": "The points of all cards"}]),
    ],
)
def test_a_text_names_columns(before, columns):
    rules = HouseRules(GAME.house_rules, before)
    assert rules.columns == columns
    assert rules.differing == ({"columns": columns} if columns else {})


def test_a_column_is_asked_row_by_row_and_its_rest_is_one_tap():
    form = open_form(table("Ada", "Ben", "Cleo", columns=CANASTA), {"columns-0-0": "2"})
    assert [row.questions for row in form.sections[0].rows] == [
        *(tuple(f"columns-{side}-{at}" for side in range(3)) for at in range(3)), ("ticks-3",), ("ticks-4",),
    ]  # fmt: skip
    offered = {one.label: one.answers for one in form.shortcuts(form.given())}
    assert {field.rest_of_row for name, field in form.fields.items() if name.startswith("columns-")} == {"0"}
    everything = open_form(form.state, form.given() | offered["The rest: 0"])
    assert everything.is_valid()
    assert everything.round_facts.columns == ((2, 0, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    keys = {name: [key.value for key in field.keys] for name, field in form.fields.items()}
    assert ["−" in keys[f"columns-0-{at}"] for at in range(3)] == [True, True, False]
    assert keys["ticks-3"] == keys["ticks-4"] == ["0", "1", "2", "nobody"]


def test_the_rest_of_a_column_that_multiplies_changes_nothing():
    columns = [{"name": "Cards"}, {"name": "Factor", "times": True}]
    form = open_form(table("Ada", "Ben", columns=columns), {"columns-0-0": "20", "columns-1-0": "5"})
    (rest,) = (one for one in form.shortcuts(form.given()) if one.name == "rest")
    whole = open_form(form.state, form.given() | rest.answers)
    assert whole.is_valid()
    assert whole.round_facts.columns == ((20, 1), (5, 1))


def test_a_bonus_is_not_asked_and_follows_from_the_numbers_before_it():
    state = table("Ada", "Ben", columns=BONUS)
    form = open_form(state, {"columns-0-0": "63", "columns-1-0": "62", "columns-0-2": "5", "columns-1-2": "0"})
    assert form.is_valid()
    assert form.round_facts.columns == ((63, 1, 5), (62, 0, 0))
    assert form.answers_of(form.round_facts, state) == form.given()
    ticked = table("Ada", "Ben", columns=[BONUS[0], {"name": "63 or more", "each": 35, "tick": True}, BONUS[2]])
    before = GAME.facts(columns=((63, 0, 5), (62, 1, 0)))
    assert GAME.play(ticked, before).totals == (68, 97)
    assert before.without_unasked(state) == form.round_facts


def test_the_last_number_of_plain_columns_follows_from_their_sum():
    form = open_form(
        table("Ada", "Ben", sum=20, columns=[{"name": "Melds"}, {"name": "Cards"}]),
        {"columns-0-0": "5", "columns-1-0": "4", "columns-0-1": "8"},
    )
    assert form.derived == {"columns-1-1": "3"}


def test_a_round_that_counts_more_is_left_out_by_other_house_rules():
    state = table("Ada", "Ben", doubled="tapped")
    form = open_form(state, {"points-0": "5", "points-1": "0", "factor": "2"})
    assert form.is_valid()
    assert form.round_facts.factor == 2
    assert GAME.play(state, form.round_facts).totals == (10, 0)
    assert form.round_facts.heading(state.deal, state) == "×2"
    plain = form.round_facts.without_unasked(table("Ada", "Ben"))
    assert GAME.play(table("Ada", "Ben"), plain).totals == (5, 0)


WON = {"wins": "named", "ends": {"rounds": 1}}


def won_card(*won, names="ABC", rules=WON):
    state = GAME.replay(table(*names, **rules), [GAME.facts(won=sides) for sides in won])
    card = state.scorecard(ended=True)
    return state, (card.totals, card.places, card.winners, card.finished)


@cases(
    "won, words, card",
    [
        ((1,), ["lost", "won", "lost"], ((0, 1, 0), (2, 1, 2), (1,), True)),
        ((0, 2), ["won", "lost", "won"], ((1, 0, 1), (1, 3, 1), (0, 2), True)),
        ((0, 1, 2), ["won together"] * 3, ((1, 1, 1), (1, 1, 1), (0, 1, 2), True)),
        ((), ["lost together"] * 3, ((0, 0, 0), (2, 2, 2), (), True)),
    ],
)
def test_a_round_without_points_is_won_by_the_sides_that_are_named(won, words, card):
    state, found = won_card(won)
    assert ([line.reason for line in state.rounds[0].lines], found) == (words, card)
    answers = open_form(state, {}).answers_of(state.rounds[0].facts, state)
    form = open_form(table(*"ABC", **WON), answers)
    assert form.is_valid()
    assert form.round_facts.won == won


def test_who_won_most_rounds_has_won_and_alone_nobody_wins_together():
    best_of_three = {"wins": "named", "ends": {"target": 2}, "starts_at": 40, "columns": [{"name": "Unused"}]}
    assert won_card((0,), (1,), (1,), names="AB", rules=best_of_three)[1] == ((1, 2), (2, 1), (1,), True)
    assert won_card((), names="A")[1] == ((0,), (2,), (), True)
    assert won_card((), (), names="AB", rules={"wins": "named"})[1][2:] == ((), True)
    assert [line.reason for line in won_card((0,), names="A")[0].rounds[0].lines] == ["won"]
    assert [key.value for key in open_form(table("A", **WON), {}).fields["won"].keys] == ["0", "nobody"]


@cases(
    "rules, facts, words",
    [
        (WON, {"points": (1, 0, 0)}, ("enter who won, without any points", "won")),
        (WON, {"won": (0,), "factor": 2}, ("enter who won, without any points", "won")),
        (WON, {"won": (3,)}, ("who won: there is no such side, choose A, B or C", "won")),
        (WON, {"won": (-1,)}, ("who won: there is no such side, choose A, B or C", "won")),
        (WON, {"won": (1, 1)}, ("a side wins once", "won")),
        ({}, {"won": (1,)}, ("at this table the points say who wins", "won")),
    ],
)
def test_points_and_who_won_are_not_mixed(rules, facts, words):
    assert refusal(GAME.play, table(*"ABC", **rules), GAME.facts(**facts)) == words


@given(st.data())
def test_points_are_what_a_pencil_adds_up(data):
    kinds = st.sampled_from(
        [
            {},
            {"each": 0},
            {"each": 0, "tick": True},
            {"tick": True},
            {"one": True},
            {"each": -5},
            {"each": 100},
            {"each": 7, "tick": True},
        ]
    )
    columns = [{"name": str(at), **data.draw(kinds)} for at in range(data.draw(st.integers(1, 12)))]
    state, rng = table("Ada", "Ben", "Cleo", columns=columns), Random(data.draw(st.integers(0, 999)))
    facts = GAME.simulate(rng, state)
    scored = GAME.play(state, facts).rounds[-1]
    for side, row in enumerate(facts.columns):
        assert scored.points[side] == sum(
            number * column.get("each", 1) for number, column in zip(row, columns, strict=True)
        )


SHEET_KINDS = (
    {}, {"each": 0}, {"each": 0, "tick": True}, {"tick": True}, {"one": True}, {"each": -5}, {"each": 100},
    {"each": 7, "tick": True}, {"times": True}, {"each": 2, "tick": True, "times": True},
    {"each": 2, "one": True, "times": True}, {"each": 2, "one": True, "times": True, "unless_fewest": True},
    {"at_end": True}, {"each": 25, "bonus": True, "needs": 1, "at_end": True},
    {"each": 3, "one": True, "needs": 2}, {"each": 4, "tick": True, "needs": 1}, {"each": 9, "bonus": True, "needs": 5},
)  # fmt: skip


@given(st.data())
def test_every_sheet_is_made_up_as_its_table_accepts_it(data):
    # Without a column of plain points hardly any round may have a given sum.
    has_plain_points = data.draw(st.booleans())
    kinds = [{}] * has_plain_points + data.draw(st.lists(st.sampled_from(SHEET_KINDS), max_size=10))
    columns = [{"name": str(at), **kind} for at, kind in enumerate(kinds)]
    names = "ABCDEF"[: data.draw(st.integers(1, 6))]
    others = {"wins": ["most", "fewest"], "doubled": ["never", "tapped"], "side_size": [1, 2, 3], "starts_at": [0, 66]}
    others |= {"ends": [{"rounds": 1}, {"target": 500}], "end_bonus": [0, 100]}
    rules = {name: data.draw(st.sampled_from(values)) for name, values in others.items()} | {"columns": columns}
    rng = Random(data.draw(st.integers(0, 999)))
    try:
        state = table(*names, **rules)
    except Impossible:
        assume(False)
    facts = GAME.simulate(rng, state)
    GAME.play(state, facts)
    total = sum(worth(side, facts.rows, read_columns(state.rules.columns)) for side in range(len(facts.rows)))
    if (has_plain_points or not columns) and 0 <= total <= 9_999:
        state = table(*names, **rules, sum=data.draw(st.sampled_from([0, total, 26])))
        GAME.play(state, GAME.simulate(rng, state))
