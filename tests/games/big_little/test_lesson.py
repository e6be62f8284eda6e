"""The first hand that is taught, dealt and played again card by card."""

from games.big_little.game import GAME
from games.core.deal import around
from games.core.lessons import read_lesson
from games.core.referee import ask

LESSON = read_lesson(GAME)
ROUND = LESSON.rounds[-1]


def ruling(kind, **given):
    return ask(GAME, {"ask": kind, **given}).answer


def test_each_card_may_be_played_and_each_trick_goes_to_who_is_said_to_take_it():
    hands, took = [hand.split() for hand in LESSON.hands], [0] * LESSON.players
    dealer = (LESSON.first_dealer + len(LESSON.rounds) - 1) % LESSON.players
    trump = ruling("trump", turned=LESSON.stock.split())
    leader, held = ruling("lead", dealer=dealer, bids=ROUND["bids"]), []
    for trick in LESSON.tricks:
        cards = [card for (card,) in map(str.split, trick)]
        seats = around(leader, LESSON.players)
        for place, (seat, card) in enumerate(zip(seats, cards, strict=True)):
            held.append((sorted(hands[seat]), cards[0]))
            assert card in ruling("legal", trump=trump, led=cards[0] if place else None, hand=hands[seat])
            hands[seat].remove(card)
        leader = seats[ruling("winner", trump=trump, cards=cards)]
        took[leader] += 1

    assert not any(hands)
    assert took == ROUND["tricks"]
    assert trump == ROUND["trump"]
    for step in LESSON.step:
        assert step.question.get("trump", trump) == trump
        if step.question.get("ask") == "legal":
            assert (sorted(step.cards[0].split()), step.question["led"]) in held


def test_who_plays_a_card_shown_is_who_held_it():
    for step in LESSON.step:
        for seat, card in zip(step.seats, step.cards, strict=True) if step.seats else ():
            assert card in LESSON.hands[seat].split()
