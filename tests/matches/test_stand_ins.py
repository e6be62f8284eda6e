"""Stand-ins: the points of a round stay with its seats, what was done in it counts for who played it."""

from csv import DictReader
from datetime import date
from io import StringIO

import pytest

from games.core.errors import Impossible
from games.core.schema import read
from games.core.scoresheet import dump, load
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.history.highlights import match_highlights
from scorekeeper.matches import players, recording, stand_ins, starting
from scorekeeper.matches.answers import live_fingerprint
from scorekeeper.matches.conflicts import VersionConflict
from scorekeeper.matches.models import EntryMode, Match
from scorekeeper.statistics.figures import player_statistics
from scorekeeper.statistics.records import records
from scorekeeper.statistics.selection import Selection
from scorekeeper.transfer.club_file import club_file, open_file
from scorekeeper.transfer.club_import import ClubImport
from scorekeeper.transfer.scoresheets import sheet_of
from scorekeeper.transfer.spreadsheets import TABLES, csv_chunks
from tests.cases import cases
from tests.devices import member
from tests.html_browser import Browser
from tests.matches.factory import (
    NAMES,
    entry,
    import_sheet,
    keep_draft,
    make_hand,
    make_match,
    reload,
    six_rounds,
    snapshot,
    suits,
)
from tests.matches.test_own_answers import Phone, draft_of

pytestmark = pytest.mark.django_db


def seated(match, **names):
    """Have others play the coming rounds, by the name of whose seat it is."""
    typed = [names.get(name, name) for name in match.names]
    match = reload(match)
    recording.seat(match, stand_ins.find_stand_ins(match, typed), entry(match))
    return reload(match)


def played_by(match):
    """Return the stand-ins of each round, by the name of the seat's player."""
    by_number = reload(match).stand_ins
    return {
        number: {match.names[seat]: player.name for seat, player in of_round.items()}
        for number, of_round in by_number.items()
    }


def taken_back(match):
    """Take the last round back."""
    match = reload(match)
    last = next(
        entry for entry in match.entries.all() if entry.action == "play" or (entry.undoes and entry.undoes.undoes)
    )
    return recording.undo(match, last, entry(match))


def sitting(match):
    """Return the stand-ins of the coming hands, by the name of the seat's player."""
    match = reload(match)
    return {match.names[seat]: player.name for seat, player in stand_ins.current_stand_ins(match).items()}


def page_of(match):
    return Browser().open(f"/matches/{match.pk}/").text


def hand(match, *bids):
    """Play a hand of Big Little: the first seat takes every trick."""
    match = reload(match)
    recording.play(match, make_hand(match, list(bids)), entry(match))
    return reload(match)


def figures(name):
    """The rounds of a player of Big Little, and their bids: how many, and how many of them were made."""
    player = Player.objects.get(name=name)
    counted = {
        one.statistic.key: one.figure for one in player_statistics(Selection(player.club, game="big-little"), player)
    }
    return [(counted[key].n, counted[key].total) if key in counted else (0, 0) for key in ("rounds", "bids-made")]


def seats_form(match, number=None):
    return Browser().open(f"/matches/{match.pk}/{f'rounds/{number}/' if number else ''}seats/")


def player_fields(page, form="form 1"):
    return [value for name, value in page.fields(form) if name == "player"]


def test_a_stand_in_plays_some_hands_on_the_page_and_goes_again():
    match = make_match(1, NAMES)
    assert f"/matches/{match.pk}/seats/" in Browser().open(f"/matches/{match.pk}/").links

    shown = seats_form(match).press("Play on like this", player=["Eve", "Ben", "Cleo", "Dan"])
    assert "Eve plays for Ada" in shown.text
    hand(match, 1, 0, 0, 0)
    seats_form(match).press("Play on like this", player=["Ada", "Ben", "Cleo", "Dan"])
    hand(match, 1, 0, 0, 0)

    assert played_by(match) == {2: {"Ada": "Eve"}}
    assert "plays for" not in Browser().open(f"/matches/{match.pk}/").text


