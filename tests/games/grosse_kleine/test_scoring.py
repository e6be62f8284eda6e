from games.core.scorecard import ScoreLine
from tests.games.grosse_kleine.rounds import played, recorded


def test_every_point_has_its_reason():
    facts = recorded("4 11 11 J", "J J 2 A", "", 17, pile=(1, "12 13 J"))

    assert list(played(facts).lines) == [
        ScoreLine(0, "cards-left", 26, "4 + 2 × 11 in the hand"),
        ScoreLine(0, "joker-left", 14, "1 joker × 14 in the hand"),
        ScoreLine(1, "cards-left", 2, "2 in the hand"),
        ScoreLine(1, "joker-left", 28, "2 jokers × 14 in the hand"),
        ScoreLine(1, "big-a-left", 20, "left with the Big A"),
        ScoreLine(1, "pile", 25, "12 + 13 on the little-a pile"),
        ScoreLine(1, "joker-on-pile", 1, "1 joker × 1 on the little-a pile"),
        ScoreLine(1, "little-a-on-pile", 0, "the little a on top of its pile: 0"),
        ScoreLine(2, "went-out", 0, "went out: no card left in the hand"),
        ScoreLine(3, "counted-hand", 17, "the hand, counted at the table"),
    ]
