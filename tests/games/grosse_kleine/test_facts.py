import pytest
from hypothesis import given

from games.core.errors import ImpossibleRound
from games.core.facts import TricksTaken
from games.core.schema import plain
from games.grosse_kleine.game import GAME
from tests.cases import cases
from tests.games.grosse_kleine.rounds import HUGE, played, recorded, refusal, rounds_ended_with_the_big_a, table


def test_a_pile_nobody_took_is_left_out_of_the_sheet():
    assert plain(recorded("", "1", "2")) == {"left": ["", "1", "2"]}


def test_who_took_the_little_a_stands_in_the_ledger():
    assert next(recorded("", "1", "2", pile=(2, 20)).tricks_taken()) == TricksTaken(2, 1, "little-a")
    assert "little-a" not in [trick.kind for trick in recorded("", "1", "2").tricks_taken()]
    assert list(recorded("", "1", "2").bids_made(table(3).deal, table(3))) == []


def test_how_many_cards_were_held_stands_in_the_ledger_where_they_were_told():
    held = recorded("", "4 9 J", 0, 17).tricks_taken()

    assert list(held) == [
        TricksTaken(0, 0, "still-held"),
        TricksTaken(1, 3, "still-held"),
        TricksTaken(2, 0, "still-held"),
    ]


def test_the_pad_notes_who_went_out_who_held_an_a_card_and_what_the_pile_added():
    assert noted("", "4 9", "J 2 A", 17, pile=(1, "12 13 J")) == ["out", "+26", "A", ""]
    assert noted(0, "a A", "1") == ["out", "a A", ""]
    assert noted("5", "", "1 A", pile=(1, 20)) == ["", "out +20", "A"]


def noted(*left, pile=None):
    state = table(len(left))
    return recorded(*left, pile=pile).notes(state.deal, state)


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


@cases("seat", [-1, 3, HUGE])
def test_a_pile_lies_beside_somebody(seat):
    assert refusal("", "1", "2", pile=(seat, "5 6")) == (
        "the pile lies where nobody sits: seats are 0 to 2",
        "pile.seat",
    )


LIMITS = [(3, 1, 26), (4, 2, 39), (5, 3, 52), (6, 4, 65), (7, 5, 78), (8, 6, 91), (9, 7, 104)]


@cases("players, low, high", LIMITS)
def test_a_counted_pile_has_its_limits_for_each_number_of_players(players, low, high):
    hands = [""] * players
    reason = f"with {players} players it is worth {low} to {high}"

    assert played(recorded(*hands, pile=(0, low))).points[0] == low
    assert played(recorded(*hands, pile=(0, high))).points[0] == high
    assert refusal(*hands, pile=(0, low - 1))[0] == f"points on Ada’s pile: {low - 1}, 1 too few; {reason}"
    assert refusal(*hands, pile=(0, high + 1)) == (
        f"points on Ada’s pile: {high + 1}, 1 too many; {reason}",
        "pile.cards",
    )
    assert "far off" in refusal(*hands, pile=(0, HUGE))[0]


@cases("a", ["", " a"])
@cases("players", range(3, 10))
def test_a_pile_has_one_card_from_each_of_the_others_or_one_fewer(players, a):
    hands = [""] * players

    for size in (players - 2, players - 1):
        assert played(recorded(*hands, pile=(0, "1 " * size + a))).points[0] == size
    message, field = refusal(*hands, pile=(0, "1 " * (players - 3) + a))
    assert field == "pile.cards"
    assert message == (
        f"cards on Ada’s pile besides the a: {players - 3}, 1 too few; "
        f"one from each of the others makes {players - 1}, or {players - 2} if one had to pass"
    )
    if players < 9:
        assert f"besides the a: {players}, 1 too many" in refusal(*hands, pile=(0, "1 " * players + a))[0]


def test_the_big_a_is_never_on_the_pile():
    assert refusal("", "1", "2", pile=(1, "5 A")) == (
        "the Big A is on Ben’s pile, but it is never played to the trick of the little a",
        "pile.cards",
    )


