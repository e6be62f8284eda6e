"""The history of a match: what each entry changed, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from msgspec import structs

from games.core.definition import MatchState
from games.core.facts import RoundFacts
from games.core.round_form import RoundForm, form_class, open_form
from games.core.schema import read
from games.core.scoresheet import Decision
from games.core.text import listed
from scorekeeper.clubs.models import Device, Player
from scorekeeper.matches.log import (
    JOINING,
    MatchContent,
    RoundContent,
    change_of_seats,
    joining_of,
    moved,
    read_log,
    replay,
    undone_entries,
)
from scorekeeper.matches.models import Action, Entry, Match, decision_in
from scorekeeper.matches.stand_ins import StoredPairs, describe_seating


@dataclass(eq=False)
class LoggedChange:
    """An entry and its round before and after it, by the seats of now; None for a round that was not there.

    `action`: what was done, undone or redone. `number`: of the round when the entry was made; `number_now`: today's,
    None if the round is gone. `seated`: who played the coming rounds for whom after it; `players`: in which order they
    sat. `is_undone`: it does not stand. `joined`: who joined or left, in words. `table`: the match before its first
    round, by who played it when the entry was made if that is about no round of now.
    """

    entry: Entry
    action: str
    number: int | None
    before: RoundContent | None
    after: RoundContent | None
    seated: StoredPairs
    players: Sequence[str]
    number_now: int | None
    is_undone: bool
    table: MatchState
    joined: str = ""

    @property
    def round_table(self) -> MatchState:
        """The match before the round, without the points, as those see it who played it."""
        number = (self.table.changes and self.number_now) or self.number or 1
        # The number alone determines the dealer, and who played.
        return replace(self.table, rounds_ahead=number - 1).table

    @property
    def verb(self) -> str:
        return self.entry.verb


def changes_of(match: Match) -> list[LoggedChange]:
    """Return the entries up to the match as it was read, the newest first, each with the facts before and after."""
    entries = read_log(match)
    seats = change_of_seats(match, (), replay(entries).seating)
    # By the seats of the beginning.
    first_names = [match.names[seats.seats.index(seat)] for seat in sorted(seats.seats)] if seats else match.names
    undone, by_pk = undone_entries(entries), {entry.pk: entry for entry in entries}
    for entry in entries:
        entry.brought = moved(match, entry.brought, seats)
        if entry.undoes_id is not None:
            entry.undoes = by_pk[entry.undoes_id]
    players = _joining_players(match, entries)
    tables = _tables_then(match, entries, players)
    numbers = {row.pk: row.number for row in match.round_list}
    # The entries about each round, and about none.
    logs: dict[int | None, list[Entry]] = defaultdict(list)
    # The rounds that there were, in their order.
    so_far = MatchContent()
    joined: dict[int, str] = {}
    changes = []
    for entry in entries:
        if entry.action == Action.BEGIN:
            so_far.apply(entry)
            logs = defaultdict(lambda begun=entry: [begun])  # type: ignore[misc]
            continue
        key = entry.round
        joined[entry.number] = _joining_in_words(match, entry, players, len(so_far.contents) + 1)
        before = so_far.contents.get(key or 0)
        logs[key].append(entry)
        content = replay(logs[key])
        number = None
        if key is not None:
            if key not in so_far.order:
                so_far.apply(entry)
            number = 1 + sum(other in so_far.contents for other in so_far.order[: so_far.order.index(key)])
            so_far.contents.pop(key, None)
            if content.has(key):
                so_far.contents[key] = content.contents[key]
        changes.append(
            LoggedChange(
                entry, entry.subject.action, number, before, so_far.contents.get(key or 0), content.seated,
                [first_names[seat] for seat in content.seating] or first_names,
                numbers.get(key or 0), entry.number in undone, tables.get(entry.number, match.initial_state),
                joined.get(entry.subject.number, ""),
            )
        )  # fmt: skip
    return changes[::-1]


def _joining_players(match: Match, entries: Sequence[Entry]) -> dict[int, Player]:
    """Return who joined or left, by the id in an entry."""
    pks = {entry.brought["player"] for entry in entries if entry.action in JOINING}
    named = match.club.players.select_related("same_as").in_bulk(pks) if pks else {}
    return {pk: player.same_as or player for pk, player in named.items()}


def _tables_then(match: Match, entries: Sequence[Entry], players: Mapping[int, Player]) -> dict[int, MatchState]:
    """Return the match before its first round, by who played it then, for each entry that is about no round of now.

    By number of the entry; {} if nobody ever came or went.
    """
    if not players:
        return {}
    # By the seats of now: those of the beginning, and whoever joined so far.
    names = match.names[: len(match.names) - len(replay(entries).players)]
    tables, rounds = dict[int, MatchState](), {row.pk for row in match.round_list}
    for at, entry in enumerate(entries, 1):
        joining = entry.subject
        if joining.action == Action.JOIN and "total" in joining.brought:
            names[joining.brought["seat"] :] = (
                [] if entry.verb == "undone" else [players[joining.brought["player"]].name]
            )
        if entry.round not in rounds:
            changes = replay(entries[:at]).seat_changes
            tables[entry.number] = match.table_of(names, range(len(names)), changes)
    return tables


def _joining_in_words(match: Match, entry: Entry, players: Mapping[int, Player], number: int) -> str:
    """Return who joined or left by an entry, before which round; "" for other entries."""
    if entry.action not in JOINING:
        return ""
    change = structs.replace(joining_of(entry), round=number)
    return change.in_words(players[entry.brought["player"]].name, match.game.round_name)


class LastChange(NamedTuple):
    """The last change of a match, in words; `is_news` if it took something away, on another phone."""

    text: str
    is_undone: bool = False
    is_news: bool = False


# Words for changes that remove something, by action; and for the entries that an undo takes back.
CHANGES_SAID = {
    Action.DELETE: "Deleted", Action.END: "Ended", Action.DECIDE: "Decided", Action.RESEAT: "Put right",
}  # fmt: skip
CHANGED_THINGS = {
    Action.PLAY: "{round} {number}", Action.INSERT: "the missed {round} {number}",
    Action.CORRECT: "correction of {round} {number}", Action.DELETE: "deletion of {round} {number}",
    Action.END: "end of the match", Action.NOTE: "note on {round} {number}",
    Action.SEAT: "who played {round} {number}", Action.JOIN: "{joined}", Action.LEAVE: "{joined}",
    Action.DECIDE: "the winner", Action.RESEAT: "the order of the players",
}  # fmt: skip


def last_change(match: Match, device: Device) -> LastChange | None:
    """Return the last change of a match as a device is told of it: “Undone on Ben’s phone: hand 5”."""
    if match.version == len(match.round_list):
        return LastChange("Saved") if match.version else None  # only rounds played
    change = changes_of(match)[0]
    said = change.verb.capitalize() if change.entry.undoes else CHANGES_SAID.get(Action(change.entry.action))
    if change.joined and not change.entry.undoes:
        return LastChange(change.joined, is_news=change.entry.device != device)
    if said is None:
        return LastChange("Saved")
    if change.action in (Action.DECIDE, Action.RESEAT):
        thing = CHANGED_THINGS[Action(change.action)]
    elif not change.entry.undoes:
        thing = "{round} {number}" if change.number else "the match"
    elif change.number is None and change.action == Action.SEAT:
        thing = "who plays now"
    else:
        thing = CHANGED_THINGS[Action(change.action)]
    is_news = change.entry.device != device
    where = f" on {change.entry.device.label if change.entry.device else 'another phone'}" if is_news else ""
    text = f"{said}{where}: {thing.format(round=match.game.round_name, number=change.number, joined=change.joined)}"
    return LastChange(text, change.verb == "undone", is_news)


def corrected_sides(match: Match) -> dict[int, set[int]]:
    """Return by round number the sides whose answers a correction that stands has changed."""
    if match.version == len(match.round_list):
        return {}  # only rounds played
    sides: dict[int, set[int]] = {}
    for change in changes_of(match):
        before, after = _facts(match, change.before), _facts(match, change.after)
        is_correction = change.entry.action == Action.CORRECT and not change.is_undone
        if not is_correction or change.number_now is None or not (before and after):
            continue
        scored, table = match.state.rounds[change.number_now - 1], match.initial_state.table_at(change.number_now)
        notes = zip(scored.sides, before.notes(table.deal, table), after.notes(table.deal, table), strict=True)
        changed = {side for side, old, new in notes if old != new}
        sides.setdefault(change.number_now, set()).update(changed)
    return sides


def describe_change(match: Match, form: RoundForm, change: LoggedChange) -> list[str]:
    """Describe a change, one answer a line: “Ada took: 2 → 1”."""
    before, after = change.before, change.after
    if said := _describe_of_match(match, change):
        return [said]
    if before and after and before.note != after.note:
        return [f"Note: {after.note}" if after.note else f"Note removed: {before.note}"]
    if before and after and before.stand_ins != after.stand_ins:
        return [describe_seating(match, after.stand_ins, change.table.names)]
    facts = _facts(match, after)
    irregular = ["irregular: the table says it was played that way"] if facts and facts.irregular else []
    if not (before and after):
        return irregular
    form_of_round = form_class(match.game)
    old, new = (
        form_of_round.answers_of(read(content.facts, match.game.facts), change.round_table)
        for content in (before, after)
    )
    form = form_of(match, form, change)
    return irregular + [
        f"{question.label}: {question.display_text(old[name]) if name in old else '–'}"
        f" → {question.display_text(new[name]) if name in new else '–'}"
        for name, question in form.fields.items()
        if old.get(name) != new.get(name)
    ]


def _describe_of_match(match: Match, change: LoggedChange) -> str:
    """Describe a change that is not about a round; "" for others."""
    if change.action == Action.DECIDE:
        return describe_decision(change.table.side_names, decision_in(change.entry.subject.brought["decided"]))
    if change.action == Action.SEAT and change.number is None:
        return describe_seating(match, change.seated, change.table.names)
    return f"In turn: {', '.join(change.players)}" if change.action == Action.RESEAT else change.joined


def form_of(match: Match, form: RoundForm, change: LoggedChange) -> RoundForm:
    """Return the form of the round of a change; `form`: that of every round if nobody comes or goes."""
    return open_form(change.round_table, {}) if match.changes or change.table.changes else form


def describe_decision(side_names: Sequence[str], decision: Decision) -> str:
    """Return “Ada won: fewer cards left”."""
    names = listed([side_names[side] for side in decision.winners] or ["nobody"])
    return f"{names} won{decision.why and ': '}{decision.why}"


def _facts(match: Match, content: RoundContent | None) -> RoundFacts | None:
    return read(content.facts, match.game.facts) if content else None
