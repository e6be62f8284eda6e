"""A match: who sits where, the house rules, and the facts of each round. What it is worth is worked out."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils import timezone
from django.utils.functional import cached_property

from games.registry import find
from games.scoresheet import Scoresheet, play
from games.typed import plain, read
from scorekeeper.club.models import Club, Device, Player
from scorekeeper.database import writing
from scorekeeper.table.models.changes import Playing
from scorekeeper.table.models.ledger import write_ledger

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game
    from games.record import Record
    from games.scorecard import Scorecard
    from games.so_far import SoFar


class Match(Playing, models.Model):
    """One match of one game. `version` counts its changes; `finished` and the seats' standing are derived."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="matches")
    game_key = models.CharField(max_length=40)
    first_dealer = models.PositiveSmallIntegerField()
    house_rules = models.JSONField(default=dict)
    started = models.DateTimeField()
    ended = models.DateTimeField(null=True)
    night = models.CharField(max_length=100, default="")
    notes = models.TextField(default="")
    version = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(default=False)

    if TYPE_CHECKING:
        seats: models.Manager[Seat]
        rounds: models.Manager[Round]
        entries: models.Manager[Any]
        drafts: models.Manager[Any]

    class Meta:
        indexes = [models.Index(fields=["club", "-started"], name="match_recent")]

    def __str__(self) -> str:
        return f"{self.game.name}, {', '.join(self.names)}"

    @classmethod
    def start(
        cls, club: Club, game: Game, names: Sequence[str], first_dealer: int, house_rules: dict[str, Any]
    ) -> Match:
        """Seat the players and begin; Impossible for a table that cannot play this game."""
        rules = game.table(names, first_dealer, house_rules).rules
        with writing():
            now = timezone.now()
            match = cls.objects.create(
                club=club, game_key=game.key, first_dealer=first_dealer, house_rules=rules.differing, started=now
            )
            players = club.players_named(names)
            Player.objects.filter(pk__in=[player.pk for player in players]).update(last_played=now)
            sides = [seat % 2 if game.partners else seat for seat in range(len(players))]
            Seat.objects.bulk_create(
                Seat(match=match, number=number, side=side, player=player)
                for number, (side, player) in enumerate(zip(sides, players, strict=True))
            )
        return match

    @classmethod
    def from_sheet(cls, club: Club, sheet: Scoresheet, device: Device | None) -> Match:
        """Take a scoresheet in as a match, all or nothing; Impossible where it cannot be."""
        game, so_far, card = play(sheet)
        records = [scored.record for scored in so_far.rounds]
        with writing():
            match = cls.start(club, game, sheet.players, sheet.first_dealer, sheet.house_rules)
            match.started = _moment(sheet.started) or match.started
            match.ended = _moment(sheet.ended)
            match.finished, match.night, match.notes = card.finished, sheet.night or "", sheet.notes or ""
            complete = [record for record in records if record.is_complete]
            Round.objects.bulk_create(
                Round(match=match, number=number, facts=plain(record)) for number, record in enumerate(complete, 1)
            )
            write_ledger(match, card, 1)
            for record in records[len(complete) :]:
                match.keep_draft(len(records), game.form.answers_of(record, so_far), device, correcting=False)
            match.save()
        return match

    def keep_draft(self, number: int, answers: dict[str, str], device: Device | None, *, correcting: bool) -> dict[str, str]:
        """Keep what has been typed for a round, added to what was typed before; return all of it."""
        with writing():
            drafts = self.drafts.select_for_update()
            draft, _ = drafts.get_or_create(match=self, number=number, correcting=correcting)
            draft.answers = draft.answers | {"derived": ""} | answers
            draft.stamp += 1
            draft.device = device
            draft.save()
        return draft.answers  # type: ignore[no-any-return]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find(self.game_key)

    @cached_property
    def places(self) -> list[Seat]:
        """The seats with their players, clockwise from seat 0."""
        return list(self.seats.select_related("player").order_by("number"))

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [seat.player.name for seat in self.places]

    @cached_property
    def table(self) -> SoFar:
        """The match before its first round."""
        return self.game.table(self.names, self.first_dealer, self.house_rules)

    @cached_property
    def records(self) -> list[Record]:
        """The facts of all rounds, oldest first, through the game's own type."""
        return [read(facts, self.game.record) for facts in self.rounds.order_by("number").values_list("facts", flat=True)]

    @cached_property
    def so_far(self) -> SoFar:
        """The whole match, worked out from its facts."""
        return self.game.fold(self.table, self.records)

    def before(self, number: int) -> SoFar:
        """The match before one of its rounds (from 1)."""
        return self.game.fold(self.table, self.records[: number - 1])

    @cached_property
    def scorecard(self) -> Scorecard:
        """The scores as they stand."""
        return self.game.scorecard(self.so_far, ended=self.ended is not None)

    @property
    def is_open(self) -> bool:
        """Say whether another round can be played."""
        return self.ended is None and not self.finished

    def sheet(self) -> Scoresheet:
        """Return the match as a scoresheet."""
        return Scoresheet(
            scoresheet=1,
            game=self.game_key,
            players=self.names,
            first_dealer=self.first_dealer,
            house_rules=self.house_rules,
            rounds=[plain(record) for record in self.records],
            started=self.started.isoformat(),
            ended=self.ended.isoformat() if self.ended else None,
            night=self.night or None,
            notes=self.notes or None,
        )


class Seat(models.Model):
    """A place at the table of one match, clockwise from 0; `total` and `place` are its side's, derived."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    total = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField(default=1)
    won = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_sits_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"


class Round(models.Model):
    """What happened in one round: `facts` is read and written only through the game's typed record."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    facts = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="round_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="rounds_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
