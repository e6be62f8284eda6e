from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.grosse_kleine.game import GAME
from games.grosse_kleine.record import Record
from games.scorecard import Line
from tests.cases import cases
from tests.games.grosse_kleine.rounds import played, points, recorded, rounds, rounds_ended_with_the_big_a, table, worth


def lines(record: Record) -> list[Line]:
    return list(played(record).lines)


@cases(
    "hand, cost",
    [("3 7 12", 22), ("5 5 J", 24), ("1 a", 16), ("A", 20), ("13 13 2 J J a A", 91), (17, 17), (0, 0), ("", 0)],
)
def test_what_is_left_in_a_hand_is_paid_for(hand: str | int, cost: int) -> None:
    assert points(hand, "", "1") == (cost, 0, 1)


@cases(
    "pile, cost", [("9 11 4", 24), ("13 J 6", 20), ("J J J", 3), ("a 1 2 3", 6), ("1 2 a 3", 6), (33, 33), ("1 1", 2)]
)
def test_the_pile_is_paid_for_by_who_took_it_even_if_out(pile: str | int, cost: int) -> None:
    assert points("1", "2", "", "3", pile=(2, pile)) == (1, 2, cost, 3)


def test_a_joker_is_14_in_a_hand_and_1_on_the_pile() -> None:
    assert points("J", "", "1", "1", pile=(0, "J 5 1"))[0] == 14 + 1 + 5 + 1


def test_hand_and_pile_of_one_player_are_added() -> None:
    assert points("8 A", "", "1", pile=(0, "10 10"))[0] == 48


def test_cards_on_the_table_when_the_round_ends_count_for_nobody() -> None:
    assert points("", "5 a", "10 12") == (0, 20, 22)


def test_who_takes_the_big_a_with_the_last_card_pays_for_it() -> None:
    assert points("A 5 9 13", "6", "6", "12") == (47, 6, 6, 12)


def test_every_point_has_its_reason() -> None:
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


def test_the_little_a_and_a_counted_pile_have_their_reasons_too() -> None:
    assert lines(recorded("a", "", 0)) == [
        Line(0, "little-a-left", 15, "the little a, still in the hand"),
        Line(1, "went-out", 0, "went out: no card left in the hand"),
        Line(2, "went-out", 0, "went out: no card left in the hand"),
    ]
    assert lines(recorded("", "", "", pile=(1, 20)))[2] == Line(
        1, "counted-pile", 20, "the little-a pile, counted at the table"
    )


@given(rounds())
def test_a_round_costs_what_a_player_counts(record: Record) -> None:
    expected = [hand if isinstance(hand, int) else worth(hand, 14, 15) for hand in record.left]
    if record.pile:
        cards = record.pile.cards
        expected[record.pile.seat] += cards if isinstance(cards, int) else worth(cards, 1, 0)

    assert played(record).points == tuple(expected)


@given(rounds())
def test_no_line_is_below_zero_and_lines_come_seat_by_seat(record: Record) -> None:
    seats = [line.side for line in lines(record)]

    assert seats == sorted(seats)
    assert set(seats) == set(range(len(record.left)))
    assert min(line.points for line in lines(record)) >= 0


@given(rounds(), st.randoms())
def test_the_order_of_the_cards_says_nothing(record: Record, random: Random) -> None:
    def shuffled(cards: str | int) -> str | int:
        return cards if isinstance(cards, int) else " ".join(random.sample(cards.split(), len(cards.split())))

    pile = (record.pile.seat, shuffled(record.pile.cards)) if record.pile else None
    again = recorded(*map(shuffled, record.left), pile=pile)

    assert played(again).points == played(record).points


@given(rounds(), st.integers(0, 8))
def test_points_go_with_the_player_wherever_the_table_begins(record: Record, turn: int) -> None:
    players = len(record.left)
    turn %= players
    pile = ((record.pile.seat - turn) % players, record.pile.cards) if record.pile else None
    turned = recorded(*record.left[turn:], *record.left[:turn], pile=pile)

    assert played(turned).points == played(record).points[turn:] + played(record).points[:turn]


@given(rounds_ended_with_the_big_a())
def test_a_round_may_end_with_the_big_a_taken_by_the_last_card(record: Record) -> None:
    assert played(record).points == tuple(
        hand if isinstance(hand, int) else worth(hand, 14, 15) for hand in record.left
    )


@given(st.lists(rounds().filter(lambda record: len(record.left) == 3), min_size=1, max_size=4))
def test_totals_are_the_sum_of_the_rounds_in_any_order(records: list[Record]) -> None:
    totals = GAME.fold(table(3), records).totals

    assert totals == tuple(map(sum, zip(*(played(record).points for record in records), strict=True)))
    assert GAME.fold(table(3), records[::-1]).totals == totals
