"""The record of the table: matches and their rounds, the ledger made from them, and their history."""

from scorekeeper.table.models.history import Entry
from scorekeeper.table.models.ledger import Bid, Line, Trick
from scorekeeper.table.models.match import Match
from scorekeeper.table.models.round import Round
from scorekeeper.table.models.seat import Seat

__all__ = ["Bid", "Entry", "Line", "Match", "Round", "Seat", "Trick"]
