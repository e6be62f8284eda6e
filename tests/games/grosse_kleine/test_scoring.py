from hypothesis import given
from hypothesis import strategies as st

from games.core.scorecard import ScoreLine
from tests.games.grosse_kleine.rounds import played, recorded, rounds, worth


def test_every_point_has_its_reason():
    facts = recorded("4 11 11 J", "J J 2 A", "", 17, pile=(1, "12 13 J"))

    assert list(played(facts).lines) == [
        ScoreLine(0, "cards-left", 26, "4 + 2 × 11 in the hand"),
        ScoreLine(0, "joker-left", 14, "1 joker × 14 in the hand"),
        ScoreLine(1, "cards-left", 2, "2 in the hand"),
        ScoreLine(1, "joker-left", 28, "2 jokers × 14 in the hand"),
        ScoreLine(1, "big-a-left", 20, "the Big A, still in the hand"),
        ScoreLine(1, "pile", 25, "12 + 13 on the little-a pile"),
        ScoreLine(1, "joker-on-pile", 1, "1 joker × 1 on the little-a pile"),
        ScoreLine(1, "little-a-on-pile", 0, "the little a on top of its pile: 0"),
        ScoreLine(2, "went-out", 0, "went out: no card left in the hand"),
        ScoreLine(3, "counted-hand", 17, "the hand, counted at the table"),
    ]


def test_the_little_a_and_a_counted_pile_have_their_reasons_too():
    out = "went out: no card left in the hand"

    assert [*played(recorded("a", "", 0)).lines, *played(recorded("", "", "", pile=(0, 20))).lines[:2]] == [
        ScoreLine(0, "little-a-left", 15, "the little a, still in the hand"),
        ScoreLine(1, "went-out", 0, out),
        ScoreLine(2, "went-out", 0, out),
        ScoreLine(0, "went-out", 0, out),
        ScoreLine(0, "counted-pile", 20, "the little-a pile, counted at the table"),
    ]


@given(rounds())
def test_a_round_costs_what_a_player_counts(facts):
    expected = [hand if isinstance(hand, int) else worth(hand, 14, 15) for hand in facts.left]
    if facts.pile:
        cards = facts.pile.cards
        expected[facts.pile.seat] += cards if isinstance(cards, int) else worth(cards, 1, 0)

    assert played(facts).points == tuple(expected)


@given(rounds(), st.randoms())
def test_the_order_of_the_cards_says_nothing(facts, random):
    def shuffled(cards):
        return cards if isinstance(cards, int) else " ".join(random.sample(cards.split(), len(cards.split())))

    pile = (facts.pile.seat, shuffled(facts.pile.cards)) if facts.pile else None
    again = recorded(*map(shuffled, facts.left), pile=pile)

    assert played(again).points == played(facts).points


@given(rounds(), st.integers(0, 8))
def test_points_go_with_the_player_wherever_the_table_begins(facts, turn):
    players = len(facts.left)
    turn %= players
    pile = ((facts.pile.seat - turn) % players, facts.pile.cards) if facts.pile else None
    turned = recorded(*facts.left[turn:], *facts.left[:turn], pile=pile)

    assert played(turned).points == played(facts).points[turn:] + played(facts).points[:turn]