def is_possible(*left, pile=None, **rules):
    """Say whether a round can be; where it cannot, that is because nobody is out."""
    facts, told = recorded(*left, pile=pile), ("", "")
    try:
        GAME.play(table(len(left), **rules), facts)
    except ImpossibleRound as refused:
        told = refused.message[:24], refused.field
    assert told in [("", ""), ("nobody is out of cards, ", "left")]
    return told == ("", "")


@cases("left", [("", "1", "2"), (0, "1", "2"), (" ", 3, "2"), ("", "", ""), (0, "", 0)])
@cases("end", ["finish-a-trick", "at-once"])
def test_one_empty_hand_is_enough_and_several_are_fine(left, end):
    assert is_possible(*left, end=end)


@cases("left", [("1", "1", "2"), (3, "1", "2"), (3, 4, 5), ("a", "A", "1")])
def test_a_round_in_which_everybody_holds_cards_is_refused(left):
    assert not is_possible(*left)


def test_the_refusal_says_what_to_look_for_under_each_house_rule():
    def told(**rules):
        with pytest.raises(ImpossibleRound) as refused:
            GAME.play(table(4, **rules), recorded("1", "2", "3", "4"))
        return refused.value.message

    out = "nobody is out of cards, but a round ends when a hand is empty: look whose it is"
    assert told() == out + " (or the last card took the Big A trick: then that hand is the Big A and 3 others)"
    assert told(end="at-once") == out


@given(rounds_ended_with_the_big_a())
def test_a_big_a_trick_taken_with_the_last_card_ends_the_round_only_where_it_is_finished(facts):
    played(facts)
    assert not is_possible(*facts.left, end="at-once")


@cases("hand", ["A 5 9 13", "13 J A J", 20 + 3, 20 + 42, 50])
def test_such_a_hand_is_the_big_a_and_one_card_from_each_of_the_others(hand):
    assert is_possible("6", hand, "6", "12")
    assert not is_possible("6", hand, "6", "12", end="at-once")


@cases("hand", ["A", "A 5", "A 5 9", "A 5 9 13 1", "5 9 13 J", 20, 20 + 2, 20 + 43, 819 - 24])
def test_no_other_hand_is_such_a_trick(hand):
    assert not is_possible("6", hand, "6", "12")


@cases("hand", ["A a 5 9", "A a 5 9 13"])
def test_the_little_a_is_never_played_to_the_big_a(hand):
    assert not is_possible("6", hand, "6", "12")


@cases("passing", ["a", " a ", 15])
@cases("hand, fits", [("A 5", 0), ("A 5 9", 1), ("A 5 9 13", 1), ("A 5 9 13 1", 0), (21, 0), (22, 1)])
def test_one_card_is_missing_where_somebody_with_only_the_little_a_had_to_pass(passing, hand, fits):
    assert is_possible(hand, "6", passing, "12") == bool(fits)
    assert is_possible("6", hand, "12", passing) == bool(fits)


@cases("other", ["a 1", "1 a", "J", 14, 16, 20])
def test_nobody_else_has_to_pass(other):
    assert not is_possible("A 5 9", "6", other, "12")


def test_the_hand_that_took_the_trick_did_not_pass():
    assert not is_possible(15, "A 6 7", "1", "12 a")


def test_a_counted_hand_is_not_the_little_a_where_that_lies_elsewhere():
    assert not is_possible("A 5 9", "6", 15, "12 a")
    assert not is_possible("A 5 9", "6", 15, "12", pile=(0, "1 2 3"))
    assert not is_possible("A 5 9", "6", 15, "12", pile=(0, 6))


def test_a_counted_hand_is_not_the_big_a_trick_where_the_big_a_lies_elsewhere():
    assert is_possible(50, "6", "7", "12")
    assert not is_possible(50, "6", "7 A", "12")


@cases("players, most", [(3, 28), (4, 42), (5, 56), (6, 69), (7, 82), (8, 95), (9, 108)])
def test_the_dearest_big_a_trick_holds_all_jokers_and_then_thirteens(players, most):
    others = ["1"] * (players - 1)

    assert is_possible(20 + most, *others)
    assert not is_possible(20 + most + 1, *others)
    assert is_possible(20 + players - 1, *others)
    assert not is_possible(20 + players - 2, *others)
