"""Refusals in plain words: no msgspec English, no Python, the place named, one line."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.core.errors import Impossible, ImpossibleRound, quoted
from games.core.schema import A_SEAT_OF_FOUR, A_SIDE_OF_TWO, Count, not_there, plain, read, skim
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


def test_a_quotation_of_forty_letters_stays_whole_and_a_longer_one_is_cut():
    assert (quoted("a" * 40), quoted("a" * 41)) == (f"“{'a' * 40}”", f"“{'a' * 39}…”")


def test_signs_and_accents_of_players_are_kept():
    assert Impossible("Zoë bid −3 “♠”…").message == "Zoë bid −3 “♠”…"


def test_a_round_is_named_in_front_and_remembered():
    refused = ImpossibleRound("red has no owner", "suits.red").in_round(3)

    assert (refused.message, refused.field, refused.number) == ("round 3: red has no owner", "suits.red", 3)


SEATS = "nobody sits there (“seats”: 0 to 3)"


class Card(msgspec.Struct, forbid_unknown_fields=True):
    suit: Literal["S", "H"]
    face: Literal[1, 2] = 1


BELONG = (
    "“name”, “number”, “count”, “few”, “yes”, “bids”, “pair”, “some”, “cards”, “by_name”, “by_suit”, "
    "“either”, “short”, “seats”, “low”, “mixed” and “anything” can stand there"
)


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
    seats: tuple[Annotated[int, msgspec.Meta(ge=0, le=3, extra=A_SEAT_OF_FOUR)], ...] = ()
    low: Annotated[int, msgspec.Meta(ge=-9)] = 0
    mixed: tuple[int, Literal["S", "H"] | None] = (0, None)
    anything: Any = None


@cases(
    "facts, message, field",
    [
        ([], "enter its parts by name, not several", ""),
        (None, "enter its parts by name, it is empty", ""),
        (
            {"colour": 1},
            f"remove what does not belong here (“colour”; {BELONG})",
            "",
        ),
        (
            {"a`b": 1},
            f"remove what does not belong here (“a`b”; {BELONG})",
            "",
        ),
        (
            {"a\nb": 1},
            f"remove what does not belong here (“a�b”; {BELONG})",
            "",
        ),
        ({"name": 1}, "enter text, not a number (“name”)", "name"),
        ({"number": True}, "enter a whole number, not yes or no (“number”)", "number"),
        ({"number": 1.0}, "enter a whole number, without a point (“number”)", "number"),
        ({"number": "1"}, "enter a whole number, not text (“number”)", "number"),
        ({"number": {}}, "enter a whole number, not several by name (“number”)", "number"),
        ({"count": -1}, "enter at least 0 (“count”)", "count"),
        ({"few": 4}, "enter 3 at most (“few”)", "few"),
        ({"yes": 1}, "enter yes or no, not a number (“yes”: true or false)", "yes"),
        ({"bids": 3}, "enter several, one after the other, not a number (“bids”)", "bids"),
        ({"bids": [1, None]}, "enter a whole number, it is empty (“bids”)", "bids[1]"),
        ({"pair": [1]}, "enter 2, not 1 (“pair”)", "pair"),
        ({"pair": [1, 2, 3]}, "enter 2, not 3 (“pair”)", "pair"),
        ({"some": []}, "enter at least 1 (“some”)", "some"),
        ({"some": [1, 2, 3]}, "enter 2 at most (“some”)", "some"),
        ({"cards": [{}]}, "not entered yet (“suit”)", "cards[0]"),
        ({"cards": [{"suit": "X"}]}, "“X” is not possible (“suit”: “H” or “S”)", "cards[0].suit"),
        ({"cards": [{"suit": "S", "face": 3}]}, "3 is not possible (“face”: 1 or 2)", "cards[0].face"),
        ({"by_name": {"x": [0, "1"]}}, "enter a whole number, not text (“by_name”)", "by_name[1]"),
        ({"by_suit": {"blue": 1}}, "remove what does not belong here (“blue”; “red” can stand there)", "by_suit"),
        ({"by_suit": {"red": None}}, "enter a whole number, it is empty (“by_suit”)", "by_suit"),
        ({"either": 1.5}, "enter a whole number or text, not a number with a point (“either”)", "either"),
        ({"short": ""}, "write at least 1 letter (“short”)", "short"),
        ({"short": "abc"}, "write 2 letters at most (“short”)", "short"),
        ({"short": "A"}, "this is not written as it should be (“short”)", "short"),
        (
            {"": 1},
            f"remove what does not belong here (“”; {BELONG})",
            "",
        ),
        (
            {"cards": [{"suit": "S", "": 1}]},
            "remove what does not belong here (“”; “suit” and “face” can stand there)",
            "cards[0]",
        ),
        ({"cards": [{"suit": ""}]}, "“” is not possible (“suit”: “H” or “S”)", "cards[0].suit"),
        ({"by_suit": {"": 1}}, "remove what does not belong here (“”; “red” can stand there)", "by_suit"),
        ({"by_name": {"": [""]}}, "enter a whole number, not text (“by_name”)", "by_name[0]"),
        (
            {"a - at `$": 1},
            f"remove what does not belong here (“a - at `$”; {BELONG})",
            "",
        ),
        ({"x" * 41: 1}, f"remove what does not belong here (“{'x' * 39}…”; {BELONG})", ""),
        ({"cards": [{"suit": "'" * 41}]}, f"“{chr(39) * 39}…” is not possible (“suit”: “H” or “S”)", "cards[0].suit"),
        ({"cards": [{"suit": "S", "face": -1}]}, "−1 is not possible (“face”: 1 or 2)", "cards[0].face"),
        ({"seats": [3, 4]}, SEATS, "seats[1]"),
        ({"seats": [-1]}, SEATS, "seats[0]"),
        ({"seats": ["0"]}, "enter a whole number, not text (“seats”)", "seats[0]"),
        ({"low": -10}, "enter at least −9 (“low”)", "low"),
        ({"mixed": [1, "X"]}, "“X” is not possible (“mixed”: “H” or “S”)", "mixed[1]"),
        ({"\ud800": 1}, "this holds a character that cannot be kept", ""),
    ],
)
def test_what_does_not_fit_is_said_in_plain_words(facts, message, field):
    assert refusal(read, facts, Facts) == (message, field)


NO_MORE_THAN_0 = "enter 0 at most (“one”)"


@cases(
    "fields, facts, message",
    [
        ([("empty", int, msgspec.field(name=""))], {}, "not entered yet"),
        ([("one", Literal[""])], {"one": "X"}, "“X” is not possible (“one”: “”)"),
        ([("one", Literal["", "X"])], {"one": "Y"}, "“Y” is not possible (“one”: “” or “X”)"),
        (
            [("one", Annotated[str, msgspec.Meta(pattern="^$")])],
            {"one": "Y"},
            "this is not written as it should be (“one”)",
        ),
        (
            [("one", Annotated[str, msgspec.Meta(pattern="^X$")])],
            {"one": ""},
            "this is not written as it should be (“one”)",
        ),
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


@cases("text, message", [
    (b'{"bids": ["1"]}', "enter a whole number, not text (“bids”)"),
    (b'{"bids": [1', "this file was cut off: its end is missing"),
    (b'{"bids": [1]} \n', None),
    (b'{"bids": [1}} \n', "this file is not JSON"),
    (b'{"by_name": {} \n', "this file is not JSON"),
    (b"nope", "this file is not JSON"),
    (b'{"anything": ' + b"[" * 9999 + b"]" * 9999 + b"}", "this file is nested too deeply"),
])  # fmt: skip
def test_a_file_is_skimmed_with_what_is_wrong_in_plain_words(text, message):
    if message:
        assert refusal(skim, text, Facts)[0] == message
    else:
        assert skim(text, Facts) == Facts(bids=(1,))


PART = Annotated[int, msgspec.Meta(ge=0, le=1, extra=A_SIDE_OF_TWO, title="{side}’s part")]


class Named(msgspec.Struct):
    part: Annotated[tuple[PART | None, ...], msgspec.Meta(title="the parts")] = ()
    only: Annotated[int | str | None, msgspec.Meta(title="Who {player} is?")] = None
    nothing: None = None
    flag: bool | None = None
    deep: dict[str, tuple[PART, ...]] = {}


@cases("facts, message", [
    ({"part": [0, 2]}, "Ben’s part: there is no such side, choose Ada or Ben (“part”: 0 to 1)"),
    ({"part": [0, 0, 2]}, "the third side’s part: there is no such side, choose Ada or Ben (“part”: 0 to 1)"),
    ({"part": 1}, "the parts: enter several, one after the other, not a number (“part”)"),
    ({"only": 1.5}, "Who … is? Enter a whole number or text, not a number with a point (“only”)"),
    ({"nothing": 1}, "enter nothing, not a number (“nothing”)"),
    ({"flag": "x"}, "enter yes or no, not text (“flag”: true or false)"),
    ({"deep": {"x": [5]}}, "Ada’s part: there is no such side, choose Ada or Ben (“deep”: 0 to 1)"),
])  # fmt: skip
def test_a_part_is_called_by_its_title_and_who_it_is_about(facts, message):
    assert refusal(read, facts, Named, {"side": ["Ada", "Ben"]})[0] == message


def test_a_label_stands_for_a_title_and_a_number_says_no_name_of_a_field_beside_it():
    assert refusal(read, {"only": {}}, Named, labels={"only": "The one"})[0].startswith("The one: enter a whole number")
    assert refusal(read, {"few": 4}, Facts, labels={"few": "Few"})[0] == "Few: enter 3 at most"
    assert not_there("side") == "there is no such side"
    assert not_there("player", ["Ada", "Ben"]) == "nobody sits there, choose Ada or Ben"


class Odd(msgspec.Struct, forbid_unknown_fields=True):
    X: datetime | None = None
    needs: "Needs | None" = None


class Needs(msgspec.Struct):
    X: int


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    pass


@cases("facts, kind, message", [
    ({"X": "x"}, Odd, "this does not fit here"),
    ({"X": 1}, Odd, "enter datetime, not a number (“X”)"),
    ({"needs": {}}, Odd, "not entered yet (“X”)"),
    ({}, Needs, "not entered yet (“X”)"),
    ({"X": b""}, Needs, "enter a whole number, not bytes (“X”)"),
    ({"x": 1}, Nothing, "remove what does not belong here (“x”)"),
])  # fmt: skip
def test_what_no_game_has_is_told_too(facts, kind, message):
    assert refusal(read, facts, kind)[0] == message
