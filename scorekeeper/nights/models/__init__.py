"""What the evenings leave behind beside the matches themselves: their notes, and the books."""

from scorekeeper.nights.models.best import Best
from scorekeeper.nights.models.merge import Merge
from scorekeeper.nights.models.night import Night
from scorekeeper.nights.models.parcel import Parcel
from scorekeeper.nights.models.rating import Rating
from scorekeeper.nights.models.tally import Pair, Tally

__all__ = ["Best", "Merge", "Night", "Pair", "Parcel", "Rating", "Tally"]
