"""Worked examples and rulings: examples.toml of each game, shown beside its rules and run as tests."""

import tomllib
from functools import lru_cache
from typing import Any

import msgspec

from games.core.definition import Game
from games.core.schema import read
from games.core.scoresheet import Scoresheet

EXAMPLE_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mia")


class WorkedExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match whose last round is an example of a rule, with the expected result. `refused`: part of the error."""

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


class WorkedRuling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the referee with the expected answer. `refused`: part of the error."""

    id: str
    title: str
    question: dict[str, Any]
    answer: Any = None
    rule: str = ""
    refused: str = ""

    @property
    def ask(self) -> str:
        return str(self.question["ask"])

    @property
    def house_rules(self) -> dict[str, Any]:
        rules: dict[str, Any] = self.question.get("house_rules", {})
        return rules


class GameExamples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`ruling` is missing in a game that asks the referee nothing of its own."""

    example: list[WorkedExample]
    ruling: tuple[WorkedRuling, ...] = ()


# Up to 7 ms of processor time; the rules of each table are drawn from them.
@lru_cache(maxsize=200)
def read_examples(game: Game) -> GameExamples:
    return read(with_nulls(tomllib.loads((game.folder / "examples.toml").read_text(encoding="utf-8"))), GameExamples)


def read_phrases(game: Game) -> dict[str, str]:
    """Read phrases.toml, if there is one: other names of a rule, by its anchor, separated by commas."""
    file = game.folder / "phrases.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def with_nulls(value: Any) -> Any:
    """Replace “pass” by None: TOML has no null."""
    if isinstance(value, dict):
        return {key: with_nulls(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_nulls(inner) for inner in value]
    return None if value == "pass" else value
