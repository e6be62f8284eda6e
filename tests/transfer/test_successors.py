"""A record, and a club file, from before a game had a folder of its own."""

import pytest

from games.core.registry import find
from games.core.schema import read
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording, starting
from scorekeeper.matches.models import Match
from scorekeeper.matches.presets import save_preset
from scorekeeper.rulebook.models import save_ruling
from tests.games.core.test_successors import ROUNDS
from tests.matches.factory import entry, reload
from tests.successors import double_dice
from tests.transfer.club_files import export, import_file, wipe

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
    recording.delete_match(doubled[1], doubled[1].token)
    save_preset(club, game, "At home", {"sheet": "double"})
    save_preset(club, game, "On holiday", {"more": True})
    save_ruling(club, game, "A double six under the table?", "Rolled again.", "sixes")
    save_ruling(club, game, "Who starts?", "The youngest.")
    return doubled, plain


def presets_and_rulings():
    club = Club.get_default()
    presets = {(preset.game_key, preset.name): preset.house_rules for preset in club.presets.all()}
    return presets, sorted((ruling.game_key, ruling.question, ruling.section) for ruling in club.rulings.all())


# Fives and sixes, doubled, then sixes and chance.
TOTALS = [2 * 10, 2 * (18 + 15)]
PRESETS = {("double-dice", "At home"): {}, ("dice-sheet", "On holiday"): {"more": True}}
DOUBLE_SIX = ("double-dice", "A double six under the table?", "sixes")


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
