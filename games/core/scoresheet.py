"""The scoresheet: the open file in which a game enters and leaves the program. Facts only."""

import json
import unicodedata
from datetime import MAXYEAR, MINYEAR, datetime
from typing import Any, Literal

import msgspec

from games.core.definition import Game, MatchState
from games.core.errors import Impossible, ImpossibleRound
from games.core.facts import RoundFacts
from games.core.registry import find
from games.core.schema import load_json, plain, read
from games.core.scorecard import Scorecard, ScoredRound
from games.core.text import MAX_NAME_LENGTH

# Maximum number of characters of the notes of a match, and of the name of its night.
MAX_NOTES_LENGTH = 10_000
INVISIBLE = {"Cf", "Mn", "Zs"}
"""Spaces, and what only changes the letters beside it: alone it is nothing to be read, nor to be tapped."""


class Scoresheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One match of one game: who sat where, the house rules, what happened. An unknown key is an error."""

    scoresheet: Literal[1]
    game: str
    players: list[str]
    first_dealer: int = 0
    house_rules: dict[str, Any] = {}
    started: str | None = None
    ended: str | None = None
    night: str | None = None
    notes: str | None = None
    rounds: list[Any]
    """The facts of each round, as the game reads them."""


def load(text: str | bytes) -> Scoresheet:
    """Read a sheet from a file's text; Impossible, in one line, where it is none."""
    data = load_json(text)
    if not isinstance(data, dict) or "scoresheet" not in data:
        raise Impossible("this is not a scoresheet")
    sheet = read(data, Scoresheet)
    for moment in ("started", "ended"):
        check_moment(moment, getattr(sheet, moment))
    for name in sheet.players:
        check_name(name)
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


def play(sheet: Scoresheet) -> tuple[Game, MatchState, Scorecard]:
    """Play a sheet through; Impossible for a table that cannot be, ImpossibleRound naming the round."""
    game = find(sheet.game)
    state = game.table(sheet.players, sheet.first_dealer, sheet.house_rules)
    state = game.replay(state, read_rounds(sheet))
    return game, state, game.scorecard(state, ended=sheet.ended is not None)


def read_rounds(sheet: Scoresheet) -> list[RoundFacts]:
    """Read the facts of each round as the game has them; ImpossibleRound where they have another form."""
    game, rounds = find(sheet.game), []
    for number, facts in enumerate(sheet.rounds, 1):
        try:
            rounds.append(read(facts, game.facts))
        except Impossible as error:
            raise ImpossibleRound(error.message, error.field).in_round(number) from None
    return rounds


def report(sheet: Scoresheet) -> dict[str, Any]:
    game, state, card = play(sheet)
    facts: dict[str, Any] = {
        "game": game.key,
        "players": list(state.names),
        "sides": list(state.side_names),
        "rounds": [_round(scored) for scored in card.rounds],
        "totals": list(card.totals),
        "places": list(card.places),
        "finished": card.finished,
        "winners": list(card.winners),
    }
    if card.next:
        facts["next"] = {
            "number": card.next.number,
            "dealer": card.next.dealer,
            "cards": list(card.next.cards),
            "first": card.next.first_known,
        }
    return facts


def check_name(name: str) -> None:
    """Refuse a player's name that no page could show: nothing to be seen, over 40 characters, or control characters."""
    kinds = {unicodedata.category(letter) for letter in name}
    if kinds <= INVISIBLE or len(name) > MAX_NAME_LENGTH:
        raise Impossible(f"a player's name has 1 to {MAX_NAME_LENGTH} characters", "players")
    if kinds & {"Cc", "Cs", "Zl", "Zp"}:
        raise Impossible("a player's name holds a character that cannot be shown", "players")


def check_moment(name: str, moment: str | None) -> None:
    """Refuse what is no date and time, or says not where on earth; `name` is what the file calls it."""
    told = "enter a date and a time with its offset from UTC"
    refusal = Impossible(f"{told} (“{name}”: “2026-11-21T20:15:00+01:00”)", name)
    try:
        when = datetime.fromisoformat(moment) if moment is not None else None
    except ValueError:
        raise refusal from None
    # Near the ends of time the same moment is no date any more elsewhere on earth.
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
