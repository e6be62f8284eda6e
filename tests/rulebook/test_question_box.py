"""The question box: one answer first, by this table's rules; silence is said, and the table can decide."""

import re
from datetime import date
from html import unescape

import pytest
from django.utils.html import strip_tags

from games.core.registry import find, games
from scorekeeper.clubs import permissions
from scorekeeper.clubs.models import Club
from scorekeeper.rulebook.models import rulings_of, save_ruling
from scorekeeper.rulebook.named_cards import referee_question
from scorekeeper.rulebook.passages import plain
from scorekeeper.rulebook.question_box import ask_box
from scorekeeper.rulebook.referee_page import KnownFacts, usual_players
from scorekeeper.rulebook.rules_page import render_rules
from tests.cases import cases
from tests.devices import Stranger, member
from tests.matches.factory import make_match

pytestmark = pytest.mark.django_db

SILENT = "may we order pizza"


def page(client, **asked):
    return unescape(re.sub(r"\s+", " ", client.get("/rules/search/", asked).content.decode()))


def decide(client, **posted):
    return client.post("/rules/big-little/rulings/", {"q": SILENT, "ruling": "Only between hands"} | posted)


@cases(
    "question, game, anchor",
    [
        ("the big joker is led", "big-little", "big-joker-led"),
        ("where is the jick", "ten-point-pitch", "trumps"),
        ("BLÍNG!", "maverick", "bling"),
        ("who leads in good little tricks", "good-little-tricks", "lead"),
        ("How many points is the Queen of Spades?", "hearts", "queen"),
        ("Q♠ thirteen points", "hearts", "queen"),
        ("how many points is a nil in spades?", "spades", "nil-made"),
    ],
)
def test_a_question_of_one_game_is_answered_by_its_rules(question, game, anchor):
    box = ask_box(question, None)

    assert (box.game.key, box.hit.place.section.anchor) == (game, anchor)


def test_a_question_of_many_games_asks_for_the_game(client):
    box = ask_box("who takes the trick", None)

    assert box.game is None
    assert len(box.candidates) > 1
    assert "Which game?" in page(client, q="who takes the trick")
    assert "Which game?" not in page(client, q="who takes the trick", game="maverick")


def test_at_a_match_the_answer_comes_by_its_rules_and_from_no_other_game(client):
    match = make_match(penalty_at=10)
    box, html = ask_box("10 bags", Club.get_default(), match), page(client, q="bags", match=match.pk)

    assert "reached 10 sandbags" in box.hit.sentence
    assert {hit.place.game.key for hit in [box.hit, *box.further]} == {"big-little"}
    assert f'href="/matches/{match.pk}/rules/#sandbag' in html
    assert "Bag penalty after: <mark>10 sandbags</mark>" in html


def test_the_whole_rule_stands_first_and_two_more_are_folded_under_their_titles(client):
    html = page(client, q="someone could have followed and did not", game="big-little")
    answer, *others = re.split('<details class="examples other-rule"', html)

    assert "taken back as long as the trick has not been turned. Noticed later" in strip_tags(answer)
    assert "A misdeal, with a card too many" in answer
    assert len(others) == 2
    assert all(re.search(r"<summary>Or: .+</summary>.*<a href=", other) for other in others)


def test_a_house_rule_of_the_table_stands_with_its_rule_and_answers_an_open_question(client):
    match = make_match(penalty_at=12, hook=True)
    told = page(client, q="how many bags until a penalty", match=match.pk)
    hook = page(client, q="may the bids add up to the cards?", match=match.pk)

    assert "<b>You play:</b> Bag penalty after: <mark>12 sandbags</mark>" in told.partition("<details")[0]
    assert "<mark>" in hook.partition("You play:")[2].partition("<details")[0]


