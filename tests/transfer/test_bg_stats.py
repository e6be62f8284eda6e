"""An export of BG Stats comes in: each play as a match, or it is named with the reason why it stays behind."""

import json
from datetime import timedelta
from uuid import UUID

import pytest

from scorekeeper import limits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.models import Match
from scorekeeper.transfer.bg_stats import read_rounds
from scorekeeper.transfer.bg_stats_import import open_export
from tests.cases import cases
from tests.transfer.club_files import client, export, import_file, upload
from tests.transfer.test_import_refused import refusal_on, row_counts

pytestmark = pytest.mark.django_db

PEOPLE = ("Ada", "Ben", "Cleo", "Dirk")
KEY = "5b1f7a52-3f0c-4a5e-9d0b-0d7a4c9e6f10"


def make_play(*scores, winners=(0,), **more):
    """A play of game 1, in the form of the file; each player also with what a match has no place for."""
    rows = [
        {"playerRefId": at + 1, "score": score, "winner": at in winners, "rank": 0, "newPlayer": False}
        for at, score in enumerate(scores)
    ]
    return {
        "uuid": KEY, "playDate": "2025-03-07 20:30:00", "durationMin": 45, "gameRefId": 1, "locationRefId": 1,
        "usesTeams": False, "ignored": False, "rating": 0, "playerScores": rows,
    } | more  # fmt: skip


def make_export(*plays, **more):
    return {
        "games": [
            {"id": 1, "name": "Tower of Cards", "cooperative": False, "highestWins": True, "copies": [{"year": 0}]},
            {"id": 2, "name": "Low Road", "cooperative": False, "highestWins": False},
            {"id": 3, "name": "All or None", "cooperative": True, "highestWins": True},
        ],
        "players": [
            *({"id": number, "name": name, "isAnonymous": False} for number, name in enumerate(PEOPLE, 1)),
            {"id": 9, "name": "Anonymous player", "isAnonymous": True},
        ],
        "locations": [{"id": 1, "name": "At Ben’s"}, {"id": 2, "name": "The Anchor"}],
        "plays": list(plays),
        "userInfo": {"meRefId": 1},
    } | more  # fmt: skip


def left_behind(*plays, **more):
    return dict(open_export(Club.get_default(), json.dumps(make_export(*plays, **more)).encode()).left_behind)


def imported(play, **more):
    """The match that a play became: its seats as name, total and whether they won."""
    import_file(make_export(play, **more))
    match = Match.objects.with_seats().get()
    return match, [(seat.player.name, seat.total, seat.won) for seat in match.seat_list]


def test_a_play_becomes_a_match_with_its_time_place_and_notes():
    Club.get_default()
    Club.objects.update(zone="Europe/Vienna")
    play = make_play("31", "23", "23", comments="Late again\n", board="Night side", uuid=KEY)
    play["playerScores"][1] |= {"role": "Builder", "startPlayer": True}

    match, seats = imported(play)

    assert seats == [("Ada", 31, True), ("Ben", 23, False), ("Cleo", 23, False)]
    assert (match.game_key, match.key, match.house_rules) == ("any-game:Tower of Cards", UUID(KEY), {})
    assert match.started.isoformat() == "2025-03-07T19:30:00+00:00"
    assert match.ended - match.started == timedelta(minutes=45)
    assert match.finished
    assert match.first_dealer == 1
    assert match.notes == "Night side\nLate again\nBen: Builder\n45 min"
    night = NightNotes.objects.get()
    assert (night.night_date, night.place) == (match.night_date, "At Ben’s")


ROUNDS = {
    "plain totals": (["12", "7"], 0, [(12, 7)]),
    "rounds": (["23+0+76", "5+10-3"], 0, [(23, 5), (0, 10), (76, -3)]),
    "fewer rounds": (["23+0+76", "20+4"], 0, [(23, 20), (0, 4), (76, 0)]),
    "a sum among totals": (["31+3+1", "41"], 0, [(35, 41)]),
    "counting down": (["66-11-12", "66-0-30"], 66, [(-11, 0), (-12, -30)]),
    "the first result written": (["66-11-12", "66-0-30", "42-7"], 66, [(-11, 0, -24), (-12, -30, -7)]),
    "parts taken away": (["24-12", "43-15"], 0, [(24, 43), (-12, -15)]),
    "below zero": (["-4-6", "-4+2"], 0, [(-4, -4), (-6, 2)]),
    "alone": (["20+16"], 0, [(20,), (16,)]),
}


