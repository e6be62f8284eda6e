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
from tests.matches.factory import entry, reload, six_rounds, snapshot, suits
from tests.thoroughness import many

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

seats = st.tuples(*[st.integers(0, 2)] * 6)
SIZES = (2, 3, 4, 5, 6, 7)


class MatchMachine(RuleBasedStateMachine):
    """The model: facts with names, whether the match was called over, and what each entry changed in them."""

    @initialize()
    def start(self):
        self.match = six_rounds()
        self.rounds, self.over, self.entries, self.names = [], False, [], 0

    def attempt(self, possible, change, *arguments):
        """Make an entry where it is possible, and see it refused where it is not."""
        version = self.match.version
        if not possible:
            with pytest.raises(Impossible):
                change(self.match, *arguments, entry(self.match))
            assert reload(self.match).version == self.match.version == version
            return None
        made = change(self.match, *arguments, entry(self.match))
        assert reload(self.match).version == version + 1
        return made

    def note(self, made, before, after):
        """Remember an entry: `before` and `after` are (name, place, facts), or whether the match is over."""
        self.entries.append({"entry": made, "before": before, "after": after, "undone": False, "undoes": None})

    def note_new_round(self, made, place, facts):
        self.names += 1
        self.rounds.insert(place, (self.names, facts))
        self.note(made, None, (self.names, place, facts))

    @rule(facts=seats)
    def play(self, facts):
        place = len(self.rounds)
        if made := self.attempt(not self.over and place < 6, recording.play, self.facts(facts)):
            self.note_new_round(made, place, facts)

    @rule(facts=seats, place=st.integers(0, 7))
    def insert(self, facts, place):
        possible = place < len(self.rounds) < 6
        if made := self.attempt(possible, recording.insert, place + 1, self.facts(facts)):
            self.note_new_round(made, place, facts)

    @rule(facts=seats, place=st.integers(0, 7))
    def correct(self, facts, place):
        if made := self.attempt(place < len(self.rounds), recording.correct, place + 1, self.facts(facts)):
            name, old = self.rounds[place]
            self.rounds[place] = (name, facts)
            self.note(made, (name, place, old), (name, place, facts))

    @rule(place=st.integers(0, 7))
    def delete(self, place):
        if made := self.attempt(place < len(self.rounds), recording.delete_round, place + 1):
            name, old = self.rounds.pop(place)
            self.note(made, (name, place, old), None)

    @rule()
    def call_over(self):
        if made := self.attempt(not self.over and len(self.rounds) < 6, recording.finish):
            self.over = True
            self.note(made, False, True)

    @precondition(lambda self: self.entries)
    @rule(data=st.data())
    def undo(self, data):
        undone = data.draw(st.sampled_from(self.entries))
        before, after = undone["after"], undone["before"]
        has_room = before is not None or len(self.rounds) < 6
        made = self.attempt(not undone["undone"] and self.stands(before) and has_room, recording.undo, undone["entry"])
        if made is None:
            return
        if isinstance(after, bool):
            self.over = after
        else:
            before, after = self.replace(before, after)
        is_undone, one = True, undone
        while one:
            one["undone"], one, is_undone = is_undone, one["undoes"], not is_undone
        self.note(made, before, after)
        self.entries[-1]["undoes"] = undone

    def stands(self, spot):
        """Whether what an entry left is still there."""
        if isinstance(spot, bool):
            return self.over == spot
        return spot is None or (spot[0], spot[2]) in self.rounds

    def replace(self, before, after):
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
    def match_is_what_the_facts_say(self):
        match = reload(self.match)
        finished = len(self.rounds) == 6
        assert plain(match.round_facts) == [suits(*facts) for _, facts in self.rounds]
        assert (match.ended_by_table, match.finished, match.is_open) == (
            self.over,
            finished,
            not (self.over or finished),
        )
        assert (match.ended is None) == match.is_open
        totals = [sum(self.points(facts, seat) for _, facts in self.rounds) for seat in range(3)]
        assert [seat.total for seat in match.seat_list] == totals
        winners = [seat for seat in range(3) if totals[seat] == min(totals)] if finished else []
        assert [seat.won for seat in match.seat_list] == [seat in winners for seat in range(3)]
        assert [seat.place for seat in match.seat_list] == list(places(totals, True, winners))

    def points(self, facts, seat):
        if len(set(facts)) == 1:
            return 0 if facts[0] == seat else sum(SIZES)
        return sum(size for size, owner in zip(SIZES, facts, strict=True) if owner == seat)

    def teardown(self):
        before = snapshot(self.match)
        recording.rebuild(self.match.club, self.match.pk)
        assert snapshot(self.match) == before


def test_random_entries_match_a_plain_list_of_facts():
    run_state_machine_as_test(MatchMachine, settings=settings(max_examples=many(60), stateful_step_count=25))
