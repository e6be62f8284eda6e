"""Players who join a running match or leave it: totals, pages, figures, files, and what is refused."""

import csv
import json
from collections import Counter
from random import Random

import pytest
from django.urls import reverse
from msgspec.structs import replace

from games.core import scoresheet
from games.core.errors import Impossible
from games.core.joining import SeatChanges
from games.core.round_form import open_form
from games.core.schema import plain, read
from games.core.scoresheet import Decision
from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.history.game_nights import find_night
from scorekeeper.history.highlights import match_highlights
from scorekeeper.matches import recording, starting
from scorekeeper.matches.entry_history import changes_of, describe_change, form_of
from scorekeeper.matches.late_players import beginnings, joining, leaving
from scorekeeper.matches.models import EntryMode
from scorekeeper.matches.own_phones import describe_own_answers, seat_of_holder
from scorekeeper.matches.round_entry import OwnEntry
from scorekeeper.matches.scoreboard import Scoreboard
from scorekeeper.matches.stand_ins import find_stand_ins
from scorekeeper.statistics.cases import source_rows
from scorekeeper.statistics.ratings import rate_matches
from scorekeeper.statistics.selection import Selection
from scorekeeper.statistics.standings import leaderboard
from scorekeeper.transfer.bg_stats_file import bg_stats_file
from scorekeeper.transfer.scoresheets import sheet_of
from tests.html_browser import Page
from tests.matches.factory import entry, import_sheet, keep_draft, make_match, match_form, reload, snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def play(match, *points):
    recording.play(match, read({"points": points}, match.game.facts), entry(match))


def player(match, name):
    return match.club.players.get_or_create_named([name])[0]


def join(match, name, begins="start"):
    recording.change_players(match, joining(match, player(match, name), begins), entry(match))


def leave(match, name):
    recording.change_players(match, leaving(match, player(match, name)), entry(match))


def late_match(**options):
    """Ada, Ben and Cleo play two rounds, Eve joins, one round, Ben leaves, one more."""
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"), **options)
    play(match, 10, 30, 20)
    play(match, 5, 35, 5)
    join(match, "Eve", "average")
    play(match, 1, 2, 3, 4)
    leave(match, "Ben")
    play(match, 10, 20, 30)
    return match


def test_a_player_joins_with_the_average_and_another_leaves():
    match = late_match()

    assert [(seat.player.name, seat.total, seat.left) for seat in reload(match).seat_list] == [
        ("Ada", 26, False), ("Ben", 67, True), ("Cleo", 48, False), ("Eve", 35 + 4 + 30, False),
    ]  # fmt: skip
    recording.finish(match, entry(match))
    assert [(seat.place, seat.won) for seat in reload(match).seat_list] == [
        (3, False),
        (4, False),
        (2, False),
        (1, True),
    ]
    assert [match.names[scored.deal.dealer] for scored in match.state.rounds] == ["Ada", "Ben", "Cleo", "Eve"]
    assert snapshot(match) == snapshot(reload(match))


def test_the_scoreboard_shows_who_did_not_play_a_round():
    match = late_match()

    board = Scoreboard.of(reload(match))

    assert [[cell.points if cell.played else None for cell in row.cells] for row in board.rows()] == [
        [10, 30, 20, None], [5, 35, 5, None], [1, 2, 3, 4], [10, None, 20, 30],
    ]  # fmt: skip
    assert [series.values for series in board.chart().series] == [
        (0, 10, 15, 16, 26), (0, 30, 65, 67, None), (0, 20, 25, 28, 48), (None, None, 35, 39, 69),
    ]  # fmt: skip
    assert board.joined == ["Eve joined before round 3 with 35, the average", "Ben left before round 4"]
    assert [column.name for column in board.by_place()] == ["Eve", "Cleo", "Ada", "Ben"]


