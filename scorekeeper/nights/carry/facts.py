"""What stands in a club's file beside its scoresheets. An unknown name is an error."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec

from games.impossible import Impossible, quoted
from games.scoresheet import check_moment, check_name
from scorekeeper.club.models import folded

VERSION = 1
Words = Annotated[str, msgspec.Meta(max_length=40)]
Note = Annotated[str, msgspec.Meta(max_length=1000)]


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of the file; what is as it always is, is left out."""

    @property
    def key(self) -> str:
        """What there is only one of."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise Impossible for what could not be."""
        raise NotImplementedError


class Home(Facts, frozen=True):
    """The club: its name, and the time zone its evenings are in."""

    name: Words
    zone: Annotated[str, msgspec.Meta(max_length=64)]

    def check(self) -> None:
        try:
            check_name(self.name)
        except Impossible:
            raise Impossible("the club's name is not 1 to 40 characters that can be shown", "name") from None
        try:
            ZoneInfo(self.zone)
        except (ValueError, LookupError, OSError):
            raise Impossible(f"zone: {quoted(self.zone)} is not a time zone known here", "zone") from None


class Person(Facts, frozen=True):
    """Somebody who plays; `same_as`: this is another name of somebody else in the file."""

    name: Words
    mark: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    joined: str | None = None
    last_played: str | None = None
    archived: bool = False
    same_as: Words | None = None

    @property
    def key(self) -> str:
        return folded(self.name)

    def check(self) -> None:
        check_name(self.key)
        check_moment("joined", self.joined)
        check_moment("last_played", self.last_played)


class Evening(Facts, frozen=True):
    """What was written down about an evening."""

    evening: str
    name: Words = ""
    place: Words = ""
    note: Note = ""

    @property
    def key(self) -> str:
        return date.fromisoformat(self.evening).isoformat()

    def check(self) -> None:
        try:
            date.fromisoformat(self.evening)
        except ValueError:
            raise Impossible(f"{quoted(self.evening)} is not a date (2026-11-21)", "evening") from None


class Sketch(msgspec.Struct, frozen=True):
    """A match, looked at just enough to see that it could be a scoresheet; nothing shorter can fill the memory."""

    scoresheet: Literal[1]
    rounds: msgspec.Raw
