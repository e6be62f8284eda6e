"""Values that do not fit their type are refused with their place; messages of refusals stay one short line."""

from datetime import date
from typing import Annotated, Any, Literal

import msgspec

from games.core import schema
from games.core.errors import Impossible, ImpossibleRound, quoted
from games.core.schema import Count, not_found_error, plain, read, skim
from tests.cases import cases
from tests.games.every_game import refusal


@cases("letter", ["\n", "\r", "\0", "\x1b", "\u2028", "\u2029", "\ud800"])
def test_quoted_file_content_never_breaks_the_line(letter):
    error = Impossible(f"there is no card “a{letter}b”")

    assert str(error) == error.message == "there is no card “a�b”"
    assert str(error).encode()


def test_a_message_of_four_hundred_letters_stays_whole_and_a_longer_one_is_cut():
    assert Impossible("a" * 400).message == "a" * 400
    assert Impossible("a" * 401).message == "a" * 399 + "…"


def test_a_quotation_of_forty_letters_stays_whole_and_a_longer_one_is_cut():
    assert (quoted("a" * 40), quoted("a" * 41)) == (f"“{'a' * 40}”", f"“{'a' * 39}…”")


def test_a_round_is_named_in_front_and_remembered():
    refused = ImpossibleRound("red has no owner", "suits.red").in_round(3, "hand")

    assert (refused.message, refused.field, refused.number) == ("hand 3: red has no owner", "suits.red", 3)


class Card(msgspec.Struct, forbid_unknown_fields=True):
    suit: Literal["S", "H"]


class Facts(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    number: int = 0
    count: Count = 0
    few: Annotated[int, msgspec.Meta(le=3, ge=-9)] = 0
    rate: float = 0
    sure: bool = False
    trump: str | None = None
    deck: tuple[int, ...] | str = ()
    pair: tuple[int, int] = (0, 0)
    note: Annotated[str, msgspec.Meta(max_length=3)] = ""
    word: Annotated[str, msgspec.Meta(min_length=1)] = "a"
    day: date = date(2026, 1, 1)
    some: Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=2)] = (1,)
    marks: Annotated[dict[str, int], msgspec.Meta(max_length=1)] = {}
    ending: Literal[1, 2] = 1
    bids: tuple[int, ...] = ()
    cards: list[Card] = []
    by_name: dict[str, list[int]] = {}
    by_suit: dict[Literal["red"], int] = {}
    anything: Any = None


@cases(
    "facts, message, field",
    [
        ([], "enter named values in braces, not several values in brackets", ""),
        ({"number": 1.0}, "enter a whole number, not a number with a decimal point (“number”)", "number"),
        ({"number": "1"}, "enter a whole number, not a text (“number”)", "number"),
        ({"number": True}, "enter a whole number, not true or false (“number”)", "number"),
        ({"rate": "1"}, "enter a number, not a text (“rate”)", "rate"),
        ({"sure": 1}, "enter true or false, not a whole number (“sure”)", "sure"),
        ({"trump": 1}, "enter a text or null, not a whole number (“trump”)", "trump"),
        ({"deck": {}}, "enter a text or several values in brackets, not named values in braces (“deck”)", "deck"),
        ({"count": -1}, "enter at least 0 (“count”)", "count"),
        ({"few": 4}, "enter 3 at most (“few”)", "few"),
        ({"few": -10}, "enter at least −9 (“few”)", "few"),
        ({"pair": [1]}, "enter 2 values, not 1 (“pair”)", "pair"),
        ({"some": []}, "enter 1 value at least (“some”)", "some"),
        ({"some": [1, 2, 3]}, "enter 2 values at most (“some”)", "some"),
        ({"marks": {"a": 1, "b": 2}}, "enter 1 value at most (“marks”)", "marks"),
        ({"note": "long"}, "enter 3 characters at most (“note”)", "note"),
        ({"word": ""}, "enter 1 character at least (“word”)", "word"),
        ({"day": "tonight"}, "enter a date such as 2026-11-21 (“day”)", "day"),
        ({"ending": -3}, "−3 cannot stand here (“ending”)", "ending"),
        ({"bids": [1, None]}, "enter a whole number, not nothing (“bids”, the second)", "bids[1]"),
        ({"cards": [{}]}, "enter what was left out (“cards”, the first, “suit”)", "cards[0]"),
        (
            {"cards": [{"suit": "S", "rank": 2}]},
            "take out what does not belong here (“cards”, the first, “rank”)",
            "cards[0]",
        ),
        ({"cards": [{"suit": "X"}]}, "“X” cannot stand here (“cards”, the first, “suit”)", "cards[0].suit"),
        (
            {"by_name": {"x": [0, "1"]}},
            "enter a whole number, not a text (“by_name”, the second)",
            "by_name[1]",
        ),
        ({"by_suit": {"blue": 1}}, "“blue” cannot stand here (“by_suit”)", "by_suit"),
        ({"\ud800": 1}, "this holds a character that cannot be kept", ""),
    ],
)
def test_invalid_data_is_refused_in_words_and_with_its_place(facts, message, field):
    assert refusal(read, facts, Facts) == (message, field)


