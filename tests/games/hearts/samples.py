from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.hearts.play import add, marked, play, points_of, shooter_of


def figures(scored, match, seat):
    facts = plain(scored.facts)
    took, queen = facts["hearts"][seat], facts.get("queen") == seat
    shooter = shooter_of(facts, match.rules)
    yield "hearts-taken", "", took
    if queen:
        yield "queens", "", 1
    if not took and not queen and shooter is None:
        yield "clean", "", 1
    if shooter == seat:
        yield "moons", "", 1


def deeds(match):
    rules, totals = match.initial_state.rules, [0] * len(match.names)
    for number, facts in enumerate(map(plain, match.round_facts), 1):
        shooter = shooter_of(facts, rules)
        if shooter is not None:
            yield number, shooter, " shot the moon"
        counted = add(totals, points_of(facts, totals, rules))
        totals = marked(counted, rules)
        for seat, total in enumerate(counted):
            if total != totals[seat]:
                yield number, seat, " hit the target exactly"


SAMPLES = Samples(figures, play, deeds)
