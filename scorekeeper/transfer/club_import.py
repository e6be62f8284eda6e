"""Importing a file into a club: a preview first, then everything in one transaction."""

from __future__ import annotations

import hashlib
import json
import pickle
import zlib
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from copy import copy
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from msgspec.structs import replace

from games.core.schema import plain
from scorekeeper.clubs.models import Club, Device
from scorekeeper.clubs.player import tidy_name
from scorekeeper.clubs.security_log import record
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.models import HouseRulePreset, Match
from scorekeeper.matches.starting import check_club_has_room
from scorekeeper.transfer.import_file import OpenedFile, error_prefix, open_file
from scorekeeper.transfer.imported_players import ImportedPlayers, club_changed
from scorekeeper.transfer.models import Findings, PendingImport
from scorekeeper.transfer.scoresheets import BATCH, ROUNDS, MatchRows, PlayedSheet, match_from_sheet, write_matches

# How long an uploaded file, or the page that says what it brought, is kept.
PENDING_LIFETIME = timedelta(days=1)


def save_upload(club: Club, key: UUID, text: bytes) -> PendingImport:
    """Store a file, with its preview, until it is imported; Impossible where it cannot be.

    Of a club the last file is kept, so that nobody fills the disk with them.
    """
    findings = preview_import(club, open_file(text))
    PendingImport.objects.filter(uploaded_at__lt=timezone.now() - PENDING_LIFETIME).delete()
    club.pending_imports.filter(imported_at=None).exclude(key=key).delete()
    pending, _ = PendingImport.objects.get_or_create(
        key=key, defaults={"club": club, "compressed": zlib.compress(text, 1), "findings": plain(findings)}
    )
    return pending


def finish_import(pending: PendingImport, by: Device | None) -> None:
    """Import a file, once; Impossible, and nothing imported, where it no longer fits."""
    if pending.imported_at:
        return
    found = ClubImport(pending.club, open_file(zlib.decompress(pending.compressed)), keeps_rows=True)
    with transaction.atomic():
        pending = PendingImport.objects.select_for_update(of=("self",)).get(pk=pending.pk)
        if pending.imported_at:
            return
        found.write()
        pending.compressed, pending.findings, pending.imported_at = b"", plain(found.findings), timezone.now()
        pending.save()
        record("imported a file", pending.club, by)


def preview_import(club: Club, file: OpenedFile) -> Findings:
    return ClubImport(club, file).findings


def run_import(club: Club, file: OpenedFile) -> Findings:
    """Import all of a file, or nothing."""
    found = ClubImport(club, file, keeps_rows=True)
    found.write()
    return found.findings


class ClubImport:
    """What a file brings to a club. All matches are scored before anything is written, so that others wait briefly.

    `keeps_rows`: keep what `write` needs; a preview of a large file needs little memory.
    """

    def __init__(self, club: Club, file: OpenedFile, *, keeps_rows: bool = False) -> None:
        self.club, self.file, self.club_name = copy(club), file, ""
        used = club.players.exists() or club.matches.exists() or club.nights.exists()
        if file.club and not used:
            # An empty club becomes the one in the file.
            self.club.name, self.club.zone = file.club.name, file.club.zone
            self.club_name = file.club.name
        self.players = ImportedPlayers(self.club, file.players)
        self.duplicates = _DuplicateFinder(self.club)
        # The rows of the new matches. Packed, those of 5,000 matches take 20 MB of memory instead of 300.
        self.packed_rows: list[bytes] = []
        new = rounds = 0
        matches = self._matches()
        while batch := list(islice(matches, BATCH)):
            played = self.duplicates.new_matches(batch)
            for one in played:
                self.players.record_match(one.state.names, one.match.started)
            new, rounds = new + len(played), rounds + sum(len(one.state.rounds) for one in played)
            if keeps_rows:
                self.packed_rows.append(zlib.compress(pickle.dumps([MatchRows.of(one) for one in played]), 1))
        check_club_has_room(self.club, new + rounds)
        nights, presets = self._new_nights(), self._new_presets()
        self.findings = Findings(
            club_name=self.club_name, matches=new, rounds=rounds, duplicates=len(file.matches) - new,
            variants=self.duplicates.variants, new_players=self.players.new_names,
            existing_players=len(self.players.mentioned) - len(self.players.new_names),
            new_nights=len(nights), existing_nights=len(file.nights) - len(nights),
            new_presets=len(presets),
        )  # fmt: skip

    def write(self) -> None:
        """Write everything, or nothing: Impossible where the club has changed since it was read."""
        try:
            with transaction.atomic():
                Club.objects.select_for_update(no_key=True).get(pk=self.club.pk)  # one import of a club at a time
                self.players.lock()
                if self.duplicates.have_changed():
                    raise club_changed("matches")
                self.players.create_listed()
                for packed in self.packed_rows:
                    write_matches(self.players.find_or_create, pickle.loads(zlib.decompress(packed)))  # noqa: S301 -- ours
                NightNotes.objects.bulk_create(self._new_nights())
                HouseRulePreset.objects.bulk_create(self._new_presets())
                self.players.update_dates()
                if self.club_name:
                    self.club.save(update_fields=["name", "zone"])
        except IntegrityError:
            raise club_changed("players") from None

    def _matches(self) -> Iterator[_ImportedMatch]:
        for number in range(len(self.file.matches)):
            with error_prefix(f"match {number + 1}" if len(self.file.matches) > 1 else ""):
                sheet = self.file.sheet(number)
                sheet = replace(sheet, players=self.players.mention(sheet.players))
                played = match_from_sheet(self.club, sheet)
            yield _ImportedMatch(played, sheet.started is not None)

    def _new_nights(self) -> list[NightNotes]:
        existing = set(self.club.nights.values_list("night_date", flat=True))
        dated = [(date.fromisoformat(one.evening), one) for one in self.file.nights]
        return [
            NightNotes(club=self.club, night_date=day, name=one.name, place=one.place, note=one.note)
            for day, one in dated
            if day not in existing
        ]

    def _new_presets(self) -> list[HouseRulePreset]:
        existing = set(self.club.presets.values_list("game_key", "name"))
        found = [(one.game, tidy_name(one.name), one.house_rules) for one in self.file.presets]
        return [
            HouseRulePreset(club=self.club, game_key=game, name=name, house_rules=rules)
            for game, name, rules in found
            if (game, name) not in existing
        ]


