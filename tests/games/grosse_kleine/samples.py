"""What tests over every game know of Das Grosse und das kleine A."""

from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.grosse_kleine.play import play


def figures(scored, match, seat):
    facts = plain(scored.facts)
    hand = facts["left"][seat]
    if hand in ("", 0) or (isinstance(hand, str) and not hand.split()):
        yield "went-out", "", 1
        yield "cards-held", "", 0
    elif isinstance(hand, str):
        yield "cards-held", "", len(hand.split())
        for card, rule in (("a", "little-a-left"), ("A", "big-a-left")):
            if card in hand.split():
                yield "a-cards", rule, 1
    if facts.get("pile", {}).get("seat") == seat:
        yield "little-a-tricks", "", 1


def held_the_big_a(facts, seat, rules):
    hand = facts["left"][seat]
    return isinstance(hand, str) and "A" in hand.split()


DEEDS = {" was stuck with the Big A": held_the_big_a}
SAMPLES = Samples(figures, play, deeds=DEEDS)
