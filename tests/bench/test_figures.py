"""The pure parts of the bench. What a machine is fast at is measured by the bench itself, never asserted here."""

import pytest

from tests.bench.addresses import addresses
from tests.bench.asking import SECRET, Saving, get
from tests.bench.figures import Figure, Ratios, percent, percentile, ratios, statements, table
from tests.bench.house import TOKEN, hands
from tests.bench.load import answer


def test_ratios_are_taken_pair_by_pair_so_that_a_slow_moment_hits_both():
    assert ratios([80, 40, 81], [100, 50, 90]) == Ratios(0.8, 0.8, 0.9)


def test_ratios_of_a_server_that_never_answered_are_zero():
    assert ratios([0], [0]) == Ratios(0, 0, 0)


@pytest.mark.parametrize(("share", "value"), [(0.5, 3), (0.99, 5), (0.2, 1), (0, 1)])
def test_a_percentile_is_one_of_the_values(share, value):
    assert percentile([5, 1, 4, 2, 3], share) == value


def test_a_percentile_of_nothing_is_zero():
    assert percentile([], 0.99) == 0


def test_statements_are_counted_with_begin_and_commit():
    logged = [{"sql": sql} for sql in ("BEGIN", "UPDATE a", 'INSERT INTO "b"', "insert into c", "COMMIT")]
    assert statements(logged) == (5, "BEGIN, UPDATE, 2 INSERT, COMMIT")


def test_the_table_is_as_wide_as_its_longest_cells():
    printed = table("On the wire", [Figure("bytes", "≤ 28 kB", "27.0 kB", "gzip"), Figure("requests", "≤ 6", "5")])
    assert printed.splitlines() == [
        "On the wire",
        "            goal     measured",
        "  bytes     ≤ 28 kB  27.0 kB   gzip",
        "  requests  ≤ 6      5",
    ]


@pytest.mark.parametrize(("part", "written"), [(0.7543, "75.4 %"), (0.0101, "1.01 %"), (1, "100 %")])
def test_percent_keeps_three_digits(part, written):
    assert percent(part) == written


@pytest.mark.parametrize(("players", "count", "largest"), [(4, 25, 13), (2, 51, 26)])
def test_hands_are_a_whole_game_and_the_same_each_time(players, count, largest):
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


def test_a_request_is_that_of_a_browser_that_has_been_there():
    assert f"\r\nCookie: csrf={SECRET}; device={TOKEN}\r\n".encode() in get("/")


class Line:
    """A connection whose answer comes in pieces."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)

    def recv(self, _most):
        return self.pieces.pop(0) if self.pieces else b""


def test_an_answer_in_pieces_is_read_to_its_end():
    line = Line(b"HTTP/1.1 200 OK\r\nContent-", b"Length: 5\r\n\r\nca", b"rds")
    assert answer(line) == (200, b"http/1.1 200 ok\r\ncontent-length: 5", b"cards")


def test_an_answer_without_a_body_ends_with_its_headers():
    assert answer(Line(b"HTTP/1.1 204 No Content\r\n\r\n"))[0] == 204


def test_an_answer_that_breaks_off_is_an_error():
    with pytest.raises(ConnectionError):
        answer(Line(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nca"))


def test_addresses_are_routes_with_something_in_each_part():
    routes = ["", "matches/<int:pk>/rounds/<int:number>/", "players/<int:pk>/", "merges/<int:pk>/", "keys/<uuid:key>/"]
    parts = {"matches/pk": 7, "players/pk": 3, "number": 0}

    assert addresses(routes, parts) == (
        {
            "": "/",
            "matches/<int:pk>/rounds/<int:number>/": "/matches/7/rounds/0/",
            "players/<int:pk>/": "/players/3/",
        },
        ["merges/<int:pk>/", "keys/<uuid:key>/"],
    )
