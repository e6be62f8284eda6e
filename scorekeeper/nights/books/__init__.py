"""The books: every figure of the club, counted in SQL from the ledger and kept by months, years and all time."""

from scorekeeper.nights.books.balance import balance, make_anew, throw_away
from scorekeeper.nights.books.behind import Part, behind, between, parts
from scorekeeper.nights.books.figure import Figure
from scorekeeper.nights.books.figures import Standing, Told, by_game, nothing_played, standings, told
from scorekeeper.nights.books.pairs import Meeting, Partnership, matrix, opponents, partners, partnerships
from scorekeeper.nights.books.ratings import Rated, form, history, ratings
from scorekeeper.nights.books.records import Held, records
from scorekeeper.nights.books.selection import Choice, Selection, choices, span

__all__ = [
    "Choice", "Figure", "Held", "Meeting", "Part", "Partnership", "Rated", "Selection", "Standing", "Told",
    "balance", "behind", "between", "by_game", "choices", "form", "history", "make_anew", "matrix",
    "nothing_played", "opponents", "partners", "partnerships", "parts", "ratings", "records", "span", "standings",
    "throw_away", "told",
]  # fmt: skip
