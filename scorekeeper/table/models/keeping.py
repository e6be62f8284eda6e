"""How a change is written down: facts, ledger, standing and history in one transaction, or nothing at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import F
from django.utils import timezone

from scorekeeper.database import writing
from scorekeeper.table.models.ledger import rewrite_ledger, write_ledger, write_standing
from scorekeeper.table.models.pen import claim
from scorekeeper.table.models.replay import played_again

if TYPE_CHECKING:
    from games.scorecard import Scorecard
    from games.so_far import SoFar
    from scorekeeper.table.models.entered import Change, Entered, Spot
    from scorekeeper.table.models.history import Entry
    from scorekeeper.table.models.match import Match

FAR = 1_000_000
"""More rounds than any match has."""

ENTERED = {"played", "inserted", "corrected"}
"""What takes a pen: the other changes are one tap each, whoever is entering."""


def keep(match: Match, change: Change, entered: Entered) -> Entry:
    """Write a change down; Impossible where it cannot be, Stale where the match moved on, Held by a pen."""
    so_far = played_again(match, change)
    card, standing = _outcome(match, change, so_far)
    with writing():
        _claim(match, change, entered, standing)
        after = change.after if change.since is None else _write_rounds(match, change, card, change.since)
        write_standing(match, card)
        entry = match.entries.create(
            number=entered.seen + 1, verb=change.verb, before=change.before, after=after, undoes=change.undoes,
            key=entered.key, digest=entered.digest, device=entered.device,
        )  # fmt: skip
    match.moved_on(so_far, version=entered.seen + 1, **standing)
    return entry


def rebuild(cls: type[Match], pk: int) -> None:
    """Make all that follows from a match's facts anew: nothing changes, unless it was wrong."""
    with writing():
        match = cls.everything.select_for_update().get(pk=pk)
        card = match.scorecard
        over = match.called_over or card.finished
        cls.everything.filter(pk=pk).update(
            finished=card.finished, ended=match.ended if over else None, uncounted=True,
            evening=match.club.evening_of(match.started),
        )  # fmt: skip
        rewrite_ledger(match, card, 1)
        write_standing(match, card)


def _outcome(match: Match, change: Change, so_far: SoFar) -> tuple[Scorecard, dict[str, Any]]:
    """Return the scores after a change, and what the match itself says of them."""
    over = change.after["over"] if change.after and "over" in change.after else match.called_over
    card = match.game.scorecard(so_far, ended=over)
    ended = (match.ended or timezone.now()) if over or card.finished else None
    standing = {"called_over": over, "finished": card.finished, "ended": ended}
    return card, standing | ({"draft": {}} if _appends(match, change) else {})


def _appends(match: Match, change: Change) -> bool:
    return change.before is None and change.since == len(match.records) + 1


def _claim(match: Match, change: Change, entered: Entered, standing: dict[str, Any]) -> None:
    """Take the next version; the database itself refuses it to all but the first who saw the last one."""
    device, seen = entered.device if change.verb in ENTERED else None, entered.seen
    claim(match, device, seen=seen, version=seen + 1, uncounted=True, **standing)


def _write_rounds(match: Match, change: Change, card: Scorecard, since: int) -> Spot | None:
    """Write the facts and the ledger; return where the round stands now."""
    after = _edit(match, change)
    if after and _appends(match, change):
        write_ledger(match, card, {since: after["round"]})
    else:
        rewrite_ledger(match, card, since)
    return after


def _edit(match: Match, change: Change) -> Spot | None:
    """Write the facts; a round that comes back keeps its id, so that its history still finds it."""
    before, after, rounds = change.before, change.after, match.rounds
    if before and after:
        rounds.filter(pk=before["round"]).update(facts=after["facts"], correction=None)
    elif before:
        rounds.filter(pk=before["round"]).delete()
        _shift(match, before["number"], -1)
    elif after:
        number = after["number"]
        if number <= len(match.records):
            _shift(match, number, 1)
            rounds.filter(number=number + 1).update(insertion=None)
        played = rounds.create(pk=after.get("round"), number=number, facts=after["facts"])
        return {**after, "round": played.pk}
    return after


def _shift(match: Match, since: int, step: int) -> None:
    """Renumber the rounds from `since`, by way of numbers nobody has: each number is there only once, always."""
    match.rounds.filter(number__gte=since).update(number=F("number") + FAR)
    match.rounds.filter(number__gte=FAR).update(number=F("number") - FAR + step)
