"""What if: the match scored under one other house rule, beside what was played, and nothing written."""

import json
import re
from dataclasses import replace
from html import unescape
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.registry import find
from games.core.schema import read
from games.core.scoresheet import Scoresheet
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording
from tests.cases import cases
from tests.games.every_game import GAMES, NAMES, other_values, samples
from tests.matches.factory import entry, import_sheet, make_hand, make_match, reload, six_rounds, snapshot, suits
from tests.thoroughness import many

pytestmark = pytest.mark.django_db

# Their made-up play decides alike whatever the house rules: a difference comes of the house rule alone.
PLAYED_ALIKE = {"big-little", "good-little-tricks", "grosse-kleine"}


def shown(client, match, **asked):
    """The page, its tags and spaces taken out."""
    answer = client.get(f"/matches/{match.pk}/what-if/", asked)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.fixture
def match():
    """A match of Big Little in which Ada collects a bag for each trick: 1 + 2 + 3 + 4 = 10 after four hands."""
    return make_match(6)


def test_a_penalty_one_sandbag_earlier_changes_two_hands_and_writes_nothing(client, match):
    before = snapshot(match), reload(match).version
    with CaptureQueriesContext(connection) as captured:
        told = shown(client, match, **{"rule": "penalty_at", "rule-penalty_at": "10"})

    assert "As you play, 11 sandbags" in told
    assert "What if: 10 sandbags" in told
    assert "+4 → −96 10 → −90" in told
    assert "2 of 6 hands score differently." in told
    assert [query["sql"] for query in captured if not query["sql"].lstrip().startswith("SELECT")] == []
    assert (snapshot(match), reload(match).version) == before


def test_a_choice_is_compared_at_once_and_a_number_is_asked_for(client, match):
    told = shown(client, match, rule="bags_after")

    assert "Apply" in told
    assert "hands scores differently" in told or "No hand scores differently" in told
    assert "That is how you play." in shown(client, match, rule="penalty_at")
    assert "no points yet" in shown(client, make_match(), rule="hook")


@cases("game", [game for game in GAMES if any(option.is_about_entry for option in game.house_rules)])
def test_a_house_rule_that_says_how_something_is_entered_is_not_offered(client, game):
    key = f"{game.key}:Rummy" if game.requires_name else game.key
    match = make_match(game=key)
    html = client.get(f"/matches/{match.pk}/what-if/").content.decode()

    for option in game.house_rules:
        asked = client.get(f"/matches/{match.pk}/what-if/", {"rule": option.name}).content.decode()
        is_relevant = option.is_relevant(match.state.players, match.state.rules)
        assert (f'href="?rule={option.name}"' in html) == (is_relevant and not option.is_about_entry)
        assert ("You play: <b>" in asked) == (not option.is_about_entry)


# Two hands of Pitch: one by card, with the two lost; one counted.
PITCH = [
    {"bidder": 3, "bid": 5, "trump": "H",
     "taken": {"A": 1, "J": 1, "off-J": 1, "HJ": 1, "LJ": 0, "10": 1, "3": 1, "2": "lost"}},
    {"bidder": 0, "bid": 4, "points": [6, 4]},
]  # fmt: skip


@cases("name, value, could", [
    ("two", '"taker"', "hand 2 could have given the point of the two to the other side"),
    ("dealer_may_match", "true", "every hand could have gone differently"),
    ("minimum_bid", "3", "hand 2 could have gone differently"),
    ("moon", '"game"', "every hand could have been bid as a moon"),
    ("all_pass", '"redeal"', ""),
])  # fmt: skip
def test_an_undecidable_result_is_never_called_equal(client, name, value, could):
    sheet = Scoresheet(scoresheet=1, game="ten-point-pitch", players=list(NAMES[:4]), rounds=PITCH)
    match = import_sheet(Club.get_default(), sheet)
    told = shown(client, match, **{"rule": name, f"rule-{name}": value})

    assert (f"By what was entered nothing changes, but under that rule {could}." in told) == bool(could)
    assert (", by what was entered" in told) == bool(could)
    assert ("the totals are the same either way" in told) == (not could)


@cases("game, house_rules, facts, option, value", [
    ("hearts", {"moon": "choice"}, {"hearts": [0, 13, 0, 0], "queen": 1, "moon_off": True}, "moon", "others"),
    ("oh-hell", {"scoring": "skull-king", "hook": False},
     {"bids": [1, 0, 0, 0], "tricks": [1, 0, 0, 0], "bonus": [30, 0, 0, 0]}, "bonus", False),
    ("ten-point-pitch", {"moon": "twenty"},
     {"bidder": 0, "bid": 10, "moon": True, "points": [10, 0]}, "moon", "off"),
])  # fmt: skip
def test_a_fact_that_the_other_rule_does_not_ask_for_makes_no_round_impossible(
    client, game, house_rules, facts, option, value
):
    sheet = Scoresheet(scoresheet=1, game=game, players=list(NAMES[:4]), rounds=[facts], house_rules=house_rules)
    told = shown(
        client, import_sheet(Club.get_default(), sheet), **{"rule": option, f"rule-{option}": json.dumps(value)}
    )

    assert "What that rule does not ask for is left aside in hand 1." in told
    assert "cannot be known" not in told