def test_who_left_is_not_beaten_by_who_leads_then(client):
    match = late_match()
    leave(match, "Cleo")
    recording.finish(match, entry(match))

    board = Scoreboard.of(reload(match))
    assert (board.turn.name, board.turn.left, board.turn.since) == ("Eve", ["Ben"], 4)
    page = Page(None, client.get(reverse("match", args=[match.pk]))).text
    assert "Eve led once Ben had left, after round 3." in page
    titles = [one.title for one in match_highlights([reload(match)])[match.pk]]
    assert not {"Comeback", "Won in the last round"} & {*titles}, "Eve was behind nobody who stayed"


def test_reasons_say_with_what_a_player_joined(client):
    match = late_match()

    first = client.get(reverse("why", args=[match.pk, 3, 3])).content.decode()
    assert "Eve joined before round 3 with 35, the average." in first
    assert "35 + 4 = 39" in first
    assert "joined" not in client.get(reverse("why", args=[match.pk, 4, 3])).content.decode()


def test_beginnings_are_those_of_the_table():
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben"), wins="fewest", starts_at=10)
    play(match, 1, 2)

    assert beginnings(match) == {"start": 10, "average": 12, "lowest": 11, "highest": 12}


def test_before_the_first_points_there_is_one_total_to_begin_with(client):
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben"))
    address = reverse("joining", args=[match.pk])
    assert client.get(address).content.count(b'name="begins"') == 1
    play(match, 1, 2)
    assert client.get(address).content.count(b'name="begins"') == 3


def test_who_comes_back_has_their_points():
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"))
    play(match, 1, 2, 3)
    leave(match, "Ada")
    play(match, 4, 5)
    join(match, "Ada", "lowest")
    play(match, 6, 7, 8)

    match = reload(match)
    assert [seat.total for seat in match.seat_list] == [7, 13, 16]
    assert [said for change in changes_of(match) for said in describe_change(match, None, change)] == [
        "Ada came back before round 3", "Ada left before round 2",
    ]  # fmt: skip


def test_a_joining_is_undone_unless_the_player_has_played():
    match = late_match()
    entries = {one.action: one for one in match.entries.order_by("-number")}

    with pytest.raises(Impossible, match="Eve played round 3: delete that first"):
        recording.undo(match, entries["join"], entry(match))
    with pytest.raises(Impossible, match="round 4 was played without Ben"):
        recording.undo(match, entries["leave"], entry(match))
    recording.undo(match, match.entries.get(number=6), entry(match))
    recording.undo(match, match.entries.get(number=5), entry(match))
    recording.undo(match, match.entries.get(number=4), entry(match))
    recording.undo(match, match.entries.get(number=3), entry(match))

    assert reload(match).names == ["Ada", "Ben", "Cleo"]
    assert not reload(match).changes


def test_undoing_asks_about_who_joined(client):
    match = late_match()

    page = client.get(reverse("undo", args=[match.pk, 3])).content.decode()
    assert "Undo this: Eve joined before round 3 with 35, the average?" in page


def test_a_round_is_entered_again_by_those_who_played_it():
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben"))
    play(match, 1, 2)
    join(match, "Eve")
    recording.undo(match, match.entries.get(number=1), entry(match))

    match = reload(match)
    assert match.state.table.names == ("Ada", "Ben")
    play(match, 3, 4)
    play(match, 5, 6, 7)
    assert reload(match).state.totals == (8, 10, 7)


def test_a_player_joins_in_the_middle_of_a_round():
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben"))
    keep_draft(match, {"points-0": "5", "points-1": "7"})

    join(match, "Eve")

    assert reload(match).draft == {"points-0": "5", "points-1": "7"}
    with pytest.raises(Impossible, match="round 1 is being entered"):
        leave(match, "Ada")
    keep_draft(match, {"points-2": "3"})
    with pytest.raises(Impossible, match="round 1 is being entered"):
        recording.undo(match, match.entries.get(number=1), entry(match))


