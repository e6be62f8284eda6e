from hypothesis import given
from hypothesis import strategies as st

from games.scorecard import Line
from tests.games.grosse_kleine.rounds import played, recorded, rounds, rounds_ended_with_the_big_a, worth


def lines(record):
    return list(played(record).lines)


def test_every_point_has_its_reason():
    record = recorded("4 11 11 J", "J J 2 A", "", 17, pile=(1, "12 13 J"))

    assert lines(record) == [
        Line(0, "cards-left", 26, "4 + 2 × 11 in the hand"),
        Line(0, "joker-left", 14, "1 joker × 14 in the hand"),
        Line(1, "cards-left", 2, "2 in the hand"),
        Line(1, "joker-left", 28, "2 jokers × 14 in the hand"),
        Line(1, "big-a-left", 20, "the Big A, still in the hand"),
        Line(1, "pile", 25, "12 + 13 on the little-a pile"),
        Line(1, "joker-on-pile", 1, "1 joker × 1 on the little-a pile"),
        Line(1, "little-a-on-pile", 0, "the little a on top of its pile: 0"),
        Line(2, "went-out", 0, "went out: no card left in the hand"),
        Line(3, "counted-hand", 17, "the hand, counted at the table"),
    ]


def test_the_little_a_and_a_counted_pile_have_their_reasons_too():
    assert lines(recorded("a", "", 0)) == [
        Line(0, "little-a-left", 15, "the little a, still in the hand"),
        Line(1, "went-out", 0, "went out: no card left in the hand"),
        Line(2, "went-out", 0, "went out: no card left in the hand"),
    ]
    assert lines(recorded("", "", "", pile=(1, 20)))[2] == Line(
        1, "counted-pile", 20, "the little-a pile, counted at the table"
    )


@given(rounds())
def test_a_round_costs_what_a_player_counts(record):
    expected = [hand if isinstance(hand, int) else worth(hand, 14, 15) for hand in record.left]
    if record.pile:
        cards = record.pile.cards
        expected[record.pile.seat] += cards if isinstance(cards, int) else worth(cards, 1, 0)

    assert played(record).points == tuple(expected)


@given(rounds(), st.randoms())
def test_the_order_of_the_cards_says_nothing(record, random):
    def shuffled(cards):
        return cards if isinstance(cards, int) else " ".join(random.sample(cards.split(), len(cards.split())))

    pile = (record.pile.seat, shuffled(record.pile.cards)) if record.pile else None
    again = recorded(*map(shuffled, record.left), pile=pile)

    assert played(again).points == played(record).points


@given(rounds(), st.integers(0, 8))
def test_points_go_with_the_player_wherever_the_table_begins(record, turn):
    players = len(record.left)
    turn %= players
    pile = ((record.pile.seat - turn) % players, record.pile.cards) if record.pile else None
    turned = recorded(*record.left[turn:], *record.left[:turn], pile=pile)

    assert played(turned).points == played(record).points[turn:] + played(record).points[:turn]


@given(rounds_ended_with_the_big_a())
def test_a_round_may_end_with_the_big_a_taken_by_the_last_card(record):
    assert played(record).points == tuple(
        hand if isinstance(hand, int) else worth(hand, 14, 15) for hand in record.left
    )
