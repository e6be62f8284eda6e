"""Worked examples: data beside each game, shown beside its rules and run as tests."""

import tomllib
from typing import Any

import msgspec

from games.core.definition import Game
from games.core.schema import read
from games.core.scoresheet import Scoresheet

EXAMPLE_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mia")


class WorkedExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match whose last round shows a rule, and what must come of it; `refused`: words of the refusal."""

    id: str
    title: str
    rule: str
    players: int
    rounds: list[dict[str, Any]]
    why: str = ""
    first_dealer: int = 0
    house_rules: dict[str, Any] = {}
    ended: bool = False
    points: list[int] | None = None
    totals: list[int] | None = None
    winners: list[int] | None = None
    status: list[str] | None = None
    refused: str = ""

    def sheet(self, game: Game) -> Scoresheet:
        return Scoresheet(
            scoresheet=1,
            game=game.key,
            players=list(EXAMPLE_NAMES[: self.players]),
            first_dealer=self.first_dealer,
            house_rules=self.house_rules,
            rounds=self.rounds,
            ended="2026-01-01T23:00:00+00:00" if self.ended else None,
        )


class WorkedQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the referee and the answer it must give; `refused`: words of the refusal."""

    id: str
    title: str
    question: dict[str, Any]
    answer: Any = None
    rule: str = ""
    refused: str = ""


class GameExamples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All worked examples of one game."""

    example: list[WorkedExample]
    ruling: list[WorkedQuestion]


def read_examples(game: Game) -> GameExamples:
    """Read a game's examples.toml."""
    return read(with_nulls(tomllib.loads((game.folder / "examples.toml").read_text(encoding="utf-8"))), GameExamples)


def read_phrases(game: Game) -> dict[str, str]:
    """Read a game's phrases.toml: what people call a rule, by its anchor, with commas between. A game may have none."""
    file = game.folder / "phrases.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def with_nulls(value: Any) -> Any:
    """Read “pass” as null, which TOML does not have."""
    if isinstance(value, dict):
        return {key: with_nulls(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_nulls(inner) for inner in value]
    return None if value == "pass" else value