@cases("scores, starts_at, rounds", ROUNDS.values())
def test_scores_are_read_as_rounds(scores, starts_at, rounds):
    assert read_rounds(scores) == (starts_at, rounds)


def test_rounds_and_the_number_at_the_beginning_come_in():
    match, seats = imported(make_play("66-11-12", "66 − 0 − 30"))

    assert match.house_rules == {"starts_at": 66}
    assert [facts.points for facts in match.round_facts] == [(-11, 0), (-12, -30)]
    assert seats == [("Ada", 43, True), ("Ben", 36, False)]


def test_how_a_total_was_added_up_is_noted():
    match, seats = imported(make_play("31+3+1", "30"))

    assert seats[0] == ("Ada", 35, True)
    assert match.notes == "Ada: 31+3+1\n45 min"


def test_the_fewest_points_win_where_the_game_says_so():
    match, seats = imported(make_play("4", "9", gameRefId=2))

    assert match.house_rules == {"wins": "fewest"}
    assert seats == [("Ada", 4, True), ("Ben", 9, False)]


# The scores, who is marked as a winner, and what comes in: who won, by seat, and the notes before the playing time.
WON_AND_LOST = {
    "without points": (make_play(None, ""), [True, False], []),
    "some have points": (make_play("3", ""), [True, False], ["Ada: 3"]),
    "halves": (make_play("4.5", 2), [True, False], ["Ada: 4.5", "Ben: 2"]),
    "words": (make_play("out", "late", winners=(0, 1)), [True, True], ["Ada: out", "Ben: late"]),
    "nobody": (make_play(None, None, winners=()), [False, False], []),
    "all together": (
        make_play("5", "5", gameRefId=3, winners=(0, 1), usesTeams=True),
        [True, True],
        ["Ada: 5", "Ben: 5"],
    ),
    "all together lost": (make_play("", "", gameRefId=3, winners=()), [False, False], []),
}


@cases("play, won, notes", WON_AND_LOST.values())
def test_a_play_without_points_comes_in_as_who_won(play, won, notes):
    Match.everything.all().delete()
    match, seats = imported(play)

    assert match.house_rules == {"wins": "named", "ends": {"rounds": 1}}
    assert (match.finished, match.decided) == (True, None)
    assert [(total, has_won) for _, total, has_won in seats] == [(int(has_won), has_won) for has_won in won]
    assert match.notes.splitlines() == [*notes, "45 min"]


@cases(
    "scores, marked, places",
    [(("2", "3"), (0,), [1, 2]), (("3", "3"), (1,), [2, 1]), (("3", "2"), (), [1, 2])],
)
def test_a_winner_by_hand_stays_the_winner(scores, marked, places):
    Match.everything.all().delete()
    match, seats = imported(make_play(*scores, winners=marked))

    assert [(total, won) for _, total, won in seats] == [(int(score), at in marked) for at, score in enumerate(scores)]
    assert [seat.place for seat in match.seat_list] == places
    assert (match.decision.winners, match.decision.why) == (marked, "as BG Stats has it")
    again = json.loads(export())["matches"][0]
    assert again["decided"] == {"winners": list(marked), "why": "as BG Stats has it"}


def test_teams_that_no_table_seats_play_alone_and_are_noted():
    play = make_play("9", "9", "7", winners=(0, 1), usesTeams=True)
    for row, team in zip(play["playerScores"], ("1", "1", 2), strict=True):
        row["team"] = team

    match, seats = imported(play)

    assert match.house_rules == {}
    assert seats == [("Ada", 9, True), ("Ben", 9, True), ("Cleo", 7, False)]
    assert match.notes.splitlines() == ["Ada: team 1", "Ben: team 1", "Cleo: team 2", "45 min"]


def test_teams_of_one_size_sit_opposite_each_other():
    play = make_play("10", "10", "7", "7", winners=(0, 1), usesTeams=True)
    for row, team in zip(play["playerScores"], ("1", "1", "2", "2"), strict=True):
        row["team"] = team

    match, seats = imported(play)

    assert match.house_rules == {"side_size": 2}
    assert seats == [("Ada", 10, True), ("Cleo", 7, False), ("Ben", 10, True), ("Dirk", 7, False)]
    assert match.notes == "45 min"


