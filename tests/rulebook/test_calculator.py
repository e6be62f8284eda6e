"""The calculator: what is certain of a half-entered round, its page, and the questions that fill it in."""

import re
from html import unescape
from random import Random
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.utils.html import strip_tags

from games.core.registry import find
from games.core.round_form import form_class
from games.core.schema import read
from games.core.scorecard import sums
from games.core.text import signed
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording
from scorekeeper.rulebook.calculator import Calculator, read_question
from scorekeeper.rulebook.question_box import ask_box
from scorekeeper.rulebook.referee_page import KnownFacts, usual_players
from tests.cases import cases
from tests.games.every_game import REAL_GAMES
from tests.matches.factory import entry, make_match
from tests.thoroughness import many

pytestmark = pytest.mark.django_db

SIMULATED = [game for game in REAL_GAMES if game.simulate and not game.requires_name]


def calculator(game, answers=()):
    return Calculator(game, QueryDict(urlencode(answers)), KnownFacts())


def made_up_round(game, rng):
    """The state before a round on the calculator's table, its lines, and its answers."""
    state = calculator(game).entry.state
    facts = game.simulate(rng, state)
    return state, game.play(state, facts).rounds[-1].lines, form_class(game).answers_of(facts, state)


def page(client, game, answers):
    return client.get(f"/rules/{game.key}/calculator/?{urlencode(answers)}")


@cases("game", SIMULATED)
def test_what_is_certain_of_some_answers_holds_in_the_round_they_are_taken_from(game):
    rng, certain = Random(game.key), 0
    for _ in range(many(30, 4)):
        state, lines, answers = made_up_round(game, rng)
        form = calculator(game, answers).form
        own = {name for seat in state.teams[0] for name in form.questions_of_seat(seat)}
        # Optional questions count as answered with nothing until they are entered.
        optional = {name for name, field in form.fields.items() if not field.required}
        some = {name: answer for name, answer in answers.items() if name in own | optional or rng.random() < 0.3}
        for result in calculator(game, [*some.items(), ("round", state.number)]).results:
            side = state.side_names.index(result.name)
            assert {*result.lines} <= {*lines}, some
            assert not result.is_total or result.points == sums(lines, len(state.totals))[side], some
            certain += 1
    assert certain or not own


@cases("game", SIMULATED)
def test_a_complete_round_shows_every_side_with_its_points_and_reasons(client, game):
    state, lines, answers = made_up_round(game, Random(1))
    answered = page(client, game, answers)
    shown = " ".join(strip_tags(unescape(answered.content.decode())).split())

    points = sums(lines, len(state.totals))
    assert [(one.name, one.plus) for one in answered.context["entry"].standings] == [
        (name, signed(points[side])) for side, name in enumerate(state.side_names)
    ]
    for line in lines:
        assert line.reason in shown


@cases("game", REAL_GAMES)
def test_the_referee_of_every_game_leads_to_an_empty_form(client, game):
    if game.requires_name:
        assert client.get(f"/rules/{game.key}/calculator/").status_code == 404
        return
    assert f'href="/rules/{game.key}/calculator/"' in client.get(f"/rules/{game.key}/referee/").content.decode()
    shown = page(client, game, {})
    assert (shown.status_code, shown.context["calculator"].results) == (200, [])


def test_what_cannot_be_is_refused_and_a_key_mends_it(client):
    answers = {f"{name}-{seat}": "4" for seat in range(4) for name in ("bids", "tricks")}
    shown = page(client, find("big-little"), answers)

    assert shown.status_code == 422
    assert "ricks add up to 16, but 13 cards were dealt" in strip_tags(shown.content.decode())
    assert page(client, find("big-little"), answers | {"shortcut": "correction-tricks-0"}).status_code == 200
    assert client.get(shown["HX-Replace-Url"]).status_code == 422


