"""The round form of Big Little."""

from games.core.registry import find
from games.core.round_form import open_form
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
