"""What stands in a club's file beside its scoresheets. An unknown name is an error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec

from games.core import scoresheet
from games.core.errors import Impossible, quoted
from games.core.schema import plain
from games.core.scoresheet import check_moment, check_name
from scorekeeper.clubs.models import folded
from scorekeeper.transfer import scoresheets

if TYPE_CHECKING:
    from datetime import datetime

    from scorekeeper.clubs.models import Club, Player
    from scorekeeper.history.models import NightNotes

VERSION = 1
Words = Annotated[str, msgspec.Meta(max_length=40)]
Note = Annotated[str, msgspec.Meta(max_length=1000)]


class FileEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of the file; what is as it always is, is left out."""

    @property
    def key(self) -> str:
        raise NotImplementedError

    def check(self) -> None:
        """Raise Impossible for what could not be."""
        raise NotImplementedError


class ClubEntry(FileEntry, frozen=True):
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


class PlayerEntry(FileEntry, frozen=True):
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


class NightEntry(FileEntry, frozen=True):
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


class MatchSketch(msgspec.Struct, frozen=True):
    """A match, looked at just enough to see that it could be a scoresheet; nothing shorter can fill the memory."""

    scoresheet: Literal[1]
    rounds: msgspec.Raw


# --- The whole club out, as one file: club, players, nights, and every match as its scoresheet.


def club_file(club: Club) -> Iterator[str]:
    yield f'{{"scorekeeper": {VERSION},\n"club": {_json(ClubEntry(club.name, club.zone))},\n"players": ['
    yield from _list(map(_json, map(_person, club.players.select_related("same_as").order_by("pk"))))
    yield '],\n"nights": ['
    yield from _list(map(_json, map(_evening, club.nights.order_by("night_date"))))
    yield '],\n"matches": ['
    yield from _list(scoresheet.dump(sheet).rstrip() for sheet in scoresheets.every_sheet(club))
    yield "]}\n"


def _list(texts: Iterable[str]) -> Iterator[str]:
    before = "\n"
    for text in texts:
        yield before + text
        before = ",\n"
    if before != "\n":
        yield "\n"


def _person(player: Player) -> PlayerEntry:
    same_as = player.same_as.name if player.same_as else None
    joined, last_played = _moment(player.joined), _moment(player.last_played)
    return PlayerEntry(player.name, player.mark, joined, last_played, player.archived, same_as)


def _evening(night: NightNotes) -> NightEntry:
    return NightEntry(night.night_date.isoformat(), night.name, night.place, night.note)


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _json(facts: FileEntry) -> str:
    return json.dumps(plain(facts), ensure_ascii=False)
