"""Opening a file that somebody brings: a club's, or a single scoresheet. What is neither is refused in one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import msgspec

from games.core import scoresheet
from games.core.errors import Impossible, quoted
from games.core.schema import load_json, read, skim
from games.core.scoresheet import Scoresheet
from scorekeeper.transfer.club_file import VERSION, ClubEntry, FileEntry, MatchSketch, NightEntry, PlayerEntry

LARGEST, LARGEST_LIST, LARGEST_SHEET = 64_000_000, 4_000_000, 1_000_000
"""In bytes: some 20,000 matches, 30,000 people, a thousand rounds of one match."""

BLANKS = (b" ", b"\t", b"\n", b"\r")
MARK = b"\xef\xbb\xbf"
PACKED = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd")

NOT_THERE = msgspec.Raw()

F = TypeVar("F", bound=FileEntry)


class OpenedFile(NamedTuple):
    """A file that was opened: everything is checked but the matches, which are as they came, one by one."""

    home: ClubEntry | None
    people: Sequence[PlayerEntry]
    evenings: Sequence[NightEntry]
    matches: Sequence[Any]

    def sheet(self, number: int) -> Scoresheet:
        """Read one of the matches (from 0); Impossible where it is no scoresheet."""
        return scoresheet.load(_small(bytes(self.matches[number]), LARGEST_SHEET, "this scoresheet"))

    def where(self, number: int) -> str:
        """Say which of several matches it is, from 1 as people count."""
        return f"match {number + 1}" if len(self.matches) > 1 else ""


class _Either(msgspec.Struct, frozen=True):
    """What tells the two kinds of file apart."""

    scorekeeper: msgspec.Raw = NOT_THERE
    scoresheet: msgspec.Raw = NOT_THERE


class _Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A club's file, unread."""

    scorekeeper: msgspec.Raw
    club: msgspec.Raw
    players: msgspec.Raw
    nights: msgspec.Raw
    matches: msgspec.Raw


def open_file(text: bytes) -> OpenedFile:
    """Open a file; Impossible, in one line, where it cannot be taken in."""
    text = text.removeprefix(MARK)
    if _is_a_sheet(text):
        return OpenedFile(None, (), (), [text])
    parts = {name: bytes(part) for name, part in msgspec.structs.asdict(skim(text, _Parts)).items()}
    _check_once(text, parts)
    if _small(parts["scorekeeper"], 100, "its version").strip() != str(VERSION).encode():
        raise Impossible(f"this file is of another version of Scorekeeper: only version {VERSION} is known here")
    return OpenedFile(
        home=_home(parts["club"]),
        people=_each(parts["players"], "players", PlayerEntry),
        evenings=_each(parts["nights"], "nights", NightEntry),
        matches=_matches(parts["matches"]),
    )


@contextmanager
def naming(where: str) -> Iterator[None]:
    try:
        yield
    except Impossible as error:
        raise Impossible(f"{where}: {error.message}" if where else error.message, error.field) from None


def _is_a_sheet(text: bytes) -> bool:
    if not text.strip():
        raise Impossible("this file is empty")
    if len(text) > LARGEST:
        raise Impossible(f"this file is too large: {LARGEST // 10**6} MB is the most")
    if text.startswith(PACKED):
        raise Impossible("this file is packed: unpack it first")
    if not text.lstrip().startswith(b"{"):
        raise Impossible("this is neither a club’s file nor a scoresheet")
    either = skim(text, _Either)
    if either.scorekeeper is NOT_THERE and either.scoresheet is NOT_THERE:
        raise Impossible("this is neither a club’s file nor a scoresheet")
    return either.scorekeeper is NOT_THERE


def _check_once(text: bytes, parts: dict[str, bytes]) -> None:
    given = 1 + sum(len(name) + len('"":,') + _solid(part) for name, part in parts.items())
    if _solid(text) != given:
        raise Impossible("a part of this file is there twice")


def _solid(text: bytes) -> int:
    return len(text) - sum(map(text.count, BLANKS))


def _matches(text: bytes) -> Sequence[msgspec.Raw]:
    with naming("matches"):
        skim(text, list[MatchSketch])
        return skim(text, list[msgspec.Raw])


def _home(text: bytes) -> ClubEntry:
    home: ClubEntry = _read(text, "club", ClubEntry)
    with naming("club"):
        home.check()
    return home


def _each(text: bytes, name: str, kind: type[F]) -> Sequence[F]:
    """Read one of the lists; nobody, and no evening, is in it twice."""
    facts: Sequence[F] = _read(text, name, list[kind])  # type: ignore[valid-type]
    there = set()
    for number, one in enumerate(facts, 1):
        with naming(f"{name} {number}"):
            one.check()
            if one.key in there:
                raise Impossible(f"{quoted(one.key)} is there twice")
        there.add(one.key)
    return facts


def _read(text: bytes, name: str, kind: Any) -> Any:
    with naming(name):
        return read(load_json(_small(text, LARGEST_LIST, "this list")), kind)


def _small(text: bytes, most: int, what: str) -> bytes:
    if len(text) > most:
        raise Impossible(f"{what} is too large")
    return text
