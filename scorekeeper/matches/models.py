"""All models of the app, where Django looks for them: most are defined beside their subject."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db import models
from django.db.models import Case, Q, Value, When
from django.utils import timezone

from games.core.definition import Game
from games.core.facts import MAX_KIND_LENGTH
from games.core.registry import find
from games.core.round_form import MAX_ANSWER_LENGTH
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.models import Club, Device, Player
from scorekeeper.matches.log import Entry
from scorekeeper.matches.match import Match, Round, Seat, StandIn

__all__ = [
    "Answer",
    "Bid",
    "ChangedMonth",
    "Entry",
    "EntryMode",
    "HouseRulePreset",
    "Line",
    "Match",
    "PlayerMerge",
    "Round",
    "Seat",
    "StandIn",
    "Trick",
]


class ChangedMonthManager(models.Manager["ChangedMonth"]):
    def mark(self, club_id: int, nights: Iterable[date]) -> None:
        """Give the months of these nights new tokens, in the transaction that changes what was played in them.

        Last in the transaction: on PostgreSQL others who save in this club wait for it.
        """
        # Sorted, so that of two transactions one waits for the other, and not both.
        months = sorted({night.replace(day=1) for night in nights})
        rows = [ChangedMonth(club_id=club_id, month=month, token=secrets.randbits(62)) for month in months]
        self.bulk_create(rows, update_conflicts=True, unique_fields=["club", "month"], update_fields=["token"])

    def tokens(self, club: Club) -> tuple[tuple[date, int], ...]:
        return tuple(self.filter(club=club).values_list("month", "token"))


class ChangedMonth(models.Model):
    """A month, by its first day, in which matches were changed: after each change it has another random `token`.

    Figures are kept as long as the tokens of their period stay.
    """

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="+")
    month = models.DateField()
    token = models.BigIntegerField()

    objects = ChangedMonthManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "month"], name="changed_month_once")]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


# In place of a question, in the row that says who turned over what was hidden; its text: “2 of 4 ready”.
TURNED_OVER = "turned-over"


class EntryMode(models.TextChoices):
    """The use of an entered round: it is played next, replaces a round, or is inserted before one."""

    PLAY = "play"
    CORRECT = "correct"
    INSERT = "insert"


class AnswerQuerySet(models.QuerySet["Answer"]):
    def at(self, mode: EntryMode, number: int) -> AnswerQuerySet:
        """Return the unsaved answers at a place, the latest last."""
        rows = self.filter(entry=None, mode=mode).order_by("pk")
        return rows.filter(number=number) if mode == EntryMode.PLAY else rows.filter(round__number=number)

    def shown(self) -> AnswerQuerySet:
        """Return the answers that everybody may see."""
        return self.filter(is_hidden=False).exclude(question=TURNED_OVER)

    def seen_by(self, device: Device | None) -> AnswerQuerySet:
        """Read the text that a device may see into `said`; hidden texts of other phones stay in the database."""
        may_see = When(Q(is_hidden=False) | Q(device=device, device__isnull=False), then="text")
        said = {"said": Case(may_see, default=Value(""))}
        return self.annotate(**said).defer("text").select_related("device__player")


class Answer(models.Model):
    """An answer to a question of a round that is being entered, given on one phone. The latest to a question counts.

    `number`: of the round to be played; 0 for a correction of `round`, or a missed round to be inserted before it.
    `is_own`: given on a player's own phone, or hidden; all others are the table's, whichever phone lies in the middle.
    `device`: None for answers that nobody typed, such as those of a round that was undone.
    `entry`: the entry that saved the round; None until then.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="answers")
    mode = models.CharField(max_length=7, choices=EntryMode)
    number = models.PositiveIntegerField(default=0)
    round = models.ForeignKey(Round, models.CASCADE, null=True, related_name="answers")
    question = models.CharField(max_length=60)
    text = models.CharField(max_length=MAX_ANSWER_LENGTH)
    is_hidden = models.BooleanField(default=False)
    is_own = models.BooleanField(default=False)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="answers")

    # See AnswerQuerySet.seen_by.
    said: str

    objects = AnswerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(mode="play", round=None) | Q(mode__in=["correct", "insert"], round__isnull=False),
                name="answer_has_its_place",
            )
        ]

    def __str__(self) -> str:
        return self.question

    @property
    def phone(self) -> str:
        return self.device.label if self.device else "another phone"

    @property
    def giver(self) -> str:
        """The name of the phone's player, or the label of a phone without one."""
        if self.device is None:
            return "Another phone"
        return self.device.player.name if self.device.player else self.device.label


class PlayerMerge(models.Model):
    """A merge of `duplicate` into `player`.

    `seats`, `names`, `devices`, `stand_ins` and `stand_in_seats` (where they play for another now): the ids of the
    rows that were moved, for undoing it.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    duplicate = models.ForeignKey(Player, models.CASCADE, related_name="+")
    seats = models.JSONField()
    names = models.JSONField()
    devices = models.JSONField(default=list)
    stand_ins = models.JSONField(default=list)
    stand_in_seats = models.JSONField(default=list)
    at = models.DateTimeField(auto_now_add=True)
    undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.duplicate} is {self.player}"


class HouseRulePreset(models.Model):
    """Named house rules of a club for a game; `house_rules`: those that differ from the default."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="presets")
    game_key = models.CharField(max_length=60)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    house_rules = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "game_key", "name"], name="preset_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="preset_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def game(self) -> Game:
        return find(self.game_key)

    @property
    def rules(self) -> dict[str, Any]:
        """The house rules that the game still has, with values it still takes."""
        options = {option.name: option for option in self.game.house_rules}
        existing = {name: value for name, value in self.house_rules.items() if name in options}
        return {name: value for name, value in existing.items() if options[name].accepts(value)}


class Bid(models.Model):
    """A row of the ledger: one bid, how high, or which special bid; `made` is unknown until the round is played.

    `hand`: all tricks of the round; `taken`: those of the bidder's side.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="bids")
    # No index: bids are only read through their round.
    seat = models.ForeignKey(Seat, models.DO_NOTHING, db_index=False, db_constraint=False, related_name="+")
    level = models.SmallIntegerField(null=True)
    kind = models.CharField(max_length=MAX_KIND_LENGTH, default="")
    made = models.BooleanField(null=True)
    hand = models.PositiveIntegerField(default=0)
    taken = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(level__isnull=False) | ~Q(kind=""), name="bid_says_something"),
        ]

    def __str__(self) -> str:
        return self.kind or str(self.level)


class Trick(models.Model):
    """A row of the ledger: how many tricks or cards of a kind a side has after a round; no side: nobody has them."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tricks")
    side = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=MAX_KIND_LENGTH, default="")
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.count} {self.kind}".strip()


class Line(models.Model):
    """A row of the ledger: points of a side in a round, with their rule and the reason in words."""

    # The index below starts with the round, so it serves the foreign key.
    round = models.ForeignKey(Round, models.CASCADE, db_index=False, related_name="lines")
    side = models.PositiveSmallIntegerField()
    points = models.BigIntegerField()
    rule = models.CharField(max_length=40)
    reason = models.TextField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(rule=""), name="line_has_a_rule")]
        indexes = [models.Index(fields=["round", "rule", "side", "points"], name="line_by_rule")]

    def __str__(self) -> str:
        return f"{self.points} {self.reason}"