def test_points_stay_with_the_seat_and_bids_and_tricks_count_for_who_played():
    match = make_match()
    hand(match, 1, 0, 0, 0)
    hand(seated(match, Ben="Eve"), 2, 1, 0, 0)
    match = hand(seated(match), 3, 1, 0, 0)
    assert match.scorecard.totals[1] == -20
    assert figures("Ben") == [(2, 2), (2, 1)]
    assert figures("Eve") == [(1, 1), (1, 0)]
    assert figures("Ada") == [(3, 3), (3, 3)]

    recording.finish(match, entry(match))
    text = Browser().open(f"/players/{Player.objects.get(name='Eve').pk}/?game=big-little&part=figures").text
    assert "Bids by hand size" in text
    assert Player.objects.get(name="Eve").seats.count() == 0


def test_a_record_of_a_stand_in_has_their_name():
    match = make_match(names=("Ada", "Ben", "Cleo", "Dan"))
    hand(seated(match, Ada="Eve"), 1, 0, 0, 0)
    selection = Selection(match.club, game="big-little")
    [best] = [held for kind, held in records(selection, selection.record_kinds) if kind.key == "best-bid"]
    assert [player.name for player in best[0].players] == ["Eve"]


IMPOSSIBLE_SEATS = [
    ("big-little", ["Ben", "Ada", "Cleo", "Dan"], "Ben has points of their own here, so they cannot play for Ada"),
    ("big-little", ["Eve", "Eve", "Cleo", "Dan"], "Eve sits at two places"),
    ("maverick", ["Ben", "Ada", "Cleo", "Dan"], "Ben has points of their own here, so they cannot play for Ada"),
    ("maverick", ["Cleo", "Ben", "Cleo", "Dan"], "Cleo sits at two places"),
    ("big-little", ["x" * 61, "Ben", "Cleo", "Dan"], "is too long: it has 1 to"),
]


@cases("game, names, reason", IMPOSSIBLE_SEATS)
def test_impossible_seats_are_refused_and_what_was_typed_stays(game, names, reason):
    match = make_match(game=game)
    refused = seats_form(match).press("Play on like this", player=names)
    assert refused.status == 422
    assert reason.lower() in refused.text.lower().replace("'", "’")
    assert player_fields(refused) == names
    assert not any(seat.stand_in for seat in reload(match).seat_list)


def test_the_rematch_seats_who_sits_there_and_the_next_set_up_the_regular_player():
    match = seated(make_match(1, game="spades"), Ada="Cleo", Cleo="Ada", Ben="Eve")
    recording.finish(match, entry(match))
    setup = "/games/spades/matches/new/"
    assert player_fields(Browser().open(setup), "setup") == ["Cleo", "Ben", "Ada", "Dan"], "partners stay"
    Browser().open(f"/matches/{match.pk}/").press("Rematch")
    new = Match.objects.latest("pk")
    assert new.side_names == ("Cleo & Ada", "Eve & Dan")
    assert (new.first_dealer, sitting(new)) == (1, {})
    assert player_fields(Browser().open(setup), "setup") == ["Cleo", "Ben", "Ada", "Dan"]
    Browser().open(f"/matches/{starting.rematch(new).pk}/")
    assert player_fields(Browser().open("/games/hearts/matches/new/"), "setup") == ["Cleo", "Ben", "Ada", "Dan"]

    Match.objects.update(night_date=date(2026, 1, 1))
    assert player_fields(Browser().open(setup), "setup") == ["Ada", "Ben", "Cleo", "Dan"]
    assert starting.rematch(reload(match)).names == ["Ada", "Ben", "Cleo", "Dan"]


def test_partners_change_seats():
    match = make_match(game="maverick")
    shown = seats_form(match).press("Play on like this", player=["Cleo", "Ben", "Ada", "Dan"])
    assert "Cleo plays for Ada and Ada plays for Cleo" in shown.text
    assert f"changed seats in match {match.pk}: Cleo plays for Ada" in Browser().open("/devices/log/").text


