"""`manage.py rebuild`: makes ledger, standings and ratings anew from the facts of every match."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.core.errors import Impossible
from games.core.text import plural
from scorekeeper.clubs.models import Club
from scorekeeper.management.console import check_record, in_one_line
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.statistics.models import Rating

# Matches in one transaction. A player who saves a round waits no longer than for these.
MATCHES_AT_ONCE = 10


class Command(BaseCommand):
    help = "Recalculate all that follows from the facts: ledger, standings and ratings."

    def handle(self, *args: Any, **options: Any) -> None:
        with in_one_line("Not everything was rebuilt"):
            self.rebuild()

    def rebuild(self) -> None:
        check_record()
        clubs = Club.everything.in_bulk()
        matches = [(clubs[club], pk) for pk, club in Match.everything.order_by("pk").values_list("pk", "club")]
        refused = 0
        for done in range(0, len(matches), MATCHES_AT_ONCE):
            with transaction.atomic():
                refused += sum(not self.rebuilt(*one) for one in matches[done : done + MATCHES_AT_ONCE])
        # Made again when somebody looks.
        Rating.objects.all().delete()
        if refused:
            raise CommandError(f"{refused} of {len(matches)} matches could not be rebuilt and are as they were.")
        self.stdout.write(f"{plural(len(matches), 'match', 'matches')} rebuilt.")

    def rebuilt(self, club: Club, pk: int) -> bool:
        try:
            recording.rebuild(club, pk)
        except Impossible as error:
            self.stderr.write(f"match {pk}: {error.message}")
            return False
        return True
