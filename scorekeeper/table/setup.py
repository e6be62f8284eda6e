"""The set-up of a match. It lives in the address (or the form) alone: who sits where, who deals, the house rules."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from games.impossible import Impossible
from games.scoresheet import check_name
from scorekeeper.table.models import Match
from scorekeeper.table.options import OptionField, chosen_rules

if TYPE_CHECKING:
    from django.http import QueryDict

    from games.game import Game
    from scorekeeper.club.models import Club

CHIPS = 12
"""So many recent players are offered."""


@dataclass
class Setup:
    """A match that may begin: names in seating order, the first dealer's name, house rules, and what is wrong."""

    club: Club
    game: Game
    names: list[str]
    dealer: str
    house_rules: dict[str, Any] = field(default_factory=dict)
    wrong: str = ""

    @classmethod
    def of(cls, game: Game, club: Club, data: QueryDict) -> Setup:
        """Read a set-up; with nothing said yet, the last table that could play this game."""
        if "seated" not in data:
            return _as_last_time(game, club)
        names = _moved(_seated(data), data)
        dealer = data.get("dealer", "")
        if "draw" in data and names:
            dealer = random.choice(names)  # noqa: S311 - who deals first is no secret
        setup = cls(club, game, names, dealer if dealer in names else (names or [""])[0])
        setup._read_rules(data)
        return setup

    def _read_rules(self, data: QueryDict) -> None:
        try:
            self.house_rules = chosen_rules(self.game.house_rules, data)
            for name in self.names:
                check_name(name)
        except Impossible as error:
            self.wrong = error.message

    def start(self) -> Match | None:
        """Begin the match; None, with what is wrong said, where this table cannot."""
        try:
            if self.wrong:
                return None
            return Match.start(self.club, self.game, self.names, self.names.index(self.dealer), self.house_rules)
        except (Impossible, ValueError) as error:
            self.wrong = str(error) if isinstance(error, Impossible) else "Say who deals first."
            return None

    @property
    def query(self) -> str:
        """The set-up as it stands in an address."""
        said = [("seated", "1"), *(("player", name) for name in self.names), ("dealer", self.dealer)]
        return urlencode([*said, *(pair for field in self.options if field.differs for pair in field.sent())])

    @property
    def seats(self) -> list[tuple[int, str, str]]:
        """The seats taken: number, name, and the partner's name where there are partners."""
        across = len(self.names) == 4 and self.game.partners
        return [(seat, name, self.names[(seat + 2) % 4] if across else "") for seat, name in enumerate(self.names)]

    @property
    def missing(self) -> str:
        """What keeps the match from beginning, in words; "" when nothing does."""
        count, seats = len(self.names), self.game.seats
        if count < seats[0]:
            return f"{seats[0] - count} more to come"
        return f"{count - seats[-1]} too many" if count > seats[-1] else ""

    @property
    def recent(self) -> list[str]:
        """Players who do not sit yet, those who played last first."""
        players = self.club.players.order_by("-last_played", "-pk")[: CHIPS + len(self.names)]
        return [player.name for player in players if player.name not in self.names][:CHIPS]

    @property
    def options(self) -> list[OptionField]:
        """The house rules as fields, with their values."""
        return [OptionField(option, self.house_rules.get(option.name, option.default)) for option in self.game.house_rules]

    @property
    def differing(self) -> int:
        """How many house rules differ from the default."""
        return sum(field.differs for field in self.options)


def _seated(data: QueryDict) -> list[str]:
    names: list[str] = []
    for name in (" ".join(name.split()) for name in data.getlist("player")):
        if name and name not in names:
            names.append(name)
    return names


def _moved(names: list[str], data: QueryDict) -> list[str]:
    """Return the names after an arrow was tapped: one seat up, or away from the table."""
    if data.get("without") in names:
        names.remove(data["without"])
    if data.get("up") in names:
        seat = names.index(data["up"])
        names.insert(max(seat - 1, 0), names.pop(seat))
    return names


def _as_last_time(game: Game, club: Club) -> Setup:
    recent = club.matches.order_by("-started", "-pk")
    last = recent.filter(game_key=game.key).first()
    if last is not None:
        return Setup(club, game, last.names, last.names[last.so_far.deal.dealer if last.is_open else 0], last.house_rules)
    other = recent.first()
    names = other.names if other is not None and len(other.names) in game.seats else []
    return Setup(club, game, names, names[0] if names else "")
