"""What a club writes about a game that it named itself: on its rules page, in the search, with its changes."""

import pytest

from games.core.registry import find
from scorekeeper.clubs.models import Club
from scorekeeper.rulebook.models import keep_note, notes_of
from scorekeeper.rulebook.question_box import ask_box

SKAT = "any-game:Skat"
NOTE = "We play at the Crown.\n\n# Ramsch\nIf everybody passes, Ramsch is played.\n- no <b>skat</b>\n- jacks only"

pytestmark = pytest.mark.django_db


def write(client, text, game=SKAT):
    return client.post(f"/rules/{game}/note/", {"text": text}, follow=True)


def test_a_note_stands_first_on_the_rules_page_with_its_headings_and_lists(client):
    page = write(client, NOTE).text

    assert page.index("How we play it") < page.index(">Ramsch</h2>") < page.index("The points</h2>")
    assert "<li>no &lt;b&gt;skat&lt;/b&gt;</li>" in page


def test_what_was_written_before_is_kept_and_shown(client):
    write(client, NOTE)
    write(client, NOTE)
    page = write(client, "Fewer words.").text

    assert [note.text for note in notes_of(Club.here(), find(SKAT))] == ["Fewer words.", NOTE]
    assert "What you wrote before" in page
    assert "We play at the Crown." in page


def test_a_note_is_found_by_the_question_box_in_its_game_and_by_its_name():
    keep_note(Club.here(), find(SKAT), NOTE)

    for answer in (
        ask_box("everybody passes", Club.here(), game=find(SKAT)),
        ask_box("what is ramsch in skat", Club.here()),
    ):
        assert answer.game.key == SKAT
        assert answer.hit.place.section.title == "Ramsch"


def test_only_a_game_that_a_table_named_has_a_note(client):
    write(client, "Nonsense", "maverick")
    assert not Club.here().rules_notes.exists()
