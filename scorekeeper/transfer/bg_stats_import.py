"""Importing plays of BG Stats: each becomes the scoresheet of a named game, or stays behind with its reason."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from games.core import scoresheet
from games.core.errors import Impossible
from games.core.registry import games
from games.core.schema import load_json, read, skim
from games.core.scoresheet import Decision, Scoresheet
from games.core.text import MAX_NAME_LENGTH, plural
from scorekeeper import limits
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.player import normalize_name
from scorekeeper.matches.lookup import find_own_game
from scorekeeper.matches.starting import checked_names
from scorekeeper.transfer.bg_stats import (
    ADDED_UP,
    ANY_SCORE,
    NO_SCORE,
    Export,
    ExportedGame,
    ExportedPlayer,
    Location,
    Play,
    read_rounds,
)
from scorekeeper.transfer.club_file import OpenedFile, error_prefix
from scorekeeper.transfer.parts import PARTS, PLAYERS, NightEntry

# Why somebody else has won than by the points.
DECIDED_THERE = "as BG Stats has it"


class PlayedAt(NamedTuple):
    """A play as a scoresheet. `place`: "" if unknown."""

    sheet: Scoresheet
    night: date
    place: str


def open_export(club: Club, text: bytes) -> OpenedFile:
    """Open an export as a file that a club can import; Impossible if it is not one."""
    try:
        text.decode()
    except UnicodeDecodeError:
        # Each item in another encoding would be left out on its own.
        raise Impossible("this file is not UTF-8 text") from None
    return ExportReader(club, skim(text, Export)).read()


class ExportReader:
    def __init__(self, club: Club, export: Export) -> None:
        if len(export.plays) > limits.MAX_IMPORT_PLAYS:
            limit = f"{limits.MAX_IMPORT_PLAYS:,}"
            raise Impossible(f"this file has {len(export.plays):,} plays, and {limit} is the most")
        self.club, self.plays = club, export.plays
        self.games: dict[Any, ExportedGame] = _by_id(export.games, ExportedGame)
        self.players: dict[Any, ExportedPlayer] = _by_id(export.players, ExportedPlayer)
        self.locations: dict[Any, Location] = _by_id(export.locations, Location)
        # The game that has any points, under any name.
        self.unnamed_game = next(game for game in games().values() if game.requires_name)
        self.principals = {player.name: (player.same_as or player).name for player in PLAYERS.rows(club)}
        # By name: the key of the game in the club.
        self.game_keys: dict[str, str] = {}

    def read(self) -> OpenedFile:
        played, keys = list[PlayedAt](), set[UUID]()
        # By reason: the plays in words.
        left_behind = defaultdict[str, list[str]](list)
        for number, raw in enumerate(self.plays, 1):
            words = f"play {number}"
            try:
                with error_prefix("cannot be read"):
                    play = read(load_json(bytes(raw)), Play)
                game = self.games.get(play.game_ref_id)
                words = f"{_short_name(game) if game else words}, {play.started:%-d %B %Y}"
                one = self._translate(play)
                key = scoresheet.key_of(one.sheet)
                if key in keys:
                    raise Impossible("in the file twice")
            except Impossible as error:
                left_behind[error.message].append(words)
            else:
                keys.add(key)
                played.append(one)
        played.sort(key=lambda one: one.sheet.started or "")
        places = self._places_of_nights(played)
        entries: dict[str, Sequence[Any]] = {part.name: () for part in PARTS}
        entries["nights"] = [NightEntry(night.isoformat(), place=place) for night, place in places.items()]
        sheets = [_with_place(one) if one.night not in places else one.sheet for one in played]
        return OpenedFile(None, entries, [scoresheet.dump(sheet).encode() for sheet in sheets], left_behind)

    def _translate(self, play: Play) -> PlayedAt:
        """Return a play as a match; Impossible, with the reason, if no match can hold it."""
        game = self.games.get(play.game_ref_id)
        if game is None:
            raise Impossible("its game is not in the file")
        if play.ignored:
            raise Impossible("marked in BG Stats as a play that does not count")
        names, sides = self._names(play), play.sides()
        # Partners sit opposite each other.
        seats = [at for seated in zip(*sides, strict=True) for at in seated]
        winners = [number for number, side in enumerate(sides) if play.player_scores[side[0]].winner]
        rules: dict[str, Any] = {"side_size": len(sides[0])} if len(sides[0]) > 1 else {}
        if game.cooperative or not play.has_points:
            rules |= {"wins": "named", "ends": {"rounds": 1}}
            rounds, shown = [{"won": winners}], ANY_SCORE
        else:
            starts_at, points = read_rounds([play.player_scores[side[0]].text for side in sides])
            rules |= ({} if game.highest_wins else {"wins": "fewest"}) | ({"starts_at": starts_at} if starts_at else {})
            rounds, shown = [{"points": list(row)} for row in points], ADDED_UP if len(points) == 1 else NO_SCORE
        notes = [normalize_name(game.name)] if len(game.name) > MAX_NAME_LENGTH else []
        notes += play.notes(names, shown=shown)
        started = play.started
        if started.tzinfo is None:
            started = started.replace(tzinfo=ZoneInfo(self.club.zone))
        try:
            ended = started + play.duration
        except OverflowError:
            raise Impossible("its date cannot be read") from None
        sheet = Scoresheet(
            scoresheet=1,
            game=self._game_key(game),
            players=[names[at] for at in seats],
            # If the file does not say who went first, the first player did.
            first_dealer=next((seat for seat, at in enumerate(seats) if play.player_scores[at].start_player), 0),
            house_rules=rules,
            started=started.isoformat(),
            ended=ended.isoformat(),
            notes="\n".join(notes) or None,
            key=play.key,
            rounds=rounds,
        )
        sheet = _decided(sheet, winners)
        location = self.locations.get(play.location_ref_id)
        return PlayedAt(sheet, self.club.night_date_of(started), normalize_name(location.name) if location else "")

    def _names(self, play: Play) -> list[str]:
        players = [self.players.get(score.player_ref_id) for score in play.player_scores]
        if not players:
            raise Impossible("nobody is named who played it")
        known = [player for player in players if player]
        if len(known) < len(players):
            raise Impossible("one of its players is not in the file")
        if any(player.is_anonymous for player in known):
            raise Impossible("one of its players has no name")
        names = checked_names([player.name for player in known])
        # Two names may belong to one player of the club.
        checked_names([self.principals.get(name, name) for name in names])
        return names

    def _game_key(self, game: ExportedGame) -> str:
        name = _short_name(game)
        if name not in self.game_keys:
            self.game_keys[name] = find_own_game(self.club, self.unnamed_game.with_name(name)).key
        return self.game_keys[name]

    def _places_of_nights(self, played: Sequence[PlayedAt]) -> dict[date, str]:
        """Return the place of each night that has one place, and no notes in the club yet."""
        places = defaultdict[date, set[str]](set)
        for one in played:
            places[one.night].add(one.place)
        with_notes: Collection[date] = set(self.club.nights.values_list("night_date", flat=True))
        return {
            night: place
            for night, (place, *others) in sorted(places.items())
            if 0 < len(place) <= MAX_NAME_LENGTH and not others and night not in with_notes
        }


def _short_name(game: ExportedGame) -> str:
    """Return a name that a game can have here, where it stands in addresses."""
    name = normalize_name(game.name).replace("/", "-")
    return name if len(name) <= MAX_NAME_LENGTH else name[: MAX_NAME_LENGTH - 1].rstrip() + "…"


def _by_id(items: Sequence[msgspec.Raw], kind: Any) -> dict[Any, Any]:
    """Return the items that can be read: a play that names another one stays behind."""
    return {item.id: item for item in _readable(items, kind)}


def _readable(items: Sequence[msgspec.Raw], kind: Any) -> Iterator[Any]:
    for item in items:
        try:
            yield read(load_json(bytes(item)), kind)
        except Impossible:
            continue


def _decided(sheet: Scoresheet, winners: Sequence[int]) -> Scoresheet:
    """Return a sheet with the sides that are marked as winners; Impossible if the rules refuse it."""
    if len(sheet.rounds) > limits.MAX_ROUNDS:
        raise Impossible(f"a match has at most {plural(limits.MAX_ROUNDS, 'round')}")
    _, _, scorecard = scoresheet.play(scoresheet.load(scoresheet.dump(sheet)))
    is_by_hand = {*winners} != {*scorecard.winners}
    return replace(sheet, decided=Decision(winners=tuple(winners), why=DECIDED_THERE)) if is_by_hand else sheet


def _with_place(one: PlayedAt) -> Scoresheet:
    notes = [one.sheet.notes, f"At {one.place}" if one.place else None]
    return replace(one.sheet, notes="\n".join(filter(None, notes)) or None)
