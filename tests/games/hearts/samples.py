"""What tests over every game know of Hearts."""

from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.hearts.play import play, shooter_of


def figures(scored, match, seat):
    facts = plain(scored.facts)
    took, queen = facts["hearts"][seat], facts.get("queen") == seat
    shooter = shooter_of(facts)
    yield "hearts-taken", "", took
    if queen:
        yield "queens", "", 1
    if not took and not queen and shooter is None:
        yield "clean", "", 1
    if shooter == seat:
        yield "moons", "", 1


def deeds(match):
    totals, rules = [0] * match.players, match.rules
    for number, scored in enumerate(match.rounds, 1):
        shooter = shooter_of(plain(scored.facts))
        if shooter is not None:
            yield number, shooter, " shot the moon"
        if rules.exact in ("half", "zero"):
            back = {"half": rules.target // 2, "zero": 0}[rules.exact]
            before, totals = totals, [total + more for total, more in zip(totals, scored.points, strict=True)]
            for seat, (old, new) in enumerate(zip(before, totals, strict=True)):
                lines = [line.points for line in scored.lines if line.side == seat and line.rule != "exact"]
                if old + sum(lines) == rules.target:
                    assert new == back
                    yield number, seat, " hit the target exactly"


SAMPLES = Samples(figures, play, deeds)
