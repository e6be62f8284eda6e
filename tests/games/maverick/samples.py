"""What tests over every game know of Maverick."""

from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.maverick.play import play


def figures(scored, match, seat):
    facts, side = plain(scored.facts), seat % 2
    for bid in facts.get("bids", []):
        rule = next(
            line.rule for line in scored.lines if line.side == bid["seat"] % 2 and line.rule.startswith(bid["bid"])
        )
        if bid["seat"] == seat:
            if bid["bid"] == "null":
                yield "special-bids", "null", int(not bid["took_trick"])
            else:
                yield "special-bids", bid["bid"], int(rule.endswith("made"))
    for line in scored.lines:
        if line.side == side and line.rule.split("-")[0] in ("null", "blind", "bling"):
            yield "bid-points", line.rule, line.points
    if books := sum(trick.get("adders") == 4 for trick in facts.get("tricks", []) if trick["side"] == side):
        yield "books", "", books
    if side in facts.get("reneges", []):
        yield "reneges", "", 1


def made_null(facts, seat, rules):
    return any(bid["seat"] == seat and bid["bid"] == "null" and not bid["took_trick"] for bid in facts.get("bids", []))


DEEDS = {" made a null bid": made_null}
SAMPLES = Samples(figures, play, deeds=DEEDS)
