"""A correction, an insertion, a deletion and an undo that end a match, or reopen one, say so before they are saved."""

import pytest

from games.core.schema import read
from scorekeeper.matches import recording
from tests.html_browser import Page
from tests.matches.factory import entry, make_match, match_form, reload
from tests.matches.simulated import MADE_UP, play_on, rng_of, simulate_match

pytestmark = pytest.mark.django_db

TAP = {"HX-Request": "true", "HX-Target": "entry-rows"}
ENDS, REOPENS = "This ends the match: Cleo won.", "This reopens the match: it goes on with round 2."


def points(*numbers):
    return {f"points-{side}": str(number) for side, number in enumerate(numbers)}


@pytest.fixture
def match():
    """A match to 100 in which the fewest points win: 12, 20 and 5 after a round."""
    match = make_match(names=("Ada", "Ben", "Cleo"), game="any-game:Skyjo", wins="fewest", ends={"target": 100})
    recording.play(match, read({"points": [12, 20, 5]}, match.game.facts), entry(match))
    return match


def test_a_correction_says_that_it_ends_or_reopens_the_match_before_it_is_saved(client, match):
    address = f"/matches/{match.pk}/rounds/1/"
    for numbers, end in (((129, 20, 5), ENDS), ((9, 20, 5), REOPENS)):
        answers = match_form(reload(match), points(*numbers), number=1)
        assert end in client.post(f"{address}draft/", answers, headers=TAP).text
        client.post(f"{address}draft/", {"number": 1, "anew": "1"})
        totals = [seat.total for seat in reload(match).seat_list]

        form = dict(Page(None, client.get(address)).fields()) | points(*numbers)
        refused = Page(None, client.post(address, form))
        assert (refused.status, refused.html.count(end)) == (422, 3), "above the form, and below with what was read"
        assert [seat.total for seat in reload(match).seat_list] == totals

        assert client.post(address, dict(refused.fields())).status_code == 302
        assert [seat.total for seat in reload(match).seat_list] == list(numbers)
        assert reload(match).is_open == (end == REOPENS)


def test_an_insertion_and_a_changed_winner_are_said_too_and_what_changes_neither_is_not(client, match):
    inserted = match_form(match, points(0, 0, 200))
    assert "does not fit" in client.post(f"/matches/{match.pk}/rounds/1/before/", inserted).text
    inserted = match_form(match, points(90, 0, 0))
    said = Page(None, client.post(f"/matches/{match.pk}/rounds/1/before/", inserted))
    assert (said.status, ENDS in said.text) == (422, True)
    assert dict(said.fields())["end"] == ENDS
    client.post(f"/matches/{match.pk}/rounds/1/before/", inserted | {"end": ENDS})
    assert not reload(match).is_open

    changed = match_form(reload(match), points(12, 4, 5))
    assert "This changes the result: Ben won." in client.post(f"/matches/{match.pk}/rounds/2/", changed).text
    plain = match_form(reload(match), points(13, 20, 5))
    assert client.post(f"/matches/{match.pk}/rounds/2/", plain).status_code == 302


def test_deleting_the_last_round_reopens_a_match_of_any_game_and_undoing_that_ends_it(client):
    finished = 0
    for number, game in enumerate(MADE_UP):
        match = simulate_match(game, rng_of(number), 0)
        play_on(match, rng_of(number), 40)
        if not reload(match).finished:
            continue
        finished += 1
        name, last = match.game.round_name, len(match.round_facts)
        page = client.get(f"/matches/{match.pk}/rounds/{last}/deletion/").text
        assert f"This reopens the match: it goes on with {name} {last}." in page, game.key
        deleted = recording.delete_round(match, last, entry(match))
        assert reload(match).is_open
        page = client.get(f"/matches/{match.pk}/history/{deleted.number}/undo/").text
        assert "This ends the match: " in page, game.key
        recording.undo(match, deleted, entry(match))
        assert reload(match).finished
    assert finished > len(MADE_UP) // 2
