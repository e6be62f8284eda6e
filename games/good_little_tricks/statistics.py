"""What is counted of the players of Good Little Tricks: the suits they collect, and who sweeps the board."""

from games.core.statistics import RecordKind, Statistic
from games.good_little_tricks.facts import SIZES
from games.good_little_tricks.scoring import CARD_POINTS, SWEEP

STATISTICS = (
    Statistic(
        key="suits", title="Collected", source="tricks", value="times", kinds=tuple(SIZES), by="kind", heading="suit",
        labels={suit: f"{suit} ({size})" for suit, size in SIZES.items()}, per="round", shown="rate",
        group="Suits collected",
        definition="Rounds in which the player collected the suit, of all rounds played.",
    ),
    Statistic(
        key="cards", title="Cards a round", source="tricks", value="count", per="round",
        definition="Cards collected, for each round played.",
    ),
    Statistic(
        key="clean", title="Nothing collected", source="lines", value="times", kinds=(CARD_POINTS,), worth="nothing",
        per="round", shown="rate", definition="Rounds in which the player collected nothing and nobody else swept.",
    ),
    Statistic(
        key="sweeps", title="Sweeps", source="lines", value="times", kinds=(SWEEP,), worth="nothing", shown="sum",
        definition="Rounds in which the player swept the board.",
    ),
    Statistic(
        key="swept", title="Swept by others", source="lines", value="times", kinds=(SWEEP,), worth="above",
        shown="sum", definition="Rounds in which another player swept the board.",
    ),
)  # fmt: skip

RECORD_KINDS = (
    RecordKind(
        key="most-sweeps", title="Most sweeps", source="lines", value="times", kinds=(SWEEP,), worth="nothing",
        definition="The most sweeps of the board in one match.",
    ),
)  # fmt: skip
