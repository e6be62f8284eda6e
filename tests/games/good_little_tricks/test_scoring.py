from games.core.scorecard import ScoreLine
from tests.games.good_little_tricks.rounds import all_six, played


def test_each_suit_has_a_line_and_a_player_without_one_a_reason():
    scored = played(all_six(0, 1, 0, 1, 1, 0))

    assert scored.lines == (
        ScoreLine(0, "card-points", 2, "orange: 2 cards"),
        ScoreLine(0, "card-points", 4, "green: 4 cards"),
        ScoreLine(0, "card-points", 7, "red: 7 cards"),
        ScoreLine(1, "card-points", 3, "purple: 3 cards"),
        ScoreLine(1, "card-points", 5, "pink: 5 cards"),
        ScoreLine(1, "card-points", 6, "blue: 6 cards"),
        ScoreLine(2, "card-points", 0, "no suit collected, no points"),
    )


def test_a_sweep_costs_everybody_but_the_sweeper_the_whole_deck():
    scored = played(all_six(1, 1, 1, 1, 1, 1))

    swept = "another player swept the board: all 27 cards count"
    assert scored.lines == (
        ScoreLine(0, "sweep", 27, swept),
        ScoreLine(1, "sweep", 0, "all 27 cards: the board is swept, no points"),
        ScoreLine(2, "sweep", 27, swept),
    )
