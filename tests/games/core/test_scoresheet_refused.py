"""Scoresheets that are refused, each in one line."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import Impossible, ImpossibleRound
from games.core.scoresheet import check_name, load, play, report
from tests.cases import cases
from tests.games.core.test_scoresheet import SHEET, sheet
from tests.games.every_game import refusal


def score(text):
    return report(load(text))


def message(text):
    """Return the refusal of a file."""
    return refusal(score, text)[0]


ENDED = "2026-11-21T23:00:00+01:00"


def stand_in(number, seat, name="Eve"):
    return {"round": number, "seat": seat, "name": name}


@cases(
    "facts, beginning",
    [
        ({"colour": 1}, "take out what does not belong here (“colour”; possible are “scoresheet”, “game”"),
        ({"scoresheet": 2}, "this scoresheet is of another version: only version 1 can be read"),
        ({"game": "snap"}, "there is no game “snap”; there are “big-little”, "),
        ({"game": "s" * 41}, f"there is no game “{'s' * 39}…”; there are “big-little”, "),
        ({"players": ["Ada"]}, "Big Little is for 2 to 13 players, not 1"),
        ({"players": ["Ada", "Ada"]}, "a player sits at two places"),
        ({"players": ["Ada", " "]}, "the second player has no name: it has 1 to 40 characters"),
        ({"players": ["A" * 41, "Ben"]}, f"the name “{'A' * 39}…” is too long: it has 1 to 40 characters"),
        ({"players": ["Ada", "B\u2028"]}, "the name “B�” holds a character that cannot be shown"),
        ({"players": ["Ada", 7]}, "enter a text, not a whole number (“players”, the second)"),
        ({"first_dealer": 4}, "who dealt first: nobody sits there, choose Ada, Ben, Cleo or Dan"),
        ({"first_dealer": 0.0}, "enter a whole number, not a number with a decimal point (“first_dealer”)"),
        (
            {"house_rules": {"snap": 1}},
            "remove a house rule that this game does not have (“snap”; it has “penalty_at”, ",
        ),
        ({"house_rules": {"s" * 41: 1}}, f"remove a house rule that this game does not have (“{'s' * 39}…”; it "),
        (
            {"house_rules": {"hook": 1}},
            "house rule “The hook”: choose one of its values (“hook”: false or true, not 1)",
        ),
        ({"house_rules": []}, "enter named values in braces, not several values in brackets (“house_rules”)"),
        ({"started": "2026-11-21"}, "enter a date and a time with its offset from UTC (“started”: “2026-"),
        ({"rounds": [None]}, "hand 1: enter named values in braces, not nothing"),
        ({"rounds": [{}]}, "hand 1: enter what was left out (“bids”)"),
        ({"rounds": [{"bids": [0, 0, 0, "1"]}]}, "hand 1: enter a whole number, not a text (“bids”, the fourth)"),
        ({"rounds": [{"bids": [0, 0, 0, 2]}]}, "hand 1: Dan bid 2, but only 1 card was dealt"),
        (
            {"rounds": [{"bids": [0, 0, 0, 0], "points": []}]},
            "hand 1: take out what does not belong here (“points”; possible are “bids”, “tricks”, “trump” and “irr",
        ),
        ({"key": "7"}, "that does not fit here (“key”)"),
        ({"stand_ins": [stand_in(1, 4)]}, "hand 1: nobody sits there, choose Ada, Ben, Cleo or Dan"),
        ({"stand_ins": [stand_in(0, 0)]}, "hand 0: there is no such hand in this match"),
        ({"stand_ins": [stand_in(3, 0)]}, "hand 3: there is no such hand in this match"),
        ({"stand_ins": [stand_in(2, 0)], "ended": ENDED}, "hand 2: there is no such hand in this match"),
        ({"stand_ins": [stand_in(1, 0), stand_in(1, 0, "Flo")]}, "hand 1: Eve and Flo cannot both play for Ada"),
        ({"stand_ins": [stand_in(1, 0), stand_in(1, 1)]}, "hand 1: Eve sits at two places"),
        ({"stand_ins": [stand_in(1, 0, "Ben")]}, "hand 1: Ben has points of their own here, so they cannot play for "),
        ({"stand_ins": [stand_in(1, 0, "Ada")]}, "hand 1: Ada cannot play for themselves"),
        ({"stand_ins": [stand_in(1, 0, " ")]}, "hand 1: this player has no name"),
        ({"round_notes": [{"round": 2, "note": "late"}]}, "hand 2: there is no such hand in this match"),
        ({"round_notes": [{"round": 1, "note": "late"}] * 2}, "hand 1: it has two notes"),
        ({"round_notes": [{"round": 1, "note": "x" * 201}]}, ""),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_in_words(facts, beginning):
    assert message(json.dumps(SHEET | facts)).startswith(beginning)


def test_a_refused_round_says_its_number_and_the_path_of_the_fact():
    for bid in (3, "3"):
        with pytest.raises(ImpossibleRound) as refused:
            play(sheet(rounds=[*SHEET["rounds"], {"bids": [0, bid, 0, 0]}]))
        assert (refused.value.number, refused.value.field) == (2, "bids[1]")


NOT_KEPT = "this file holds a character that cannot be kept (NUL or half of one)"


@cases(
    "text, reason",
    [
        (b" \n", "this file is empty"),
        (b"\xef\xbb\xbf", "this file is empty"),
        (b"\xff\xfe{}", "this file is not UTF-8 text"),
        (b"{\n'a': 1}", "this file is not JSON (line 2)"),
        (b"\x00", "this file is not JSON (line 1)"),
        (b'{"a": NaN}', "NaN is not a number a score can have"),
        (b'{"a": 1' + b"0" * 15 + b"}", "a number with 16 digits is none a score can have"),
        (b'{"a": 1, "a": 1}', "“a” is there twice"),
        (b'[{"b": 1, "a": 1, "c": 2, "a": 2}]', "“a” is there twice"),
        (b"[" * 100_000, "this file is nested too deeply"),
        (b'{"a":' * 100 + b"1" + b"}" * 100, "this file is nested too deeply"),
        (rb'{"a": "\ud800"}', NOT_KEPT),
        (rb'{"\udfff": 1}', NOT_KEPT),
        (rb'{"a": ["\u0000"]}', NOT_KEPT),
    ],
)
def test_a_hostile_file_is_refused_in_a_line(text, reason):
    assert message(text) == reason


def test_free_text_may_hold_anything_people_write():
    text = json.dumps(SHEET)[:-1] + r', "notes": "line\nline\t\\u0000 \ud83d\ude00 ♠"}'

    assert load(text).notes == "line\nline\t\\u0000 😀 ♠"


@cases("number", ["1e999", "-1e999", "1E400", "0.1", "1e0"])
def test_a_number_that_is_not_whole_is_refused_everywhere(number):
    for text in (f'{{"bids": [{number}, 0, 0, 0]}}', f'{{"bids": {number}}}'):
        sheet_text = json.dumps(SHEET | {"rounds": []}).replace('"rounds": []', f'"rounds": [{text}]')
        assert re.match(r"hand 1: enter .+, not a number with a decimal point \(“bids”", message(sheet_text))


def test_a_refusal_stays_one_line_whatever_it_quotes():
    long = message(json.dumps(SHEET | {"a\nb\x1b[31m" + "c" * 10_000: 1}))

    assert len(long) <= 400
    assert long.isprintable()


texts = st.one_of(st.text(max_size=30), st.sampled_from(["\x00", "\ud800", "a\nb", "𝄞", "NaN"]))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def outcome(text):
    """Return the refusal of a file, "" if it is scored."""
    try:
        json.dumps(score(text), allow_nan=False)
    except Impossible as error:
        return error.message
    return ""


@given(st.one_of(st.binary(max_size=60), st.text(max_size=60), values.map(json.dumps)))
def test_any_text_at_all_is_refused(text):
    assert outcome(text)


@cases("name", ["Zoë 👩‍🚀", "A", "A" * 40, "O'Hara-Ng "])
def test_a_name_is_what_people_are_called(name):
    assert load(json.dumps(SHEET | {"players": [name, "Ben"]})).players[0] == name


@cases("name", ["", " ", "\t", "A" * 41, "A\x07", "A\ud800", "A\u2028", "A\u2029"])
def test_a_name_no_page_could_show_is_refused(name):
    reason, field = refusal(check_name, name)

    assert reason.startswith(("this player has no name", "the name “"))
    assert field == "players"


@cases("facts, field", [
    ({"players": ["Ada", "Ada"]}, "players"),
    ({"started": "yesterday"}, "started"),
    ({"ended": "2026-01-01T20:00:00"}, "ended"),
    ({"started": "0001-12-31T20:00:00+00:00"}, "started"),
    ({"ended": "9999-01-01T20:00:00+00:00"}, "ended"),
])  # fmt: skip
def test_a_refusal_names_the_wrong_field_of_the_file(facts, field):
    assert refusal(load, json.dumps(SHEET | facts))[1] == field


def test_a_sheet_may_be_of_any_year_that_is_one_all_over_the_earth():
    for year in ("0002", "9998"):
        assert load(json.dumps(SHEET | {"started": f"{year}-06-01T20:00:00+00:00"})).started.startswith(year)
