"""What a club decided where the rules are silent, or otherwise than they say."""

from __future__ import annotations

from django import forms
from django.db import models
from django.utils import timezone

from games.core.definition import Game
from games.core.registry import find, games
from scorekeeper import limits
from scorekeeper.clubs.models import Club

MAX_QUESTION_LENGTH, MAX_RULING_LENGTH = 100, 280


class TableRuling(models.Model):
    """A question of a club about a game, and what its table decided; `section`: the anchor of its rule, or ""."""

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


class RulingForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = TableRuling
        fields = ("question", "ruling", "section")
        error_messages = {
            "ruling": {"required": "Say what you play."},
            "question": {"required": "Ask something first."},
        }


def rulings_of(club: Club | None, game: Game | None = None) -> list[TableRuling]:
    """Return what a club decided about a game, or about any, the latest first; nothing for a stranger."""
    return list(club.rulings.filter(game_key__in=[game.key] if game else games())) if club else []


def keep_ruling(club: Club, game: Game, question: str, ruling: str, section: str = "") -> None:
    """Write down what a table decided; the same question is decided anew. QuotaReached where a club has very many."""
    if club.rulings.count() >= limits.MAX_TABLE_RULINGS:
        raise limits.QuotaReached(f"This club has {limits.MAX_TABLE_RULINGS} rulings: take one back first.")
    decided = {"ruling": ruling, "section": section, "decided": club.night_date_of(timezone.now())}
    club.rulings.update_or_create(game_key=game.key, question=question, defaults=decided)