@pytest.mark.parametrize(
    ("game", "names", "options", "refusal"),
    [
        ("hearts", 6, {}, "Hearts is for 3 to 6 players, not 7"),
        ("any-game:Rummy", 4, {"side_size": 2}, "partners score together"),
        ("spades", 4, {}, "partners score together"),
        ("big-little", 4, {}, "Big Little carries more than points from hand to hand"),
        ("good-little-tricks", 3, {}, "27 cards do not divide evenly among 4 players"),
    ],
)
def test_a_game_that_cannot_go_on_says_so(client, game, names, options, refusal):
    match = make_match(game=game, names=["Ada", "Ben", "Cleo", "Dan", "Fay", "Gus"][:names], **options)

    with pytest.raises(Impossible, match=refusal):
        join(match, "Eve")
    page = client.get(reverse("joining", args=[match.pk])).content.decode()
    assert refusal[1:] in page
    assert reverse("match-end", args=[match.pk]) in page


@pytest.mark.parametrize("game", ["hearts", "oh-hell", "wizard", "skull-king", "grosse-kleine"])
def test_games_whose_hands_stand_alone_go_on_with_one_more_and_one_fewer(game):
    match = make_match(game=game, names=("Ada", "Ben", "Cleo", "Dan"))
    simulate(match, 1)
    join(match, "Eve", "average")
    simulate(match, 2)
    leave(match, "Ben")
    simulate(match, 2)

    match = reload(match)
    played = ["".join(match.names[side][0] for side in scored.sides) for scored in match.state.rounds]
    assert played == ["ABCD", "ABCDE", "ABCDE", "ACDE", "ACDE"]
    assert [match.names[scored.deal.dealer][0] for scored in match.state.rounds] == [*"ABCDE"]
    assert [seat.total for seat in match.seat_list] == list(match.state.totals)


def simulate(match, rounds, seed=1):
    for number in range(rounds):
        facts = match.game.simulate(Random(seed + number), match.state.table)
        recording.play(match, facts, entry(match))


def test_a_match_with_late_players_is_a_file():
    match = late_match()

    sheet = scoresheet.load(scoresheet.dump(sheet_of(reload(match))))

    assert plain(sheet.seat_changes) == [
        {"round": 3, "seat": 3, "joins": True, "total": 35, "begins": "average"},
        {"round": 4, "seat": 1, "joins": False},
    ]
    again = import_sheet(Club.get_default(), sheet)
    assert snapshot(again) == snapshot(match)
    with pytest.raises(Impossible, match="at most 200 times in a match"):
        leaving_and_back = [{"round": 5, "seat": 0, "joins": bool(number % 2)} for number in range(201)]
        scoresheet.play(replace(sheet, seat_changes=read(leaving_and_back, SeatChanges)))
    play(again, 1, 2, 3)
    leave(again, "Eve")
    recording.rebuild(again.club, again.pk)
    assert reload(again).state.totals == (27, 67, 50, 72)


PAGES = ("match", "history", "review", "table-view", "match-sharing", "match-rules", "what-if", "scoresheet", "seats")


@pytest.mark.parametrize("game", ["any-game:Rummy", "oh-hell"])
def test_every_page_of_such_a_match_is_shown(client, game):
    match = make_match(game=game, names=("Ada", "Ben", "Cleo", "Dan"))
    simulate(match, 1)
    join(match, "Eve", "average")
    simulate(match, 1)
    leave(match, "Ben")
    recording.correct(match, 2, match.game.simulate(Random(3), match.state_before(2).table), entry(match))

    whole = [(name, match.pk) for name in (*PAGES, "joining", "leaving", "upcoming-rounds", "match-end")]
    reasons = [("why", match.pk, scored.number, side) for scored in match.state.rounds for side in scored.sides]
    see(client, *whole, *reasons, ("round", match.pk, 1), ("round", match.pk, 2), ("insertion", match.pk, 2))
    for after in range(3):
        assert client.get(reverse("review", args=[match.pk]), {"after": after}).status_code == 200
    recording.finish(match, entry(match))
    see(client, *((name, match.pk) for name in PAGES[:-1]), ("night", match.night_date))
    see(client, ("nights",), ("leaderboard",), ("transfer",), ("home",))
    for table in ("matches", "rounds", "lines"):
        response = client.get(reverse("csv-table", args=[table]))
        assert b"".join(response.streaming_content)


