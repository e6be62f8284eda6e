"""The players of an import: who of a file the club has already, who is new, and when they last played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.core.errors import Impossible, quoted
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import tidy_name
from scorekeeper.transfer.club_file import PlayerEntry
from scorekeeper.transfer.scoresheets import parsed_time
from scorekeeper.transfer.staging import AT_ONCE, stage, update_staged


class ClubChanged(Impossible):
    def __init__(self) -> None:
        super().__init__("the club’s players changed during the import, and nothing was imported: try again")


class ImportedPlayers:
    """The players of the club and of a file, by name. Players the club has already keep their facts."""

    def __init__(self, club: Club, entries: Sequence[PlayerEntry]) -> None:
        self.club = club
        self.entries = {entry.key: entry for entry in entries}
        self.existing = {player.name: player for player in club.players.select_related("same_as")}
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

    def create(self, staging: Club) -> None:
        self.staging = staging
        self._create(self.new)
        other_names = [self.created[name] for name, entry in self.new.items() if entry.same_as]
        for player in other_names:
            (player.same_as,) = self.find_or_create([self.principal(player.name)])
        update_staged(other_names, ["same_as"])

    def find_or_create(self, names: Sequence[str]) -> list[Player]:
        """Return the players of principal names; who is in no list of the file is new here."""
        self._create(name for name in names if name not in self.existing and name not in self.created)
        return [self.existing.get(name) or self.created[name] for name in names]

    def _create(self, names: Iterable[str]) -> None:
        players = []
        for name in names:
            entry = self.entries.get(name)
            mark = next(self.spare) if entry is None or entry.mark is None else entry.mark
            players.append(Player(name=name, mark=mark, archived=bool(entry and entry.archived)))
        stage(self.staging, players)
        self.created.update((player.name, player) for player in players)

    def update_dates(self) -> None:
        for name, player in self.created.items():
            if entry := self.entries.get(name):
                player.joined = parsed_time(entry.joined) or player.joined
                player.last_played = parsed_time(entry.last_played)
            else:
                player.last_played = self.last_played.get(name)
        update_staged([*self.created.values()], ["joined", "last_played"])

    def note_last_played(self) -> None:
        players = list(self.club.players.filter(name__in=self.mentioned.keys() & self.existing.keys()))
        changed = []
        for player in players:
            entry = self.entries.get(player.name)
            in_file = parsed_time(entry.last_played) if entry else None
            dates = (player.last_played, in_file, self.last_played.get(player.name))
            latest = max(filter(None, dates), default=None)
            if latest != player.last_played:
                player.last_played = latest
                changed.append(player)
        Player.objects.bulk_update(changed, ["last_played"], batch_size=AT_ONCE)

    def check_unchanged(self) -> None:
        """ClubChanged where players became others’ names meanwhile: their matches here would go to nobody."""
        merged = self.club.players.filter(same_as__isnull=False).values_list("name", flat=True)
        if set(merged) - {name for name, player in self.existing.items() if player.same_as}:
            raise ClubChanged
