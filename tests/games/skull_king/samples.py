from games.core.schema import plain
from tests.games.every_game import Samples, deeds_of_exact_bids
from tests.games.skull_king.play import play


def figures(scored, match, seat):
    facts = plain(scored.facts)
    cards = sum(facts["tricks"]) + facts.get("tricks_of_nobody", 0) + facts.get("ghost", 0)
    bid, took = facts["bids"][seat] + facts.get("bid_changes", [0] * 8)[seat], facts["tricks"][seat]
    yield "bids-exact", cards, int(took == bid)
    yield "bids-missed", cards, int(took < bid)
    yield "bids-over", cards, int(took > bid)
    yield "bid-bias", cards, took - bid


def deeds(match):
    rules = match.initial_state.rules
    for number, facts in enumerate(map(plain, match.round_facts), 1):
        yield from deeds_of_exact_bids(number, facts)
        for seat, captures in enumerate(facts.get("captures", ())):
            bid = facts["bids"][seat] + facts.get("bid_changes", [0] * 8)[seat]
            off = abs(facts["tricks"][seat] - bid)
            half = off == 1 and rules.scoring != "skull-king" and seat not in facts.get("cannonballs", ())
            if off == 0 or half or (rules.scoring == "skull-king" and rules.bonus_when == "always"):
                if "king" in captures:
                    yield number, seat, " took the Skull King with a Mermaid"
                if pirates := list(captures).count("pirate"):
                    yield number, seat, f" took {'a Pirate' if pirates == 1 else 'Pirates'} with the Skull King"


SAMPLES = Samples(figures, play, deeds)