@cases("question, cards", [("how many cards with 5", "10"), ("how many cards", "13"), ("hands for six players", "8")])
def test_another_number_of_players_is_answered_for_that_number(question, cards):
    match = make_match(names=("Ada", "Ben", "Cleo", "Dan"))

    assert f"largest hand of {cards}" in plain(ask_box(question, Club.get_default(), match).hit.text)


def test_an_example_stands_with_its_rule(client):
    assert "Example" in page(client, q="too many sandbags", game="big-little").partition("other-rule")[0]


def test_the_page_answers_or_says_what_to_try(client):
    nothing, empty = page(client, q="qwxz <script>", game="maverick"), page(client)

    for words in ("Nothing says exactly that.", "qwxz <script>", "?q=who+leads", 'href="/rules/maverick/"'):
        assert words in nothing
    assert "as you would at the table" in empty


@cases("pk, status", [("99", 404), ("9" * 18, 404), ("9" * 40, 200), ("x", 200), ("", 200)])
def test_asking_at_a_missing_match_is_404(client, pk, status):
    assert client.get("/rules/search/", {"q": "bags", "match": pk}).status_code == status


@cases(
    "question",
    [
        "who pays for the pizza",
        "who has to make the tea",
        "who brings the beer",
        "do we play for money",
        "best strategy for winning tricks",
        "how likely is the queen of spades",
    ],
)
def test_where_no_rule_fits_the_nearest_are_shown_and_no_silence_is_claimed(client, question):
    box, told = ask_box(question, None, game=find("ten-point-pitch")), page(client, q=question, game="ten-point-pitch")

    assert box.hit is None
    assert "Nothing says exactly that." in told
    assert "Nothing says exactly that." in page(client, q=question), "of all games"
    assert all(hit.title in told for hit in box.further)
    assert "say nothing" not in told


@cases(
    "game, question, anchor",
    [
        ("good-little-tricks", "can i chuck an orange first", "lead"),
        ("spades", "our sneaky overtricks, bags, do they hurt", "bags"),
        ("wizard", "any nasty restriction for the dealers bid", "bidding"),
        ("oh-hell", "leo has to leave hand 9 of 13 what w/ his score", "open-leaving"),
        ("skull-king", "must uncle joe play yellow when yellow was opened", "follow-suit"),
        ("spades", "peter told his partner what he has", "open-talk"),
    ],
)
def test_words_that_no_rule_has_do_not_silence_an_answer(game, question, anchor):
    box = ask_box(question, None, game=find(game))

    assert anchor in [hit.place.section.anchor for hit in box.hits[:3]]
    assert box.hit


@cases(
    "question, game",
    [
        ("skull king", "skull-king"),
        ("How do you play Wizard?", "wizard"),
        ("black lady", "hearts"),
        ("rules of doppelkopf", "any-game:Doppelkopf"),
    ],
)
def test_the_name_of_a_game_leads_to_it_from_a_match_of_another(client, question, game):
    match = make_match()

    assert ask_box(question, Club.get_default(), match).named_game.key == game
    assert "Start a match" in page(client, q=question, match=match.pk)


@cases(
    "game, question, other",
    [
        ("hearts", "what does the fairy do", "wizard"),
        ("big-little", "what does the kraken do?", "skull-king"),
        ("spades", "bling", "maverick"),
        ("oh-hell", "is the jester trump", "wizard"),
        ("maverick", "juggler", "wizard"),
    ],
)
def test_a_card_or_word_of_one_other_game_leads_to_that_game(game, question, other):
    names = ("Ada", "Ben", "Cleo", "Dan")

    assert ask_box(question, Club.get_default(), make_match(names=names, game=game)).named_game.key == other


@cases(
    "game, question",
    [
        ("wizard", "is the jester trump"),
        ("wizard", "pirate or wizard led, must I follow"),
        ("hearts", "the jack of diamonds"),
        ("big-little", "who pays for the pizza"),
        ("spades", "is red worth more"),
    ],
)
def test_a_word_of_this_game_of_several_or_of_none_leads_nowhere(game, question):
    assert ask_box(question, Club.get_default(), make_match(game=game)).named_game is None


