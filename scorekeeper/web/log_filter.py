"""Log formatting, and a filter that keeps secrets and floods of equal errors out of the log."""

import json
import logging
import re
from datetime import UTC, datetime
from time import monotonic

from scorekeeper.server.database import is_damaged

AWAY = "The database is away."
BUSY = "A request was refused: the database was locked for too long, or too many asked at once."
DAMAGED = "The record cannot be read. Start again: “serve” says what is wrong, and the way out."
# waitress writes a path into its message: “Exception while serving /join/…”.
SERVED_PATH = re.compile(r"(?<= serving )/.*", re.DOTALL)
# A database error is logged at most once in this time, not for each request.
REPEAT_SECONDS = 10


class JsonLines(logging.Formatter):
    """One JSON object a line, a traceback included, for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        entry = {"time": at, "level": record.levelname, "logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class WithoutAddresses(logging.Filter):
    """Log the route instead of the path: the path of an invitation contains its secret."""

    next_report = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "waitress":
            record.msg = SERVED_PATH.sub("an address", str(record.msg))
        if getattr(record, "status_code", None) == 503:
            return self.shorten(record)
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path is not None and isinstance(record.args, tuple):
            record.args = tuple(route(request) if argument == path else argument for argument in record.args)
        return True

    def shorten(self, record: logging.LogRecord) -> bool:
        """Replace a database error and its traceback by one sentence; drop the repetitions."""
        if record.args:  # without args another handler has shortened it already
            error = record.exc_info[1] if record.exc_info else None
            record.msg = (DAMAGED if is_damaged(error) else AWAY) if error else BUSY
            record.args, record.exc_info = (), None
        now = monotonic()
        if now < self.next_report:
            return False
        self.next_report = now + REPEAT_SECONDS
        return True


def route(request: object) -> str:
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else "an unknown address"
