"""`manage.py demo --matches N`: fills a club with made-up game nights, for a look around and for measurements."""

import argparse
from contextlib import suppress
from datetime import date
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.core.text import plural
from scorekeeper.clubs.models import Club
from scorekeeper.demo.fill import InUse, fill
from scorekeeper.management.console import RecordCommand
from scorekeeper.server import install

MAX_MATCHES = 100_000
YEARS = range(1970, 3000)
UNTIL = date(2026, 11, 14)


class Command(RecordCommand):
    help = "Fill an empty club with made-up game nights of all games: the same ones each time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--matches", type=match_count, default=100, metavar="N", help="how many (default: 100)")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="another number makes other matches")
        parser.add_argument(
            "--until", type=iso_date, default=UNTIL, metavar="DATE", help=f"the last game night (default: {UNTIL})"
        )
        parser.add_argument(
            "--into-this-club", action="store_true", help="even among real matches; they cannot be separated again"
        )

    def handle(self, *_: Any, matches: int, seed: int, until: date, into_this_club: bool, **__: Any) -> None:
        install.make_data_folder()
        install.migrate()
        try:
            filled = fill(Club.get_default(), matches, until, seed, in_use=into_this_club)
        except InUse:
            raise CommandError(
                "This club has players or matches of its own, and made-up ones would be mixed with them for good. "
                "Give an empty folder with --data DIR, or say --into-this-club."
            ) from None
        for name in filled.omitted_games:
            self.stdout.write(f"{name} is left out: its folder does not say how people play it.")
        if filled.existing:
            self.stdout.write(f"Already here, now with made-up matches: {', '.join(filled.existing)}.")
        made = plural(filled.matches, "match", "matches"), plural(filled.rounds, "round", "rounds")
        nights = plural(filled.nights, "game night", "game nights")
        self.stdout.write(f"{' of '.join(made)} on {nights}, the last one on {until:%-d %B %Y}.")


def match_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_MATCHES):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {MAX_MATCHES}")
    return int(text)


def iso_date(text: str) -> date:
    with suppress(ValueError):
        if (found := date.fromisoformat(text)).year in YEARS:
            return found
    raise argparse.ArgumentTypeError(f"{text!r} is not a date from {YEARS[0]} to {YEARS[-1]}, as in {UNTIL}")
