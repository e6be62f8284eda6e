"""What tests over every game know of Big Little."""

from games.core.schema import plain
from tests.games.big_little.play import play
from tests.games.every_game import Samples, searches

HOUSE_RULES = {
    "penalty_at": 11,
    "bags_after": "carry",
    "penalty_repeats": True,
    "penalty_takes_bags": False,
    "zero_bid_bonus": 0,
    "largest_hand": "leave-one",
    "hook": False,
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
    figures=figures,
    play=play,
)
