"""What tests over every game know of Big Little."""

from games.core.schema import plain
from tests.games.big_little.play import play
from tests.games.every_game import Samples


def figures(scored, match, seat):
    facts = plain(scored.facts)
    bid, took, cards = facts["bids"][seat], facts["tricks"][seat], sum(facts["tricks"])
    yield "bids-made", cards, int(took >= bid)
    yield "bids-exact", cards, int(took == bid)
    yield "bids-missed", cards, int(took < bid)
    yield "bids-over", cards, int(took > bid)
    yield "bid-bias", cards, took - bid
    if took > bid:
        yield "sandbags", "", took - bid
    for line in scored.lines:
        if line.side == seat and line.points in (-100, -110) and line.rule == "sandbag-penalty":
            yield "penalties", "", 1


SAMPLES = Samples(figures, play)
