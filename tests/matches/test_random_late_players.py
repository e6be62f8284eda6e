"""Random entries while players come and go: every round keeps who played it with their points, whatever is undone."""

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

from games.core import scoresheet
from games.core.errors import Impossible
from games.core.round_form import open_form
from games.core.schema import read
from scorekeeper.matches import recording
from scorekeeper.matches.entry_history import changes_of, describe_change
from scorekeeper.matches.late_players import joining, leaving
from scorekeeper.transfer.scoresheets import sheet_of
from tests.matches.factory import entry, make_match, reload, snapshot
from tests.thoroughness import many

pytestmark = pytest.mark.django_db

FIRST, LATER = ("Ada", "Ben", "Cleo"), ("Dan", "Eve", "Finn")
EVERYBODY = (*FIRST, *LATER)
numbers = st.lists(st.integers(-9, 9), min_size=6, max_size=6)


class Model:
    """What actions amount to: rounds, each a dict of who played it, and between them who joined and left.

    An action: what, about which other action, and what it brought.
    """

    def __init__(self, actions):
        self.undone_at = {}
        for name in reversed(range(len(actions))):
            what, about, _ = actions[name]
            if what == "undo" and name not in self.undone_at:
                self.undone_at.setdefault(about, name)
        self.order, self.rounds, self.changes, self.replaced = [], {}, {}, set()
        for name, (what, about, brought) in enumerate(actions):
            if what in ("play", "insert"):
                self.order.insert(self.place(what, about), name)
                self.replaced |= {about} if what == "play" else set()
                self.rounds |= {} if name in self.undone_at else {name: brought}
            elif name not in self.undone_at:
                self.change(name, what, about, brought)
        self.begun, self.table, self.played, self.is_possible = dict.fromkeys(FIRST, 0), list(FIRST), [], True
        again, self.next_table = self.taken_back(len(actions)), None
        for place, name in enumerate(self.order):
            self.next_table = list(self.table) if place == again else self.next_table
            self.go_on(name)
        self.is_behind = any(name in self.changes for name in self.order[again:])
        self.next_table = self.next_table or self.table

    def place(self, what, about):
        """The place of a round: the end; before another; or where one was taken back, before who joined since."""
        if about is None:
            return len(self.order)
        at = self.order.index(about)
        is_last = self.rounds.keys().isdisjoint(self.order[at:])
        changes = (place for place in range(at, len(self.order)) if self.order[place] in self.changes and is_last)
        return at if what == "insert" else next(changes, len(self.order))

    def change(self, name, what, about, brought):
        if what == "correct" and about in self.rounds:
            self.rounds[about] = brought
        elif what == "delete":
            self.rounds.pop(about, None)
        elif what in ("join", "leave"):
            place = self.taken_back(name)
            is_first = not any(other in self.changes for other in self.order[place:])
            self.order.insert(place if is_first else len(self.order), name)
            self.changes[name] = what, *brought

    def taken_back(self, before):
        """The place of a round that was the last one when it was undone, and is entered again; else the end."""
        for place, name in enumerate(self.order):
            later = [other for other in self.order[place + 1 :] if other in self.rounds]
            undone_at = self.undone_at.get(name, before)
            is_last = all(other > undone_at for other in later)
            if undone_at < before and name not in self.replaced and is_last and name not in self.changes:
                return len(self.order) if later else place
        return len(self.order)

    def go_on(self, name):
        if name in self.rounds:
            self.played.append((name, self.rounds[name]))
            self.is_possible &= sorted(self.rounds[name]) == sorted(self.table)
        elif name in self.changes:
            what, player, total = self.changes[name]
            is_new = player not in self.begun
            self.is_possible &= (player in self.table) == (what == "leave") and is_new == (total is not None)
            self.begun |= {player: total} if is_new else {}
            self.table = [other for other in self.table if other != player] + [player] * (what == "join")


