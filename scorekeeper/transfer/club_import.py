"""Importing a file into a club: a preview first, then all or nothing, while others go on writing."""

from __future__ import annotations

import hashlib
import json
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.db.models.functions import Length
from django.utils import timezone
from msgspec.structs import replace

from games.core.errors import Impossible
from games.core.schema import plain
from scorekeeper.clubs.models import Club, Device
from scorekeeper.clubs.names import tidy_name
from scorekeeper.clubs.security_log import record
from scorekeeper.history.models import NightNotes
from scorekeeper.limits import QuotaReached
from scorekeeper.matches.models import HouseRulePreset, Match, Seat, with_seats
from scorekeeper.matches.starting import check_club_has_room
from scorekeeper.server.database import CannotWrite, writing
from scorekeeper.transfer.import_file import OpenedFile, error_prefix, open_file
from scorekeeper.transfer.imported_players import ClubChanged, ImportedPlayers
from scorekeeper.transfer.models import BROKE_OFF, BUSY, Findings, PendingImport
from scorekeeper.transfer.scoresheets import BATCH, ROUNDS, PlayedSheet, match_from_sheet
from scorekeeper.transfer.staging import move_in, slices, stage, stage_matches, staging_club

Report = Callable[[int], None]
SOON_PREVIEWED = 200
"""Matches of a file that is previewed while its sender waits; of a larger one a page says how far the preview is."""
PATIENCE = 2
"""Seconds to wait for another import."""
PENDING_DAYS, PENDING_FILES, PENDING_BYTES = timedelta(days=1), 3, 64_000_000
"""How long a file waits for its import, how many of a club do, and how large they are; the oldest make room."""

one_at_a_time = threading.Lock()
"""A large file takes memory and a while: a process looks at one of them at a time."""


@contextmanager
def _one_import_at_a_time() -> Iterator[None]:
    if not one_at_a_time.acquire(timeout=PATIENCE):
        raise Impossible(BUSY)
    try:
        yield
    finally:
        one_at_a_time.release()


def save_upload(club: Club, key: UUID, text: bytes) -> PendingImport:
    """Store a file until it is imported, with its preview, or for finish_preview where it is large.

    Impossible, and nothing stored, where it is known by now that it cannot be imported.
    """
    with _one_import_at_a_time():
        file, packed = open_file(text), zlib.compress(text, 1)
        soon = len(file.matches) <= SOON_PREVIEWED
        findings = preview_import(club, file) if soon else Findings.preliminary(len(file.matches))
    check_club_has_room(club, findings.matches + findings.rounds)
    try:
        with writing():
            _make_room(club, key, len(packed))
            pending: PendingImport = PendingImport.objects.filter(key=key).first() or PendingImport.objects.create(
                club=club, key=key, packed=packed, findings=plain(findings)
            )
    except IntegrityError:
        # Another connection stored the same form first.
        pending = PendingImport.objects.get(key=key)
    return pending


def _make_room(club: Club, key: UUID, size: int) -> None:
    waiting = PendingImport.objects.filter(imported_at=None)
    waiting.filter(uploaded_at__lt=timezone.now() - PENDING_DAYS).delete()
    newest = waiting.filter(club=club).exclude(key=key).order_by("-pk").values_list("pk", Length("packed"))
    for number, (pk, length) in enumerate(newest, 2):
        size += length
        if number > PENDING_FILES or size > PENDING_BYTES:
            waiting.filter(pk=pk).delete()


def finish_preview(pending: PendingImport) -> None:
    """Preview a large file, and note how far that is; of one that cannot be imported only why is kept."""
    try:
        with _one_import_at_a_time():
            file = open_file(zlib.decompress(pending.packed))
            findings = preview_import(pending.club, file, pending.note_progress)
        check_club_has_room(pending.club, findings.matches + findings.rounds)
        pending.note_findings(plain(findings))
    except (Impossible, QuotaReached) as error:
        pending.refuse(str(error))
    except BaseException:
        with suppress(CannotWrite):
            pending.stop(BROKE_OFF)
        raise


def finish_import(pending: PendingImport, by: Device | None) -> None:
    """Import everything, once, and note how far that is; where it no longer fits nothing is imported, and why is noted.

    Others write meanwhile: all is made in a club that nobody is in, and moved in the end.
    """
    try:
        with _one_import_at_a_time(), staging_club() as staging:
            importing = _ClubImport(pending.club, open_file(zlib.decompress(pending.packed)))
            findings = importing.process(staging, pending.note_progress)
            with writing():
                pending = PendingImport.objects.select_for_update().select_related("club").get(pk=pending.pk)
                if pending.imported_at is None:
                    importing.move(staging)
                    pending.end(plain(findings))
                    record("imported a file", pending.club, by)
    except Impossible as error:
        pending.stop(error.message)
    except BaseException:
        with suppress(CannotWrite):
            pending.stop(BROKE_OFF)
        raise


