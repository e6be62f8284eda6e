"""The fields of a question: what is asked for each, and what is tapped for it, each way round."""

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from games.core import prompts
from games.core.house_rules import HouseRules
from games.core.keypad import Key
from games.core.prompts import Prompt, QuestionContext, numbers, seats, words, yes_or_no
from games.core.referee import AskDeal, Question
from games.core.registry import games
from tests.cases import cases

TOY = replace(
    next(iter(games().values())), name="Toy", seats=range(3, 5), round_name="bout", length=lambda _players, _rules: 4
)
TABLE = QuestionContext(TOY, HouseRules(TOY.house_rules, {}), ["Ada", "Ben", "Cleo"])
FIXED = TABLE._replace(game=replace(TOY, seats=range(3, 4)))


class Plain(Question, tag="plain", frozen=True, kw_only=True):
    cards: prompts.TrickCards
    led: Annotated[str, Prompt("Led")]
    trump: prompts.Trump
    way: Annotated[Literal["up", "down", 3], Prompt("Which way?", words("up", "down", "3"))]
    sure: Annotated[bool, Prompt("Sure?", yes_or_no)]
    count: Annotated[int, Prompt("How many?", numbers(-1, 1))]
    bids: Annotated[list[int], Prompt("{player} bids", numbers(0, 3), each=seats)]


class Special(Question, tag="special", frozen=True, kw_only=True):
    """A question with a field of each kind."""

    took: Annotated[
        dict[Literal["ace", "two"], int],
        Prompt("{player} took", seats, each=words("ace", "two"), grouped=True, optional=True),
    ] = {}
    bids: Annotated[
        tuple[int | None, int | None, int | None],
        Prompt("{player} bids", numbers(0, 13), each=seats, none=Key("pass", "pass")),
    ]
    card: Annotated[str | None, Prompt("Led in this {round}", none=Key("none", "nothing"))] = None
    cards: Annotated[list[str | None], Prompt("Cards", many=True, least=2, most=3, none=Key("none", "none"))]
    opening: Annotated[bool, Prompt("Opening", yes_or_no, optional=True)] = False
    maybe: Annotated[str | UnsetType, Prompt("Maybe", optional=True)] = UNSET
    silent: int = 0


def labels(field):
    return [key.label for key in field.keys]


def test_a_field_has_its_keys_or_those_of_the_deck():
    fields = prompts.form_fields(Plain, FIXED)

    assert labels(fields["trump"]) == ["♠", "♥", "♦", "♣"]
    assert labels(fields["way"]) == ["up", "down", "3"]
    assert labels(fields["sure"]) == ["yes", "no"]
    assert labels(fields["count"]) == ["−1", "0", "1"]
    for name in ("led", "cards"):
        assert [group.keys for group in fields[name].groups] == TOY.deck(TABLE.rules).rows
        assert set(fields[name].copies.values()) == {1}, "each card is there once"
    assert [name for name, field in fields.items() if field.deck] == ["cards", "led"]
    assert [name for name, field in fields.items() if field.many] == ["cards"]


def test_fields_are_asked_for_in_their_order_as_they_say():
    fields = prompts.form_fields(Special, TABLE)

    assert list(fields) == [
        "players", "took-ace", "took-two", "bids-0", "bids-1", "bids-2", "card", "cards", "opening", "maybe"
    ]  # fmt: skip
    assert fields["took-ace"].label == "ace took"
    assert labels(fields["took-ace"]) == ["Ada", "Ben", "Cleo"]
    assert labels(fields["bids-0"])[-2:] == ["13", "pass"]
    assert fields["card"].label == "Led in this bout"
    assert labels(fields["card"])[-1] == "nothing"
    assert (fields["cards"].least, fields["cards"].most) == (2, 3)
    optional = [name for name, field in fields.items() if not field.required]
    assert optional == ["took-ace", "took-two", "opening", "maybe"]


FACTS = {
    "cards": ["AS", None], "card": None, "bids": [3, None, 0], "took": {"ace": 2}, "opening": True, "maybe": "KH"
}  # fmt: skip
TAPPED = {
    "cards": "AS none", "card": "none", "bids-0": "3", "bids-1": "pass", "bids-2": "0", "took-ace": "2",
    "opening": "yes", "maybe": "KH",
}  # fmt: skip


def test_facts_and_what_is_tapped_are_each_others_inverse():
    assert prompts.read_facts(Special, TABLE, TAPPED) == FACTS
    assert prompts.answers_of(Special, TABLE, FACTS) == TAPPED


def test_what_is_not_answered_is_left_to_the_question():
    assert prompts.read_facts(Special, TABLE, {}) == {"cards": [], "bids": []}
    assert prompts.read_facts(Special, TABLE, {"players": "3", "opening": "no"}) == {
        "cards": [],
        "bids": [],
        "opening": False,
    }
    assert prompts.default_facts(Special) == {"opening": False, "silent": 0}
    assert prompts.default_facts(AskDeal) == {"first_dealer": 0}
    assert prompts.answers_of(Plain, TABLE, {"count": None}) == {}
    four = prompts.answers_of(Plain, TABLE, {"bids": [1, 2, 3, 0]})
    assert four == {"bids-0": "1", "bids-1": "2", "bids-2": "3"}


@cases("name, answer, value", [
        ("count", "−3", -3), ("count", "-3", -3), ("count", "12", 12), ("count", "1e3", "1e3"), ("count", "٣", "٣"),
        ("count", "1234567890", 1234567890), ("sure", "no", False), ("sure", "maybe", "maybe"), ("way", "3", 3),
        ("way", "up", "up"), ("trump", "X", "X"), ("cards", "AS  KH", ["AS", "KH"]), ("led", "none", "none"),
    ])  # fmt: skip
def test_what_fits_nowhere_stays_as_it_was_written(name, answer, value):
    assert prompts.read_facts(Plain, TABLE, {name: answer})[name] == value


@cases("facts", [{"cards": 5}, {"cards": "AS"}, {"bids": 3}, {"took": [1]}, {"card": ["AS"]}, {"unknown": 1}])
def test_a_fact_of_another_shape_is_no_answer(facts):
    assert prompts.answers_of(Special, TABLE, facts) == {}
