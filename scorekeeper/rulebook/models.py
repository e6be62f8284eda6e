"""Rulings of a club on open or differing rules, and its own rules for games that have none here."""

from __future__ import annotations

from django import forms
from django.db import models
from django.utils import timezone

from games.core.definition import NAME_MARK, Game
from games.core.errors import Impossible
from games.core.registry import find, games
from scorekeeper import limits
from scorekeeper.clubs.models import Club

MAX_QUESTION_LENGTH, MAX_RULING_LENGTH, MAX_NOTE_LENGTH = 100, 280, 10_000


class TableRuling(models.Model):
    """A question about a game, and what the club decided. `section`: the anchor of its rule, or ""."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="rulings")
    game_key = models.CharField(max_length=60)
    section = models.CharField(max_length=80, default="", blank=True)
    question = models.CharField(max_length=MAX_QUESTION_LENGTH)
    ruling = models.CharField(max_length=MAX_RULING_LENGTH)
    decided = models.DateField()

    class Meta:
        ordering = ["-decided", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "game_key", "question"], name="question_decided_once"),
        ]

    def __str__(self) -> str:
        return f"{self.question}: {self.ruling}"

    @property
    def game(self) -> Game:
        return find(self.game_key)


class RulesNote(models.Model):
    """How a club plays a game that it named itself, as plain text. Each change is a new row; the latest counts."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="rules_notes")
    game_key = models.CharField(max_length=60)
    text = models.TextField(max_length=MAX_NOTE_LENGTH, blank=True)
    written = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-written", "-pk"]
        indexes = [models.Index(fields=["club", "game_key"], name="notes_of_a_game")]

    def __str__(self) -> str:
        return self.text[:MAX_QUESTION_LENGTH]


class RulingForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = TableRuling
        fields = ("question", "ruling", "section")
        error_messages = {
            "ruling": {"required": "Say what you play."},
            "question": {"required": "Ask something first."},
        }


def rulings_of(club: Club | None, game: Game | None = None) -> list[TableRuling]:
    """Return the rulings of a club about a game, or about all games, the latest first; none for a stranger."""
    if club is None:
        return []
    if game:
        return list(club.rulings.filter(game_key=game.key))
    return [ruling for ruling in club.rulings.all() if ruling.game_key.partition(NAME_MARK)[0] in games()]


def notes_of(club: Club | None, game: Game) -> models.QuerySet[RulesNote]:
    """Return the notes of a club about a game that it named itself, the latest first; none for a stranger."""
    if club is None or not game.is_named:
        return RulesNote.objects.none()
    return club.rules_notes.filter(game_key=game.key)


def latest_note(club: Club | None, game: Game) -> str:
    note = notes_of(club, game).first() if game.is_named else None
    return note.text if note else ""


def noted_games(club: Club | None) -> list[Game]:
    keys = club.rules_notes.order_by("game_key").values_list("game_key", flat=True).distinct() if club else ()
    return [find(key) for key in keys]


def save_note(club: Club, game: Game, text: str) -> None:
    """Save a new version of a note. Impossible if it is too long, QuotaReached if the club has very many versions."""
    if len(text) > MAX_NOTE_LENGTH:
        raise Impossible(
            f"these rules have {len(text):,} characters, but {MAX_NOTE_LENGTH:,} is the most: shorten them"
        )
    if club.rules_notes.count() >= limits.MAX_RULES_NOTES:
        raise limits.QuotaReached(f"This club has written its own rules {limits.MAX_RULES_NOTES} times: no more fit.")
    if text != latest_note(club, game):
        club.rules_notes.create(game_key=game.key, text=text)


def save_ruling(club: Club, game: Game, question: str, ruling: str, section: str = "") -> None:
    """Save a ruling; it replaces the one on the same question. QuotaReached if the club has very many."""
    if club.rulings.count() >= limits.MAX_TABLE_RULINGS:
        raise limits.QuotaReached(f"This club has {limits.MAX_TABLE_RULINGS} rulings: take one back first.")
    values = {"ruling": ruling, "section": section, "decided": club.night_date_of(timezone.now())}
    club.rulings.update_or_create(game_key=game.key, question=question, defaults=values)
