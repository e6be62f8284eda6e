"""What tests over every game know of Hearts."""

from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.hearts.play import play


def figures(scored, match, seat):
    facts = plain(scored.facts)
    took, queen = facts["hearts"][seat], facts["queen"] == seat
    everything = 13 in facts["hearts"] and facts["hearts"][facts["queen"]] == 13
    yield "hearts-taken", "", took
    if queen:
        yield "queens", "", 1
    if not took and not queen and not everything:
        yield "clean", "", 1
    if took == 13 and queen:
        yield "moons", "", 1


def deeds(match):
    for number, facts in enumerate(map(plain, match.round_facts), 1):
        if facts["hearts"][facts["queen"]] == 13:
            yield number, facts["queen"], " shot the moon"


SAMPLES = Samples(figures, play, deeds)
