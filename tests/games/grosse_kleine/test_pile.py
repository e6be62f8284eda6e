from tests.cases import cases
from tests.games.grosse_kleine.rounds import HUGE, played, recorded, refusal


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
