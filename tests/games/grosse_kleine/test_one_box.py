from tests.cases import cases
from tests.games.grosse_kleine.rounds import played, recorded, refusal


@cases("face", range(1, 14))
def test_eight_of_a_number_are_there_and_no_ninth(face):
    five, four = " ".join([str(face)] * 5), " ".join([str(face)] * 4)

    assert played(recorded(five, four[: -len(str(face)) - 1], "")).points == (5 * face, 3 * face, 0)
    assert refusal(five, four, "") == (
        f"the {face} is there 9 times (5 in Ada’s hand, 4 in Ben’s hand), but only 8 in the box: 1 too many",
        "left[1]",
    )


def test_nine_of_a_number_in_one_hand_are_refused_there():
    assert refusal("", "7 " * 9, "1") == ("Ben’s hand: the 7 is there 9 times, but only 8 in the box", "left[1]")


def test_cards_on_the_pile_count_with_those_in_the_hands():
    assert played(recorded("J J", "J", "", "", pile=(0, "J 1 1"))).points == (28 + 3, 14, 0, 0)
    message, field = refusal("J J", "J", "", "", pile=(0, "J J 1"))

    assert message == (
        "the joker is there 5 times (2 in Ada’s hand, 1 in Ben’s hand, 2 in Ada’s pile), "
        "but only 4 in the box: 1 too many"
    )
    assert field == "pile.cards"


@cases("card", ["a", "A"])
def test_an_a_card_is_in_one_hand_only(card):
    named = {"a": "the little a", "A": "the Big A"}[card]

    assert refusal("", f"1 {card}", f"{card} 2") == (
        f"{named} is there 2 times (1 in Ben’s hand, 1 in Cleo’s hand), but only 1 in the box: 1 too many",
        "left[2]",
    )


@cases("pile", ["9 11", "9 11 a", "9", 20])
def test_where_there_is_a_pile_the_little_a_is_in_no_hand(pile):
    message, field = refusal("3 a", "2", "", pile=(1, pile))

    assert message == (
        "the little a is there 2 times (1 in Ada’s hand, 1 in Ben’s pile), but only 1 in the box: 1 too many"
    )
    assert field == "pile.cards"


def test_there_is_one_little_a_on_the_pile():
    assert (
        refusal("", "1", "2", pile=(0, "a a 5"))[0]
        == "Ada’s pile: the little a is there 2 times, but only 1 in the box"
    )
