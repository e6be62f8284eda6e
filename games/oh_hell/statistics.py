"""What is counted of the players of Oh Hell: how bids come out by the size of the hand."""

from games.core.statistics import BIAS, EXACT, FEWER, OVER, RecordKind
from games.oh_hell import scoring

STATISTICS = (
    EXACT,
    FEWER(title="Too few"),
    OVER(title="Too many", definition="Bids for which more tricks were taken."),
    BIAS,
)

RECORD_KINDS = (
    RecordKind(
        key="exact-bids", title="Most exact bids", source="lines", value="times", kinds=(scoring.EXACT,),
        definition="The most exact bids in one match; zero bids worth points of their own count apart.",
    ),
    RecordKind(
        key="best-bid", title="Best bid made", source="lines", value="points", kinds=(scoring.EXACT,), within="round",
        definition="The most points for a single exact bid.",
    ),
)  # fmt: skip
