"""A table of a spreadsheet, pasted or as CSV: its rows become matches, or the rounds of one."""

import csv
import random
from contextlib import suppress
from datetime import date
from io import StringIO

import pytest
import time_machine

from games.core.errors import Impossible
from scorekeeper import limits
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.transfer.club_file import in_utf8
from scorekeeper.transfer.models import TableChoices
from scorekeeper.transfer.table_import import open_table
from tests.cases import cases
from tests.html_browser import Browser
from tests.matches.factory import make_match
from tests.thoroughness import many
from tests.transfer.club_files import upload

pytestmark = pytest.mark.django_db

# As three spreadsheets write the same evening: LibreOffice as CSV, Excel as “Unicode text” and as the CSV of a country
# that writes 1,5, Google Sheets by the clipboard.
UNICODE_TEXT = "\ufeffRunde\tAda\tJosé\tCleo\r\n1\t12\t7\t0\r\n2\t-3\t5\t\r\n3\t8\t8\t8\r\n"
CSV_OF_EXCEL = "sep=;\r\n;Ada;José;Cleo\r\nR1;12,0;7,0;0,0\r\nR2;-3,0;5,0;\r\nR3;8,0;8,0;8,0\r\n;17;20;8\r\n"
ROUNDS = {
    "LibreOffice": "Skyjo 2025,,,\nRunde,Ada,José,Cleo\n1,12,7,0\n2,-3,5,\n,,,\n3,8,8,8\nSumme,17,20,8\n".encode(),
    "Excel, Unicode text": UNICODE_TEXT.encode("utf-16-le"),
    "Excel, CSV": CSV_OF_EXCEL.encode("cp1252"),
    "Google Sheets": 'Ada\tJosé\tCleo\tNotes\n12\t7\t0\t"late\nagain"\n−3\t5\t\t\n8\t8\t8\n'.encode(),
}


def read(text, **choices):
    """The file that a table makes, by default of a game that has a name."""
    text = text if isinstance(text, bytes) else text.encode()
    return open_table(Club.get_default(), in_utf8(text), TableChoices(**{"game": "Zwicker", **choices}))


def sheets(opened):
    return [opened.sheet(number) for number in range(len(opened.matches))]


def totals(opened):
    """Each match as its day and the points of its players."""
    return [
        (sheet.started[:10], {name: sum(points) for name, *points in zip(
            sheet.players, *(facts["points"] for facts in sheet.rounds), strict=True)})
        for sheet in sheets(opened)
    ]  # fmt: skip


def behind(text, **choices):
    return dict(read(text, **choices).left_behind)


@cases("text", ROUNDS.values())
def test_the_rounds_of_a_match_come_from_any_spreadsheet(text):
    opened = read(text)

    (sheet,) = sheets(opened)
    assert (sheet.game, sheet.players, sheet.house_rules) == ("any-game:Zwicker", ["Ada", "José", "Cleo"], {})
    assert [facts["points"] for facts in sheet.rounds] == [[12, 7, 0], [-3, 5, 0], [8, 8, 8]]
    assert opened.table.rows == "rounds"
    assert "1 empty cell: counted as 0" in opened.table.remarks
    assert not opened.left_behind


def test_notes_of_rounds_are_kept():
    (sheet,) = sheets(read(ROUNDS["Google Sheets"]))
    assert [(noted.round, noted.note) for noted in sheet.round_notes] == [(1, "Notes: late again")]


MATCHES = (
    "Datum;Ada;Ben;Cleo;Place\r\n3.4.2026;12;7;;Anchor\r\n;1.234;5;9;\r\n10.04.26;–;5;9;\r\n\r\n"
    "10.4.2026 21:15;1;0;0;\r\nSumme;1247;17;18;\r\n"
)


