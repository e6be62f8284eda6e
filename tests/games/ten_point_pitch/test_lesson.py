"""The first hand that is taught: bid, drawn and played again card by card."""

from games.core.deal import around
from games.core.lessons import read_lesson
from games.core.referee import ask
from games.ten_point_pitch.game import GAME
from games.ten_point_pitch.referee import A_HAND, DECK, point_card, trumps

LESSON = read_lesson(GAME)
ROUND = LESSON.rounds[-1]
TRUMP = "C"


def ruling(kind, **given):
    return ask(GAME, {"ask": kind, **given}).answer


def trumps_after_the_draw(bidder):
    """Three draw up to six; then the bidder looks through the rest for trumps, and then the partner."""
    kept = [[card for card in hand.split() if card in trumps(TRUMP)] for hand in LESSON.hands]
    hands, stock = [list(hand) for hand in kept], LESSON.stock.split()
    for seat in list(around(bidder, 4))[1:]:
        missing = A_HAND - len(hands[seat])
        hands[seat], stock = hands[seat] + stock[:missing], stock[missing:]
    hands = [[card for card in hand if card in trumps(TRUMP)] for hand in hands]
    for card in stock:
        if card in trumps(TRUMP):
            bidder_has_room = len(hands[bidder]) < A_HAND
            hands[bidder if bidder_has_room else (bidder + 2) % 4].append(card)
    assert all(len(hand) <= A_HAND for hand in hands)
    return hands


def test_each_trump_may_be_played_and_each_point_is_counted_for_who_owns_it():
    bidder = ruling("auction", dealer=LESSON.first_dealer, bids=ROUND["bids"])["bidder"]
    hands, took, played_the_two = trumps_after_the_draw(bidder), {}, None
    assert sum(map(len, hands)) == len(trumps(TRUMP))
    leader = bidder
    for number, trick in enumerate(LESSON.tricks):
        seats = [seat for seat in around(leader, 4) if hands[seat]]
        for place, (seat, card) in enumerate(zip(seats, trick, strict=True)):
            opening = number == place == 0
            led = trick[0] if place else None
            assert card in ruling("legal", trump=TRUMP, led=led, opening=opening, hand=hands[seat])
            hands[seat].remove(card)
            if card == f"2{TRUMP}":
                played_the_two = seat % 2
        for step in LESSON.step:
            assert step.cards != trick or not step.seats or step.seats == seats
        winner = seats[ruling("winner", trump=TRUMP, cards=trick)]
        took |= {name: winner % 2 for card in trick if (name := point_card(card, TRUMP))}
        if any(hands):
            leader = ruling("lead", winner=winner, holds_trump=[bool(hand) for hand in hands])

    assert not any(hands)
    assert ruling("owns", took=took, two_from=played_the_two)["owners"] == ROUND["taken"]


def test_the_hand_after_the_draw_is_the_one_shown_and_the_deck_is_whole():
    drawn = trumps_after_the_draw(0)[0]

    assert sorted(drawn) in [sorted(" ".join(step.cards).split()) for step in LESSON.step]
    assert sorted(" ".join([*LESSON.hands, LESSON.stock]).split()) == sorted(DECK)
