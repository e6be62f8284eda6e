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


def deeds(match):
    for number, facts in enumerate(map(plain, match.round_facts), 1):
        for seat, hand in enumerate(facts["left"]):
            if isinstance(hand, str) and "A" in hand.split():
                yield number, seat, " was stuck with the Big A"


SAMPLES = Samples(figures, play, deeds)
