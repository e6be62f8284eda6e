from games.core.schema import plain
from tests.games.every_game import Samples, deeds_of_exact_bids
from tests.games.oh_hell.play import play


def figures(scored, match, seat):
    facts = plain(scored.facts)
    bid, took, cards = facts["bids"][seat], facts["tricks"][seat], sum(facts["tricks"])
    yield "bids-exact", cards, int(took == bid)
    yield "bids-missed", cards, int(took < bid)
    yield "bids-over", cards, int(took > bid)
    yield "bid-bias", cards, took - bid


def deeds(match):
    for number, facts in enumerate(map(plain, match.round_facts), 1):
        yield from deeds_of_exact_bids(number, facts)


SAMPLES = Samples(figures, play, deeds)
