"""Made-up points for a round of any game."""

from random import Random

from games.any_game.facts import Facts, column_titles
from games.core.definition import MatchState
from games.core.simulation import strengths


def simulate(rng: Random, state: MatchState) -> Facts:
    strong, titles = strengths(rng, state), column_titles(state.rules)
    points = [5 * round(4 * strong[seats[0]]) for seats in state.teams]
    if state.rules.sum is not None:
        points[-1] = state.rules.sum - sum(points[:-1])
    if not titles:
        return Facts(points=tuple(points))
    # The last column changes nothing: 1 if it multiplies the others, else 0.
    last = 1 if len(titles) > 1 and state.rules.last_column == "multiplies" else 0
    rest = max(len(titles) - 2, 0)
    rows = [(number, *[0] * rest, *([last] if len(titles) > 1 else [])) for number in points]
    return Facts(columns=tuple(rows))
