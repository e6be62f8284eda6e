"""What a comparison claims is worked out again: every game, every other value of every house rule."""

import re
from random import Random

import pytest
from django.http import QueryDict

from games.core.errors import Impossible
from games.core.registry import games
from games.core.text import minus
from scorekeeper.matches.models import Match
from scorekeeper.rulebook.what_if import read_what_if
from tests.games.every_game import other_values
from tests.matches.simulated import MADE_UP, simulate_match
from tests.thoroughness import many

pytestmark = pytest.mark.django_db


class Replay:
    """The rounds of a match under other house rules, in a plain loop, up to the first that cannot be."""

    def __init__(self, match, differing):
        rules = match.initial_state.rules.in_force | differing
        state = match.game.table(match.names, match.first_dealer, rules)
        self.game = game = state.game
        self.totals, self.points, self.stuck = [], [], False
        for scored in match.state.rounds:
            if game.finish(state) is not None:
                break
            try:
                state = game.play(state, scored.facts.without_unasked(state))
            except Impossible:
                self.stuck = True
                break
            self.points.append(state.rounds[-1].points)
            self.totals.append(state.totals)
        card = game.scorecard(state, ended=match.ended_by_table and not self.stuck)
        self.finished, self.winners, self.names = card.finished, card.winners, state.side_names


def check(match, option, value, comparison):
    """Raise AssertionError for a claim of the page that is not so."""
    other, real, text = Replay(match, {option.name: value}), match.scorecard, comparison.summary
    rounds = match.state.rounds
    shown = [[side.other_total for side in row.sides] for row in comparison.rows]
    assert shown == [list(totals) for totals in other.totals], "the totals of the table"
    assert ("cannot be known" in text) == other.stuck
    assert (comparison.other == "cannot be known") == other.stuck
    if other.stuck:
        assert "either way" not in text
        assert re.search(rf"{match.game.round_name} {len(other.totals) + 1} (lacks|could not)", text, re.IGNORECASE)
        return
    could_differ = [
        scored.number
        for scored in rounds[: len(other.totals)]
        if option.could_differ(scored.facts, match.state_before(scored.number), value)
    ]
    earlier = other.finished and (not real.finished or len(other.totals) < len(rounds))
    assert ("would have been over after" in text) == earlier
    if earlier:
        assert f"over after {match.game.round_name} {len(other.totals)}:" in text
    assert ("would not be over" in text) == (real.finished and not other.finished)
    same_end = not earlier and real.finished == other.finished
    assert ("Another winner" in text) == (same_end and other.winners != real.winners)
    differing = [number for number, points in enumerate(other.points) if list(points) != list(rounds[number].points)]
    claims_equal = "the totals are the same either way" in text
    assert claims_equal == (same_end and other.winners == real.winners and not differing and not could_differ)
    if differing:
        assert re.search(rf"\b{len(differing)} of {len(other.totals)} ", text)
    assert bool(could_differ) == ("cannot tell" in text)
    if other.totals:
        best = (min if other.game.lowest_wins else max)(other.totals[-1])
        assert minus(other.totals[-1][other.winners[0]] if other.winners else best) in comparison.other
        for side in other.winners:
            assert other.names[side] in comparison.other


@pytest.mark.parametrize("game", [game.key for game in MADE_UP])
def test_no_claim_of_a_comparison_is_false(game):
    rng, game = Random(game), games()[game]
    kinds = set()
    for _ in range(many(30)):
        match = Match.objects.get(pk=simulate_match(game, rng, rng.choice([2, 6, 40])).pk)
        for option in match.game.house_rules:
            for value in other_values(match.game, option):
                query = QueryDict(mutable=True)
                query["rule"] = option.name
                what_if = read_what_if(match, query)
                object.__setattr__(what_if.field, "value", value)
                if what_if.comparison is None:
                    with pytest.raises(Impossible):
                        Replay(match, {option.name: value})
                    continue
                check(match, option, value, what_if.comparison)
                kinds.add(what_if.comparison.outcome.partition(":")[0][:30])
    assert len(kinds) > 1 or not game.house_rules
