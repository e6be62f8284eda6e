import pytest

from games.core.house_rules import EndingOption, HouseRules, NamedChoice, NumberOption, SubsetOption
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
    measures={"target": (10, 500, 50, "at {}", "point"), "hands": (1, 99, 8, "after {}", "hand")},
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


def test_an_ending_counts_what_it_names():
    assert [ENDS.label({"hands": number}) for number in (1, 8)] == ["after 1 hand", "after 8 hands"]
    assert ENDS.label({"target": 50}) == "at 50 points"


def test_unnamed_house_rules_have_their_defaults():
    in_force = rules(limit=5)

    assert (in_force.limit, in_force.bonus, in_force.after, in_force.again) == (5, 0, "carry", True)
    assert in_force.differing == {"limit": 5}


def test_a_game_has_no_other_house_rules():
    has = "it has “limit”, “bonus”, “after”, “again”, “ends” and “deck”"
    message = f"remove a house rule that this game does not have (“colour”; {has})"
    assert refusal(rules, colour=1) == (message, "house_rules")
    assert "(“x”; it has none)" in refusal(HouseRules, (), {"x": 1})[0]
    with pytest.raises(AttributeError, match="there is no house rule colour"):
        _ = rules().colour


THE_ENDS = '"open", {"target": 10…500} or {"hands": 1…99}'
TO_99 = "a whole number from 2 to 99 or null for “never”"


@cases(
    "chosen, title, told",
    [
        ({"limit": -11}, "A limit", f"{TO_99}, not −11"),
        ({"limit": 100}, "A limit", f"{TO_99}, not 100"),
        ({"bonus": None}, "A bonus", "a whole number from 0 to 100, not null"),
        ({"bonus": True}, "A bonus", "a whole number from 0 to 100, not true"),
        ({"bonus": 5.0}, "A bonus", "a whole number from 0 to 100, not 5.0"),
        ({"bonus": "-5"}, "A bonus", 'a whole number from 0 to 100, not "-5"'),
        ({"after": "never"}, "After", '"carry" or "reset", not "never"'),
        ({"after": "y" * 59}, "After", f'"carry" or "reset", not "{"y" * 56}…'),
        ({"again": 1}, "Again", "true or false, not 1"),
        ({"ends": {"snap": 1}}, "The end", f'{THE_ENDS}, not {{"snap": 1}}'),
        ({"deck": ["ä"]}, "Deck", 'some of red, blue, green, each at most once, not ["ä"]'),
    ],
)
def test_an_invalid_value_is_refused_with_the_valid_ones(chosen, title, told):
    ((name, _),) = chosen.items()
    assert refusal(rules, **chosen) == (f"house rule “{title}”: choose one of its values (“{name}”: {told})", name)


@cases("name, value", [
    *(("ends", value) for value in ({}, {"target": 9}, {"target": 501}, {"target": 50, "hands": 8}, {"hands": "8"})),
    *(("deck", value) for value in (["red", "red"], [["red"]], "red", {"red": 1})),
])  # fmt: skip
def test_a_value_of_another_shape_is_refused(name, value):
    assert refusal(rules, **{name: value})[1] == name


def test_the_order_of_a_list_is_ignored():
    assert rules(deck=["blue", "red"]).deck == rules(deck=("red", "blue")).deck == ["red", "blue"]


def test_values_are_called_in_the_words_of_the_table():
    assert [LIMIT.label(11), LIMIT.label(None), BONUS.label(5)] == ["11 bags", "never", "5"]
    assert [AFTER.label("reset"), AGAIN.label(False)] == ["back to zero", "no"]
    assert [ENDS.label("open"), ENDS.label({"hands": 8})] == ["when the table says so", "after 8 hands"]
    assert DECK.label(["green", "red"]) == "Red, Green"


# --- As a page asks for them ---


@cases("option, value", [(option, value) for option in OPTIONS for value in option.presets()] + [
    (LIMIT, None), (LIMIT, 99), (ENDS, {"hands": 9}), (DECK, ("green",)), (AGAIN, False),
])  # fmt: skip
def test_a_form_value_reads_back_as_the_same_value(option, value):
    shown = option.to_form(value)
    texts = [text for suffix, text in shown if not suffix]
    number = next((text for suffix, text in shown if suffix == "-number"), "")

    assert option.normalize(option.from_form(texts, number)) == option.normalize(value)


@cases("option, texts, number, value", [
    (LIMIT, [], "", None),
    (LIMIT, ["3", " 12 "], "", 12),
    (LIMIT, ["123456"], "", "123456"),
    (LIMIT, ["12345"], "", 12345),
    (LIMIT, ["x"], "", "x"),
    (AFTER, ['"reset"'], "", "reset"),
    (AFTER, ["reset"], "", "reset"),
    (AFTER, ["other"], "", "other"),
    (AGAIN, ["false"], "", False),
    (AGAIN, [], "", ""),
    (ENDS, ["target"], "", {"target": 50}),
    (ENDS, ["target"], "60", {"target": 60}),
    (ENDS, ["hands"], "x", {"hands": "x"}),
    (ENDS, ["open"], "60", "open"),
    (ENDS, ["other"], "60", "other"),
    (DECK, ["", "red blue"], "", ["red", "blue"]),
    (DECK, [""], "", []),
])  # fmt: skip
def test_form_input_is_a_valid_value_or_refused(option, texts, number, value):
    found = option.from_form(texts, number)

    assert (found, type(found)) == (value, type(value))
    assert option.accepts(found) or option.hint(found)


def test_a_page_offers_each_value_and_marks_the_one_in_force():
    assert LIMIT.choices(11, 4) == [("11", "11 bags", True)]
    assert AGAIN.choices(False, 4) == [("true", "yes", False), ("false", "no", True)]
    assert ENDS.choices({"hands": 9}, 4) == [
        ("open", "when the table says so", False), ("target", "at … points", False), ("hands", "after … hands", True),
    ]  # fmt: skip
    assert [ENDS.choices("open", 4)[0], ENDS.to_form({"hands": 9})] == [
        ("open", "when the table says so", True), [("", "hands"), ("-number", "9")],
    ]  # fmt: skip
    assert ENDS.to_form("open") == [("", "open"), ("-number", "")]
    assert DECK.choices(["blue"], 4) == [("red", "Red", False), ("blue", "Blue", True), ("green", "Green", False)]
    assert (LIMIT.to_form(None), DECK.to_form(["red"])) == ([("", "")], [("", ""), ("", "red")])


def test_a_value_for_some_tables_is_offered_to_these_and_where_it_is_in_force():
    some = NamedChoice(name="x", default="a", labels={"a": "A", "b": "B"}, title="X", available_for={"b": (2, 3)})

    assert [[text for text, *_ in some.choices("a", players)] for players in (0, 2, 4)] == [
        ['"a"', '"b"'], ['"a"', '"b"'], ['"a"'],
    ]  # fmt: skip
    assert [text for text, *_ in some.choices("b", 4)] == ['"a"', '"b"']


def test_a_set_is_chosen_as_a_whole_by_tables_that_have_to():
    deck = SubsetOption(
        name="deck", default=("red",), title="Deck", labels={"red": "Red", "blue": "Blue"},
        required_sets=lambda players: [("red", "blue")][: players - 2],
    )  # fmt: skip

    assert (deck.required_choices(0), deck.required_choices(2), deck.required_choices(3)) == (
        [],
        [],
        [(("red", "blue"), "red, blue")],
    )
    assert (DECK.required_choices(3), LIMIT.required_choices(3)) == ([], ())
