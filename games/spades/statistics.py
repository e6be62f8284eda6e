"""What is counted of the players of Spades: nils, bids made, bags."""

from games.core.statistics import RecordKind, Statistic
from games.spades.facts import BLIND_NIL, NIL
from games.spades.scoring import BAGS

NILS = {NIL: "nil", BLIND_NIL: "blind nil"}

STATISTICS = (
    Statistic(
        key="nils", title="Made", source="bids", value="made", by="kind", kinds=tuple(NILS), heading="bid",
        labels=NILS, shown="rate", group="Nils", definition="The share of the player’s nils that were made.",
    ),
    Statistic(
        key="bids-made", title="Bids made", source="bids", value="made", kinds=("",), shown="rate",
        definition="The share of bids in which the player’s side took at least what it bid.",
    ),
    Statistic(
        key="bags", title="Bags a hand", source="lines", value="points", kinds=(BAGS,), per="round",
        definition="Tricks over the bid of the player’s side, for each hand played.",
    ),
)  # fmt: skip

RECORD_KINDS = (
    RecordKind(
        key="most-bags", title="Most bags", source="lines", value="points", kinds=(BAGS,),
        definition="The most bags of a side in one match.",
    ),
)  # fmt: skip