def test_a_match_leads_to_joining_and_leaving_and_to_the_next():
    match = seated(make_match(1), Ada="Eve")
    page = seats_form(match)
    assert {f"/matches/{match.pk}/joining/", f"/matches/{match.pk}/leaving/"} <= {*page.links}
    assert f"/matches/{match.pk}/end/" in page.links
    [begin] = [link for link in page.links if "new" in link]
    setup = Browser().open(begin)
    assert player_fields(setup, "setup") == ["Eve", "Ben", "Cleo", "Dan"]


def test_who_played_a_hand_is_put_right_afterwards_and_undone():
    match = make_match(3)
    before = snapshot(match)
    saved = seats_form(match, 2).press("Save", player=["Ada", "Eve", "Cleo", "Dan"])
    assert saved.status == 200
    assert played_by(match) == {2: {"Ben": "Eve"}}
    assert snapshot(match) == before
    page = Browser().open(f"/matches/{match.pk}/history/")
    assert "Who played hand 2" in page.text
    assert "Eve plays for Ben" in page.text
    page.press("Undo")
    assert played_by(match) == {}
    assert "Everybody plays in their own seat" in Browser().open(f"/matches/{match.pk}/history/").text


def test_a_change_of_who_played_leaves_a_correction_that_is_being_typed():
    match = make_match(3)
    keep_draft(match, {"bids-0": "2"}, EntryMode.CORRECT, 2)
    recording.change_stand_ins(match, 2, stand_ins.find_stand_ins(match, ["Eve"]), entry(match))
    assert [*match.answers.values_list("question", "text")] == [("bids-0", "2")]


def test_seats_that_somebody_changed_meanwhile_are_shown_first():
    match = make_match(3)
    form = seats_form(match, 2)
    recording.change_stand_ins(match, 2, stand_ins.find_stand_ins(match, ["Eve"]), entry(match))
    refused = form.press("Save", player=["Ada", "Fred", "Cleo", "Dan"])
    assert refused.status == 409
    assert played_by(match) == {2: {"Ada": "Eve"}}
    refused.press("Save", player=["Eve", "Fred", "Cleo", "Dan"])
    assert played_by(match) == {2: {"Ada": "Eve", "Ben": "Fred"}}


@cases("written", [["Ada", "Fred", "Cleo", "Dan"], ["Ada", "Fred", "Fred", "Dan"]])
def test_an_old_page_of_the_seats_does_not_take_back_a_newer_change(written):
    match = make_match(1)
    form = seats_form(match)
    seated(match, Ada="Eve")
    refused = form.press("Play on like this", player=written)
    assert refused.status == 409
    assert "These sit there now: Eve, Ben, Cleo, Dan" in refused.text
    assert player_fields(refused) == ["Eve", *written[1:]]
    assert sitting(match) == {"Ada": "Eve"}


def test_what_an_old_page_of_the_seats_changed_is_saved_once_it_was_shown_again():
    match = make_match(1)
    form = seats_form(match)
    seated(match, Ada="Eve")
    form.press("Play on like this", player=["Ada", "Fred", "Cleo", "Dan"]).press("Play on like this")
    form.press("Play on like this", player=["Eve", "Fred", "Cleo", "Dan"])
    assert sitting(match) == {"Ada": "Eve", "Ben": "Fred"}


@pytest.mark.parametrize(("number", "button"), [(None, "Play on like this"), (1, "Save")])
def test_a_name_that_changed_meanwhile_does_not_become_a_stand_in(number, button):
    match = make_match(1)
    form, ada = seats_form(match, number), Player.objects.get(name="Ada")
    players.change_player(ada, "Adele", ada.mark, archived=False)
    refused = form.press(button, player=["Ada", "Eve", "Cleo", "Dan"])
    assert refused.status == 409
    assert "These sit there now: Adele, Ben, Cleo, Dan" in refused.text
    assert player_fields(refused) == ["Adele", "Eve", "Cleo", "Dan"]
    assert not Player.objects.filter(name="Ada").exists()


