"""“Using the app”: found by what people ask, with keys to the very page for whoever may use it."""

import csv
import re
from html import unescape
from pathlib import Path

import pytest

from games.core.registry import find
from scorekeeper.clubs.models import Club, Role
from scorekeeper.matches import recording
from scorekeeper.rulebook.guide import KEYS, PHRASES, read_guide
from scorekeeper.rulebook.question_box import ask_box
from scorekeeper.rulebook.referee_page import usual_players
from tests.cases import cases
from tests.devices import Stranger, member
from tests.matches.factory import entry, make_match, reload

pytestmark = pytest.mark.django_db

KEY = re.compile(r'<p class="chips">(.*?)</p>', re.DOTALL)
LINK = re.compile(r'<a class="chip" href="([^"]+)">([^<]*)</a>')
OF_NOBODY = {"Clubs", "Privacy", "Settings", "Home"}


def asked(client, question, match=None):
    """What is shown to a question, and its keys: labels and addresses."""
    data = {"q": question} | ({"match": match.pk} if match else {})
    html = client.get("/rules/search/", data, headers={"HX-Request": "true"}).content.decode()
    return html, keys_in(html.partition("<details")[0])


def keys_in(html):
    return {label: unescape(address) for part in KEY.findall(html) for address, label in LINK.findall(part)}


def test_people_find_what_to_tap():
    with (Path(__file__).parent / "guide_questions.tsv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    answered = 0
    for row in rows:
        game = find(row["game"])
        names = ("Ada", "Ben", "Cleo", "Dan")[: usual_players(game)]
        match = make_match(names=names, game=game.key)
        box = ask_box(row["question"], Club.get_default(), match)
        anchor = box.hit.place.section.anchor if box.hit else "-"
        if row["anchors"] == "-":
            assert not (box.hit and box.hit.page.is_guide), row
        else:
            answered += anchor in row["anchors"].split()
    assert answered >= 78


def test_the_page_is_read_in_the_words_of_its_game(client):
    match = make_match(game="wizard")
    html = member().get(f"/rules/using-the-app/?match={match.pk}").content.decode()

    assert "&lt;" not in html
    assert "Tap the number of the round" in html
    assert "Tap the number of the hand" in asked(member(), "fix a score", make_match(rounds=1))[0].replace("\n", " ")


def test_every_name_of_a_section_is_one_of_the_page():
    anchors = {section.anchor for section in read_guide().sections}

    assert KEYS.keys() <= anchors
    assert PHRASES.keys() <= anchors


@cases("role", [0, *Role])
@cases("ended", [False, True])
def test_every_key_leads_to_a_page_that_this_visitor_may_see(client, role, ended):
    match = make_match(rounds=2)
    if ended:
        recording.finish(match, entry(match))
    browser = member(role=role) if role else Stranger()
    addresses = ["/rules/using-the-app/", *([f"/rules/using-the-app/?match={match.pk}"] if role else [])]
    for address in addresses:
        keys = keys_in(browser.get(address).content.decode())
        assert keys
        for to in keys.values():
            assert browser.get(to).status_code == 200, to
    assert ("Correct hand 2" in keys) == (role >= Role.SCORER)
    assert ("End this match" in keys) == (role >= Role.SCORER and not ended)
    assert ("Resume" in keys) == (role >= Role.SCORER and ended)
    assert role or keys.keys() <= OF_NOBODY


@cases(
    "question, label, address",
    [
        ("Wrong score entered in hand 2", "Correct hand 2", "/matches/{pk}/rounds/2/"),
        ("we typed 41 instead of 14 in the first hand", "Correct hand 1", "/matches/{pk}/rounds/1/"),
        ("how do I fix a score", "Correct hand 3", "/matches/{pk}/rounds/3/"),
        ("delete last hand we misdealt", "Delete hand 3", "/matches/{pk}/rounds/3/deletion/"),
        ("undo the last hand", "History and undo", "/matches/{pk}/history/"),
        ("Eve wants to play along", "A stand-in plays", "/matches/{pk}/seats/"),
        ("rename Ben", "Ben: details", "/players/{ben}/details/"),
        ("who can see this", "Privacy", "/trust/"),
    ],
)
def test_an_answer_has_a_key_to_the_very_place(question, label, address):
    match = make_match(rounds=3)
    _, keys = asked(member(), question, match)

    assert keys[label] == address.format(pk=match.pk, ben=match.seat_list[1].player.pk)


def test_a_round_that_was_not_played_has_no_key():
    match = make_match(rounds=1)

    assert not asked(member(), "wrong score entered in hand 7", match)[1]
    assert not asked(member(), "wrong score entered", make_match())[1]


def test_without_a_match_an_answer_leads_to_the_general_place_or_nowhere():
    assert asked(member(), "who can see this")[1].keys() == {"Privacy", "Shared links"}
    assert not asked(Stranger(), "phone died")[1]
    assert "A phone is dead or lost" in asked(Stranger(), "phone died")[0]
    assert "Which game?" in asked(Stranger(), "who takes the trick")[0]


def test_a_question_about_the_app_is_no_ruling_of_the_table():
    html, _ = asked(member(), "undo the last hand", reload(make_match(rounds=1)))

    assert "Our table decides this" not in html.partition("<details")[0]
    assert 'class="examples decide"' not in html
