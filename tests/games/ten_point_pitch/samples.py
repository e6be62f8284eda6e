from games.core.schema import plain
from games.ten_point_pitch.facts import POINTS
from tests.games.every_game import Samples
from tests.games.ten_point_pitch.play import play


def figures(scored, match, seat):
    facts, side = plain(scored.facts), seat % 2
    points, cards = facts.get("points"), facts.get("taken", {})
    took = [points[one] if points else sum(POINTS[card] for card in cards if cards[card] == one) for one in (0, 1)]
    [(bidder, bid)] = [
        (one.seat, one.level) for one in scored.facts.bids_made(scored.deal, match) if one.made is not None
    ]
    if seat == bidder:
        yield "bids-made", bid, int(took[side] >= bid)
        yield "bid-taken", bid, took[side]
        yield "bid-bias", bid, took[side] - bid
    if "bids" in facts and facts["bids"][seat] is None and seat != bidder:
        yield "passes", "", 1
    for count in [took[side]] if points and took[side] else [POINTS[card] for card in cards if cards[card] == side]:
        yield "points-taken", "", count
    for line in scored.lines:
        if line.rule == "defenders" and line.side == side:
            yield "defended", "", line.points


def deeds(match):
    rules, totals = match.initial_state.rules, (0, 0)
    for number, scored in enumerate(match.state.rounds, 1):
        facts = plain(scored.facts)
        [bidder] = [bid.seat for bid in scored.facts.bids_made(scored.deal, match.state) if bid.made is not None]
        side, cards = bidder % 2, facts.get("taken", {})
        took = (
            facts["points"][side] if "points" in facts else sum(POINTS[card] for card in cards if cards[card] == side)
        )
        if facts.get("moon"):
            if rules.moon == "twenty":
                came_out = "+20" if took == 10 else "−20"
            elif took < 10 or rules.moon == "game":
                came_out = f"the game is {'won' if took == 10 else 'lost'}"
            else:
                came_out = f"{totals[side]} becomes {rules.target if totals[side] >= 0 else 0}".replace("-", "−")
            yield number, bidder, f" bid a moon, took {'all ten' if took == 10 else f'{took} of ten'}: {came_out}"
        elif took == 10:
            yield number, bidder, " took all ten points"
        totals = scored.totals


SAMPLES = Samples(figures, play, deeds)
