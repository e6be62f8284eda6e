"""The people of a file that is brought: who is known here by that name, who is new, who is whose other name."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone
from msgspec.structs import replace

from games.core.errors import Impossible, quoted
from games.core.schema import plain
from scorekeeper.clubs.models import Club, Player, folded
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.models import SEATS_PREFETCH, Match, Round, Seat, with_seats
from scorekeeper.server.database import writing
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.import_file import OpenedFile, naming, open_file
from scorekeeper.transfer.models import Findings, PendingImport

if TYPE_CHECKING:
    from scorekeeper.transfer.club_file import PlayerEntry
    from scorekeeper.transfer.scoresheets import PlayedSheet


class ImportedPlayers:
    """Everybody here and in a file, by name. Who is here already stays as they are."""

    def __init__(self, club: Club, brought: Sequence[PlayerEntry]) -> None:
        self.club = club
        self.brought = {person.key: person for person in brought}
        self.here = {player.name: player for player in club.players.select_related("same_as")}
        self.new = {name: person for name, person in self.brought.items() if name not in self.here}
        self.named = dict.fromkeys(self.brought)
        self.last_played: dict[str, datetime] = {}
        for name, person in self.brought.items():
            self._check_other_name(name, person)

    def principal(self, name: str) -> str:
        name = folded(name)
        if player := self.here.get(name):
            return player.same_as.name if player.same_as else player.name
        person = self.new.get(name)
        return self.principal(person.same_as) if person and person.same_as else name

    def seated(self, names: Sequence[str]) -> list[str]:
        """Note who sits at a match that is brought; return them by the names they are kept under."""
        kept = [self.principal(name) for name in names]
        self.named.update(dict.fromkeys(kept))
        return kept

    def played(self, names: Iterable[str], started: datetime) -> None:
        for name in names:
            self.last_played[name] = max(started, self.last_played.get(name, started))

    @property
    def unknown(self) -> list[str]:
        return [name for name in self.named if name not in self.here]

    def write_down(self) -> None:
        Player.objects.bulk_create(
            Player(club=self.club, name=name, mark=person.mark, archived=person.archived)
            for name, person in self.new.items()
        )
        by_name = {player.name: player for player in self.club.players.all()}
        others = [by_name[name] for name, person in self.new.items() if person.same_as]
        for player in others:
            player.same_as = by_name[self.principal(player.name)]
        Player.objects.bulk_update(others, ["same_as"], batch_size=500)

    def write_dates(self) -> None:
        players = list(self.club.players.filter(name__in=self.named))
        for player in players:
            self._date(player)
        Player.objects.bulk_update(players, ["joined", "last_played"], batch_size=300)

    def _date(self, player: Player) -> None:
        brought, new = self.brought.get(player.name), player.name not in self.here
        said = _moment(brought.last_played) if brought else None
        if new and brought:
            player.joined, player.last_played = _moment(brought.joined) or player.joined, said
        else:
            dates = (player.last_played, said, self.last_played.get(player.name))
            player.last_played = max(filter(None, dates), default=None)

    def _check_other_name(self, name: str, person: PlayerEntry) -> None:
        if person.same_as is None:
            return
        other = self.brought.get(folded(person.same_as))
        if other is None or other.same_as is not None:
            raise Impossible(f"players: {quoted(name)} cannot be another name of {quoted(person.same_as)}")


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


# --- Which matches are here already: the same people in the same seats, the same start, the same facts.

ROUNDS = Prefetch("rounds", Round.objects.only("match", "number", "facts").order_by("number"))


class ImportedMatch(NamedTuple):
    """A match that is brought; `dated`: whether its sheet says when it started."""

    played: PlayedSheet
    dated: bool

    @property
    def key(self) -> Hashable:
        match, facts = self.played.match, [plain(one.facts) for one in self.played.state.rounds]
        return _keys(match, self.played.state.names, facts)[self.dated]


class DuplicateFinder:
    """All that has been brought, beside all that was here before the first of it came.

    `otherwise`: how many new ones are here with other rounds, or other house rules.
    """

    def __init__(self, club: Club) -> None:
        newest = club.matches.order_by("-pk").values_list("pk", flat=True).first()
        self.here = club.matches.filter(pk__lte=newest or 0)
        self.brought = Counter[Hashable]()
        self.otherwise = 0

    def new(self, some: Sequence[ImportedMatch]) -> list[PlayedSheet]:
        like = with_seats(self._like(some))
        there = Counter(key for match in like for key in _keys_here(match))
        keys = [one.key for one in some]
        new = [one for one, key in zip(some, keys, strict=True) if self._count(key) > there[key]]
        tables = {_table(match, match.names) for match in like}
        self.otherwise += sum(one.dated and _table(one.played.match, one.played.state.names) in tables for one in new)
        return [one.played for one in new]

    def _count(self, key: Hashable) -> int:
        self.brought[key] += 1
        return self.brought[key]

    def _like(self, some: Sequence[ImportedMatch]) -> QuerySet[Match]:
        starts = [one.played.match.started for one in some if one.dated]
        undated = [one.played for one in some if not one.dated]
        games = {played.match.game_key for played in undated}
        first = {played.state.names[0] for played in undated}
        like = Q(started__in=starts)
        if undated:
            like |= Q(game_key__in=games, pk__in=Seat.objects.filter(number=0, player__name__in=first).values("match"))
        return self.here.filter(like).prefetch_related(SEATS_PREFETCH, ROUNDS)


def _keys_here(match: Match) -> tuple[Hashable, Hashable]:
    return _keys(match, match.names, [one.facts for one in match.rounds.all()])


def _table(match: Match, names: Sequence[str]) -> Hashable:
    return match.game_key, tuple(names), match.started


def _keys(match: Match, names: Sequence[str], facts: list[Any]) -> tuple[Hashable, Hashable]:
    said = [match.game_key, list(names), match.first_dealer, match.house_rules, facts]
    digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).digest()
    return digest, (digest, match.started)


# --- Taking a file in: first to see what it comes to, then in one transaction, all of it or nothing.

AT_ONCE = 100
"""Matches looked at, and written, with one set of statements."""


def preview_import(club: Club, brought: OpenedFile) -> Findings:
    """Play through all that is brought, and write nothing; Impossible where something cannot be."""
    return _ClubImport(club, brought).unpack(write=False)


def run_import(club: Club, brought: OpenedFile) -> Findings:
    with writing():
        return _ClubImport(club, brought).unpack(write=True)


class _ClubImport:
    """What is brought, on its way into a club."""

    def __init__(self, club: Club, brought: OpenedFile) -> None:
        self.club, self.brought = club, brought
        self.home = _home(club, brought)
        self.people, self.twins = ImportedPlayers(club, brought.people), DuplicateFinder(club)

    def unpack(self, write: bool) -> Findings:
        """Go through everything in the order of the file; written down or not, it comes to the same."""
        if write:
            self._move_in()
        new = rounds = 0
        for some in self._some():
            played = self.twins.new(some)
            for one in played:
                self.people.played(one.state.names, one.match.started)
            new, rounds = new + len(played), rounds + sum(len(one.state.rounds) for one in played)
            if write:
                scoresheets.write_matches(self.club, played)
        nights = self._nights()
        if write:
            NightNotes.objects.bulk_create(nights)
            self.people.write_dates()
        unknown = self.people.unknown
        return Findings(
            home=self.home, matches=new, rounds=rounds, here=len(self.brought.matches) - new,
            otherwise=self.twins.otherwise, people=unknown, known=len(self.people.named) - len(unknown),
            evenings=len(nights), noted=len(self.brought.evenings) - len(nights),
        )  # fmt: skip

    def _move_in(self) -> None:
        if self.home:
            self.club.save(update_fields=["name", "zone"])
        self.people.write_down()

    def _some(self) -> Iterator[list[ImportedMatch]]:
        each = self._each()
        while some := list(islice(each, AT_ONCE)):
            yield some

    def _each(self) -> Iterator[ImportedMatch]:
        for number in range(len(self.brought.matches)):
            with naming(self.brought.where(number)):
                sheet = self.brought.sheet(number)
                sheet = replace(sheet, players=self.people.seated(sheet.players))
                played = scoresheets.match_from_sheet(self.club, sheet)
            yield ImportedMatch(played, sheet.started is not None)

    def _nights(self) -> list[NightNotes]:
        here = set(self.club.nights.values_list("night_date", flat=True))
        facts = [(date.fromisoformat(one.evening), one) for one in self.brought.evenings]
        return [
            NightNotes(club=self.club, night_date=evening, name=one.name, place=one.place, note=one.note)
            for evening, one in facts
            if evening not in here
        ]


def _home(club: Club, brought: OpenedFile) -> str:
    """Let a club that nobody has used yet be the one that is brought; return its name, or "" where it stays itself."""
    used = club.players.exists() or club.matches.exists() or club.nights.exists()
    if used or brought.home is None:
        return ""
    club.name, club.zone = brought.home.name, brought.home.zone
    return club.name


# --- An uploaded file waits a day between its preview and the import


KEPT = timedelta(days=1)


def keep_import(club: Club, key: UUID, text: bytes) -> PendingImport:
    """Preview a file and keep it; Impossible where it could not be imported, and then nothing is kept."""
    findings = preview_import(club, open_file(text))
    try:
        with writing():
            PendingImport.objects.filter(taken_in=None, brought__lt=timezone.now() - KEPT).delete()
            pending: PendingImport = PendingImport.objects.filter(key=key).first() or PendingImport.objects.create(
                club=club, key=key, packed=zlib.compress(text, 1), findings=plain(findings)
            )
    except IntegrityError:
        # The same form came in on another connection, and was faster.
        pending = PendingImport.objects.get(key=key)
    return pending


def finish_import(pending: PendingImport) -> None:
    """Import everything, once; Impossible where it no longer fits, and then nothing is imported."""
    with writing():
        pending = PendingImport.objects.select_for_update().select_related("club").get(pk=pending.pk)
        if pending.taken_in is None:
            findings = run_import(pending.club, open_file(zlib.decompress(pending.packed)))
            pending.packed, pending.findings, pending.taken_in = b"", plain(findings), timezone.now()
            pending.save()
