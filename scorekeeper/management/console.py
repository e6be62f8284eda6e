"""Files in, one answer each out: what `score` and `referee` have in common. Knows neither Django nor cards."""

import io
import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.urls import reverse

from games.core.deal import Deal
from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.scorecard import Scorecard, ScoredRound
from games.core.text import cards_each, listed, minus, signed
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.server import network
from scorekeeper.server.backups import Unusable
from scorekeeper.server.install import is_up_to_date
from scorekeeper.server.sqlite_copy import Damaged

LARGEST = 16 * 2**20
OK, EXIT_BAD = 0, 2

Work = Callable[[bytes], str]


def answer(names: Sequence[str], work: Work, *, json_lines: bool) -> int:
    """Print the answer to each file (“-” is standard input) and return the exit status; never a traceback.

    A bad file is one line: on standard error where it is the only one, `{"error": …}` among several answers in JSON.
    """
    if sys.stdout is None:
        return _complain("there is no standard output")
    try:
        _speak_plainly(utf8=json_lines)
        status = max(
            _answer(name, work, json_line=json_lines and len(names) > 1, alone=len(names) == 1) for name in names
        )
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _complain(f"the answer could not be written: {error.strerror}")
    except KeyboardInterrupt:
        return _complain("stopped")
    return status


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read(name: str) -> bytes:
    """Return what a file holds; Impossible, in a line, where it cannot be read."""
    try:
        with _opened(name) as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise Impossible(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise Impossible(f"{name} is a folder, not a file") from None
    except OSError as error:
        raise Impossible(f"{name} cannot be read: {error.strerror}") from None
    if len(content) > LARGEST:
        raise Impossible(f"{name} is too large: a file has at most {LARGEST // 2**20} MB")
    return content


def _answer(name: str, work: Work, *, json_line: bool, alone: bool) -> int:
    try:
        told = work(read(name))
    except Impossible as error:
        if not json_line:
            named = alone or error.message.startswith(name)
            return _complain(error.message if named else f"{name}: {error.message}")
        told, status = as_json({"error": error.message}), EXIT_BAD
    else:
        status = OK
    sys.stdout.write(told + "\n")
    return status


def _complain(line: str) -> int:
    sys.stderr.write(line + "\n")
    return EXIT_BAD


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name != "-":
        return Path(name).open("rb")
    if sys.stdin is None:
        raise Impossible("there is no standard input")
    return nullcontext(sys.stdin.buffer)


def _speak_plainly(*, utf8: bool) -> None:
    """JSON is UTF-8 everywhere; for people, a terminal that lacks a sign shows it in some other way."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if utf8 else None, errors="backslashreplace")


# --- What goes wrong with a backup, as one line and exit status 2.

EXIT_FAILED = 2


@contextmanager
def in_one_line(what: str) -> Iterator[None]:
    """Say what did not happen, and why; whatever is written meanwhile belongs to whoever runs this."""
    os.umask(0o077)
    try:
        yield
    except (Unusable, Damaged, DatabaseError, sqlite3.Error, OSError) as error:
        raise CommandError(f"{what}: {' '.join(str(error).split())}", returncode=EXIT_FAILED) from None


# --- A record that can be worked on: it is there, and as this version has it.


def check_record() -> None:
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        raise CommandError(f"There is no record in {settings.DATA} yet: `manage.py serve` begins one.", returncode=2)
    if not is_up_to_date():
        raise CommandError("This record is not of this version: `manage.py serve` brings it up to date.", returncode=2)


# --- An invitation, as it is printed in a terminal.


def invited(invitation: Invitation, home: str) -> str:
    """Return its link and the code to scan it with; `home` is where phones find this installation."""
    link = home + reverse("join-link", args=[invitation.token])
    return f"  {link}\n{network.qr_code(link)}"


# --- A scorecard for a person at a terminal: plain text, every point with its reason.


def printed(game: Game, state: MatchState, card: Scorecard) -> str:
    lines = [f"{game.name}: {', '.join(state.names)}", *_house_rules(state)]
    for scored in card.rounds:
        starter = state.names[scored.deal.dealer]
        how = f"dealt by {starter}" if game.deal else f"{starter} began"
        lines += ["", f"{game.round_name.capitalize()} {scored.number}, {how}"]
        lines += _sides(scored, state)
    lines += ["", *_standing(state, card), "", _what_comes_next(game, state, card)]
    return "\n".join(lines)


def _house_rules(state: MatchState) -> Iterator[str]:
    for name, value in state.rules.differing.items():
        option = state.rules.options[name]
        yield f"House rule: {option.title}: {option.label(value)}"


def _sides(scored: ScoredRound, state: MatchState) -> Iterator[str]:
    if not scored.facts.is_complete:
        yield "  not played to its end yet"
        return
    width = max(map(len, state.side_names))
    for side, name in enumerate(state.side_names):
        reasons = "; ".join(line.reason for line in scored.lines if line.side == side)
        points, total = signed(scored.points[side]), minus(scored.totals[side])
        yield f"  {name:<{width}} {points:>6} {total:>6}  {reasons}".rstrip()


def _standing(state: MatchState, card: Scorecard) -> Iterator[str]:
    statuses = {one.side: f" ({one.text})" for one in state.game.status(state)}
    for side in sorted(range(len(card.totals)), key=lambda side: card.places[side]):
        yield f"{card.places[side]}. {state.side_names[side]}: {minus(card.totals[side])}{statuses.get(side, '')}"


def _what_comes_next(game: Game, state: MatchState, card: Scorecard) -> str:
    if card.next is None:
        names = [state.side_names[side] for side in card.winners]
        return f"{names[0]} won." if len(names) == 1 else f"{listed(names)} share the win."
    return f"Next: {game.round_name} {card.next.number}, {_deal(card.next, state)}."


def _deal(deal: Deal, state: MatchState) -> str:
    if not deal.cards:
        return f"{state.names[deal.first]} begins"
    return f"{state.names[deal.dealer]} deals {cards_each(deal.cards)}, {state.names[deal.first]} comes first"
