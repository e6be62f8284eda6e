"""The club file: club, players, game nights, house rules and rulings, and every match as its scoresheet.

An unknown name is an error. A single scoresheet is opened like a club file.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Annotated, Any, Literal, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from games.core import scoresheet
from games.core.errors import Impossible, quoted
from games.core.house_rules import HouseRules
from games.core.registry import find
from games.core.schema import load_json, plain, read, skim
from games.core.scoresheet import Scoresheet, check_moment, check_name
from games.core.text import MAX_NAME_LENGTH
from scorekeeper import limits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.player import check_emoji, tidy_name
from scorekeeper.history.models import MAX_NIGHT_NOTE_LENGTH, NightNotes
from scorekeeper.matches.models import HouseRulePreset
from scorekeeper.matches.presets import checked_preset_name
from scorekeeper.rulebook.models import MAX_NOTE_LENGTH, MAX_QUESTION_LENGTH, MAX_RULING_LENGTH, RulesNote, TableRuling
from scorekeeper.transfer import scoresheets

VERSION = 1
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# What compressed files begin with.
COMPRESSED = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd")

Words = Annotated[str, msgspec.Meta(max_length=MAX_NAME_LENGTH)]
Note = Annotated[str, msgspec.Meta(max_length=MAX_NIGHT_NOTE_LENGTH)]


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
    emoji: str = ""

    @property
    def key(self) -> str:
        return tidy_name(self.name)

    def check(self) -> None:
        check_name(self.key)
        check_emoji(self.emoji)
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


class RulingEntry(FileEntry, frozen=True):
    """What a table decided; a file may come without any."""

    game: str
    question: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_QUESTION_LENGTH)]
    ruling: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_RULING_LENGTH)]
    decided: date
    section: Annotated[str, msgspec.Meta(max_length=80)] = ""

    @property
    def key(self) -> str:
        return f"{self.game}: {self.question}"

    def check(self) -> None:
        find(self.game)


class NoteEntry(FileEntry, frozen=True):
    """What a club wrote about a game, and when; a file may come without any."""

    game: str
    text: Annotated[str, msgspec.Meta(max_length=MAX_NOTE_LENGTH)]
    written: str

    @property
    def key(self) -> str:
        return f"{self.game}: {self.written}"

    def check(self) -> None:
        find(self.game)
        check_moment("written", self.written)


def club_file(club: Club) -> Iterator[str]:
    yield f'{{"scorekeeper": {VERSION},\n"club": {_json(ClubEntry(club.name, club.zone))},\n"players": ['
    yield from _list(map(_json, map(_player_entry, club.players.select_related("same_as").order_by("pk"))))
    yield '],\n"nights": ['
    yield from _list(map(_json, map(_night_entry, club.nights.order_by("night_date"))))
    if presets := [*map(_preset_entry, club.presets.order_by("game_key", "name"))]:
        # Left out where there are none: earlier versions refuse a part they do not know.
        yield '],\n"presets": ['
        yield from _list(map(_json, presets))
    if rulings := [*map(_ruling_entry, club.rulings.order_by("game_key", "question"))]:
        yield '],\n"rulings": ['
        yield from _list(map(_json, rulings))
    if notes := [*map(_note_entry, club.rules_notes.order_by("game_key", "written"))]:
        yield '],\n"rules_notes": ['
        yield from _list(map(_json, notes))
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
    return PlayerEntry(player.name, player.mark, joined, last_played, player.archived, same_as, player.emoji)


def _night_entry(night: NightNotes) -> NightEntry:
    return NightEntry(night.night_date.isoformat(), night.name, night.place, night.note)


def _preset_entry(preset: HouseRulePreset) -> PresetEntry:
    return PresetEntry(preset.game_key, preset.name, preset.house_rules)


def _ruling_entry(ruling: TableRuling) -> RulingEntry:
    return RulingEntry(ruling.game_key, ruling.question, ruling.ruling, ruling.decided, ruling.section)


def _note_entry(note: RulesNote) -> NoteEntry:
    return NoteEntry(note.game_key, note.text, note.written.isoformat())


def _json(entry: FileEntry) -> str:
    return json.dumps(plain(entry), ensure_ascii=False)


# --- Opening a file ---

F = TypeVar("F", PlayerEntry, NightEntry, PresetEntry, RulingEntry, NoteEntry)


class OpenedFile(NamedTuple):
    """An opened file: everything is checked but the matches, which are still raw JSON. A scoresheet has no club."""

    club: ClubEntry | None
    players: Sequence[PlayerEntry]
    nights: Sequence[NightEntry]
    presets: Sequence[PresetEntry]
    rulings: Sequence[RulingEntry]
    rules_notes: Sequence[NoteEntry]
    matches: Sequence[Any]

    def sheet(self, number: int) -> Scoresheet:
        """Read one of the matches (from 0); Impossible where it is no scoresheet."""
        sheet = scoresheet.load(_limited(self.matches[number], limits.MAX_SCORESHEET_BYTES, "this scoresheet"))
        if self.club is None:
            return sheet
        # What a club has saved was played: rounds from before irregular ones were asked about come in as such.
        rounds = [{**facts, "irregular": True} if isinstance(facts, dict) else facts for facts in sheet.rounds]
        return structs.replace(sheet, rounds=rounds)


class _FileKind(msgspec.Struct, frozen=True):
    scorekeeper: msgspec.Raw = msgspec.Raw()
    scoresheet: msgspec.Raw = msgspec.Raw()


class _Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scorekeeper: Any
    club: msgspec.Raw
    players: msgspec.Raw
    nights: msgspec.Raw
    matches: msgspec.Raw
    presets: msgspec.Raw = msgspec.Raw(b"[]")
    rulings: msgspec.Raw = msgspec.Raw(b"[]")
    rules_notes: msgspec.Raw = msgspec.Raw(b"[]")


class _MatchSketch(msgspec.Struct, frozen=True):
    """The least a scoresheet has: a file of millions of tiny matches is refused before they fill the memory."""

    scoresheet: Literal[1]
    rounds: msgspec.Raw


def open_file(text: bytes) -> OpenedFile:
    """Open a file; Impossible, in one line, where it cannot be imported."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if _is_scoresheet(text):
        return OpenedFile(None, (), (), (), (), (), [text])
    parts = skim(text, _Parts)
    if parts.scorekeeper != VERSION:
        raise Impossible(f"this file is from another version of Scorekeeper: only version {VERSION} can be imported")
    club: ClubEntry = _read(parts.club, "club", ClubEntry)
    with error_prefix("club"):
        club.check()
    with error_prefix("matches"):
        sketches = skim(parts.matches, list[_MatchSketch])
        matches = skim(parts.matches, list[msgspec.Raw])
    check_count(sketches)
    return OpenedFile(
        club,
        _entries(parts.players, "players", PlayerEntry),
        _entries(parts.nights, "nights", NightEntry),
        _entries(parts.presets, "presets", PresetEntry),
        _entries(parts.rulings, "rulings", RulingEntry),
        _entries(parts.rules_notes, "rules_notes", NoteEntry),
        matches,
    )


