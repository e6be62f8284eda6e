"""Lessons: a first hand, step by step, in lesson.toml of a game."""

import tomllib
from typing import Any

import msgspec

from games.core.definition import Game
from games.core.examples import WorkedExample, with_nulls
from games.core.schema import read


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson.

    `cards`: the cards shown; with `seats` an entry for each of these players (“5 5 5”, "" for a pass).
    `question`: to the referee; about these cards, if it names none.
    """

    text: str
    cards: list[str] = []
    seats: list[int] = []
    question: dict[str, Any] = {}


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson about the last of `rounds`, with its cards as dealt (`hands`, `stock`) and played (`tricks`).

    A trick is in the order played. `passed`: the cards that each seat passed on.
    """

    players: int
    rounds: list[dict[str, Any]]
    hands: list[str]
    tricks: list[list[str]]
    step: list[LessonStep]
    first_dealer: int = 0
    house_rules: dict[str, Any] = {}
    stock: str = ""
    passed: list[str] = []

    @property
    def example(self) -> WorkedExample:
        return WorkedExample(
            id="first-hand", title="", rule="", players=self.players, rounds=self.rounds,
            first_dealer=self.first_dealer, house_rules=self.house_rules,
        )  # fmt: skip


def read_lesson(game: Game) -> Lesson | None:
    """Read lesson.toml of a game; None if it has none."""
    file = game.folder / "lesson.toml"
    return read(with_nulls(tomllib.loads(file.read_bytes().decode())), Lesson) if file.exists() else None