def preview_import(club: Club, file: OpenedFile, report: Report = lambda *_: None) -> Findings:
    return _ClubImport(club, file).process(report=report)


def run_import(club: Club, file: OpenedFile) -> Findings:
    with staging_club() as staging:
        importing = _ClubImport(club, file)
        findings = importing.process(staging)
        importing.move(staging)
    return findings


class _ClubImport:
    def __init__(self, club: Club, file: OpenedFile) -> None:
        self.club, self.file, self.club_name = club, file, ""
        used = club.players.exists() or club.matches.exists() or club.nights.exists()
        if file.club and not used:
            # An empty club becomes the one in the file.
            club.name, club.zone = file.club.name, file.club.zone
            self.club_name = club.name
        self.players, self.duplicates = ImportedPlayers(club, file.players), _DuplicateFinder(club)

    def process(self, staging: Club | None = None, report: Report = lambda *_: None) -> Findings:
        """Go through the whole file, and write it into a staging club where there is one; the findings are the same."""
        if staging:
            self.players.create(staging)
        new = rounds = done = 0
        matches = self._matches()
        while batch := list(islice(matches, BATCH)):
            played = self.duplicates.new_matches(batch)
            for one in played:
                self.players.record_match(one.state.names, one.match.started)
            new, rounds = new + len(played), rounds + sum(len(one.state.rounds) for one in played)
            if staging:
                stage_matches(staging, self.players.find_or_create, played)
            done += len(batch)
            report(done)
        nights, presets = self._new_nights(), self._new_presets()
        if staging:
            stage(staging, presets)
            stage(staging, nights)
            self.players.update_dates()
        new_players = [name for name in self.players.mentioned if name not in self.players.existing]
        return Findings(
            club_name=self.club_name, matches=new, rounds=rounds, duplicates=len(self.file.matches) - new,
            variants=self.duplicates.variants, new_players=new_players,
            existing_players=len(self.players.mentioned) - len(new_players),
            new_nights=len(nights), existing_nights=len(self.file.nights) - len(nights),
            new_presets=len(presets),
        )  # fmt: skip

    def move(self, staging: Club) -> None:
        """Make what was written a part of the club, all or nothing; ClubChanged where that does not fit."""
        try:
            with writing():
                self.players.check_unchanged()
                move_in(staging, self.club)
                self.players.note_last_played()
                if self.club_name:
                    self.club.save(update_fields=["name", "zone"])
        except IntegrityError:
            raise ClubChanged from None

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
        match, facts = self.played.match, [plain(one.facts) for one in self.played.state.rounds]
        return _keys(match, self.played.state.names, facts)[self.dated]


class _DuplicateFinder:
    """Finds the matches the club had before the import: same players and seats, same start, same rounds.

    `variants` counts the new matches that the club has with other rounds or house rules.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        newest = club.matches.order_by("-pk").values_list("pk", flat=True).first()
        self.existing = club.matches.filter(pk__lte=newest or 0)
        self.seen, self.known = Counter[Hashable](), Counter[Hashable]()
        self.tables: set[Hashable] = set()
        self.read: set[int] = set()
        self.searched: set[Hashable] = set()
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

    def _read_similar(self, batch: Sequence[_ImportedMatch]) -> None:
        """Read the club's matches that may be one of these, each once however many batches they are similar to."""
        found = set(self._similar(batch).values_list("pk", flat=True)) - self.read if batch else set()
        self.read |= found
        for pks in slices(sorted(found), BATCH):
            for match in with_seats(self.existing.filter(pk__in=pks).prefetch_related(ROUNDS)):
                facts = [one.facts for one in match.rounds.all()]
                self.known.update(_keys(match, match.names, facts))
                self.tables.add(_table(match, match.names))

    def _similar(self, batch: Sequence[_ImportedMatch]) -> QuerySet[Match]:
        dated = {one.played.match.started for one in batch if one.dated} - self.searched
        undated = {
            (one.played.match.game_key, one.played.state.names[0]) for one in batch if not one.dated
        } - self.searched
        self.searched |= dated | undated
        similar = Q(started__in=dated)
        for game_key in {game_key for game_key, _ in undated}:
            names = {name for of_game, name in undated if of_game == game_key}
            first_seats = Seat.objects.filter(number=0, player__club=self.club, player__name__in=names)
            similar |= Q(game_key=game_key, pk__in=first_seats.values("match"))
        return self.existing.filter(similar)


def _table(match: Match, names: Sequence[str]) -> Hashable:
    return match.game_key, tuple(names), match.started


def _keys(match: Match, names: Sequence[str], facts: list[Any]) -> tuple[Hashable, Hashable]:
    """Return what identifies a match without and with its start."""
    content = [match.game_key, list(names), match.first_dealer, match.house_rules, facts]
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).digest()
    return digest, (digest, match.started)