@cases(
    "game, question, title",
    [("oh-hell", "off by 2", "Bid missed"), ("grosse-kleine", "joker and two A left", "The Big A left")],
)
def test_what_is_computed_stands_with_its_rule(client, game, question, title):
    match = make_match(game=game)

    assert ask_box(question, Club.get_default(), match).hits[0].place.section.title == title
    assert page(client, q=question, match=match.pk).count(f"<h2>{title}</h2>") == 1


@cases(
    "game, question",
    [
        ("spades", "my partner bid nil and I took 4 tricks"),
        ("oh-hell", "who bids first in round 5"),
        ("oh-hell", "over 3 players"),
        ("ten-point-pitch", "can I bid 7 with 3 trumps"),
        ("ten-point-pitch", "I bid 5 and have 4 trumps in hand"),
        ("good-little-tricks", "can I play trump if I have 2 greens"),
        ("big-little", "can I have 10 bags and win"),
        ("big-little", "I bid 3, Ben bid 4, who took 7"),
        ("big-little", "bid 2, 5 short"),
    ],
)
def test_numbers_in_another_question_are_not_scored(game, question):
    names = ("Ada", "Ben", "Cleo", "Dan")[: usual_players(find(game))]
    box = ask_box(question, Club.get_default(), make_match(names=names, game=game))

    assert box.referee is None or box.referee.answer is None
    assert box.calculator is None or not box.calculator.results


def test_a_question_that_is_cut_gets_no_verdict():
    question = "bid 4 took 6"

    assert ask_box(question, Club.get_default(), game=find("big-little")).calculator
    longer = f"{question},{' ' * 100}and then they had one trick more than we said"
    assert not ask_box(longer, Club.get_default(), game=find("big-little")).calculator


@cases("question, answer", [("can I play 3 8s on 2 9s", "no"), ("can I play three 9s on three 8s", "yes")])
def test_cards_on_others_are_not_taken_for_one_hand(question, answer):
    referee = ask_box(question, Club.get_default(), make_match(game="grosse-kleine")).referee

    assert referee.ask == "beats"
    assert referee.answer.text == answer


def test_at_a_match_of_hearts_a_heart_is_a_card():
    box = ask_box("i took 5 hearts and the queen", Club.get_default(), make_match(game="hearts"))

    assert box.calculator.results[0].points == 18
    assert [hit.place.section.anchor for hit in box.hits[:2]] == ["queen", "hearts"]


def test_a_name_that_the_rules_of_the_match_speak_of_is_a_question():
    match = make_match()

    assert ask_box("spades", Club.get_default(), match).named_game is None
    assert ask_box("spades", None).named_game.key == "spades"


def test_a_word_of_the_table_that_a_rule_has_is_answered():
    assert ask_box("who shuffles", None, game=find("grosse-kleine")).hit is not None


@cases(
    "game, claim, words",
    [
        ("big-little", "she says a zero bid with no tricks gives ten points", "bid of zero is worth no points"),
        ("grosse-kleine", "she says the highest total wins", "the lowest total wins"),
        ("good-little-tricks", "he says you must lead trump, is that so?", "trump suit may not be led"),
        ("ten-point-pitch", "he says the highest total wins when both reach 52", "the side that bid wins"),
    ],
)
def test_a_claim_finds_the_rule_about_it(game, claim, words):
    assert words in plain(ask_box(claim, None, game=find(game)).hit.text)


