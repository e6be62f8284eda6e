"""Importing a file into a club: a preview first, then everything in one transaction."""

import hashlib
import json
import pickle
import zlib
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from copy import copy
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from msgspec.structs import replace

from games.core.errors import Impossible, quoted
from games.core.schema import plain
from scorekeeper.clubs.models import Club, Device, Player
from scorekeeper.clubs.player import tidy_name
from scorekeeper.clubs.security_log import record
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.models import HouseRulePreset, Match
from scorekeeper.matches.starting import check_room, entries_of
from scorekeeper.rulebook.models import RulesNote, TableRuling
from scorekeeper.transfer.club_file import OpenedFile, PlayerEntry, error_prefix, open_file
from scorekeeper.transfer.models import Findings, PendingImport
from scorekeeper.transfer.scoresheets import (
    BATCH,
    ROUNDS,
    MatchRows,
    PlayedSheet,
    match_from_sheet,
    parsed_time,
    write_matches,
)  # fmt: skip

# How long an uploaded file, or the page that says what it brought, is kept.
PENDING_LIFETIME = timedelta(days=1)


def save_upload(club: Club, key: UUID, text: bytes) -> PendingImport:
    """Store a file, with its preview, until it is imported; Impossible where it cannot be.

    Of a club the last file is kept, so that nobody fills the disk with them.
    """
    findings = ClubImport(club, open_file(text)).findings
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


class ClubImport:
    """What a file brings to a club. All matches are scored before anything is written, so that others wait briefly.

    `keeps_rows`: keep what `write` needs; a preview of a large file needs little memory.
    """

    def __init__(self, club: Club, file: OpenedFile, *, keeps_rows: bool = False) -> None:
        self.club, self.file, self.club_name = copy(club), file, ""
        self.members = _members(club)
        if file.club and not any(self.members) and not club.nights.exists():
            # An empty club becomes the one in the file.
            self.club.name, self.club.zone = file.club.name, file.club.zone
            self.club_name = file.club.name
        self.players = _ImportedPlayers(self.club, file.players)
        duplicates = _DuplicateFinder(self.club)
        # The rows of the new matches. Packed, those of 5,000 matches take 60 MB of memory instead of 300.
        self.packed_rows: list[bytes] = []
        new, rounds, held = 0, 0, entries_of(club)
        matches = self._matches()
        while batch := list(islice(matches, BATCH)):
            played = duplicates.new_matches(batch)
            for one in played:
                self.players.record_match(one.state.names, one.match.started)
            new, rounds = new + len(played), rounds + sum(len(one.state.rounds) for one in played)
            check_room(held, new + rounds)
            if keeps_rows:
                self.packed_rows.append(zlib.compress(pickle.dumps([MatchRows.of(one) for one in played]), 1))
        nights, presets, rulings = self._new_nights(), self._new_presets(), self._new_rulings()
        self.findings = Findings(
            club_name=self.club_name, matches=new, rounds=rounds, duplicates=len(file.matches) - new,
            variants=duplicates.variants, new_players=self.players.new_names,
            existing_players=len(self.players.mentioned) - len(self.players.new_names),
            new_nights=len(nights), existing_nights=len(file.nights) - len(nights),
            new_presets=len(presets), new_rulings=len(rulings),
            new_notes=len(self._new_notes()),
        )  # fmt: skip

    def write(self) -> None:
        """Write everything, or nothing: Impossible where the club has changed since it was read."""
        changed = Impossible("the club changed during the import, and nothing was imported: try again")
        try:
            with transaction.atomic():
                # One import of a club at a time, and nobody is renamed or merged meanwhile.
                Club.objects.select_for_update(no_key=True).get(pk=self.club.pk)
                list(self.club.players.select_for_update(no_key=True))
                if _members(self.club) != self.members:
                    raise changed
                self.players.write()
                for packed in self.packed_rows:
                    rows = pickle.loads(zlib.decompress(packed))  # noqa: S301 -- made above
                    write_matches(self.players.named, rows)
                NightNotes.objects.bulk_create(self._new_nights())
                HouseRulePreset.objects.bulk_create(self._new_presets())
                TableRuling.objects.bulk_create(self._new_rulings())
                RulesNote.objects.bulk_create(self._new_notes())
                if self.club_name:
                    self.club.save(update_fields=["name", "zone"])
        except IntegrityError:
            raise changed from None

    def _matches(self) -> Iterator[PlayedSheet]:
        for number in range(len(self.file.matches)):
            with error_prefix(f"match {number + 1}" if len(self.file.matches) > 1 else ""):
                sheet = self.file.sheet(number)
                yield match_from_sheet(self.club, replace(sheet, players=self.players.mention(sheet.players)))

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

    def _new_rulings(self) -> list[TableRuling]:
        existing = set(self.club.rulings.values_list("game_key", "question"))
        return [
            TableRuling(
                club=self.club, game_key=one.game, question=one.question, ruling=one.ruling,
                decided=one.decided, section=one.section,
            )
            for one in self.file.rulings
            if (one.game, one.question) not in existing
        ]  # fmt: skip

    def _new_notes(self) -> list[RulesNote]:
        existing = set(self.club.rules_notes.values_list("game_key", "written"))
        found = [(one.game, datetime.fromisoformat(one.written), one.text) for one in self.file.rules_notes]
        return [
            RulesNote(club=self.club, game_key=game, written=written, text=text)
            for game, written, text in found
            if (game, written) not in existing
        ]


