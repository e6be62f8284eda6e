"""The nearest possible example at a table whose house rules refuse the facts of a worked example."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from games.core import scoresheet
from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.examples import EXAMPLE_NAMES, WorkedExample
from games.core.facts import RoundFacts
from games.core.house_rules import HouseRules
from games.core.schema import plain, read
from games.core.scorecard import Scorecard

MakeUp = Callable[[MatchState], RoundFacts]

# Matches, and rounds of each, that are made up in search of an example.
MADE_UP_MATCHES, MADE_UP_ROUNDS = 4, 20


class Idea(NamedTuple):
    """What the last round of an example shows: its first reason, by which rules each side scores, and how it ends."""

    reason: str
    scored: frozenset[tuple[int, str]]
    finished: bool
    is_shared: bool

    @property
    def rules(self) -> set[str]:
        return {rule for _, rule in self.scored}

    def differences(self, other: "Idea") -> tuple[int, bool, int]:
        ends = (self.finished != other.finished) + (self.is_shared != other.is_shared)
        return ends, self.reason != other.reason, len(self.scored ^ other.scored)


class ExampleSearch:
    """Searches at one table, in matches that are made up once for all of its examples."""

    def __init__(self, game: Game, table: HouseRules) -> None:
        self.game, self.table = game, table
        self._states: dict[tuple[int, int], MatchState | None] = {}
        self._matches: dict[tuple[MatchState, int], list[tuple[MatchState, RoundFacts]]] = {}

    def nearest_example(self, example: WorkedExample) -> WorkedExample | None:
        """Return the example that the table can play and that is most like this one; None if nothing like it turns up.

        It has the facts of its author as far as they go. A round that is refused is changed or replaced by a made-up
        one; a last round that is refused for its number of cards moves to another round of the match.
        """
        before = self._before_first_round(example)
        if before is None:
            return None
        _, state, scorecard = scoresheet.play(example.sheet(self.game))
        idea, last = _idea(state, scorecard), state.rounds[-1].facts
        scores, ended = example.rule in idea.rules, idea.finished and self.game.open_ended(self.table)
        # What is about a fact that this table does not ask for has nothing like it here.
        may_differ = not scores and last.without_unasked(before) == last
        nearest: MatchState | None = None
        fewest: tuple[int, ...] | None = None
        for candidate in self._candidates(before, example):
            shown, facts = _idea(candidate, candidate.scorecard(ended)), candidate.rounds[-1].facts
            if example.rule in shown.rules or facts == last or (may_differ and idea.rules & shown.rules):
                *differing, scored = idea.differences(shown)
                differences = *differing, scored + len(_values(last) ^ _values(facts))
                if fewest is None or differences < fewest:
                    nearest, fewest = candidate, differences
                if not any(differences):
                    break
        if nearest is None:
            return None
        return _replace_rounds(example, nearest, [scored.facts for scored in nearest.rounds], ended=ended)

    def nearest_refusal(self, example: WorkedExample) -> WorkedExample | None:
        """Return an example that is refused for the reason of its author in another round of a match.

        One that was not to be refused: for a fact that this table does not ask for. None if there is no such round.
        """
        before = self._before_first_round(example)
        if before is None:
            return None
        with suppress(Impossible):
            last = read(example.rounds[-1], self.game.facts)
            for state, _ in self._made_up_match(before, 0):
                reason = _refusal(state, last)
                other = "" if example.refused else _refusal(state, last.without_unasked(state))
                if reason != other and example.refused in reason:
                    return _replace_rounds(
                        example, state, [*(scored.facts for scored in state.rounds), last], ended=False
                    )
        return None

    def _candidates(self, before: MatchState, example: WorkedExample) -> Iterator[MatchState]:
        """Yield matches at the table whose last round may be the example; the author's own facts first."""
        game, rounds = self.game, [read(facts, self.game.facts) for facts in example.rounds]
        for start in range(len(rounds)):  # without first rounds that would end the match
            with suppress(Impossible):
                state = before
                for facts in rounds[start:]:
                    state = game.play(state, facts.without_unasked(state))
                yield state
                break
        if game.simulate is None:
            return
        for seed in range(MADE_UP_MATCHES):
            make_up = partial(game.simulate, Random(f"{example.id} {seed}"))  # noqa: S311  # the same example each time
            yield from _with_changes(before, rounds, make_up)
            for state, made_up in self._made_up_match(before, seed):
                yield from _playable(state, rounds[-1], made_up)

    def _made_up_match(self, before: MatchState, seed: int) -> list[tuple[MatchState, RoundFacts]]:
        """Return a made-up match before each round, and the facts of that round."""
        game, state = self.game, before
        if (before, seed) not in self._matches:
            rng, rounds = Random(seed), self._matches.setdefault((before, seed), [])  # noqa: S311  # always the same
            while game.simulate and game.finish(state) is None and len(rounds) < MADE_UP_ROUNDS:
                rounds.append((state, game.simulate(rng, state)))
                state = game.play(*rounds[-1])
        return self._matches[before, seed]

    def _before_first_round(self, example: WorkedExample) -> MatchState | None:
        """Return the table with the number of players nearest to the example's; None if none can play."""
        key = example.players, example.first_dealer
        if key not in self._states:
            self._states[key] = _first_state(self.game, example, self.table)
        return self._states[key]


