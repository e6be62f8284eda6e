from games.core.schema import read
from games.hearts.facts import Facts
from games.hearts.game import GAME
from tests.cases import cases
from tests.games.every_game import NAMES


def test_a_hand_without_a_moon_costs_26_and_every_line_says_why():
    state = GAME.play(GAME.table(NAMES[:3], 0, {}), read({"hearts": [5, 0, 8], "queen": 2}, Facts))

    assert [(line.side, line.points, line.reason) for line in state.rounds[0].lines] == [
        (0, 5, "5 hearts: 5 points"),
        (1, 0, "no hearts and no queen"),
        (2, 8, "8 hearts: 8 points"),
        (2, 13, "the queen of spades: 13"),
    ]


@cases(
    "rules, facts, reasons",
    [
        (
            {"heart_values": "face"},
            {"hearts": [2, 1, 10], "heart_cards": ["2 K", "A", "3 4 5 6 7 8 9 10 J Q"], "queen": 1},
            ["2♥ K♥: 2 + 13 = 15", "A♥: 14", "the queen of spades: 13"],
        ),
        (
            {"ten": True, "jack": "five", "queen": 25},
            {"hearts": [2, 0, 11], "queen": 1, "jack": 0, "ten": 0},
            ["2 hearts: 2 points", "the jack of diamonds: 5 off", "the ten of clubs doubles −3: −3",
             "the queen of spades: 25"],
        ),
        (
            {"no_tricks": 3, "queen": 0},
            {"hearts": [1, 0, 12], "no_tricks": [1]},
            ["1 heart: 1 point", "no hearts", "took no trick: 3 off"],
        ),
        (
            {"moon": "self", "ten": True},
            {"hearts": [13, 0, 0], "queen": 0, "ten": 0},
            ["shot the moon: 26 off", "the ten of clubs doubles −26: −26", "the moon was shot: no points"],
        ),
        (
            {"moon": "none", "jack": True},
            {"hearts": [13, 0, 0], "queen": 0, "jack": 0},
            ["13 hearts: 13 points", "the queen of spades: 13", "the jack of diamonds: 10 off",
             "no hearts and no queen"],
        ),
        (
            {"target": 21, "exact": "half"},
            {"hearts": [5, 8, 0], "queen": 1},
            ["5 hearts: 5 points", "8 hearts: 8 points", "the queen of spades: 13", "exactly 21: back to 10, 11 off"],
        ),
    ],
)  # fmt: skip
def test_every_house_rule_says_how_its_points_come_about(rules, facts, reasons):
    state = GAME.play(GAME.table(NAMES[:3], 0, rules), read(facts, Facts))

    assert [line.reason for line in state.rounds[0].lines if line.side < 2] == reasons


def test_exactly_the_target_wins_before_fewer_points():
    rounds = [{"hearts": [0, 13, 0], "queen": 1}, {"hearts": [4, 9, 0], "queen": 1}]
    table = GAME.table(NAMES[:3], 0, {"target": 30, "exact": "wins"})
    state = GAME.replay(table, [read(facts, Facts) for facts in rounds])

    assert state.scorecard().places == (1, 2, 3)
    assert GAME.why_won(state) == "exactly 30 points win"
