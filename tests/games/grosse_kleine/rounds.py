"""Tables, rounds and questions of Das Grosse und das kleine A."""

import pytest
from hypothesis import strategies as st

from games.core.errors import Impossible, ImpossibleRound
from games.core.referee import ask
from games.core.schema import plain, read
from games.grosse_kleine.facts import Facts
from games.grosse_kleine.game import GAME

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida")
HUGE = 10**4000
NUMBER_CARDS = [str(face) for face in range(1, 14) for _ in range(8)] + ["J"] * 4
BOX = [*NUMBER_CARDS, "a", "A"]


def table(players=4, **rules):
    return GAME.table(NAMES[:players], 0, rules)


def facts(*left, pile=None):
    """Return the facts of a round as they stand in a scoresheet."""
    return {"left": list(left)} | ({"pile": {"seat": pile[0], "cards": pile[1]}} if pile else {})


def recorded(*left, pile=None):
    return read(facts(*left, pile=pile), Facts)


def played(facts, **rules):
    return GAME.play(table(len(facts.left), **rules), facts).rounds[-1]


def points(*left, pile=None):
    return played(recorded(*left, pile=pile)).points


def refusal(*left, pile=None, **rules):
    """Return what is said where a round cannot be, and the fact it is about."""
    with pytest.raises(ImpossibleRound) as refused:
        GAME.play(table(len(left), **rules), recorded(*left, pile=pile))
    return refused.value.message, refused.value.field


def worth(cards, joker, little_a):
    """Count cards as a player would, card by card."""
    total = 0
    for card in cards.split():
        total += {"J": joker, "a": little_a, "A": 20}.get(card) or int(card if card.isdecimal() else 0)
    return total


@st.composite
def rounds(draw):
    """Deal a round out of a shuffled box: hands, often a pile, somebody out, some of it counted as numbers."""
    players = draw(st.integers(3, 9))
    cards = draw(st.permutations(BOX))
    sizes = draw(st.lists(st.integers(0, 11), min_size=players, max_size=players))
    sizes[draw(st.integers(0, players - 1))] = 0
    pile = None
    if draw(st.booleans()):
        cards = [card for card in cards if card != "a"]
        size = players - draw(st.sampled_from([1, 2]))
        lying = [card for card in cards if card != "A"][:size]
        for card in lying:
            cards.remove(card)
        named = " ".join(draw(st.permutations([*lying, *draw(st.sampled_from([[], ["a"]]))])))
        pile = draw(st.integers(0, players - 1)), draw(st.sampled_from([named, worth(named, 1, 0)]))
    hands = []
    for size in sizes:
        hand, cards = " ".join(cards[:size]), cards[size:]
        hands.append(draw(st.sampled_from([hand, worth(hand, 14, 15)])))
    return recorded(*hands, pile=pile)


@st.composite
def rounds_ended_with_the_big_a(draw):
    """Deal a round in which nobody is out, because the last card took the Big A trick."""
    players = draw(st.integers(3, 9))
    cards = draw(st.permutations(NUMBER_CARDS))
    passed = draw(st.booleans())
    hands = [cards[place * 3 : place * 3 + 1 + place % 3] for place in range(1, players)]
    if passed:
        hands[0] = ["a"]
    trick = cards[60 : 60 + players - 1 - passed]
    taken = draw(st.permutations([*trick, "A"]))
    left = [" ".join(hand) for hand in [taken, *hands]]
    counted = [draw(st.sampled_from([hand, worth(hand, 14, 15)])) for hand in left]
    seat = draw(st.integers(0, players - 1))
    return recorded(*counted[seat:], *counted[:seat])


def sheets():
    """Any scoresheet of one round."""
    return st.one_of(rounds(), rounds_ended_with_the_big_a()).map(sheet)


def sheet(facts):
    players = [*NAMES[: len(facts.left)]]
    return {"scoresheet": 1, "game": GAME.key, "players": players, "rounds": [plain(facts)]}


def ruling(kind, **given):
    """Return the answer and its rule."""
    answer, _, rule, _ = ask(GAME, {"ask": kind, **given})
    return answer, rule


def why(kind, **given):
    return ask(GAME, {"ask": kind, **given}).why


def unanswered(kind, **given):
    """Return what is said where a question cannot be, and the field it is about."""
    with pytest.raises(Impossible) as refused:
        ask(GAME, {"ask": kind, **given})
    return refused.value.message, refused.value.field