def test_of_two_changes_of_the_seats_at_once_the_second_is_refused():
    match = make_match(1)
    seated(match, Ada="Eve")
    with pytest.raises(VersionConflict):
        recording.seat(match, stand_ins.find_stand_ins(match, ["Gus"]), entry(match))


def test_a_form_of_seats_is_about_its_hand_whatever_its_number():
    match = six_rounds(2)
    form = seats_form(match, 1)
    recording.insert(match, 1, match.round_facts[0], entry(match))
    recording.change_stand_ins(match, 2, stand_ins.find_stand_ins(match, ["Eve"]), entry(match))
    refused = form.press("Save", player=["Fred"])
    assert refused.status == 409
    assert "Who played round 2?" in refused.text
    refused.press("Save", player=["Fred"])
    assert played_by(match) == {2: {"Ada": "Fred"}}
    match = reload(match)
    recording.delete_round(match, 2, entry(match))
    gone = form.press("Save", player=["Gus"])
    assert gone.status == 409
    assert "Gus" in gone.text


def test_a_stand_in_goes_with_the_hand_when_it_is_moved_deleted_or_taken_back():
    match = six_rounds(3)
    recording.change_stand_ins(match, 2, stand_ins.find_stand_ins(match, ["Eve"]), entry(match))
    recording.insert(match, 1, match.round_facts[0], entry(match))
    assert played_by(match) == {3: {"Ada": "Eve"}}
    deleted = recording.delete_round(match, 3, entry(match))
    assert played_by(match) == {}
    recording.undo(match, deleted, entry(match))
    assert played_by(match) == {3: {"Ada": "Eve"}}


def test_a_hand_taken_back_and_put_back_has_its_stand_in_again():
    match = seated(six_rounds(1), Ada="Eve")
    recording.play(match, read(suits(0, 0, 0, 0, 0, 1), match.game.facts), entry(match))
    match = seated(match)
    undone = taken_back(match)
    match = reload(match)
    assert played_by(match) == {}
    recording.undo(match, undone, entry(match))
    assert played_by(match) == {2: {"Ada": "Eve"}}


def test_a_hand_taken_back_is_entered_again_for_who_played_it_and_only_that_one():
    match = seated(hand(seated(make_match(1), Ada="Eve"), 1, 0, 0, 0), Ben="Fred")
    taken_back(match)
    assert "Eve plays for Ada" in page_of(match)
    assert "Fred" not in page_of(match)
    hand(match, 2, 0, 0, 0)
    assert played_by(match) == {2: {"Ada": "Eve"}}
    assert "Fred plays for Ben" in page_of(match)
    hand(match, 1, 0, 0, 0)
    assert played_by(match) == {2: {"Ada": "Eve"}, 3: {"Ben": "Fred"}}


def test_seats_changed_while_a_hand_is_taken_back_count():
    match = seated(hand(seated(make_match(1), Ada="Eve"), 1, 0, 0, 0))
    taken_back(match)
    seats_form(match).press("Play on like this", player=["Ada", "Ben", "Cleo", "Gus"])
    hand(hand(match, 2, 0, 0, 0), 1, 0, 0, 0)
    assert played_by(match) == {2: {"Dan": "Gus"}, 3: {"Dan": "Gus"}}


def test_two_hands_taken_back_are_played_by_whom_they_were():
    match = hand(seated(hand(seated(make_match(1), Ada="Eve"), 1, 0, 0, 0), Ben="Fred"), 1, 0, 0, 0)
    match = seated(match, Cleo="Gus")
    taken_back(match)
    recording.undo(reload(match), match.entries.filter(action="play")[1], entry(reload(match)))
    assert sitting(match) == {"Ada": "Eve"}
    match = hand(match, 2, 0, 0, 0)
    recording.note_round(match, 1, "Ada was late", entry(match))
    hand(hand(match, 2, 0, 0, 0), 2, 0, 0, 0)
    assert played_by(match) == {2: {"Ada": "Eve"}, 3: {"Ben": "Fred"}, 4: {"Cleo": "Gus"}}


