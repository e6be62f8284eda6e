"""The plan of a game's deals: all of them where it has a fixed length, else the next ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.impossible import Impossible

if TYPE_CHECKING:
    from games.scorecard import Deal
    from scorekeeper.rulebook.desk import Desk

AROUND = 3
"""So many times around the table are shown of a game without end."""


class Planned(NamedTuple):
    """One deal in words, and whether it is the one asked about."""

    number: int
    dealer: str
    cards: str
    left: int
    first: str
    asked: bool


def schedule(desk: Desk) -> list[Planned]:
    """Return the deals; none where this table could not play."""
    game, rules, players = desk.game, desk.table.rules, len(desk.names)
    dealer, asked = _number(desk.answers.get("first_dealer", "0")), _number(desk.answers.get("round", ""))
    try:
        game.table(desk.names, dealer, rules.differing)
    except Impossible:
        return []
    length = game.length(players, rules)
    first = 1 if length else max(asked, 1)
    numbers = range(first, 1 + (length or first + AROUND * players - 1))
    deals = [game.deal_of(players, number, dealer, rules) for number in numbers]
    return [_planned(deal, desk.names, asked) for deal in deals]


def _planned(deal: Deal, names: list[str], asked: int) -> Planned:
    fewest, most = min(deal.cards), max(deal.cards)
    cards = str(most) if fewest == most else f"{fewest} or {most}"
    return Planned(deal.number, names[deal.dealer], cards, deal.left, names[deal.first], deal.number == asked)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0
