"""What may not stand in a log."""

import logging


class WithoutAddresses(logging.Filter):
    """Django logs the path of a failed request; invitations have their secret in the path. Name the route instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path is not None and isinstance(record.args, tuple):
            record.args = tuple(route(request) if argument == path else argument for argument in record.args)
        return True


def route(request: object) -> str:
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else "an unknown address"