def test_an_unknown_name_is_refused_with_those_that_are_possible():
    message, _ = refusal(read, {"a\nb": 1, "rank": 1}, Card)

    assert message == "take out what does not belong here (“a�b”; possible are “suit”)"


@cases("label, message", [
    ("Cards dealt", "Cards dealt: enter a whole number, not a text"),
    ("Which hand?", "Which hand? Enter a whole number, not a text"),
    ("Hand {number}", "enter a whole number, not a text (“number”)"),
])  # fmt: skip
def test_the_label_of_a_question_stands_before_the_sentence(label, message):
    assert refusal(read, {"number": "1"}, Facts, {"number": label})[0] == message


def test_every_message_of_msgspec_about_our_types_has_a_sentence():
    """Other messages fall back to one general sentence: a new kind of type needs a line in the table of schema.py."""
    messages = (
        "Expected `int`, got `str`", "Expected `array` of length 2, got 3", "Expected `str` of length <= 3",
        "Object missing required field `x`", "Object contains unknown field `x`", "Invalid value 'x'",
        "Invalid enum value -2", "Number out of range", "Integer value out of range", "Invalid RFC3339 encoded date",
        "Expected `int` >= 2", "Expected `int` <= 2",
    )  # fmt: skip
    said = [schema._in_words(message)[0] for message in messages]

    assert "that does not fit here" not in said
    assert schema._in_words("Invalid UUID")[0] == "that does not fit here"


def test_valid_data_is_read_and_written_back_alike():
    facts = {"bids": [1, 2], "cards": [{"suit": "S"}], "by_name": {"x": [1]}}

    assert plain(read(facts, Facts)) == facts
    assert plain(Facts(bids=(1,), anything={"a": ((1, 2), [3])})) == {"bids": [1], "anything": {"a": [[1, 2], [3]]}}


@cases("text, message", [
    (b'{"bids": ["1"]}', "enter a whole number, not a text (“bids”, the first)"),
    (b'{"rate": 1e999}', "that number is too large (“rate”)"),
    (b'{"bids": [1', "this file was cut off: its end is missing"),
    (b'{"bids": [1]} \n', None),
    (b'{"bids": [1}} \n', "this file is not JSON"),
    (b'{"by_name": {} \n', "this file is not JSON"),
    (b"nope", "this file is not JSON"),
    (b'{"a\xff": 1}', "this file is not UTF-8 text"),
    (b'{"anything": ' + b"[" * 9999 + b"]" * 9999 + b"}", "this file is nested too deeply"),
])  # fmt: skip
def test_a_file_is_skimmed(text, message):
    if message:
        assert refusal(skim, text, Facts)[0] == message
    else:
        assert skim(text, Facts) == Facts(bids=(1,))


def test_an_unknown_seat_is_refused_with_the_seated_players():
    assert not_found_error("side") == "there is no such side"
    assert not_found_error("player", ["Ada", "Ben"]) == "nobody sits there, choose Ada or Ben"