def check_count(matches: Sequence[_MatchSketch]) -> None:
    """Refuse more matches and rounds than any club holds, before they are scored."""
    entries = 0
    for number, match in enumerate(matches, 1):
        with error_prefix(f"match {number}"):
            rounds = _limited(match.rounds, limits.MAX_SCORESHEET_BYTES, "this scoresheet")
            entries += 1 + len(skim(rounds, list[msgspec.Raw]))
        if entries > limits.MAX_CLUB_ENTRIES:
            most = f"{limits.MAX_CLUB_ENTRIES:,}"
            raise Impossible(f"this file has more than {most} matches and rounds, and a club has room for {most}")


@contextmanager
def error_prefix(where: str) -> Iterator[None]:
    try:
        yield
    except Impossible as error:
        raise Impossible(f"{where}: {error.message}" if where else error.message, error.field) from None


def _is_scoresheet(text: bytes) -> bool:
    if not text.strip():
        raise Impossible("this file is empty")
    if len(text) > limits.MAX_IMPORT_BYTES:
        raise Impossible(f"this file is too large: {limits.MAX_IMPORT_BYTES // 10**6} MB is the most")
    if text.startswith(COMPRESSED):
        raise Impossible("this file is packed: unpack it first")
    kind = skim(text, _FileKind) if text.lstrip().startswith(b"{") else _FileKind()
    if not kind.scorekeeper and not kind.scoresheet:
        raise Impossible("this is neither a club’s file nor a scoresheet")
    return not kind.scorekeeper


def _entries(text: msgspec.Raw, name: str, kind: type[F]) -> Sequence[F]:
    entries: Sequence[F] = _read(text, name, list[kind])  # type: ignore[valid-type]
    keys = set()
    for number, one in enumerate(entries, 1):
        with error_prefix(f"{name} {number}"):
            one.check()
            if one.key in keys:
                raise Impossible(f"{quoted(one.key)} is there twice")
        keys.add(one.key)
    return entries


def _read(text: msgspec.Raw, name: str, kind: Any) -> Any:
    with error_prefix(name):
        return read(load_json(_limited(text, limits.MAX_IMPORT_LIST_BYTES, "this list")), kind)


def _limited(text: bytes | msgspec.Raw, most: int, what: str) -> bytes:
    if len(bytes(text)) > most:
        raise Impossible(f"{what} is too large")
    return bytes(text)
