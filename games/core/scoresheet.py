"""The scoresheet: the file format in which matches are imported and exported. It holds facts, no points."""

import json
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import MAXYEAR, MINYEAR, datetime
from typing import Annotated, Any, Literal
from uuid import UUID, uuid5

import msgspec
from msgspec import structs

from games.core.definition import Game, MatchState
from games.core.errors import Impossible, ImpossibleRound, quoted
from games.core.facts import RoundFacts
from games.core.joining import SeatChanges
from games.core.registry import find
from games.core.schema import load_json, not_found_error, plain, read
from games.core.scorecard import Scorecard, ScoredRound
from games.core.seating import check_stand_ins
from games.core.text import MAX_NAME_LENGTH, ordinal

SCORESHEET_VERSION = 1
# Maximum number of characters of the notes of a match, and of the name of its night; of the note on one round.
MAX_NOTES_LENGTH, MAX_ROUND_NOTE_LENGTH = 10_000, 200
# Namespace of the keys that are made of the content of files without one.
KEYS_OF_CONTENT = UUID("9d3c6f6e-5b0f-4b0a-8f0e-7a4f2f2c1d5b")
# Unicode categories of spaces, and of characters that only change the letter beside them.
INVISIBLE = {"Cf", "Mn", "Zs"}


class SeatedFor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stand-in: the number of the round, from 1, the seat, and the name of the player."""

    round: int
    seat: int
    name: str


class RoundNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A note that the table wrote about a round, numbered from 1."""

    round: int
    note: Annotated[str, msgspec.Meta(max_length=MAX_ROUND_NOTE_LENGTH)]


class Decision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The sides that the table named as the winners of a match that is over, and why; no side: nobody won."""

    winners: tuple[int, ...]
    why: Annotated[str, msgspec.Meta(max_length=MAX_ROUND_NOTE_LENGTH)] = ""

    def check(self, state: MatchState, *, is_over: bool) -> None:
        if not is_over:
            raise Impossible("a match that goes on has no winner yet: end it first", "decided")
        if not {*self.winners} <= {*state.playing}:
            raise Impossible(f"who won: {not_found_error('side', state.side_names)}", "decided")
        if len({*self.winners}) < len(self.winners):
            raise Impossible("a side wins once", "decided")


class Scoresheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match: players, house rules, and the facts of each round. An unknown key is an error."""

    scoresheet: Literal[1]
    game: str
    players: list[str]
    first_dealer: int = 0
    house_rules: dict[str, Any] = {}
    started: str | None = None
    ended: str | None = None
    night: str | None = None
    notes: str | None = None
    # Identifies the match: importing the same file twice adds nothing.
    key: UUID | None = None
    # Includes the stand-ins of the next round.
    stand_ins: list[SeatedFor] = []
    round_notes: list[RoundNote] = []
    decided: Decision | None = None
    # Who joins or leaves before which round. `players` are all who ever play; a round has the facts of those in it.
    seat_changes: SeatChanges = ()
    # The facts of each round, read by the game.
    rounds: list[Any]


def load(text: str | bytes) -> Scoresheet:
    """Read a scoresheet; Impossible if the text is not one."""
    data = load_json(text)
    if not isinstance(data, dict) or "scoresheet" not in data:
        raise Impossible("this is not a scoresheet")
    if data["scoresheet"] != SCORESHEET_VERSION:
        raise Impossible(
            f"this scoresheet is of another version: only version {SCORESHEET_VERSION} can be read", "scoresheet"
        )
    sheet = read(data, Scoresheet)
    for moment in ("started", "ended"):
        check_moment(moment, getattr(sheet, moment))
    for place, name in enumerate(sheet.players, 1):
        check_name(name, f"the {ordinal(place)} player")
    if len(set(sheet.players)) < len(sheet.players):
        raise Impossible("a player sits at two places", "players")
    for part, words in (("night", sheet.night), ("notes", sheet.notes)):
        if words and len(words) > MAX_NOTES_LENGTH:
            raise Impossible(f"{part}: {len(words):,} characters, but {MAX_NOTES_LENGTH:,} is the most", part)
    return sheet


def dump(sheet: Scoresheet) -> str:
    rounds = ",\n".join("  " + _json(facts) for facts in sheet.rounds)
    parts = {name: part for name, part in plain(sheet).items() if name != "rounds" and part not in (None, [], ())}
    head = ",\n".join(f' "{name}": {_json(value)}' for name, value in parts.items())
    return f'{{\n{head},\n "rounds": [\n{rounds}\n ]\n}}\n'


def key_of(sheet: Scoresheet) -> UUID:
    """Return the key of a match; for a file without keys, one made of its content."""
    if sheet.key:
        return sheet.key
    started = datetime.fromisoformat(sheet.started).timestamp() if sheet.started else None
    # Older files do not say which rounds are irregular.
    rounds = [
        {name: fact for name, fact in facts.items() if name != "irregular"} if isinstance(facts, dict) else facts
        for facts in sheet.rounds
    ]
    content: list[Any] = [sheet.game, sheet.players, sheet.first_dealer, sheet.house_rules, started, rounds]
    content += [plain(sheet.seat_changes)] if sheet.seat_changes else []
    return uuid5(KEYS_OF_CONTENT, json.dumps(content, sort_keys=True))


def play(sheet: Scoresheet) -> tuple[Game, MatchState, Scorecard]:
    """Play a scoresheet; Impossible for an impossible table, ImpossibleRound for a round."""
    game = find(sheet.game)
    state = table_of(sheet)
    state = game.replay(state, read_rounds(sheet))
    stand_ins_by_round(sheet, state)
    notes_by_round(sheet, state)
    return state.game, state, scorecard_of(sheet, state)


