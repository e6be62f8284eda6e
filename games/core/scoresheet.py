"""The scoresheet: the file format in which matches are imported and exported. It holds facts, no points."""

import json
import re
import unicodedata
from collections.abc import Mapping
from datetime import MAXYEAR, MINYEAR, datetime
from typing import Any, Literal

import msgspec

from games.core.definition import Game, MatchState
from games.core.errors import Impossible, ImpossibleRound, quoted
from games.core.facts import RoundFacts
from games.core.registry import find, games
from games.core.schema import load_json, plain, read
from games.core.scorecard import Scorecard, ScoredRound
from games.core.text import MAX_NAME_LENGTH, ordinal

SCORESHEET_VERSION = 1
# Maximum number of characters of the notes of a match, and of the name of its night; of the note on one round.
MAX_NOTES_LENGTH, MAX_ROUND_NOTE_LENGTH = 10_000, 200
# A note on a round, as a line among the notes of its match: “Hand 3: Ben dropped his cards”.
ROUND_NOTE = re.compile(r"(\w+) ([1-9]\d{0,4}): (.+)")
# Unicode categories of spaces, and of characters that only change the letter beside them.
INVISIBLE = {"Cf", "Mn", "Zs"}


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
    parts = {name: part for name, part in plain(sheet).items() if part is not None and name != "rounds"}
    head = ",\n".join(f' "{name}": {_json(value)}' for name, value in parts.items())
    return f'{{\n{head},\n "rounds": [\n{rounds}\n ]\n}}\n'


def join_notes(notes: str, round_notes: Mapping[int, str], round_name: str) -> str:
    """Return the notes of a match with those on its rounds, by number, as lines below them."""
    lines = [f"{round_name.capitalize()} {number}: {note}" for number, note in sorted(round_notes.items())]
    return "\n".join([notes, *lines] if notes else lines)


def split_notes(notes: str, rounds: int) -> tuple[str, dict[int, str]]:
    """Return the notes of a match of so many rounds without the lines about a round, and these by its number.

    Of several about the same round the last is its note. The others stay, as those that are too long.
    """
    words = {game.round_name for game in games().values()}
    remaining, round_notes = [], dict[int, str]()
    for line in reversed(notes.split("\n")):
        match = ROUND_NOTE.fullmatch(line.strip())
        number, note = (int(match[2]), " ".join(match[3].split())) if match else (0, "")
        is_note = match is not None and match[1].lower() in words and number <= rounds
        if is_note and number not in round_notes and len(note) <= MAX_ROUND_NOTE_LENGTH:
            round_notes[number] = note
        else:
            remaining.append(line)
    return "\n".join(reversed(remaining)), round_notes


def play(sheet: Scoresheet) -> tuple[Game, MatchState, Scorecard]:
    """Play a scoresheet; Impossible for an impossible table, ImpossibleRound for a round."""
    game = find(sheet.game)
    state = game.table(sheet.players, sheet.first_dealer, sheet.house_rules)
    state = game.replay(state, read_rounds(sheet))
    return state.game, state, state.scorecard(ended=sheet.ended is not None)


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
