"""The scoring of Good Little Tricks. Source: the rule text at gamerules.com, Scoring; see rules.md."""

from collections.abc import Iterator

from games.core.definition import MatchState
from games.core.scorecard import ScoreLine
from games.good_little_tricks.facts import SIZES, Facts, cards_in

CARD_POINTS, SWEEP = "card-points", "sweep"


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    """Yield the lines of a sweep, or of the suits that each player collected."""
    owners = facts.owners
    swept = len(set(owners.values())) == 1 and state.rules.sweep
    for seat in range(state.players):
        suits = [suit for suit in owners if owners[suit] == seat]
        yield from [sweeping_the_board(seat, suits, state.rules.deck)] if swept else card_points(seat, suits)


def sweeping_the_board(seat: int, suits: list[str], deck: list[str]) -> ScoreLine:
    """Return 0 points for the player with all suits, and the whole deck for the others."""
    cards = cards_in(deck)
    if suits:
        return ScoreLine(seat, SWEEP, 0, f"all {cards} cards: the board is swept, no points")
    return ScoreLine(seat, SWEEP, cards, f"another player swept the board: all {cards} cards count")


def card_points(seat: int, suits: list[str]) -> Iterator[ScoreLine]:
    """Yield a point for each card of the suits collected."""
    for suit in suits:
        yield ScoreLine(seat, CARD_POINTS, SIZES[suit], f"{suit}: {SIZES[suit]} cards")
    if not suits:
        yield ScoreLine(seat, CARD_POINTS, 0, "no suit collected, no points")
