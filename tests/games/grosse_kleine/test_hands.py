import pytest

from games.grosse_kleine.game import GAME
from games.impossible import ImpossibleRound
from tests.cases import cases
from tests.games.grosse_kleine.rounds import HUGE, played, recorded, refusal, table


@cases("left", [[], [""], ["", "1"], ["", "1", "2", "3"]])
def test_every_player_has_a_hand(left):
    with pytest.raises(ImpossibleRound, match=f"^{len(left)} hand{'s' * (len(left) != 1)} for 3 players$") as refused:
        GAME.play(table(3), recorded(*left))
    assert refused.value.field == "left"


@cases("token", ["14", "0", "17", "K", "j", "AA", "7H", "-3", "1,2", "out", "\0", "\ud800", "\u0667"])
def test_an_unknown_card_is_refused_by_name(token):
    message, field = refusal("", "1", f"5 {token} 6")

    assert message.startswith("Cleo’s hand: “")
    assert message.endswith("” is no card: the cards are 1 to 13, J, a and A")
    assert field == "left[2]"


def test_an_unknown_card_on_the_pile_is_refused_by_name():
    assert refusal("", "1", "5", pile=(1, "5 K")) == (
        "Ben’s pile: “K” is no card: the cards are 1 to 13, J, a and A",
        "pile.cards",
    )


def test_an_endless_card_is_not_repeated_at_length():
    assert len(refusal("", "1", "x" * 9999)[0]) < 100


@cases(
    "hand, told",
    [
        (820, "points in Ben’s hand: 820, 1 too many; the whole box is 819"),
        (-1, "points in Ben’s hand: −1, 1 too few; the whole box is 819"),
        (10**6, "points in Ben’s hand: far off; the whole box is 819"),
        (HUGE, "points in Ben’s hand: far off; the whole box is 819"),
        (-HUGE, "points in Ben’s hand: far off; the whole box is 819"),
    ],
)
def test_a_hand_counted_at_the_table_has_its_limits(hand, told):
    assert refusal("", hand, "1") == (told, "left[1]")


def test_a_hand_may_count_everything_between():
    assert played(recorded("", 819, 0)).points == (0, 819, 0)
    assert played(recorded("", 410, 409)).points == (0, 410, 409)


@cases(
    "left, pile, told",
    [
        (("", 819, 819), None, "the hands add up to 1638 points, but the whole box is 819: 819 too many, count again"),
        (("", 800, "A"), None, "the hands add up to 820 points, but the whole box is 819: 1 too many, count again"),
        (
            ("", 800, 10),
            (0, 10),
            "the hands and the pile add up to 820 points, but the whole box is 819: 1 too many, count again",
        ),
        (
            ("", 800, "9"),
            (1, "J 10"),
            "the hands and the pile add up to 820 points, but the whole box is 819: 1 too many, count again",
        ),
    ],
)
def test_everything_together_is_worth_no_more_than_the_box(left, pile, told):
    assert refusal(*left, pile=pile) == (told, "left")


def test_everything_together_may_be_worth_the_whole_box():
    assert played(recorded("", 800, "J 5")).points == (0, 800, 19)
    assert played(recorded("", 800, 9, pile=(0, 10))).points == (10, 800, 9)
