"""`manage.py rebuild`: recalculates ledger and standings from the facts of every match."""

from typing import Any

from django.core.management.base import CommandError

from games.core.errors import Impossible
from games.core.text import plural
from scorekeeper.clubs.models import Club
from scorekeeper.management.command_line import one_line_errors
from scorekeeper.management.console import RecordCommand, check_record
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match


class Command(RecordCommand):
    help = "Recalculate all that follows from the facts: ledger and standings."

    def handle(self, *args: Any, **options: Any) -> None:
        with one_line_errors("Not everything was rebuilt"):
            self.rebuild()

    def rebuild(self) -> None:
        check_record()
        clubs = Club.everything.in_bulk()
        matches = list(Match.everything.order_by("pk").values_list("club", "pk"))
        refused = 0
        for club, pk in matches:
            try:
                recording.rebuild(clubs[club], pk)
            except Impossible as error:
                self.stderr.write(f"match {pk}: {error.message}")
                refused += 1
        if refused:
            raise CommandError(f"{refused} of {len(matches)} matches could not be rebuilt and are as they were.")
        self.stdout.write(f"{plural(len(matches), 'match', 'matches')} rebuilt.")
