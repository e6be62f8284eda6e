"""Scoresheets and worked examples: in, out, and their report."""

import json
from dataclasses import replace

import pytest

from games.core import examples
from games.core.errors import Impossible
from games.core.registry import games
from games.core.scoresheet import dump, load, report

SHEET = {
    "scoresheet": 1,
    "game": "big-little",
    "players": ["Ada", "Ben", "Cleo", "Dan"],
    "first_dealer": 0,
    "house_rules": {},
    "rounds": [{"bids": [1, 0, 0, 1], "tricks": [1, 0, 0, 0]}],
}


def sheet(**facts):
    return load(json.dumps(SHEET | facts))


# --- The report, to the letter ---


def test_the_report_is_the_one_of_the_format():
    names, totals = SHEET["players"], [10, 0, 0, -10]
    lines = [
        {"side": 0, "rule": "bid-met", "points": 10, "reason": "bid 1, took 1: 10 × 1"},
        {"side": 3, "rule": "bid-missed", "points": -10, "reason": "bid 1, took 0: −10 × 1"},
    ]
    first = {"number": 1, "dealer": 0, "cards": [1, 1, 1, 1], "points": totals, "totals": totals, "lines": lines}
    expected = {"game": "big-little", "players": names, "sides": names, "rounds": [first], "totals": totals}
    expected |= {"places": [1, 2, 2, 4], "finished": False, "winners": []}
    expected |= {"next": {"number": 2, "dealer": 1, "cards": [2, 2, 2, 2], "first": 2}}
    assert json.dumps(report(sheet())) == json.dumps(expected), "the order of the keys is part of the format"


def test_an_open_ended_game_is_over_when_the_table_says_so():
    facts = {"game": "maverick", "house_rules": {}, "rounds": [{"turned": ["KH", "9C"], "bids": [], "points": [3, 6]}]}
    running, ended = (report(sheet(**facts, **more)) for more in ({}, {"ended": "2026-11-21T20:15:00+01:00"}))

    assert (running["finished"], running["winners"], running["next"]["number"]) == (False, [], 2)
    assert (ended["finished"], ended["winners"], ended["places"]) == (True, [1], [2, 1])
    assert "next" not in ended


# --- In and out ---


def test_a_sheet_comes_back_from_its_own_file():
    night = {"started": "2026-11-21T20:15:00+01:00", "ended": "2026-11-21T23:15:00Z", "night": "Friday"}
    full = sheet(**night, notes="♠ ß\n", house_rules={"hook": False}, first_dealer=2)

    assert load(dump(full)) == full
    assert "♠ ß" in dump(full)
    assert load(dump(sheet(rounds=[]))) == sheet(rounds=[])


def test_a_file_has_every_fact_and_a_round_a_line():
    lines = dump(sheet(rounds=[{"bids": [1, 0, 0, 0]}, {"bids": [0, 0, 0, 0]}])).splitlines()

    assert lines == [
        "{",
        ' "scoresheet": 1,',
        ' "game": "big-little",',
        ' "players": ["Ada", "Ben", "Cleo", "Dan"],',
        ' "first_dealer": 0,',
        ' "house_rules": {},',
        ' "rounds": [',
        '  {"bids": [1, 0, 0, 0]},',
        '  {"bids": [0, 0, 0, 0]}',
        " ]",
        "}",
    ]


def test_first_dealer_and_house_rules_may_be_left_out():
    short = {name: fact for name, fact in SHEET.items() if name not in ("first_dealer", "house_rules")}

    assert load(json.dumps(short)) == sheet()


def test_notes_are_kept_whole_or_refused_with_their_length():
    for name in ("night", "notes"):
        assert getattr(sheet(**{name: "x" * 10_000}), name) == "x" * 10_000
        with pytest.raises(Impossible, match=f"{name}: 10,001 characters, but 10,000 is the most"):
            sheet(**{name: "x" * 10_001})


def test_who_plays_the_hand_to_come_may_stand_in_a_file_and_a_partner_may_change_seats():
    seated = [{"round": 2, "seat": 0, "name": "Eve"}]
    noted = [{"round": 1, "note": "Hand 2: Fred plays for Ada"}]
    key = "6b1b36cb-bf30-4c1d-9a2c-0a4de1a4f3a5"
    with_both = sheet(stand_ins=seated, round_notes=noted, key=key, notes="Hand 1: Fred plays for Ada")
    assert report(with_both) == report(sheet())
    assert load(dump(with_both)) == with_both


def test_a_file_with_a_byte_order_mark_is_read():
    assert load(b"\xef\xbb\xbf" + json.dumps(SHEET).encode()) == sheet()


def test_pass_stands_for_null_anywhere_in_a_file_of_examples(tmp_path, monkeypatch):
    game = replace(next(iter(games().values())))
    (tmp_path / "examples.toml").write_text("""
        [[example]]
        id = "A"
        title = "pass on"
        rule = "x"
        players = 2
        rounds = [{ bids = ["pass", 5], trump = "pass", seat = [{ card = "pass" }] }]
        [[ruling]]
        id = "B"
        title = "y"
        question = { bids = ["pass", "PASS"] }
        answer = "pass"
    """)
    monkeypatch.setattr(type(game), "folder", tmp_path)
    read = examples.read_examples(game)

    assert read.example[0].title == "pass on"
    assert read.example[0].rounds == [{"bids": [None, 5], "trump": None, "seat": [{"card": None}]}]
    assert (read.ruling[0].question, read.ruling[0].answer) == ({"bids": [None, "PASS"]}, None)
