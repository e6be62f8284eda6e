"""`manage.py referee GAME QUESTION.json`: a ruling, its reason and its rule, without any database."""

import sys
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.core import referee
from games.core.registry import find
from games.core.schema import load_json
from scorekeeper.management.console import answer, as_json


def ruling(game: str, content: bytes) -> str:
    return as_json(referee.answer(find(game), load_json(content)))


class Command(BaseCommand):
    help = "Answer questions for the referee of a game, as JSON. No database is needed."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME", help="the key of the game, as in a scoresheet")
        parser.add_argument("questions", nargs="+", metavar="QUESTION.json", help="a question; - is standard input")

    def handle(self, *_: Any, game: str, questions: list[str], **__: Any) -> None:
        sys.exit(answer(questions, partial(ruling, game), json_lines=True))
