"""The search: what people ask in their own words stands first."""

import re
import tomllib
from pathlib import Path

import pytest
from django.utils.html import strip_tags

from games.core.examples import read_phrases
from games.core.registry import find
from scorekeeper.rulebook.rules_page import read_rules
from scorekeeper.rulebook.search import hits_in, index_of
from scorekeeper.rulebook.search_words import words_of
from tests.cases import cases
from tests.games.every_game import GAMES

pytestmark = pytest.mark.django_db

MARKED = re.compile("<mark>(.*?)</mark>", re.DOTALL)


def hits_of_game(question, game):
    return hits_in([question], read_rules(find(game)))


def placed(name):
    """The share of the questions whose answer is found first, and among the first three, in a match of their game."""
    ranks = []
    for game in GAMES:
        file = Path(__file__).parents[1] / "games" / game.folder.name / name
        kinds = tomllib.loads(file.read_text()).values() if file.exists() else ()
        for question, anchors in (asked for questions in kinds for asked in questions.items()):
            hits = hits_of_game(question, game.key)[:3]
            ranks.append(next((at for at, hit in enumerate(hits) if hit.place.section.anchor in anchors), None))
    return ranks.count(0) / len(ranks), sum(rank is not None for rank in ranks) / len(ranks)


@cases("name, least_first, least_in_three", [("questions.toml", 0.93, 0.975), ("questions_unseen.toml", 0.9, 0.955)])
def test_tired_players_find_their_answers(name, least_first, least_in_three):
    """The second file was kept back while the search was made: read its misses, and it tells nothing any more."""
    in_first_place, in_three = placed(name)

    assert in_first_place >= least_first
    assert in_three >= least_in_three


@cases("game", GAMES)
def test_every_section_is_found_by_its_title(game):
    for section in index_of(read_rules(game)).sections:
        assert section in [hit.place for hit in hits_of_game(section.section.title, game.key)[:8]]


@cases("game", GAMES)
def test_everyday_words_find_rules(game):
    assert read_phrases(game).keys() <= {section.anchor for section in read_rules(game).sections}


def test_the_whole_rule_is_shown_with_the_sentence_that_answers_marked():
    hit = hits_of_game("little joker led", "big-little")[0]

    assert hit.title == "The Big joker is led"
    assert " ".join("".join(MARKED.findall(hit.text)).split()) == hit.sentence
    assert "Little joker is led" in hit.sentence
    assert "must play the highest trump" in strip_tags(hit.text)


def test_a_number_in_the_question_marks_its_row_of_a_table():
    hit = hits_of_game("how many cards with 5", "big-little")[0]

    assert MARKED.findall(hit.text) == ["5", "10", "19", "4"]


def test_words_lose_case_accents_and_signs():
    assert words_of("Große, GROSSE; kleine Á—2 off-jack") == ["grosse", "grosse", "kleine", "a", "2", "off", "jack"]