def test_a_match_is_reckoned_with_its_players_its_hand_and_its_house_rules(client):
    match = make_match(3, names=("Zoë", "Yan"), game="big-little", zero_bid_bonus=5)
    shown = client.get(f"/matches/{match.pk}/calculator/?bids-0=0&tricks-0=0")
    (result,) = shown.context["calculator"].results

    assert (result.name, result.points, shown.context["calculator"].number) == ("Zoë", 5, 4)


# --- Questions ---


@cases(
    "game, question, points",
    [
        ("big-little", "bid 4 took 6", 42),
        ("big-little", "i bid 6 and got 5", -60),
        ("big-little", "bid 3 hand 7 got 2", -30),
        ("big-little", "zero bid round 7 made", 0),
        ("oh-hell", "bid 2 of 7 cards dealt took 2", 12),
        ("oh-hell", "zero bid round 7 made", 10),
        ("oh-hell", "i bid three and was one short", 0),
        ("skull-king", "zero bid round 7 made", 70),
        ("skull-king", "bid 3 took 3", 60),
        ("spades", "we bid 8 and made 7", -80),
        ("spades", "I bid 3, my partner bid 4, we took 8", 71),
        ("spades", "bid 3 and 4, took 8", 71),
        ("spades", "bid 4 each, took 9", 81),
        ("hearts", "12 hearts and the queen", 25),
        ("hearts", "12 hearts but not the queen", 12),
        ("hearts", "4 hearts no queen", 4),
        ("hearts", "only the queen", 13),
        ("maverick", "null lost", -1),
        ("ten-point-pitch", "bid 7 made 9 do we get 7 or 9", 9),
        ("good-little-tricks", "i got red and blue", 13),
        ("grosse-kleine", "joker and two A left", 49),
        ("grosse-kleine", "hand of 3 7 12 how much", 22),
        ("grosse-kleine", "a joker an A and a 4", 38),
        ("wizard", "bid one took none", -10),
        ("grosse-kleine", "three 7s and a joker", 35),
        ("grosse-kleine", "what is a hand worth with two jokers and the big A", 48),
        ("grosse-kleine", "3 7 and the little a in my hand", 25),
        ("skull-king", "bid 3 took 3 with the black 14", 80),
        ("skull-king", "bid 3 took 3 and my skull king took two pirates", 120),
        ("skull-king", "bid 2 took 2, my mermaid took the skull king", 80),
        ("wizard", "bid 3 got two too few", -20),
        ("spades", "3 and 4 bid, took 6", -70),
        ("hearts", "4 hearts without the queen", 4),
        ("maverick", "null made with -2", 1),
    ],
)
def test_a_question_that_is_read_whole_is_answered(game, question, points):
    first, *_ = read_question(question, find(game), KnownFacts()).results

    assert first.points == points


@cases(
    "game, question, read",
    [
        # Points of a zero bid depend on the number of cards; bags, cards and other sides are not read.
        ("skull-king", "bid 0 made", {"bids-0": "0", "tricks-0": "0"}),
        ("skull-king", "bid 3 took 3 plus loot", {"bids-0": "3", "tricks-0": "3"}),
        ("big-little", "bid 2 took 4 with 9 sandbags", {"bids-0": "2", "tricks-0": "4"}),
        ("ten-point-pitch", "they bid 6 and made it, we got 4", {"bidder": "0", "bid": "6"}),
        ("maverick", "blind took 5", {"bid-0": "blind", "points-0": "5"}),
    ],
)
def test_half_a_question_fills_the_form_in_and_claims_nothing(game, question, read):
    asked = read_question(question, find(game), KnownFacts())

    assert asked.results == []
    assert read.items() <= asked.form.given().items()
    assert read.items() <= dict(QueryDict(asked.address.partition("?")[2]).items()).items()


