from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tests.games.grosse_kleine.asking import refusal, ruling, why


@cases(
    "on, play, may, rule",
    [
        ("9 9", "10 J", True, "follow"),
        ("9 9", "12 12 12", False, "follow"),
        ("9 9", "9 9", False, "follow"),
        ("9 9", "8 8", False, "follow"),
        ("9 9", "9 J", False, "follow"),
        ("9 9", "13", False, "follow"),
        ("13", "J", True, "follow"),
        ("J", "J", False, "follow"),
        ("J", "13", False, "follow"),
        ("13 13", "J J", True, "follow"),
        ("J J", "13 J", False, "follow"),
        ("12 J", "13 J", True, "follow"),
        ("J 12", "J 13", True, "follow"),
        ("9 9", "10 11", False, "sets"),
        ("9", "a", False, "sets"),
        ("9", "A", False, "sets"),
        ("9 9", "A J", False, "sets"),
        ("1 1 1 1 1 1 1 1 J J J", "2 2 2 2 2 2 2 2 J 3 3", False, "sets"),
        ("1 1 1 1 1 1 1 1 J J", "2 2 2 2 2 2 2 2 J J", True, "follow"),
        ("a", "5", True, "a-trick"),
        ("A", "J", True, "a-trick"),
        ("a", "A", False, "a-trick"),
        ("a", "5 5", False, "a-trick"),
    ],
)
def test_a_set_follows_another_with_as_many_cards_of_a_higher_number(on, play, may, rule):
    assert ruling("beats", on=on.split(), play=play.split()) == (may, rule)


def test_the_referee_says_why_a_set_may_follow():
    def told(on, play):
        return why("beats", on=on.split(), play=play.split())

    assert told("9 9", "10 J") == "10 is higher than 9"
    assert told("J", "J") == "14 is not higher than 14"
    assert told("9 9", "12 12 12") == "it takes just as many cards as were led: 2, not 3"
    assert told("9 9", "10 11") == "only cards of one number, with jokers among them, or jokers alone may follow"
    assert told("a", "5") == "to an A trick everyone plays just one number card or joker"


@cases(
    "on, play, told",
    [
        ("", "5", ("name the cards on the table, and those to follow", "on")),
        ("5", "", ("name the cards on the table, and those to follow", "play")),
        ("9 8", "10 10", ("the cards on the table are no set: they are not all of one number", "on")),
        ("a 5", "10 10", ("the cards on the table are no set: they are not all of one number", "on")),
        ("a A", "10 10", ("the cards on the table are no set: they are not all of one number", "on")),
        ("7 7 7 7 7", "7 7 7 7", ("the 7 is there 9 times, but only 8 in the box", "play")),
        ("J J J", "J J", ("the joker is there 5 times, but only 4 in the box", "play")),
        ("a", "a", ("the little a is there 2 times, but only 1 in the box", "play")),
        ("9", "K", ("“K” is no card: the cards are 1 to 13, J, a and A", "play")),
    ],
)
def test_cards_that_cannot_lie_there_are_refused(on, play, told):
    assert refusal("beats", on=on.split(), play=play.split()) == told


SET = st.tuples(st.integers(1, 13), st.integers(1, 4), st.integers(0, 2)).map(
    lambda drawn: [str(drawn[0])] * drawn[1] + ["J"] * drawn[2]
)


@given(SET, SET)
def test_of_two_sets_at_most_one_beats_the_other(one, other):
    there, back = ruling("beats", on=one, play=other)[0], ruling("beats", on=other, play=one)[0]

    assert not (there and back)
    assert (there or back) == (len(one) == len(other) and one[0] != other[0])
