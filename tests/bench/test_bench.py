"""The pure parts of the bench. How fast a machine is the bench measures; nothing here asserts it."""

import pytest

from tests.bench.data import TOKEN, hands
from tests.bench.load import SECRET, Saving, answer, get
from tests.bench.report import Figure, Ratios, count_statements, percent, percentile, ratios, table


def test_ratios_are_taken_pair_by_pair_so_that_a_slow_moment_hits_both():
    assert ratios([80, 40, 81], [100, 50, 90]) == Ratios(0.8, 0.8, 0.9)
    assert ratios([0], [0]) == Ratios(0, 0, 0), "a server that never answered"


def test_a_percentile_is_one_of_the_values():
    assert [percentile([5, 1, 4, 2, 3], share) for share in (0.5, 0.99, 0.2, 0)] == [3, 5, 1, 1]
    assert percentile([], 0.99) == 0


def test_statements_are_counted_with_begin_and_commit():
    logged = [{"sql": sql} for sql in ("BEGIN", "UPDATE a", 'INSERT INTO "b"', "insert into c", "COMMIT")]
    assert count_statements(logged) == (5, "BEGIN, UPDATE, 2 INSERT, COMMIT")


def test_the_table_is_as_wide_as_its_longest_cells():
    printed = table("On the wire", [Figure("bytes", "≤ 28 kB", "27.0 kB", "gzip"), Figure("requests", "≤ 6", "5")])
    assert printed.splitlines() == [
        "On the wire",
        "            goal     measured",
        "  bytes     ≤ 28 kB  27.0 kB   gzip",
        "  requests  ≤ 6      5",
    ]
    assert [percent(part) for part in (0.7543, 0.0101, 1)] == ["75.4 %", "1.01 %", "100 %"]


def test_hands_are_a_whole_match_and_the_same_each_time():
    for players, count, largest in ((4, 25, 13), (2, 51, 26)):
        played = list(hands(players, count))
        assert [sum(hand["tricks"]) for hand in played] == [*range(1, largest + 1), *range(largest - 1, 0, -1)]
        assert played == list(hands(players, count))


def test_a_conversation_saves_one_hand_after_the_other_each_with_its_own_key():
    first, second, *others = Saving([7], "token")
    assert b"POST /matches/7/rounds/ " in first
    assert first.endswith(b"seen=0&number=1")
    assert second.endswith(b"seen=1&number=2")
    assert first.partition(b"&key=")[2][:36] != second.partition(b"&key=")[2][:36]
    assert len(others) == 23
    assert f"\r\nCookie: csrf={SECRET}; device={TOKEN}\r\n".encode() in get("/")


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
