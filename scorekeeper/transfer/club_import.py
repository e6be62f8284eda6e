"""Importing a file into a club: a preview first, then everything in one transaction."""

import hashlib
import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from copy import copy
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from msgspec.structs import replace

from games.core.errors import Impossible, quoted
from games.core.house_rules import HouseRules
from games.core.registry import find
from games.core.schema import plain
from games.core.scoresheet import Scoresheet, read_rounds
from games.core.text import plural
from scorekeeper.clubs.models import Club, Device, Player
from scorekeeper.clubs.player import normalize_name
from scorekeeper.clubs.security_log import record
from scorekeeper.matches.starting import check_quota, checked_names, count_entries
from scorekeeper.transfer.club_file import OpenedFile, error_prefix, open_file
from scorekeeper.transfer.models import Findings, PartFindings, PendingImport
from scorekeeper.transfer.parts import PARTS, PLAYERS, Part, PlayerEntry
from scorekeeper.transfer.scoresheets import BATCH, ROUNDS, MatchRows, parsed_time, score_sheet, write_matches

# How long an uploaded file, or the page that says what it brought, is kept.
PENDING_LIFETIME = timedelta(days=1)


def save_upload(club: Club, key: UUID, text: bytes) -> PendingImport:
    """Store a file, with its preview, until it is imported; Impossible where it cannot be.

    Of a club the last file is kept, so that nobody fills the disk with them.
    """
    found = ClubImport(club, open_file(text))
    PendingImport.objects.filter(uploaded_at__lt=timezone.now() - PENDING_LIFETIME).delete()
    club.pending_imports.filter(imported_at=None).exclude(key=key).delete()
    pending, _ = PendingImport.objects.get_or_create(
        key=key, defaults={"club": club, "content": text, "findings": plain(found.findings)}
    )
    return pending


def finish_import(pending: PendingImport, by: Device | None) -> None:
    """Import a file, once; Impossible, and nothing imported, where it no longer fits."""
    with transaction.atomic():
        pending = PendingImport.objects.select_for_update(of=("self",)).get(pk=pending.pk)
        if pending.imported_at:
            return
        # One import of a club at a time, and nobody is renamed or merged meanwhile.
        club = Club.objects.select_for_update(no_key=True).get(pk=pending.club_id)
        list(club.players.select_for_update(no_key=True))
        found = ClubImport(club, open_file(bytes(pending.content)))
        found.write()
        pending.content, pending.findings, pending.imported_at = b"", plain(found.findings), timezone.now()
        pending.save()
        record("imported a file", club, by)


class ClubImport:
    """What a file brings to a club. Its matches are only read and compared until `write` scores the new ones."""

    def __init__(self, club: Club, file: OpenedFile) -> None:
        self.club, self.file, self.club_name = copy(club), file, ""
        if file.club and not any(rows.exists() for rows in (club.players, club.matches, club.nights)):
            # An empty club becomes the one in the file.
            self.club.name, self.club.zone = file.club.name, file.club.zone
            self.club_name = file.club.name
        self.entries = {part.name: {entry.key: entry for entry in file.entries[part.name]} for part in PARTS}
        self.principals = _principal_names(club, self.entries[PLAYERS.name])
        # By player: the start of their latest new match.
        self.last_played: dict[str, datetime] = {}
        # Numbers of the new matches, from 0.
        self.matches: list[int] = []
        rounds, variants = self._read_matches()
        self.new: dict[str, list[Any]] = {}
        self.findings = Findings(
            club_name=self.club_name, matches=len(self.matches), rounds=rounds,
            duplicates=len(file.matches) - len(self.matches), variants=variants,
            parts=[self._compare(part) for part in PARTS],
        )  # fmt: skip

    def write(self) -> None:
        """Write everything, or nothing: Impossible where a match cannot be, or the club changes meanwhile."""
        try:
            with transaction.atomic():
                for part in PARTS:
                    part.write(self.club, self.new[part.name])
                for batch in _batches(self.matches):
                    write_matches(self.club, [self._score(number) for number in batch])
                self._write_last_played()
                if self.club_name:
                    self.club.save(update_fields=["name", "zone"])
        except IntegrityError:
            raise Impossible("the club changed during the import, and nothing was imported: try again") from None

    def _read_matches(self) -> tuple[int, int]:
        """Find the new matches and the players of all; return the numbers of new rounds and of variants."""
        duplicates, rounds, entries = _DuplicateFinder(self.club), 0, count_entries(self.club)
        seated: dict[str, None] = {}
        for batch in _batches(range(len(self.file.matches))):
            sheets = {number: self._sheet(number) for number in batch}
            duplicates.read_similar(sheets.values())
            for number, sheet in sheets.items():
                seated |= dict.fromkeys(sheet.players)
                with self._error_prefix(number):
                    if not duplicates.is_new(sheet):
                        continue
                self.matches.append(number)
                rounds += len(sheet.rounds)
                started = parsed_time(sheet.started) or timezone.now()
                for name in sheet.players:
                    self.last_played[name] = max(started, self.last_played.get(name, started))
            check_quota(entries, len(self.matches) + rounds)
        for name in seated:
            last_played = self.last_played.get(name)
            entry = PlayerEntry(name, last_played=last_played.isoformat() if last_played else None)
            self.entries[PLAYERS.name].setdefault(name, entry)
        return rounds, duplicates.variants

    def _compare(self, part: Part) -> PartFindings:
        existing = {part.entry.of(row).key for row in part.rows(self.club)}
        entries = self.entries[part.name]
        new = self.new[part.name] = [entry for key, entry in entries.items() if key not in existing]
        names = [entry.key for entry in new] if part.lists_names else []
        return PartFindings(plural(len(new), *part.heading), len(new), len(entries) - len(new), names)

    def _sheet(self, number: int) -> Scoresheet:
        """Read a match, its players under the names that have their seats."""
        with self._error_prefix(number):
            sheet = self.file.sheet(number)
            names = map(normalize_name, sheet.players)
            return replace(sheet, players=checked_names([self.principals.get(name, name) for name in names]))

    def _score(self, number: int) -> MatchRows:
        sheet = self._sheet(number)
        with self._error_prefix(number):
            return score_sheet(self.club, sheet)

    def _error_prefix(self, number: int) -> AbstractContextManager[None]:
        return error_prefix(f"match {number + 1}" if len(self.file.matches) > 1 else "")

    def _write_last_played(self) -> None:
        """Note when players whom the club had already were last seen."""
        new = {entry.key for entry in self.new[PLAYERS.name]}
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
    """Return, by each name of a player of the club or the file, the name of the player who has their seats."""
    principals = {}
    for name, entry in entries.items():
        principals[name] = name
        if entry.same_as is not None:
            principals[name] = normalize_name(entry.same_as)
            principal = entries.get(principals[name])
            if principal is None or principal.same_as is not None:
                raise Impossible(f"players: {quoted(name)} cannot be another name of {quoted(entry.same_as)}")
    held = {player.name: (player.same_as or player).name for player in PLAYERS.rows(club)}
    return {name: held.get(principal, principal) for name, principal in principals.items()} | held