def test_a_row_is_a_match_of_those_who_have_points():
    opened = read(MATCHES)

    assert totals(opened) == [
        ("2026-04-03", {"Ada": 12, "Ben": 7}),
        ("2026-04-03", {"Ada": 1234, "Ben": 5, "Cleo": 9}),
        ("2026-04-10", {"Ben": 5, "Cleo": 9}),
        ("2026-04-10", {"Ada": 1, "Ben": 0, "Cleo": 0}),
    ]
    assert sheets(opened)[0].notes == "Place: Anchor"
    assert [sheet.started[11:16] for sheet in sheets(opened)] == ["20:00", "20:00", "20:00", "21:15"]
    assert opened.table.remarks == ["column E, “Place”, is kept as a note", "row 7 is left out: “Summe”"]


def test_sums_of_what_cannot_be_read_are_not_doubted():
    opened = read("Round,Ada,Ben\n1,x,2\nRound,Ada,Ben\n2,5,3\nTotal,9,5\n")

    assert dict(opened.left_behind) == {"not a number": ["row 2, column B, Ada: “x”"]}
    assert opened.table.remarks == ["row 5 is left out: “Total”"]


def test_who_seldom_played_has_a_column_of_dashes():
    opened = read("Date,Ada,Ben\n2026-04-03,5,–\n2026-04-04,3,–\n2026-04-05,2,8\nTotal,10,8\n")

    assert [len(sheet.players) for sheet in sheets(opened)] == [1, 1, 2]
    assert opened.table.remarks == ["row 5 is left out: “Total”"]


def test_a_total_that_does_not_add_up_is_told():
    opened = read("Round,Ada,Ben,Total\n1,12,4,16\n2,3,5,8\nTotal,15,8,24\nRank,1,2,\n3,1,1,2\n")

    assert opened.table.remarks == [
        "column D, “Total”, is left out: it follows from the others",
        "row 4 is left out: “Total” says Ben 8, but the rows above add up to Ben 9",
        "row 5 is left out: “Rank”",
    ]
    assert dict(opened.left_behind) == {"below the sums: bring each match on its own": ["row 6"]}


LEFT_OUT = {
    "sums without a word": ("Ada,Ben\n1,2\n3,4\n4,6\n", "row 4 is left out: it adds up the rows above"),
    "sums as formulas": ("Ada\n1\n3\n=SUM(A2:A3)\n", "row 4 is left out: it adds up the rows above"),
    "sums of rows": ("Ada,Ben,\n1,2,3\n3,4,7\n", "column C is left out: it adds up the others"),
    "rounds to come": ("Round,Ada\n1,5\n2,4\n3,\n4,\n6,\n", "rows 4 to 6: nobody has points there"),
    "a player who never played": ("Ada,Ben,Dirk\n1,2,\n", "column C, “Dirk”, is left out: it has no points"),
}  # fmt: skip


@cases("text, remark", LEFT_OUT.values())
def test_what_is_left_out_is_told(text, remark):
    assert remark in read(text).table.remarks


def test_small_sums_of_matches_are_no_row_of_sums_if_they_have_a_date():
    assert len(read("Date,Ada\n2026-04-01,1\n2026-04-02,2\n2026-04-03,3\n").matches) == 3


BEHIND = [
    ("not a number", "1,x", "row 2, column B, Ben: “x”"),
    ("a formula: copy the cells with what they show, not with their formulas", "=A9,1", "row 2, column A, Ada: “=A9”"),
    (
        "not a whole number: multiply all points in the spreadsheet first, such as by 10",
        '1,"12,5"', "row 2, column B, Ben: “12,5”",
    ),
    ("an error of the spreadsheet", "#REF!,1", "row 2, column A, Ada: “#REF!”"),
]  # fmt: skip


@cases("reason, row, place", BEHIND)
def test_a_cell_that_is_no_points_is_named(reason, row, place):
    text = f"Ada,Ben\n{row}\n2,3\n4,1\n"

    assert behind(text) == {reason: [place]}
    assert not read(text).matches
    assert behind(text, rows="matches") == {reason: [place]}
    assert len(read(text, rows="matches").matches) == 2


