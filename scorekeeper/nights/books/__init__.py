"""The books: every figure of the club, counted in SQL from the ledger and kept by months, years and all time."""

from scorekeeper.nights.books.balance import balance
from scorekeeper.nights.books.figure import Figure
from scorekeeper.nights.books.figures import Ranked, Standing, Told, board, by_game, standings, told
from scorekeeper.nights.books.pairs import Meeting, Partnership, matrix, opponents, partners, partnerships
from scorekeeper.nights.books.ratings import Rated, form, history, ratings
from scorekeeper.nights.books.records import Held, records
from scorekeeper.nights.books.selection import Choice, Selection, choices, span

__all__ = [
    "Choice", "Figure", "Held", "Meeting", "Partnership", "Ranked", "Rated", "Selection", "Standing", "Told",
    "balance", "board", "by_game", "choices", "form", "history", "matrix", "opponents", "partners", "partnerships",
    "ratings", "records", "span", "standings", "told",
]  # fmt: skip
