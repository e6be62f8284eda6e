"""Refusals in plain words: no msgspec English, no Python, the place named, one line."""

from typing import Annotated, Any, Literal

import msgspec

from games.core.errors import Impossible, ImpossibleRound
from games.core.schema import Count, plain, read, skim
from tests.cases import cases
from tests.games.every_game import refusal


@cases("letter", ["\n", "\r", "\0", "\x1b", "\u2028", "\u2029", "\ud800"])
def test_what_a_file_says_never_breaks_the_line_that_quotes_it(letter):
    error = Impossible(f"there is no card “a{letter}b”")

    assert str(error) == error.message == "there is no card “a�b”"
    assert str(error).encode()


def test_a_message_of_four_hundred_letters_stays_whole_and_a_longer_one_is_cut():
    assert Impossible("a" * 400).message == "a" * 400
    assert Impossible("a" * 401).message == "a" * 399 + "…"


def test_signs_and_accents_of_players_are_kept():
    assert Impossible("Zoë bid −3 “♠”…").message == "Zoë bid −3 “♠”…"


def test_a_round_is_named_in_front_and_remembered():
    refused = ImpossibleRound("red has no owner", "suits.red").in_round(3)

    assert (refused.message, refused.field, refused.number) == ("round 3: red has no owner", "suits.red", 3)


SEATS = "nobody sits there: seats are 0 to 3"


class Card(msgspec.Struct, forbid_unknown_fields=True):
    suit: Literal["S", "H"]
    face: Literal[1, 2] = 1


class Facts(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    name: str = ""
    number: int = 0
    count: Count = 0
    few: Annotated[int, msgspec.Meta(le=3)] = 0
    yes: bool = False
    bids: tuple[int, ...] = ()
    pair: tuple[int, int] = (0, 0)
    some: Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=2)] = (1,)
    cards: list[Card] = []
    by_name: dict[str, list[int]] = {}
    by_suit: dict[Literal["red"], int] = {}
    either: int | str | None = None
    short: Annotated[str, msgspec.Meta(min_length=1, max_length=2, pattern="^[a-z]*$")] = "a"
    seats: tuple[Annotated[int, msgspec.Meta(ge=0, le=3, extra={"refusal": SEATS})], ...] = ()
    low: Annotated[int, msgspec.Meta(ge=-9)] = 0
    mixed: tuple[int, Literal["S", "H"] | None] = (0, None)
    anything: Any = None


