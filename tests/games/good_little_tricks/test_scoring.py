from games.core.scorecard import ScoreLine
from tests.games.good_little_tricks.rounds import all_six, played, table


def test_each_suit_has_its_own_line_and_who_has_none_reads_why():
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


def test_the_ledger_counts_the_cards_of_each_suit_for_its_owner():
    taken = [tuple(trick) for trick in all_six(0, 1, 2, 2, 1, 0).tricks_taken()]

    assert taken == [(0, 2, "orange"), (1, 3, "purple"), (2, 4, "green"), (2, 5, "pink"), (1, 6, "blue"), (0, 7, "red")]
    assert list(all_six(0, 1, 2, 2, 1, 0).bids_made(table().deal, table())) == []