def _members(club: Club) -> tuple[set[Any], set[Any]]:
    """Return the players and matches that an import relies on until it is written."""
    return set(club.players.values_list("pk", "name", "same_as")), set(club.matches.values_list("pk"))


class _ImportedPlayers:
    """The players of the club and of a file, by name. Players the club has already keep their facts."""

    def __init__(self, club: Club, entries: Sequence[PlayerEntry]) -> None:
        self.club = club
        self.entries = {entry.key: entry for entry in entries}
        self.existing = {player.name: player for player in club.players.select_related("same_as")}
        self.created: dict[str, Player] = {}
        self.mentioned = dict.fromkeys(self.entries)
        self.last_played: dict[str, datetime] = {}
        for name, entry in self.entries.items():
            if entry.same_as is not None:
                principal = self.entries.get(tidy_name(entry.same_as))
                if principal is None or principal.same_as is not None:
                    raise Impossible(f"players: {quoted(name)} cannot be another name of {quoted(entry.same_as)}")

    @property
    def new_names(self) -> list[str]:
        return [name for name in self.mentioned if name not in self.existing]

    def mention(self, names: Sequence[str]) -> list[str]:
        """Remember the players of a match; return their principal names."""
        principals = [self._principal(name) for name in names]
        self.mentioned.update(dict.fromkeys(principals))
        return principals

    def record_match(self, names: Iterable[str], started: datetime) -> None:
        for name in names:
            self.last_played[name] = max(started, self.last_played.get(name, started))

    def named(self, names: Sequence[str]) -> list[Player]:
        return [self.existing.get(name) or self.created[name] for name in names]

    def write(self) -> None:
        """Create the new players, and note when those of the club were last seen."""
        new, seen_again = self.new_names, [name for name in self.mentioned if name in self.existing]
        marks = [entry.mark for name in new if (entry := self.entries.get(name)) and entry.mark is not None]
        spare = self.club.players.spare_marks(marks)
        for name in new:
            entry = self.entries.get(name)
            mark = next(spare) if entry is None or entry.mark is None else entry.mark
            last_played = parsed_time(entry.last_played) if entry else self.last_played.get(name)
            self.created[name] = Player(
                club=self.club, name=name, mark=mark, emoji=entry.emoji if entry else "",
                archived=bool(entry and entry.archived), last_played=last_played,
            )  # fmt: skip
        Player.objects.bulk_create(self.created.values())
        listed = [(self.created[name], self.entries[name]) for name in new if name in self.entries]
        for player, entry in listed:
            player.joined = parsed_time(entry.joined) or player.joined
            if entry.same_as:
                [player.same_as] = self.named([self._principal(player.name)])
        Player.objects.bulk_update([player for player, _ in listed], ["joined", "same_as"])
        for player in self.named(seen_again):
            entry = self.entries.get(player.name)
            in_file = parsed_time(entry.last_played) if entry else None
            dates = (player.last_played, in_file, self.last_played.get(player.name))
            player.last_played = max(filter(None, dates), default=None)
        Player.objects.bulk_update(self.named(seen_again), ["last_played"])

    def _principal(self, name: str) -> str:
        name = tidy_name(name)
        if player := self.existing.get(name):
            return player.same_as.name if player.same_as else player.name
        entry = self.entries.get(name)
        return self._principal(entry.same_as) if entry and entry.same_as else name


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
        # Ids of the matches that were compared.
        self.read: set[int] = set()
        self.variants = 0

    def new_matches(self, batch: Sequence[PlayedSheet]) -> list[PlayedSheet]:
        """Leave duplicates out. A match that is twice in the file and once in the club is new once."""
        self._read_similar(batch)
        new = []
        for one in batch:
            identity = _identity(one.match, one.state.names, one.facts)
            key = (identity, one.match.started) if one.is_dated else identity
            self.seen[key] += 1
            if self.seen[key] > self.known[key]:
                new.append(one)
                self.variants += one.is_dated and _table(one.match, one.state.names) in self.tables
        return new

    def _read_similar(self, batch: Sequence[PlayedSheet]) -> None:
        """Read the club's matches of the same start or, for a sheet without one, of the same game; each once."""
        starts = {one.match.started for one in batch if one.is_dated} - self.starts
        games = {one.match.game_key for one in batch if not one.is_dated} - self.games
        self.starts |= starts
        self.games |= games
        similar = self.club.matches.filter(Q(started__in=starts) | Q(game_key__in=games))
        for match in similar.with_seats().prefetch_related(ROUNDS).iterator(chunk_size=BATCH):
            if match.pk not in self.read:
                self.read.add(match.pk)
                identity = _identity(match, match.names, [one.facts for one in match.rounds.all()])
                self.known.update([identity, (identity, match.started)])
                self.tables.add(_table(match, match.names))


def _table(match: Match, names: Sequence[str]) -> Hashable:
    return match.game_key, tuple(names), match.started


def _identity(match: Match, names: Sequence[str], facts: list[Any]) -> bytes:
    """Return what identifies a match beside its start."""
    content = [match.game_key, list(names), match.first_dealer, match.house_rules, facts]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).digest()
