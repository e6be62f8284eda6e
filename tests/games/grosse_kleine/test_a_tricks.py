from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tests.games.grosse_kleine.asking import refusal, ruling, why
from tests.games.grosse_kleine.rounds import NUMBER_CARDS


@cases(
    "cards, first, last",
    [
        (["a", "10", "13", "4"], 2, 2),
        (["A", "13", "13", "J"], 1, 2),
        (["a", "J", "1", None], 1, 2),
        (["a", "1", "J"], 1, 2),
        (["A", "J", "2", "J"], 2, 2),
        (["A", None, "1"], 2, 2),
        (["a", "1", None, "1", "1"], 1, 4),
        (["A", *["7"] * 8], 1, 8),
        (["A", "2"], 1, 1),
    ],
)
def test_the_highest_card_takes_an_a_trick_and_of_equal_ones_the_first_or_the_last(cards, first, last):
    rule = "a-trick" if first == last else "equal-cards"

    assert ruling("winner", cards=cards) == (first, rule)
    assert ruling("winner", cards=cards, house_rules={"a_tie": "last"}) == (last, rule)


def test_the_referee_says_why_a_card_takes_the_trick():
    assert why("winner", cards=["a", "10", "13", "4"]) == "the 13 is the highest card, it counts 13"
    assert why("winner", cards=["a", None, "J"]) == "the joker is the highest card, it counts 1"
    assert why("winner", cards=["A", "13", "13", "2"]) == "2 cards count 13, the highest: the first of them takes"
    tie = {"cards": ["A", "1", "J"], "house_rules": {"a_tie": "last"}}
    assert why("winner", **tie) == "2 cards count 1, the highest: the last of them takes"


@given(st.permutations(NUMBER_CARDS), st.integers(2, 9), st.sampled_from("aA"))
def test_nobody_has_played_higher_than_who_takes_the_trick(cards, players, a):
    trick = [a, *cards[: players - 1]]
    worth = [0] + [1 if card == "J" else int(card) for card in trick[1:]]

    assert ruling("winner", cards=trick)[0] == worth.index(max(worth))
    last = ruling("winner", cards=trick, house_rules={"a_tie": "last"})[0]
    assert last == players - 1 - worth[::-1].index(max(worth))


@cases(
    "cards, told",
    [
        ([], "an A trick begins with a or A"),
        ([None], "an A trick begins with a or A"),
        ([None, "a", "5"], "an A trick begins with a or A"),
        (["7", "9", "13"], "an A trick begins with a or A"),
        (["J", "9", "13"], "an A trick begins with a or A"),
        (["a"], "nobody has played a card"),
        (["a", None], "nobody has played a card"),
        (["a", "A", "5"], "an A card is only ever led"),
        (["A", "5", "a"], "an A card is only ever led"),
        (["a", "a", "5"], "the little a is there 2 times, but only 1 in the box"),
        (["a", None, None, "5"], "only one can have to pass"),
        (["a", *"123456789"], "10 cards, but at most 9 play"),
        (["a", *["J"] * 5], "the joker is there 5 times, but only 4 in the box"),
        (["a", "14"], "“14” is no card"),
        (["a", ""], "“” is no card"),
        (["pass", "a"], "“pass” is no card"),
    ],
)
def test_a_trick_that_cannot_be_is_refused(cards, told):
    message, field = refusal("winner", cards=cards)

    assert message.startswith(told)
    assert field == "cards"
