"""`manage.py demo`: made-up game nights as if they had been entered, and the same each time."""

import re
from datetime import UTC, date, datetime
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command

from games.core import scoresheet
from games.core.registry import games
from scorekeeper.clubs.models import Club, Device, Player
from scorekeeper.demo import fill, made_up_match
from scorekeeper.matches import recording
from scorekeeper.matches.entry_history import entries_of
from scorekeeper.matches.models import Bid, Entry, Match, Round, Trick
from scorekeeper.transfer import scoresheets
from tests.cases import cases
from tests.matches.factory import NAMES, entry, make_match, reload

UNTIL = date(2026, 11, 14)


def demo(*arguments):
    told = StringIO()
    call_command("demo", *arguments, stdout=told)
    return told.getvalue()


def exported():
    return [scoresheet.dump(scoresheets.sheet_of(match)) for match in Match.objects.order_by("pk")]


@pytest.mark.django_db
def test_the_same_seed_makes_the_same_sheets_on_any_day():
    with time_machine.travel(datetime(2027, 3, 1, tzinfo=UTC)):
        demo("--matches", "12")
    first = exported()
    with time_machine.travel(datetime(2031, 8, 9, tzinfo=UTC)):
        demo("--matches", "12", "--into-this-club")

    assert exported() == first + first


@pytest.mark.django_db
def test_another_seed_makes_other_matches_and_until_names_the_last_evening():
    demo("--matches", "5")
    assert Match.objects.latest("started").night_date == UNTIL
    demo("--matches", "4", "--seed", "2", "--until", "2027-02-28", "--into-this-club")

    assert len(set(exported())) == 9
    assert Match.objects.latest("started").night_date == date(2027, 2, 28)


@pytest.mark.django_db
def test_every_round_has_its_ledger_and_every_match_its_history(monkeypatch):
    monkeypatch.setattr(made_up_match, "A_SLIP", 0.2)
    monkeypatch.setattr(made_up_match, "BROKEN_OFF", 0.5)
    demo("--matches", "12")

    for match in Match.objects.order_by("pk"):
        entries = entries_of(match)[::-1]
        stands = {one.round_number: one.after["facts"] for one in entries if one.round_number}
        assert [one.number for one in entries] == list(range(1, match.version + 1))
        assert stands == dict(match.rounds.values_list("number", "facts"))
        assert [one.at for one in entries] == sorted(one.at for one in entries)
        assert match.started < entries[0].at
        assert match.ended == (None if match.is_open else entries[-1].at)
    assert {"played", "corrected"} <= set(Entry.objects.values_list("verb", flat=True))
    assert not Round.objects.filter(lines=None).exists()
    assert Bid.objects.exists()
    assert Trick.objects.exists()


@pytest.mark.django_db
def test_a_simulated_entry_can_be_undone(monkeypatch):
    monkeypatch.setattr(made_up_match, "A_SLIP", 1)
    demo("--matches", "1")
    match = reload(Match.objects.get())
    corrected = match.entries.filter(verb="corrected").latest("number")

    recording.undo(match, corrected, entry(match))

    assert match.rounds.get(number=corrected.round_number).facts == corrected.before["facts"]


@pytest.mark.django_db
def test_a_club_with_players_or_matches_of_its_own_is_left_alone():
    for own in (lambda: Player.objects.create(club=Club.here(), name="Ada"), lambda: make_match(1)):
        own()
        before = Match.objects.count()

        with pytest.raises(CommandError, match="has players or matches of its own"):
            demo("--matches", "3")

        assert Match.objects.count() == before
        assert not Device.objects.exists()


@pytest.mark.django_db
def test_a_player_who_gets_simulated_matches_is_named():
    mine = make_match(1)
    joined = Player.objects.get(name="Ada").joined

    told = demo("--matches", "10", "--into-this-club")

    assert "Already here, now with made-up matches: " in told
    assert "Ada" in told
    assert Player.objects.get(name="Ada").joined == joined
    assert Player.objects.get(name="Ada").last_played > datetime(2026, 11, 14, 12, tzinfo=UTC)
    assert reload(mine).names == list(NAMES)


@pytest.mark.django_db
def test_all_is_written_or_nothing(monkeypatch):
    written = []

    def breaks(*told):
        written.append(told)
        if len(written) > 1:
            raise OSError("the plug was pulled")
        fill.write_history(*told)

    monkeypatch.setattr(fill, "AT_ONCE", 5)
    monkeypatch.setattr(fill, "write_history", breaks)
    with pytest.raises(OSError, match="the plug was pulled"):
        demo("--matches", "8")

    assert not Match.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_a_game_without_a_simulation_is_left_out_and_named():
    told, silent = demo("--matches", "20"), [game for game in games().values() if not game.simulate]

    assert silent
    assert all(f"{game.name} is left out: " in told for game in silent)
    assert not Match.objects.filter(game_key__in=[game.key for game in silent]).exists()


@cases(
    "option, value, told",
    [
        ("--matches", "0", "'0' is not a number from 1 to 100000"),
        ("--matches", "many", "'many' is not a number"),
        ("--until", "tomorrow", "'tomorrow' is not a date from 1970 to 2999, as in 2026-11-14"),
        ("--until", "0001-01-01", "'0001-01-01' is not a date from 1970"),
        ("--seed", "x", "invalid int value"),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(option, value, told):
    with pytest.raises(CommandError, match=told):
        demo(option, value)


@pytest.mark.django_db
def test_it_prints_what_it_made():
    told = demo("--matches", "1").splitlines()[-1]
    assert re.fullmatch(r"1 match of \d+ rounds? on 1 game night, the last one on 14 November 2026\.", told)
