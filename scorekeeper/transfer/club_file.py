"""The club file: the club, its parts, and every match as its scoresheet.

Unknown fields are errors. A single scoresheet is opened like a club file.
"""

import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from games.core import scoresheet
from games.core.errors import Impossible, quoted
from games.core.registry import find
from games.core.schema import load_json, plain, read, skim
from games.core.scoresheet import Scoresheet, check_name
from games.core.text import MAX_NAME_LENGTH
from scorekeeper import limits
from scorekeeper.clubs.models import Club
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.models import TableSummary
from scorekeeper.transfer.parts import PARTS, FileEntry, ListEntry, NameText, Part

VERSION = 1
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# The first bytes of compressed files.
COMPRESSED_PREFIXES = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd")

# Control characters, which no text has.
BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")


class ClubEntry(FileEntry, frozen=True):
    name: NameText
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


def club_file(club: Club) -> Iterator[str]:
    yield f'{{"scorekeeper": {VERSION},\n"club": {_json(ClubEntry(club.name, club.zone))}'
    for part in PARTS:
        entries = [part.entry.from_row(row) for row in part.rows(club)]
        if entries or part.is_required:
            yield from json_list(part.name, map(_json, entries))
    yield from json_list("matches", (scoresheet.dump(sheet).rstrip() for sheet in scoresheets.every_sheet(club)))
    yield "}\n"


def json_list(name: str, items: Iterable[str]) -> Iterator[str]:
    yield f',\n"{name}": ['
    separator = "\n"
    for item in items:
        yield separator + item
        separator = ",\n"
    yield "]" if separator == "\n" else "\n]"


def _json(entry: FileEntry) -> str:
    return json.dumps(plain(entry), ensure_ascii=False)


# --- Opening a file ---


class OpenedFile(NamedTuple):
    """A file whose parts are checked and whose matches are still raw JSON. `club` is None if the file is no club's.

    `left_behind`: what no match can hold, by its reason.
    """

    club: ClubEntry | None
    # The entries of each part, by its name.
    entries: Mapping[str, Sequence[Any]]
    matches: Sequence[Any]
    left_behind: Mapping[str, Sequence[str]] = MappingProxyType({})
    # How a table is read.
    table: TableSummary | None = None

    def sheet(self, number: int) -> Scoresheet:
        """Read the scoresheet of a match, counted from 0; Impossible if it is invalid."""
        sheet = scoresheet.load(_check_size(self.matches[number], limits.MAX_SCORESHEET_BYTES, "this scoresheet"))
        if len(sheet.rounds) > limits.MAX_ROUNDS:
            raise Impossible(f"a match has at most {limits.MAX_ROUNDS} rounds", "rounds")
        if self.club is None:
            return sheet
        # A saved round was played, so none is refused as irregular; older files do not say which rounds are.
        rounds = [{**facts, "irregular": True} if isinstance(facts, dict) else facts for facts in sheet.rounds]
        return structs.replace(sheet, rounds=rounds)


class _FileKind(msgspec.Struct, frozen=True):
    scorekeeper: msgspec.Raw = msgspec.Raw()
    scoresheet: msgspec.Raw = msgspec.Raw()
    plays: msgspec.Raw = msgspec.Raw()


_Parts = msgspec.defstruct(
    "_Parts",
    [
        ("scorekeeper", Any), ("club", msgspec.Raw), ("matches", msgspec.Raw),
        *((part.name, msgspec.Raw, msgspec.NODEFAULT if part.is_required else msgspec.Raw(b"[]")) for part in PARTS),
    ],
    frozen=True, forbid_unknown_fields=True,
)  # fmt: skip


class _MatchOutline(msgspec.Struct, frozen=True):
    """The fields of a match that are checked for all matches before the first is read, which takes long."""

    scoresheet: Literal[1]
    rounds: msgspec.Raw
    game: Any = None