@cases("value", ["1", "x"])
def test_an_impossible_value_is_refused_beside_the_field(client, match, value):
    told = shown(client, match, **{"rule": "penalty_at", "rule-penalty_at": value})

    assert "a whole number from 2 to 99" in told
    assert "What if:" not in told


def test_another_number_of_rounds_ends_the_match_earlier_or_leaves_it_open(client):
    match = six_rounds(6)
    told = shown(client, match, **{"rule": "rounds", "rule-rounds": "4"})
    assert "The game would have been over after round 4: " in told
    assert re.search(r"over after round 4: [\w, ]+ (wins|share the win) with", told)

    told = shown(client, match, **{"rule": "rounds", "rule-rounds": "9"}).partition("What if: 9 rounds")[2]
    assert re.match(r" [\w, ]+ (leads|are level) with \d+ The game would not be over: ", told)


def test_after_an_impossible_round_nothing_is_claimed(client):
    match = make_match(3)
    facts = {"bids": [1, 1, 1, 1], "tricks": [4, 0, 0, 0]}
    recording.play(match, read(facts, match.game.facts), entry(match))
    match = reload(match)
    recording.play(match, make_hand(match), entry(match))
    told = shown(client, match, **{"rule": "hook", "rule-hook": "true"})

    assert "How it would have come out cannot be known. Hand 4 could not have been played under that rule" in told
    assert "The scores are compared up to hand 3." in told
    assert "5 −95" not in told


def test_where_nothing_carries_over_the_rounds_after_an_impossible_one_are_compared(client):
    """The hook bars hands 2 and 5."""
    bids = [[1, 0, 0, 1], [1, 1, 0, 0], [2, 2, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 0, 0, 0]]
    tricks = [[1, 0, 0, 0], [1, 1, 0, 0], [3, 0, 0, 0], [1, 1, 1, 1], [2, 2, 1, 0], [3, 3, 0, 0]]
    rounds = [{"bids": bid, "tricks": took} for bid, took in zip(bids, tricks, strict=True)]
    house_rules = {"hook": False}
    sheet = Scoresheet(scoresheet=1, game="oh-hell", players=list(NAMES[:4]), rounds=rounds, house_rules=house_rules)
    match = import_sheet(Club.get_default(), sheet)
    told = shown(client, match, **{"rule": "hook", "rule-hook": "true"})

    assert "How it would have come out cannot be known. Hand 2 could not have been played under that rule" in told
    assert (
        "Hand 5 cannot be scored either. The other hands are compared one by one, and none scores differently." in told
    )
    assert "There are no totals after a hand that cannot be scored." in told


HEARTS_JACK = {"hearts": [13, 0, 0, 0], "queen": 1, "jack": 2}


def hearts(rounds, **house_rules):
    sheet = Scoresheet(scoresheet=1, game="hearts", players=list(NAMES[:4]), rounds=rounds, house_rules=house_rules)
    return import_sheet(Club.get_default(), sheet)


def test_what_the_other_rule_does_not_ask_for_is_left_aside(client):
    told = shown(client, hearts([HEARTS_JACK], jack=True), **{"rule": "jack", "rule-jack": "false"})

    assert "The lead changes: Cleo and Dan are level with 0. 1 of 1 hand scores differently." in told
    assert "What that rule does not ask for is left aside in hand 1." in told


def test_what_the_other_rule_asks_for_besides_is_asked_on_the_page(client):
    rounds = [{name: value for name, value in HEARTS_JACK.items() if name != "jack"}] * 2
    match, rule = hearts(rounds), {"rule": "jack", "rule-jack": "true"}
    told = shown(client, match, **rule)
    assert "Hand 1: Who took the jack of diamonds? not known Ada Ben Cleo Dan" in told
    assert "cannot be known. That rule asks for what nobody entered in hands 1 and 2: enter it above." in told

    told = shown(client, match, **rule, **{"fact-1-jack": "2", "fact-2-jack": "9"})
    assert "nobody entered in hand 2: enter it above. The scores are compared up to hand 1." in told

    told = shown(client, match, **rule, **{"fact-1-jack": "2", "fact-2-jack": "3"})
    assert "cannot be known" not in told
    assert "The totals change. 2 of 2 hands score differently." in told


@cases("answer, leader", [("true", "Ada leads with −26"), ("false", "Ada leads with 0")])
def test_the_choice_of_a_player_who_shot_the_moon_is_asked(client, answer, leader):
    match, rule = hearts([{"hearts": [13, 0, 0, 0], "queen": 0}]), {"rule": "moon", "rule-moon": '"choice"'}

    assert "cannot be known" in shown(client, match, **rule)
    assert leader in shown(client, match, **rule, **{"fact-1-moon_off": answer}).partition("What if: ")[2]


