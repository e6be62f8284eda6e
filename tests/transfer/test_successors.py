"""A record, and a club file, from before a game had a folder of its own."""

from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from games.core.registry import find
from games.core.schema import read
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording, starting
from scorekeeper.matches.models import Line, Match
from scorekeeper.matches.presets import save_preset
from scorekeeper.rulebook.models import save_ruling
from tests.games.core.test_successors import ROUNDS
from tests.matches.factory import entry, reload, snapshot
from tests.successors import double_dice
from tests.transfer.club_files import client, export, import_file, wipe

pytestmark = pytest.mark.django_db


def play_match(rounds, **house_rules):
    game = find("dice-sheet")
    match = starting.start_match(Club.get_default(), game, ["Ada", "Ben"], 0, house_rules)
    for facts in rounds:
        recording.play(match, read(facts, game.facts), entry(match))
    return reload(match)


def make_record():
    """Two matches of the new game, one of them over, and one of the old; presets and rulings of both."""
    club, game = Club.get_default(), find("dice-sheet")
    doubled = [play_match(ROUNDS, sheet="double", more=True), play_match([], sheet="double")]
    plain = play_match(ROUNDS)
    recording.delete_match(doubled[1], 0, 0)
    save_preset(club, game, "At home", {"sheet": "double"})
    save_preset(club, game, "On holiday", {"more": True})
    save_ruling(club, game, "A double six under the table?", "Rolled again.", "sixes")
    save_ruling(club, game, "Who starts?", "The youngest.")
    return doubled, plain


def migrate():
    """Run what an upgrade runs, with the models of that time."""
    loader = MigrationExecutor(connection).loader
    apps = loader.project_state([("matches", "0001_initial"), ("rulebook", "0001_initial")]).apps
    matches = import_module("scorekeeper.matches.migrations.0002_successors")
    matches.move_matches(apps, None)
    matches.move_presets(apps, None)
    import_module("scorekeeper.rulebook.migrations.0002_successors").move_rulings(apps, None)


def presets_and_rulings():
    club = Club.get_default()
    presets = {(preset.game_key, preset.name): preset.house_rules for preset in club.presets.all()}
    return presets, sorted((ruling.game_key, ruling.question, ruling.section) for ruling in club.rulings.all())


# Fives and sixes, doubled, then sixes and chance.
TOTALS = [2 * 10, 2 * (18 + 15)]
PRESETS = {("double-dice", "At home"): {}, ("dice-sheet", "On holiday"): {"more": True}}
DOUBLE_SIX = ("double-dice", "A double six under the table?", "sixes")


@pytest.mark.postgresql
def test_an_upgrade_moves_matches_presets_and_rulings_and_leaves_totals_as_they_were():
    with double_dice(exists=False):
        (over, deleted), plain = make_record()
        before, plain_before = snapshot(over), snapshot(plain)

    with double_dice():
        migrate()

        moved, deleted = reload(over), Match.everything.get(pk=deleted.pk)
        assert (moved.game_key, moved.house_rules, deleted.game_key) == ("double-dice", {"more": True}, "double-dice")
        assert [seat.total for seat in moved.seat_list] == list(moved.scorecard.totals) == TOTALS
        after = snapshot(moved)
        assert [name for name in before if before[name] != after[name]] == ["rows"]
        assert {line.reason.split(":")[0] for line in Line.objects.filter(round__match=moved)} == {"doubled"}
        assert snapshot(reload(plain)) == plain_before
        presets, rulings = presets_and_rulings()
        assert presets == PRESETS
        assert rulings == [
            ("dice-sheet", "Who starts?", ""), DOUBLE_SIX, ("double-dice", "Who starts?", "")
        ]  # fmt: skip
        assert client().get(reverse("match", args=[moved.pk])).status_code == 200


@pytest.mark.postgresql
def test_a_second_upgrade_changes_nothing():
    with double_dice(exists=False):
        make_record()
    with double_dice():
        migrate()
        first = [snapshot(match) for match in Match.objects.all()]
        migrate()
        assert [snapshot(match) for match in Match.objects.all()] == first


def test_a_club_file_from_before_comes_in_as_the_games_it_holds():
    with double_dice(exists=False):
        make_record()
        Match.everything.exclude(deleted=None).delete()
        file = export()
        wipe()

    with double_dice():
        assert "Imported" in import_file(file).text
        played = {match.game_key: [seat.total for seat in match.seat_list] for match in Match.objects.all()}
        assert played == {"double-dice": TOTALS, "dice-sheet": [total // 2 for total in TOTALS]}
        presets, rulings = presets_and_rulings()
        assert presets == PRESETS
        assert DOUBLE_SIX in rulings
        # The same file once more changes nothing.
        held = export()
        import_file(file)
        assert export() == held
