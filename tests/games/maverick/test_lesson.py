"""The first hand that is taught, dealt, passed and played again card by card."""

from games.core.cards import find_cards
from games.core.deal import around
from games.core.lessons import read_lesson
from games.core.referee import ask
from games.maverick.cards import DECK, kind_of
from games.maverick.game import GAME

LESSON = read_lesson(GAME)
ROUND = LESSON.rounds[-1]


def ruling(kind, **given):
    return ask(GAME, {"ask": kind, **given}).answer


def hands_after_the_pass():
    hands = [hand.split() for hand in LESSON.hands]
    passed = [cards.split() for cards in LESSON.passed]
    for seat, cards in enumerate(passed):
        assert len(cards) == 2
        assert set(cards) <= set(LESSON.hands[seat].split())
        hands[seat] = [card for card in hands[seat] if card not in cards] + passed[(seat - 1) % 4]
    return hands


def test_each_card_may_be_played_and_each_trick_is_counted_for_who_takes_it():
    hands, counted, seen = hands_after_the_pass(), [], []
    turned = ruling("trump", turned=LESSON.stock.split())
    trump, adder = turned["trump"], turned["adder"]
    leader = (LESSON.first_dealer + 1) % 4
    for trick in LESSON.tricks:
        seats = list(around(leader, 4))
        for place, (seat, card) in enumerate(zip(seats, trick, strict=True)):
            legal = ruling("legal", trump=trump, led=trick[0] if place else None, hand=hands[seat])
            seen.append((sorted(hands[seat]), trick[0], sorted(legal)))
            assert card in legal
            hands[seat].remove(card)
        for step in LESSON.step:
            assert step.cards != trick or step.seats == seats
        leader = seats[ruling("winner", trump=trump, cards=trick)]
        kind, adders = kind_of(find_cards(trick, DECK), trump, adder)
        counted.append({"side": leader % 2, "kind": kind} | ({"adders": adders} if adders else {}))

    assert counted == ROUND["tricks"]
    assert LESSON.stock.split() == ROUND["turned"]
    for step in LESSON.step:
        if step.question.get("ask") == "legal":
            hand, led = step.cards[0].split(), step.question["led"]
            assert (sorted(hand), led, sorted(ruling("legal", trump=trump, led=led, hand=hand))) in seen
        if "trump" in step.question:
            assert step.question["trump"] == trump
        if "adder" in step.question:
            assert step.question["adder"] == adder


def test_the_whole_deck_is_dealt():
    assert sorted(" ".join([*LESSON.hands, LESSON.stock]).split()) == sorted(DECK)
