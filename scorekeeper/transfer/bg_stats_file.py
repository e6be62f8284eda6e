"""The export file of BG Stats, an app in which people note what they played: matches as its plays.

It has no description. The fields are those that two public exports share: `data/BGStatsExport.json` of
blindawson/bgstats-visualize and `sampleData.json` of sqrtxander/bgstats-wrapped on GitHub. What only its own
pages need, pictures and links to BoardGameGeek, is empty. A match that goes on is left out; one that was
stopped is `ignored`.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import islice
from typing import Any
from uuid import UUID, uuid5

from games.core.definition import Game
from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.models import NightNotes
from scorekeeper.history.playing_time import playing_times
from scorekeeper.matches.models import Match, Round
from scorekeeper.transfer.club_file import json_list
from scorekeeper.transfer.scoresheets import BATCH, matches_with_rows
from scorekeeper.transfer.spreadsheets import club_time

# Namespace of the ids of games, players and places: the same name is the same id in every file, as in a scoresheet.
IDS_OF_NAMES = UUID("5b1f1f5e-6d0c-4c5c-9a51-0f6c5f9d3c61")
# Of a player who is in no team.
NO_TEAM = "0"


def bg_stats_chunks(club: Club) -> Iterator[str]:
    return _chunks(club, _every_match(club))


def bg_stats_file(match: Match) -> str:
    return "".join(_chunks(match.club, [match]))


def _every_match(club: Club) -> Iterator[Match]:
    for match, rounds in matches_with_rows(club, Round.objects.values_list("match")):
        match.round_count = len(rounds)
        yield match


def _chunks(club: Club, matches: Iterable[Match]) -> Iterator[str]:
    """Yield the plays, and after them what they refer to."""
    places = dict(NightNotes.objects.filter(club=club).exclude(place="").values_list("night_date", "place"))
    references = _References(club, places)
    yield '{"groups": [], "tags": [], "challenges": []'
    yield from json_list("plays", map(_json, _plays(matches, references)))
    yield from json_list("games", map(_json, references.games.values()))
    yield from json_list("players", map(_json, references.players.values()))
    yield from json_list("locations", map(_json, references.locations.values()))
    yield "}\n"


def _plays(matches: Iterable[Match], references: "_References") -> Iterator[dict[str, Any]]:
    over = (match for match in matches if not match.is_open)
    while batch := list(islice(over, BATCH)):
        times = playing_times(batch)
        for match in batch:
            time = times[match.pk]
            yield _play(match, time.play if time else timedelta(), references)


class _References:
    """The games, players and places of the plays so far, each with the number by which a play names it."""

    def __init__(self, club: Club, places: dict[date, str]) -> None:
        self.changed = club_time(club, club.founded)
        self.places = places
        self.games: dict[str, dict[str, Any]] = {}
        self.players: dict[int, dict[str, Any]] = {}
        self.locations: dict[str, dict[str, Any]] = {}

    def game(self, game: Game, *, in_teams: bool) -> int:
        row = self.games.setdefault(game.key, {
            **self._named(len(self.games) + 1, "game", game.name), "bggId": 0, "bggName": "", "bggYear": 0,
            "cooperative": False, "highestWins": not game.lowest_wins, "noPoints": True, "usesTeams": False,
            "minPlayerCount": game.seats[0], "maxPlayerCount": game.seats[-1], "minPlayTime": 0, "maxPlayTime": 0,
            "minAge": 0, "designers": "", "isBaseGame": 1, "isExpansion": 0, "rating": 0, "preferredImage": 0,
            "urlThumb": "", "urlImage": "", "metaData": "{}", "copies": [], "previouslyPlayedAmount": 0,
        })  # fmt: skip
        row["usesTeams"] |= in_teams
        row["noPoints"] &= not game.has_points
        return int(row["id"])

    def player(self, player: Player) -> int:
        named = self._named(player.pk, "player", player.name)
        self.players.setdefault(player.pk, named | {"isAnonymous": False, "bggUsername": ""})
        return player.pk

    def location(self, night: date) -> dict[str, int]:
        """Return the field of a play that names its place; none if the night has no place."""
        place = self.places.get(night)
        if place is None:
            return {}
        row = self.locations.setdefault(place, self._named(len(self.locations) + 1, "location", place))
        return {"locationRefId": row["id"]}

    def _named(self, number: int, kind: str, name: str) -> dict[str, Any]:
        key = uuid5(IDS_OF_NAMES, f"{kind} {name}")
        return {"id": number, "uuid": str(key), "name": name, "modificationDate": self.changed}


def _play(match: Match, time: timedelta, references: _References) -> dict[str, Any]:
    seats, in_teams = match.seats_at_table, any(len(seats) > 1 for seats in match.teams)
    started, has_points = club_time(match.club, match.started), match.game.has_points
    why = f"Decided by hand: {match.decision.why}" if match.decision and match.decision.why else ""
    comments = filter(None, [match.stopped_in_words, why, *match.changes_in_words, match.notes])
    return {
        "uuid": str(match.key), "gameRefId": references.game(match.game, in_teams=in_teams),
        "playDate": started, "entryDate": started, "modificationDate": club_time(match.club, match.ended) or started,
        "durationMin": round(time / timedelta(minutes=1)), **references.location(match.night_date),
        "ignored": match.is_stopped, "comments": "\n".join(comments),
        "usesTeams": in_teams, "manualWinner": _is_named_by_rule(match), "rounds": 0, "rating": 0,
        "scoringSetting": 0, "bggId": 0, "importPlayId": 0, "nemestatsId": 0, "playImages": "[]", "expansionPlays": [],
        "playerScores": [
            {
                "playerRefId": references.player(seat.player), "score": str(seat.total) if has_points else "",
                "winner": seat.won, "rank": seat.place, "seatOrder": seat.number + 1,
                "team": str(seat.side + 1) if in_teams else NO_TEAM,
                "startPlayer": seat.number == match.initial_state.deal.first_known, "newPlayer": False,
            }
            for seat in seats
        ],
    }  # fmt: skip


def _is_named_by_rule(match: Match) -> bool:
    """Return whether the winners are not those with the best total: another rule, or the table, named them."""
    game, seats = match.game, match.seats_at_table
    best = (min if game.lowest_wins else max)(seat.total for seat in seats)
    return match.finished and game.has_points and any(seat.won != (seat.total == best) for seat in seats)


def _json(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)
