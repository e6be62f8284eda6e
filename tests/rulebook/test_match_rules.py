"""One set of house rules drives page, engine and entry: each is changed, and each of the three is seen to follow."""

import re
from functools import cache
from urllib.parse import urljoin

import pytest
from django.test import Client
from msgspec.structs import replace as changed

from games import examples, referee
from games.game import Game
from games.impossible import Impossible
from games.registry import games
from games.typed import read
from scorekeeper.club.models import Club
from scorekeeper.rulebook.house_rules import HouseRule
from scorekeeper.rulebook.pages import rules_page
from scorekeeper.table.models import Match
from tests.games.every_game import GAMES, other_values, samples
from tests.rulebook.test_rules_pages import drawn, every_game, section, text

pytestmark = pytest.mark.django_db

OTHERS = [
    pytest.param(game, option, value, id=f"{game.key}-{option.name}-{value}")
    for game in GAMES
    for option in game.house_rules
    for value in other_values(game, option)
]
# The effects of a house rule are told by its game's test folder.
OPTIONS = [
    pytest.param(game, option, samples(game).house_rules[option.name].effects, id=f"{game.key}-{option.name}")
    for game in GAMES
    for option in game.house_rules
    if option.name in samples(game).house_rules
]
every_other_value = pytest.mark.parametrize(("game", "option", "value"), OTHERS)


def a_table(game, **rules):
    """A match by these house rules, with as many players as they allow."""
    for players in reversed(game.seats):
        try:
            return Match.start(Club.here(), game, examples.NAMES[:players], 0, rules)
        except Impossible:
            continue
    raise AssertionError(rules)


def page(match):
    answer = Client(headers={"host": "localhost"}).get(f"/matches/{match.pk}/rules/")
    assert answer.status_code == 200
    return answer.content.decode()


def told(html):
    """What is read, with no space before a comma or a colon."""
    return re.sub(r" ([,:])", r"\1", text(html))


worked = cache(examples.examples)


def score(game: Game, **rules):
    """What the examples come to under house rules."""
    data = worked(game)
    changes = [changed(one, house_rules=one.house_rules | rules) for one in data.example]
    return [attempt(examples.outcome, game, one) for one in changes]


def rulings(game: Game, **rules):
    """What the referee says under house rules."""
    data = worked(game)
    asked = [one.question | {"house_rules": one.question.get("house_rules", {}) | rules} for one in data.ruling]
    return [attempt(referee.answer, game, one) for one in asked]


def limits(game: Game, **rules):
    """What can be entered under house rules: the cards dealt, the rounds there are, the keys that may be tapped."""
    tables = [attempt(dealt, game, players, rules) for players in game.seats]
    return tables + [attempt(tapped, game, one, rules) for one in worked(game).example]


def dealt(game, players, rules):
    table = game.table(examples.NAMES[:players], 0, rules)
    return table.deal, game.length(players, table.rules)


def tapped(game, example, rules):
    """The keys of the last round of an example, after each of its answers."""
    given = changed(example, house_rules=example.house_rules | rules)
    table = game.table(examples.NAMES[: given.players], given.first_dealer, given.house_rules)
    *earlier, last = [read(facts, game.record) for facts in given.rounds]
    before = game.fold(table, earlier)
    answers = list(game.form.answers_of(last, before).items())
    return [keys(game.form(before, dict(answers[:end]))) for end in range(len(answers) + 1)]


def keys(form):
    asked = [(name, one.label, [(key.value, key.why_not) for key in one.keys]) for name, one in form.fields.items()]
    return asked, form.sentence(form.given())


def attempt(do, *given):
    try:
        return do(*given)
    except Impossible as error:
        return error.message
    except (LookupError, TypeError, ValueError):
        return "facts that no key could enter"


@every_other_value
def test_a_house_rule_that_differs_is_told_at_the_top_and_beside_its_rule(game, option, value):
    html = page(a_table(game, **{option.name: value}))
    words = f"{option.title}: {option.label(option.normal(value))}, not {option.label(option.default)}"
    top = told(html.partition('<div class="agreed differing">')[2].partition("</div>")[0])

    assert words in top
    assert f"You play: {words}" in told(section(html, option.rule))
    for one in rules_page(game).open_questions(option.name):
        assert f"You play: {words}" in told(section(html, one.anchor))
    assert top.count(", not ") == 1


