"""The players of an import: who of a file the club has already, who is new, and when they last played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.core.errors import Impossible, quoted
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.player import tidy_name
from scorekeeper.transfer.club_file import PlayerEntry
from scorekeeper.transfer.scoresheets import parsed_time


def club_changed(what: str) -> Impossible:
    return Impossible(f"the club’s {what} changed during the import, and nothing was imported: try again")


class ImportedPlayers:
    """The players of the club and of a file, by name. Players the club has already keep their facts."""

    def __init__(self, club: Club, entries: Sequence[PlayerEntry]) -> None:
        self.club = club
        self.entries = {entry.key: entry for entry in entries}
        self.existing = _by_name(club.players.all())
        self.new = {name: entry for name, entry in self.entries.items() if name not in self.existing}
        self.created: dict[str, Player] = {}
        self.spare = club.players.spare_marks([entry.mark for entry in self.new.values() if entry.mark is not None])
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

    def principal(self, name: str) -> str:
        name = tidy_name(name)
        if player := self.existing.get(name):
            return player.same_as.name if player.same_as else player.name
        entry = self.new.get(name)
        return self.principal(entry.same_as) if entry and entry.same_as else name

    def mention(self, names: Sequence[str]) -> list[str]:
        """Remember the players of a match; return their principal names."""
        principals = [self.principal(name) for name in names]
        self.mentioned.update(dict.fromkeys(principals))
        return principals

    def record_match(self, names: Iterable[str], started: datetime) -> None:
        for name in names:
            self.last_played[name] = max(started, self.last_played.get(name, started))

    def lock(self) -> None:
        """Read the club's players again, to write them; Impossible where one is new, renamed or merged."""
        before = self.existing
        self.existing = _by_name(self.club.players.select_for_update(of=("self",), no_key=True))
        if _principals(before) != _principals(self.existing):
            raise club_changed("players")

    def create_listed(self) -> None:
        """Create the new players that the file lists, before those whom only a match names."""
        self._create(self.new)
        other_names = [self.created[name] for name, entry in self.new.items() if entry.same_as]
        for player in other_names:
            (player.same_as,) = self.find_or_create([self.principal(player.name)])
        Player.objects.bulk_update(other_names, ["same_as"])

    def find_or_create(self, names: Sequence[str]) -> list[Player]:
        """Return the players of principal names."""
        self._create(name for name in names if name not in self.existing and name not in self.created)
        return [self.existing.get(name) or self.created[name] for name in names]

    def update_dates(self) -> None:
        for name, player in self.created.items():
            if entry := self.entries.get(name):
                player.joined = parsed_time(entry.joined) or player.joined
                player.last_played = parsed_time(entry.last_played)
            else:
                player.last_played = self.last_played.get(name)
        Player.objects.bulk_update(self.created.values(), ["joined", "last_played"])
        seen_again = [self.existing[name] for name in self.mentioned if name in self.existing]
        for player in seen_again:
            listed = self.entries.get(player.name)
            in_file = parsed_time(listed.last_played) if listed else None
            dates = (player.last_played, in_file, self.last_played.get(player.name))
            player.last_played = max(filter(None, dates), default=None)
        Player.objects.bulk_update(seen_again, ["last_played"])

    def _create(self, names: Iterable[str]) -> None:
        players = []
        for name in names:
            entry = self.entries.get(name)
            mark = next(self.spare) if entry is None or entry.mark is None else entry.mark
            players.append(Player(club=self.club, name=name, mark=mark, archived=bool(entry and entry.archived)))
        Player.objects.bulk_create(players)
        self.created.update((player.name, player) for player in players)


def _principals(players: Mapping[str, Player]) -> dict[str, int | None]:
    return {name: player.same_as_id for name, player in players.items()}


def _by_name(players: QuerySet[Player]) -> dict[str, Player]:
    return {player.name: player for player in players.select_related("same_as")}
