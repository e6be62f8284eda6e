"""The facts of a hand of Small Game: the points in the cards that each side took."""

from games.core import facts
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.seats import BySide

# Points in all cards of the pack.
ALL_POINTS = 120


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`taken`: by side."""

    taken: BySide[int]

    def check(self, state: MatchState) -> None:
        if len(self.taken) != len(state.teams):
            raise Impossible(f"enter the points of each of {len(state.teams)}", "taken")
        for side, points in enumerate(self.taken):
            if not 0 <= points <= ALL_POINTS:
                raise Impossible(f"{state.side_names[side]}: enter 0 to {ALL_POINTS} points", f"taken[{side}]")
        if sum(self.taken) != ALL_POINTS:
            raise Impossible(f"the points add up to {sum(self.taken)}, but there are {ALL_POINTS}", "taken")
