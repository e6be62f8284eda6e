"""The whole club goes out as one file and comes back the same, byte for byte; what is here already is not doubled."""

import json

import pytest
from hypothesis import HealthCheck, given, settings

from games import scoresheet
from scorekeeper.club.models import Club, Player
from scorekeeper.nights.models import Night
from scorekeeper.table.models import Entry, Match
from tests.matches.factory import a_match, again, entry, record_of, six_rounds
from tests.transfer.club_files import EXAMPLES, clubs, out, phone, taken_in, wipe

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

MANY = settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def test_the_whole_club_is_a_download_with_the_date_in_its_name_that_nobody_keeps_a_copy_of():
    six_rounds(1)

    answer = phone().get("/keeping/club.json")

    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith('attachment; filename="scorekeeper-20')
    assert answer["Content-Disposition"].endswith('-club.json"')
    assert answer["Cache-Control"] == "no-store"
    assert b"".join(answer.streaming_content) == out()


def test_every_match_stands_in_the_file_to_the_letter_of_its_scoresheet():
    matches = [six_rounds(2), a_match(1), six_rounds(6)]

    text = out().decode()

    for match in matches:
        assert scoresheet.dump(again(match).sheet()).rstrip() in text
    facts = json.loads(text)
    assert [scoresheet.load(json.dumps(one)) for one in facts["matches"]] == [again(match).sheet() for match in matches]


def test_a_club_nothing_was_written_of_goes_out_and_comes_in_too():
    before = out()
    assert json.loads(before)["matches"] == []

    taken_in(before)

    assert out() == before


@MANY
@given(clubs())
def test_out_wiped_and_in_again_is_the_same_file_byte_for_byte(facts):
    wipe()
    taken_in(facts)
    first = out()
    records = [record_of(match) for match in Match.objects.order_by("pk")]

    wipe()
    assert not Player.objects.exists()
    page = taken_in(first)

    assert out() == first
    assert [record_of(match) for match in Match.objects.order_by("pk")] == records
    assert "Taken in" in page.text


@MANY
@given(clubs())
def test_the_same_file_again_changes_nothing(facts):
    wipe()
    taken_in(facts)
    before = out()

    page = taken_in(before)

    assert "0 new matches" in page.text
    assert "0 new players" in page.text
    assert out() == before


def test_what_was_played_at_the_table_comes_back_with_every_figure():
    for match in (six_rounds(6), six_rounds(3), a_match(3)):
        match.delete_round(len(match.records), entry(match))
    matches = list(Match.objects.order_by("pk"))
    matches[1].finish(entry(matches[1]))
    records, before = [record_of(match) for match in matches], out()

    wipe()
    taken_in(before)

    assert out() == before
    assert [record_of(match) for match in Match.objects.order_by("pk")] == records
    for match in Match.objects.all():
        Match.rebuild(match.pk)
    assert [record_of(match) for match in Match.objects.order_by("pk")] == records
    assert not Entry.objects.exists()


def test_worked_examples_come_in_at_once_as_they_come_in_one_by_one():
    for sheet in EXAMPLES[::4]:
        Match.from_sheet(Club.here(), sheet)
    records, before = [record_of(match) for match in Match.objects.order_by("pk")], out()

    wipe()
    taken_in(before)

    assert out() == before
    assert [record_of(match) for match in Match.objects.order_by("pk")] == records


def test_people_and_nights_are_carried_with_all_that_is_known_of_them():
    match = six_rounds(1)
    Player.objects.filter(name="Ada").update(mark=3, archived=True)
    Player.objects.create(club=match.club, name="Addie", same_as=Player.objects.get(name="Ada"))
    Night.objects.create(club=match.club, evening=match.evening, name="=1+1", place="At Ben’s", note="a\nb 🎂")
    Club.objects.update(name="Thursdays", zone="Pacific/Auckland")
    before = out()
    people = list(Player.objects.order_by("pk").values_list("name", "mark", "archived", "joined", "last_played"))

    wipe()
    taken_in(before)

    assert out() == before
    assert (
        list(Player.objects.order_by("pk").values_list("name", "mark", "archived", "joined", "last_played")) == people
    )
    assert Player.objects.get(name="Addie").same_as.name == "Ada"
    assert (Club.here().name, Club.here().zone) == ("Thursdays", "Pacific/Auckland")
    assert Match.objects.get().evening == Club.here().evening_of(Match.objects.get().started)
    assert Night.objects.get().note == "a\nb 🎂"
