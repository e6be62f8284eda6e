"""The first round that is taught, dealt and played again set by set."""

from games.core.deal import around
from games.core.lessons import read_lesson
from games.core.referee import ask
from games.core.schema import read
from games.grosse_kleine.facts import BIG_A, LITTLE_A, Facts
from games.grosse_kleine.game import GAME

LESSON = read_lesson(GAME)


class Table:
    """Three hands, the two A cards in the middle, and who has just taken one of them."""

    def __init__(self):
        self.hands = [hand.split() for hand in LESSON.hands]
        self.middle, self.fresh, self.pile = [LITTLE_A, BIG_A], None, None
        self.leader = (LESSON.first_dealer + 1) % LESSON.players

    def play(self, trick):
        led = trick[0].split()
        assert set(led) <= set(ruling("legal", hand=self.hands[self.leader], picked_up=self.fresh))
        seats = list(around(self.leader, LESSON.players))
        if led[0] in (LITTLE_A, BIG_A):
            self.take_a_trick(trick, seats)
        else:
            self.take_sets(trick, seats)

    def take_a_trick(self, trick, seats):
        for seat, card in zip(seats, trick, strict=True):
            if card != trick[0]:
                assert card in ruling("legal", hand=self.hands[seat], led=trick[0])
            self.hands[seat].remove(card)
        self.leader, self.fresh = seats[ruling("winner", cards=trick)], None
        if trick[0] == LITTLE_A:
            self.pile = {"seat": self.leader, "cards": " ".join(trick)}
        else:
            self.hands[self.leader] += trick
            self.fresh = BIG_A

    def take_sets(self, trick, seats):
        on, passes = None, 0
        for place, play in enumerate(trick):
            seat, cards = seats[place % len(seats)], play.split()
            assert passes < len(seats) - 1, "everybody else has passed: the trick is over"
            passes = 0 if cards else passes + 1
            if not cards:
                continue
            assert on is None or ruling("beats", on=on, play=cards)
            for card in cards:
                self.hands[seat].remove(card)
            on, self.leader = cards, seat
        assert passes == len(seats) - 1 or not self.hands[self.leader]
        self.fresh = self.middle.pop(0) if self.middle else None
        self.hands[self.leader] += [self.fresh] if self.fresh else []


def ruling(kind, **given):
    return ask(GAME, {"ask": kind, **given}).answer


def test_each_set_may_follow_and_what_is_left_is_what_is_scored():
    table = Table()
    for trick in LESSON.tricks:
        assert all(table.hands), "nobody is out before the last trick"
        table.play(trick)

    hands = [" ".join(sorted(hand)) for hand in table.hands]
    scored = read(LESSON.rounds[-1], Facts)
    assert hands == [" ".join(sorted(str(hand).split())) for hand in scored.left]
    assert table.pile == LESSON.rounds[-1]["pile"]
    assert [len(hand.split()) for hand in LESSON.hands] == [13] * LESSON.players