def see(client, *pages):
    for name, *arguments in pages:
        assert client.get(reverse(name, args=arguments)).status_code == 200, (name, arguments)


def test_figures_count_who_played_to_the_end():
    match = late_match()
    recording.finish(match, entry(match))
    names = {seat.player_id: seat.player.name for seat in match.seat_list}

    counted = {
        source: Counter(names[row.player_pk] for row in source_rows(source, Selection(match.club)))
        for source in ("matches", "rounds", "lines")
    }

    assert counted["matches"] == {"Ada": 1, "Cleo": 1, "Eve": 1}
    assert counted["rounds"] == counted["lines"] == {"Ada": 4, "Cleo": 4, "Eve": 2}
    assert [(one.player.name, one.places) for one in find_night(match.club, match.night_date).attendees] == [
        ("Eve", [1]), ("Cleo", [2]), ("Ada", [3]), ("Ben", []),
    ]  # fmt: skip
    assert len(rate_matches(Selection(match.club, game=match.game_key).on_each_scale()[0])) == 3


def test_pages_let_a_player_join_and_leave(client):
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben"))
    play(match, 3, 6)
    player(match, "Fay")

    page = client.get(reverse("joining", args=[match.pk])).content.decode()
    assert "Ada, Ben and a new player play from round 2 on." in page
    form = match_form(match, {"name": "Eve", "begins": "average"})
    assert client.post(reverse("joining", args=[match.pk]), form).status_code == 302
    match = reload(match)
    assert (match.names, match.state.totals) == (["Ada", "Ben", "Eve"], (3, 6, 5))

    again = client.post(reverse("joining", args=[match.pk]), match_form(match, {"name": "Ada", "begins": "start"}))
    assert again.status_code == 422
    assert "Ada plays here already." in again.content.decode()

    leaver = {"player": player(match, "Ben").pk}
    page = client.get(reverse("leaving", args=[match.pk]), leaver).content.decode()
    assert "Ada and Eve play from round 2 on." in page
    assert client.post(reverse("leaving", args=[match.pk]), match_form(match, leaver)).status_code == 302
    assert [seat.left for seat in reload(match).seat_list] == [False, True, False]


def test_another_order_and_other_players_do_not_go_together():
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"))
    play(match, 1, 2, 3)
    recording.reseat(match, [0, 2, 1], entry(match))

    with pytest.raises(Impossible, match="the order of the players"):
        join(match, "Eve")
    recording.undo(match, match.entries.get(number=2), entry(match))
    leave(match, "Ben")
    play(match, 4, 5)

    with pytest.raises(Impossible, match="the order of the players"):
        recording.reseat(match, [0, 2, 1], entry(match))
    with pytest.raises(Impossible, match="the order of the players"):
        recording.undo(match, match.entries.get(number=3), entry(match))
    assert reload(match).state.totals == (5, 2, 8)


def test_a_rematch_is_played_by_those_who_were_there_at_the_end():
    match = late_match()
    recording.finish(match, entry(match))

    again = starting.rematch(reload(match))
    assert again.names == ["Ada", "Cleo", "Eve"]
    assert starting.usual_names(reload(match)) == ["Ada", "Cleo", "Eve"]
    assert again.names[again.first_dealer] == "Ada"


def test_who_has_a_stand_in_does_not_leave():
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"))
    recording.seat(match, find_stand_ins(match, ["Ada", "Gus", "Cleo"]), entry(match))

    with pytest.raises(Impossible, match="Gus plays for Ben: end that first"):
        leave(match, "Ben")
    with pytest.raises(Impossible, match="Gus plays for somebody else here"):
        join(match, "Gus")


