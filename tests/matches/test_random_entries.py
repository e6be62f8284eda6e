"""Random entries in any order: the match is what a list of facts would be, and rebuilding changes nothing."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.core.errors import Impossible
from games.core.schema import plain, read
from games.core.scorecard import places
from scorekeeper.matches import recording
from tests.matches.factory import again, entry, record_of, six_rounds, suits
from tests.thoroughness import many

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

seats = st.tuples(*[st.integers(0, 2)] * 6)
SIZES = (2, 3, 4, 5, 6, 7)


class MatchMachine(RuleBasedStateMachine):
    """The model is a list of facts with names, whether it was called over, and what each entry did to them."""

    @initialize()
    def sit_down(self):
        self.match = six_rounds()
        self.rounds, self.over, self.entries, self.names = [], False, [], 0

    def can(self, rounds):
        return len(rounds) <= 6

    def done(self, kept, before, after):
        """Note an entry: `before` and `after` are (name, place, facts), or whether it is over."""
        self.entries.append({"entry": kept, "before": before, "after": after, "back": False, "undoes": None})

    def attempt(self, change, possible):
        """Do it where it is possible, and see it refused where it is not."""
        version = self.match.version
        if not possible:
            with pytest.raises(Impossible):
                change()
            assert again(self.match).version == self.match.version == version
            return None
        kept = change()
        assert again(self.match).version == version + 1
        return kept

    @rule(facts=seats)
    def play(self, facts):
        place = len(self.rounds)
        possible = not self.over and self.can([*self.rounds, facts])
        if kept := self.attempt(lambda: recording.play(self.match, self.facts(facts), entry(self.match)), possible):
            self.put(kept, place, facts)

    @rule(facts=seats, where=st.integers(0, 7))
    def insert(self, facts, where):
        possible = where < len(self.rounds) and self.can([*self.rounds, facts])
        if kept := self.attempt(
            lambda: recording.insert(self.match, where + 1, self.facts(facts), entry(self.match)), possible
        ):
            self.put(kept, where, facts)

    def put(self, kept, place, facts):
        self.names += 1
        self.rounds.insert(place, (self.names, facts))
        self.done(kept, None, (self.names, place, facts))

    @rule(facts=seats, where=st.integers(0, 7))
    def correct(self, facts, where):
        change = lambda: recording.correct(self.match, where + 1, self.facts(facts), entry(self.match))  # noqa: E731
        if kept := self.attempt(change, where < len(self.rounds)):
            name, old = self.rounds[where]
            self.rounds[where] = (name, facts)
            self.done(kept, (name, where, old), (name, where, facts))

    @rule(where=st.integers(0, 7))
    def delete(self, where):
        change = lambda: recording.delete_round(self.match, where + 1, entry(self.match))  # noqa: E731
        if kept := self.attempt(change, where < len(self.rounds)):
            name, old = self.rounds.pop(where)
            self.done(kept, (name, where, old), None)

    @rule()
    def call_over(self):
        if kept := self.attempt(
            lambda: recording.finish(self.match, entry(self.match)), not self.over and len(self.rounds) < 6
        ):
            self.over = True
            self.done(kept, False, True)

    @precondition(lambda self: self.entries)
    @rule(data=st.data())
    def undo(self, data):
        undone = data.draw(st.sampled_from(self.entries))
        before, after = undone["after"], undone["before"]
        possible = not undone["back"] and self.stands(before)
        if possible and before is None:
            possible = self.can([*self.rounds, after])
        kept = self.attempt(lambda: recording.undo(self.match, undone["entry"], entry(self.match)), possible)
        if kept is None:
            return
        if isinstance(after, bool):
            self.over = after
        else:
            before, after = self.move(before, after)
        back, one = True, undone
        while one:
            one["back"], one, back = back, one["undoes"], not back
        self.done(kept, before, after)
        self.entries[-1]["undoes"] = undone

    def stands(self, spot):
        if isinstance(spot, bool):
            return self.over == spot
        return spot is None or (spot[0], spot[2]) in self.rounds

    def move(self, before, after):
        """Put what stood there before back in its place; return both with the places they have now."""
        place = None
        if before:
            place = next(number for number, (name, _) in enumerate(self.rounds) if name == before[0])
            self.rounds.pop(place)
            before = (before[0], place, before[2])
        if after:
            place = place if before else min(after[1], len(self.rounds))
            self.rounds.insert(place, (after[0], after[2]))
            after = (after[0], place, after[2])
        return before, after

    def facts(self, facts):
        return read(suits(*facts), self.match.game.facts)

    @invariant()
    def the_record_is_what_the_facts_say(self):
        match = again(self.match)
        finished = len(self.rounds) == 6
        assert plain(match.records) == [suits(*facts) for _, facts in self.rounds]
        assert (match.called_over, match.finished, match.is_open) == (self.over, finished, not (self.over or finished))
        assert (match.ended is None) == match.is_open
        totals = [sum(self.points(facts, seat) for _, facts in self.rounds) for seat in range(3)]
        assert [seat.total for seat in match.places] == totals
        winners = [seat for seat in range(3) if totals[seat] == min(totals)] if finished else []
        assert [seat.won for seat in match.places] == [seat in winners for seat in range(3)]
        assert [seat.place for seat in match.places] == list(places(totals, True, winners))

    def points(self, facts, seat):
        if len(set(facts)) == 1:
            return 0 if facts[0] == seat else sum(SIZES)
        return sum(size for size, owner in zip(SIZES, facts, strict=True) if owner == seat)

    def teardown(self):
        before = record_of(self.match)
        recording.rebuild(self.match.pk)
        assert record_of(self.match) == before


def test_entries_in_any_order_leave_what_a_list_of_facts_would_hold():
    run_state_machine_as_test(MatchMachine, settings=settings(max_examples=many(60), stateful_step_count=25))
