"""The table view: a match in large digits for the middle of the table, turned to any side."""

import re
from random import Random

import pytest
from django.utils.html import strip_tags

from games.core.schema import read
from scorekeeper.matches import recording
from scorekeeper.matches.table_view import TableView
from tests.cases import cases
from tests.matches.factory import entry, keep_draft, make_match, six_rounds, suits

pytestmark = pytest.mark.django_db

ODD_TURNS = ["45", "9" * 5000, '"><script>', "٩٠"]
BIDS = {"bids-0": "2", "bids-1": "0", "bids-2": "1", "bids-3": "0"}


def html_of(client, match, **asked):
    return client.get(f"/matches/{match.pk}/table-view/", asked).content.decode()


def words(html):
    return " ".join(strip_tags(html[html.index("<main") :]).split())


def typed(match, answers):
    keep_draft(match, answers)
    return TableView.of(match, "")


def test_the_table_view_shows_totals_the_deal_and_the_leader(client):
    match = make_match(3)
    html = html_of(client, match)

    assert "Hand 4 of" in words(html)
    assert "Dan deals Ada bids first" in words(html)
    for name, total in zip(match.names, match.state.totals, strict=True):
        assert re.search(rf"{name}D?( ahead)? {total} ", words(html))
    assert re.search(r'<noscript>\s*<meta http-equiv="refresh" content="\d+"', html)
    assert f'href="/matches/{match.pk}/"' in html
    assert f'href="/matches/{match.pk}/table-view/"' in client.get(f"/matches/{match.pk}/").content.decode()


def test_two_sides_with_the_best_total_are_level_and_nobody_is_ahead(client):
    match = six_rounds()
    recording.play(match, read(suits(0, 0, 2, 1, 2, 2), match.game.facts), entry(match))

    assert match.state.totals[0] == match.state.totals[1] < match.state.totals[2]
    assert "ahead" not in words(html_of(client, match))


def test_a_player_alone_is_not_ahead_and_the_review_of_such_a_match_opens(client):
    match = make_match(names=["Ada"], game="any-game")
    recording.play(match, match.game.simulate(Random(1), match.state), entry(match))

    assert "ahead" not in words(html_of(client, match))
    recording.finish(match, entry(match))
    assert client.get(f"/matches/{match.pk}/review/").status_code == 200
    assert client.get(f"/matches/{match.pk}/").status_code == 200


def test_the_table_view_says_whose_cards_come_first(client):
    match = make_match(game="lone-hand")

    assert "deals Whoever holds the lowest sun leads" in words(html_of(client, match))
    assert "Whoever holds the lowest sun leads" in words(client.get(f"/matches/{match.pk}/").content.decode())


def test_bids_show_as_they_are_typed_with_the_next_question():
    table = typed(make_match(1), {"bids-2": "1", "bids-3": "0"})

    shown = [[cell.question.display_text for cell in side.cells] for side in table.sides]
    assert shown == [
        ["", ""],
        ["", ""],
        ["1", ""],
        ["0", ""],
    ]
    assert table.next_question == "Ada bids"
    stakes = [side.notes[0].text for side in typed(make_match(1), BIDS).sides]
    assert stakes[::2] == ["+20 / −20", "+10 / −10"]


def test_a_complete_round_shows_its_points_and_an_impossible_one_says_why(client):
    match = make_match(1)
    table = typed(match, BIDS | {f"tricks-{seat}": str(2 if seat == 0 else 0) for seat in range(4)})

    assert [side.plus for side in table.sides] == ["+20", "0", "−10", "0"]
    assert table.next_question == ""
    other = make_match(1)
    typed(other, BIDS | {f"tricks-{seat}": "2" for seat in range(4)})
    assert "tricks add up to 8" in words(html_of(client, other))


@cases(
    "game, answers, notes",
    [
        ("big-little", {"trump": "H"}, [("Trump", "♥", "suit-H")]),
        ("ten-point-pitch", {"trump": "H"}, [("trump", "♥", "suit-H"), ("off-jack", "J♦", "suit-D")]),
        ("big-little", {}, []),
    ],
)
def test_trump_shows_as_soon_as_it_is_known(game, answers, notes):
    assert [tuple(note) for note in typed(make_match(game=game), answers).notes] == notes


def test_the_table_view_of_a_finished_match_shows_the_winner(client):
    match = six_rounds(6)
    shown = words(html_of(client, match))

    assert TableView.of(match, "").entry is None
    assert "won" in shown
    assert not re.search("deals|Left to enter|leads", shown)


@cases("asked, turned", [*((way, way) for way in (0, 90, 180, 270)), *((odd, 0) for odd in ODD_TURNS)])
def test_the_url_rotates_the_view_and_links_lead_to_all_rotations(client, asked, turned):
    html = html_of(client, make_match(), turned=asked)

    assert f'class="rotated rotated-{turned}"' in html
    assert sorted(re.findall(r'id="turn-(\d+)"\s+href="\?turned=(\d+)"', html)) == [
        (way, way) for way in ("0", "180", "270", "90")
    ]
    assert re.search(rf'turned={turned}"\s+aria-label="Turn it this way"\s+aria-current="page"', html)


@cases("players, is_in_lines", [(4, False), (5, True), (8, True), (9, False)])
def test_five_to_eight_sides_have_a_line_each(players, is_in_lines):
    match = make_match(names=[f"Player {number}" for number in range(players)])
    assert TableView.of(match, "").is_in_lines is is_in_lines


NAME_SIZES = [
    ("Ada", "largest"), ("Benny", "largest"), ("Carlos", "large"), ("Ann Marie", "largest"), ("A B C D E F G", "large"),
    ("Christopher", "medium"), ("Featherstonehaugh-Cholmondeley", "small"), ("x" * 21, "smallest"),
]  # fmt: skip


@cases("name, size", NAME_SIZES)
def test_names_are_as_large_as_two_lines_of_the_longest_allow(name, size):
    assert TableView.of(make_match(names=["Bo", name]), "").name_size == size
