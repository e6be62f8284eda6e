"""The referee opened from a match: what the match knows is filled in, and can be sent to anybody."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.cases import cases
from tests.matches.factory import NAMES, keep_draft, make_match, six_rounds
from tests.rulebook.test_referee import ruling

pytestmark = pytest.mark.django_db


def typing(match, **answers):
    keep_draft(match, answers)
    return match


def asked(match, ask, query=""):
    page = Client().get(f"/matches/{match.pk}/referee/{ask}/{query}")
    assert page.status_code == 200
    return page


def answers(match, ask, query=""):
    return asked(match, ask, query).context["question"].answers


def shared(page):
    (address,) = re.findall(r'<a href="([^"]+)">Copy link', page.content.decode())
    return unescape(address)


def rows(page):
    """The plan of the deals, row by row."""
    return [(one.number, one.dealer, one.cards, one.left, one.first) for one in page.context["question"].schedule]


SIX, MAVERICK, PITCH = "good-little-tricks", "maverick", "ten-point-pitch"
FOUR_BIDS = {"bids-0": "0", "bids-1": "1", "bids-2": "1", "bids-3": "0"}
AUCTION = {"dealer": "3", "bids-0": "5", "bids-1": "pass", "bids-2": "6", "bids-3": "pass"}


@cases(
    "game, typed, ask, known",
    [
        ("big-little", {"trump": "H"}, "winner", {"trump": "H"}),
        ("big-little", {"trump": "X"}, "winner", {}),
        ("big-little", FOUR_BIDS, "lead", {"players": "4", "dealer": "3"} | FOUR_BIDS),
        (MAVERICK, {"turned": "KH 9C"}, "worth", {"trump": "H", "adder": "C"}),
        (MAVERICK, {"turned": "KH 9C"}, "trump", {"turned": "KH 9C"}),
        (SIX, {"suits-orange": "1", "suits-purple": "0"}, "winner", {"trump": "green"}),
        (SIX, {"suits-orange": "1", "suits-purple": "0"}, "trump", {"collected": "orange purple"}),
        (PITCH, {"trump": "S", "bids": "5 pass 6 pass"}, "auction", AUCTION),
        (PITCH, {"trump": "S", "bids": "5 x 6 pass"}, "auction", {"dealer": "3"}),
    ],
)
def test_what_is_typed_for_the_next_round_is_filled_in(game, typed, ask, known):
    match = typing(
        make_match(game=game, names=NAMES[: 3 if game == SIX else 4], dealer=0 if game == SIX else 3), **typed
    )

    assert answers(match, ask) == known


def test_what_is_filled_in_decides_the_answer():
    match = typing(make_match(), trump="H")
    assert asked(match, "winner").context["question"].next_field == "cards"
    assert "9♥ is the highest trump" in ruling(asked(match, "winner", "?cards=AS+9H"))
    match = typing(make_match(dealer=1), **FOUR_BIDS)
    assert "Cleo 1 is the highest bid, and Cleo said it first" in ruling(asked(match, "lead"))
    pitch = typing(make_match(game=PITCH, dealer=3), trump="S", bids="5 pass 6 pass")
    assert answers(pitch, "legal")["trump"] == "S"
    assert "Cleo plays for 6" in ruling(asked(pitch, "auction"))


def test_a_match_that_is_over_knows_its_last_round():
    match = six_rounds(6)

    assert not match.is_open
    assert answers(match, "deal") == {"players": "3", "first_dealer": "0", "round": "6"}
    assert answers(match, "trump")["collected"] == "orange purple green pink blue red"


def test_the_address_wins_over_the_draft():
    match = typing(make_match(), trump="H")

    assert answers(match, "winner", "?trump=S&cards=AS")["trump"] == "S"
    assert answers(match, "winner", "?trump=&cards=AS") == {"cards": "AS"}
    assert "trump=&" in f"{asked(match, 'winner', '?trump=&cards=AS')['HX-Replace-Url']}&"


def test_a_match_is_judged_by_its_house_rules_unless_another_is_tried():
    match = make_match(names=("Ada", "Ben", "Cleo"), game="grosse-kleine", a_tie="last")

    assert asked(match, "winner", "?cards=a+7+7").context["question"].answer.ruling.answer == 2
    tried = asked(match, "winner", "?cards=a+7+7&rule-a_tie=%22first%22")
    assert tried.context["question"].answer.ruling.answer == 1
    assert "rule-a_tie=%22first%22" in tried["HX-Replace-Url"]
    assert "You play: Equal highest cards" in " ".join(re.sub("<[^>]+>", " ", tried.content.decode()).split())


def test_the_shared_address_holds_names_house_rules_and_answers(client):
    match = make_match(1, names=("Zoë", "Yan", "<b>X</b>"), largest_hand="leave-three")
    page = asked(match, "deal")
    again = client.get(shared(page))

    assert shared(page).startswith("/rules/big-little/referee/deal/?")
    assert again.status_code == 200
    assert ruling(again) == ruling(page)
    assert "Yan deals 2 cards each" in ruling(page)
    assert rows(again) == rows(page)
    assert "rule-largest_hand=%22leave-three%22" in shared(page)
    assert "player=" not in shared(asked(make_match(1), "lead")), "the usual names are not sent"


def test_the_plan_is_the_whole_game_or_its_next_deals(client):
    whole = client.get("/rules/big-little/referee/deal/?players=4&first_dealer=2")
    assert len(rows(whole)) == 25
    assert rows(whole)[0] == (1, "Cleo", "1", 50, "Dan")
    assert [row[2] for row in rows(whole)] == [str(cards) for cards in [*range(1, 14), *range(12, 0, -1)]]
    assert 'class="prompt"' in whole.content.decode()

    endless = client.get("/rules/ten-point-pitch/referee/deal/?round=7")
    assert [row[0] for row in rows(endless)] == list(range(7, 19))
    assert rows(endless)[0][1:4] == ("Cleo", "9", 18)


def test_a_question_takes_few_statements(client, django_assert_max_num_queries):
    match = typing(make_match(3), trump="H")

    with django_assert_max_num_queries(6):
        client.get(f"/matches/{match.pk}/referee/winner/?cards=AS+KS")
