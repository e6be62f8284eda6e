"""Tables, rounds and questions of Das Grosse und das kleine A."""

from hypothesis import strategies as st

from games.core.referee import ask
from games.core.schema import plain, read
from games.grosse_kleine.facts import Facts
from games.grosse_kleine.game import GAME
from tests.games import every_game

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida")
HUGE = 10**4000
NUMBER_CARDS = [str(face) for face in range(1, 14) for _ in range(8)] + ["J"] * 4
BOX = [*NUMBER_CARDS, "a", "A"]


def table(players=4, **rules):
    return GAME.table(NAMES[:players], 0, rules)


def recorded(*left, pile=None):
    return read({"left": left} | ({"pile": {"seat": pile[0], "cards": pile[1]}} if pile else {}), Facts)


def played(facts, **rules):
    return GAME.play(table(len(facts.left), **rules), facts).rounds[-1]


def refusal(*left, pile=None, **rules):
    return every_game.refusal(GAME.play, table(len(left), **rules), recorded(*left, pile=pile))


def worth(cards, joker, little_a):
    """Count cards as a player would, card by card."""
    return sum({"J": joker, "a": little_a, "A": 20}[card] if card in "JaA" else int(card) for card in cards.split())


@st.composite
def rounds(draw):
    """Deal a round out of a shuffled box: hands, often a pile, somebody out, some of it counted as numbers."""
    players, luck = draw(st.integers(3, 9)), draw(st.randoms(use_true_random=True))
    cards = luck.sample(BOX, len(BOX))
    sizes = luck.choices(range(12), k=players)
    sizes[luck.randrange(players)] = 0
    pile = None
    if draw(st.booleans()):
        cards = [card for card in cards if card != "a"]
        lying = [card for card in cards if card != "A"][: players - luck.choice([1, 2])]
        for card in lying:
            cards.remove(card)
        lying += luck.choice([[], ["a"]])
        named = " ".join(luck.sample(lying, len(lying)))
        pile = luck.randrange(players), luck.choice([named, worth(named, 1, 0)])
    hands = [" ".join(cards.pop() for _ in range(size)) for size in sizes]
    return recorded(*(luck.choice([hand, worth(hand, 14, 15)]) for hand in hands), pile=pile)


@st.composite
def rounds_ended_with_the_big_a(draw):
    """Deal a round in which nobody is out, because the last card took the Big A trick."""
    players, passed, luck = draw(st.integers(3, 9)), draw(st.booleans()), draw(st.randoms(use_true_random=True))
    cards = luck.sample(NUMBER_CARDS, len(NUMBER_CARDS))
    hands = [cards[place * 3 : place * 3 + 1 + place % 3] for place in range(1, players)]
    if passed:
        hands[0] = ["a"]
    trick = [*cards[60 : 60 + players - 1 - passed], "A"]
    left = [" ".join(hand) for hand in [luck.sample(trick, len(trick)), *hands]]
    counted = [luck.choice([hand, worth(hand, 14, 15)]) for hand in left]
    seat = luck.randrange(players)
    return recorded(*counted[seat:], *counted[:seat])


def sheets():
    either = st.one_of(rounds(), rounds_ended_with_the_big_a())
    return either.map(lambda facts: every_game.plain_sheet(table(len(facts.left)), [plain(facts)]))


def ruling(kind, **given):
    answer, _, rule, _ = ask(GAME, {"ask": kind, **given})
    return answer, rule


def why(kind, **given):
    return ask(GAME, {"ask": kind, **given}).why


def unanswered(kind, **given):
    return every_game.refusal(ask, GAME, {"ask": kind, **given})
