import pytest

from games.core.house_rules import EndingOption, HouseRules, NamedChoice, NumberOption, Option, SubsetOption
from tests.cases import cases
from tests.games.every_game import refusal

LIMIT = NumberOption(name="limit", default=11, low=2, high=99, none="never", unit="bags", title="A limit")
BONUS = NumberOption(name="bonus", default=0, low=0, high=100, title="A bonus")
AFTER = NamedChoice(name="after", default="carry", labels={"carry": "carried", "reset": "back to zero"}, title="After")
AGAIN = NamedChoice(name="again", default=True, labels={True: "yes", False: "no"}, title="Again")
ENDS = EndingOption(
    name="ends",
    default="open",
    title="The end",
    open_label="when the table says so",
    measures={"target": (10, 500, 50, "at {} points"), "hands": (1, 99, 8, "after {} hands")},
)
DECK = SubsetOption(
    name="deck",
    default=("red", "blue", "green"),
    title="Deck",
    labels={"red": "Red", "blue": "Blue", "green": "Green"},
    sets=[("red", "blue")],
)
OPTIONS = (LIMIT, BONUS, AFTER, AGAIN, ENDS, DECK)


def rules(**chosen):
    return HouseRules(OPTIONS, chosen)


def test_what_is_not_named_is_as_it_is_by_default():
    in_force = rules(limit=5)

    assert (in_force.limit, in_force.bonus, in_force.after, in_force.again) == (5, 0, "carry", True)
    assert in_force.differing == {"limit": 5}


def test_a_house_rule_named_as_its_default_does_not_differ():
    assert rules(limit=11, again=True, ends="open", deck=["green", "red", "blue"]).differing == {}


def test_a_game_has_no_other_house_rules():
    has = "it has “limit”, “bonus”, “after”, “again”, “ends” and “deck”"
    message = f"take out a house rule that this game does not have (“colour”; {has})"
    assert refusal(rules, colour=1) == (message, "house_rules")
    with pytest.raises(AttributeError, match="there is no house rule colour"):
        _ = rules().colour


THE_ENDS = '"open", {"target": 10…500} or {"hands": 1…99}'
CHOOSE = "choose one of its values"
TO_99 = "a whole number from 2 to 99 or null for “never”"
NO_DECK = f"house rule “Deck”: {CHOOSE} (“deck”: some of red, blue, green, each at most once"


@cases(
    "chosen, message",
    [
        (
            {"limit": 1},
            f"house rule “A limit”: {CHOOSE} (“limit”: {TO_99}, not 1)",
        ),
        (
            {"limit": -11},
            f"house rule “A limit”: {CHOOSE} (“limit”: {TO_99}, not −11)",
        ),
        (
            {"bonus": "-5"},
            f'house rule “A bonus”: {CHOOSE} (“bonus”: a whole number from 0 to 100, not "-5")',
        ),
        (
            {"limit": 100},
            f"house rule “A limit”: {CHOOSE} (“limit”: {TO_99}, not 100)",
        ),
        (
            {"bonus": None},
            f"house rule “A bonus”: {CHOOSE} (“bonus”: a whole number from 0 to 100, not null)",
        ),
        (
            {"bonus": True},
            f"house rule “A bonus”: {CHOOSE} (“bonus”: a whole number from 0 to 100, not true)",
        ),
        (
            {"bonus": 5.0},
            f"house rule “A bonus”: {CHOOSE} (“bonus”: a whole number from 0 to 100, not 5.0)",
        ),
        (
            {"bonus": "5"},
            f'house rule “A bonus”: {CHOOSE} (“bonus”: a whole number from 0 to 100, not "5")',
        ),
        ({"after": "never"}, f'house rule “After”: {CHOOSE} (“after”: "carry" or "reset", not "never")'),
        ({"after": []}, f'house rule “After”: {CHOOSE} (“after”: "carry" or "reset", not [])'),
        ({"again": 1}, f"house rule “Again”: {CHOOSE} (“again”: true or false, not 1)"),
        ({"again": None}, f"house rule “Again”: {CHOOSE} (“again”: true or false, not null)"),
        (
            {"ends": "closed"},
            f'house rule “The end”: {CHOOSE} (“ends”: {THE_ENDS}, not "closed")',
        ),
        (
            {"deck": []},
            f"house rule “Deck”: {CHOOSE} (“deck”: some of red, blue, green, each at most once, not [])",
        ),
        ({"deck": ["ä"]}, f'{NO_DECK}, not ["ä"])'),
        ({"deck": ({"x"},)}, f'{NO_DECK}, not [["x"]])'),
        (
            {"after": "y" * 58},
            f'house rule “After”: {CHOOSE} (“after”: "carry" or "reset", not "{"y" * 58}")',
        ),
        (
            {"after": "y" * 59},
            f'house rule “After”: {CHOOSE} (“after”: "carry" or "reset", not "{"y" * 56}…)',
        ),
        (
            {"ends": {"snap": 1}},
            f'house rule “The end”: {CHOOSE} (“ends”: {THE_ENDS}, not {{"snap": 1}})',
        ),
        ({"deck": ["x" * 100]}, f'{NO_DECK}, not ["{"x" * 55}…)'),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_can(chosen, message):
    assert refusal(rules, **chosen) == (message, *chosen)


CAN_BE = {"limit": [None, 2, 99], "ends": ["open", {"target": 10}, {"target": 500}, {"hands": 1}]}


@cases("name, value", [(name, value) for name, values in CAN_BE.items() for value in values])
def test_a_number_has_its_limits_or_is_none_and_a_game_ends_openly_or_by_one_measure(name, value):
    assert rules(**{name: value}).in_force[name] == value


BAD_ENDS = [{}, {"target": 9}, {"target": 501}, {"target": 50, "hands": 8}, {"points": 5}, {"hands": True}]
BAD_ENDS += [{"hands": "8"}, 50, None]


@cases("value", BAD_ENDS)
def test_any_other_end_is_refused(value):
    assert refusal(rules, ends=value)[1] == "ends"


@cases("value", [["red", "red"], ["pink"], [1], [["red"]], "red", {"red": 1}, None])
def test_a_list_holds_known_things_once(value):
    assert refusal(rules, deck=value)[1] == "deck"


def test_the_order_of_a_list_says_nothing():
    assert rules(deck=["blue", "red"]).deck == rules(deck=("red", "blue")).deck == ["red", "blue"]


def test_values_are_called_in_the_words_of_the_table():
    assert [LIMIT.label(11), LIMIT.label(None), BONUS.label(5)] == ["11 bags", "never", "5"]
    assert [AFTER.label("reset"), AGAIN.label(False)] == ["back to zero", "no"]
    assert [ENDS.label("open"), ENDS.label({"hands": 8})] == ["when the table says so", "after 8 hands"]
    assert DECK.label(["green", "red"]) == "Red, Green"


def test_values_are_offered_by_name_the_default_first():
    assert LIMIT.presets() == (11,)
    assert AFTER.presets() == ("carry", "reset")
    assert ENDS.presets() == ("open", {"target": 50}, {"hands": 8})
    assert DECK.presets() == (("red", "blue", "green"), ("red", "blue"))


def test_an_option_of_no_kind_accepts_nothing_by_itself():
    plain = Option(name="x", default=1, title="X")

    assert (plain.label(1), plain.normal(1), plain.presets()) == ("1", 1, (1,))
    for unsaid in (lambda: plain.accepts(1), plain.expected):
        with pytest.raises(NotImplementedError):
            unsaid()