DATES = {
    "its date is yet to come": "2206-04-03", "its date lies before 1900": "3.4.1826",
    "there is no such day": "31.2.2026", "its date has no year": "3.4.", "its date cannot be read": "Karfreitag",
}  # fmt: skip


@cases("reason, date", DATES.items())
def test_a_row_whose_date_cannot_be_stays_behind(reason, date):
    assert behind(f"Date,Ada\n2026-04-01,1\n{date},2\n2026-04-02,3\n", rows="matches") == {reason: ["row 3"]}


def test_the_rounds_of_a_match_have_its_first_date():
    text = "Date,Ada\n,1\n2026-04-03,2\n2026-04-04,3\n"
    opened = read(text, rows="rounds")

    assert totals(opened) == [("2026-04-03", {"Ada": 6})]
    assert opened.table.remarks == ["a match has one date: that of row 3 counts"]
    assert behind(text.replace("2026-04-03", "2206-04-03"), rows="rounds") == {"its date is yet to come": ["row 3"]}


def test_points_that_no_match_can_have_name_their_row():
    assert [[*rows] for rows in behind("Ada,Ben\n1,2\n3,1000000\n").values()] == [["row 3"]]
    many = "Ada,Ben\n" + "1,2\n" * (limits.MAX_ROUNDS + 1)
    assert behind(many, rows="rounds") == {"a match has at most 500 rounds": ["rows 2 to 502"]}
    assert len(read(many).matches) == limits.MAX_ROUNDS + 1
    crowd = ",".join(f"P{number}" for number in range(14))
    assert [*behind(f"{crowd}\n{'1,' * 13}1\n{'1,' * 12},1\n").values()] == [["row 2"]]


GUESSED = {
    "a day that is no month": (["25/3/2026", "1/4/2026"], "2026-03-25", False),
    "a day that is no month, second": (["3/25/2026", "4/1/2026"], "2026-03-25", False),
    "nothing": (["4/3/2026", "5/3/2026"], "2026-03-04", True),
    "the order": (["2/11/2025", "3/10/2025"], "2025-02-11", True),
    "the order, the latest first": (["3/4/2025", "2/9/2025", "1/6/2025"], "2025-03-04", True),
    "a day to come": (["3/12/2026", "4/1/2026"], "2026-03-12", False),
}  # fmt: skip


@cases("dates, day, asks", GUESSED.values())
def test_which_number_is_the_month_is_seen_by_the_other_dates(dates, day, asks):
    with time_machine.travel("2026-11-28 21:00:00+00:00", tick=False):
        opened = read("Date,Ada\n" + "".join(f"{text},1\n" for text in dates))

    assert sheets(opened)[0].started[:10] == day
    assert bool(opened.table.date_readings) == asks


def test_the_order_of_dates_can_be_chosen():
    text = "Date,Ada\n4/3/2026,1\n5/3/2026,2\n"
    assert read(text).table.date_readings == ["4/3/2026", "4 March 2026", "3 April 2026"]
    assert [day for day, _ in totals(read(text, dates="month"))] == ["2026-04-03", "2026-05-03"]


def test_the_game_and_who_wins_are_those_the_club_plays():
    make_match(names=["Ada", "Ben"], game="any-game:Wühlen", wins="fewest")

    opened = read("Wühlen im Mai,,\nRound,Ada,Ben\n1,5,6\n", game="")
    assert (opened.table.choices.game, opened.table.wins) == ("Wühlen", "fewest")
    assert sheets(opened)[0].house_rules == {"wins": "fewest"}
    assert sheets(read("Ada,Ben\n1,2\n", game="wuhlen"))[0].game == "any-game:Wühlen"
    assert read("Ada,Ben\n1,2\n", game="Phase 10").table.wins == "fewest"
    assert read("Ada,Ben\n1,2\n", game="Phase 10", wins="most").table.wins == "most"
    assert not read("Bruno,,\nAda,Ben\n1,2\n", game="").matches


