"""All limits on sizes and numbers, against programs that fill the disk. No club reaches them by playing."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

# Maximum size of a posted form, in bytes.
MAX_FORM_BYTES = 2_000_000
# Maximum size of an imported file, in bytes: about 20,000 matches.
MAX_IMPORT_BYTES = 64_000_000
# Maximum number of matches of an imported file: each takes a tenth of a millisecond to read, however small it is.
MAX_IMPORT_MATCHES = 50_000
# Maximum number of plays of another program's file: each takes a third of a millisecond to score, for the preview and
# again for the import.
MAX_IMPORT_PLAYS = 10_000
# Maximum size of a table, in bytes, and number of its rows and columns: a row may be a match.
MAX_IMPORT_TABLE_BYTES = 2_000_000
MAX_TABLE_ROWS, MAX_TABLE_COLUMNS = MAX_IMPORT_PLAYS, 100
# Maximum size of a request that imports a file, in bytes: the file with its form.
MAX_IMPORT_REQUEST_BYTES = MAX_IMPORT_BYTES + 500_000
# Maximum size of each list of a club file, such as the players, in bytes: about 30,000 players.
MAX_IMPORT_LIST_BYTES = 4_000_000
# Maximum size of a scoresheet, in bytes: about 1,000 rounds.
MAX_SCORESHEET_BYTES = 1_000_000

# Maximum number of rounds of a match: no table plays more, and longer pages are slow.
MAX_ROUNDS = 500
# Maximum number of changes to a match: saves, corrections and undos.
MAX_ENTRIES = 20_000
# Maximum number of matches of a club plus changes to them: about a gigabyte.
MAX_CLUB_ENTRIES = 1_000_000

# Maximum number of rulings that a club has made itself.
MAX_TABLE_RULINGS = 500
# Maximum number of a club's notes about how it plays.
MAX_RULES_NOTES = 1_000

# Maximum number of matches that a club starts in an hour.
MAX_MATCHES_PER_HOUR = 2_000
# Maximum number of devices that join a club in an hour, for each role.
MAX_DEVICES_PER_HOUR = 200
# Maximum number of clubs that strangers found in an hour, and from one network.
MAX_CLUBS_PER_HOUR = 200
MAX_CLUBS_PER_HOUR_AND_NETWORK = 20


class QuotaReached(Exception):
    """A limit per hour or per club is reached. The message names it."""


def check_hourly_quota(queryset: QuerySet[Any], date_field: str, limit: int, message: str) -> None:
    """Raise QuotaReached if `limit` rows were created in the last hour.

    `date_field`: name of the field with the time of creation. `message`: the beginning of the error.
    """
    if queryset.filter(**{f"{date_field}__gt": timezone.now() - timedelta(hours=1)}).count() >= limit:
        raise QuotaReached(f"{message} in the last hour: try again later.")
