"""`manage.py score` and `manage.py referee`. Neither imports Django, which takes longer than the answer."""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from games.core import referee, scoresheet
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.registry import find
from games.core.schema import load_json
from games.core.scorecard import Scorecard, ScoredRound, stopped_in_words, verb_of_winning
from games.core.text import cards_each, listed, minus, signed

MAX_FILE_BYTES = 16 * 2**20
OK, BAD_FILE = 0, 2

COMMANDS = {
    "score": "Print the scorecard of scoresheets, with the reason for every point.",
    "referee": "Answer questions for the referee of a game, as JSON.",
}
# Where those who write a program find the form of both files.
FORM = "The form of a scoresheet, and of a question and its answer, is described in games/SCORESHEET.md."


def run(arguments: Sequence[str]) -> int:
    """Print the answer to each file and return the exit status; `arguments` begin with the command."""
    command, *others = arguments
    parser = argparse.ArgumentParser(
        prog=f"manage.py {command}", description=f"{COMMANDS[command]} No database is needed.", epilog=FORM,
        allow_abbrev=False,
    )  # fmt: skip
    parser.add_argument("--data", help=argparse.SUPPRESS)  # every command accepts it; these do not use it
    if command == "referee":
        parser.add_argument("game", metavar="GAME", help="the key of the game, as in a scoresheet")
        parser.add_argument("files", nargs="+", metavar="QUESTION.json", help="a question; - is standard input")
        options = parser.parse_args(others)
        return answer(options.files, partial(ruling, options.game), json_lines=True)
    parser.add_argument("files", nargs="+", metavar="SHEET.json", help="a scoresheet; - is standard input")
    parser.add_argument("--json", action="store_true", help="for a program: one JSON object a line")
    options = parser.parse_args(others)
    return answer(options.files, report if options.json else scorecard_text, json_lines=options.json)


def ruling(game: str, content: bytes) -> str:
    return _as_json(referee.answer(find(game), load_json(content)))


def report(content: bytes) -> str:
    return _as_json(scoresheet.report(scoresheet.load(content)))


# --- One answer for each file, one line for each error ---


def answer(files: Sequence[str], process: Callable[[bytes], str], *, json_lines: bool) -> int:
    """Print the answer to each file, and never a traceback.

    A bad file is one line: on standard error if it is the only one, `{"error": …}` among several answers in JSON.
    """
    try:
        _set_encoding(utf8=json_lines)
        status = max(_answer(file, process, several=len(files) > 1, json_lines=json_lines) for file in files)
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _print_error(f"the answer could not be written: {error.strerror}")
    return status


def _answer(file: str, process: Callable[[bytes], str], *, several: bool, json_lines: bool) -> int:
    try:
        text, status = process(_read(file)), OK
    except Impossible as error:
        if not (several and json_lines):
            needs_name = several and not error.message.startswith(file)
            return _print_error(f"{file}: {error.message}" if needs_name else error.message)
        text, status = _as_json({"error": error.message}), BAD_FILE
    sys.stdout.write(text + "\n")
    return status


def _read(name: str) -> bytes:
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise Impossible(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise Impossible(f"{name} is a folder, not a file") from None
    except OSError as error:
        raise Impossible(f"{name} cannot be read: {error.strerror}") from None
    if len(content) > MAX_FILE_BYTES:
        raise Impossible(f"{name} is too large: a file has at most {MAX_FILE_BYTES // 2**20} MB")
    return content


def _print_error(line: str) -> int:
    sys.stderr.write(line + "\n")
    return BAD_FILE


def _set_encoding(*, utf8: bool) -> None:
    """Write JSON as UTF-8. In text, characters that the terminal cannot show are escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if utf8 else None, errors="backslashreplace")


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


# --- A scorecard for a person ---


def scorecard_text(content: bytes) -> str:
    sheet = scoresheet.load(content)
    game, state, scorecard = scoresheet.play(sheet)
    lines = [f"{game.name}: {', '.join(state.names)}"]
    for name, value in state.rules.differing.items():
        option = state.rules.options[name]
        lines.append(f"House rule: {option.title}: {option.label(value)}")
    lines += [change.in_words(state.names[change.seat], game.round_name) for change in state.changes]
    for scored in scorecard.rounds:
        dealer = state.names[scored.deal.dealer]
        opening = f"dealt by {dealer}" if game.deal else f"{dealer} began"
        lines += ["", f"{game.round_name.capitalize()} {scored.number}, {opening}", *_sides(scored, state)]
    return "\n".join([*lines, "", *_standing(state, scorecard), "", _last_sentence(sheet, state, scorecard)])


def _sides(scored: ScoredRound, state: MatchState) -> Iterator[str]:
    if not scored.facts.is_complete:
        yield "  not finished yet"
        return
    width = max(map(len, state.side_names))
    for side, name in ((side, state.side_names[side]) for side in scored.sides):
        reasons = "; ".join(line.reason for line in scored.lines if line.side == side)
        points, total = signed(scored.points[side]), minus(scored.totals[side])
        yield f"  {name:<{width}} {points:>6} {total:>6}  {reasons}".rstrip()


def _standing(state: MatchState, scorecard: Scorecard) -> Iterator[str]:
    statuses = {status.side: f" ({status.text})" for status in state.statuses}
    for side in sorted(range(len(scorecard.totals)), key=lambda side: scorecard.places[side]):
        total = minus(scorecard.totals[side])
        place = f"{scorecard.places[side]}." if side in state.playing else "left:"
        yield f"{place} {state.side_names[side]}: {total}{statuses.get(side, '')}"


def _last_sentence(sheet: scoresheet.Scoresheet, state: MatchState, scorecard: Scorecard) -> str:
    """The winner, the leader of a stopped match, or the next round."""
    if scorecard.finished:
        names = [state.side_names[side] for side in scorecard.winners] or ["Nobody"]
        return f"{listed(names)} {verb_of_winning(scorecard, has_points=state.game.has_points)}."
    if sheet.ended is not None:
        rounds = len(scorecard.rounds) - state.is_unfinished
        places = {state.side_names[side]: scorecard.places[side] for side in scorecard.playing}
        stopped = stopped_in_words(rounds, state.game.round_name, places)
        return f"{stopped[0].upper()}{stopped[1:]}."
    deal = scorecard.next or state.deal
    return f"Next: {state.game.round_name} {deal.number}, {_deal(deal, state)}."


def _deal(deal: Deal, state: MatchState) -> str:
    if not deal.cards:
        return f"{state.names[deal.first]} begins"
    return f"{state.names[deal.dealer]} deals {cards_each(deal.cards)}, {deal.first_of(state.names)} comes first"