def test_another_way_to_win_names_another_leader(client):
    sheet = Scoresheet(scoresheet=1, game="any-game:Rummy", players=["Ada", "Ben"], rounds=[{"points": [5, 3]}])
    match = import_sheet(Club.get_default(), sheet)

    assert "The lead changes: Ben leads with 3." in shown(client, match, **{"rule": "wins", "rule-wins": '"fewest"'})


def test_a_doubt_of_the_other_rule_is_not_confirmed_by_another_doubt(client):
    """The table confirmed what is lost; the bid of three is below the other lowest bid all the same."""
    facts = {"bidder": 0, "bid": 3, "points": [3, 1], "lost": 6, "irregular": True}
    sheet = Scoresheet(
        scoresheet=1, game="ten-point-pitch", players=list(NAMES[:4]), rounds=[facts], house_rules={"minimum_bid": 3}
    )
    match = import_sheet(Club.get_default(), sheet)
    told = shown(client, match, **{"rule": "minimum_bid", "rule-minimum_bid": "4"})

    assert "Hand 1 could not have been played under that rule" in told


def test_what_if_explains_a_house_rule_that_does_not_fit_the_players(client):
    match = make_match(names=("Ada", "Ben", "Cleo"), game="good-little-tricks")
    recording.play(match, read(suits(0, 0, 0, 0, 0, 1), match.game.facts), entry(match))
    told = shown(client, match, **{"rule": "deck", "rule-deck": ["orange", "purple"]})

    assert "This table could not play like that:" in told


def test_the_page_links_to_the_rule_and_its_open_question(client, match):
    html = client.get(f"/matches/{match.pk}/what-if/", {"rule": "penalty_at"}).content.decode()

    for anchor in ("sandbag-penalty", "open-when-penalty", "sources"):
        assert f'href="/matches/{match.pk}/rules/#{anchor}"' in html


OTHER_RULES = [
    (game.key, option.name, value)
    for game in GAMES
    if game.key in PLAYED_ALIKE
    for option in game.house_rules
    if option.kind != "several"
    for value in other_values(game, option)
]


@cases("game, name, value", OTHER_RULES)
def test_certain_results_equal_those_of_the_same_shuffle(game, name, value):
    """Play each shuffle under both values, decided alike: what is not called doubtful must score as it was played."""
    game = find(game)
    option = next(one for one in game.house_rules if one.name == name)
    for seed in range(many(300)):
        for ours, other in ((option.default, value), (value, option.default)):
            tables = [game.table(NAMES[:3], 0, {name: one}) for one in (ours, other)]
            (facts, _), (_, points) = (next(samples(game).play(Random(seed), table)) for table in tables)
            facts = read(facts, game.facts)
            if not option.could_differ(facts, tables[0], other):
                assert list(game.play(tables[1], facts).rounds[-1].points) == list(points), (seed, facts)


@cases("bids, may_match, could", [
    ([None, 5, None, 6], True, True),
    ([None, None, None, 6], True, False),
    ([None, 5, None, 6], False, False),
])  # fmt: skip
def test_a_dealer_who_bid_more_than_another_might_have_matched(bids, may_match, could):
    game = find("ten-point-pitch")
    option = next(one for one in game.house_rules if one.name == "dealer_may_match")
    table = game.table(NAMES[:4], 3, {"dealer_may_match": not may_match})
    facts = read({"bids": bids, "points": [4, 6], "lost": 0}, game.facts)

    assert option.could_differ(facts, table, may_match) == could


@cases("bids, could", [([1, 1, 1, 1], True), ([2, 2, 2, 0], False)])
def test_without_the_hook_the_dealer_could_have_bid_only_what_is_left(bids, could):
    """Dan deals four cards."""
    game = find("big-little")
    option = next(one for one in game.house_rules if one.name == "hook")
    table = replace(game.table(NAMES[:4], 0, {"hook": True}), rounds_ahead=3)
    facts = read({"bids": bids, "tricks": [4, 0, 0, 0]}, game.facts)

    assert option.could_differ(facts, table, False) == could


@cases("number, other, could", [(3, "always", False), (4, "always", True), (1, "left", False), (2, "none", True)])
def test_a_hand_passed_the_same_way_could_not_have_gone_differently(number, other, could):
    game = find("hearts")
    option = next(one for one in game.house_rules if one.name == "passing")
    table = replace(game.table(NAMES[:4], 0, {}), rounds_ahead=number - 1)

    assert option.could_differ(None, table, other) == could


@cases("totals, limit, could", [
    ((100, 50), 50, True), ((100, 50), 60, False), ((100, 0), 50, False), ((0, 10), 0, True), ((0, 99), None, True),
    ((50, 100), 200, False),
])  # fmt: skip
def test_a_blind_nil_could_have_been_bid_by_a_side_that_only_the_other_limit_allows(totals, limit, could):
    game = find("spades")
    option = next(one for one in game.house_rules if one.name == "blind_behind")

    assert option.could_differ(None, replace(game.table(NAMES[:4], 0, {}), totals=totals), limit) == could