REFUSED = {
    "no numbers": ("hello world, how are you", "no row of names with points below them was found"),
    "no names": ("1,2\n3,4\n", "no row of names with points below them was found"),
    "names alone": ("Ada,Ben\n", "no row of names with points below them was found"),
    "turned": ("Name,Round 1,Round 2\nAda,5,3\nBen,2,1\n", "the names of this table stand in its first column"),
    "turned, with numbers": (",1,2\nAda,5,3\nBen,2,1\n", "the names of this table stand in its first column"),
    "a row for each player": ("Date,Player,Points\n2026-04-03,Ada,5\n", "this table has a row for each player"),
    "a name twice": ("Ada,Ben,Ada\n1,2,3\n", "row 1: columns A and C have one name, “Ada”"),
    "a long name": (f"Ada,{'B' * 41}\n1,2\n", "row 1, column B: the name"),
    "more columns than names": ("Ada,Ben\n1,2\n1,2,9\n", "row 3, column C: “9” has no name above it, in row 1"),
    "an open quotation mark": ('Ada,Ben\n1,"2\n3,4\n', "row 2: a quotation mark is opened and never closed"),
    "an endless cell": (f"Ada,Ben\n1,{'9' * 200_000}\n", "line 2: this cell is too long"),
    "many columns": (f"Ada{',' * 99}Ben\n1{',' * 100}2\n", "this table has 101 columns, and 100 is the most"),
    "many rows": ("Ada,Ben\n" + "1,2\n" * 10_000, "this table has more than 10,000 rows"),
    "megabytes": ("Ada,Ben\n" + "1,2\n" * 600_000, "this table is too large: 2 MB is the most"),
    "our own": ("match,game,game night,round\n1,Skyjo,2026-04-03,1\n", "this table was made here"),
    "NUL": ("Ada,Ben\n1,2\0\n", "this is neither a club’s file nor a scoresheet nor an export of BG Stats nor a table"),
    "a web page": ("<table><tr><td>Ada</td></tr></table>", "this is neither a club’s file"),
}  # fmt: skip


@cases("text, sentence", REFUSED.values())
def test_what_is_no_table_is_refused_with_its_place(text, sentence):
    page = upload(text.encode())

    assert page.status == 422
    assert sentence in page.text


def paste(text):
    """Paste a table; return the preview, or the page that refuses it."""
    return Browser().open("/transfer/").press("Show preview", table=text)


def test_a_refused_table_stays_in_its_field():
    assert "Ada,Ben\n1,2,9" in paste("Ada,Ben\n1,2,9\n").html


def test_the_same_table_twice_adds_nothing():
    table = "Ada,Ben\n1,2\n1,2\n3,1\n"
    for new in ("3", "No"):
        page = paste(table).press("a match", game="Zwicker", day="2026-04-03")
        assert f"{new} new match" in page.text
        if new == "3":
            page.press("Import")
    assert [match.night_date.isoformat() for match in Match.objects.all()] == ["2026-04-03"] * 3
    assert all(match.finished for match in Match.objects.all())

    # On another day, and with a row more.
    page = paste(f"{table}4,4\n").press("a match", game="Zwicker")
    assert "1 new match" in page.text


def test_what_nobody_has_seen_is_not_imported():
    page = paste("Ada,Ben\n1,2\n")
    assert "Import" not in page.buttons()
    page = page.press("Show the preview again", game="Zwicker")
    assert "Ada 1, Ben 2. Ben wins" in page.text

    page = page.press("Import", game="Zwicker", wins="fewest")
    assert "Ada 1, Ben 2. Ada wins" in page.text
    assert not Match.objects.exists()

    assert "Imported" in page.press("Import").text
    page.press("Show the preview again", game="Another")
    assert [(match.game.name, match.house_rules) for match in Match.objects.all()] == [("Zwicker", {"wins": "fewest"})]


