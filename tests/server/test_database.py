"""Writers queue, one at a time and in the order they came; a transaction inside another is harmless."""

import fcntl
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, connection, connections, transaction

from scorekeeper.server import database
from scorekeeper.server.database import Queue, Sharing, Waiting, queue, write_together, writing
from scorekeeper.server.sqlite_copy import copy_database
from tests.cases import cases
from tests.concurrency import count_one, finish_all, start_thread

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no queue")


@pytest.fixture
def counted(transactional_db):
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE counted (n integer)")
        cursor.execute("INSERT INTO counted VALUES (0)")
    yield read_count
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE counted")


def read_count():
    with connection.cursor() as cursor:
        cursor.execute("SELECT n FROM counted")
        return cursor.fetchone()[0]


def test_writers_are_served_in_the_order_they_came(tmp_path):
    line, served = Queue(), []

    def write(number):
        with line.turn(tmp_path / "queue"):
            served.append(number)

    threads = []
    with line.turn(tmp_path / "queue"):
        for number in range(20):
            threads.append(start_thread(lambda number=number: write(number)))
            while len(line.waiting) <= number:
                time.sleep(0.001)
        assert served == []
    finish_all(threads)
    assert served == list(range(20))


def test_processes_write_in_turn_however_fast_one_is(tmp_path):
    """Each queue is as good as a process: between them there is only the file."""
    served = []

    def write(name, line):
        for _ in range(20):
            with line.turn(tmp_path / "queue"):
                served.append(name)
                time.sleep(0.005)

    finish_all([start_thread(lambda name=name: write(name, Queue())) for name in "AB"])

    both = "".join(served)[served.index("B" if served[0] == "A" else "A") : 20]
    # A thread that the machine leaves asleep may miss its turn now and then.
    assert sum(one == other for one, other in pairwise(both)) < 6, both


def test_an_error_lets_the_next_one_write(tmp_path):
    line = Queue()
    with pytest.raises(ZeroDivisionError), line.turn(tmp_path / "queue"):
        raise ZeroDivisionError
    with pytest.raises(FileNotFoundError), line.turn(tmp_path / "no folder" / "queue"):
        pass
    with line.turn(tmp_path / "queue"):
        assert line.busy
    assert not line.busy


@pytest.mark.postgresql
def test_an_error_takes_back_what_was_written(counted):
    with pytest.raises(ZeroDivisionError), writing():
        count_one()
        raise ZeroDivisionError
    assert counted() == 0


@pytest.mark.postgresql
def test_writing_inside_writing_is_a_savepoint(counted):
    with writing():
        count_one()
        with pytest.raises(ZeroDivisionError), writing():
            count_one()
            raise ZeroDivisionError
        with writing():
            count_one()
    assert counted() == 2
    assert not queue.busy


def test_threads_and_processes_write_without_a_locked_database(counted):
    name = str(connection.settings_dict["NAME"])
    other = [sys.executable, "-m", "tests.concurrency", name, "100"]
    processes = [subprocess.Popen(other, cwd=Path(__file__).parents[2]) for _ in range(2)]
    threads = [start_thread(lambda: [count_one() for _ in range(10)]) for _ in range(20)]
    finish_all(threads)
    assert [process.wait(timeout=60) for process in processes] == [0, 0]
    assert counted() == 400


@pytest.mark.postgresql
def test_a_transaction_that_reads_first_may_write_even_beside_the_queue(counted):
    finish_all([start_thread(lambda: [count_one(transaction.atomic) for _ in range(20)]) for _ in range(10)])
    assert counted() == 200


@on_sqlite
def test_writing_waits_in_the_queue(counted):
    with writing():
        thread = start_thread(count_one)
        while not queue.waiting:
            assert thread.is_alive()
            time.sleep(0.001)
        assert read_count() == 0
    finish_all([thread])
    assert counted() == 1


def queue_up(works, outcomes):
    """Have threads do work, all of which wait for one turn first; each notes what it returned or raised."""

    def do(number):
        try:
            outcomes[number] = works[number]()
        except Exception as error:
            outcomes[number] = error

    with writing():
        threads = []
        for number in range(len(works)):
            threads.append(start_thread(lambda number=number: do(number)))
            while len(queue.waiting) <= number:
                time.sleep(0.001)
    finish_all(threads)


def count_up():
    """Return which thread it was."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE counted SET n = n + 1")
    return threading.get_ident()


@on_sqlite
def test_those_who_wait_are_written_together_and_answered_once_that_is_kept(counted):
    outcomes, early = {}, []

    def count_up_last():
        writer = count_up()
        time.sleep(0.1)  # for those who would be answered too early
        early.extend(outcomes)
        return writer

    queue_up([partial(write_together, work) for work in (count_up, count_up, count_up_last)], outcomes)

    assert len(set(outcomes.values())) == 1
    assert early == []
    assert counted() == 3
    assert not queue.busy


@on_sqlite
def test_of_those_written_together_only_who_fails_is_refused(counted):
    def fail_at_once():
        count_up()
        raise ZeroDivisionError

    def fail_when_committed():
        count_up()
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO referring VALUES (0)")

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE referring (n REFERENCES clubs_club (id) DEFERRABLE INITIALLY DEFERRED)")
    try:
        for times, (fail, error) in enumerate(
            [(fail_at_once, ZeroDivisionError), (fail_when_committed, IntegrityError)]
        ):
            outcomes = {}
            queue_up([partial(write_together, work) for work in (count_up, fail, count_up)], outcomes)

            assert [type(outcomes[number]) for number in range(3)] == [int, error, int]
            assert counted() == 2 * times + 2
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE referring")
    assert not queue.busy


def test_who_wants_a_transaction_alone_keeps_the_place_in_the_queue():
    line, shared, alone, later = Queue(), Sharing(count_up), Waiting(), Sharing(count_up)
    line.waiting.extend([shared, alone, later])

    assert line.take_sharing() == [shared]
    assert list(line.waiting) == [alone, later]


def test_other_processes_wait_for_the_file_beside_the_database(tmp_path):
    path = tmp_path / "queue"
    with Queue().turn(path), path.open() as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@on_sqlite
@cases("pragma, value", [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("mmap_size", 0)])
def test_sqlite_is_opened_so_that_an_acknowledged_round_survives(db, pragma, value):
    with connection.cursor() as cursor:
        assert cursor.execute(f"PRAGMA {pragma}").fetchone()[0] == value


@on_sqlite
def test_a_copy_holds_what_was_committed(counted, tmp_path):
    count_one()
    copy_database(Path(connection.settings_dict["NAME"]), tmp_path / "backups" / "copy.sqlite3")
    with closing(sqlite3.connect(tmp_path / "backups" / "copy.sqlite3")) as copy:
        assert copy.execute("SELECT n FROM counted").fetchone() == (1,)


def test_a_database_that_is_away_is_told_from_other_trouble(monkeypatch):
    def error(kind, state):
        trouble = kind("trouble")
        trouble.__cause__ = Exception()
        trouble.__cause__.sqlstate = state
        return trouble

    away = [(OperationalError, None), (OperationalError, "57P01"), (InterfaceError, None), (OperationalError, "08006")]
    other = [(OperationalError, "53100"), (OperationalError, "40001"), (ValueError, None)]
    for vendor in ("postgresql", "sqlite"):
        monkeypatch.setattr(type(connections["default"]), "vendor", vendor)
        assert [database.is_away(error(*one)) for one in away] == [vendor == "postgresql"] * 4
        assert not any(database.is_away(error(*one)) for one in other)
