"""The search: questions as they are asked at a table find the right section among the first three."""

import re
import time
from html import unescape

import pytest
from django.test import Client

from games.examples import examples
from games.registry import find, games
from scorekeeper.rulebook.index import rules_index
from scorekeeper.rulebook.pages import rules_page
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.words import alike, folded, single, stem, words_of
from tests.matches.factory import a_match

QUESTIONS = [
    ("joker led", "big-little", "big-joker-led"),
    ("joker led", "grosse-kleine", "jokers"),
    ("joker led", "maverick", "follow-suit"),
    ("joker led", "ten-point-pitch", "opening-lead"),
    ("tie for highest bid", "big-little", "lead"),
    ("tie for highest bid", "ten-point-pitch", "bidding"),
    ("what if everyone passes", "ten-point-pitch", "all-pass"),
    ("what if everyone passes", "grosse-kleine", "trick-over"),
    ("renege", "maverick", "renege"),
    ("revoke", "big-little", "open-renege"),
    ("revoke", "good-little-tricks", "renege"),
    ("revoke", "ten-point-pitch", "renege"),
    ("bags", "big-little", "sandbags"),
    ("left bower", "ten-point-pitch", "trumps"),
    ("who deals", "big-little", "deal"),
    ("who deals", "grosse-kleine", "who-deals"),
    ("who deals", "ten-point-pitch", "deal"),
    ("how many cards", "big-little", "hands"),
    ("how many cards", "good-little-tricks", "deal"),
    ("how many cards", "grosse-kleine", "how-many-cards"),
    ("blind", "maverick", "blind"),
    ("sweep", "good-little-tricks", "sweep"),
    ("shoot the moon", "ten-point-pitch", "moon"),
    ("bid zero", "big-little", "zero-bid"),
    ("nil", "big-little", "zero-bid"),
    ("nil", "maverick", "null"),
    ("last card", "grosse-kleine", "went-out"),
    ("last card", "good-little-tricks", "collecting"),
    ("lead trump", "big-little", "open-trump-lead"),
    ("lead trump", "good-little-tricks", "lead"),
    ("equal cards", "grosse-kleine", "equal-cards"),
    ("two cards of the same rank", "maverick", "equal-ranks"),
    ("set", "ten-point-pitch", "set"),
    ("set", "big-little", "bid-missed"),
    ("did we make our bid?", "big-little", "bid-met"),
    ("do I have to follow suit", "big-little", "follow-suit"),
    ("can a total be negative", "ten-point-pitch", "open-below-zero"),
    ("who wins", "ten-point-pitch", "target"),
    ("a tie at the end", "good-little-tricks", "tie"),
    ("must I trump", "maverick", "must-trump"),
    ("who leads first", "maverick", "lead"),
    ("what is trump", "maverick", "turn-up"),
]

ANYWHERE = [
    ("joker led", "big-little", "big-joker-led"),
    ("what if everyone passes", "ten-point-pitch", "all-pass"),
    ("bags", "big-little", "sandbags"),
    ("left bower", "ten-point-pitch", "trumps"),
    ("blind", "maverick", "blind"),
    ("sweep", "good-little-tricks", "sweep"),
    ("equal cards", "grosse-kleine", "equal-cards"),
    ("BÍD  ZÉRO!", "big-little", "zero-bid"),
    ("sandb", "big-little", "sandbags"),
    ("misdeal", "ten-point-pitch", "misdeal"),
    ("qwxz", None, None),
]


def first(question, own=None, count=3):
    """The game and anchor of the first answers."""
    return [(hit.place.game.key, hit.place.section.anchor) for hit in search(question, own)[:count]]


def page(client, **asked):
    return client.get("/rules/search/", asked, headers={"host": "localhost"}).content.decode()


@pytest.mark.parametrize(("question", "game", "anchor"), QUESTIONS)
def test_a_question_asked_at_a_table_finds_its_rule(question, game, anchor):
    assert (game, anchor) in first(question, find(game))


@pytest.mark.parametrize(("question", "game", "anchor"), ANYWHERE)
def test_a_question_asked_anywhere_finds_its_rule(question, game, anchor):
    assert (game, anchor) in first(question) if game else first(question) == []


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_words_people_use_lead_to_rules_there_are(game):
    anchors = {section.anchor for section in rules_page(game).sections}

    assert examples(game).words.keys() <= anchors


@pytest.mark.parametrize("section", rules_index().places, ids=lambda place: f"{place.game.key}-{place.section.anchor}")
def test_its_own_title_finds_every_section(section):
    assert section in [hit.place for hit in search(section.section.title, section.game)]


def test_a_match_has_its_own_game_first_and_then_the_others():
    keys = [hit.place.game.key for hit in search("who takes the trick", find("ten-point-pitch"))]

    assert keys[0] == "ten-point-pitch"
    assert keys == sorted(keys, key=lambda key: key != "ten-point-pitch")
    assert len(set(keys)) > 1