def test_a_hand_put_back_leaves_the_seats_as_they_were_before_it_was_taken_back():
    match = seated(hand(seated(make_match(1), Ada="Eve"), 1, 0, 0, 0), Ben="Fred")
    undone = taken_back(match)
    recording.undo(reload(match), undone, entry(reload(match)))
    assert (played_by(match), sitting(match)) == ({2: {"Ada": "Eve"}}, {"Ben": "Fred"})
    undone = taken_back(match)
    seated(match, Cleo="Gus")
    recording.undo(reload(match), undone, entry(reload(match)))
    assert (played_by(match), sitting(match)) == ({2: {"Ada": "Eve"}}, {"Cleo": "Gus"})


def test_a_hand_that_another_one_replaces_is_no_longer_played_again():
    match = seated(hand(seated(make_match(1), Ada="Eve"), 1, 0, 0, 0))
    taken_back(match)
    match = hand(match, 2, 0, 0, 0)
    recording.delete_round(match, 2, entry(match))
    hand(seated(match, Ada="Eve"), 2, 0, 0, 0)
    assert sitting(match) == {"Ada": "Eve"}


def test_only_a_last_hand_that_is_taken_back_or_put_back_changes_who_sits_there():
    match = seated(hand(seated(make_match(1), Ada="Eve"), 0, 0, 0, 0))
    deleted = recording.delete_round(match, 2, entry(match))
    kept = recording.undo(reload(match), deleted, entry(reload(match)))
    recording.undo(reload(match), kept, entry(reload(match)))
    assert sitting(match) == {}

    match = seated(six_rounds(1), Ada="Eve")
    facts = match.round_facts[0]
    recording.play(match, facts, entry(match))
    undone = taken_back(seated(match))
    match = reload(match)
    recording.play(match, facts, entry(match))
    match = seated(match, Ada="Eve")
    recording.undo(match, undone, entry(match))
    assert (len(match.round_facts), sitting(match)) == (3, {"Ada": "Eve"})
    match = seated(match)
    recording.undo(match, match.entries.filter(undoes=undone).get(), entry(match))
    assert (len(match.round_facts), sitting(match)) == (2, {})


def test_seats_that_another_phone_changes_while_a_hand_is_taken_back_are_not_lost():
    match = seated(hand(seated(make_match(1), Ada="Eve"), 0, 0, 0, 0))
    played = match.entries.filter(action="play").first()
    assert stand_ins.current_stand_ins(match) == {}
    seated(match, Ben="Fred")
    with pytest.raises(VersionConflict):
        recording.undo(match, played, entry(match))
    assert (len(reload(match).round_facts), sitting(match)) == (2, {"Ben": "Fred"})


def test_a_correction_a_note_and_the_seats_are_undone_each_for_itself():
    match = six_rounds(2)
    changed = recording.change_stand_ins(match, 2, stand_ins.find_stand_ins(match, ["Eve"]), entry(match))
    corrected = recording.correct(match, 2, read(suits(2, 2, 2, 2, 2, 1), match.game.facts), entry(match))
    recording.note_round(match, 2, "Eve was lucky", entry(match))
    recording.undo(match, corrected, entry(match))
    assert (played_by(match), match.round_list[1].note) == ({2: {"Ada": "Eve"}}, "Eve was lucky")
    recording.undo(match, changed, entry(match))
    assert (played_by(match), match.round_list[1].note) == ({}, "Eve was lucky")


