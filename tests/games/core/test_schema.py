"""Values that do not fit their type are refused with their place; messages of refusals stay one short line."""

from typing import Annotated, Any, Literal

import msgspec

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
    bids: tuple[int, ...] = ()
    cards: list[Card] = []
    by_name: dict[str, list[int]] = {}
    by_suit: dict[Literal["red"], int] = {}
    anything: Any = None


@cases(
    "facts, message, field",
    [
        ([], "Expected `object`, got `array`", ""),
        ({"a\nb": 1}, "Object contains unknown field `a�b`", ""),
        ({"number": 1.0}, "number: Expected `int`, got `float`", "number"),
        ({"number": "1"}, "number: Expected `int`, got `str`", "number"),
        ({"number": True}, "number: Expected `int`, got `bool`", "number"),
        ({"count": -1}, "count: enter at least 0", "count"),
        ({"few": 4}, "few: enter 3 at most", "few"),
        ({"few": -10}, "few: enter at least −9", "few"),
        ({"bids": [1, None]}, "bids[1]: Expected `int`, got `null`", "bids[1]"),
        ({"cards": [{}]}, "cards[0]: Object missing required field `suit`", "cards[0]"),
        ({"cards": [{"suit": "X"}]}, "cards[0].suit: Invalid enum value 'X'", "cards[0].suit"),
        ({"by_name": {"x": [0, "1"]}}, "by_name[...][1]: Expected `int`, got `str`", "by_name[1]"),
        ({"by_suit": {"blue": 1}}, "by_suit: Invalid enum value 'blue'", "by_suit"),
        ({"\ud800": 1}, "this holds a character that cannot be kept", ""),
    ],
)
def test_invalid_data_is_refused_with_its_path(facts, message, field):
    assert refusal(read, facts, Facts) == (message, field)


def test_valid_data_is_read_and_written_back_alike():
    facts = {"bids": [1, 2], "cards": [{"suit": "S"}], "by_name": {"x": [1]}}

    assert plain(read(facts, Facts)) == facts
    assert plain(Facts(bids=(1,), anything={"a": ((1, 2), [3])})) == {"bids": [1], "anything": {"a": [[1, 2], [3]]}}


@cases("text, message", [
    (b'{"bids": ["1"]}', "bids[0]: Expected `int`, got `str`"),
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
