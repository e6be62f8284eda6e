from games.core.schema import plain
from tests.games.every_game import Samples, deeds_of_exact_bids
from tests.games.wizard.play import play


def figures(scored, match, seat):
    facts = plain(scored.facts)
    cards = sum(facts["tricks"]) + facts.get("tricks_of_nobody", 0)
    bid, took = facts["bids"][seat] + facts.get("bid_changes", [0] * 6)[seat], facts["tricks"][seat]
    yield "bids-exact", cards, int(took == bid)
    yield "bids-missed", cards, int(took < bid)
    yield "bids-over", cards, int(took > bid)
    yield "bid-bias", cards, took - bid


def deeds(match):
    for number, facts in enumerate(map(plain, match.round_facts), 1):
        yield from deeds_of_exact_bids(number, facts)


SAMPLES = Samples(figures, play, deeds)
