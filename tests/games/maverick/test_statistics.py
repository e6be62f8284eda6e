import pytest

from games.core.schema import read
from scorekeeper.matches import recording
from scorekeeper.statistics.figure_cases import cases_of
from scorekeeper.statistics.figures import player_statistics
from scorekeeper.statistics.selection import Selection
from tests.games.maverick.rounds import bling, counted
from tests.matches.factory import entry, make_match
from tests.statistics.played import player

pytestmark = pytest.mark.django_db


def test_a_lost_bling_counts_with_the_total_it_took():
    match = make_match(game="maverick", stack=True)
    # Both partners bid bling: the total is lost once.
    for facts in (counted(12, 3), counted(11, 4, bling(0), bling(2), books=[2, 1]), counted(8, 5)):
        recording.play(match, read(facts, match.game.facts), entry(match))
    selection = Selection(match.club, game="maverick")
    [statistic] = [statistic for statistic in selection.statistics if statistic.key == "bid-points"]

    [of_ada] = player_statistics(selection, player("Ada"), [statistic])

    [part] = of_ada.parts
    assert (part.label, part.n, part.total, str(part)) == ("bling lost", 2, -23, "−11.50")
    assert [(case.value, case.line_reason) for case in cases_of(selection, statistic, player("Ada"))] == [
        (-23, "bling lost: 0 instead of 11; bling lost: the total of 12 goes to zero"),
        (0, "bling lost: 0"),
    ]