@every_other_value
def test_what_is_left_as_it_is_is_told_without_a_mark(game, option, value):
    html = page(a_table(game, **{option.name: value}))

    for other in game.house_rules:
        if other.name != option.name:
            beside = section(html, other.rule)
            assert f"You play: {other.title}: {other.label(other.default)}" in told(beside)
            assert option.rule == other.rule or "<mark>" not in beside


@pytest.mark.parametrize(("game", "option", "effects"), OPTIONS)
def test_score_referee_and_entry_follow_the_same_set(game, option, effects):
    """Each of the three is compared under the default and under every other value: those change that have to."""
    others = other_values(game, option)

    def follows(part):
        usual = part(game, **{option.name: option.default})
        return any(part(game, **{option.name: value}) != usual for value in others)

    follow = {part.__name__ for part in (score, rulings, limits) if follows(part)}
    assert follow == effects


@pytest.mark.parametrize("game", games().values(), ids=list(games()))
def test_a_table_without_house_rules_is_told_so(game):
    html = page(a_table(game))
    assert "no house rule differs" in html
    assert "<mark>" not in html
    assert html.partition("<article")[2] != drawn(game).partition("<article")[2]


def test_the_keys_to_tap_follow_the_lowest_bid():
    game = games()["ten-point-pitch"]
    for lowest in (1, 4, 7):
        form = game.form(a_table(game, minimum_bid=lowest).table, {})
        assert form.fields["bid"].keys[0].value == str(lowest)


def test_the_hook_is_told_before_the_dealer_bids_and_when_the_bids_are_in():
    game = games()["big-little"]
    table = a_table(game, hook=True).table
    last = f"bids-{table.deal.dealer}"
    others = {name: "0" for name in game.form(table, {}).fields if name.startswith("bids-") and name != last}

    assert game.form(table, others).sentence(others) == "bids 0 so far for 1 trick: Ada, who deals, may not bid 1"
    assert "Ada, who deals, has to bid something else" in game.form(table, others).sentence(others | {last: "1"})
    assert game.form(table, {}).shortcuts(others | {last: "1"}) == []
    assert game.form(table, others).sentence(others | {last: "0"}) == "bids 0 for 1 trick: 1 under"


def test_the_match_leads_to_its_rules_and_back():
    match = a_table(games()["big-little"])
    client = Client(headers={"host": "localhost"})

    assert f'href="/matches/{match.pk}/rules/"' in client.get(f"/matches/{match.pk}/").content.decode()
    assert f'href="/matches/{match.pk}/"' in page(match)


@every_game
def test_each_rule_leads_to_its_question_as_it_is_asked_at_this_match(game):
    match = a_table(game)
    client = Client(headers={"host": "localhost"})

    links = re.findall(r'href="([^"]*referee/[^"]+)"', page(match))
    asked = {urljoin(f"/matches/{match.pk}/rules/", link) for link in links}

    assert asked
    assert all(address.startswith(f"/matches/{match.pk}/referee/") for address in asked)
    assert {client.get(address).status_code for address in asked} == {200}


def test_rules_are_for_everyone_and_a_match_s_only_where_there_is_one():
    client = Client(headers={"host": "localhost"})

    assert client.get("/rules/big-little/").status_code == 200
    assert client.get("/matches/999/rules/").status_code == 404


def test_a_house_rule_says_what_else_could_be():
    said = {
        (game.key, option.name): " or ".join(HouseRule(option, option.default).others)
        for game in games().values()
        for option in game.house_rules
    }

    assert said["big-little", "penalty_at"] == "2 to 99 sandbags or never"
    assert said["big-little", "bags_after"] == "back to zero"
    assert said["maverick", "ends"] == "at 1 to 1000 points or after 1 to 1000 hands"
    assert said["good-little-tricks", "deck"].startswith("some of orange (2), purple (3)")
