"""Matches as plays of BG Stats, with the fields and types of two public exports: see bg_stats_file.py."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from games.core.scoresheet import load
from scorekeeper.clubs.models import Club
from scorekeeper.history.models import NightNotes
from scorekeeper.matches import recording
from scorekeeper.matches.models import Entry, Match
from scorekeeper.transfer.bg_stats_file import bg_stats_chunks
from tests.matches.factory import entry, import_sheet, make_match, reload, six_rounds
from tests.transfer.club_files import client, import_file, make_file, make_sheet, upload

pytestmark = pytest.mark.django_db

# The fields of our rows, with the types that they have in the public exports.
FORM = {
    "games": {
        "id": int, "uuid": str, "name": str, "modificationDate": str, "bggId": int, "bggName": str, "bggYear": int,
        "cooperative": bool, "highestWins": bool, "noPoints": bool, "usesTeams": bool, "minPlayerCount": int,
        "maxPlayerCount": int, "minPlayTime": int, "maxPlayTime": int, "minAge": int, "designers": str,
        "isBaseGame": int, "isExpansion": int, "rating": int, "preferredImage": int, "urlThumb": str, "urlImage": str,
        "metaData": str, "copies": list, "previouslyPlayedAmount": int,
    },
    "players": {
        "id": int, "uuid": str, "name": str, "modificationDate": str, "isAnonymous": bool, "bggUsername": str,
    },
    "locations": {"id": int, "uuid": str, "name": str, "modificationDate": str},
    "plays": {
        "uuid": str, "gameRefId": int, "playDate": str, "entryDate": str, "modificationDate": str, "durationMin": int,
        "ignored": bool, "comments": str, "usesTeams": bool, "manualWinner": bool, "rounds": int, "rating": int,
        "scoringSetting": int, "bggId": int, "importPlayId": int, "nemestatsId": int, "playImages": str,
        "expansionPlays": list, "playerScores": list, "locationRefId": int,
    },
    "playerScores": {
        "playerRefId": int, "score": str, "winner": bool, "rank": int, "seatOrder": int, "team": str,
        "startPlayer": bool, "newPlayer": bool,
    },
}  # fmt: skip
# One hand to 60 points: Ada and Cleo bid 7 tricks and take 8, Ben and Dan bid 5 and take them. Ada comes first.
PAIRS = {
    "scoresheet": 1, "game": "spades", "players": ["Ada", "Ben", "Cleo", "Dan"], "first_dealer": 3,
    "house_rules": {"target": 60}, "started": "2026-01-01T20:15:00+00:00", "ended": "2026-01-01T21:00:00+00:00",
    "rounds": [{"bids": [4, 3, 3, 2], "tricks": [5, 2, 3, 3]}],
}  # fmt: skip


def export():
    return json.loads("".join(bg_stats_chunks(Club.get_default())))


def scores(file, *fields):
    names = {player["id"]: player["name"] for player in file["players"]}
    (play,) = file["plays"]
    return {names[score["playerRefId"]]: tuple(score[field] for field in fields) for score in play["playerScores"]}


def test_partners_are_a_team_and_their_side_has_won():
    club = Club.get_default()
    Club.objects.update(zone="Europe/Vienna")
    match = import_sheet(club, load(json.dumps(PAIRS)))
    NightNotes.objects.create(club=match.club, night_date=match.night_date, place="At Ben’s")

    file = export()

    for name, form in FORM.items():
        rows = file[name] if name in file else [row for play in file["plays"] for row in play["playerScores"]]
        assert rows, name
        for row in rows:
            assert {field: type(value) for field, value in row.items()} == form, name
    assert scores(file, "score", "winner", "rank", "team", "startPlayer", "seatOrder") == {
        "Ada": ("71", True, 1, "1", True, 1), "Ben": ("50", False, 2, "2", False, 2),
        "Cleo": ("71", True, 1, "1", False, 3), "Dan": ("50", False, 2, "2", False, 4),
    }  # fmt: skip
    (play,), (game,), (place,) = file["plays"], file["games"], file["locations"]
    assert (play["uuid"], play["playDate"]) == (str(match.key), "2026-01-01 21:15:00")
    assert (play["gameRefId"], play["locationRefId"], place["name"]) == (game["id"], place["id"], "At Ben’s")
    assert (play["ignored"], play["usesTeams"], play["manualWinner"], play["durationMin"]) == (False, True, False, 0)
    assert (game["name"], game["highestWins"], game["minPlayerCount"]) == ("Spades", True, 2)
    assert export() == file == json.loads(client().get(f"/matches/{match.pk}/bg-stats/").content)
    assert json.loads(client().get("/transfer/bg-stats.json").getvalue()) == file


def test_a_match_of_the_fewest_points_has_its_winner_and_its_playing_time():
    match = six_rounds(6)
    started = datetime(2026, 1, 1, 20, tzinfo=UTC)
    Match.objects.update(started=started)
    for number, played in enumerate(Entry.objects.filter(round__isnull=False).order_by("pk"), 1):
        Entry.objects.filter(pk=played.pk).update(at=started + timedelta(minutes=5 * number))
    match = reload(match)

    file = export()

    assert file["plays"][0]["durationMin"] == 30
    assert (file["games"][0]["highestWins"], file["plays"][0]["usesTeams"]) == (False, False)
    expected = {seat.player.name: (str(seat.total), seat.won, "0") for seat in match.seat_list}
    assert scores(file, "score", "winner", "team") == expected
    assert min(int(score) for score, *_ in expected.values()) == int(next(s for s, won, _ in expected.values() if won))


def test_a_match_that_goes_on_is_left_out_and_a_stopped_one_is_ignored():
    match = make_match(2)
    assert [export()[name] for name in ("plays", "games", "players", "locations")] == [[], [], [], []]

    recording.finish(match, entry(match))

    file = export()
    assert file["plays"][0]["ignored"]
    assert file["plays"][0]["comments"].startswith("stopped after 2 hands")
    assert not any(won for (won,) in scores(file, "winner").values())
    assert "BG Stats file" in client().get(f"/matches/{match.pk}/").text


def test_many_matches_take_few_statements_and_the_same_player_has_one_id(django_assert_max_num_queries):
    starts = [f"2026-01-01T20:{number // 60:02}:{number % 60:02}+00:00" for number in range(250)]
    ends = {"ended": "2026-01-02T00:00:00+00:00"}
    import_file(make_file(*(make_sheet(started=started, rounds=number % 2 * 6 or 1, **ends)
                            for number, started in enumerate(starts))))  # fmt: skip
    with django_assert_max_num_queries(9 * 3 + 5):
        file = export()
    assert (len(file["plays"]), len(file["players"]), len(file["games"])) == (250, 3, 1)
    assert len({play["uuid"] for play in file["plays"]}) == 250
    assert sum(play["ignored"] for play in file["plays"]) == 125


def test_what_went_out_comes_in_again_with_its_winners():
    club, won = Club.get_default(), {"house_rules": {"wins": "named", "ends": {"rounds": 1}}}
    sheets = [
        *({**won, "rounds": [{"won": sides}]} for sides in ([1], [0, 1, 2], [])),
        {"rounds": [{"points": [3, 7, 7]}], "decided": {"winners": [2], "why": "fewer cards left"}},
        {"rounds": [{"points": [3, 7, 7]}], "decided": {"winners": []}},
    ]  # fmt: skip
    for number, sheet in enumerate(sheets):
        table = {"scoresheet": 1, "game": "any-game:Codenames", "players": ["Ada", "Ben", "Cleo"]}
        started, ended = f"2026-01-0{number + 1}T20:15:00+00:00", f"2026-01-0{number + 1}T21:15:00+00:00"
        import_sheet(club, load(json.dumps(table | sheet | {"started": started, "ended": ended})))
    before, file = results(), export()
    assert [game["noPoints"] for game in file["games"]] == [False]
    assert [play["playerScores"][0]["score"] for play in file["plays"]] == ["", "", "", "3", "3"]
    assert [play["manualWinner"] for play in file["plays"]] == [False, False, False, True, True]

    Match.everything.all().delete()
    assert "5 new matches" in import_file(file).text

    assert results() == before
    assert "No new matches" in upload(file).text


def results():
    matches = Match.objects.with_seats().order_by("started")
    return [
        (
            match.key,
            match.house_rules,
            [(seat.player.name, seat.total, seat.place, seat.won) for seat in match.seat_list],
        )
        for match in matches
    ]


def test_a_player_who_left_makes_no_winner_one_by_hand():
    table = {"scoresheet": 1, "game": "any-game:Rummy", "players": ["Ada", "Ben", "Cleo"], "ended": "2026-01-02T00:00Z"}
    gone = {"seat_changes": [{"round": 2, "seat": 1, "joins": False}], "rounds": [{"points": [3, 9, 1]}]}
    import_sheet(Club.get_default(), load(json.dumps(table | gone)))

    file = export()
    assert scores(file, "score", "winner", "rank") == {"Ada": ("3", True, 1), "Cleo": ("1", False, 2)}
    assert file["plays"][0]["manualWinner"] is False
