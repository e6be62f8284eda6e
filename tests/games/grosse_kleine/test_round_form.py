from games.grosse_kleine.round_form import RoundForm
from tests.cases import cases
from tests.games.grosse_kleine.rounds import table

HANDS = {"left-0": "out", "left-1": "4 9", "left-2": "J 2 A", "points-3": "17"}
FOUR = HANDS | {"pile-seat": "1", "pile-cards": "12 13 J"}


def form(answers=None, players=4):
    return RoundForm(table(players), answers or {})


def test_a_held_little_a_gives_the_pile_until_it_is_answered():
    held = HANDS | {"left-1": "4 a"}

    assert [form(answers).derived for answers in (HANDS, held, held | {"pile-seat": "3"})] == [
        {},
        {"pile-seat": "nobody"},
        {},
    ]
    assert [form(answers).derived.get("left-0") for answers in (
        {"left-1": "4", "left-2": "J", "points-3": "17"},
        {"left-1": "4", "left-2": "J"},
        {"left-1": "out", "left-2": "J", "left-3": "A"},
        {"points-1": "0", "left-2": "J", "left-3": "A"},
    )] == ["out", None, None, None]  # fmt: skip
    assert "1 too many" in form(held | {"pile-seat": "3", "pile-points": "20"}).first_error
    assert [form(answers).turn(answers) for answers in ({}, HANDS)] == ["Ben leads", ""]


@cases(
    "answers, field, message",
    [
        ({"left-1": "4 X"}, "left-1", "Ben’s hand: “X” is no card"),
        ({"pile-cards": "1"}, "pile-cards", "1 card on Ben’s pile besides the a"),
        ({"pile-seat": "4"}, "pile-seat", "“4” is not on the keys"),
    ],
)
def test_an_error_stands_beside_its_question(answers, field, message):
    made = form(FOUR | answers)

    assert list(made.errors) == [field]
    assert made.errors[field][0].startswith(message)
    assert made.round_facts is None


@cases(
    "answers, sentence",
    [
        ({}, ""),
        ({"left-0": "out", "left-1": "4 9", "points-2": "36"}, "Ben 13 · Cleo 36 · Ada 0"),
        ({"left-1": "J", "pile-seat": "1", "pile-cards": "12 J"}, "Ben 14 · pile 13"),
        ({"pile-seat": "nobody", "pile-points": "20"}, ""),
    ],
)
def test_the_form_shows_the_count_so_far(answers, sentence):
    draft = form(answers)

    assert draft.sentence(draft.given()) == sentence


def corrections(answers):
    asked = form(answers)
    asked.is_valid()
    return {shortcut.label: shortcut.answers for shortcut in asked.corrections()}


def test_one_tap_names_the_holder_of_a_forgotten_a_card():
    hands = {"left-0": "out", "left-1": "4 9", "left-2": "J 2", "points-3": "11"}

    assert corrections(hands) == {}
    big_a = corrections(hands | {"pile-seat": "nobody"})
    assert big_a == {
        "Big A: Ben": {"left-1": "4 9 A"},
        "Big A: Cleo": {"left-2": "J 2 A"},
        "Big A: Dan": {"points-3": "31"},
    }
    little_a = corrections(hands | {"pile-seat": "nobody"} | big_a["Big A: Cleo"])
    assert little_a == {
        "Little a: Ben": {"left-1": "4 9 a"},
        "Little a: Cleo": {"left-2": "J 2 A a"},
        "Little a: Dan": {"points-3": "26"},
    }
    assert corrections(hands | {"pile-seat": "nobody"} | big_a["Big A: Cleo"] | little_a["Little a: Ben"]) == {}
    assert [*corrections(hands | {"pile-seat": "1", "pile-points": "20"})] == [
        "Big A: Ben",
        "Big A: Cleo",
        "Big A: Dan",
    ]
