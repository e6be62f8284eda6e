"""What is counted of the players of Big Little: how bids come out by the size of the hand, and their sandbags."""

from games.big_little.scoring import BID_MET, PENALTY, SANDBAGS
from games.core.statistics import BIAS, EXACT, FEWER, OVER, RecordKind, Statistic, by_hand

STATISTICS = (
    by_hand(
        key="bids-made", title="Made", value="made", shown="rate",
        definition="Bids for which at least that many tricks were taken.",
    ),
    EXACT,
    FEWER(title="Missed"),
    OVER(title="Over", definition="Bids for which more tricks were taken: sandbags."),
    BIAS,
    Statistic(
        key="sandbags", title="Sandbags a hand", source="lines", value="points", kinds=(SANDBAGS,), per="round",
        definition="Tricks taken beyond the bid, for each hand played.",
    ),
    Statistic(
        key="penalties", title="Sandbag penalties", source="lines", value="times", kinds=(PENALTY,), shown="sum",
        definition="How often a hundred was lost for too many sandbags.",
    ),
)  # fmt: skip

RECORD_KINDS = (
    RecordKind(
        key="best-bid", title="Best bid made", source="lines", value="points", kinds=(BID_MET,), within="round",
        definition="The most points for a single bid that was made, without sandbags.",
    ),
    RecordKind(
        key="most-sandbags", title="Most sandbags", source="lines", value="points", kinds=(SANDBAGS,),
        definition="The most sandbags in one match.",
    ),
    RecordKind(
        key="most-penalties", title="Most sandbag penalties", source="lines", value="times", kinds=(PENALTY,),
        definition="The most hundreds lost for sandbags in one match.",
    ),
)  # fmt: skip
