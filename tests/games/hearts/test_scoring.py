from games.core.schema import read
from games.hearts.facts import Facts
from games.hearts.game import GAME
from tests.games.every_game import NAMES


def test_a_hand_without_a_moon_costs_26_and_every_line_says_why():
    state = GAME.play(GAME.table(NAMES[:3], 0, {}), read({"hearts": [5, 0, 8], "queen": 2}, Facts))

    assert [(line.side, line.points, line.reason) for line in state.rounds[0].lines] == [
        (0, 5, "5 hearts: 5 points"),
        (1, 0, "no hearts and no queen"),
        (2, 8, "8 hearts: 8 points"),
        (2, 13, "the queen of spades: 13"),
    ]
