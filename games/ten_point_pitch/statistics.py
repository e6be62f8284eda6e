"""What is counted of the players of Ten-point Pitch: what they bid, and what their side takes."""

from functools import partial

from games.core.statistics import RecordKind, Statistic
from games.ten_point_pitch.facts import MOON
from games.ten_point_pitch.scoring import DEFENDERS, SET

by_level = partial(Statistic, source="bids", by="level", heading="bid", group="Hands played, by the bid")

STATISTICS = (
    by_level(
        key="bids-made", title="Made", value="made", shown="rate",
        definition="Hands with this player as bidder in which the pair took at least the bid.",
    ),
    by_level(
        key="bid-taken", title="Points taken", value="taken",
        definition="The points the pair took in hands this player had bid for, on average.",
    ),
    by_level(
        key="bid-bias", title="Off by", value="over", shown="signed",
        definition="Points taken minus the bid, on average: far above zero when more could have been bid.",
    ),
    Statistic(
        key="passes", title="Passes", source="bids", value="times", kinds=("pass",), per="round", shown="rate",
        definition="Hands in which the player passed, where everybody’s bid was entered.",
    ),
    Statistic(
        key="points-taken", title="Points a hand", source="tricks", value="count", per="round",
        definition="The points the pair took, for each hand played, whatever counted in the end.",
    ),
    Statistic(
        key="defended", title="Points against the bid", source="lines", value="points", kinds=(DEFENDERS,),
        definition="The points the pair took when the others had the bid.",
    ),
)  # fmt: skip

RECORD_KINDS = (
    RecordKind(
        key="most-taken", title="Most points taken", source="tricks", value="count", within="round",
        definition="The most of the ten points a pair took in one hand.",
    ),
    RecordKind(
        key="most-sets", title="Most sets", source="lines", value="times", kinds=(SET,),
        definition="The most bids a pair missed in one match.",
    ),
    RecordKind(
        key="most-moons", title="Most moons tried", source="bids", value="times", kinds=(MOON,),
        definition="The most moons somebody called in one match.",
    ),
)  # fmt: skip
