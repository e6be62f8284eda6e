"""The state of a match round by round, with a toy game that has one number a round, and its scorecard."""

from dataclasses import replace

import pytest

from games.core import facts
from games.core.deal import deal_round, each_alone, partners_across
from games.core.definition import Game
from games.core.errors import Impossible, ImpossibleRound
from games.core.house_rules import EndingOption
from games.core.scorecard import ScoreLine, places
from tests.cases import cases


class Record(facts.RoundFacts, frozen=True):
    points: tuple[int, ...] = ()

    @property
    def is_complete(self):
        return bool(self.points)

    def check(self, state):
        if 13 in self.points:
            raise ImpossibleRound("13 is unlucky", "points")
        if 99 in self.points:
            raise Impossible("there is no card “99”", "points[0]")


def score(played, _so_far):
    for side, points in enumerate(played.points):
        yield ScoreLine(side, "points", points, "so many")


TOY = Game(
    key="toy",
    name="Toy",
    summary="",
    seats=range(2, 5),
    facts=Record,
    score=score,
    deal=lambda players, number, first_dealer, _rules: deal_round(players, number, first_dealer, number, 54),
    length=lambda _players, _rules: 3,
)
ENDS = EndingOption(name="ends", default="open", title="The game ends", open_label="as you like", measures={})
OPEN = replace(TOY, length=lambda _players, _rules: None, house_rules=[ENDS])


NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")


def play(*rounds, game=TOY, players=2, first_dealer=0):
    return game.replay(game.table(NAMES[:players], first_dealer, {}), [Record(points) for points in rounds])


def test_rounds_add_up_each_with_its_deal_and_lines():
    match = play((5, -1), (2, 2), first_dealer=1)

    assert [(scored.number, scored.deal.dealer, scored.points, scored.totals) for scored in match.rounds] == [
        (1, 1, (5, -1), (5, -1)),
        (2, 0, (2, 2), (7, 1)),
    ]
    assert match.totals == (7, 1)
    assert [[line.points for line in lines] for lines in match.lines] == [[5, 2], [-1, 2]]
    assert (match.number, match.players, match.deal.cards) == (3, 2, (3, 3))


def test_the_lowest_total_may_win():
    game = replace(TOY, lowest_wins=True)
    scorecard, running = (play(*rounds, game=game).scorecard() for rounds in ([(1, 0), (0, 0), (0, 0)], [(1, 0)]))

    assert (scorecard.winners, scorecard.places, running.places) == ((1,), (2, 1), (2, 1))


def test_an_unfinished_round_scores_nothing_and_is_the_next():
    scorecard = play((1, 0), ()).scorecard()

    assert (scorecard.totals, scorecard.rounds[1].lines, scorecard.rounds[1].points) == ((1, 0), (), (0, 0))
    assert (scorecard.finished, scorecard.next) == (False, scorecard.rounds[1].deal)
    assert play((1, 0), (0, 0), ()).scorecard().finished is False


def test_an_open_game_ends_when_the_table_says_so():
    match = play((1, 0), (0, 2), (1, 1), (1, 1), game=OPEN)

    assert match.scorecard().winners == ()
    assert match.scorecard(ended=True).winners == (1,)
    assert match.scorecard(ended=True).next is None
    assert play((1, 0)).scorecard(ended=True).finished is False


@cases(
    "rounds, message, field",
    [
        ([(1, 0), (13, 0)], "round 2: 13 is unlucky", "points"),
        ([(99, 0)], "round 1: there is no card “99”", "points[0]"),
        ([(), (1, 0)], "round 1: was not finished, but another round follows", ""),
        ([(1, 0)] * 4, "round 4: the game was over after round 3", ""),
    ],
)
def test_a_round_that_cannot_be_is_refused_by_its_number(rounds, message, field):
    with pytest.raises(ImpossibleRound) as refused:
        play(*rounds)

    assert (refused.value.message, refused.value.field) == (message, field)
    assert refused.value.number == int(message[6])


@cases(
    "totals, lowest_wins, winners, expected",
    [
        ((10, 0, 0, -10), False, None, (1, 2, 2, 4)),
        ((10, 0, 0, -10), True, None, (4, 2, 2, 1)),
        ((5, 5, 5), False, None, (1, 1, 1)),
        ((0, 0, 0), False, (), (2, 2, 2)),  # the game won
        ((30, 10, 10), False, (), (1, 2, 2)),
        ((52, 55), False, (0,), (1, 2)),
        ((3, 9, 9, 1), False, (3,), (4, 2, 2, 1)),
        ((4, 4, 9), True, (0, 1), (1, 1, 3)),
    ],
)
def test_equal_totals_share_a_place_and_a_winner_is_first_whatever_the_totals(totals, lowest_wins, winners, expected):
    everybody = range(len(totals))
    assert places(totals, lowest_wins, winners, everybody) == expected
    # Somebody who left, with the best total, comes after all others.
    left, last = -100 if lowest_wins else 100, len(totals) + (2 if expected == (2, 2, 2) else 1)
    assert places((*totals, left), lowest_wins, winners, everybody) == (*expected, last)


def test_a_round_is_scored_once_however_many_follow():
    scored = []

    def score_and_note(played, so_far):
        scored.append(played)
        return score(played, so_far)

    game = replace(TOY, score=score_and_note, length=lambda _players, _rules: 51)
    table, records = play(game=game), [Record((place % 10, 0)) for place in range(51)]
    for number in (50, 51):
        game.replay(table, records[:number]).scorecard()

    assert scored == records


# --- Who plays together, and who deals ---


def some_together(players, _rules):
    return partners_across(players, _rules) if players % 2 == 0 else each_alone(players, _rules)


def test_partners_may_depend_on_how_many_play():
    game = replace(TOY, seats=range(3, 7), teams=some_together)

    assert play(game=game, players=3).side_names == ("Ada", "Ben", "Cleo")
    assert play(game=game, players=6).side_names == ("Ada & Cleo & Eve", "Ben & Dan & Finn")
