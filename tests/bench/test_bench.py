"""The pure parts of the bench. How fast a machine is the bench measures; nothing here asserts it."""

import pytest

from tests.bench.load import answer
from tests.bench.report import Ratios, count_statements, percentile, ratios


def test_ratios_are_taken_pair_by_pair_so_that_a_slow_moment_hits_both():
    assert ratios([80, 40, 81], [100, 50, 90]) == Ratios(0.8, 0.8, 0.9)
    assert ratios([0], [0]) == Ratios(0, 0, 0), "a server that never answered"


def test_a_percentile_is_one_of_the_values():
    assert [percentile([5, 1, 4, 2, 3], share) for share in (0.5, 0.99, 0.2, 0)] == [3, 5, 1, 1]
    assert percentile([], 0.99) == 0


def test_statements_are_counted_with_begin_and_commit():
    logged = [{"sql": sql} for sql in ("BEGIN", "UPDATE a", 'INSERT INTO "b"', "insert into c", "COMMIT")]
    assert count_statements(logged) == (5, "BEGIN, UPDATE, 2 INSERT, COMMIT")


class Connection:
    """Its answer comes in pieces."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)

    def recv(self, _most):
        return self.pieces.pop(0) if self.pieces else b""


def test_an_answer_in_pieces_is_read_to_its_end():
    connection = Connection(b"HTTP/1.1 200 OK\r\nContent-", b"Length: 5\r\n\r\nca", b"rds")
    assert answer(connection) == (200, b"http/1.1 200 ok\r\ncontent-length: 5", b"cards")
    assert answer(Connection(b"HTTP/1.1 204 No Content\r\n\r\n"))[0] == 204
    with pytest.raises(ConnectionError):
        answer(Connection(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nca"))
