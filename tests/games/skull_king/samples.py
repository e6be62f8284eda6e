"""What tests over every game know of Skull King."""

from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.skull_king.play import play


def figures(scored, match, seat):
    facts = plain(scored.facts)
    cards = sum(facts["tricks"]) + facts.get("tricks_of_nobody", 0) + facts.get("ghost", 0)
    bid, took = facts["bids"][seat] + facts.get("bid_changes", [0] * 8)[seat], facts["tricks"][seat]
    yield "bids-exact", cards, int(took == bid)
    yield "bids-missed", cards, int(took < bid)
    yield "bids-over", cards, int(took > bid)
    yield "bid-bias", cards, took - bid


SAMPLES = Samples(figures, play)
