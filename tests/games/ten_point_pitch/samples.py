"""What tests over every game know of Ten-point Pitch."""

from games.core.schema import plain
from games.ten_point_pitch.facts import POINTS
from tests.games.every_game import Rate, Samples, choice, number, searches, yes_or_no
from tests.games.ten_point_pitch import any_match

HOUSE_RULES = {
    "target": number("score limits", 52, 10, 200),
    "minimum_bid": number("score rulings limits", 4, 1, 10),
    "all_pass": choice("score rulings limits", "dealer", "redeal"),
    "dealer_may_match": yes_or_no("rulings", False),
    "two": choice("rulings limits", "player", "taker"),
    "jokers": choice("rulings", "marked", "first-played"),
    "moon": choice("score limits", "off", "game", "to-target", "twenty"),
    "must_bid_to_win": yes_or_no("score", False),
    "floor_at_zero": yes_or_no("score", False),
    "opening_special": yes_or_no("rulings", False),
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

RATES = (
    Rate("set", 0.12, 0.4),
    Rate("bid-made", 0.6, 0.88),
    Rate(("pass", None), 1, 2.8),
    Rate(("pass", None), 1, 3, {"all_pass": "redeal", "minimum_bid": 9}),
    Rate("moon", 0.01, 0.06, {"moon": "twenty"}),
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
    rates=RATES,
    figures=figures,
    sheets=any_match.sheets,
)
