"""The fields of a question: what is asked for each, and what is tapped for it, each way round."""

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from games.core import question_fields
from games.core.house_rules import HouseRules
from games.core.keypad import Key
from games.core.question_fields import Field, QuestionContext, numbers, seats, words, yes_or_no
from games.core.referee import AskDeal, Question
from games.core.registry import games
from tests.cases import cases

TOY = replace(
    next(iter(games().values())), name="Toy", seats=range(3, 5), round_name="bout", length=lambda _players, _rules: 4
)
TABLE = QuestionContext(TOY, HouseRules(TOY.house_rules, {}), ["Ada", "Ben", "Cleo"])
FIXED = TABLE._replace(game=replace(TOY, seats=range(3, 4)))


class Plain(Question, tag="plain", frozen=True, kw_only=True):
    cards: question_fields.TrickCards
    led: Annotated[str, Field("Led")]
    trump: question_fields.Trump
    way: Annotated[Literal["up", "down", 3], Field("Which way?", words("up", "down", "3"))]
    sure: Annotated[bool, Field("Sure?", yes_or_no)]
    count: Annotated[int, Field("How many?", numbers(-1, 1))]
    bids: Annotated[list[int], Field("{player} bids", numbers(0, 3), each=seats)]


class Special(Question, tag="special", frozen=True, kw_only=True):
    """What a field can say of itself."""

    took: Annotated[
        dict[Literal["ace", "two"], int],
        Field("{player} took", seats, each=words("ace", "two"), grouped=True, optional=True),
    ] = {}
    bids: Annotated[
        tuple[int | None, int | None, int | None],
        Field("{player} bids", numbers(0, 13), each=seats, none=Key("pass", "pass")),
    ]
    card: Annotated[str | None, Field("Led in this {round}", none=Key("none", "nothing"))] = None
    cards: Annotated[list[str | None], Field("Cards", many=True, least=2, most=3, none=Key("none", "none"))]
    opening: Annotated[bool, Field("Opening", yes_or_no, optional=True)] = False
    maybe: Annotated[str | UnsetType, Field("Maybe", optional=True)] = UNSET
    silent: int = 0


def slots(kind, table=TABLE):
    return {slot.name: slot for one in question_fields.asked_fields(kind, table) for slot in one.slots.values()}


def labels(slot):
    return [[key.label for key in row] for row in slot.pack.rows]


def test_a_field_has_its_keys_or_those_of_the_deck():
    found = slots(Plain, FIXED)

    assert labels(found["trump"]) == [["♠", "♥", "♦", "♣"]]
    assert labels(found["way"]) == [["up", "down", "3"]]
    assert labels(found["sure"]) == [["yes", "no"]]
    assert labels(found["count"]) == [["−1", "0", "1"]]
    assert found["led"].pack == found["cards"].pack == TOY.deck(TABLE.rules)
    assert [name for name, slot in found.items() if slot.from_deck] == ["cards", "led"]
    assert [name for name, slot in found.items() if slot.many] == ["cards"]


def test_fields_are_asked_for_in_their_order_as_they_say():
    found = slots(Special)

    assert list(found) == [
        "players", "took-ace", "took-two", "bids-0", "bids-1", "bids-2", "card", "cards", "opening", "maybe"
    ]  # fmt: skip
    assert found["took-ace"].label == "ace took"
    assert labels(found["took-ace"]) == [["Ada", "Ben", "Cleo"]]
    assert labels(found["bids-0"])[0][-2:] == ["13", "pass"]
    assert found["card"].label == "Led in this bout"
    assert labels(found["card"])[-1] == ["nothing"]
    assert (found["cards"].least, found["cards"].most) == (2, 3)
    assert [name for name, slot in found.items() if slot.optional] == ["took-ace", "took-two", "opening", "maybe"]


FACTS = {
    "cards": ["AS", None], "card": None, "bids": [3, None, 0], "took": {"ace": 2}, "opening": True, "maybe": "KH"
}  # fmt: skip
TAPPED = {
    "cards": "AS none", "card": "none", "bids-0": "3", "bids-1": "pass", "bids-2": "0", "took-ace": "2",
    "opening": "yes", "maybe": "KH",
}  # fmt: skip


def test_facts_and_what_is_tapped_are_each_others_inverse():
    assert question_fields.facts_from_answers(Special, TABLE, TAPPED) == FACTS
    assert question_fields.answers_from_facts(Special, TABLE, FACTS) == TAPPED


def test_what_is_not_answered_is_left_to_the_question():
    assert question_fields.facts_from_answers(Special, TABLE, {}) == {"cards": [], "bids": []}
    assert question_fields.facts_from_answers(Special, TABLE, {"players": "3", "opening": "no"}) == {
        "cards": [],
        "bids": [],
        "opening": False,
    }
    assert question_fields.default_facts(Special) == {"opening": False, "silent": 0}
    assert question_fields.default_facts(AskDeal) == {"first_dealer": 0}
    assert question_fields.answers_from_facts(Plain, TABLE, {"count": None}) == {}
    four = question_fields.answers_from_facts(Plain, TABLE, {"bids": [1, 2, 3, 0]})
    assert four == {"bids-0": "1", "bids-1": "2", "bids-2": "3"}


@cases("name, answer, value", [
        ("count", "−3", -3), ("count", "-3", -3), ("count", "12", 12), ("count", "1e3", "1e3"), ("count", "٣", "٣"),
        ("count", "1234567890", "1234567890"), ("sure", "no", False), ("sure", "maybe", "maybe"), ("way", "3", 3),
        ("way", "up", "up"), ("trump", "X", "X"), ("cards", "AS  KH", ["AS", "KH"]), ("led", "none", "none"),
    ])  # fmt: skip
def test_what_fits_nowhere_stays_as_it_was_written(name, answer, value):
    assert question_fields.facts_from_answers(Plain, TABLE, {name: answer})[name] == value


@cases("facts", [{"cards": 5}, {"cards": "AS"}, {"bids": 3}, {"took": [1]}, {"card": ["AS"]}, {"unknown": 1}])
def test_a_fact_of_another_shape_is_no_answer(facts):
    assert question_fields.answers_from_facts(Special, TABLE, facts) == {}


@cases("slot, answer, prompt", [
        ("card", "", "Led in this bout: tap a key."), ("card", "AS", ""), ("cards", "AS", "Cards: 1 more."),
        ("cards", "AS KH", ""), ("opening", "", ""),
    ])  # fmt: skip
def test_what_is_missing_is_asked_for(slot, answer, prompt):
    assert slots(Special)[slot].prompt(answer) == prompt