class LatePlayersMachine(RuleBasedStateMachine):
    @initialize()
    def start(self):
        self.match = make_match(game="any-game:Rummy", names=FIRST)
        players = self.match.club.players.get_or_create_named(EVERYBODY)
        self.players = dict(zip(EVERYBODY, players, strict=True))
        self.actions = []

    @property
    def now(self):
        return Model(self.actions)

    def attempt(self, what, about, brought, change, *arguments):
        """Make an entry, or see that a refusal changes nothing."""
        version, before = self.match.version, snapshot(self.match)
        try:
            change(self.match, *arguments, entry(self.match))
        except Impossible:
            self.match = reload(self.match)
            assert self.match.version == version
            assert snapshot(self.match) == before
            return False
        again = self.match.entries.get(number=version + 1).brought.get("again")
        if again:
            about = self.match.entries.get(action__in=["play", "insert"], round=again).number - 1
        self.actions.append((what, about, brought))
        self.match = reload(self.match)
        return True

    def facts(self, points, who):
        """The facts of a round of these players, who sit in the order of the match."""
        seated = [name for name in self.match.names if name in who]
        facts = read({"points": points[: len(seated)]}, self.match.game.facts)
        return dict(zip(seated, points, strict=False)), facts

    @rule(points=numbers)
    def play(self, points):
        state = self.match.state
        who, facts = self.facts(points, [state.names[seat] for seat in state.seats])
        assert self.attempt("play", None, who, recording.play, facts)

    @precondition(lambda self: self.now.played)
    @rule(points=numbers, data=st.data(), what=st.sampled_from(("insert", "correct", "delete")))
    def change(self, points, data, what):
        played = self.now.played
        place = data.draw(st.integers(0, len(played) - 1))
        name, players = played[place]
        who, facts = self.facts(points, players)
        if what == "delete":
            assert self.attempt(what, name, None, recording.delete_round, place + 1)
        else:
            assert self.attempt(what, name, who, getattr(recording, what), place + 1, facts)

    @rule(player=st.sampled_from(EVERYBODY), begins=st.sampled_from(("start", "average", "lowest")))
    def join(self, player, begins):
        now = self.now
        if player in now.table or now.is_behind:
            with pytest.raises(Impossible):
                joining(self.match, self.players[player], begins)
            return
        change = joining(self.match, self.players[player], begins)
        total = change.brought.get("total")
        assert (total is None) == (player in now.begun)
        assert self.attempt("join", None, (player, total), recording.change_players, change)

    @rule(player=st.sampled_from(EVERYBODY))
    def leave(self, player):
        now = self.now
        if player not in now.table or now.is_behind:
            with pytest.raises(Impossible):
                leaving(self.match, self.players[player])
            return
        change = leaving(self.match, self.players[player])
        done = self.attempt("leave", None, (player, None), recording.change_players, change)
        assert done == (len(now.table) > 1)

    @precondition(lambda self: self.actions)
    @rule(data=st.data())
    def undo(self, data):
        name = data.draw(st.integers(0, len(self.actions) - 1))
        now, after = self.now, Model([*self.actions, ("undo", name, None)])
        changes = [now.played, now.begun, now.table] != [after.played, after.begun, after.table]
        possible = name not in now.undone_at and after.is_possible and after.table
        done = self.attempt("undo", name, None, recording.undo, self.match.entries.get(number=name + 1))
        assert possible or not done
        # A seat of somebody who joined before others stays: they have theirs after it.
        last = now.begun.keys() == after.begun.keys() or [*now.begun][: len(after.begun)] == [*after.begun]
        if possible and changes and last and len(now.begun) >= len(after.begun):
            assert done

    @invariant()
    def match_is_what_the_facts_say(self):
        match, now = reload(self.match), self.now
        assert sorted(match.names) == sorted(now.begun)
        assert {seat.player.name for seat in match.seat_list if not seat.left} == {*now.next_table}
        assert [seat.number for seat in match.seats_at_table] == list(match.state.seats)
        for (_, who), scored in zip(now.played, match.state.rounds, strict=True):
            assert {match.names[side]: scored.points[side] for side in scored.sides} == who
        totals = {name: begun + sum(who.get(name, 0) for _, who in now.played) for name, begun in now.begun.items()}
        assert {seat.player.name: seat.total for seat in match.seat_list} == totals
        dealers = [match.names[scored.deal.dealer] for scored in match.state.rounds]
        assert all(dealer in who for dealer, (_, who) in zip(dealers, now.played, strict=True))

    def teardown(self):
        match, before = reload(self.match), snapshot(self.match)
        recording.rebuild(match.club, match.pk)
        assert snapshot(match) == before
        _, state, _ = scoresheet.play(scoresheet.load(scoresheet.dump(sheet_of(reload(match)))))
        assert state.totals == reload(match).state.totals
        for change in changes_of(match):
            describe_change(match, open_form(match.initial_state, {}), change)


def test_players_come_and_go_at_random():
    run_state_machine_as_test(LatePlayersMachine, settings=settings(max_examples=many(150), stateful_step_count=25))
