"""The entry of a hand of Spades: partners bid for themselves, and their side scores once."""

import pytest

from games.core.registry import find
from games.core.round_form import open_form
from games.core.schema import read
from scorekeeper.matches.answers import Place
from scorekeeper.matches.models import EntryMode
from scorekeeper.matches.round_entry import RoundEntry
from tests.cases import cases
from tests.games.every_game import refusal, seated
from tests.matches.factory import make_match

SPADES = find("spades")
BIDS = {"bids-0": "blind", "bids-1": "4", "bids-2": "4", "bids-3": "4"}
TRICKS = {"tricks-0": "0", "tricks-1": "4", "tricks-2": "5"}


def test_a_blind_nil_is_a_key_of_its_own_and_the_last_tricks_follow():
    form = open_form(seated(SPADES), BIDS | TRICKS | {"irregular": "", "reneged": "1"})

    assert form.read_facts(form.given()) == {
        "bids": [0, 4, 4, 4], "tricks": [0, 4, 5, 4], "blind": [0], "reneged": 1
    }  # fmt: skip
    assert "blind nil is for a side at least 100 points behind, and Ada & Cleo were not" in form.errors["bids-0"][0]


@cases(
    "facts, field",
    [
        ({"bids": [0, 4, 4, 4], "tricks": [0, 4, 5, 4], "blind": [1]}, "blind"),
        ({"bids": [0, 4, 4, 4], "tricks": [0, 4, 5, 4], "blind": [0, 0]}, "blind"),
        ({"bids": [0, 4, 4, 4], "tricks": [0, 4, 5, 4], "reneged": 2}, "reneged"),
        ({"bids": [0, 4, 4, 4], "tricks": [0, 4, 5, 4], "trump": "H"}, "trump"),
        ({"bids": [0, 4, 4, 14]}, "bids[3]"),
    ],
)
def test_an_impossible_hand_is_refused_beside_its_question(facts, field):
    assert refusal(SPADES.play, seated(SPADES), read(facts, SPADES.facts))[1] == field


@cases("given, barred", [
    ({"bids-2": "3"}, {"bids-0": {"blind": "min 4", "0": ""}}),
    ({"bids-2": "0", "bids-1": "9"}, {"bids-0": {"blind": "min 4", "0": "", "1": "", "2": "", "3": ""}, "bids-3": {}}),
    ({"bids-2": "x"}, {}),
    ({"bids-0": "3"}, {}),
])  # fmt: skip
def test_the_partner_who_bids_last_sees_which_bids_leave_the_pair_too_low(given, barred):
    form = open_form(seated(SPADES, minimum=4), given)

    # The first player deals and bids last.
    assert {name: keys for name, keys in form.barred().items() if name.startswith("bids")} == barred


def test_nobody_who_plays_alone_has_a_lowest_bid():
    assert open_form(SPADES.table(("Ada", "Ben", "Cleo"), 0, {"minimum": 4}), {"bids-1": "0"}).barred() == {}


@pytest.mark.django_db
def test_each_side_has_one_score_and_the_deal_one_dealer():
    match = make_match(game="spades")
    entry = RoundEntry(match, Place(EntryMode.PLAY, 1), BIDS | TRICKS | {"bids-0": "3"})

    bids = next(entry.sections())
    assert {row.reasons for row in bids.rows} == {None}
    assert [pair.name for pair in bids.pairs if pair.reasons] == ["Ben & Dan", "Ada & Cleo"]
    assert [row.row.label for row in bids.rows if row.standing.deals] == ["Ada"]
