"""A first hand of a game in a few steps: lesson.toml beside the game, with all that was dealt and played in it."""

import tomllib
from functools import lru_cache
from typing import Any

import msgspec

from games.core.definition import Game
from games.core.examples import WorkedExample, with_nulls
from games.core.schema import read


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said and shown in one step.

    `cards`: what lies there, one entry for each player where `seats` says whose it is (“5 5 5”, "" for a pass).
    `question`: what the referee is asked; where it asks about cards and names none, about these.
    """

    text: str
    cards: list[str] = []
    seats: list[int] = []
    question: dict[str, Any] = {}


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The round that is shown is the last of `rounds`; it was dealt as `hands` and `stock`, and played as `tricks`.

    The entries of a trick are in the order played, beginning with its leader. `passed`: cards handed on, by seat.
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


@lru_cache(maxsize=200)
def read_lesson(game: Game) -> Lesson | None:
    """Read the lesson of a game; None where it has none."""
    file = game.folder / "lesson.toml"
    return read(with_nulls(tomllib.loads(file.read_bytes().decode())), Lesson) if file.exists() else None
