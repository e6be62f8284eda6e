"""`manage.py score SHEET.json`: the scorecard of a scoresheet, without any database."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.core import scoresheet
from scorekeeper.management.console import answer, as_json, printed


def for_a_person(content: bytes) -> str:
    return printed(*scoresheet.play(scoresheet.load(content)))


def for_a_program(content: bytes) -> str:
    return as_json(scoresheet.report(scoresheet.load(content)))


class Command(BaseCommand):
    help = "Print the scorecard of scoresheets, with the reason for every point. No database is needed."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("sheets", nargs="+", metavar="SHEET.json", help="a scoresheet; - is standard input")
        parser.add_argument("--json", action="store_true", help="for a program: one JSON object a line")

    def handle(self, *_: Any, sheets: list[str], json: bool, **__: Any) -> None:
        sys.exit(answer(sheets, for_a_program if json else for_a_person, json_lines=json))
