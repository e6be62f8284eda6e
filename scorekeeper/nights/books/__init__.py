"""The books: every figure of the club, counted in SQL from the ledger and kept by months, years and all time."""

from scorekeeper.nights.books.balance import balance
from scorekeeper.nights.books.figure import Figure
from scorekeeper.nights.books.figures import Ranked, Standing, Told, board, by_game, standings, told
from scorekeeper.nights.books.selection import Choice, Selection, choices, span

__all__ = [
    "Choice", "Figure", "Ranked", "Selection", "Standing", "Told",
    "balance", "board", "by_game", "choices", "span", "standings", "told",
]  # fmt: skip
