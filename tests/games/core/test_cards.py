"""Cards, decks, following suit, and whose deal it is."""

from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import JOKERS, Card, find_cards, follow, french_deck, suit_with_jokers, taker
from games.core.deal import Deal, deal_round
from tests.cases import cases
from tests.games.every_game import refusal

DECK = french_deck(JOKERS) | {"F": Card("F", "", -1, "Fool", copies=2)}


def cards(codes):
    return find_cards(codes.split(), DECK)


def test_a_french_deck_has_thirteen_cards_of_four_suits_and_two_jokers():
    deck = french_deck({"HJ": "high joker", "SJ": "small joker"})
    by_suit = [[card.rank for card in deck.values() if card.suit == suit] for suit in ("S", "H", "D", "C", "")]

    assert by_suit == [[*range(2, 15)]] * 4 + [[15, 16]]
    assert deck["10H"] == Card("10H", "H", 10)
    assert deck["AS"].rank > deck["KS"].rank > deck["QS"].rank > deck["JS"].rank > deck["10S"].rank
    assert deck["HJ"].rank > deck["SJ"].rank > deck["AS"].rank
    assert [card for card in deck.values() if card.is_joker] == [
        Card("SJ", "", 15, "small joker"),
        Card("HJ", "", 16, "high joker"),
    ]
    assert all(code == card.code for code, card in deck.items())


@cases(
    "codes, message",
    [
        (["1H"], "there is no card “1H” in this deck"),
        (["h10"], "there is no card “h10” in this deck"),
        ([""], "there is no card “” in this deck"),
        (["2H", "2H"], "2♥ is there twice"),
        (["F", "F", "F"], "the Fool is there 3 times, but the pack has 2"),
        (["BJ", "BJ"], "the Big joker is there twice"),
        (["x" * 41], f"there is no card “{'x' * 39}…” in this deck"),
    ],
)
def test_a_card_the_deck_does_not_hold_is_refused(codes, message):
    assert refusal(find_cards, codes, DECK) == (message, "")


@given(st.lists(st.sampled_from(sorted(DECK)), unique=True), st.sampled_from("SHDC"))
def test_a_hand_must_follow_suit_if_it_can(codes, led):
    hand = find_cards(codes, DECK)

    legal = follow(hand, led)
    assert legal is not hand
    if any(card.suit == led for card in hand):
        assert legal == [card for card in hand if card.suit == led or card.is_joker]
    else:
        assert legal == hand


def test_a_suitless_lead_is_not_followed_and_a_trump_joker_is():
    hand = cards("9H 2S BJ")

    assert follow(hand, DECK["F"].suit) == hand
    assert [follow(hand, suit_with_jokers(trump)(DECK["LJ"]), suit_with_jokers(trump)) for trump in ("S", "C")] == [
        cards("2S BJ"), cards("BJ"),
    ]  # fmt: skip


@cases(
    "trick, trump, place",
    [
        ("9H KH 2S AD", "S", 2),
        ("9H KH 2S AD", "C", 1),
        ("9H KH 2S AD", None, 1),
        ("9H", None, 0),
        ("2S AS KS", "S", 1),
        ("4C AH 7C AD", "S", 2),
        ("AS LJ BJ", None, 2),
        ("F 9H KS", None, 1),
        ("F F", "S", 0),
    ],
)
def test_the_highest_trump_takes_the_trick_else_the_highest_of_the_suit_led(trick, trump, place):
    assert taker(cards(trick), trump) == place


@cases("number, first_dealer, dealer, first", [(1, 0, 0, 1), (2, 0, 1, 2), (4, 0, 3, 0), (5, 0, 0, 1), (10, 2, 3, 0)])
def test_the_deal_moves_left_each_round_and_the_dealers_left_comes_first(number, first_dealer, dealer, first):
    assert deal_round(4, number, first_dealer, 3, 54) == Deal(number, dealer, (3, 3, 3, 3), 42, first)