def test_a_title_comes_before_a_text_and_a_rule_before_an_open_question():
    assert first("trump and adder", count=1) == [("maverick", "turn-up")]
    assert first("tie at the end", find("big-little"), 1) == [("big-little", "open-tie")]
    assert first("everybody passes", find("ten-point-pitch"), 2) == [
        ("ten-point-pitch", "all-pass"),
        ("ten-point-pitch", "open-all-pass"),
    ]


def test_all_words_come_before_some():
    found = [hit.place for hit in search("bidder stock")]
    both = ["bidder" in words_of(place.text) and "stock" in words_of(place.text) for place in found]

    assert both[0]
    assert both == sorted(both, reverse=True)


def test_the_passage_that_answers_is_shown_with_its_words_marked():
    hit = search("joker led", find("big-little"))[0]

    assert hit.title == "The Big <mark>joker</mark> is <mark>led</mark>"
    assert hit.passage.startswith("When the Big <mark>joker</mark> is the card <mark>led</mark>, every other player")


def test_a_word_in_the_end_of_another_is_marked_where_nothing_else_can_be():
    assert search("bags", find("big-little"))[0].title == "<mark>Sandbags</mark>"


def test_the_passage_begins_with_the_rule_and_leaps_to_what_was_asked():
    hit = search("book", find("maverick"))[0]

    assert hit.passage.startswith(
        "1 point, and 1 more for each adder in it: 2 to 5 points. … A <mark>book</mark> has no"
    )


def test_a_number_in_the_question_shows_its_row_of_a_table():
    hit = search("how many cards with 5", find("big-little"))[0]

    assert hit.rows == ["Players 5: Largest hand 10, Hands in the game 19, Left over at the largest 4"]
    assert "Players 5: Largest hand 10" in page(Client(), q="how many cards with 5")
    assert search("how many cards", find("big-little"))[0].rows == []


def test_what_sums_up_the_rules_never_stands_before_the_rule():
    hits = search("who leads", find("ten-point-pitch"))

    assert not {"short", "disputes"} & {hit.place.section.anchor for hit in hits}
    assert first("the game on one page", find("ten-point-pitch"), 1) == [("ten-point-pitch", "short")]


def test_a_passage_is_text_and_never_html():
    place = next(place for place in rules_index().places if "<" in place.section.html)

    assert not re.search(r"<(?!/?mark>)", search(place.section.title, place.game)[0].passage)
    assert "<" not in place.text


def test_a_question_is_answered_at_once():
    search("who leads")
    began = time.perf_counter()
    for question, game, _ in QUESTIONS:
        [hit.passage for hit in search(question, find(game))]

    assert (time.perf_counter() - began) / len(QUESTIONS) < 0.05


def test_words_without_case_accents_and_signs():
    assert words_of("Große, GROSSE; kleine Á—2 off-jack") == ["grosse", "grosse", "kleine", "a", "2", "off", "jack"]


def test_the_page_links_to_the_rule_in_the_rules():
    html = page(Client(), q="bags")

    assert 'href="/rules/big-little/#sandbags"' in html
    assert "<mark>Sandbags</mark>" in html
    assert 'value="bags"' in html


def test_nothing_found_says_what_to_try():
    html = page(Client(), q="qwxz <script>")

    assert "Try a single word" in html
    assert "&lt;script&gt;" in html
    assert "?q=who+leads" in html
    assert 'href="/rules/maverick/"' in html


def test_nothing_asked_yet_is_a_page_with_a_field():
    html = page(Client())

    assert "autofocus" in html
    assert "as you would at the table" in html


@pytest.mark.parametrize("where", ["/rules/", "/rules/maverick/"])
def test_every_rules_page_has_the_field(where):
    html = Client(headers={"host": "localhost"}).get(where).content.decode()

    assert 'action="/rules/search/"' in html
    assert 'name="q"' in html


def test_in_a_match_its_own_rules_are_linked_and_what_it_plays_is_said(db, client):
    match = a_match(penalty_at=10)
    html = page(client, q="bags", match=match.pk)

    assert f'href="/matches/{match.pk}/rules/#sandbag-penalty"' in html
    assert "A hundred is lost at: <mark>10 sandbags</mark>" in re.sub(r"\s+", " ", unescape(html))
    assert f'name="match" value="{match.pk}"' in html
    assert f'href="/matches/{match.pk}/"' in html


@pytest.mark.parametrize(("pk", "status"), [("99", 404), ("9" * 18, 404), ("9" * 40, 200), ("x", 200), ("", 200)])
def test_a_match_that_is_not_there(db, client, pk, status):
    assert client.get("/rules/search/", {"q": "bags", "match": pk}, headers={"host": "localhost"}).status_code == status


@pytest.mark.parametrize("work", [folded, single, stem, alike])
def test_what_strangers_ask_fills_no_memory(work):
    assert work.cache_info().maxsize is not None
