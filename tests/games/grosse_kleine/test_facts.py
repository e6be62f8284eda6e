from games.grosse_kleine.game import GAME
from tests.cases import cases
from tests.games import every_game
from tests.games.grosse_kleine.rounds import recorded, refusal, table

NO_CARD = "is no card: the cards are 1 to 13, J, a and A"
ONLY_FOUR = "but only 4 in the box: 1 too many"
BOX, ADD_UP = "the whole box is 819", "820 points, but the whole box is 819: 1 too many, count again"


def test_the_scoreboard_notes_who_went_out_and_what_a_cards_and_pile_added():
    def noted(*left, pile=None):
        so_far = table(len(left))
        return recorded(*left, pile=pile).notes(so_far.deal, so_far)

    assert noted("", "4 9", "J 2 A", 17, pile=(1, "12 13 J")) == ["out", "pile 26", "A", ""]
    assert noted(0, "a A", "1") == ["out", "a A", ""]
    assert noted("5", "", "1 A", pile=(1, 20)) == ["", "out pile 20", "A"]


NOT_THERE = "who took the little-a pile: nobody sits there, choose Ada, Ben or Cleo"


@cases("left", [[], [""], ["", "1"], ["", "1", "2", "3"]])
def test_every_player_has_a_hand(left):
    message = f"{len(left)} hand{'s' * (len(left) != 1)} for 3 players: enter one for each"

    assert every_game.refusal(GAME.play, table(3), recorded(*left)) == (message, "left")


@cases(
    "left, pile, message, field",
    [
        (("", 820, "1"), None, f"points in Ben’s hand: 820, 1 too many; {BOX}", "left[1]"),
        (("", "1", "2"), (0, 820), f"points on Ada’s pile: 820, 1 too many; {BOX}", "pile.cards"),
        (("", 800, "A"), None, f"the hands add up to {ADD_UP}", "left"),
        (("", 800, "9"), (1, "J 10"), f"the hands and the pile add up to {ADD_UP}", "left"),
        (("", "1", "5 14"), None, f"Cleo’s hand: “14” {NO_CARD}", "left[2]"),
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
            for pile in ("9 11", "9 11 a", "9", 20)
        ),
        (
            ("", "1", "2"), (0, "a a 5"),
            "Ada’s pile: the little a is there 2 times, but only 1 in the box", "pile.cards",
        ),
        *(
            (("", "1", "2"), (seat, "5 6"), NOT_THERE, "pile.seat")
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
