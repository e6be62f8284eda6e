"""A club's notes on a game that it named itself: on its rules page, in the search, with their changes."""

import pytest
from django.db import transaction
from django.utils.html import strip_tags
from hypothesis import given, reject
from hypothesis import strategies as st

from games.core.errors import Impossible
from games.core.registry import find
from scorekeeper.clubs.models import Club
from scorekeeper.rulebook.models import notes_of, save_note
from scorekeeper.rulebook.question_box import ask_box
from tests.clubs.hostile_names import NAMES

SKAT = "any-game:Skat"
NOTE = "We play at the Crown.\n\n# Ramsch\nIf everybody passes, Ramsch is played.\n- no <b>skat</b>\n- jacks only"

pytestmark = pytest.mark.django_db


def write(client, text, game=SKAT):
    return client.post(f"/rules/{game}/note/", {"text": text}, follow=True)


def test_a_note_stands_first_on_the_rules_page_with_its_headings_and_lists(client):
    page = write(client, NOTE).text

    assert page.index("How we play it") < page.index(">Ramsch</h2>") < page.index("The points</h2>")
    assert "<li>no &lt;b&gt;skat&lt;/b&gt;</li>" in page


def test_the_note_before_an_edit_is_kept_and_shown(client):
    write(client, NOTE)
    write(client, NOTE)
    page = write(client, "Fewer words.").text

    assert [note.text for note in notes_of(Club.get_default(), find(SKAT))] == ["Fewer words.", NOTE]
    assert f'href="/rules/{SKAT}/note/">What you wrote before' in page
    assert "We play at the Crown." in client.get(f"/rules/{SKAT}/note/").text


def test_a_note_is_found_by_the_question_box_in_its_game_and_by_its_name():
    save_note(Club.get_default(), find(SKAT), NOTE)

    for answer in (
        ask_box("everybody passes", Club.get_default(), game=find(SKAT)),
        ask_box("what is ramsch in skat", Club.get_default()),
    ):
        assert answer.game.key == SKAT
        assert answer.hit.place.section.title == "Ramsch"


def test_a_long_note_is_refused_with_its_length_and_its_text(client):
    lines = "\n".join("abcdefghi" for _ in range(1000))
    write(client, lines.replace("\n", "\r\n"))
    refused = write(client, f"{lines}more")

    assert [note.text for note in notes_of(Club.get_default(), find(SKAT))] == [lines]
    assert refused.status_code == 422
    assert "These rules have 10,003 characters, but 10,000 is the most" in refused.text
    assert f"{lines}more</textarea>" in refused.text


def test_only_a_game_that_a_table_named_has_a_note(client):
    write(client, "Nonsense", "maverick")
    assert not Club.get_default().rules_notes.exists()


WRITTEN = st.lists(st.sampled_from((*NAMES, "----", "# ♣", "# 🃏", "a, –", "- ,,,", "#", "| a |", "1.")) | st.text())
ASKED = st.sampled_from(("who leads", "bid 6, took 5", "is a – b so?", "🃏", "", "²")) | st.text(max_size=20)
CALLED = st.sampled_from((*NAMES, "🃏", "–", "Skat")) | st.text(min_size=1, max_size=40)


@given(written=WRITTEN, called=CALLED, asked=ASKED)
def test_the_search_answers_with_any_note_or_ruling(written, called, asked):
    try:
        game = find(f"any-game:{called}")
    except Impossible:
        reject()
    with transaction.atomic():
        save_note(Club.get_default(), game, "\n".join(written))
        for of in (None, game, find("maverick")):
            answer = ask_box(asked, Club.get_default(), game=of)
            for hit in filter(None, (answer.hit, *answer.further, *answer.candidates)):
                assert strip_tags(hit.text)
        transaction.set_rollback(True)


def test_a_game_whose_name_has_no_words_does_not_take_all_questions():
    save_note(Club.get_default(), find("any-game:🃏"), NOTE)

    assert ask_box("when is the Big joker led", Club.get_default()).game.key == "big-little"


def test_a_game_whose_name_stands_within_a_word_is_not_named():
    save_note(Club.get_default(), find("any-game:Go"), NOTE)

    assert ask_box("where does the Big joker that was led go", Club.get_default()).game.key == "any-game:Go"
    assert ask_box("what is a bling good for", Club.get_default()).game.key == "maverick"
