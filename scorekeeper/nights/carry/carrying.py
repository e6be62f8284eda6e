"""The whole club out, as one file: club, players, nights, and every match as its scoresheet.

What leaves is facts and nothing else: ids, points and the history of corrections stay behind. So the same facts are
the same file, byte for byte, wherever and however often they are taken in and given out again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from games import scoresheet
from games.typed import plain
from scorekeeper.nights.carry.facts import VERSION, Evening, Facts, Home, Person
from scorekeeper.table.models import Match

if TYPE_CHECKING:
    from datetime import datetime

    from scorekeeper.club.models import Club, Player
    from scorekeeper.nights.models import Night


def club_file(club: Club) -> Iterator[str]:
    """Yield the text of a club's file, a piece at a time, however long it is."""
    yield f'{{"scorekeeper": {VERSION},\n"club": {_json(Home(club.name, club.zone))},\n"players": ['
    yield from _list(map(_json, map(_person, club.players.select_related("same_as").order_by("pk"))))
    yield '],\n"nights": ['
    yield from _list(map(_json, map(_evening, club.nights.order_by("evening"))))
    yield '],\n"matches": ['
    yield from _list(scoresheet.dump(sheet).rstrip() for sheet in Match.every_sheet(club))
    yield "]}\n"


def _list(texts: Iterable[str]) -> Iterator[str]:
    """Yield what stands between two brackets, each text on a line of its own."""
    before = "\n"
    for text in texts:
        yield before + text
        before = ",\n"
    if before != "\n":
        yield "\n"


def _person(player: Player) -> Person:
    same_as = player.same_as.name if player.same_as else None
    joined, last_played = _moment(player.joined), _moment(player.last_played)
    return Person(player.name, player.mark, joined, last_played, player.archived, same_as)


def _evening(night: Night) -> Evening:
    return Evening(night.evening.isoformat(), night.name, night.place, night.note)


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _json(facts: Facts) -> str:
    return json.dumps(plain(facts), ensure_ascii=False)
