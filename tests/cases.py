"""Tables of cases: one test a table, every failing row named, each row on the database the fixtures left."""

from contextlib import ExitStack, contextmanager
from copy import deepcopy
from functools import wraps
from inspect import signature
from unittest.mock import patch

import pytest


def cases(names, rows):
    """Run a test over every row, as parametrize does, but collect it as one test."""
    names, rows = [name.strip() for name in names.split(",")], list(rows)

    def over_rows(test):
        @wraps(test)
        def whole(**others):
            failures = []
            for row in rows:
                values = dict(zip(names, row if len(names) > 1 else [row], strict=True))
                try:
                    with isolated():
                        test(**others, **values)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"in the case {', '.join(f'{name}={short(one)}' for name, one in values.items())}")
                    failures.append(failure)
            if failures:
                told = f"{len(failures)} of {len(rows)} cases fail"
                raise BaseExceptionGroup(told, failures) if len(failures) > 1 else failures[0]

        whole_signature = signature(test)
        others = [one for name, one in whole_signature.parameters.items() if name not in names]
        whole.__signature__ = whole_signature.replace(parameters=others)
        return whole

    return over_rows


@contextmanager
def isolated():
    """Roll back what a row writes, forget the pages it drew and the cookies its clients got."""
    from django.core.cache import caches
    from django.db import connection, transaction
    from django.test import Client

    if not connection.in_atomic_block:  # a test without the database
        yield
        return
    clients, request = {}, Client.request

    def remember_cookies(client, **asked):
        clients.setdefault(client, deepcopy(client.cookies))
        return request(client, **asked)

    try:
        with ExitStack() as stack:
            stack.enter_context(transaction.atomic())
            stack.callback(transaction.set_rollback, True)
            stack.enter_context(patch.object(Client, "request", remember_cookies))
            yield
    finally:
        for client, cookies in clients.items():
            client.cookies = cookies
        for cache in caches.all(initialized_only=True):
            cache.clear()


def short(value):
    """A game by its key; the beginning of anything long."""
    told = repr(getattr(value, "key", value))
    return told if len(told) <= 200 else f"{told[:200]} …"