def open_file(text: bytes) -> OpenedFile:
    """Open a file; Impossible, with a message of one line, if it is invalid."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if kind_of(text) == "scoresheet":
        return OpenedFile(None, {part.name: () for part in PARTS}, [text])
    parts: Any = skim(text, _Parts)
    if parts.scorekeeper != VERSION:
        raise Impossible(f"this file is from another version of Scorekeeper: only version {VERSION} can be imported")
    club: ClubEntry = _read(parts.club, "club", ClubEntry)
    with error_prefix("club"):
        club.check()
    with error_prefix("matches"):
        outlines = skim(parts.matches, list[_MatchOutline])
        matches = skim(parts.matches, list[msgspec.Raw])
    _check_outlines(outlines)
    return OpenedFile(club, {part.name: _entries(getattr(parts, part.name), part) for part in PARTS}, matches)


def _check_outlines(matches: Sequence[_MatchOutline]) -> None:
    """Raise Impossible for an unknown game, and for more matches and rounds than a file or a club may have."""
    if len(matches) > limits.MAX_IMPORT_MATCHES:
        limit = f"{limits.MAX_IMPORT_MATCHES:,}"
        raise Impossible(f"this file has {len(matches):,} matches, and {limit} is the most")
    entries, known_games = 0, set[str]()
    for number, match in enumerate(matches, 1):
        with error_prefix(f"match {number}" if len(matches) > 1 else ""):
            if isinstance(match.game, str) and match.game not in known_games:
                find(match.game)
                known_games.add(match.game)
            rounds = _check_size(match.rounds, limits.MAX_SCORESHEET_BYTES, "this scoresheet")
            entries += 1 + len(skim(rounds, list[msgspec.Raw]))
        if entries > limits.MAX_CLUB_ENTRIES:
            limit = f"{limits.MAX_CLUB_ENTRIES:,}"
            raise Impossible(f"this file has more than {limit} matches and rounds, and a club has room for {limit}")


@contextmanager
def error_prefix(prefix: str) -> Iterator[None]:
    try:
        yield
    except Impossible as error:
        raise Impossible(f"{prefix}: {error.message}" if prefix else error.message, error.field) from None


def in_utf8(text: bytes) -> bytes:
    """Return a text without its byte order mark; UTF-16, as Excel saves “Unicode text”, as UTF-8."""
    if text.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return text.decode("utf-16", "replace").encode()
    return text.removeprefix(BYTE_ORDER_MARK)


def kind_of(text: bytes) -> Literal["club", "scoresheet", "BG Stats", "table"]:
    """Return what a file is, by its form. `text`: without a byte order mark."""
    if not text.strip():
        raise Impossible("this file is empty")
    if len(text) > limits.MAX_IMPORT_BYTES:
        raise Impossible(f"this file is too large: {limits.MAX_IMPORT_BYTES // 10**6} MB is the most")
    if text.startswith(COMPRESSED_PREFIXES):
        raise Impossible("this file is packed: unpack it first, or save a spreadsheet as CSV")
    kind = skim(text, _FileKind) if text.lstrip().startswith(b"{") else _FileKind()
    if kind.scorekeeper:
        return "club"
    if kind.scoresheet:
        return "scoresheet"
    if kind.plays:
        return "BG Stats"
    if text.lstrip()[:1] in (b"{", b"[", b"<", b"%") or BINARY.search(text):
        raise Impossible("this is neither a club’s file nor a scoresheet nor an export of BG Stats nor a table")
    return "table"


def _entries(text: msgspec.Raw, part: Part) -> Sequence[ListEntry]:
    entries: list[ListEntry] = _read(text, part.name, list[part.entry])  # type: ignore[name-defined]
    keys = set()
    for number, entry in enumerate(entries, 1):
        with error_prefix(f"{part.name} {number}"):
            entry.check()
            if entry.key in keys:
                raise Impossible(f"{quoted(entry.key)} is there twice")
        keys.add(entry.key)
    return entries


def _read(text: msgspec.Raw, name: str, kind: Any) -> Any:
    with error_prefix(name):
        return read(load_json(_check_size(text, limits.MAX_IMPORT_LIST_BYTES, "this list")), kind)


def _check_size(text: bytes | msgspec.Raw, max_bytes: int, noun: str) -> bytes:
    content = bytes(text)
    if len(content) > max_bytes:
        raise Impossible(f"{noun} is too large")
    return content