class _DuplicateFinder:
    """Finds the matches the club has already: same players and seats, same start, same rounds.

    `variants` counts the new matches that the club has with other rounds or house rules.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self.seen, self.known = Counter[Hashable](), Counter[Hashable]()
        # Games whose matches were all read; what matches share that are worth comparing, and who played them when.
        self.games: set[str] = set()
        self.similar: set[Hashable] = set()
        self.tables: set[Hashable] = set()
        # Ids of the matches that were read.
        self.read: set[int] = set()
        self.variants = 0

    def read_similar(self, sheets: Iterable[Scoresheet]) -> None:
        """Read the club's matches of the same start or, for a sheet without one, of the same game; each once."""
        starts = {start for sheet in sheets if (start := parsed_time(sheet.started))}
        games = {sheet.game for sheet in sheets if not sheet.started} - self.games
        self.games |= games
        similar = self.club.matches.filter(Q(started__in=starts) | Q(game_key__in=games))
        for match in similar.with_seats().prefetch_related(ROUNDS).iterator(chunk_size=BATCH):
            if match.pk not in self.read:
                self.read.add(match.pk)
                facts = [one.facts for one in match.rounds.all()]
                identity = _identity(match.game_key, match.names, match.first_dealer, match.house_rules, facts)
                self.known.update([identity, (identity, match.started)])
                self.similar |= {match.started, match.game_key}
                self.tables.add((match.game_key, tuple(match.names), match.started))

    def is_new(self, sheet: Scoresheet) -> bool:
        """Whether it is no duplicate. A match that is twice in the file and once in the club is new once."""
        started = parsed_time(sheet.started)
        if (started or sheet.game) not in self.similar:
            return True
        rules = HouseRules(find(sheet.game).house_rules, sheet.house_rules).differing
        rounds = read_rounds(sheet)
        # The round that is being played is not compared.
        facts = [plain(one) for one in rounds if one.is_complete or one is not rounds[-1]]
        identity = _identity(sheet.game, sheet.players, sheet.first_dealer, rules, facts)
        key = (identity, started) if started else identity
        self.seen[key] += 1
        is_new = self.seen[key] > self.known[key]
        self.variants += is_new and (sheet.game, tuple(sheet.players), started) in self.tables
        return is_new


def _identity(game: str, names: Sequence[str], first_dealer: int, rules: Any, rounds: Iterable[Any]) -> bytes:
    """Return what identifies a match beside its start. Whether a round is irregular follows from its other facts."""
    facts = [{name: fact for name, fact in one.items() if name != "irregular"} for one in rounds]
    content = [game, list(names), first_dealer, rules, facts]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).digest()