@cases(
    "game, question, right, words",
    [
        ("big-little", "bid 4 took 6, Ann says 42, Bob says 40", ["Ann"], "scores 10 points for each trick bid"),
        ("oh-hell", "bid 2 took 3. Ann says minus 10 and Bob says 12", [], "missed bid"),
        ("big-little", "Bob says 40, Ann says 42: bid 4 took 6", ["Ann"], "scores 10 points for each trick bid"),
        ("wizard", "ann: bid 3 took 3 is 30. rolf: it's 50", ["rolf"], "twenty points"),
        ("oh-hell", "Bob says bid 3 took 4 gives 4 points, Ann says nothing", ["Ann"], "missed bid"),
        ("oh-hell", "we say bid 3 took 4 is nothing, Bob says 4", ["you"], "missed bid"),
        ("oh-hell", "Ann says bid 3 took 4, Bob says bid 3 took 3", [], "bid"),
        ("wizard", "nina: dealer must not make it even. rolf: that's only house rule", [], "bid"),
        ("big-little", "Ann says a zero bid is worth 10, Bob says it is worth nothing", [], "bid of zero is worth no"),
        ("hearts", "Ann says spades may be led at once, Bob says only when hearts are broken", [], "led at any time"),
    ],
)
def test_of_two_who_argue_one_is_right_only_if_that_is_certain(client, game, question, right, words):
    match = make_match(game=game, names=("Ada", "Ben", "Cleo", "Dan"))
    box, html = ask_box(question, Club.get_default(), match), page(client, q=question, match=match.pk)

    assert box.right == right
    assert ("So Ann is right." in html) == (right == ["Ann"])
    assert ("So you are right." in html) == (right == ["you"])
    assert words in plain(box.hit.text).lower() or words in plain(box.hit.text)


@cases(
    "game, question, points",
    [
        ("oh-hell", "bid 2 took 2, 12 or 20?", [12]),
        ("oh-hell", "bid 2 took 2, 13 or 20?", []),
        ("wizard", "bid 2 took 2 = 40?", [40]),
        ("oh-hell", "bid 2 took 2 or 3", []),
        ("grosse-kleine", "left with a joker, 3 or 4?", []),
        ("skull-king", "Ann says bid 3 took 3 is 60, Bob says 90 with two 14s", []),
        ("skull-king", "bid 3 took 3, Ann says 60, Bob says 90 with two 14s", []),
    ],
)
def test_points_in_question_are_no_answers_of_the_round(game, question, points):
    calculator = ask_box(question, None, game=find(game)).calculator

    assert [result.points for result in (calculator.results if calculator else [])] == points


# --- What the table decides ---


def test_a_ruling_is_found_by_search_and_shown_in_the_rules(client):
    match = make_match()
    answer = decide(client, match=match.pk)

    assert answer.status_code == 302
    assert "Only between hands" in client.get(answer["Location"]).content.decode()
    assert "Only between hands" in page(client, q="pizza: may we order it?", match=match.pk)
    assert "Only between hands" in client.get(f"/matches/{match.pk}/rules/").content.decode()
    assert "Only between hands" in page(client, q=SILENT), "from home, without the game"
    assert "Only between hands" not in page(client, q="must I follow suit", match=match.pk)
    assert "Only between hands" not in client.get("/rules/maverick/").content.decode()


def test_a_ruling_on_a_rule_stands_under_its_section(client):
    decide(client, q="ten bags", section="sandbag-penalty", ruling="A hundred at ten")

    section = client.get("/rules/big-little/").content.decode().partition('id="sandbag-penalty"')[2]
    assert "A hundred at ten" in section.partition("</section>")[0]


def test_clubs_with_the_same_ruling_read_their_own_date_and_place():
    game, shown = find("big-little"), {}
    for name, section, day in (("A", "", date(2026, 1, 2)), ("B", "sandbag-penalty", date(2026, 3, 4))):
        club = Club.objects.create(name=name)
        save_ruling(club, game, SILENT, "Never", section)
        club.rulings.update(decided=day)
        shown[name] = render_rules(game, table_rulings=rulings_of(club, game))

    assert "decided this on 2 January 2026" in shown["A"].partition('id="sandbag-penalty"')[0]
    assert "decided this on 4 March 2026" in shown["B"].partition('id="sandbag-penalty"')[2]


