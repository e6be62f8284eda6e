"""How a log is written, and what may not stand in it."""

import json
import logging
from datetime import UTC, datetime
from time import monotonic

from scorekeeper.server.database import is_damaged

DATABASE_AWAY, A_WHILE = 503, 10
AWAY = "The database is away."
DAMAGED = "The record cannot be read. Start again: “serve” says what is wrong, and the way out."


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

    next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) == DATABASE_AWAY:
            return self.shorten(record)
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path is not None and isinstance(record.args, tuple):
            record.args = tuple(route(request) if argument == path else argument for argument in record.args)
        return True

    def shorten(self, record: logging.LogRecord) -> bool:
        """Say once in a while, without the traceback of each request, that the database is away or damaged."""
        if record.exc_info:  # else another handler's filter has shortened it
            record.msg = DAMAGED if is_damaged(record.exc_info[1]) else AWAY
            record.args, record.exc_info = (), None
        now = monotonic()
        if now < self.next:
            return False
        self.next = now + A_WHILE
        return True


def route(request: object) -> str:
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else "an unknown address"