def test_stand_ins_are_said_with_the_reasons_in_the_review_and_in_the_spreadsheet():
    match = make_match(1)
    match = hand(hand(seated(match, Ada="Eve"), 0, 0, 0, 0), 0, 0, 0, 0)
    assert "Eve plays for Ada ." in Browser().open(f"/matches/{match.pk}/rounds/2/sides/0/").text
    assert "plays for" not in Browser().open(f"/matches/{match.pk}/rounds/1/sides/0/").text
    match = hand(seated(hand(seated(match, Ben="Fred"), 0, 0, 0, 0), Ada="Eve"), 0, 0, 0, 0)
    in_order = "Hands 2–3: Eve plays for Ada Hand 4: Fred plays for Ben Hand 5: Eve plays for Ada"
    assert in_order in Browser().open(f"/matches/{match.pk}/review/").text
    csv = "".join(csv_chunks(TABLES["rounds"], match.club)).removeprefix("\ufeff")
    rows = [(row["round"], row["side"], row["played by"]) for row in DictReader(StringIO(csv, newline=""))]
    assert rows[:2] + rows[4:6] == [("1", "Ada", "Ada"), ("1", "Ben", "Ben"), ("2", "Ada", "Eve"), ("2", "Ben", "Ben")]


def test_the_deeds_of_a_stand_in_have_their_name():
    match = make_match()
    for _ in range(6):
        match = hand(seated(match, Ada="Eve"), 0, 0, 0, 0)
    deeds = [one for one in match_highlights([match])[match.pk] if one.side == 0]
    assert deeds
    assert {one.name for one in deeds} == {"Eve"}


def test_stand_ins_travel_in_the_scoresheet():
    match = hand(seated(make_match(1), Ada="Eve"), 0, 0, 0, 0)
    match = hand(match, 0, 0, 0, 0)
    sheet = load(dump(sheet_of(reload(match))))
    assert [(one.round, one.seat, one.name) for one in sheet.stand_ins] == [(number, 0, "Eve") for number in (2, 3, 4)]
    imported = import_sheet(Club.objects.create(name="Other"), sheet)
    assert played_by(imported) == {2: {"Ada": "Eve"}, 3: {"Ada": "Eve"}}
    assert [seat.stand_in and seat.stand_in.name for seat in reload(imported).seat_list] == ["Eve", None, None, None]
    assert dump(sheet_of(reload(imported))) == dump(sheet)


def test_who_would_play_the_next_hand_of_a_match_that_is_over_is_in_no_file():
    match = seated(make_match(1), Ada="Eve")
    recording.finish(match, entry(match))
    assert sheet_of(reload(match)).stand_ins == []


def test_a_club_file_with_other_names_of_stand_ins_and_players_keeps_who_played():
    match = hand(seated(make_match(1), Ada="Eva"), 0, 0, 0, 0)
    other = Club.objects.create(name="Other")
    for principal, name in (("Adah", "Ada"), ("Eve", "Eva")):
        same_as = Player.objects.create(club=other, name=principal)
        Player.objects.create(club=other, name=name, same_as=same_as)
    ClubImport(other, open_file("".join(club_file(match.club)).encode())).write()
    assert played_by(other.matches.get()) == {2: {"Adah": "Eve"}}


def test_stand_ins_survive_the_club_file():
    match = hand(seated(make_match(1), Ada="Eve", Ben="Fred"), 0, 0, 0, 0)
    other = Club.objects.create(name="Other")
    ClubImport(other, open_file("".join(club_file(match.club)).encode())).write()
    assert played_by(other.matches.get()) == {2: {"Ada": "Eve", "Ben": "Fred"}}
    assert sheet_of(other.matches.get()).stand_ins == sheet_of(reload(match)).stand_ins


def test_a_stand_in_who_is_the_player_of_the_seat_in_this_club_is_none():
    match = hand(seated(make_match(1), Ada="Eve"), 0, 0, 0, 0)
    other = Club.objects.create(name="Other")
    Player.objects.create(club=other, name="Eve", same_as=Player.objects.create(club=other, name="Ada"))
    ClubImport(other, open_file("".join(club_file(match.club)).encode())).write()
    assert played_by(other.matches.get()) == {}


