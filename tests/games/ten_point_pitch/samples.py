"""What tests over every game know of Ten-point Pitch."""

from games.core.schema import plain
from games.ten_point_pitch.facts import POINTS
from tests.games.every_game import Samples, searches
from tests.games.ten_point_pitch.play import play

HOUSE_RULES = {
    "target": 52,
    "minimum_bid": 4,
    "all_pass": "dealer",
    "dealer_may_match": False,
    "two": "player",
    "jokers": "marked",
    "moon": "off",
    "must_bid_to_win": False,
    "floor_at_zero": False,
    "opening_special": False,
}

SEARCHES = searches(
    opening_lead=["joker l|ed", "who leads first|"],
    bidding=["tie for h|ighest bid"],
    all_pass=["what if everyone passes", "dealer st|uck"],
    renege=["rev|oke"],
    trumps=["left bow|er", "what is the| off jack"],
    only_trumps=["do I| have to trump"],
    set=["set"],
    misdeal=["misd|eal"],
    moon=["sh|oot the moon"],
    both_there=["both| over 52"],
    point_cards=["what does a joker co|unt"],
    the_two=["who wins the t|wo"],
    draw=["par|tner"],
    target=["go|ing out", "how doe|s it end", "how| long is the game", "who w|ins"],
    discards=["discard tr|ump"],
    deal=["who de|als"],
    lost_points=["does n|ot add up"],
    jokers=["which jo|ker is higher"],
    open_below_zero=["can a t|otal be negative"],
)


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


SAMPLES = Samples(
    house_rules=HOUSE_RULES,
    asks=frozenset({"auction", "deal", "lead", "legal", "winner"}),
    searches=SEARCHES,
    figures=figures,
    play=play,
)
