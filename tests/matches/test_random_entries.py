"""Random entries in any order: the match is what a list of actions amounts to, and rebuilding changes nothing."""

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
from games.core.scoresheet import Decision
from scorekeeper.matches import recording
from tests.matches.factory import NAMES, entry, reload, six_rounds, snapshot, suits
from tests.thoroughness import is_thorough, many

# No statement is only here: on PostgreSQL, too, with --thorough, since it takes a quarter of the time there.
pytestmark = [pytest.mark.django_db, *([pytest.mark.postgresql] if is_thorough() else [])]

seats = st.tuples(*[st.integers(0, 2)] * 6)
SIZES = (2, 3, 4, 5, 6, 7)


def undone_by(actions):
    undone = set()
    for name in reversed(range(len(actions))):
        what, about, _ = actions[name]
        if what == "undo" and name not in undone:
            undone.add(about)
    return undone


class MatchMachine(RuleBasedStateMachine):
    """The model: a list of actions, each with its name, of which some were undone; and the rounds they amount to."""

    @initialize()
    def start(self):
        self.match = six_rounds()
        self.actions = []

    def amounts_to(self, actions):
        """Apply the actions but those undone.

        Return the named facts in order, whether the match is over, who was named at which totals, who sits where, and
        what is undone.
        """
        undone = undone_by(actions)
        order, facts, over, decided, people = [], {}, False, None, [0, 1, 2]
        for name, (what, about, brought) in enumerate(actions):
            stands = name not in undone
            if what in ("play", "insert"):
                order.insert(order.index(about) if what == "insert" else len(order), name)
                facts |= {name: brought} if stands else {}
            elif what == "correct" and stands and about in facts:
                facts[about] = brought
            elif what == "delete" and stands:
                facts.pop(about, None)
            elif what == "end" and stands:
                over = True
            elif what == "decide" and stands:
                decided = brought
            elif what == "reseat" and stands:
                people = brought
        return [(name, facts[name]) for name in order if name in facts], over, decided, people, undone

    def rounds(self):
        return self.amounts_to(self.actions)[0]

    def is_over(self):
        return self.amounts_to(self.actions)[1]

    def people(self):
        """By seat, the place in which its player sat at the beginning."""
        return self.amounts_to(self.actions)[3]

    def of_people(self, facts):
        return [self.people()[seat] for seat in facts]

    def attempt(self, possible, action, change, *arguments):
        """Make an entry if it is possible, and see it refused if it is not."""
        version = self.match.version
        if not possible:
            with pytest.raises(Impossible):
                change(self.match, *arguments, entry(self.match))
            assert reload(self.match).version == self.match.version == version
            return
        change(self.match, *arguments, entry(self.match))
        assert reload(self.match).version == version + 1
        self.actions.append(action)

    @rule(facts=seats)
    def play(self, facts):
        possible = not self.is_over() and len(self.rounds()) < 6
        self.attempt(possible, ("play", None, self.of_people(facts)), recording.play, self.facts(facts))

    @rule(facts=seats, place=st.integers(0, 7))
    def insert(self, facts, place):
        rounds = self.rounds()
        possible = place < len(rounds) < 6
        action = "insert", rounds[place][0] if possible else None, self.of_people(facts)
        self.attempt(possible, action, recording.insert, place + 1, self.facts(facts))

    @rule(facts=seats, place=st.integers(0, 7))
    def correct(self, facts, place):
        rounds = self.rounds()
        possible = place < len(rounds)
        action = "correct", rounds[place][0] if possible else None, self.of_people(facts)
        self.attempt(possible, action, recording.correct, place + 1, self.facts(facts))

    @rule(place=st.integers(0, 7))
    def delete(self, place):
        rounds = self.rounds()
        possible = place < len(rounds)
        action = "delete", rounds[place][0] if possible else None, None
        self.attempt(possible, action, recording.delete_round, place + 1)

    @rule()
    def call_over(self):
        self.attempt(not self.is_over() and len(self.rounds()) < 6, ("end", None, None), recording.finish)

    @rule(winners=st.sets(st.integers(0, 2)))
    def decide(self, winners):
        possible = self.is_over() or len(self.rounds()) == 6
        action = "decide", None, (self.of_people(winners), self.totals())
        self.attempt(possible, action, recording.decide, Decision(winners=tuple(winners)))

    @rule(order=st.permutations(range(3)))
    def reseat(self, order):
        people = [self.people()[seat] for seat in order]
        if people == self.people():
            assert recording.reseat(self.match, order, entry(self.match)) is None
        else:
            self.attempt(True, ("reseat", None, people), recording.reseat, order)

    @precondition(lambda self: self.actions)
    @rule(data=st.data())
    def undo(self, data):
        name = data.draw(st.sampled_from(range(len(self.actions))))
        action = "undo", name, None
        *before, undone = self.amounts_to(self.actions)
        *after, _ = self.amounts_to([*self.actions, action])
        possible = name not in undone and after != before and len(after[0]) <= 6
        self.attempt(possible, action, recording.undo, self.match.entries.get(number=name + 1))

    def facts(self, facts):
        return read(suits(*facts), self.match.game.facts)

    @invariant()
    def match_is_what_the_facts_say(self):
        match = reload(self.match)
        rounds, over, decided, people, _ = self.amounts_to(self.actions)
        totals, ends = self.totals(), len(rounds) == 6
        named = decided and decided[1] == totals and (over or ends)
        finished = bool(ends or named)
        assert match.names == [NAMES[person] for person in people]
        assert match.names[match.first_dealer] == NAMES[0]
        rounds = [(name, [people.index(person) for person in facts]) for name, facts in rounds]
        assert plain(match.round_facts) == [suits(*facts) for _, facts in rounds]
        assert (match.ended_by_table, match.finished, match.is_open) == (over, finished, not (over or finished))
        assert (match.ended is None) == match.is_open
        winners = [person for person in range(3) if totals[person] == min(totals)] if finished else None
        winners = decided[0] if named else winners
        winners = None if winners is None else sorted(people.index(person) for person in winners)
        totals = [totals[person] for person in people]
        assert [seat.total for seat in match.seat_list] == totals
        assert [seat.won for seat in match.seat_list] == [seat in (winners or ()) for seat in range(3)]
        assert [seat.place for seat in match.seat_list] == list(places(totals, True, winners, range(3)))

    def totals(self):
        """By person."""
        return [sum(self.points(facts, seat) for _, facts in self.rounds()) for seat in range(3)]

    def points(self, facts, seat):
        if len(set(facts)) == 1:
            return 0 if facts[0] == seat else sum(SIZES)
        return sum(size for size, owner in zip(SIZES, facts, strict=True) if owner == seat)

    def teardown(self):
        before = snapshot(self.match)
        recording.rebuild(self.match.club, self.match.pk)
        assert snapshot(self.match) == before


def test_random_entries_match_a_plain_list_of_actions():
    run_state_machine_as_test(MatchMachine, settings=settings(max_examples=many(60), stateful_step_count=25))