class _ImportedMatch(NamedTuple):
    """`dated`: whether the sheet has the time of the start."""

    played: PlayedSheet
    dated: bool

    @property
    def key(self) -> Hashable:
        return _keys(self.played.match, self.played.state.names, self.played.facts)[self.dated]


class _DuplicateFinder:
    """Finds the matches the club has already: same players and seats, same start, same rounds.

    `variants` counts the new matches that the club has with other rounds or house rules.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self.seen, self.known = Counter[Hashable](), Counter[Hashable]()
        self.tables: set[Hashable] = set()
        self.starts: set[datetime] = set()
        self.games: set[str] = set()
        # Ids and versions of the matches that were compared.
        self.read: set[tuple[int, int, int]] = set()
        self.variants = 0

    def new_matches(self, batch: Sequence[_ImportedMatch]) -> list[PlayedSheet]:
        """Leave duplicates out. A match that is twice in the file and once in the club is new once."""
        self._read_similar(batch)
        new = []
        for one in batch:
            key = one.key
            self.seen[key] += 1
            if self.seen[key] > self.known[key]:
                new.append(one.played)
                self.variants += one.dated and _table(one.played.match, one.played.state.names) in self.tables
        return new

    def have_changed(self) -> bool:
        """Whether the club has other matches of those starts and games than were compared."""
        matches = self.club.matches.values_list("pk", "version", "names_version", "started", "game_key")
        return self.read != {
            (pk, version, names_version)
            for pk, version, names_version, started, game in matches
            if started in self.starts or game in self.games
        }

    def _read_similar(self, batch: Sequence[_ImportedMatch]) -> None:
        """Read the club's matches of the same start or, for a sheet without one, of the same game; each once."""
        starts = {one.played.match.started for one in batch if one.dated} - self.starts
        games = {one.played.match.game_key for one in batch if not one.dated} - self.games
        similar = self.club.matches.filter(Q(started__in=starts) | Q(game_key__in=games))
        unread = sorted(set(similar.values_list("pk", flat=True)) - {pk for pk, *_ in self.read})
        self.starts |= starts
        self.games |= games
        for start in range(0, len(unread), BATCH):
            pks = unread[start : start + BATCH]
            for match in self.club.matches.filter(pk__in=pks).with_seats().prefetch_related(ROUNDS):
                self.read.add((match.pk, match.version, match.names_version))
                facts = [one.facts for one in match.rounds.all()]
                self.known.update(_keys(match, match.names, facts))
                self.tables.add(_table(match, match.names))


def _table(match: Match, names: Sequence[str]) -> Hashable:
    return match.game_key, tuple(names), match.started


def _keys(match: Match, names: Sequence[str], facts: list[Any]) -> tuple[Hashable, Hashable]:
    """Return what identifies a match without and with its start."""
    content = [match.game_key, list(names), match.first_dealer, match.house_rules, facts]
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).digest()
    return digest, (digest, match.started)
