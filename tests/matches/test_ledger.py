"""The ledger follows from the facts, and `manage.py rebuild` makes it again at any time."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.core import scoresheet
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording
from scorekeeper.matches.models import Bid, Line, Match, Seat, Trick
from tests.cases import cases
from tests.games.every_game import GAMES, possible_examples
from tests.matches.factory import entry, import_sheet, make_hand, make_match, reload, six_rounds, snapshot
from tests.thoroughness import share

pytestmark = pytest.mark.django_db

EXAMPLES = [(game, one.id, one.sheet(game)) for game in GAMES for one in share(possible_examples(game))]


def rebuild():
    told = StringIO()
    call_command("rebuild", stdout=told)
    return told.getvalue()


@cases("game, example, sheet", EXAMPLES)
def test_the_rows_of_every_worked_example_add_up_to_its_scores(game, example, sheet):
    match = import_sheet(Club.get_default(), sheet)
    _, _, scorecard = scoresheet.play(sheet)

    totals = [
        sum(Line.objects.filter(round__match=match, side=side).values_list("points", flat=True))
        for side in range(len(scorecard.totals))
    ]
    assert totals == list(scorecard.totals)
    assert [seat.total for seat in reload(match).seat_list] == [scorecard.totals[seat.side] for seat in match.seat_list]
    assert [seat.won for seat in reload(match).seat_list] == [
        seat.side in scorecard.winners for seat in match.seat_list
    ]
    assert reload(match).finished == scorecard.finished


@pytest.mark.postgresql
def test_rebuilding_repairs_damaged_rows():
    match = six_rounds(6)
    before = snapshot(match)
    Line.objects.filter(side=1).delete()
    Trick.objects.all().update(count=99)
    Seat.objects.update(total=5, place=3, won=False)
    Match.objects.update(finished=False, ended=None)
    Match.objects.update(ended_by_table=True, ended=reload(match).started)
    Match.objects.update(ended_by_table=False, finished=True)
    assert snapshot(match) != before

    assert rebuild() == "1 match rebuilt.\n"

    assert {**snapshot(match), "match": None} == {**before, "match": None}
    assert reload(match).finished


@pytest.mark.postgresql
def test_rebuilding_names_a_match_of_impossible_facts_and_leaves_it_alone():
    spoilt, sound = make_match(2), make_match(2)
    before, rows = snapshot(sound), Bid.objects.count()
    spoilt.entries.filter(number=2).update(brought={"facts": {"bids": [9, 9, 9, 9], "tricks": [0, 0, 0, 0]}})
    Seat.objects.filter(match=sound).update(total=7)
    told = StringIO()

    with pytest.raises(CommandError, match="1 of 2 matches could not be rebuilt"):
        call_command("rebuild", stderr=told)

    assert f"match {spoilt.pk}: hand 2: Ada bid 9, but only 2 cards were dealt" in told.getvalue()
    assert snapshot(sound) == before
    assert Bid.objects.count() == rows


def test_rows_of_unchanged_rounds_stay_and_those_of_deleted_rounds_go():
    match = make_match(3)
    first = list(Line.objects.filter(round__number=1).values_list("pk", flat=True))

    recording.correct(match, 2, make_hand(match, [1, 0, 0, 0], number=2), entry(match))
    recording.delete_round(match, 3, entry(match))

    assert list(Line.objects.filter(round__number=1).values_list("pk", flat=True)) == first
    for kind in (Bid, Trick, Line):
        assert {row.round.number for row in kind.objects.select_related("round")} == {1, 2}
