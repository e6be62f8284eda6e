"""The identity card of Small Game."""

from games.core.deal import Deal, deal_round
from games.core.definition import Game
from games.core.house_rules import HouseRules, NumberOption
from games.small_game import scoring
from games.small_game.facts import Facts


def deal(players: int, number: int, first_dealer: int, _rules: HouseRules) -> Deal:
    """Deal five of 52 cards to each; the deal moves to the left, and the dealer's left comes first."""
    return deal_round(players, number, first_dealer, 5, 52)


GAME = Game(
    key="small-game",
    name="Small Game",
    summary="Take the cards that count.",
    seats=range(2, 5),
    round_name="hand",
    house_rules=(
        NumberOption(
            name="target", default=300, low=100, high=1000, unit="points", rule="winner",
            title="Played to", why="A short evening plays to 200.",
        ),
    ),
    facts=Facts,
    score=scoring.score,
    finish=scoring.finish,
    deal=deal,
)  # fmt: skip
