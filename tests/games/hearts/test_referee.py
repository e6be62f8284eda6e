"""The referee of Hearts against hands played card by card by other code, and what it cannot be asked."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import referee
from games.core.lessons import read_lesson
from games.core.schema import plain
from games.hearts.game import GAME
from tests.cases import cases
from tests.games.every_game import NAMES, any_table, refusal
from tests.games.hearts.play import Hand
from tests.thoroughness import many

PACK_OF = {suit: [(suit, rank) for rank in range(2, 15)] for suit in "SHDC"}
RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}


def code(card):
    return f"{RANKS.get(card[1], card[1])}{card[0]}"


class Watched(Hand):
    """A hand that asks the referee before each card."""

    def legal(self, hand, led, first):
        cards = super().legal(hand, led, first)
        led_card = next(card for card in map(code, PACK_OF[led]) if card not in map(code, hand)) if led else None
        asked = {"ask": "legal", "hand": [*map(code, hand)], "led": led_card, "first": first, "broken": self.broken}
        assert sorted(self.ask(asked)) == sorted(map(code, cards))
        return cards

    def ask(self, question):
        return referee.answer(GAME, question | {"house_rules": plain(self.rules.differing)})["answer"]


@settings(max_examples=many(60))
@given(any_table(GAME), st.integers(0, 2**32), st.integers(0, 9))
def test_the_referee_allows_what_may_be_played_and_names_who_takes_it(table, seed, number):
    hand = Watched(Random(seed), table, number)

    for cards, taker in hand.tricks:
        assert hand.ask({"ask": "winner", "cards": [*map(code, cards)]}) == taker
    assert hand.ask({"ask": "broken", "cards": [code(card) for cards, _ in hand.tricks for card in cards]})


@cases(
    "question, message",
    [
        ({"ask": "legal", "hand": []}, "there is no card in this hand"),
        ({"ask": "legal", "hand": ["5H"], "led": "5H"}, "5♥ is on the table, not in the hand"),
        ({"ask": "legal", "hand": ["5H"], "first": True}, "the first trick is led with the lowest club, and this hand"),
        ({"ask": "legal", "hand": ["5H", "5H"]}, "5♥ is there twice"),
        ({"ask": "winner", "cards": []}, "a trick has at least one card"),
        ({"ask": "winner", "cards": ["BJ"]}, "there is no card “BJ” in this deck"),
        ({"ask": "passing", "players": 2, "round": 1}, "How many play? Enter at least 3"),
    ],
)
def test_impossible_questions_are_refused(question, message):
    assert refusal(referee.answer, GAME, question)[0].startswith(message)


@cases(
    "players, rules, cards, first",
    [
        (3, {}, 17, "the 2♣"),
        (4, {"leftover": "first-trick"}, 13, "the 2♣"),
        (5, {}, 10, "the 3♣"),
        (6, {}, 8, "the 4♣"),
        (6, {"leftover": "first-point"}, 8, "the lowest club"),
        (5, {"opening": "left"}, 10, ""),
    ],
)
def test_the_cards_that_are_dealt_say_which_club_opens(players, rules, cards, first):
    deal = GAME.table(NAMES[:players], 0, rules).deal

    assert deal.cards == (cards,) * players
    assert deal.opening == first


def test_the_first_hand_that_is_taught_is_played_by_the_rules():
    lesson = read_lesson(GAME)
    dealt, given = [hand.split() for hand in lesson.hands], [cards.split() for cards in lesson.passed]
    hands = [[card for card in [*dealt[seat], *given[seat - 1]] if card not in given[seat]] for seat in range(4)]
    leader, queen, hearts, broken = 0, None, [0] * 4, False
    for number, trick in enumerate(lesson.tricks):
        for at, card in enumerate(trick):
            seat = (leader + at) % 4
            asked = {"hand": hands[seat], "led": trick[0] if at else None, "first": not number, "broken": broken}
            assert card in referee.answer(GAME, {"ask": "legal", **asked})["answer"]
            hands[seat].remove(card)
        leader = (leader + referee.answer(GAME, {"ask": "winner", "cards": trick})["answer"]) % 4
        hearts[leader] += sum(card.endswith("H") for card in trick)
        broken = broken or any(card.endswith("H") for card in trick)
        queen = leader if "QS" in trick else queen

    assert lesson.rounds == [{"hearts": hearts, "queen": queen}]
