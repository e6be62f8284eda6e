from games.grosse_kleine.form import RoundForm
from games.keypad import Key
from tests.cases import cases
from tests.games.grosse_kleine.rounds import table


def form(players: int = 4) -> RoundForm:
    return RoundForm(table(players), {})


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
    *cards, out = form().fields["left-1"].stocked()

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


def test_every_question_is_called_what_it_asks():
    fields = form().fields

    assert {name: (fields[name].label, fields[name].short) for name in ("points-1", "pile-seat", "pile-points")} == {
        "points-1": ("Ben’s points, counted", "points"),
        "pile-seat": ("Who has the little-a pile", "whose"),
        "pile-points": ("Points on the pile, counted", "points"),
    }
    assert (fields["left-1"].short, fields["pile-cards"].short) == ("cards", "cards")


def test_the_pile_is_one_of_the_players_or_nobodys():
    *players, nobody = form(3).fields["pile-seat"].keys

    assert players == [Key("1", "Ben", tone="side-1"), Key("2", "Cleo", tone="side-2"), Key("0", "Ada", tone="side-0")]
    assert (nobody.value, nobody.label) == ("nobody", "nobody")


@cases("players", [3, 9])
def test_the_pile_is_full_with_one_card_from_each_of_the_others(players):
    assert form(players).fields["pile-cards"].most == players - 1


def test_numbers_have_up_to_three_digits_and_are_only_asked_for_when_tapped():
    for name, question in form().fields.items():
        if "points" in name:
            assert (question.joined, question.most, question.needed, question.passed_over) == (True, 3, False, True)
            assert [key.value for key in question.keys] == list("0123456789")


def test_the_keys_say_what_they_are_worth_here_and_there():
    assert form().fields["left-1"].label == "Ben still holds (J 14, a 15, A 20)"
    assert form().fields["pile-cards"].label == "Cards on the pile (J 1, a 0)"