@cases(
    "game, question",
    [
        ("spades", "we bid 4 and nil, nil was made, took 5"),
        ("maverick", "is my null lost if my partner takes a trick"),
        ("maverick", "null lost, my partner took a trick"),
        ("big-little", "I bid 3 and they took 4"),
        ("hearts", "5 hearts and the jack"),
        ("skull-king", "mermaid takes the skull king in one trick"),
        ("oh-hell", "off by two"),
        ("ten-point-pitch", "we were at 50 and they at 51, we bid 3 and made 4 and they got 6, is 57 more than 54"),
        ("grosse-kleine", "how much is a joker"),
        ("spades", "we have 480 and bid 3, is it enough"),
        ("good-little-tricks", "4 players how many cards"),
    ],
)
def test_a_question_that_names_no_round_shows_no_points(game, question):
    asked = read_question(question, find(game), KnownFacts())

    assert asked is None or not asked.results


@cases(
    "game, question, asks, points",
    [
        ("skull-king", "bid 3 took 3 with two 14s", "Which 14s?", {"coloured": 80, "one is black": 90}),
        ("skull-king", "bid 3 took 2 with a 14", "Which 14?", {"coloured": -10, "black": -10}),
        ("grosse-kleine", "an a and a 4 left", "Which A?", {"Little a": 19, "Big A": 24}),
        ("ten-point-pitch", "they bid 6 and made it, we got 4", "Whose bid?", {"us": None, "them": None}),
        ("spades", "they bid 6 and made it, we took 6", "Whose bid?", {"us": None, "them": None}),
        ("maverick", "they bid null and made it, we took 7", "Whose bid?", {"us": None, "them": None}),
    ],
)
def test_what_may_mean_several_rounds_is_asked_back_with_a_key_for_each(client, game, question, asks, points):
    match = make_match(names=("Ada", "Ben", "Cleo", "Dan")[: usual_players(find(game))], game=game)
    box = ask_box(question, Club.get_default(), match)
    html = unescape(client.get("/rules/search/", {"q": question, "match": match.pk}).content.decode())

    assert (box.calculator.asks, box.calculator.results) == (asks, [])
    for name, address in box.calculator.asked_back.keys:
        assert f'<a class="chip" href="{address}">{name}</a>' in html
        results = client.get(address).context["calculator"].results
        assert [result.points for result in results if points[name] is not None] == [points[name]] * bool(points[name])


def test_what_earlier_hands_left_is_counted_by_one_key(client):
    match = make_match(names=("Ada", "Ben", "Cleo", "Dan"), game="spades")
    facts = {"bids": [3, 2, 1, 1], "tricks": [7, 2, 3, 1]}
    recording.play(match, read(facts, match.game.facts), entry(match))
    html = unescape(client.get("/rules/search/", {"q": "bid 4 took 9", "match": match.pk}).content.decode())
    (address,) = re.findall(r'<a class="chip" href="([^"]+)">count them</a>', html)

    assert "+45" in html
    assert client.get(address).context["calculator"].results[0].points == 45 - 100


def test_a_nil_alone_is_a_line_of_its_side_and_no_total():
    (result,) = read_question("bid nil took 2, not blind", find("spades"), KnownFacts()).results

    assert (result.points, result.is_total) == (-100, False)


def test_the_box_shows_points_with_reasons_and_leads_to_the_form(client):
    match = make_match(names=("Ada", "Ben", "Cleo", "Dan"), game="spades")
    html = client.get(f"/rules/search/?q=we+bid+8+and+made+7&match={match.pk}").content.decode()
    (address,) = re.findall(rf'href="(/matches/{match.pk}/calculator/[^"]+)"', html)

    assert "−80" in html
    assert "Earlier hands: nothing is left from them" in strip_tags(re.sub(r"\s+", " ", html))
    assert client.get(unescape(address)).context["calculator"].results[0].points == -80
    assert ask_box("who leads", Club.get_default(), match).calculator is None


def test_no_total_is_certain_by_a_few_combinations_of_what_is_open():
    known = {"trump": "C", "taken-3": "1", "bids": "pass pass 4 pass", "round": 1}
    assert not any(result.is_total for result in calculator(find("ten-point-pitch"), known).results)
