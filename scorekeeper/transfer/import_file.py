"""Opening an uploaded file: a club file or a single scoresheet."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import structs

from games.core import scoresheet
from games.core.errors import Impossible, quoted
from games.core.schema import load_json, read, skim
from games.core.scoresheet import Scoresheet
from scorekeeper import limits
from scorekeeper.transfer.club_file import VERSION, ClubEntry, MatchSketch, NightEntry, PlayerEntry, PresetEntry

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# What compressed files begin with.
COMPRESSED = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd")

ABSENT = msgspec.Raw()

F = TypeVar("F", PlayerEntry, NightEntry, PresetEntry)


class OpenedFile(NamedTuple):
    """An opened file: everything is checked but the matches, which are still raw JSON."""

    club: ClubEntry | None
    players: Sequence[PlayerEntry]
    nights: Sequence[NightEntry]
    presets: Sequence[PresetEntry]
    matches: Sequence[Any]

    def sheet(self, number: int) -> Scoresheet:
        """Read one of the matches (from 0); Impossible where it is no scoresheet."""
        sheet = scoresheet.load(_limited(bytes(self.matches[number]), limits.MAX_SCORESHEET_BYTES, "this scoresheet"))
        if self.club is None:
            return sheet
        # What a club has saved was played: rounds from before irregular ones were asked about come in as such.
        rounds = [{**facts, "irregular": True} if isinstance(facts, dict) else facts for facts in sheet.rounds]
        return structs.replace(sheet, rounds=rounds)


class _FileKind(msgspec.Struct, frozen=True):
    scorekeeper: msgspec.Raw = ABSENT
    scoresheet: msgspec.Raw = ABSENT


class _Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scorekeeper: Any
    club: msgspec.Raw
    players: msgspec.Raw
    nights: msgspec.Raw
    matches: msgspec.Raw
    presets: msgspec.Raw = msgspec.Raw(b"[]")


def open_file(text: bytes) -> OpenedFile:
    """Open a file; Impossible, in one line, where it cannot be imported."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if _is_scoresheet(text):
        return OpenedFile(None, (), (), (), [text])
    parts = skim(text, _Parts)
    if parts.scorekeeper != VERSION:
        raise Impossible(f"this file is from another version of Scorekeeper: only version {VERSION} can be imported")
    return OpenedFile(
        club=_club(bytes(parts.club)),
        players=_entries(bytes(parts.players), "players", PlayerEntry),
        nights=_entries(bytes(parts.nights), "nights", NightEntry),
        presets=_entries(bytes(parts.presets), "presets", PresetEntry),
        matches=_matches(bytes(parts.matches)),
    )


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
    if not text.lstrip().startswith(b"{"):
        raise Impossible("this is neither a club’s file nor a scoresheet")
    kind = skim(text, _FileKind)
    if kind.scorekeeper is ABSENT and kind.scoresheet is ABSENT:
        raise Impossible("this is neither a club’s file nor a scoresheet")
    return kind.scorekeeper is ABSENT


def _matches(text: bytes) -> Sequence[msgspec.Raw]:
    with error_prefix("matches"):
        skim(text, list[MatchSketch])
        return skim(text, list[msgspec.Raw])


def _club(text: bytes) -> ClubEntry:
    club: ClubEntry = _read(text, "club", ClubEntry)
    with error_prefix("club"):
        club.check()
    return club


def _entries(text: bytes, name: str, kind: type[F]) -> Sequence[F]:
    entries: Sequence[F] = _read(text, name, list[kind])  # type: ignore[valid-type]
    keys = set()
    for number, one in enumerate(entries, 1):
        with error_prefix(f"{name} {number}"):
            one.check()
            if one.key in keys:
                raise Impossible(f"{quoted(one.key)} is there twice")
        keys.add(one.key)
    return entries


def _read(text: bytes, name: str, kind: Any) -> Any:
    with error_prefix(name):
        return read(load_json(_limited(text, limits.MAX_IMPORT_LIST_BYTES, "this list")), kind)


def _limited(text: bytes, most: int, what: str) -> bytes:
    if len(text) > most:
        raise Impossible(f"{what} is too large")
    return text