@cases(
    "facts, message, field",
    [
        ([], "should be a group of named facts, not a list", ""),
        (None, "should be a group of named facts, not nothing", ""),
        ({"colour": 1}, "“colour” is not known here", ""),
        ({"a`b": 1}, "“a`b” is not known here", ""),
        ({"a\nb": 1}, "“a�b” is not known here", ""),
        ({"name": 1}, "name: should be text, not a whole number", "name"),
        ({"number": True}, "number: should be a whole number, not true or false", "number"),
        ({"number": 1.0}, "number: should be a whole number, written without a point", "number"),
        ({"number": "1"}, "number: should be a whole number, not text", "number"),
        ({"number": {}}, "number: should be a whole number, not a group of named facts", "number"),
        ({"count": -1}, "count: should be 0 or more", "count"),
        ({"few": 4}, "few: should be 3 or less", "few"),
        ({"yes": 1}, "yes: should be true or false, not a whole number", "yes"),
        ({"bids": 3}, "bids: should be a list, not a whole number", "bids"),
        ({"bids": [1, None]}, "bids[1]: should be a whole number, not nothing", "bids[1]"),
        ({"pair": [1]}, "pair: should be a list of 2, not of 1", "pair"),
        ({"pair": [1, 2, 3]}, "pair: should be a list of 2, not of 3", "pair"),
        ({"some": []}, "some: should have 1 or more", "some"),
        ({"some": [1, 2, 3]}, "some: should have 2 or less", "some"),
        ({"cards": [{}]}, "cards[0]: “suit” is missing", "cards[0]"),
        ({"cards": [{"suit": "X"}]}, "cards[0].suit: “X” is not one of “H”, “S”", "cards[0].suit"),
        ({"cards": [{"suit": "S", "face": 3}]}, "cards[0].face: 3 is not one of 1, 2", "cards[0].face"),
        ({"by_name": {"x": [0, "1"]}}, "by_name[1]: should be a whole number, not text", "by_name[1]"),
        ({"by_suit": {"blue": 1}}, "by_suit: “blue” is not “red”", "by_suit"),
        ({"by_suit": {"red": None}}, "by_suit: should be a whole number, not nothing", "by_suit"),
        ({"either": 1.5}, "either: should be a whole number or text or nothing, not a number with a point", "either"),
        ({"short": ""}, "short: should have 1 letters or more", "short"),
        ({"short": "abc"}, "short: should have 2 letters or less", "short"),
        ({"short": "A"}, "short: is not written as it should be", "short"),
        ({"": 1}, "“” is not known here", ""),
        ({"cards": [{"suit": "S", "": 1}]}, "cards[0]: “” is not known here", "cards[0]"),
        ({"cards": [{"suit": ""}]}, "cards[0].suit: “” is not one of “H”, “S”", "cards[0].suit"),
        ({"by_suit": {"": 1}}, "by_suit: “” is not “red”", "by_suit"),
        ({"by_name": {"": [""]}}, "by_name[0]: should be a whole number, not text", "by_name[0]"),
        ({"a - at `$": 1}, "“a - at `$” is not known here", ""),
        ({"x" * 41: 1}, f"“{'x' * 39}…” is not known here", ""),
        ({"cards": [{"suit": "'" * 41}]}, f"cards[0].suit: “{chr(39) * 39}…” is not one of “H”, “S”", "cards[0].suit"),
        ({"cards": [{"suit": "S", "face": -1}]}, "cards[0].face: −1 is not one of 1, 2", "cards[0].face"),
        ({"seats": [3, 4]}, "seats[1]: nobody sits there: seats are 0 to 3", "seats[1]"),
        ({"seats": [-1]}, "seats[0]: nobody sits there: seats are 0 to 3", "seats[0]"),
        ({"seats": ["0"]}, "seats[0]: should be a whole number, not text", "seats[0]"),
        ({"low": -10}, "low: should be −9 or more", "low"),
        ({"mixed": [1, "X"]}, "mixed[1]: “X” is not one of “H”, “S”", "mixed[1]"),
        ({"\ud800": 1}, "this holds a character that cannot be kept", ""),
    ],
)
def test_what_does_not_fit_is_said_in_plain_words(facts, message, field):
    assert refusal(read, facts, Facts) == (message, field)


NO_MORE_THAN_0 = "one: should have 0 or less"


@cases(
    "fields, facts, message",
    [
        ([("empty", int, msgspec.field(name=""))], {}, "“” is missing"),
        ([("one", Literal[""])], {"one": "X"}, "one: “X” is not “”"),
        ([("one", Literal["", "X"])], {"one": "Y"}, "one: “Y” is not one of “”, “X”"),
        ([("one", Annotated[str, msgspec.Meta(pattern="^$")])], {"one": "Y"}, "one: is not written as it should be"),
        ([("one", Annotated[str, msgspec.Meta(pattern="^X$")])], {"one": ""}, "one: is not written as it should be"),
        ([("one", Annotated[dict[str, int], msgspec.Meta(max_length=0)])], {"one": {"": 1}}, NO_MORE_THAN_0),
    ],
)
def test_an_empty_name_is_told_like_any_other(fields, facts, message):
    assert refusal(read, facts, msgspec.defstruct("Empty", fields))[0] == message


class Nested(msgspec.Struct):
    inner: "Nested"


def test_endless_nesting_is_refused():
    endless = {}
    endless["inner"] = endless

    assert refusal(read, endless, Nested)[0] == "this is nested too deeply"


def test_an_unknown_name_that_is_no_text_is_refused():
    assert refusal(skim, b'{"a\xff": 1}', Facts)[0] == "this file is not UTF-8 text"


def test_what_fits_is_read_and_comes_back_as_plain_values():
    facts = {"bids": [1, 2], "cards": [{"suit": "S", "face": 2}], "by_name": {"x": [1]}}

    assert plain(read(facts, Facts)) == facts


def test_plain_values_are_what_json_knows():
    assert plain(Facts(bids=(1,), anything={"a": ((1, 2), [3])})) == {"bids": [1], "anything": {"a": [[1, 2], [3]]}}