def test_the_same_file_twice_adds_nothing():
    content = make_export(make_play("3", "2"), make_play("5", "4", uuid="not a UUID"), make_play("7", "6", uuid=None))
    assert "3 new matches" in import_file(content).text
    before = export()

    page = upload(content)

    assert "No new matches" in page.text
    assert "There is nothing to import" in page.text
    assert export() == before


def test_a_byte_order_mark_is_no_hindrance():
    content = json.dumps(make_export(make_play("3", "2"))).encode("utf-8-sig")

    assert "1 new match" in import_file(content).text


def test_what_came_in_goes_out_in_the_club_file():
    import_file(make_export(make_play("23+0", "5+10", comments="x")))

    assert json.loads(export())["matches"][0]["rounds"] == [{"points": [23, 5]}, {"points": [0, 10]}]


def test_the_preview_names_known_players_look_alikes_and_what_stays_behind():
    Player.objects.bulk_create(Player(club=Club.get_default(), name=name, mark=0) for name in ("Ada", "ben"))

    page = upload(make_export(make_play("3", "2"), make_play("3", "2", uuid="2", gameRefId=2, ignored=True)))

    assert "Already here: Ada" in page.text
    assert "Ben looks like ben" in page.text
    assert "1 play stays behind" in page.text
    assert "1: marked in BG Stats as a play that does not count" in page.text
    assert "Low Road, 7 March 2025" in page.text


def test_the_place_is_a_note_where_the_night_cannot_tell_it():
    club = Club.get_default()
    NightNotes.objects.create(club=club, night_date="2025-03-08", note="ours")
    dates = {"a": ("2025-03-07", 1), "b": ("2025-03-07", 2), "c": ("2025-03-08", 1)}

    import_file(
        make_export(
            *(
                make_play("3", "2", uuid=uuid, playDate=f"{day} 20:00:00", locationRefId=place, durationMin=0)
                for uuid, (day, place) in dates.items()
            )
        )
    )

    assert [match.notes for match in Match.objects.order_by("pk")] == ["At At Ben’s", "At The Anchor", "At At Ben’s"]
    assert NightNotes.objects.get().note == "ours"


def test_long_names_of_games_are_cut_and_similar_ones_are_one_game():
    long = "The Extraordinarily Long Voyage of the Card Players / Second Edition"
    games = [{"id": 1, "name": "6 NIMMT!"}, {"id": 2, "name": long}]

    import_file(make_export(make_play("3", "2"), make_play("5", "4", uuid="b", gameRefId=2), games=games))

    known, cut = Match.objects.order_by("pk")
    assert known.game_key == "any-game:6 nimmt!"
    assert cut.game_key == "any-game:The Extraordinarily Long Voyage of the…"
    assert cut.notes.splitlines()[0] == long


def changed(play, at, **facts):
    play["playerScores"][at] |= facts
    return play


LEFT_BEHIND = {
    "ignored": (make_play("3", "2", ignored=True), "marked in BG Stats as a play that does not count"),
    "a nameless player": (changed(make_play("3", "2"), 1, playerRefId=9), "one of its players has no name"),
    "too many points": (make_play("100000", "2"), "at most 99,999 points"),
    "too many players": (
        make_play(*range(14)) | {"playerScores": [{"playerRefId": n, "score": n} for n in range(20, 34)]},
        "is for 1 to 13 players",
    ),
    # Broken files.
    "no players": (make_play(), "nobody is named who played it"),
    "a dangling player": (changed(make_play("3", "2"), 1, playerRefId=77), "one of its players is not in the file"),
    "a dangling game": (make_play("3", "2", gameRefId=77), "its game is not in the file"),
    "a player twice": (changed(make_play("3", "2"), 1, playerRefId=1), "Ada sits at two places"),
    "no date": ({k: v for k, v in make_play("3", "2").items() if k != "playDate"}, "enter what was left out"),
    "a wrong date": (make_play("3", "2", playDate="yesterday"), "its date cannot be read"),
    "the first day": (make_play("3", "2", playDate="0001-01-01"), "enter a date and a time"),
    "after the last day": (make_play("3", "2", playDate="9999-12-31 23:59:00"), "its date cannot be read"),
    "no scores": (make_play("3", "2", playerScores=None), "several values in brackets, not nothing"),
    "a score that is a list": (make_play([3], "2"), "enter "),
    "a play that is a text": ("3:2", "cannot be read: enter named values in braces, not a text"),
    "an endless score": (make_play("1+" * 5000 + "1", "2"), "at most"),
    "more rounds than a match": (make_play("+1" * 600, "+1" * 600, winners=(0, 1)), "at most 500 rounds"),
    "a long number": (make_play("9" * 300, "2"), "a number with 300 digits"),
    "a negative time": (make_play("3", "2", durationMin=-5), "enter at least 0"),
    "a long note": (make_play("3", "2", comments="x" * 20_000), "10,000 is the most"),
    "NUL": (make_play("3", "2", comments="\0"), "a character that cannot be kept"),
    "nested": (make_play("3", "2", comments=json.loads("[" * 50 + "]" * 50)), "nested too deeply"),
    "an id that is a list": (make_play("3", "2", gameRefId=[1]), "enter "),
}


