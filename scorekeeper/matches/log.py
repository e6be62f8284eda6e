"""The log of a match is the truth: a match is its entries but those undone, applied in order.

Its entries name the seats as they were at the beginning, whatever order of the players was put right since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.joining import SeatChange, SeatChanges
from games.core.schema import plain, read
from games.core.scorecard import Scorecard
from games.core.seats import Reseating, reseating
from scorekeeper.matches.models import Action, Entry, Match, named_winners
from scorekeeper.matches.stand_ins import StoredPairs, current_stand_ins, stored_pairs

# Actions by which a round comes into a match; by which players come and go.
NEW_ROUND = (Action.PLAY, Action.INSERT)
JOINING = (Action.JOIN, Action.LEAVE)

# By seat, the seat of its player at the beginning; () while all sit as they did then.
Seating = tuple[int, ...]


class RoundContent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round as the log has it; `stand_ins`: who played it in the seat of another."""

    id: int
    facts: Any
    note: str = ""
    stand_ins: StoredPairs = ()


class LogResult(NamedTuple):
    """The result of a log: rounds, whether the table ended it, the stand-ins of the next round, who joined and left.

    `decided`: who the table said has won, as in a match. `seating`: who sits where. `changes`: who joined and left;
    `players`: the id of each player who joined, by seat.
    """

    rounds: list[RoundContent]
    over: bool
    seated: StoredPairs
    decided: dict[str, Any] | None
    seating: Seating
    changes: SeatChanges = ()
    players: tuple[tuple[int, int], ...] = ()

    def scorecard(self, state: MatchState) -> Scorecard:
        """Return the scorecard after these rounds."""
        return state.scorecard(self.over, named_winners(self.decided, state.totals, state.playing))


class Change(NamedTuple):
    """An entry that may be appended: its action, the id of its round, and the facts it brings."""

    action: Action
    round: int | None = None
    brought: Mapping[str, Any] = MappingProxyType({})
    undoes: Entry | None = None