def test_an_owner_begins_a_match_with_the_house_rule_instead(client):
    set_up = re.search(r'href="([^"]+)"\s*>The hook: the dealer may not', page(client, q="the hook", game="big-little"))

    hook = client.get(set_up[1]).content.decode().partition('name="rule-hook"')[2].partition("</select>")[0]
    assert re.search(r'value="true"\s+selected', hook)


def test_a_question_is_decided_anew_or_taken_back(client):
    decide(client)
    decide(client, ruling="Whenever we like")
    ruling = Club.get_default().rulings.get()
    assert ruling.ruling == "Whenever we like"

    client.post(f"/rules/rulings/{ruling.pk}/removal/")
    assert not Club.get_default().rulings.exists()


@cases(
    "posted, words", [({"ruling": " "}, "Say what you play."), ({"ruling": "x" * 281}, "at most 280"), ({"q": ""}, "")]
)
def test_an_incomplete_ruling_is_shown_again_and_not_saved(client, posted, words):
    answer = decide(client, **posted)

    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Club.get_default().rulings.exists()


def test_another_club_reads_nothing_of_it():
    save_ruling(Club.objects.create(name="Others"), find("big-little"), SILENT, "Never")

    assert ask_box(SILENT, Club.get_default(), game=find("big-little")).earlier_ruling is None
    assert ask_box(SILENT, None, game=find("big-little")).earlier_ruling is None


# --- Cards and numbers in a question ---


@cases(
    "game, question, ask, answer",
    [
        (
            "big-little",
            "hearts are trump, who takes it: ten of hearts, K♥, 2♠, big joker",
            "winner",
            "BJ, the fourth card",
        ),
        (
            "good-little-tricks",
            "who takes the trick: red 7, blue 3, orange 1 if orange is trump",
            "winner",
            "orange1, the third card",
        ),
        (
            "ten-point-pitch",
            "is the jack of diamonds trump when hearts are trump",
            "is-trump",
            "yes, number 5 from the top",
        ),
    ],
)
def test_cards_and_numbers_in_a_question_go_to_the_referee(game, question, ask, answer):
    asked = referee_question(question, games()[game], KnownFacts())

    assert (asked.ask, asked.answer.text) == (ask, answer)


@cases(
    "game, question",
    [
        ("big-little", "who deals"),
        ("big-little", "how many cards with 5 players"),
        ("big-little", "the big joker was led"),
        ("hearts", "do I have to play a heart if I am out of clubs"),
        ("hearts", "no heart was played yet but the queen of spades was"),
        ("ten-point-pitch", "we were at 50 and they at 51, we bid 3 and made 4 and they got 6, is 57 more than 54"),
        ("good-little-tricks", "one of us threw a wrong suit in trick 2"),
        ("good-little-tricks", "4 players how many cards"),
        ("grosse-kleine", "how much is a joker"),
        ("spades", "we have 480 and bid 3, is it enough"),
    ],
)
def test_a_question_that_names_too_little_is_none_for_the_referee(game, question):
    assert referee_question(question, find(game), KnownFacts()) is None


def test_the_ruling_and_its_question_are_one_tap_away(client):
    html = page(client, q="hearts trump, who takes the trick: 10♥ K♥ 2♠", game="big-little")

    assert 'href="/rules/big-little/referee/winner/?' in html
    assert "the highest trump" in html


def test_strangers_are_answered_in_turn_and_members_at_once(monkeypatch):
    """A question of a stranger takes as long as many saves."""
    monkeypatch.setattr(permissions.stranger_turns, "seconds", 0.01)
    addresses = "/rules/search/?q=joker", "/rules/maverick/referee/winner/"
    with permissions.stranger_turns.take():
        for where in addresses:
            refused = Stranger().get(where)
            assert (refused.status_code, refused["Retry-After"]) == (503, "5")
            assert "Many people ask at the same moment: try again in a few seconds." in refused.text
            assert member().get(where).status_code == 200
    assert [Stranger().get(where).status_code for where in addresses] == [200, 200]
