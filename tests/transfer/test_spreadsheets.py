"""Tables for a spreadsheet: a row for each thing, harmless whatever anybody is called, however many there are."""

import csv
from datetime import UTC, datetime
from io import StringIO
from itertools import product

import pytest
from hypothesis import given, settings

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches import recording
from scorekeeper.matches.models import Line, Match
from scorekeeper.transfer import spreadsheets
from scorekeeper.transfer.spreadsheets import SEPARATORS, TABLES, csv_chunks, escape_formula
from tests.cases import cases
from tests.devices import member
from tests.matches.factory import entry, make_match, six_rounds
from tests.thoroughness import many
from tests.transfer.club_files import client, clubs, import_file, make_file, make_sheet, wipe

pytestmark = pytest.mark.django_db


def rows(table):
    """A table's rows, as a spreadsheet reads them."""
    text = "".join(csv_chunks(TABLES[table], Club.get_default()))
    assert text.startswith("\ufeff")
    return list(csv.DictReader(StringIO(text.removeprefix("\ufeff"), newline="")))


@cases("table", TABLES)
def test_a_table_is_a_download_marked_as_utf_8(table):
    six_rounds(1)

    answer = client().get(f"/transfer/{table}.csv")

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].endswith(f'-{table}.csv"')
    assert answer["Cache-Control"] == "no-store"
    assert b"".join(answer.streaming_content).startswith(b"\xef\xbb\xbfmatch,game,game night,")


@cases("table", TABLES)
def test_an_empty_club_has_the_header_of_each_table(table):
    assert rows(table) == []
    six_rounds(0)
    assert len(rows(table)) == (3 if table == "matches" else 0)


def test_a_match_is_a_row_for_each_player():
    match = make_match(2)
    recording.finish(match, entry(match))
    started, ended = datetime(2026, 1, 1, 1, 30, 15, 999, tzinfo=UTC), datetime(2026, 1, 1, 3, tzinfo=UTC)
    Match.objects.update(started=started, ended=ended, night_date="2025-12-31")
    Club.objects.update(zone="Europe/Vienna")
    Player.objects.filter(name="Ada").update(name="=Ada")

    first, *others = rows("matches")

    assert first == {
        "match": str(match.pk), "game": "Big Little", "game night": "2025-12-31", "started": "2026-01-01 02:30:15",
        "ended": "2026-01-01 04:00:00", "over": "stopped", "rounds": "2", "seat": "1",
        "player": "'=Ada", "side": "'=Ada", "total": str(match.seat_list[0].total),
        "place": str(match.seat_list[0].place), "won": "no", "night": "", "notes": "",
    }  # fmt: skip
    assert [row["player"] for row in others] == ["Ben", "Cleo", "Dan"]
    assert {row["dealer"] for row in rows("rounds")} == {"'=Ada", "Ben"}
    assert "'=Ada" in {row["side"] for row in rows("lines")}


@settings(max_examples=many(60))
@given(clubs())
def test_the_tables_agree_with_each_other(facts):
    wipe()
    import_file(facts)
    played, lines = rows("rounds"), rows("lines")

    assert len(lines) == Line.objects.count()
    totals = {(row["match"], row["side"]): row["total"] for row in rows("matches")}
    for match, side in {(row["match"], row["side"]) for row in played}:
        of_side = [row for row in played if (row["match"], row["side"]) == (match, side)]
        begun_with = int(of_side[0]["total"]) - int(of_side[0]["points"])
        total = begun_with + sum(int(row["points"]) for row in of_side)
        assert of_side[-1]["total"] == totals[match, side] == str(total)
    for row in played:
        of_row = [line for line in lines if all(line[name] == row[name] for name in ("match", "round", "side"))]
        assert sum(int(line["points"]) for line in of_row) == int(row["points"])


@cases("table", [*TABLES, "security-log"])
def test_a_device_chooses_semicolons_once(table):
    six_rounds(1)
    Player.objects.filter(name="Ada").update(name="Ada; or, Ann")
    phone = member()

    def cells(separator):
        text = phone.get(f"/transfer/{table}.csv").getvalue().decode().removeprefix("\ufeff")
        return list(csv.reader(StringIO(text, newline=""), delimiter=separator))

    cells(",")  # the security log has its last line
    with_commas = cells(",")
    assert "Commas" in phone.get("/transfer/").text

    phone.post("/settings/preferences/", {"cells": "semicolons"})

    assert "Semicolons separate the cells" in phone.get("/transfer/").text
    assert cells(";") == cells(";") == with_commas
    assert len(with_commas[0]) > 3


# --- Nothing a spreadsheet would run ---


@cases(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "\uff1d1", "\uff0d1", "\uff0b1", "\uff20a"]
)
def test_a_text_that_begins_like_a_formula_gets_an_apostrophe(text):
    assert escape_formula(text).startswith("'")


@cases("cell", ["", "Ada", "a=b", "−10", "10 × 1"])
def test_other_cells_stay_as_they_are(cell):
    assert escape_formula(cell) == cell


@cases("written, separator", product(SEPARATORS.values(), ",;|\t\n"))
def test_no_cell_is_a_formula_where_another_character_parts_them(written, separator):
    cells = ("a;=1+1;b; @x;c", "a,=1+1,b, @x,c", "=a;-1", 'a;"=1+1;"b', 'a, "";+1', "a|=1\t=1\n=1\r\n=1", "a\n\n- b")
    for cell in cells:
        text = spreadsheets._text([[1, cell, "b"]], written)
        parts = [part for row in csv.reader(StringIO(text, newline=""), delimiter=separator) for part in row]
        assert not any(part.lstrip(' "').startswith(("=", "+", "-", "@")) for part in parts), (cell, parts)
    assert escape_formula("a;=1+1;b; @x;c") == "a;'=1+1;b; '@x;c"


def test_points_below_zero_stay_numbers():
    match = make_match(1)
    Line.objects.filter(round__match=match, side=0).update(points=-7)

    assert "-7" in [row["points"] for row in rows("lines")]


# --- However many ---


def test_a_hundred_more_matches_take_the_same_few_statements(django_assert_max_num_queries):
    starts = [f"2026-01-01T20:{number // 60:02}:{number % 60:02}+00:00" for number in range(250)]
    import_file(make_file(*(make_sheet(started=started) for started in starts)))

    for name in (*(f"{table}.csv" for table in TABLES), "club.json"):
        with django_assert_max_num_queries(5 * 5 + 5):
            text = b"".join(client().get(f"/transfer/{name}").streaming_content)
        assert (text.count(b'"scoresheet"') if name == "club.json" else text.count(b"\r\n")) >= 250, name
