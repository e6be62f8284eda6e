from hypothesis import given

from games.core.facts import TricksTaken
from games.grosse_kleine.game import GAME
from tests.cases import cases
from tests.games import every_game
from tests.games.grosse_kleine.rounds import HUGE, played, recorded, refusal, rounds_ended_with_the_big_a, table

NO_CARD = "is no card: the cards are 1 to 13, J, a and A"
ONLY_FOUR = "but only 4 in the box: 1 too many"
BOX, ADD_UP = "the whole box is 819", "820 points, but the whole box is 819: 1 too many, count again"


def test_the_ledger_has_who_took_the_little_a_and_how_many_cards_were_held():
    held = [TricksTaken(0, 0, "still-held"), TricksTaken(1, 3, "still-held"), TricksTaken(2, 0, "still-held")]

    assert list(recorded("", "4 9 J", 0, 17).tricks_taken()) == held
    assert next(recorded("", "1", "2", pile=(2, 20)).tricks_taken()) == TricksTaken(2, 1, "little-a")
    assert list(recorded("", "1", "2").bids_made(table(3).deal, table(3))) == []


def test_the_scoreboard_notes_who_went_out_and_what_a_cards_and_pile_added():
    def noted(*left, pile=None):
        so_far = table(len(left))
        return recorded(*left, pile=pile).notes(so_far.deal, so_far)

    assert noted("", "4 9", "J 2 A", 17, pile=(1, "12 13 J")) == ["out", "+26", "A", ""]
    assert noted(0, "a A", "1") == ["out", "a A", ""]
    assert noted("5", "", "1 A", pile=(1, 20)) == ["", "out +20", "A"]


@cases("left", [[], [""], ["", "1"], ["", "1", "2", "3"]])
def test_every_player_has_a_hand(left):
    message = f"{len(left)} hand{'s' * (len(left) != 1)} for 3 players"

    assert every_game.refusal(GAME.play, table(3), recorded(*left)) == (message, "left")


@cases("token", ["14", "0", "17", "K", "j", "AA", "7H", "-3", "1,2", "out", "\0", "\ud800", "\u0667", "x" * 9999])
def test_an_unknown_card_is_refused_by_name(token):
    message, field = refusal("", "1", f"5 {token} 6")

    assert message.startswith("Cleo’s hand: “")
    assert message.endswith(f"” {NO_CARD}")
    assert len(message) < 100
    assert field == "left[2]"


@cases(
    "left, pile, message, field",
    [
        (("", 820, "1"), None, f"points in Ben’s hand: 820, 1 too many; {BOX}", "left[1]"),
        (("", -1, "1"), None, f"points in Ben’s hand: −1, 1 too few; {BOX}", "left[1]"),
        (("", HUGE, "1"), None, f"points in Ben’s hand: far off; {BOX}", "left[1]"),
        (("", -HUGE, "1"), None, f"points in Ben’s hand: far off; {BOX}", "left[1]"),
        (("", 819, 819), None, f"the hands add up to 1638 points, but {BOX}: 819 too many, count again", "left"),
        (("", 800, "A"), None, f"the hands add up to {ADD_UP}", "left"),
        (("", 800, 10), (0, 10), f"the hands and the pile add up to {ADD_UP}", "left"),
        (("", 800, "9"), (1, "J 10"), f"the hands and the pile add up to {ADD_UP}", "left"),
        (("", "7 " * 9, "1"), None, "Ben’s hand: the 7 is there 9 times, but only 8 in the box", "left[1]"),
        (
            ("J J", "J", "", ""), (0, "J J 1"),
            f"the joker is there 5 times (2 in Ada’s hand, 1 in Ben’s hand, 2 in Ada’s pile), {ONLY_FOUR}",
            "pile.cards",
        ),
        (
            ("", "1 a", "a 2"), None,
            "the little a is there 2 times (1 in Ben’s hand, 1 in Cleo’s hand), but only 1 in the box: 1 too many",
            "left[2]",
        ),
        *(
            (
                ("3 a", "2", ""), (1, pile),
                "the little a is there 2 times (1 in Ada’s hand, 1 in Ben’s pile), but only 1 in the box: 1 too many",
                "pile.cards",
            )
            for pile in ("9 11", "9 11 a", 20)
        ),
        (
            ("", "1", "2"), (0, "a a 5"),
            "Ada’s pile: the little a is there 2 times, but only 1 in the box", "pile.cards",
        ),
        (("", "1", "5"), (1, "5 K"), f"Ben’s pile: “K” {NO_CARD}", "pile.cards"),
        *(
            (("", "1", "2"), (seat, "5 6"), "the pile lies where nobody sits: seats are 0 to 2", "pile.seat")
            for seat in (-1, 3)
        ),
        (
            ("", "1", "2"), (1, "5 A"),
            "the Big A is on Ben’s pile, but it is never played to the trick of the little a", "pile.cards",
        ),
    ],
)  # fmt: skip
def test_more_than_the_box_holds_is_refused_by_how_much(left, pile, message, field):
    assert refusal(*left, pile=pile) == (message, field)


