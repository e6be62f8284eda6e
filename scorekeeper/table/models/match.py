"""A match: who sits where, the house rules, and the facts of each round. What it is worth is worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property

from games.registry import find
from games.typed import plain
from scorekeeper.club.deleting import Everything, There
from scorekeeper.club.models import Club, Device
from scorekeeper.database import LARGEST_ID, found
from scorekeeper.table.models import beginning, changes, deleting, drafts, keeping, scored, sheets
from scorekeeper.table.models.pen import in_hand, take_over
from scorekeeper.table.models.seat import Seat

if TYPE_CHECKING:
    from games.game import Game
    from games.record import Record
    from games.scorecard import Scorecard
    from games.so_far import SoFar

# What each page and each save reads, written out: putting it together takes Django ten times as long as asking it.
SEATED = """
    SELECT table_match.*, seat.id AS seat, seat.number, seat.side, seat.player_id, seat.total, seat.place, seat.won,
           club_player.name
    FROM table_match JOIN table_seat seat ON seat.match_id = table_match.id
    JOIN club_player ON club_player.id = seat.player_id
    WHERE table_match.id = %s ORDER BY seat.number
"""
ROUNDS = "SELECT facts FROM table_round WHERE match_id = %s ORDER BY number"


class Match(models.Model):
    """One match of one game. `version` counts its changes; `finished`, `ended` and the seats' standing follow from it.

    `evening`: the date of its game night. `called_over`: the table itself ended it. `uncounted`: changed since the
    figures of the club were last worked out. `renamed`: how often a player of it got another name. `draft`: what has
    been typed for the round to come. `key`: the form that began it. `deleted`: when it was taken off all pages. `pen`:
    the device that entered something last, `pen_at` that moment.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="matches")
    key = models.UUIDField(null=True, unique=True)
    game_key = models.CharField(max_length=40)
    first_dealer = models.PositiveSmallIntegerField()
    house_rules = models.JSONField(default=dict)
    started = models.DateTimeField()
    evening = models.DateField()
    called_over = models.BooleanField(default=False)
    night = models.TextField(default="")
    notes = models.TextField(default="")
    draft = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    uncounted = models.BooleanField(default=True)
    renamed = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(default=False)
    ended = models.DateTimeField(null=True)
    deleted = models.DateTimeField(null=True)
    pen = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    pen_at = models.DateTimeField(null=True)

    # The first one is what every list and count goes by: who means the deleted ones too has to say so.
    objects = There["Match"]()
    everything = Everything["Match"]()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ended=None) | Q(called_over=True) | Q(finished=True), name="what_goes_on_has_not_ended"
            )
        ]
        indexes = [
            models.Index(fields=["club", "-started"], name="match_recent"),
            models.Index(fields=["club", "-evening"], name="match_by_evening"),
            models.Index(fields=["club"], condition=Q(uncounted=True), name="match_uncounted"),
        ]

    start = classmethod(beginning.start)
    from_sheet = classmethod(beginning.from_sheet)
    again = beginning.again

    sheet = sheets.sheet
    every_sheet = classmethod(sheets.every_sheet)
    play_sheet = classmethod(sheets.play)
    take_in = classmethod(sheets.take_in)

    play = changes.play
    insert = changes.insert
    correct = changes.correct
    delete_round = changes.delete_round
    finish = changes.finish
    undo = changes.undo
    awaits = changes.awaits
    rebuild = classmethod(keeping.rebuild)

    delete_whole = deleting.delete
    bring_back = deleting.bring_back

    typed = drafts.draft
    keep_draft = drafts.keep_draft
    drop_draft = drafts.drop_draft
    held = property(in_hand)
    take_over = take_over

    def __str__(self) -> str:
        return f"{self.game.name}, {', '.join(self.names)}"

    @classmethod
    def at(cls, pk: int) -> Match:
        """Return a match that was not deleted, with its seats and players."""
        match = cls.shown(min(pk, LARGEST_ID))
        if match.deleted:
            raise cls.DoesNotExist
        return match

    @classmethod
    def shown(cls, pk: int) -> Match:
        """Return a match to look at, with its seats and players, all in one statement."""
        rows: list[Any] = list(cls.objects.raw(SEATED, [pk]))
        if not rows:
            raise cls.DoesNotExist
        match: Match = rows[0]
        match.places = [Seat.found(match, row) for row in rows]
        return match

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find(self.game_key)

    @cached_property
    def places(self) -> list[Seat]:
        """The seats with their players, clockwise from seat 0."""
        return list(self.seats.select_related("player").order_by("number"))

    @cached_property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [seat.player.name for seat in self.places]

    @cached_property
    def table(self) -> SoFar:
        """The match before its first round."""
        return scored.seated(self.game, self.names, self.first_dealer, self.house_rules)

    @cached_property
    def records(self) -> list[Record]:
        """The facts of all rounds, oldest first, through the game's own type."""
        return [scored.record(facts, self.game.record) for (facts,) in found(ROUNDS, self.pk)]

    @cached_property
    def so_far(self) -> SoFar:
        """The whole match, worked out from its facts."""
        return scored.played(self.table, self.records)

    def before(self, number: int) -> SoFar:
        """The match before one of its rounds (from 1), or before the one to come."""
        return self.so_far if number > len(self.records) else scored.played(self.table, self.records[: number - 1])

    @property
    def scorecard(self) -> Scorecard:
        """The scores as they stand."""
        return self.game.scorecard(self.so_far, ended=self.called_over)

    @property
    def is_open(self) -> bool:
        """Say whether another round can be played."""
        return not (self.called_over or self.finished)

    @property
    def next_dealer(self) -> int:
        """The seat that deals next, or would."""
        return (self.first_dealer + self.rounds.count()) % len(self.places)

    @property
    def unfinished(self) -> list[Record]:
        """The round being played, where what has been typed is a record already: bids without tricks. Else none."""
        if not self.draft or self.game.finish(self.so_far) is not None:
            return []
        record = self.game.form(self.so_far, self.draft).unfinished()
        return [record] if record is not None and not record.is_complete and plain(record) else []

    def moved_on(self, so_far: SoFar, **columns: Any) -> None:
        """Be the match after a change that has been written."""
        for name, value in columns.items():
            setattr(self, name, value)
        self.so_far, self.records = so_far, [scored.record for scored in so_far.rounds]