@dataclass
class MatchContent:
    """A match while its log is applied. `over`: the table ended it. `seated`: who plays the coming rounds for whom.

    `seating`: who sits where; all else is by the seats of the beginning.

    Rounds that were undone or deleted keep their place in `order`, so that they come back to it. A negative number in
    it is the place where somebody joined or left.
    """

    order: list[int] = field(default_factory=list)
    contents: dict[int, RoundContent] = field(default_factory=dict)
    over: bool = False
    seated: StoredPairs = ()
    decided: dict[str, Any] | None = None
    seating: Seating = ()
    deleted: set[int] = field(default_factory=set)
    # By round, the number of the entry that brought it, and of the one that undid that.
    entered_at: dict[int, int] = field(default_factory=dict)
    undone_at: dict[int, int] = field(default_factory=dict)
    seated_at: int = 0
    # Rounds that were taken back and entered anew.
    replaced: set[int] = field(default_factory=set)
    # By place in `order`; the number of its round follows from there.
    changes: dict[int, SeatChange] = field(default_factory=dict)
    players: dict[int, int] = field(default_factory=dict)

    def result(self, match: Match) -> LogResult:
        """Return what the log amounts to, by the seats of now."""
        check_order(self.seating, self.changes.values())
        change = change_of_seats(match, (), self.seating)
        rounds = [self.contents[key] for key in self.order if self.has(key)]
        if change:
            contents = [{"facts": row.facts, "stand_ins": row.stand_ins} for row in rounds]
            rounds = [_with(row, moved(match, brought, change)) for row, brought in zip(rounds, contents, strict=True)]
        players = tuple(sorted(self.players.items()))
        table = moved(match, {"stand_ins": self._next_stand_ins, "decided": self.decided}, change)
        return LogResult(
            rounds, self.over, table["stand_ins"], table["decided"], self.seating, self.seat_changes, players
        )

    @property
    def seat_changes(self) -> SeatChanges:
        if not self.changes:
            return ()
        again, number, numbered = self._last_taken_back(), 1, []
        for key in self.order:
            # The last round, taken back, is entered again in its place.
            number += self.has(key) or key == again
            if key in self.changes:
                numbered.append(replace(self.changes[key], round=number))
        return tuple(numbered)

    def has(self, key: int) -> bool:
        return key in self.contents and key not in self.deleted and key not in self.undone_at

    def apply(self, entry: Entry, undone_at: int | None = None) -> None:
        """Apply an entry; `undone_at`: the number of the entry that undoes it."""
        if entry.action in NEW_ROUND:
            self._enter(entry, undone_at)
        elif undone_at is None and entry.action in JOINING:
            self._join_now(entry)
        elif undone_at is None:
            self._change(entry)

    def _enter(self, entry: Entry, undone_at: int | None) -> None:
        key, before = entry.round or 0, entry.brought.get("before")
        self.order.insert(self.order.index(before) if before in self.order else self._place_again(entry), key)
        self.contents[key] = _with(RoundContent(key, None), entry.brought)
        self.entered_at[key] = entry.number
        if undone_at is not None:
            self.undone_at[key] = undone_at
        if "again" in entry.brought:
            self.replaced.add(entry.brought["again"])

    def _place_again(self, entry: Entry) -> int:
        """Return the place of a round that is played: the end, or before who joined after it was first entered."""
        again = entry.brought.get("again")
        later = self.order[self.order.index(again) :] if again in self.order else []
        is_last = not any(map(self.has, later))
        changes = (self.order.index(key) for key in later if key in self.changes and is_last)
        return next(changes, len(self.order))

    def join_as_in_file(self, changes: SeatChanges) -> None:
        for change in changes:
            self._join(change, change.round - 1 + len(self.changes))

    def _join(self, change: SeatChange, at: int, player: int | None = None) -> None:
        place = -len(self.changes) - 1
        self.changes[place] = change
        self.order.insert(at, place)
        if player is not None and change.total is not None:
            self.players[change.seat] = player

    def _join_now(self, entry: Entry) -> None:
        """Have somebody come or go before the next round: also before one that is taken back, and entered again."""
        again = self._last_taken_back(entry.number)
        place = len(self.order) if again is None else self.order.index(again)
        is_first = not any(key in self.changes for key in self.order[place:])
        self._join(joining_of(entry), place if is_first else len(self.order), entry.brought["player"])

    def _change(self, entry: Entry) -> None:
        key, brought = entry.round, entry.brought
        if entry.action == Action.BEGIN:
            self.contents = {row.id: row for row in msgspec.convert(brought["rounds"], list[RoundContent])}
            self.order, self.entered_at = list(self.contents), dict.fromkeys(self.contents, 0)
            self.over, self.seated = brought.get("over", False), _pairs(brought)
            self.decided = brought.get("decided")
            self.join_as_in_file(msgspec.convert(brought.get("seat_changes", []), SeatChanges))
        elif entry.action == Action.END:
            self.over = True
        elif entry.action == Action.DECIDE:
            self.decided = brought["decided"]
        elif entry.action == Action.RESEAT:
            self.seating = tuple(brought["seats"])
        elif key is None:
            self.seated, self.seated_at = _pairs(brought), entry.number
        elif entry.action == Action.DELETE:
            self.deleted.add(key)
        elif key in self.contents:
            self.contents[key] = _with(self.contents[key], brought)

    @property
    def taken_back(self) -> RoundContent | None:
        """The round that is entered again next: it was the last one when it was undone, and none replaced it."""
        key = self._taken_back()
        return None if key is None else self.contents[key]

    def _taken_back(self, before: float = inf) -> int | None:
        """Return the round that was taken back, by an entry `before` that number."""
        for place, key in enumerate(self.order):
            undone_at = self.undone_at.get(key, inf)
            later = (other for other in self.order[place + 1 :] if self.has(other))
            if (
                undone_at < before
                and key not in self.replaced
                and all(self.entered_at[one] > undone_at for one in later)
            ):
                return key
        return None

    def _last_taken_back(self, before: float = inf) -> int | None:
        """Return the round that was taken back if no other stands after its place."""
        key = self._taken_back(before)
        return None if key is None or any(map(self.has, self.order[self.order.index(key) :])) else key

    @property
    def _next_stand_ins(self) -> StoredPairs:
        """The stand-ins of the next round: those of a round that was taken back, unless the seats changed since."""
        again = self.taken_back
        return again.stand_ins if again and self.undone_at[again.id] > self.seated_at else self.seated


def _with(content: RoundContent, brought: dict[str, Any]) -> RoundContent:
    if "stand_ins" in brought:
        brought = brought | {"stand_ins": _pairs(brought)}
    return replace(content, **{name: brought[name] for name in ("facts", "note", "stand_ins") if name in brought})


