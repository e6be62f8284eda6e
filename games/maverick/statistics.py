"""What is counted of the players of Maverick: each special bid, the books, the reneges."""

from games.core.statistics import RecordKind, Statistic
from games.maverick.facts import BIDS
from games.maverick.scoring import RENEGE, TOTAL_LOST

OUTCOMES = {f"{bid}-{outcome}": f"{bid} {outcome}" for bid in BIDS for outcome in ("made", "lost")}

STATISTICS = (
    Statistic(
        key="special-bids", title="Made", source="bids", value="made", by="kind", kinds=tuple(BIDS), heading="bid",
        shown="rate", group="Special bids",
        definition="The share of the player’s special bids that were made.",
    ),
    Statistic(
        key="bid-points", title="Points", source="lines", value="points", by="kind", kinds=tuple(OUTCOMES),
        heading="bid", labels=OUTCOMES, shown="signed", group="What special bids of the pair brought",
        definition="What a special bid of the player or the partner added to the hand or took from it, on average.",
    ),
    Statistic(
        key="books", title="Books a hand", source="tricks", value="count", kinds=("book",), per="round",
        definition="Tricks of four adders the pair took, for each hand played.",
    ),
    Statistic(
        key="reneges", title="Hands with a renege", source="lines", value="times", kinds=(RENEGE,), shown="sum",
        definition="Hands in which the pair paid for a renege.",
    ),
)  # fmt: skip

RECORD_KINDS = (
    RecordKind(
        key="most-books", title="Most books", source="tricks", value="count", kinds=("book",),
        definition="The most tricks of four adders a pair took in one match.",
    ),
    RecordKind(
        key="total-lost", title="Costliest bling", source="lines", value="points", kinds=(TOTAL_LOST,), within="round",
        lowest=True, definition="The largest total that a lost bling brought to zero.",
    ),
)  # fmt: skip
