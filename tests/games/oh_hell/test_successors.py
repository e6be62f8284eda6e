"""Matches by the scoring of Wizard and Skull King: what moves to these games and what stays; all score the same."""

import json
import random
from itertools import product

import pytest
from django.test import Client
from msgspec.structs import replace

from games.core.house_rules import HouseRules
from games.core.registry import find
from games.core.schema import plain
from games.core.scoresheet import Scoresheet, play
from games.core.simulation import bids_and_tricks
from games.core.successors import as_successor, successor_named, successor_of
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from tests.cases import cases
from tests.games.every_game import NAMES
from tests.matches.factory import import_sheet
from tests.thoroughness import many
from tests.transfer.test_successors import migrate

OH_HELL = find("oh-hell")
WIZARD = {"scoring": "wizard", "deck": "wizard", "hands": "up", "largest": None, "hook": False}
SKULL_KING = {"scoring": "skull-king", "deck": "skull-king", "hands": "up", "hook": False}
EVERY_TABLE = [
    {"same_hands": 5, "scoring": scoring, "deck": deck, "hands": hands, "largest": most, "trump": trump, "hook": hook}
    for scoring, deck, hands, most, trump, hook in product(
        ["wizard", "skull-king"], ["french", "jokers", "wizard", "skull-king"],
        ["up", "down", "up-down", "down-up", "same"], [10, 5, None], ["turned", "order", "none"], [False, True],
    )
]  # fmt: skip


def count(bid, took, bonus, cards, scoring):
    """What people wrote down."""
    off = abs(bid - took)
    if scoring == "wizard":
        return -10 * off if off else 20 + 10 * took
    if bid == 0:
        return bonus + 10 * cards if not off else -10 * cards
    return -10 * off if off else 20 * took + bonus


def played(rng, players, rules):
    """A match as Oh Hell has kept it, whole or going on, and the points of each round."""
    state = OH_HELL.table(NAMES[:players], rng.randrange(players), rules)
    rounds, points = [], []
    for _ in range(rng.randint(1, state.length)):
        facts, cards = bids_and_tricks(rng, state), state.deal.cards[0]
        bonus = tuple(rng.choice([0, 0, 10, 30]) if took else 0 for took in facts.tricks)
        facts = replace(facts, bonus=bonus) if rules["scoring"] == "skull-king" else facts
        rounds.append(plain(facts))
        by_seat = zip(facts.bids, facts.tricks, bonus, strict=True)
        points.append(tuple(count(*of_seat, cards, rules["scoring"]) for of_seat in by_seat))
        state = OH_HELL.play(state, facts)
    sheet = Scoresheet(
        scoresheet=1, game="oh-hell", players=list(state.names), first_dealer=state.first_dealer,
        house_rules=state.rules.differing, rounds=rounds,
    )  # fmt: skip
    return sheet, points


def destination(players, rules):
    """The game of a table, worked out without its code; None where nobody expects either."""
    if rules["scoring"] == "wizard":
        if rules["deck"] != "wizard" or rules["trump"] != "turned" or not 3 <= players <= 6:
            return "oh-hell"
        return "wizard" if rules["hands"] in ("up", "same", "down") else None
    lengths = [[*range(1, 11)], [5] * 5]
    sizes = [deal.cards[0] for deal in deals(players, rules)]
    is_one = rules["deck"] == "skull-king" and not rules["hook"] and players <= 8 and sizes in lengths
    return "skull-king" if is_one else "oh-hell"


def deals(players, rules):
    house_rules = HouseRules(OH_HELL.house_rules, rules)
    length = OH_HELL.length(players, house_rules)
    return [OH_HELL.deal_of(players, number, 0, house_rules) for number in range(1, length + 1)]


@pytest.mark.parametrize("part", range(4))
def test_a_match_becomes_one_of_its_game_and_scores_what_was_written_down(part):
    rng = random.Random(34 + part)
    for _ in range(many(40)):
        rules, players = rng.choice(EVERY_TABLE), rng.randint(2, 10)
        if rng.random() < 0.5:
            rules = rng.choice([WIZARD, SKULL_KING]) | {"trump": "turned", "same_hands": 5}
            rules = {"largest": 10, **rules}
        sheet, points = played(rng, players, rules)

        moved = as_successor(sheet)

        case = f"{players} players, {rules}"
        assert moved.game == (destination(players, rules) or moved.game), case
        before, after = play(sheet)[2], play(moved)[2]
        assert [scored.points for scored in after.rounds] == points, case
        assert (after.totals, after.places, after.winners) == (before.totals, before.places, before.winners), case
        assert after.finished == before.finished, case
        if not after.finished:
            assert (after.next.dealer, after.next.cards) == (before.next.dealer, before.next.cards), case