@cases(
    "left, pile, points",
    [
        (("", 819, 0), None, (0, 819, 0)),
        (("", 410, 409), None, (0, 410, 409)),
        (("", 800, "J 5"), None, (0, 800, 19)),
        (("", 800, 9), (0, 10), (10, 800, 9)),
        (("J J", "J", "", ""), (0, "J 1 1"), (28 + 3, 14, 0, 0)),
    ],
)
def test_all_that_the_box_holds_is_possible(left, pile, points):
    assert played(recorded(*left, pile=pile)).points == points


def test_eight_of_each_number_are_there():
    for face in range(1, 14):
        assert played(recorded(f"{face} " * 5, f"{face} " * 3, "")).points == (5 * face, 3 * face, 0)


LIMITS = [(3, 1, 26), (4, 2, 39), (5, 3, 52), (6, 4, 65), (7, 5, 78), (8, 6, 91), (9, 7, 104)]


@cases("players, low, high", LIMITS)
def test_a_counted_pile_has_its_limits_for_each_number_of_players(players, low, high):
    hands = [""] * players
    reason = f"with {players} players it is worth {low} to {high}"

    assert [played(recorded(*hands, pile=(0, points))).points[0] for points in (low, high)] == [low, high]
    for points, off in ((low - 1, f"{low - 1}, 1 too few"), (high + 1, f"{high + 1}, 1 too many"), (HUGE, "far off")):
        assert refusal(*hands, pile=(0, points)) == (f"points on Ada’s pile: {off}; {reason}", "pile.cards")


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


# --- A round ends when a hand is empty, or with a Big A trick that somebody's last card took ---


def is_possible(*left, pile=None, **rules):
    """Say whether a round can be; where it cannot, that is because nobody is out."""
    match, record = table(len(left), **rules), recorded(*left, pile=pile)
    if every_game.is_possible(match, record):
        return True
    message, field = every_game.refusal(GAME.play, match, record)
    assert (message[:24], field) == ("nobody is out of cards, ", "left")
    return False


@cases("left", [("", "1", "2"), (0, "1", "2"), (" ", 3, "2"), ("", "", ""), (0, "", 0)])
@cases("end", ["finish-a-trick", "at-once"])
def test_one_empty_hand_is_enough_and_several_are_fine(left, end):
    assert is_possible(*left, end=end)


@cases(
    "left",
    [
        ("1", "1", "2"),
        (3, "1", "2"),
        (3, 4, 5),
        ("a", "A", "1"),
        *(("6", hand, "6", "12") for hand in ("A 5 9", "A 5 9 13 1", "5 9 13 J", 22, 63)),
        *(("6", little_a, "6", "12") for little_a in ("A a 5 9", "A a 5 9 13")),
        *(("A 5 9", "6", no_pass, "12") for no_pass in ("a 1", "1 a", "J", 14, 16, 20)),
        (15, "A 6 7", "1", "12 a"),
        ("A 5 9", "6", 15, "12 a"),
        (50, "6", "7 A", "12"),
    ],
)
def test_a_round_in_which_everybody_holds_cards_is_refused(left):
    assert not is_possible(*left)


def test_the_refusal_says_what_to_look_for_under_each_house_rule():
    out = "nobody is out of cards, but a round ends when a hand is empty: look whose it is"
    big_a = " (or the last card took the Big A trick: then that hand is the Big A and 3 others)"
    hands = ("1", "2", "3", "4")

    assert (refusal(*hands)[0], refusal(*hands, end="at-once")[0]) == (out + big_a, out)


@given(rounds_ended_with_the_big_a())
def test_a_big_a_trick_ends_the_round_only_where_it_is_finished(record):
    played(record)
    assert not is_possible(*record.left, end="at-once")


@cases("hand", ["A 5 9 13", "13 J A J", 20 + 3, 20 + 42, 50])
def test_such_a_hand_is_the_big_a_and_one_card_from_each_of_the_others(hand):
    assert is_possible("6", hand, "6", "12")
    assert not is_possible("6", hand, "6", "12", end="at-once")


@cases("passing", ["a", " a ", 15])
@cases("hand, fits", [("A 5", 0), ("A 5 9", 1), ("A 5 9 13", 1), ("A 5 9 13 1", 0), (21, 0), (22, 1)])
def test_one_card_is_missing_where_somebody_with_only_the_little_a_had_to_pass(passing, hand, fits):
    assert is_possible(hand, "6", passing, "12") == bool(fits)
    assert is_possible("6", hand, "12", passing) == bool(fits)


def test_a_counted_hand_is_not_the_little_a_that_lies_on_the_pile():
    assert not is_possible("A 5 9", "6", 15, "12", pile=(0, "1 2 3"))
    assert not is_possible("A 5 9", "6", 15, "12", pile=(0, 6))


@cases("players, most", [(3, 28), (4, 42), (5, 56), (6, 69), (7, 82), (8, 95), (9, 108)])
def test_the_dearest_big_a_trick_holds_all_jokers_and_then_thirteens(players, most):
    worths = (20 + players - 2, 20 + players - 1, 20 + most, 20 + most + 1)

    assert [is_possible(worth, *["1"] * (players - 1)) for worth in worths] == [False, True, True, False]
