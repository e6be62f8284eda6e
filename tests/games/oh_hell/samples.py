"""What tests over every game know of Oh Hell."""

from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.oh_hell.play import play


def figures(scored, match, seat):
    facts = plain(scored.facts)
    bid, took, cards = facts["bids"][seat], facts["tricks"][seat], sum(facts["tricks"])
    yield "bids-exact", cards, int(took == bid)
    yield "bids-missed", cards, int(took < bid)
    yield "bids-over", cards, int(took > bid)
    yield "bid-bias", cards, took - bid


SAMPLES = Samples(figures, play)
