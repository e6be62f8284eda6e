"""The table view: a match in large digits for the middle of the table, turned to any side."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from scorekeeper.clubs.models import Device
from scorekeeper.matches import drafts, edit_lock, recording
from scorekeeper.matches.drafts import PLAY, Place
from scorekeeper.matches.table_view import TableView
from tests.cases import cases
from tests.devices import device_token
from tests.matches.factory import a_hand, a_match, entry, six_rounds

pytestmark = pytest.mark.django_db

BIDS = {"bids-0": "2", "bids-1": "0", "bids-2": "1", "bids-3": "0"}


@pytest.fixture
def look(client):
    """Look at the table view of a match, and read all its words."""
    return lambda match, **asked: client.get(f"/matches/{match.pk}/table-view/", asked)


def words(response):
    html = response.content.decode()
    return " ".join(strip_tags(html[html.index("<main") :]).split())


def typed(match, answers):
    drafts.keep_draft(match, Place(PLAY, len(match.records) + 1), answers, "")
    return TableView.of(match, "")


def cells(table):
    return [[cell.said for cell in side.cells] for side in table.sides]


def test_it_shows_every_total_the_deal_and_who_leads(look):
    match = a_match(3)
    said = words(look(match))

    assert "Hand 4 of" in said
    assert "Dan deals Ada is first" in said
    for name, total in zip(match.names, match.state.totals, strict=True):
        assert re.search(rf"{name}D?( leads)? {total} ", said)


def test_bids_show_as_they_are_typed_with_the_next_question():
    match = a_match(1)
    table = typed(match, {"bids-2": "1", "bids-3": "0"})

    assert cells(table) == [["", ""], ["", ""], ["1", ""], ["0", ""]]
    assert table.missing == "Ada bids"


def test_stakes_stand_beside_their_sides_once_all_bids_are_in(look):
    match = a_match(1)
    table = typed(match, BIDS)

    assert [side.notes[0].text for side in table.sides][::2] == ["+20 / −20", "+10 / −10"]
    assert table.missing == "Cleo took"
    assert "+20 / −20" in words(look(match))


def test_a_complete_round_shows_its_points():
    table = typed(a_match(1), BIDS | {f"tricks-{seat}": str(2 if seat == 0 else 0) for seat in range(4)})

    assert [side.plus for side in table.sides] == ["+20", "0", "−10", "0"]
    assert table.missing == ""


@cases(
    "game, answers, facts",
    [
        ("big-little", {"trump": "H"}, [("Trump", "♥", "suit-H")]),
        ("ten-point-pitch", {"trump": "H"}, [("trump", "♥", "suit-H"), ("off-jack", "J♦", "suit-D")]),
        ("big-little", {}, []),
    ],
)
def test_trump_shows_as_soon_as_it_is_known(game, answers, facts):
    match = a_match(game=game)

    assert [tuple(fact) for fact in typed(match, answers).facts] == facts


def test_a_match_that_is_over_shows_who_won_and_asks_nothing(look):
    match = six_rounds(6)
    said = words(look(match))

    assert TableView.of(match, "").entering is None
    assert "won" in said
    assert not re.search("deals|Still open|leads", said)


def test_an_impossible_round_says_why(look):
    match = a_match(1)
    typed(match, BIDS | {f"tricks-{seat}": "2" for seat in range(4)})

    assert "tricks add up to 8" in words(look(match))


# --- Turning it ---


@cases("turned", [0, 90, 180, 270])
def test_the_address_turns_the_view_and_links_lead_to_all_four_ways(look, turned):
    html = look(a_match(), turned=turned).content.decode()

    assert f'class="turned turned-{turned}"' in html
    assert sorted(re.findall(r'id="turn-(\d+)"\s+href="\?turned=(\d+)"', html)) == [
        (way, way) for way in ("0", "180", "270", "90")
    ]
    assert re.search(rf'turned={turned}"\s+aria-label="Turn it this way"\s+aria-current="page"', html)
    assert f"table-view/?turned={turned}" in html, "what follows the match stays turned"


@cases("turned", ["", "45", "-90", "360", "090", "9" * 5000, '"><script>', "٩٠", "\0"])
def test_any_other_turn_is_the_first_one(look, turned):
    response = look(a_match(), turned=turned)

    assert response.status_code == 200
    assert 'class="turned turned-0"' in response.content.decode()


def test_the_arrows_turn_with_the_view():
    table = TableView.of(a_match(), "90")

    assert [(turn.arrow, turn.turned) for turn in table.turns()] == [("↓", 90), ("←", 180), ("↑", 270), ("→", 0)]


# --- Following the match ---


def seen_on(html):
    return re.search(r'<live-board.*?\sseen="([^"]+)"', html, re.DOTALL)[1]


def test_a_poll_without_news_is_one_statement_and_204(look, django_assert_num_queries):
    match = a_match(2)
    seen = seen_on(look(match).content.decode())
    with django_assert_num_queries(1):
        response = look(match, seen=seen, turned=90)
    assert (response.status_code, response.content) == (204, b"")


def test_a_tap_and_a_save_are_news(look):
    match = a_match(2)
    for change in (lambda: typed(match, {"bids-0": "1"}), lambda: recording.play(match, a_hand(match), entry(match))):
        seen = seen_on(look(match).content.decode())
        change()
        assert look(match, seen=seen).status_code == 200
    assert look(match, seen=seen_on(look(match).content.decode())).status_code == 204


def test_the_view_says_who_enters(look):
    ben, ada = (Device.known(device_token(label=label)) for label in ("Ben’s phone", "אדה"))
    match = a_match(1)
    assert "is entering" not in words(look(match))
    drafts.keep_draft(match, Place(PLAY, 2), {"bids-0": "1"}, "", ben)
    bens = look(match)
    assert "Ben’s phone is entering" in words(bens)

    edit_lock.take_over(match, ada)

    adas = look(match, seen=seen_on(bens.content.decode()))
    assert "אדה is entering" in words(adas)
    assert look(match, seen=seen_on(adas.content.decode())).status_code == 204


def test_it_takes_as_many_statements_late_as_early(look):
    counts = []
    for rounds in (1, 20):
        match = a_match(rounds)
        with CaptureQueriesContext(connection) as captured:
            look(match)
        counts.append(len(captured))

    assert counts[0] == counts[1] <= 3


def test_the_view_refreshes_without_a_script(look):
    assert re.search(r'<noscript>\s*<meta http-equiv="refresh" content="\d+"', look(a_match()).content.decode())


def test_the_match_links_to_the_view_and_back(client, look):
    match = a_match()

    assert f'href="/matches/{match.pk}/table-view/"' in client.get(f"/matches/{match.pk}/").content.decode()
    assert f'href="/matches/{match.pk}/"' in look(match).content.decode()


def test_names_are_escaped(look):
    html = look(a_match(names=("<script>alert(1)</script>", "דליה", "🂡" * 40, "D"))).content.decode()

    assert "&lt;script&gt;alert" in html
    assert "<script>alert" not in html
