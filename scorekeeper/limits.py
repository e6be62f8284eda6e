"""All limits on what people and programs may fill the record with. No club meets them by playing."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

# Size of a posted form in bytes.
MAX_FORM_BYTES = 2_000_000
# Size of an imported file in bytes: about 20,000 matches.
MAX_IMPORT_BYTES = 64_000_000
# Size of a request that imports a file: the file and the form around it.
MAX_IMPORT_REQUEST_BYTES = MAX_IMPORT_BYTES + 500_000
# Size of each list of a club file, such as its players, in bytes: about 30,000 people.
MAX_IMPORT_LIST_BYTES = 4_000_000
# Size of one scoresheet in bytes: about 1,000 rounds.
MAX_SCORESHEET_BYTES = 1_000_000

# Maximum number of rounds of a match: no table plays as many, and longer pages are slow.
MAX_ROUNDS = 500
# Maximum number of changes to a match: saves, corrections and undos.
MAX_ENTRIES = 20_000
# Maximum number of matches of a club and of changes to them, together: about a gigabyte.
MAX_CLUB_ENTRIES = 1_000_000

# Maximum number of questions that a club has decided itself.
MAX_TABLE_RULINGS = 500
# Maximum number of times that a club writes down how it plays.
MAX_RULES_NOTES = 1_000

# Maximum number of matches that a club starts in an hour.
MAX_MATCHES_PER_HOUR = 2_000
# Maximum number of devices that join a club in an hour, for each role.
MAX_DEVICES_PER_HOUR = 200
# Maximum number of clubs that strangers found in an hour, and from one network.
MAX_CLUBS_PER_HOUR = 200
MAX_CLUBS_PER_HOUR_AND_NETWORK = 20


class QuotaReached(Exception):
    """The limit of an hour, or of a club, is reached; the message says which."""


def check_hourly_quota(rows: QuerySet[Any], created: str, limit: int, what: str) -> None:
    """Raise QuotaReached if at least `limit` rows were created in the last hour; `created` names their date field."""
    if rows.filter(**{f"{created}__gt": timezone.now() - timedelta(hours=1)}).count() >= limit:
        raise QuotaReached(f"{what} in the last hour: try again later.")