@cases("choices", [{"game": "a/b"}, {"game": "x" * 41}, {"day": "2206-01-01"}, {"day": "soon"}, {"wins": "x"}])
def test_a_choice_that_cannot_be_is_refused(choices):
    page = paste("Ada,Ben\n1,2\n").press("Show the preview again", **({"game": "Zwicker"} | choices))
    assert page.status == 422
    assert not choices.get("game") or choices["game"] in page.html


def grouped(mark, form=","):
    """How a spreadsheet shows a number, with a mark between thousands."""
    return lambda points: f"{points:{form}}".replace(",", mark)


DIALECTS = {
    "LibreOffice, CSV": (",", "utf-8", "%Y-%m-%d", str, csv.QUOTE_NONNUMERIC),
    "LibreOffice, German": (";", "utf-8", "%d.%m.%y", lambda points: f"{points},00", csv.QUOTE_MINIMAL),
    "Excel, Unicode text": ("\t", "utf-16", "%d.%m.%Y", grouped("."), csv.QUOTE_MINIMAL),
    "Excel, German CSV": (";", "cp1252", "%d.%m.%Y", str, csv.QUOTE_MINIMAL),
    "Excel, UTF-8 CSV": (",", "utf-8-sig", "%m/%d/%Y", grouped(","), csv.QUOTE_MINIMAL),
    "Google Sheets": ("\t", "utf-8", "%m/%d/%Y", grouped(",", ",.2f"), csv.QUOTE_MINIMAL),
    "Swiss": (";", "utf-8", "%d.%m.%Y", grouped("’"), csv.QUOTE_MINIMAL),
}


@cases("separator, encoding, day, number, quoting", DIALECTS.values())
def test_made_up_evenings_come_through_every_dialect(separator, encoding, day, number, quoting):
    rng = random.Random(43)
    for _ in range(many(8)):
        names = rng.sample(["Ada", "José", "Cleo, the elder", "Dirk"], rng.randint(2, 4))
        # The 28th shows which number is the month.
        days = sorted([date(2025, 1, 28), *(date(2025, rng.randint(2, 12), rng.randint(1, 28)) for _ in range(5))])
        matches = [
            (each, {name: rng.randint(-2_000, 20_000) for name in rng.sample(names, rng.randint(1, len(names)))})
            for each in days
        ]
        text = StringIO()
        writer = csv.writer(text, delimiter=separator, quoting=quoting, lineterminator=rng.choice(["\n", "\r\n"]))
        if rng.random() < 0.5:
            writer.writerow(["Our evenings", *[""] * len(names)])
        writer.writerow(["Datum", *names])
        for each, points in matches:
            writer.writerow([f"{each:{day}}", *(number(points[name]) if name in points else "" for name in names)])
        sums = [number(sum(points.get(name, 0) for _, points in matches)) for name in names]
        if rng.random() < 0.5:
            writer.writerow([rng.choice(["Total", "Summe", ""]), *sums])

        opened = read(text.getvalue().encode(encoding))

        in_order = [(str(each), {name: points[name] for name in names if name in points}) for each, points in matches]
        assert totals(opened) == in_order
        assert not opened.left_behind


def test_any_table_is_read_or_refused_in_words():
    rng = random.Random(43)
    parts = ["Ada", "Ben", "Total", "", "12", "−3", "12,5", "3.4.2026", "4/3/26", "=SUM(A1)", '"', *"\n\n,;\t"]
    for _ in range(300):
        text = "".join(rng.choices(parts, k=rng.randrange(1, 40)))
        with suppress(Impossible):
            opened = read(text, rows=rng.choice(["", "rounds", "matches"]))
            assert opened.matches or opened.left_behind, text
