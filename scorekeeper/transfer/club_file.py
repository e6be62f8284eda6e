"""The club file: club, players, game nights, and every match as its scoresheet. An unknown name is an error."""

import json
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from games.core import scoresheet
from games.core.errors import Impossible, quoted
from games.core.house_rules import HouseRules
from games.core.registry import find
from games.core.schema import plain
from games.core.scoresheet import MAX_NAME_LENGTH, MAX_NOTES_LENGTH, check_moment, check_name
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.player import tidy_name
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.models import HouseRulePreset
from scorekeeper.matches.presets import checked_preset_name
from scorekeeper.transfer import scoresheets

VERSION = 1
Words = Annotated[str, msgspec.Meta(max_length=MAX_NAME_LENGTH)]
Note = Annotated[str, msgspec.Meta(max_length=MAX_NOTES_LENGTH)]


class FileEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of the file; defaults are left out."""


class ClubEntry(FileEntry, frozen=True):
    name: Words
    zone: Annotated[str, msgspec.Meta(max_length=64)]

    def check(self) -> None:
        try:
            check_name(self.name)
        except Impossible:
            raise Impossible(
                f"the club's name is not 1 to {MAX_NAME_LENGTH} characters that can be shown", "name"
            ) from None
        try:
            ZoneInfo(self.zone)
        except (ValueError, LookupError, OSError):
            raise Impossible(f"zone: {quoted(self.zone)} is not a time zone known here", "zone") from None


class PlayerEntry(FileEntry, frozen=True):
    """`same_as`: the player of whom this is another name."""

    name: Words
    mark: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    joined: str | None = None
    last_played: str | None = None
    archived: bool = False
    same_as: Words | None = None

    @property
    def key(self) -> str:
        return tidy_name(self.name)

    def check(self) -> None:
        check_name(self.key)
        check_moment("joined", self.joined)
        check_moment("last_played", self.last_played)


class NightEntry(FileEntry, frozen=True):
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


class PresetEntry(FileEntry, frozen=True):
    """House rules that were saved under a name; a file may come without any."""

    game: str
    name: Words
    house_rules: dict[str, Any] = {}

    @property
    def key(self) -> str:
        return f"{self.game}: {tidy_name(self.name)}"

    def check(self) -> None:
        checked_preset_name(self.name)
        HouseRules(find(self.game).house_rules, self.house_rules)


class MatchSketch(msgspec.Struct, frozen=True):
    """The least a scoresheet has: a file of millions of tiny matches is refused before they fill the memory."""

    scoresheet: Literal[1]
    rounds: msgspec.Raw


def club_file(club: Club) -> Iterator[str]:
    yield f'{{"scorekeeper": {VERSION},\n"club": {_json(ClubEntry(club.name, club.zone))},\n"players": ['
    yield from _list(map(_json, map(_player_entry, club.players.select_related("same_as").order_by("pk"))))
    yield '],\n"nights": ['
    yield from _list(map(_json, map(_night_entry, club.nights.order_by("night_date"))))
    if presets := [*map(_preset_entry, club.presets.order_by("game_key", "name"))]:
        # Left out where there are none: earlier versions refuse a part they do not know.
        yield '],\n"presets": ['
        yield from _list(map(_json, presets))
    yield '],\n"matches": ['
    yield from _list(scoresheet.dump(sheet).rstrip() for sheet in scoresheets.every_sheet(club))
    yield "]}\n"


def _list(texts: Iterable[str]) -> Iterator[str]:
    separator = "\n"
    for text in texts:
        yield separator + text
        separator = ",\n"
    if separator != "\n":
        yield "\n"


def _player_entry(player: Player) -> PlayerEntry:
    same_as = player.same_as.name if player.same_as else None
    joined = player.joined.isoformat() if player.joined else None
    last_played = player.last_played.isoformat() if player.last_played else None
    return PlayerEntry(player.name, player.mark, joined, last_played, player.archived, same_as)


def _night_entry(night: NightNotes) -> NightEntry:
    return NightEntry(night.night_date.isoformat(), night.name, night.place, night.note)


def _preset_entry(preset: HouseRulePreset) -> PresetEntry:
    return PresetEntry(preset.game_key, preset.name, preset.house_rules)


def _json(entry: FileEntry) -> str:
    return json.dumps(plain(entry), ensure_ascii=False)
