"""What is counted of the players of Hearts: the hearts and the queens they take, clean hands and moons."""

from games.core.statistics import RecordKind, Statistic
from games.hearts import facts, scoring

STATISTICS = (
    Statistic(
        key="hearts-taken", title="Hearts a hand", source="tricks", value="count", kinds=(facts.HEARTS,), per="round",
        definition="Hearts taken, for each hand played.",
    ),
    Statistic(
        key="queens", title="Took the queen", source="tricks", value="times", kinds=(facts.QUEEN,), per="round",
        shown="rate", definition="Hands in which the player took the queen of spades.",
    ),
    Statistic(
        key="clean", title="Clean hands", source="lines", value="times", kinds=(scoring.HEARTS,), worth="nothing",
        per="round", shown="rate",
        definition="Hands in which the player took no hearts and no queen, and nobody shot the moon.",
    ),
    Statistic(
        key="moons", title="Moons", source="lines", value="times", kinds=(scoring.MOON,), shown="sum",
        definition="Hands in which the player shot the moon.",
    ),
)  # fmt: skip

RECORD_KINDS = (
    RecordKind(
        key="most-moons", title="Most moons", source="lines", value="times", kinds=(scoring.MOON,),
        definition="The most moons shot in one match.",
    ),
)  # fmt: skip