def test_an_own_phone_shows_the_row_of_a_player_after_others_left(client):
    match = late_match()
    device = Device.objects.create(club=match.club, role=Role.SCORER, player=player(match, "Eve"), label="Eve")

    assert seat_of_holder(match, device) == 2
    own = OwnEntry.of_seat(match, 2, device)
    assert [other.name for other in own.others] == ["Ada", "Cleo"]
    assert own.own_questions == ("points-2",)
    device.player = player(match, "Ben")
    assert seat_of_holder(match, device) is None


def said_in_history(match):
    match = reload(match)
    form = open_form(match.initial_state.table, {})
    return [said for change in changes_of(match) for said in describe_change(match, form, change)]


def test_history_names_a_player_whose_joining_was_undone(client):
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"))
    play(match, 1, 2, 3)
    join(match, "Eve")
    recording.seat(match, find_stand_ins(match, ["Ada", "Ben", "Cleo", "Gus"]), entry(match))
    play(match, 1, 2, 3, 4)
    recording.correct(match, 2, read({"points": (1, 2, 3, 5)}, match.game.facts), entry(match))
    recording.delete_round(match, 2, entry(match))
    ended = recording.finish(match, entry(match))
    recording.decide(match, Decision(winners=(3,)), entry(match))
    recording.undo(match, ended, entry(match))
    recording.undo(match, match.entries.get(action="join"), entry(match))

    said = ["Eve won", "Eve scored: 4 → 5", "Gus plays for Eve", "Eve joined before round 2 with 0, as everybody began"]
    assert [one for one in said_in_history(match) if "Eve" in one] == [said[-1], *said]
    recording.reseat(match, [0, 2, 1], entry(match))
    assert [one for one in said_in_history(match) if "Eve" in one] == [said[-1], *said]
    see(client, ("match", match.pk), ("history", match.pk))
    assert reload(match).state.totals == (1, 3, 2)
    with pytest.raises(Impossible):
        recording.undo(match, match.entries.get(action="delete"), entry(match))


def test_own_answers_are_told_of_who_gave_them():
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"))
    leave(match, "Ben")
    play(match, 1, 2)
    played = match.entries.get(action="play")
    match.answers.create(number=1, mode=EntryMode.PLAY, question="points-1", text="2", entry=played, is_own=True)
    join(match, "Ben")

    form, changes = open_form(match.initial_state.table, {}), changes_of(reload(match))
    forms = {change.entry.pk: form_of(reload(match), form, change) for change in changes}
    assert describe_own_answers(match, forms)[played.pk] == ["another phone: Cleo scored 2"]


def test_who_was_named_as_the_winner_and_leaves_has_not_won(client):
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"))
    play(match, 1, 2, 3)
    ended = recording.finish(match, entry(match))
    recording.decide(match, Decision(winners=(1,)), entry(match))
    with pytest.raises(Impossible, match="this match is over already"):
        leave(match, "Ben")
    with pytest.raises(Impossible, match="this match is over already"):
        join(match, "Eve")

    recording.undo(match, ended, entry(match))
    leave(match, "Ben")
    recording.finish(match, entry(match))
    match = reload(match)
    assert [seat.player.name for seat in match.seat_list if seat.won] == ["Cleo"]
    assert match.decision is None
    see(client, ("match", match.pk), ("review", match.pk))
    assert snapshot(import_sheet(Club.get_default(), sheet_of(match))) == snapshot(match)


def test_nobody_plays_for_a_player_who_left():
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"))
    recording.seat(match, find_stand_ins(match, ["Ada", "Gus", "Cleo"]), entry(match))
    ended = recording.seat(match, find_stand_ins(match, ["Ada", "Ben", "Cleo"]), entry(match))
    leave(match, "Ben")

    recording.undo(match, ended, entry(match))
    play(match, 1, 2)
    assert not reload(match).stand_ins


