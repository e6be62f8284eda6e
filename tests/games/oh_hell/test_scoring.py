"""The numbers of a table: what a bid scores and why, and what the named scorings of older files stand for."""

from importlib import import_module

import pytest
from django.apps import apps
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.scoresheet import Scoresheet, play
from games.oh_hell.game import GAME, HOUSE_RULES
from games.oh_hell.referee import hand_sizes
from games.oh_hell.scoring import bid_line, stakes
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.matches.setup import option_fields
from tests.cases import cases
from tests.games.oh_hell.play import count
from tests.matches.factory import import_sheet

NUMBERS = [option for option in HOUSE_RULES if option.rule in ("exact-bid", "missed-bid", "zero-bid")]
SQUARES, NEGATIVE = {"trick_points": None}, {"missed": "each-off", "missed_points": 1}
GROWING, MINUS = {"missed": "growing", "missed_points": 5}, {"missed": "minus"}


def values(option):
    numbers = st.integers(option.low, option.high) if hasattr(option, "low") else st.nothing()
    return st.sampled_from(option.presets()) | numbers | (st.none() if getattr(option, "none", "") else st.nothing())


@given(st.fixed_dictionaries({option.name: values(option) for option in NUMBERS}), st.data())
def test_each_combination_of_the_numbers_scores_as_on_paper(chosen, data):
    rules, cards = HouseRules(HOUSE_RULES, chosen), data.draw(st.integers(1, 17))
    bid, took = data.draw(st.integers(0, cards)), data.draw(st.integers(0, cards))
    line = bid_line(0, bid, took, cards, rules)

    assert line.points == count(bid, took, cards, rules)
    assert line.reason.startswith(f"bid {bid}, took {took}: ")


@cases("rules, cards, bid, took, points, why", [
    ({}, 5, 3, 3, 13, "10 + 3"),
    (NEGATIVE, 5, 1, 0, -1, "1 off, −1 × 1"),
    (NEGATIVE, 5, 2, 5, -3, "3 off, −1 × 3"),
    ({"trick_points": 5, "missed_points": 5}, 5, 1, 1, 15, "10 + 5 × 1"),
    ({"exact_points": 5, "trick_points": 2}, 5, 3, 3, 11, "5 + 2 × 3"),
    (SQUARES, 5, 3, 3, 19, "10 + 3²"),
    ({"exact_points": 0}, 5, 3, 3, 3, "3"),
    (MINUS, 5, 2, 1, -12, "1 off, −(10 + 2)"),
    (SQUARES | MINUS, 5, 3, 4, -19, "1 off, −(10 + 3²)"),
    ({"zero": "cards", "zero_points": 6}, 8, 0, 0, 14, "6 + 8 cards"),
    ({"zero": "cards", "zero_points": 10}, 8, 0, 1, 0, "1 off, no points"),
    ({"zero": "own", "zero_points": 5}, 8, 0, 0, 5, "5 for a bid of zero"),
    ({"zero": "each-card", "zero_points": 10}, 8, 0, 2, -80, "−10 × 8 cards"),
    (GROWING, 5, 1, 2, -5, "1 off, −5 × 1"),
    (GROWING, 5, 1, 3, -15, "2 off, −5 × (1 + 2)"),
    (GROWING, 5, 4, 1, -30, "3 off, −5 × (1 + 2 + 3)"),
    ({"missed": "square"}, 5, 4, 1, -9, "3 off, −1 × 3²"),
    ({"missed": "each-over", "missed_points": 3}, 5, 1, 3, -6, "2 off, −3 × 2"),
    ({"missed": "each-over", "missed_points": 3}, 5, 3, 1, 0, "2 under, no points"),
    ({"missed": "each-under", "missed_points": 3}, 5, 3, 1, -6, "2 off, −3 × 2"),
    ({"missed": "each-bid", "missed_points": 10}, 5, 4, 5, -40, "1 off, −10 × 4 bid"),
    ({"missed": "each-bid"}, 5, 0, 2, 0, "2 off, no points"),
    ({"missed": "each-bid-under"}, 5, 3, 1, -3, "2 off, −1 × 3 bid"),
    ({"missed": "each-bid-under"}, 5, 3, 4, 0, "1 off, no points"),
    ({"missed": "tricks"}, 5, 3, 4, 4, "1 off, a point a trick"),
])  # fmt: skip
def test_a_bid_says_how_its_points_come_about(rules, cards, bid, took, points, why):
    line = bid_line(0, bid, took, cards, HouseRules(HOUSE_RULES, rules))

    assert (line.points, line.reason) == (points, f"bid {bid}, took {took}: {why}")


@cases("rules, stake", [
    (NEGATIVE, "+13 / −1 each"),
    ({"missed": "each-over"}, "+13 / −1 each over"),
    (GROWING, "+13 / −5, −15…"),
    ({"missed": "each-bid", "missed_points": 2}, "+13 / −6"),
    ({"missed": "each-bid-under"}, "+13 / −3 under"),
    (MINUS | SQUARES, "+19 / −19"),
    ({"missed_points": 5}, "+13 / −5"),
])  # fmt: skip
def test_the_stake_says_what_a_bid_brings_made_and_missed(rules, stake):
    state = GAME.table(["Ada", "Ben", "Cleo"], 0, {"hands": "same", **rules})

    assert next(iter(stakes(GAME.facts(bids=(3, 0, 0)), state))).text == stake


