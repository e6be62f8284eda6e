"""A club's file comes in whole or not at all, and once."""

import uuid

import pytest

from scorekeeper.nights.models import Parcel
from scorekeeper.table.models import Match, sheets
from tests.html_browser import Page
from tests.matches.factory import again, entry
from tests.transfer.club_files import a_file, a_sheet, brought, out, phone
from tests.transfer.test_import_refused import TEXT, kept

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.mark.parametrize("where", ["write_ledgers", "plain", "_seat_all"])
def test_what_fails_in_the_last_match_leaves_nothing(monkeypatch, where):
    asking, many = (
        phone(),
        a_file(*(a_sheet(started=f"2026-01-01T20:{n // 60:02}:{n % 60:02}+00:00") for n in range(150))),
    )
    page = brought(many, asking)
    before = out()
    true, calls = getattr(sheets, where), []

    def fail(*given):
        calls.append(given)
        if Match.objects.count() > 100:
            raise ZeroDivisionError
        return true(*given)

    monkeypatch.setattr(sheets, where, fail)
    with pytest.raises(ZeroDivisionError):
        asking.post(page.response.redirect_chain[-1][0])

    assert calls
    assert kept()[:4] == [0, 0, 0, 0]
    assert out() == before
    monkeypatch.undo()
    assert "150 new matches" in Page(None, asking.post(page.response.redirect_chain[-1][0], follow=True)).text
    assert Match.objects.count() == 150


def test_a_form_sent_twice_counts_once():
    asking, key = phone(), str(uuid.uuid4())
    first, second = (brought(TEXT, asking, key=key) for _ in range(2))
    assert first.response.redirect_chain == second.response.redirect_chain
    where = first.response.redirect_chain[-1][0]

    pages = [Page(None, asking.post(where, follow=True)) for _ in range(2)]

    assert [page.status for page in pages] == [200, 200]
    assert pages[0].html == pages[1].html
    assert Match.objects.count() == 2
    assert Parcel.objects.count() == 1


def test_looking_writes_nothing_of_the_file_and_shows_what_it_will_do():
    page = brought(TEXT)

    assert "2 new matches" in page.text
    assert "3 new players" in page.text
    assert page.buttons() == ["Take it in"]
    assert kept() == [0, 0, 0, 0, 1]


def test_what_was_taken_in_is_no_longer_kept_and_offers_nothing_to_press():
    asking = phone()
    where = brought(TEXT, asking).response.redirect_chain[-1][0]

    page = Page(None, asking.post(where, follow=True))

    assert page.buttons() == []
    assert bytes(Parcel.objects.get().packed) == b""


def test_what_came_meanwhile_is_not_doubled():
    asking = phone()
    places = [brought(TEXT, asking).response.redirect_chain[-1][0] for _ in range(2)]

    pages = [Page(None, asking.post(where, follow=True)) for where in places]

    assert "2 new matches" in pages[0].text
    assert "0 new matches" in pages[1].text
    assert Match.objects.count() == 2


def test_what_is_taken_in_can_be_played_on():
    asking = phone()
    asking.post(brought(TEXT, asking).response.redirect_chain[-1][0])
    new = again(Match.objects.first())

    new.delete_round(1, entry(new))

    assert again(new).records == []