def test_merging_players_takes_what_they_played_for_others_along():
    match = hand(seated(make_match(1), Ada="Eva"), 0, 0, 0, 0)
    other = make_match(1, ("Eve", "Ben", "Cleo"))
    eve, eva = Player.objects.get(name="Eve"), Player.objects.get(name="Eva")
    assert figures("Eve")[0] == (1, 1)
    merge = players.merge_players(eve, eva)
    assert played_by(match) == {2: {"Ada": "Eve"}}
    assert reload(match).seat_list[0].stand_in == eve
    assert figures("Eve")[0] == (2, 2)
    players.unmerge_players(merge)
    assert played_by(match) == {2: {"Ada": "Eva"}}
    assert reload(match).seat_list[0].stand_in == eva
    assert figures("Eve")[0] == (1, 1)
    assert other.pk


def test_a_correction_before_a_merge_of_the_stand_in_is_undone_as_a_correction():
    match = six_rounds(2)
    seating = recording.change_stand_ins(match, 2, stand_ins.find_stand_ins(match, ["Eva"]), entry(match))
    old = match.round_facts[1]
    corrected = recording.correct(match, 2, read(suits(2, 2, 2, 2, 2, 1), match.game.facts), entry(match))
    make_match(1, ("Eve", "Ben", "Cleo"))
    players.merge_players(Player.objects.get(name="Eve"), Player.objects.get(name="Eva"))
    match = reload(match)
    text = Browser().open(f"/matches/{match.pk}/history/").text
    assert text.count("Who played round 2") == 1
    assert text.count("Eve plays for Ada") == 1
    recording.undo(match, match.entries.get(pk=corrected.pk), entry(match))
    assert (reload(match).round_facts[1], played_by(match)) == (old, {2: {"Ada": "Eve"}})
    match = reload(match)
    recording.undo(match, match.entries.get(pk=seating.pk), entry(match))
    assert played_by(match) == {}


def test_a_correction_between_a_merge_and_its_undoing_is_undone_as_a_correction():
    match = six_rounds(2)
    recording.change_stand_ins(match, 2, stand_ins.find_stand_ins(match, ["Eva"]), entry(match))
    make_match(1, ("Eve", "Ben", "Cleo"))
    merge = players.merge_players(Player.objects.get(name="Eve"), Player.objects.get(name="Eva"))
    match = reload(match)
    old = match.round_facts[1]
    corrected = recording.correct(match, 2, read(suits(2, 2, 2, 2, 2, 1), match.game.facts), entry(match))
    players.unmerge_players(merge)
    match = reload(match)
    assert Browser().open(f"/matches/{match.pk}/history/").text.count("Who played round 2") == 1
    recording.undo(match, match.entries.get(pk=corrected.pk), entry(match))
    assert (reload(match).round_facts[1], played_by(match)) == (old, {2: {"Ada": "Eva"}})


@pytest.mark.parametrize("has_played", [False, True])
def test_a_stand_in_and_a_player_of_the_same_match_are_two_people(has_played):
    match = seated(make_match(1), Ada="Eve")
    match = seated(hand(match, 0, 0, 0, 0)) if has_played else match
    with pytest.raises(Impossible, match="at the same table"):
        players.merge_players(match.seat_list[1].player, Player.objects.get(name="Eve"))


def test_a_taken_back_hand_comes_back_with_the_player_whom_a_stand_in_was_merged_into():
    match = seated(six_rounds(1), Ada="Eva")
    recording.play(match, read(suits(0, 0, 0, 0, 0, 1), match.game.facts), entry(match))
    undone = recording.undo(match, match.entries.get(number=2), entry(match))
    make_match(1, ("Eve", "Ben", "Cleo"))
    players.merge_players(Player.objects.get(name="Eve"), Player.objects.get(name="Eva"))
    match = reload(match)
    recording.undo(match, match.entries.get(pk=undone.pk), entry(match))
    assert played_by(match) == {2: {"Ada": "Eve"}}