# The totals of three hands of five cards, as they were counted when each scoring had a name.
BIDS, TRICKS = [(0, 1, 3), (2, 0, 1), (5, 3, 0)], [(0, 1, 4), (5, 0, 0), (1, 3, 1)]
BESIDE = {"exact_points": 5, "missed_points": 5}
FORMER = [
    ({"scoring": "ten-and-tricks"}, [10, 34, 0]),
    ({"missed_points": 5}, [0, 34, -15]),
    ({"scoring": "tricks-and-ten"}, [16, 34, 5]),
    ({"scoring": "tricks-and-ten", **BESIDE}, [1, 19, -10]),
    ({"scoring": "exact-only"}, [10, 30, 0]),
    ({"scoring": "exact-only", "exact_points": 20, "missed_points": 3}, [14, 60, -9]),
    ({"scoring": "wizard"}, [-50, 100, -30]),
    ({"scoring": "wizard", "deck": "wizard", **BESIDE}, [-50, 100, -30]),
    ({"scoring": "skull-king"}, [-20, 190, -70]),
    ({"scoring": "skull-king", "deck": "skull-king", **BESIDE}, [-20, 190, -70]),
]


def older_sheet(rules):
    bonus = {"bonus": [0, 20, 40]} if rules.get("scoring") == "skull-king" else {}
    rounds = [{"bids": bids, "tricks": tricks, **bonus} for bids, tricks in zip(BIDS, TRICKS, strict=True)]
    rules = {"hands": "same", "largest": 5, "hook": False, **rules}
    return Scoresheet(scoresheet=1, game="oh-hell", players=["Ada", "Ben", "Cleo"], house_rules=rules, rounds=rounds)


@cases("rules, totals", FORMER)
def test_a_file_with_a_named_scoring_keeps_its_totals_and_is_written_with_numbers(rules, totals):
    _, state, scorecard = play(older_sheet(rules))
    _, again, _ = play(structs.replace(older_sheet(rules), house_rules=state.rules.differing))

    assert list(scorecard.totals) == list(again.totals) == totals
    assert "scoring" not in state.rules.differing


@cases("value", ["other", None, 3, ["wizard"]])
def test_a_scoring_that_never_was_is_refused(value):
    with pytest.raises(Impossible, match="remove a house rule that this game does not have"):
        play(older_sheet({"scoring": value}))


@pytest.mark.django_db
@cases("rules, totals", FORMER)
def test_stored_house_rules_of_a_named_scoring_become_numbers(rules, totals):
    club = Club.get_default()
    match = import_sheet(club, older_sheet(rules))
    Match.objects.filter(pk=match.pk).update(house_rules=older_sheet(rules).house_rules)
    club.presets.create(game_key="oh-hell", name="Ours", house_rules=rules)

    import_module("scorekeeper.matches.migrations.0011_former_house_rules").write_todays_names(apps, None)

    match = Match.objects.get(pk=match.pk)
    assert match.house_rules == match.initial_state.rules.differing
    assert list(match.state.totals) == totals
    assert club.presets.get().house_rules == HouseRules(HOUSE_RULES, rules).differing


def test_a_link_that_names_a_former_scoring_leads_to_its_numbers():
    fields = option_fields(HOUSE_RULES, QueryDict('rule-scoring="wizard"&rule-missed_points=5&rule-hands="up"'))

    assert HouseRules(HOUSE_RULES, {field.option.name: field.value for field in fields}).differing == {
        "exact_points": 20, "trick_points": 10, "missed": "each-off", "missed_points": 10, "hands": "up",
    }  # fmt: skip


# --- The hands, and trump.


@cases("players, rules, sizes", [
    (3, {"largest": None}, [*range(1, 18), *range(16, 0, -1)]),
    (3, {"largest": None, "turn_twice": True}, [*range(1, 18), *range(17, 0, -1)]),
    (4, {"largest": 3, "hands": "down-up", "turn_twice": True}, [3, 2, 1, 1, 2, 3]),
    (4, {"largest": 3, "hands": "up", "turn_twice": True}, [1, 2, 3]),
])  # fmt: skip
def test_the_hand_where_they_turn_is_played_once_or_twice(players, rules, sizes):
    assert hand_sizes(players, HouseRules(HOUSE_RULES, rules)) == sizes


def test_every_fifth_hand_has_no_card_to_turn_up():
    sheet = older_sheet({"trump": "turned-and-none", "same_hands": 10})
    hand = {"bids": [1, 1, 1], "tricks": [5, 0, 0]}
    turned = {**hand, "trump": "H"}

    assert len(play(structs.replace(sheet, rounds=[*[turned] * 4, hand, turned]))[1].rounds) == 6
    with pytest.raises(Impossible, match="every fifth hand is played without trumps: leave the trump out"):
        play(structs.replace(sheet, rounds=[turned] * 5))
    with pytest.raises(Impossible, match="there is always a trump here"):
        play(structs.replace(sheet, rounds=[{**hand, "trump": None}]))
