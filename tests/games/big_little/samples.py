"""What tests over every game know of Big Little."""

from games.core.schema import plain
from tests.games.big_little import any_match
from tests.games.every_game import Rate, Samples, choice, number, sample, searches, yes_or_no

HOUSE_RULES = {
    "penalty_at": sample("score rulings", 11, [2, 99, None], [1, 100, True, 11.0, "11"]),
    "bags_after": choice("score", "carry", "reset"),
    "penalty_repeats": yes_or_no("score", True),
    "penalty_takes_bags": yes_or_no("score rulings", False),
    "zero_bid_bonus": number("score rulings", 0, 0, 100),
    "largest_hand": choice("score rulings limits", "leave-one", "leave-three", "deal-all"),
    "hook": yes_or_no("score limits", False),
}

SEARCHES = searches(
    big_joker_led=["jok|er led"],
    lead=[
        "tie for h|ighest bid",
        "who l|eads first",
        "what if everyone pa|sses",
        "can I lead trump",
        "lead tr|ump first trick",
        "lead tr|ump",
    ],
    open_renege=["rev|oke", "misd|eal"],
    sandbags=["ba|gs"],
    bid_missed=["set"],
    zero_bid=["ni|l", "ze|ro bid", "bid z|ero"],
    hands=["how many c|ards with 5", "how| long is the game", "how many c|ards"],
    follow_suit=["do I| have to trump", "do I| have to follow suit"],
    winner=["how d|oes it end"],
    deal=["who d|eals"],
    open_hook=["hoo|k"],
    trick=["which joker is h|igher"],
    bid_met=["did| we make our bid?"],
)

RATES = (Rate(("", True), 2.2, 3.2), Rate("sandbag-penalty", 0.005, 0.1))


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
    searches=SEARCHES,
    rates=RATES,
    figures=figures,
    sheets=any_match.sheets,
)
