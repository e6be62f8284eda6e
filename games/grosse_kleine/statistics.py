"""What is counted of the players of Das Grosse und das kleine A: what is left in their hands, and the A cards."""

from games.core.statistics import RecordKind, Statistic
from games.grosse_kleine.facts import LITTLE_A_TRICK, STILL_HELD
from games.grosse_kleine.scoring import BIG_A_LEFT, LITTLE_A_LEFT, WENT_OUT

STATISTICS = (
    Statistic(
        key="went-out", title="Went out", source="lines", value="times", kinds=(WENT_OUT,), per="round", shown="rate",
        definition="Rounds in which the player went out.",
    ),
    Statistic(
        key="cards-held", title="Cards held", source="tricks", value="count", kinds=(STILL_HELD,),
        definition="Cards still in the hand at the end of a round, where the hand was entered card by card.",
    ),
    Statistic(
        key="a-cards", title="Caught with", source="lines", value="times", kinds=(LITTLE_A_LEFT, BIG_A_LEFT),
        by="kind", heading="A card", labels={LITTLE_A_LEFT: "the little a", BIG_A_LEFT: "the Big A"},
        per="round", shown="rate", group="A cards left in the hand",
        definition="Rounds that ended with an A card in the hand, where the hand was entered card by card.",
    ),
    Statistic(
        key="little-a-tricks", title="Little-a tricks", source="tricks", value="times", kinds=(LITTLE_A_TRICK,),
        per="round", shown="rate",
        definition="Rounds in which the trick of the little a was taken, with its pile.",
    ),
)  # fmt: skip

RECORD_KINDS = (
    RecordKind(
        key="most-cards", title="Most cards held", source="tricks", value="count", kinds=(STILL_HELD,), within="round",
        definition="The most cards left in a hand at the end of a round.",
    ),
)  # fmt: skip