def joining_of(entry: Entry) -> SeatChange:
    """Return who joins or leaves by an entry; the number of the round follows from its place in the log."""
    facts = {name: value for name, value in entry.brought.items() if name != "player"}
    return SeatChange(round=0, joins=entry.action == Action.JOIN, **facts)


def _pairs(brought: dict[str, Any]) -> StoredPairs:
    return tuple((seat, player) for seat, player in brought.get("stand_ins", ()))


def check_order(seating: Seating, changes: Iterable[SeatChange]) -> None:
    """Raise Impossible for a match with another order of the players if somebody joins or leaves it."""
    # Each round would need an order of its own: that of who played it.
    if seating and [*changes]:
        raise Impossible(
            "the order of the players can only be put right while they stay the same: end this match and begin another"
        )


def change_of_seats(match: Match, before: Seating, after: Seating) -> Reseating | None:
    """Return the change from one seating to another; None if they are the same."""
    first = tuple(range(len(match.seat_list)))
    before, after = before or first, after or first
    return None if before == after else reseating([before.index(seat) for seat in after], match.teams, match.names)


def moved(match: Match, brought: Mapping[str, Any], change: Reseating | None) -> dict[str, Any]:
    """Return what an entry brings, in another order of the players."""
    now = dict(brought)
    if change is None:
        return now
    if "facts" in now:
        now["facts"] = plain(change.move(read(now["facts"], match.game.facts)))
    if "seat" in now:
        now["seat"] = change.seat(now["seat"])
    if "stand_ins" in now:
        now["stand_ins"] = tuple(sorted((change.seat(old), player) for old, player in now["stand_ins"]))
    if decided := now.get("decided"):
        winners, totals = decided["winners"], decided["totals"]
        now["decided"] = decided | {
            "winners": sorted(map(change.side, winners)),
            "totals": [*change.by_side(totals)],
        }
    if "rounds" in now:
        now["rounds"] = [moved(match, row, change) for row in now["rounds"]]
    return now


def undone_entries(entries: Iterable[Entry]) -> dict[int, int]:
    """Return the numbers of undone entries, each with the number of the entry that undoes it.

    `entries`: oldest first. An entry is undone by a later one that stands itself: undoing an undo is redoing.
    """
    numbers = {entry.pk: entry.number for entry in entries}
    undone: dict[int, int] = {}
    for entry in reversed(list(entries)):
        if entry.undoes_id is not None and entry.number not in undone:
            undone.setdefault(numbers[entry.undoes_id], entry.number)
    return undone


def replay(entries: Sequence[Entry]) -> MatchContent:
    """Return what these entries, oldest first, amount to."""
    content, undone = MatchContent(), undone_entries(entries)
    for entry in entries:
        if entry.action != Action.UNDO:
            content.apply(entry, undone.get(entry.number))
    return content


def beginning(match: Match, rounds: Sequence[RoundContent], *, over: bool = False, seated: StoredPairs = ()) -> Entry:
    """Return the first entry of the log of a match that came from a file."""
    brought = {"rounds": plain(rounds)} | ({"over": True} if over else {}) | ({"stand_ins": seated} if seated else {})
    brought |= {"decided": match.decided} if match.decided else {}
    brought |= {"seat_changes": match.seat_changes} if match.seat_changes else {}
    return Entry(match=match, number=0, action=Action.BEGIN, brought=brought, key=0, digest=0)


def read_log(match: Match) -> list[Entry]:
    """Return the entries of a match up to its version, oldest first."""
    return list(match.entries.filter(number__lte=match.version).select_related("device").order_by("number"))


def stored_rounds(match: Match) -> list[RoundContent]:
    """Return the rounds as the database has them, which is what the log amounts to."""
    return [
        RoundContent(row.pk, row.facts, row.note, stored_pairs(match.stand_ins.get(row.number, {})))
        for row in match.round_list
    ]


def content_of(match: Match) -> MatchContent:
    """Return what the log of a match amounts to. A match of which rounds were only played needs no log for that."""
    if match.version != len(match.round_list):
        return replay(read_log(match))
    # Stand-ins of these rounds are left out: nothing changes them.
    rounds = [RoundContent(row.pk, row.facts, row.note) for row in match.round_list]
    content = MatchContent(
        order=[content.id for content in rounds],
        contents={content.id: content for content in rounds},
        over=match.ended_by_table,
        decided=match.decided,
        seated=stored_pairs(current_stand_ins(match)),
        entered_at={content.id: number for number, content in enumerate(rounds, 1)},
    )
    content.join_as_in_file(match.changes)
    return content
