"""How a log is written, and what may not stand in it."""

import json
import logging
from datetime import UTC, datetime
from time import monotonic

from scorekeeper.server.database import is_damaged

AWAY = "The database is away."
BUSY = "The database is busy: another program is writing."
DAMAGED = "The record cannot be read. Start again: “serve” says what is wrong, and the way out."
# A database that is away, busy or damaged is logged no more often than this, not for each request.
REPEAT_SECONDS = 10


class JsonLines(logging.Formatter):
    """One JSON object a line, a traceback included, for what collects logs."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        facts = {"time": at, "level": record.levelname, "logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            facts["exception"] = self.formatException(record.exc_info)
        return json.dumps(facts, ensure_ascii=False)


class WithoutAddresses(logging.Filter):
    """Django logs the path of a failed request; invitations have their secret in the path. Name the route instead."""

    next_report = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) == 503:
            return self.shorten(record)
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path is not None and isinstance(record.args, tuple):
            record.args = tuple(route(request) if argument == path else argument for argument in record.args)
        return True

    def shorten(self, record: logging.LogRecord) -> bool:
        """Say what is wrong with the database, without a traceback, and not for each request."""
        if record.args:  # else another handler's filter has shortened it
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
