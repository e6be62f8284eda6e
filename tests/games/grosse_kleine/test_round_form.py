from games.grosse_kleine.round_form import RoundForm
from tests.cases import cases
from tests.games.grosse_kleine.rounds import played, recorded, table

HANDS = {"left-0": "out", "left-1": "4 9", "left-2": "J 2 A", "points-3": "17"}
FOUR = HANDS | {"pile-seat": "1", "pile-cards": "12 13 J"}


def form(answers=None, players=4):
    return RoundForm(table(players), answers or {})


def saved(answers, players=4):
    asked = form(answers, players)
    assert asked.is_valid(), asked.errors
    return asked.round_facts


@cases(
    "answers, pile",
    [
        (FOUR, (1, "12 13 J")),
        (FOUR | {"points-3": "1 7"}, (1, "12 13 J")),
        (HANDS | {"pile-seat": "nobody"}, None),
        (HANDS | {"left-1": "4 9 a"}, None),
        (HANDS | {"pile-seat": "3", "pile-points": "20"}, (3, 20)),
    ],
)
def test_hands_and_a_pile_are_cards_or_a_number_or_nothing(answers, pile):
    assert saved(answers) == recorded("", answers["left-1"], "J 2 A", 17, pile=pile)


def test_whose_the_pile_is_follows_from_a_little_a_still_held_until_it_is_said():
    held = HANDS | {"left-1": "4 a"}

    assert [form(answers).derived for answers in (HANDS, held, held | {"pile-seat": "3"})] == [
        {},
        {"pile-seat": "nobody"},
        {},
    ]
    assert "1 too many" in form(held | {"pile-seat": "3", "pile-points": "20"}).first_error
    assert [form(answers).turn(answers) for answers in ({}, HANDS)] == ["Ben leads", ""]


@cases(
    "answers, asked, not_asked",
    [
        ({"left-1": "4 9", "points-1": "13"}, "points-1", "left-1"),
        ({"points-1": "13"}, "points-1", "left-1"),
        ({"points-1": "13"}, "left-2", "pile-cards"),
        ({"pile-seat": "nobody"}, "pile-seat", "pile-cards"),
        ({"pile-seat": "nobody"}, "pile-seat", "pile-points"),
        ({"pile-seat": "3", "pile-cards": "4", "pile-points": "4"}, "pile-points", "pile-cards"),
        ({"pile-seat": "0", "pile-points": "4"}, "pile-points", "pile-cards"),
    ],
)
def test_a_number_is_what_counts_and_cards_are_not_asked_beside_it(answers, asked, not_asked):
    made = form(answers)

    assert made.is_asked(asked)
    assert not made.is_asked(not_asked)


@cases(
    "missing, message",
    [
        ("left-0", "Not entered yet: Ada still holds (joker 14, a 15, A 20)"),
        ("points-3", "Not entered yet: Dan still holds (joker 14, a 15, A 20)"),
        ("pile-seat", "Not entered yet: Who has the little-a pile?"),
        ("pile-cards", "Not entered yet: Cards on the pile (joker 1, a 0)"),
    ],
)
def test_what_is_missing_is_said(missing, message):
    made = form({name: answer for name, answer in FOUR.items() if name != missing})

    assert [errors[0] for errors in made.errors.values()] == [message]
    assert made.unfinished() is None


@cases("blank", ["", " ", "\t"])
@cases("name", ["left-1", "points-3", "pile-cards"])
def test_a_blank_is_no_answer_and_nobody_goes_out_by_it(name, blank):
    assert not form(FOUR | {name: blank}).is_valid()


@cases(
    "answers, field, message",
    [
        ({"left-1": "4 X"}, "left-1", "Ben’s hand: “X” is no card"),
        ({"left-1": "4 out"}, "left-1", "Ben’s hand: “out” is no card"),
        ({"points-3": "900"}, "left-3", "points in Dan’s hand: 900, 81 too many"),
        ({"points-3": "1x"}, "left-3", "Dan’s hand: “1x” is no card"),
        ({"points-3": "²"}, "left-3", "Dan’s hand: “²” is no card"),
        ({"pile-cards": "1"}, "pile-cards", "1 card on Ben’s pile besides the a"),
        ({"pile-cards": "", "pile-points": "99"}, "pile-cards", "99 points on Ben’s pile"),
        ({"left-2": "a"}, "pile-cards", "the little a is there 2 times"),
        ({"pile-seat": "4"}, "pile-seat", "“4” is not on the keys"),
    ],
)
def test_what_cannot_be_is_explained_beside_its_question(answers, field, message):
    made = form(FOUR | answers)

    assert list(made.errors) == [field]
    assert made.errors[field][0].startswith(message)
    assert made.unfinished() is None


