"""The round form of Big Little."""

from games.core.keypad import Key
from games.core.referee import ask
from games.core.registry import find
from games.core.round_form import open_form
from tests.games.big_little.rounds import played, quiet
from tests.games.every_game import NAMES


def test_the_hook_is_told_before_the_dealer_bids_and_when_the_bids_are_in():
    game = find("big-little")
    table = game.table(NAMES[:4], 0, {"hook": True})
    last = f"bids-{table.deal.dealer}"
    others = {name: "0" for name in open_form(table, {}).fields if name.startswith("bids-") and name != last}

    assert open_form(table, others).sentence(others) == "bids 0 so far for 1 trick: Ada, who deals, may not bid 1"
    assert "Ada, who deals, has to bid something else" in open_form(table, others).sentence(others | {last: "1"})
    assert open_form(table, {}).shortcuts(others | {last: "1"}) == []
    assert open_form(table, others).sentence(others | {last: "0"}) == "bids 0 for 1 trick: 1 under"


def test_who_leads_is_told_as_the_referee_answers_it():
    game = find("big-little")
    table = game.table(NAMES[:4], 0, {})
    bids = {"bids-0": "1", "bids-1": "0", "bids-2": "1", "bids-3": "0"}
    answer = ask(game, {"ask": "lead", "bids": [1, 0, 1, 0], "dealer": 0}).answer

    assert open_form(table, {}).turn({}) == f"{NAMES[1]} bids first"
    assert open_form(table, bids).turn(bids) == f"{NAMES[answer]} leads (bid 1)" == "Cleo leads (bid 1)"


def test_once_all_tricks_are_taken_the_others_took_none():
    game = find("big-little")
    bids = {f"bids-{seat}": "0" for seat in range(4)}
    form = open_form(game.table(NAMES[:4], 0, {}), bids | {"tricks-2": "1"})

    assert form.is_valid()
    assert form.derived == {"tricks-0": "0", "tricks-1": "0", "tricks-3": "0"}
    assert open_form(form.state, bids | {"tricks-2": "1", "tricks-3": "1"}).derived == {}


def test_no_trumps_is_offered_where_the_cards_left_over_can_be_jokers():
    trump = open_form(played(*quiet(3, 13), players=13), {}).fields["trump"]

    assert [key.value for key in trump.keys] == ["S", "H", "D", "C", "none"]
    assert trump.keys[-1] == Key("none", "none", "no trumps")
    assert trump.required is False
