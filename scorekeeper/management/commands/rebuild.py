"""`manage.py rebuild`: makes the ledger, all standings and the books anew from the facts of every match."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.errors import Impossible
from games.core.text import plural
from scorekeeper.clubs.models import Club
from scorekeeper.management.console import check_record
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.statistics.monthly_totals import recount


class Command(BaseCommand):
    help = "Work out again all that follows from the facts: ledger, standings and statistics."

    def handle(self, *args: Any, **options: Any) -> None:
        check_record()
        matches = list(Match.everything.order_by("pk").values_list("pk", flat=True))
        refused = [line for pk in matches if (line := rebuilt(pk))]
        for club in Club.objects.order_by("pk"):
            recount(club)
        for line in refused:
            self.stderr.write(line)
        if refused:
            raise CommandError(f"{len(refused)} of {len(matches)} matches could not be made anew and are as they were.")
        self.stdout.write(f"{plural(len(matches), 'match', 'matches')} made anew.")


def rebuilt(pk: int) -> str:
    """Make one match anew; return what is wrong where its facts cannot be."""
    try:
        recording.rebuild(pk)
    except Impossible as error:
        return f"match {pk}: {error.message}"
    return ""