@cases("rules, game, own", [
    (WIZARD, "wizard", {}), (WIZARD | {"hook": True}, "wizard", {"hook": True}),
    (WIZARD | {"hands": "same", "same_hands": 4, "largest": 9}, "wizard",
     {"hands": "same", "same_hands": 4, "largest": 9}),
    (SKULL_KING, "skull-king", {"bonuses": "points"}),
    (WIZARD | {"deck": "french"}, None, None), (SKULL_KING | {"deck": "jokers"}, None, None),
    ({"exact_points": 20}, None, None),
])  # fmt: skip
def test_house_rules_saved_under_a_name_move_with_the_matches(rules, game, own):
    found = successor_of(OH_HELL, rules, OH_HELL.seats)

    assert (found[0].key, found[1]) == (game, own) if found else game is None


@pytest.mark.django_db
def test_every_page_of_a_match_that_moved_or_stayed_opens():
    rng, club, client = random.Random(34), Club.get_default(), Client(headers={"host": "localhost"})
    for rules, players in [(WIZARD, 4), (SKULL_KING, 5), (SKULL_KING, 8), (WIZARD | {"deck": "french"}, 3)]:
        sheet, _ = played(rng, players, {"largest": 10, "trump": "turned", **rules})
        match = import_sheet(club, sheet)
        migrate()
        moved = Match.objects.get(pk=match.pk)
        assert moved.game_key == as_successor(sheet).game
        pages = ["", "rules/", "referee/", "history/", "table-view/", f"what-if/?rule=hook&rule-hook={players > 4}"]
        for page in [*(f"/matches/{match.pk}/{page}" for page in pages), f"/leaderboard/?game={moved.game_key}"]:
            assert client.get(page).status_code == 200, (page, rules)


@cases("text, game", [
    ("A Jester is turned up", "wizard"), ("Who takes two Pirates?", "skull-king"),
    ("Is the Skull King trump?", "skull-king"), ("A card is turned up by mistake", None), ("What is the bonus?", None),
])  # fmt: skip
def test_a_ruling_moves_to_the_game_of_its_cards(text, game):
    named = successor_named(OH_HELL, text)

    assert (named and named.key) == game


@cases("rules, label", [({"scoring": "wizard"}, "as Wizard"), ({"deck": "skull-king"}, "70, Skull King’s")])
def test_former_values_are_read_and_not_offered(rules, label):
    ((name, value),) = rules.items()
    option = HouseRules(OH_HELL.house_rules, rules).options[name]

    assert option.label(value).startswith(label)
    assert value not in option.presets()
    # Who goes on with such a table keeps it.
    assert (f'"{value}"', option.label(value), True) in option.choices(value, 4)
    assert option.from_form([f'"{value}"'], "") == value
    assert f'"{value}"' not in [text for text, *_ in option.choices(option.default, 4)]


@pytest.mark.django_db
def test_a_link_to_a_set_up_from_before_leads_to_the_set_up_of_the_game():
    client = Client(headers={"host": "localhost"})
    rules = {f"rule-{name}": json.dumps(value) if value is not None else "" for name, value in WIZARD.items()}
    seated = {"seated": "1", "player": ["Ada", "Ben", "Cleo", "Dan"], "dealer": "Ben"}

    answer = client.get("/games/oh-hell/matches/new/", seated | rules)
    stays = client.get("/games/oh-hell/matches/new/", seated | rules | {"rule-deck": '"french"'})
    form = "application/x-www-form-urlencoded"
    started = client.post("/games/wizard/matches/", answer.url.partition("?")[2], content_type=form)

    assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/games/wizard/matches/new/")
    assert client.get(answer.url).status_code == stays.status_code == 200
    assert started.status_code == 302
    match = Match.objects.get()
    assert (match.game_key, match.house_rules, match.names) == ("wizard", {}, seated["player"])
    assert match.first_dealer == 1
