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


def deeds(match):
    rules, bags = match.initial_state.rules, [0] * len(match.names)
    for number, facts in enumerate(map(plain, match.round_facts), 1):
        for seat, (bid, took) in enumerate(zip(facts["bids"], facts["tricks"], strict=True)):
            bags[seat] += max(took - bid, 0)
            penalties = 0
            while rules.penalty_at is not None and bags[seat] >= rules.penalty_at:
                bags[seat] = 0 if rules.bags_after == "reset" else bags[seat] - 10
                penalties += 1
                if not rules.penalty_repeats:
                    break
            if penalties:
                yield number, seat, f" lost {(110 if rules.penalty_takes_bags else 100) * penalties} points to sandbags"


SAMPLES = Samples(figures, play, deeds)