def scorecard_of(sheet: Scoresheet, state: MatchState) -> Scorecard:
    """Return the scorecard after the rounds of a sheet; Impossible for a winner who cannot be named."""
    ended, decided = sheet.ended is not None, sheet.decided
    if decided:
        decided.check(state, is_over=ended or state.scorecard().finished)
    return state.scorecard(ended, decided.winners if decided else None)


def table_of(sheet: Scoresheet) -> MatchState:
    """Return the match before its first round; Impossible for an impossible table."""
    changes = sheet.seat_changes
    # The next round but one: while the last one is taken back, who joined since plays the one after it.
    if changes and changes[-1].round > len(sheet.rounds) + 2:
        raise Impossible("nobody can join or leave after the next round", "seat_changes")
    return find(sheet.game).table(sheet.players, sheet.first_dealer, sheet.house_rules, changes=changes)


def stand_ins_by_round(sheet: Scoresheet, state: MatchState) -> dict[int, dict[int, str]]:
    """Return the stand-ins by round and seat; Impossible if they cannot sit there.

    `state`: after the rounds of the sheet, the unfinished one included or not.
    """
    name, last = state.game.round_name, _rounds_played(state)
    if not (sheet.ended or state.scorecard().finished):
        last += 1
    by_round = dict[int, dict[int, str]]()
    for number, seat, player in (structs.astuple(stand_in) for stand_in in sheet.stand_ins):
        with _error_prefix(number, name):
            _check_round(number, last, name, "stand_ins")
            if not 0 <= seat < state.players:
                raise Impossible(not_found_error("player", state.names), "stand_ins")
            check_name(player)
            seated = by_round.setdefault(number, {})
            if seat in seated:
                raise Impossible(f"{seated[seat]} and {player} cannot both play for {state.names[seat]}", "stand_ins")
            seated[seat] = player
    for number, seated in by_round.items():
        with _error_prefix(number, name):
            check_stand_ins(state.names, state.teams, seated)
    return by_round


def notes_by_round(sheet: Scoresheet, state: MatchState) -> dict[int, str]:
    """Return the notes on rounds, by number; Impossible if there is no such round, or if it has two notes."""
    name, last = state.game.round_name, _rounds_played(state)
    notes = dict[int, str]()
    for number, note in (structs.astuple(noted) for noted in sheet.round_notes):
        with _error_prefix(number, name):
            _check_round(number, last, name, "round_notes")
            if number in notes:
                raise Impossible("it has two notes", "round_notes")
        notes[number] = " ".join(note.split())
    return notes


def _rounds_played(state: MatchState) -> int:
    return len(state.rounds) - state.is_unfinished


@contextmanager
def _error_prefix(number: int, round_name: str) -> Iterator[None]:
    try:
        yield
    except Impossible as error:
        raise ImpossibleRound(error.message, error.field).in_round(number, round_name) from None


def _check_round(number: int, last: int, round_name: str, field: str) -> None:
    if not 1 <= number <= last:
        raise Impossible(f"there is no such {round_name} in this match", field)


def read_rounds(sheet: Scoresheet) -> list[RoundFacts]:
    """Read the facts of each round with the game's types; ImpossibleRound if they do not fit."""
    game, rounds = find(sheet.game), []
    for number, facts in enumerate(sheet.rounds, 1):
        try:
            rounds.append(read(facts, game.facts))
        except Impossible as error:
            raise ImpossibleRound(error.message, error.field).in_round(number, game.round_name) from None
    return rounds


def report(sheet: Scoresheet) -> dict[str, Any]:
    game, state, scorecard = play(sheet)
    facts: dict[str, Any] = {
        "game": game.key,
        "players": list(state.names),
        "sides": list(state.side_names),
        "rounds": [_round(scored) for scored in scorecard.rounds],
        "totals": list(scorecard.totals),
        "places": list(scorecard.places),
        "finished": scorecard.finished,
        "winners": list(scorecard.winners),
    }
    if scorecard.next:
        facts["next"] = {
            "number": scorecard.next.number,
            "dealer": scorecard.next.dealer,
            "cards": list(scorecard.next.cards),
            "first": scorecard.next.first_known,
        }
    return facts


def check_name(name: str, who: str = "this player") -> None:
    """Refuse a player's name that is invisible, too long or has control characters. `who`: whose name it is."""
    kinds = {unicodedata.category(letter) for letter in name}
    if kinds <= INVISIBLE:
        raise Impossible(f"{who} has no name: it has 1 to {MAX_NAME_LENGTH} characters", "players")
    if len(name) > MAX_NAME_LENGTH:
        raise Impossible(f"the name {quoted(name)} is too long: it has 1 to {MAX_NAME_LENGTH} characters", "players")
    if kinds & {"Cc", "Cs", "Zl", "Zp"}:
        raise Impossible(f"the name {quoted(name)} holds a character that cannot be shown", "players")


def check_moment(name: str, moment: str | None) -> None:
    """Refuse a timestamp that is invalid or has no UTC offset. `name`: its field in the file."""
    example = f"(“{name}”: “2026-11-21T20:15:00+01:00”)"
    refusal = Impossible(f"enter a date and a time with its offset from UTC {example}", name)
    try:
        when = datetime.fromisoformat(moment) if moment is not None else None
    except ValueError:
        raise refusal from None
    # Near datetime.min and .max a timestamp overflows in other time zones.
    if when and (when.tzinfo is None or not MINYEAR < when.year < MAXYEAR):
        raise refusal


def _round(scored: ScoredRound) -> dict[str, Any]:
    return {
        "number": scored.number,
        "dealer": scored.deal.dealer,
        "cards": list(scored.deal.cards),
        "points": list(scored.points),
        "totals": list(scored.totals),
        "lines": [line._asdict() for line in scored.lines if line.points],
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