def test_a_hand_of_a_stand_in_who_is_a_player_of_the_match_by_now_does_not_come_back():
    match = seated(six_rounds(1), Ada="Eva")
    recording.play(match, match.round_facts[0], entry(match))
    match = seated(match)
    recording.delete_round(match, 2, entry(match))
    merge = players.merge_players(Player.objects.get(name="Ben"), Player.objects.get(name="Eva"))
    history = Browser().open(f"/matches/{match.pk}/history/")
    refused = history.press("Undo")
    assert refused.status == 422
    assert "Ben has points of their own here, so they cannot play for Ada: undo the merge" in refused.text
    assert played_by(match) == {}
    players.unmerge_players(merge)
    history.press("Undo")
    assert played_by(match) == {2: {"Ada": "Eva"}}


def test_a_hand_is_entered_again_although_who_played_on_was_merged_into_a_player():
    match = seated(hand(seated(make_match(1), Ada="Eve"), 0, 0, 0, 0), Ada="Bennie")
    taken_back(match)
    players.merge_players(Player.objects.get(name="Ben"), Player.objects.get(name="Bennie"))
    hand(match, 0, 0, 0, 0)
    assert (played_by(match), sitting(match)) == ({2: {"Ada": "Eve"}}, {"Ada": "Eve"})


def test_a_hand_of_a_stand_in_who_is_the_player_of_the_seat_by_now_is_theirs():
    match = seated(six_rounds(1), Ada="Eva")
    recording.play(match, match.round_facts[0], entry(match))
    match = seated(match)
    recording.delete_round(match, 2, entry(match))
    players.merge_players(Player.objects.get(name="Ada"), Player.objects.get(name="Eva"))
    Browser().open(f"/matches/{match.pk}/history/").press("Undo")
    assert len(reload(match).round_facts) == 2
    assert played_by(match) == {}


def test_the_own_phone_of_a_stand_in_shows_the_seat():
    match = make_match(names=("Ada", "Ben", "Cleo"))
    Player.objects.create(club=match.club, name="Eve")
    match.keep_in_the_middle(Phone(match, "Cleo").device)
    eve, ada = Phone(match, "Eve"), Phone(match, "Ada")
    assert "data-own" not in eve.page()
    assert "data-own" in ada.page()
    seated(match, Ada="Eve")
    assert "data-own" in eve.page()
    assert "data-own" not in ada.page()


def test_a_phone_that_knows_no_player_is_asked_whether_it_is_that_of_a_stand_in():
    match = seated(make_match(names=("Ada", "Ben", "Cleo")), Ada="Eve")
    page = Browser().open(f"/matches/{match.pk}/")
    _, _, asked = page.text.partition("Whose phone is this?")
    assert asked.split()[:3] == ["Eve", "Ben", "Cleo"]


def test_a_bid_in_the_middle_is_hidden_while_the_phone_of_a_stand_in_is_at_the_table():
    match = make_match(names=("Ada", "Ben", "Cleo"), game="skull-king")
    ada = Phone(match, "Ada")
    match.keep_in_the_middle(ada.device)
    seated(match, Ben="Eve")
    Phone(match, "Eve").page()
    ada.enter(bids_0="1")
    assert "bids-0" not in draft_of(match)


def test_other_phones_hear_of_a_change_of_seats():
    match = make_match(1)
    seen = live_fingerprint(reload(match))
    assert live_fingerprint(seated(match, Ada="Eve")) != seen


def test_an_archived_player_who_stands_in_is_among_the_players_again():
    match = make_match(1)
    eve = Player.objects.create(club=match.club, name="Eve", archived=True)
    seated(match, Ada="Eve")
    eve.refresh_from_db()
    assert not eve.archived
    assert eve.last_played


def test_a_viewer_changes_no_seats():
    match = make_match(1)
    viewer = member(role=Role.VIEWER)
    assert viewer.get(f"/matches/{match.pk}/seats/").status_code == 403
    assert f"/matches/{match.pk}/seats/" not in viewer.get(f"/matches/{match.pk}/").content.decode()


def test_the_seats_of_a_match_that_is_over_lead_to_its_result():
    match = make_match(1)
    recording.finish(match, entry(match))
    assert "Who plays now?" not in seats_form(match).text
