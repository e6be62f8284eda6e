"""Move matches, presets and rulings to the game that their house rules have become: see `Game.successors`."""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import structs

from games.core.definition import Game, Successor
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.registry import find, games
from games.core.scorecard import Scorecard
from games.core.scoresheet import Scoresheet, play


def successor_of(
    game: Game, house_rules: Mapping[str, Any], seats: Collection[int]
) -> tuple[Game, dict[str, Any]] | None:
    """Return the game that these house rules were, and its own; None if they stay a table of `game`.

    `seats`: the possible numbers of players. With one of them the other game has to deal the same hands.
    """
    rules = HouseRules(game.house_rules, house_rules)
    for successor in _existing(game):
        chosen = successor.house_rules(rules)
        if chosen is not None:
            other = find(successor.game)
            try:
                other_rules = HouseRules(other.house_rules, chosen)
            except Impossible:
                # That game has no such table.
                continue
            common = [players for players in seats if players in game.seats and players in other.seats]
            if any(_deals(game, rules, players) == _deals(other, other_rules, players) for players in common):
                return other, other_rules.differing
    return None


def successor_named(game: Game, text: str) -> Game | None:
    """Return the game that a ruling of the table is about by its words; None if it is about `game`."""
    successors = (successor for successor in _existing(game) if successor.words.search(text.casefold()))
    return next((find(successor.game) for successor in successors), None)


def as_successor(sheet: Scoresheet) -> Scoresheet:
    """Return a match as one of the game that its house rules were, where that scores each round the same."""
    game = find(sheet.game)
    if not game.successors:
        return sheet
    try:
        successor = successor_of(game, sheet.house_rules, [len(sheet.players)])
        if successor is None:
            return sheet
        other, house_rules = successor
        moved = structs.replace(sheet, game=other.key, house_rules=house_rules)
        return moved if _outcome(play(moved)[2]) == _outcome(play(sheet)[2]) else sheet
    except Impossible:
        # Whoever scores the sheet says what is wrong with it.
        return sheet


def _existing(game: Game) -> list[Successor]:
    return [successor for successor in game.successors if successor.game in games()]


def _deals(game: Game, rules: HouseRules, players: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the dealer and the cards of each round."""
    # Without a number of rounds the first ones have to be alike.
    rounds = range(1, (game.length(players, rules) or players) + 1)
    deals = [game.deal_of(players, number, 0, rules) for number in rounds]
    return [(deal.dealer, tuple(deal.cards)) for deal in deals]


def _outcome(scorecard: Scorecard) -> Any:
    rounds = [scored.points for scored in scorecard.rounds]
    return rounds, scorecard.totals, scorecard.places, scorecard.winners, scorecard.finished
