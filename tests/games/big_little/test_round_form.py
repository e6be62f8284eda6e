"""The round form of Big Little."""

from games.core.referee import ask
from games.core.registry import find
from games.core.round_form import open_form
from tests.games.every_game import NAMES


def test_the_hook_is_shown_before_and_after_the_dealers_bid():
    game = find("big-little")
    table = game.table(NAMES[:4], 0, {"hook": True})
    last = f"bids-{table.deal.dealer}"
    others = {name: "0" for name in open_form(table, {}).fields if name.startswith("bids-") and name != last}

    assert open_form(table, others).sentence(others) == "bids 0 so far for 1 trick: Ada, who deals, may not bid 1"
    assert "Ada, who deals, has to bid something else" in open_form(table, others).sentence(others | {last: "1"})
    assert open_form(table, {}).shortcuts(others | {last: "1"}) == []
    assert open_form(table, others).sentence(others | {last: "0"}) == "bids 0 for 1 trick: 1 under"


def test_the_hook_bars_its_key_once_all_others_have_bid():
    table = find("big-little").table(NAMES[:4], 0, {"hook": True})
    without = find("big-little").table(NAMES[:4], 0, {})
    dealer = f"bids-{table.deal.dealer}"
    others = {f"bids-{seat}": "0" for seat in range(4) if seat != table.deal.dealer}
    two = dict(list(others.items())[:2])

    assert (
        open_form(table, others).barred()
        == open_form(table, others | {dealer: "1"}).barred()
        == {dealer: {"1": "hook"}}
    )
    assert open_form(table, dict.fromkeys(others, "x")).barred() == {}
    assert open_form(table, two).barred() == open_form(without, others).barred() == {}


def test_barred_bids_ask_for_confirmation_after_the_tricks():
    table = find("big-little").table(NAMES[:2], 0, {"hook": True})
    bids = {"bids-1": "1", "bids-0": "0"}
    begun, asked = (open_form(table, bids | more) for more in ({}, {"tricks-1": "1"}))
    assert not asked.is_valid()
    insisted, other = (
        open_form(table, asked.answers | {"irregular": doubt}) for doubt in (asked.doubt, "Was it another question?")
    )

    assert begun.partial_facts().bids == (0, 1)
    assert [(form.is_valid(), form.doubt != "") for form in (begun, asked, insisted, other)] == [
        (False, False), (False, True), (True, False), (False, True),
    ]  # fmt: skip
    assert insisted.round_facts.irregular
    assert insisted.sentence(insisted.answers) == "bids make 1, all the tricks"
    assert "has to bid something else" in asked.first_error


def test_the_form_and_the_referee_name_the_same_leader():
    game = find("big-little")
    table = game.table(NAMES[:4], 0, {})
    bids = {"bids-0": "1", "bids-1": "0", "bids-2": "1", "bids-3": "0"}
    answer = ask(game, {"ask": "lead", "bids": [1, 0, 1, 0], "dealer": 0}).answer

    assert open_form(table, {}).turn({}) == f"{NAMES[1]} bids first"
    assert open_form(table, bids).turn(bids) == f"{NAMES[answer]} leads (bid 1)" == "Cleo leads (bid 1)"