def test_whoever_played_every_round_that_stayed_has_a_place_everywhere(client):
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"))
    for _ in range(5):
        play(match, 1, 3, 2)
    last = match.entries.get(number=5)
    leave(match, "Ben")
    join(match, "Eve", "average")
    recording.undo(match, last, entry(match))
    with pytest.raises(Impossible, match="round 5 was taken back: enter that again first"):
        leave(match, "Ada")
    recording.finish(match, entry(match))

    match, wanted = reload(match), {"Ben": (1, True), "Cleo": (2, False), "Ada": (3, False)}
    assert [column.name for column in Scoreboard.of(match).by_place()] == [*wanted]
    assert match.state.seats == tuple(seat.number for seat in match.seats_at_table) == (0, 1, 2)
    night = find_night(match.club, match.night_date)
    assert {one.player.name: (one.places, one.wins) for one in night.attendees} == {
        "Ben": ([1], 1), "Cleo": ([2], 0), "Ada": ([3], 0), "Eve": ([], 0),
    }  # fmt: skip
    plays = json.loads(bg_stats_file(match))["plays"]
    assert sorted((one["rank"], one["winner"]) for one in plays[0]["playerScores"]) == sorted(wanted.values())
    table = b"".join(client.get(reverse("csv-table", args=["matches"])).streaming_content).decode("utf-8-sig")
    rows = {row["player"]: (row["place"], row["won"]) for row in csv.DictReader(table.splitlines())}
    assert rows == {"Ben": ("1", "yes"), "Cleo": ("2", "no"), "Ada": ("3", "no"), "Eve": ("left", "no")}
    results = {row.player.name: row.won.total for row in leaderboard(Selection(match.club))}
    assert results == {"Ben": 1, "Cleo": 0, "Ada": 0}
    again = starting.rematch(match)
    assert (again.names, again.first_dealer) == (["Ada", "Ben", "Cleo"], 1)


def test_who_left_is_not_among_those_who_are_level_or_ahead(client):
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"), ends={"rounds": 9})
    play(match, 5, 9, 5)
    leave(match, "Ben")
    assert not any(column.leads for column in Scoreboard.of(reload(match)).columns())
    recording.finish(match, entry(match))
    assert reload(match).stopped_in_words == "stopped after 1 round: all level"


def test_answers_from_a_page_that_is_older_than_the_leaving_count_for_who_gave_them(client):
    match = make_match(game="any-game:Rummy", names=("Ada", "Ben", "Cleo"))
    address, old = f"/matches/{match.pk}/", {"number": "1", "seats": match.seat_ids(1), "known": "0"}
    leave(match, "Ben")

    htmx = {"HX-Request": "true", "HX-Target": "entry-rows"}
    answer = client.post(f"{address}draft/", old | {"points-1": "5", "points-2": "7"}, headers=htmx)
    assert answer["HX-Retarget"] == "#page"
    assert reload(match).draft == {"points-1": "7"}

    answer = client.post(f"{address}rounds/", match_form(match, old | {"points-0": "1", "points-2": "8"}, seen="0"))
    assert answer.status_code == 409
    assert answer.context["entry"].answers == {"points-0": "1", "points-1": "8"}
    play(match, 1, 8)

    joined = reload(match).seat_ids(2)
    join(match, "Ben")
    client.post(f"{address}draft/", old | {"number": "2", "seats": joined, "points-1": "9"}, headers=htmx)
    assert reload(match).draft == {"points-2": "9"}


def test_pages_say_how_many_rounds_a_player_won_where_nothing_else_counts(client):
    match = make_match(game="any-game:Chess", names=("Ada", "Ben"), wins="named")
    recording.play(match, read({"won": [1]}, match.game.facts), entry(match))

    for page in ("leaving", "match-deletion"):
        assert "won 1" in client.get(reverse(page, args=[match.pk])).content.decode(), page
    recording.delete_match(match, match.token)
    assert "won 1" in client.get(reverse("deleted-matches")).content.decode()
