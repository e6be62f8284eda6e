"""Importing a file into a club: a preview first, then everything in one transaction."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from copy import copy
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from msgspec.structs import replace

from games.core.errors import Impossible, quoted
from games.core.schema import plain
from games.core.scoresheet import Scoresheet, SeatedFor, key_of
from games.core.text import plural
from scorekeeper.clubs.models import Club, Device, Player
from scorekeeper.clubs.player import normalize_name
from scorekeeper.clubs.security_log import record
from scorekeeper.matches.starting import check_quota, checked_names, count_entries
from scorekeeper.transfer.bg_stats_import import open_export
from scorekeeper.transfer.club_file import OpenedFile, error_prefix, in_utf8, kind_of, open_file
from scorekeeper.transfer.models import ImportSummary, PartSummary, PendingImport, TableChoices
from scorekeeper.transfer.parts import PARTS, PLAYERS, Part, PlayerEntry
from scorekeeper.transfer.scoresheets import (
    BATCH,
    MatchRows,
    parsed_time,
    score_sheet,
    write_beginnings,
    write_matches,
)
from scorekeeper.transfer.table_import import open_table

# How long an upload is kept, or after its import the summary.
PENDING_LIFETIME = timedelta(days=1)


def save_upload(club: Club, key: UUID, text: bytes) -> PendingImport:
    """Store a file with its preview; Impossible if it cannot be imported.

    It replaces an earlier file of the club, so that nobody fills the disk with them.
    """
    summary = ClubImport(club, _open(club, text)).summary
    PendingImport.objects.filter(uploaded_at__lt=timezone.now() - PENDING_LIFETIME).delete()
    club.pending_imports.filter(imported_at=None).exclude(key=key).delete()
    pending, _ = PendingImport.objects.get_or_create(
        key=key, defaults={"club": club, "content": text, "summary_json": plain(summary)}
    )
    return pending


def read_otherwise(pending: PendingImport, choices: TableChoices) -> None:
    """Read a stored table as somebody chose, for another preview; Impossible if it cannot be read so."""
    if pending.imported_at is None:
        summary = ClubImport(pending.club, _open(pending.club, bytes(pending.content), choices)).summary
        PendingImport.objects.filter(pk=pending.pk, imported_at=None).update(summary_json=plain(summary))


def finish_import(pending: PendingImport, by: Device | None) -> None:
    """Import a stored file unless it was imported; Impossible, with nothing written, if it cannot be imported."""
    with transaction.atomic():
        pending = PendingImport.objects.select_for_update(of=("self",)).get(pk=pending.pk)
        if pending.imported_at:
            return
        # Lock the club against other imports, and its players against renaming and merging.
        club = Club.objects.select_for_update(no_key=True).get(pk=pending.club_id)
        list(club.players.select_for_update(no_key=True))
        table = pending.summary.table
        club_import = ClubImport(club, _open(club, bytes(pending.content), table.choices if table else None))
        club_import.write()
        pending.content, pending.summary_json = b"", plain(club_import.summary)
        pending.imported_at = timezone.now()
        pending.save()
        record("imported a file", club, by)


def _open(club: Club, text: bytes, choices: TableChoices | None = None) -> OpenedFile:
    text = in_utf8(text)
    kind = kind_of(text)
    if kind == "table":
        return open_table(club, text, choices or TableChoices())
    return open_export(club, text) if kind == "BG Stats" else open_file(text)


class ClubImport:
    """The changes that a file makes to a club. Only `write` scores the new matches."""

    def __init__(self, club: Club, file: OpenedFile) -> None:
        self.club, self.file, self.club_name = copy(club), file, ""
        if file.club and not any(rows.exists() for rows in (club.players, club.matches, club.nights)):
            # An empty club takes the name and time zone from the file.
            self.club.name, self.club.zone = file.club.name, file.club.zone
            self.club_name = file.club.name
        self.entries = {part.name: {entry.key: entry for entry in file.entries[part.name]} for part in PARTS}
        self.principals = _principal_names(club, self.entries[PLAYERS.name])
        # By name: the start of the player's latest new match.
        self.last_played: dict[str, datetime] = {}
        # The positions of the new matches in the file, from 0.
        self.new_matches: list[int] = []
        rounds = self._read_matches()
        # By name of the part.
        self.new_entries: dict[str, list[Any]] = {}
        self.summary = ImportSummary(
            club_name=self.club_name, matches=len(self.new_matches), rounds=rounds,
            duplicates=len(file.matches) - len(self.new_matches),
            parts=[self._summarize(part) for part in PARTS],
            left_behind={reason: [*plays] for reason, plays in file.left_behind.items()},
            table=file.table,
        )  # fmt: skip

    def write(self) -> None:
        """Write everything, or nothing: Impossible if a match breaks the rules or the club changes meanwhile."""
        try:
            with transaction.atomic():
                for part in PARTS:
                    part.create(self.club, self.new_entries[part.name])
                for batch in _batches(self.new_matches):
                    rows = [self._score(number) for number in batch]
                    write_beginnings(rows, write_matches(self.club, rows))
                self._update_last_played()
                if self.club_name:
                    self.club.save(update_fields=["name", "zone"])
        except IntegrityError:
            raise Impossible("the club changed during the import, and nothing was imported: try again") from None

    def _read_matches(self) -> int:
        """Collect the new matches and the players of all; return the number of new rounds."""
        rounds, entries, keys = 0, count_entries(self.club), set[UUID]()
        names: dict[str, None] = {}
        for batch in _batches(range(len(self.file.matches))):
            sheets = {number: self._sheet(number) for number in batch}
            in_batch = {number: key_of(sheet) for number, sheet in sheets.items()}
            keys.update(self.club.matches.filter(key__in=in_batch.values()).values_list("key", flat=True))
            for number, sheet in sheets.items():
                names |= dict.fromkeys(sheet.players)
                if in_batch[number] in keys:
                    continue
                keys.add(in_batch[number])
                self.new_matches.append(number)
                rounds += len(sheet.rounds)
                started = parsed_time(sheet.started) or timezone.now()
                for name in sheet.players:
                    self.last_played[name] = max(started, self.last_played.get(name, started))
            check_quota(entries, len(self.new_matches) + rounds)
        for name in names:
            last_played = self.last_played.get(name)
            entry = PlayerEntry(name, last_played=last_played.isoformat() if last_played else None)
            self.entries[PLAYERS.name].setdefault(name, entry)
        return rounds

    def _summarize(self, part: Part) -> PartSummary:
        existing = {part.entry.from_row(row).key for row in part.rows(self.club)}
        entries = self.entries[part.name]
        new = self.new_entries[part.name] = [entry for key, entry in entries.items() if key not in existing]
        known = [key for key in entries if key in existing]
        heading = plural(len(new), *part.nouns) if new else f"No {part.nouns[1]}"
        summary = PartSummary(heading, len(new), len(known))
        if not part.lists_names:
            return summary
        names = [entry.key for entry in new]
        look_alikes = self.club.players.look_alikes(names)
        return replace(summary, names=names, existing_names=known, look_alikes=look_alikes)

    def _sheet(self, number: int) -> Scoresheet:
        """Read a match; merged players get the name of their principal."""
        with self._error_prefix(number):
            sheet = self.file.sheet(number)
            players = checked_names([self._name_here(name) for name in sheet.players])
            # The key is taken before players are renamed: the same file again has the same keys.
            return replace(sheet, key=key_of(sheet), players=players, stand_ins=list(self._stand_ins(sheet, players)))

    def _stand_ins(self, sheet: Scoresheet, players: Sequence[str]) -> Iterator[SeatedFor]:
        """Yield the stand-ins by the names that they have in the club, without those who are the player of the seat."""
        for stand_in, renamed in ((one, self._name_here(one.name)) for one in sheet.stand_ins):
            if renamed == stand_in.name or renamed not in players[stand_in.seat : stand_in.seat + 1]:
                yield replace(stand_in, name=renamed)

    def _name_here(self, name: str) -> str:
        """Return a player's name in the club; of a merged one that of their principal."""
        return self.principals.get(normalize_name(name), normalize_name(name))

    def _score(self, number: int) -> MatchRows:
        sheet = self._sheet(number)
        with self._error_prefix(number):
            return score_sheet(self.club, sheet)

    def _error_prefix(self, number: int) -> AbstractContextManager[None]:
        return error_prefix(f"match {number + 1}" if len(self.file.matches) > 1 else "")

    def _update_last_played(self) -> None:
        """Update when players whom the club already had played last."""
        new = {entry.key for entry in self.new_entries[PLAYERS.name]}
        entries = self.entries[PLAYERS.name]
        players = [player for player in self.club.players.all() if player.name in entries.keys() - new]
        for player in players:
            in_file = parsed_time(entries[player.name].last_played)
            dates = player.last_played, in_file, self.last_played.get(player.name)
            player.last_played = max(filter(None, dates), default=None)
        Player.objects.bulk_update(players, ["last_played"])


def _batches(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    return (numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH))


def _principal_names(club: Club, entries: Mapping[str, PlayerEntry]) -> dict[str, str]:
    """Return for each player's name, in the club or the file, the name of the player who has their seats."""
    principals = {}
    for name, entry in entries.items():
        principals[name] = name
        if entry.same_as is not None:
            principals[name] = normalize_name(entry.same_as)
            principal = entries.get(principals[name])
            if principal is None or principal.same_as is not None:
                raise Impossible(f"players: {quoted(name)} cannot be another name of {quoted(entry.same_as)}")
    in_club = {player.name: (player.same_as or player).name for player in PLAYERS.rows(club)}
    return {name: in_club.get(principal, principal) for name, principal in principals.items()} | in_club
