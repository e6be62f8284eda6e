"""The record of the table: matches and their rounds, the ledger made from them, and their history."""

from scorekeeper.table.models.history import Draft, Entry
from scorekeeper.table.models.ledger import Bid, Line, Trick
from scorekeeper.table.models.match import Match, Round, Seat

__all__ = ["Bid", "Draft", "Entry", "Line", "Match", "Round", "Seat", "Trick"]