@cases(
    "answers, sentence",
    [
        ({}, ""),
        ({"left-1": "4 9"}, "Ben 13"),
        ({"left-0": "out", "left-1": "4 9", "points-2": "36"}, "Ben 13 · Cleo 36 · Ada 0"),
        ({"left-1": "J", "pile-seat": "1", "pile-cards": "12 J"}, "Ben 14 · pile 13"),
        ({"pile-seat": "1", "pile-points": "20"}, "pile 20"),
        ({"pile-seat": "nobody", "pile-points": "20"}, ""),
    ],
)
def test_what_is_counted_so_far_is_said(answers, sentence):
    draft = form(answers)

    assert draft.sentence(draft.given()) == sentence


def test_a_quick_round_is_as_many_points_as_it_says():
    hands = {"left-0": "out", "points-1": "13", "points-2": "36", "points-3": "28"}

    assert played(saved(hands | {"pile-seat": "1", "pile-points": "33"})).points == (0, 46, 36, 28)


def test_everybody_is_asked_from_the_dealers_left_and_the_pile_last():
    asked = form()

    assert list(asked.fields) == [
        "left-1", "points-1", "left-2", "points-2", "left-3", "points-3", "left-0", "points-0",
        "pile-seat", "pile-cards", "pile-points",
    ]  # fmt: skip
    hands, pile = asked.sections
    assert [(row.label, row.side) for row in hands.rows] == [("Ben", 1), ("Cleo", 2), ("Dan", 3), ("Ada", 0)]
    assert hands.columns == ("cards", "or points")
    assert hands.rows[0].questions == ("left-1", "points-1")
    assert (pile.grid, pile.rows[0].label) == (True, "Little-a pile")
    assert pile.rows[0].questions == ("pile-seat", "pile-cards", "pile-points")


def test_a_hand_has_its_keys_and_went_out_is_one_tap():
    *cards, out = form().fields["left-1"].keys_with_counts()

    assert (out[0].value, out[0].label, out[0].alone, out[1]) == ("out", "went out", True, 0)
    assert [(key.value, stock) for key, stock in cards] == [
        *((str(face), 8) for face in range(1, 14)), ("J", 4), ("a", 1), ("A", 1)
    ]  # fmt: skip
    assert not any(key.alone for key, _ in cards)


def test_all_hands_and_the_pile_share_one_box_in_which_the_pile_finds_no_a_card():
    asked = form()
    of_the_box = [name for name, question in asked.fields.items() if getattr(question, "deck", "")]

    assert of_the_box == ["left-1", "left-2", "left-3", "left-0", "pile-cards"]
    assert [key.value for key in asked.fields["pile-cards"].keys] == [*map(str, range(1, 14)), "J"]
    assert asked.fields["pile-cards"].stock["J"] == 4


@cases("players", [3, 9])
def test_the_pile_is_full_with_one_card_from_each_of_the_others(players):
    assert form(players=players).fields["pile-cards"].most == players - 1


def test_numbers_have_up_to_three_digits_and_are_only_asked_for_when_tapped():
    for name, question in form().fields.items():
        if "points" in name:
            assert (question.joined, question.most, question.required, question.passed_over) == (True, 3, False, True)
            assert [key.value for key in question.keys] == list("0123456789")


def shortcuts(answers):
    asked = form(answers)
    asked.is_valid()
    return {shortcut.label: shortcut.answers for shortcut in asked.shortcuts(asked.given())}


def test_whoever_holds_a_forgotten_a_card_is_named_with_one_tap():
    hands = {"left-0": "out", "left-1": "4 9", "left-2": "J 2", "points-3": "11"}

    assert shortcuts(hands) == {}
    big_a = shortcuts(hands | {"pile-seat": "nobody"})
    assert big_a == {
        "Big A: Ben": {"left-1": "4 9 A"},
        "Big A: Cleo": {"left-2": "J 2 A"},
        "Big A: Dan": {"points-3": "31"},
    }
    little_a = shortcuts(hands | {"pile-seat": "nobody"} | big_a["Big A: Cleo"])
    assert little_a == {
        "Little a: Ben": {"left-1": "4 9 a"},
        "Little a: Cleo": {"left-2": "J 2 A a"},
        "Little a: Dan": {"points-3": "26"},
    }
    assert shortcuts(hands | {"pile-seat": "nobody"} | big_a["Big A: Cleo"] | little_a["Little a: Ben"]) == {}
    assert [*shortcuts(hands | {"pile-seat": "1", "pile-points": "20"})] == ["Big A: Ben", "Big A: Cleo", "Big A: Dan"]


@cases(
    "answers",
    [
        FOUR,
        FOUR | {"left-0": "1"},
        FOUR | {"pile-cards": "12"},
        {"left-0": "out", "left-1": "out", "left-2": "out", "left-3": "out", "pile-seat": "nobody"},
        {"left-0": "out", "left-1": "4", "left-2": "2", "left-3": "3", "pile-seat": "nobody", "irregular": "yes"},
    ],
)
def test_nobody_is_offered_where_no_a_card_is_asked_for(answers):
    assert shortcuts(answers) == {}
