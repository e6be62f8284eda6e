"""The parts of a page are drawn once: from plain values, so that what looks alike is one and what differs never is."""

import pytest

from scorekeeper.club.look import Look
from scorekeeper.club.models import Player
from scorekeeper.table import pages
from scorekeeper.table.entering import Entering
from scorekeeper.table.models import Match
from scorekeeper.table.models.drafts import PLAY, Place
from scorekeeper.table.once import once, part
from scorekeeper.table.pad import Pad
from scorekeeper.table.reader import KEEPER
from scorekeeper.table.state import sight
from tests.devices import device_token
from tests.matches.factory import a_hand, a_match, entry, six_rounds

pytestmark = pytest.mark.django_db


def entered(match, **answers):
    return Entering(
        Place(PLAY, len(match.records) + 1),
        match.so_far,
        {name.replace("_", "-"): answer for name, answer in answers.items()},
    )


def test_rows_of_the_pad_are_drawn_once_however_often_they_are_worked_out():
    match, other = a_match(3), a_match(3)
    rows = Pad.of(match).rows()
    match.play(a_hand(match), entry(match))
    for again, row in zip(Pad.of(Match.at(match.pk)).rows(), rows, strict=False):
        assert again is row
    assert not {*rows} & {*Pad.of(other).rows()}


@pytest.mark.parametrize("match", [a_match, six_rounds])
def test_questions_and_rows_are_equal_values_until_an_answer_differs(match):
    match = match()
    name = next(iter(entered(match).form.fields))
    blank, same = list(entered(match).asked()), list(entered(match).asked())
    typed = list(entered(match, **{name.replace("-", "_"): "1"}).asked())
    assert hash(tuple(blank)) == hash(tuple(same))
    assert blank == same != typed


def test_a_round_is_scored_once_for_the_same_table_and_rounds():
    match, same, other = a_match(3), a_match(3), a_match(3, hook=True)
    assert match.so_far is same.so_far is Match.at(match.pk).so_far
    assert match.so_far is not other.so_far
    match.correct(2, a_hand(match, bids=[1, 0, 0, 0], number=2), entry(match))
    assert match.before(2) is same.before(2)
    assert Match.at(match.pk).so_far is match.so_far is not same.so_far
    assert match.so_far.totals != same.so_far.totals == other.so_far.totals


def test_a_part_is_drawn_once_for_the_same_values():
    asked, other = list(entered(a_match(1)).asked())[:2]
    assert part("table/_question.html", asked=asked) is part("table/_question.html", asked=asked)
    assert part("table/_question.html", asked=asked) != part("table/_question.html", asked=other)


def test_a_corrected_round_is_drawn_anew_with_all_that_follow(client):
    match = a_match(3)
    before = client.get(f"/matches/{match.pk}/").content.decode()
    match.correct(1, a_hand(match, bids=[1, 0, 0, 0], number=1), entry(match))
    after = client.get(f"/matches/{match.pk}/").content.decode()
    for row in Pad.of(match).rows():
        assert row in after
        assert row not in before


def test_who_writes_templates_sees_them_anew(settings):
    settings.DEBUG = True
    calls = []
    once(10)(calls.append)(1)
    again = once(10)(calls.append)
    again(2)
    again(2)
    assert calls == [1, 2, 2]


def test_a_page_asked_for_while_somebody_saves_shows_one_state_not_a_mixture():
    match = a_match(1)
    old = sight(match.pk, device_token()).state
    match.keep_draft(Place(PLAY, 2), {"bids-0": "2"}, "")
    match.play(a_hand(match), entry(match))
    pages.worked_out.cache_clear()
    page = pages.drawn(match.pk, old, KEEPER, Look(), "").start.data.decode()
    assert 'name="number" value="3"' in page
    assert 'name="draft" value=""' in page


def test_what_stays_from_round_to_round_is_drawn_once_until_somebody_gets_another_name_or_the_match_ends(client):
    def drawn_anew():
        before = pages.framed.cache_info().misses
        client.get(f"/matches/{match.pk}/")
        return pages.framed.cache_info().misses - before

    pages.framed.cache_clear()
    match = a_match(1)
    assert drawn_anew() == 1
    match.play(a_hand(match), entry(match))
    assert drawn_anew() == 0
    Player.objects.filter(name="Ada").update(name="Zoe")
    Match.objects.update(renamed=1)
    assert drawn_anew() == 1
    match.finish(entry(match))
    assert drawn_anew() == 1