@cases("play, reason", LEFT_BEHIND.values())
def test_a_play_that_stays_behind_is_named_with_its_reason(play, reason):
    players = [*make_export()["players"], *({"id": number, "name": f"P{number}"} for number in range(20, 34))]

    [(told, plays)] = left_behind(play, players=players).items()

    assert reason in told
    assert len(plays) == 1


def test_unreadable_games_players_and_places_leave_only_their_plays_behind():
    found = left_behind(
        make_play("3", "2"), make_play("5", "4", uuid="b", gameRefId=2), make_play("7", "6", uuid="b2"),
        games=[{"id": 1, "name": "Fine"}, {"name": "without an id"}, 7, {"id": 2, "name": ["a"]}],
        players=[*make_export()["players"], None, {"id": "x"}], locations=["nowhere"],
    )  # fmt: skip

    assert found == {"its game is not in the file": ["play 2, 7 March 2025"]}


def test_merged_players_cannot_play_against_each_other():
    club = Club.get_default()
    ada = Player.objects.create(club=club, name="Ada", mark=0)
    Player.objects.create(club=club, name="Ben", mark=1, same_as=ada)

    assert left_behind(make_play("3", "2")) == {"Ada sits at two places": ["Tower of Cards, 7 March 2025"]}
    assert imported(changed(make_play("3", "2"), 0, playerRefId=3))[1] == [("Cleo", 3, True), ("Ada", 2, False)]


def test_a_play_that_is_in_the_file_twice_comes_in_once():
    assert left_behind(make_play("3", "2"), make_play("3", "2")) == {
        "in the file twice": ["Tower of Cards, 7 March 2025"]
    }


TEXT = json.dumps(make_export(make_play("3", "2"))).encode()
REFUSED = {
    "cut off": (TEXT[:-40], "this file was cut off: its end is missing"),
    "NaN": (TEXT.replace(b'"3"', b"NaN"), "this file is not JSON"),
    "not UTF-8": (TEXT.replace(b"Ada", b"\xff"), "this file is not UTF-8 text"),
    "plays by name": (json.dumps(make_export(plays={})).encode(), "several values in brackets, not named values"),
    "no games": (json.dumps({"plays": [], "players": []}).encode(), "enter what was left out (“games”"),
    "games that are nothing": (json.dumps(make_export(games=None)).encode(), "several values in brackets, not nothing"),
    "nesting": (TEXT.replace(b'"3"', b"[" * 10**6), "this file"),
}


@cases("content, error", REFUSED.values())
def test_a_broken_export_is_refused_in_one_line_and_leaves_nothing(content, error):
    page = upload(content)

    assert (page.status, row_counts()) == (422, [0] * 5)
    assert error in refusal_on(page)


def test_an_export_of_very_many_plays_is_refused_before_one_is_read(monkeypatch):
    monkeypatch.setattr(limits, "MAX_IMPORT_PLAYS", 2)

    page = upload(make_export(1, 2, 3))

    assert "this file has 3 plays, and 2 is the most" in page.text


def test_an_export_without_plays_that_can_come_in_imports_nothing():
    page = upload(make_export(make_play("3", "2", ignored=True)))

    assert "There is nothing to import" in page.text
    assert "This club has all" not in page.text
    assert client().get("/").status_code == 200
