"""The people of a file that is brought: who is known here by that name, who is new, who is whose other name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from games.impossible import Impossible, quoted
from scorekeeper.club.models import Club, Player, folded

if TYPE_CHECKING:
    from scorekeeper.nights.carry.facts import Person


class People:
    """Everybody here and in a file, by name. Who is here already stays as they are."""

    def __init__(self, club: Club, brought: Sequence[Person]) -> None:
        self.club = club
        self.brought = {person.key: person for person in brought}
        self.here = {player.name: player for player in club.players.select_related("same_as")}
        self.new = {name: person for name, person in self.brought.items() if name not in self.here}
        self.named = dict.fromkeys(self.brought)
        self.last_played: dict[str, datetime] = {}
        for name, person in self.brought.items():
            self._check_other_name(name, person)

    def principal(self, name: str) -> str:
        """Return the name somebody is kept under who is called this."""
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
        """Note who played a match that is new here."""
        for name in names:
            self.last_played[name] = max(started, self.last_played.get(name, started))

    @property
    def unknown(self) -> list[str]:
        """Everybody who is named in the file and not here."""
        return [name for name in self.named if name not in self.here]

    def write_down(self) -> None:
        """Write the new people down, in the order of the file."""
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
        """Write down since when people are here and when they last played, once all matches are."""
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

    def _check_other_name(self, name: str, person: Person) -> None:
        if person.same_as is None:
            return
        other = self.brought.get(folded(person.same_as))
        if other is None or other.same_as is not None:
            raise Impossible(f"players: {quoted(name)} cannot be another name of {quoted(person.same_as)}")


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
