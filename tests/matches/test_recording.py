"""Playing, correcting, inserting, deleting and ending: what each leaves in the database, and what is refused."""

import pytest
from django.utils import timezone

from games.core.errors import Impossible, ImpossibleRound
from games.core.schema import plain, read
from scorekeeper.matches import recording
from scorekeeper.matches.conflicts import VersionConflict
from scorekeeper.matches.entry_history import changes_of
from scorekeeper.matches.models import Bid, Line, Match, Trick
from tests.matches.factory import entry, make_hand, make_match, reload, six_rounds, suits

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_playing_a_round_writes_facts_rows_and_totals():
    match = make_match()

    recording.play(match, make_hand(match, bids=[1, 0, 0, 1]), entry(match))

    match = reload(match)
    assert plain(match.round_facts) == [{"bids": [1, 0, 0, 1], "tricks": [1, 0, 0, 0]}]
    assert list(Bid.objects.values_list("seat__number", "level", "made")) == [
        (0, 1, True), (1, 0, True), (2, 0, True), (3, 1, False),
    ]  # fmt: skip
    assert list(Trick.objects.values_list("side", "count")) == [(0, 1), (1, 0), (2, 0), (3, 0)]
    assert list(Line.objects.exclude(points=0).values_list("side", "rule", "points")) == [
        (0, "bid-met", 10), (3, "bid-missed", -10),
    ]  # fmt: skip
    assert [(seat.total, seat.place) for seat in match.seat_list] == [(10, 1), (0, 2), (0, 2), (-10, 4)]
    assert (match.version, match.is_open, match.ended) == (1, True, None)


def test_an_entry_records_what_changed_and_when():
    match = make_match(1)
    [first] = match.entries.all()

    second = recording.correct(match, 1, make_hand(match, [1, 1, 1, 1], number=1), entry(match))

    assert (first.number, first.action, first.round) == (1, "play", match.round_list[0].pk)
    assert (second.number, second.action, second.round) == (2, "correct", first.round)
    corrected, played = changes_of(match)
    assert (played.before, played.number, played.verb) == (None, 1, "played")
    assert (corrected.before, corrected.number, corrected.verb) == (played.after, 1, "corrected")
    assert corrected.after.facts["bids"] == [1, 1, 1, 1]
    assert abs((timezone.now() - second.at).total_seconds()) < 60
    assert str(second) == "2: correct"


def test_a_correction_scores_all_later_rounds_again():
    match = make_match(4)
    assert match.scorecard == reload(match).scorecard, "nothing has to be read again after a write"
    assert [seat.total for seat in reload(match).seat_list] == [1 + 2 + 3 + 4, 0, 0, 0]

    recording.correct(match, 1, make_hand(match, [1, 0, 0, 1], number=1), entry(match))

    assert [seat.total for seat in reload(match).seat_list] == [10 + 2 + 3 + 4, 0, 0, -10]
    assert Line.objects.filter(round__number=1, side=3).get().points == -10


def test_the_last_round_ends_the_match_and_deleting_it_reopens_it():
    match = six_rounds(6)
    ended = reload(match).ended
    assert (match.finished, match.is_open, ended is None) == (True, False, False)
    assert [seat.won for seat in reload(match).seat_list] == [side in match.scorecard.winners for side in range(3)]
    with pytest.raises(ImpossibleRound, match="the game was over after round 6"):
        recording.play(match, match.round_facts[0], entry(match))
    with pytest.raises(Impossible, match="over already"):
        recording.finish(match, entry(match))
    recording.correct(match, 1, read(suits(0, 0, 1, 1, 2, 2), match.game.facts), entry(match))
    assert (reload(match).ended, reload(match).version) == (ended, 7)

    recording.delete_round(match, 6, entry(match))

    match = reload(match)
    assert (match.finished, match.is_open, match.ended) == (False, True, None)
    assert not any(seat.won for seat in match.seat_list)


def test_an_open_ended_match_has_winners_once_the_players_end_it():
    match = make_match(game="maverick")
    counted = read({"points": [14, 12]}, match.game.facts)
    recording.play(match, counted, entry(match))
    recording.finish(match, entry(match))

    assert (match.finished, [seat.won for seat in reload(match).seat_list]) == (True, [True, False, True, False])
    with pytest.raises(Impossible, match="ended"):
        recording.play(match, counted, entry(match))


def test_an_unfinished_round_is_refused():
    match = make_match()

    with pytest.raises(ImpossibleRound, match="this hand was not finished"):
        recording.play(match, read({"bids": [0, 0, 0, 0]}, match.game.facts), entry(match))


def test_writing_to_a_stale_match_is_a_conflict():
    """Another phone wrote after this one had read the match, and before it wrote."""
    mine = six_rounds(1)
    old = mine.token
    recording.play(mine, mine.round_facts[0], entry(mine))
    theirs = Match.objects.get(pk=mine.pk)
    assert len(mine.round_facts) == 2
    recording.delete_round(theirs, 1, entry(theirs))

    with pytest.raises(VersionConflict):
        recording.play(mine, mine.round_facts[0], entry(mine))
    with pytest.raises(VersionConflict):
        recording.play(mine, mine.round_facts[0], entry(mine, seen=old))

    assert len(reload(mine).round_facts) == 1
    assert (mine.version, mine.is_open) == (2, True)
