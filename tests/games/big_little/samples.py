"""What tests over every game know of Big Little."""

from games.core.schema import plain
from tests.games.big_little import any_match
from tests.games.every_game import Rate, Samples, choice, number, sample, yes_or_no

HOUSE_RULES = {
    "penalty_at": sample("score rulings", 11, [2, 99, None], [1, 100, True, 11.0, "11"]),
    "bags_after": choice("score", "carry", "reset"),
    "penalty_repeats": yes_or_no("score", True),
    "penalty_takes_bags": yes_or_no("score rulings", False),
    "zero_bid_bonus": number("score rulings", 0, 0, 100),
    "largest_hand": choice("score rulings limits", "leave-one", "leave-three", "deal-all"),
    "hook": yes_or_no("score limits", False),
}

SEARCHES = [
    ("jo|ker led", "big-joker-led"),
    ("tie for h|ighest bid", "lead"),
    ("what if everyone pa|sses", "open-all-zero"),
    ("rev|oke", "open-renege"),
    ("ba|gs", "sandbags"),
    ("can I lead trump", "open-trump-lead"),
    ("who l|eads first", "lead"),
    ("set", "bid-missed"),
    ("ni|l", "zero-bid"),
    ("how many c|ards with 5", "hands"),
    ("mis|deal", "open-renege"),
    ("do| I have to trump", "follow-suit"),
    ("how d|oes it end", "winner"),
    ("ho|w long is the game", "hands"),
    ("who d|eals", "deal"),
    ("ze|ro bid", "zero-bid"),
    ("lea|d trump first trick", "open-trump-lead"),
    ("hoo|k", "open-hook"),
    ("which joker is h|igher", "trick"),
    ("how many c|ards", "hands"),
    ("bid z|ero", "zero-bid"),
    ("lea|d trump", "open-trump-lead"),
    ("did| we make our bid?", "bid-met"),
    ("do| I have to follow suit", "follow-suit"),
]

RATES = [Rate(("", True), 2.2, 3.2), Rate("sandbag-penalty", 0.005, 0.1)]


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


SAMPLES = Samples(
    house_rules=HOUSE_RULES,
    asks=frozenset({"deal", "lead", "legal", "trump", "winner"}),
    searches=tuple(SEARCHES),
    rates=tuple(RATES),
    figures=figures,
    sheets=any_match.sheets,
)