def _first_state(game: Game, example: WorkedExample, table: HouseRules) -> MatchState | None:
    # Nobody plays alone, unless the example does.
    for players in sorted(game.seats, key=lambda players: abs(players - example.players)):
        with suppress(Impossible):
            state = game.table(EXAMPLE_NAMES[:players], example.first_dealer % players, table.differing)
            if players > 1 or example.players == 1:
                return state
    return None


def _refusal(state: MatchState, facts: RoundFacts) -> str:
    try:
        state.game.play(state, facts)
    except Impossible as error:
        return error.message
    return ""


def _replace_rounds(
    example: WorkedExample, state: MatchState, rounds: Sequence[RoundFacts], *, ended: bool
) -> WorkedExample:
    return msgspec.structs.replace(
        example, players=state.players, first_dealer=state.first_dealer, house_rules=state.rules.differing,
        ended=ended, rounds=plain(rounds),
    )  # fmt: skip


def _idea(state: MatchState, scorecard: Scorecard) -> Idea:
    lines = state.rounds[-1].lines
    scored = frozenset((line.side, line.rule) for line in lines)
    # “bid 4, took 6” of “bid 4, took 6: 10 × 4”
    return Idea(
        lines[0].reason.partition(": ")[0] if lines else "", scored, scorecard.finished, len(scorecard.winners) > 1
    )


def _values(facts: RoundFacts) -> frozenset[tuple[str, str]]:
    """Return each value of facts with its path, to compare them."""

    def values(path: str, value: Any) -> Iterator[tuple[str, str]]:
        parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for name, part in parts:
            yield from values(f"{path}.{name}", part)
        if not isinstance(value, (dict, list)):
            yield path, str(value)

    return frozenset(values("", plain(facts)))


def _with_changes(state: MatchState, rounds: Sequence[RoundFacts], make_up: MakeUp) -> Iterator[MatchState]:
    """Yield the match with each refused round changed as little as possible."""
    for facts in rounds:
        if state.game.finish(state) is not None:
            return
        state = next(_playable(state, facts, make_up(state)))
    yield state


def _playable(state: MatchState, facts: RoundFacts, made_up: RoundFacts) -> Iterator[MatchState]:
    """Yield the match after these facts, after them with one field made up, and after made-up facts."""
    facts = facts.without_unasked(state)
    values = {name: getattr(made_up, name) for name in facts.__struct_fields__}
    for changes in ({}, *({name: value} for name, value in values.items() if value is not UNSET)):
        with suppress(Impossible):
            yield state.game.play(state, msgspec.structs.replace(facts, **changes))
    yield state.game.play(state, made_up)
