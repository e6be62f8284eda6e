"""A link shows one match, one night or one year to whoever has it, and nothing else of the club; it can be ended."""

import re
from datetime import date

import pytest

from scorekeeper.clubs.invitations import Invitation, qr_svg
from scorekeeper.clubs.models import Club, Device, SecurityEvent
from scorekeeper.history import sharing
from scorekeeper.history.game_nights import change_zone
from scorekeeper.history.models import NightNotes, SharedLink
from scorekeeper.history.sharing import find_shared_page
from scorekeeper.matches import players, recording
from scorekeeper.matches.models import Match
from tests import thoroughness
from tests.cases import cases
from tests.devices import COOKIE, Stranger, member
from tests.matches.factory import entry, make_hand, make_match, six_rounds
from tests.web.urls import NEEDED, OWNER, SCORER, STRANGER, VIEWER, alike, fill_in, request, something_everywhere

pytestmark = pytest.mark.django_db


def share(url, by=None, **shown):
    """Make a link as scorers do, by the page of `where`; return its path."""
    scorer = by or member(role=SCORER)
    assert scorer.post(f"{url}sharing/", shown).url == f"{url}sharing/"
    return re.search(r"/shared/[\w-]+/", scorer.get(f"{url}sharing/").text)[0]


def share_match(match):
    return share(f"/matches/{match.pk}/")


def share_night(match):
    return share(f"/nights/{match.night_date}/")


def share_year(match):
    return share(f"/years/{match.night_date.year}/")


def linked_urls(html):
    return re.findall(r'(?:href|src|action|content)="((?:/|http)[^"]*)"', html)


@pytest.fixture
def finished():
    match = six_rounds(6)
    NightNotes.objects.create(
        club=Club.get_default(), night_date=match.night_date, name="Ada’s fortieth", place="the barn"
    )
    return match


def test_a_stranger_with_a_link_sees_its_page_and_picture_and_nothing_else():
    world = something_everywhere()
    missing = Stranger().get("/there/is/nothing/here/")
    pages = f"/matches/{world['pk']}/", f"/nights/{world['night']}/", f"/years/{world['period']}/"
    routes = list(NEEDED.items())
    for number, page in enumerate(pages):
        link = share(page)
        stranger = Stranger()
        shown, picture = stranger.get(link), stranger.get(f"{link}picture.png")
        assert (shown.status_code, picture.status_code) == (200, 200)
        assert "Zebulon" in shown.text
        assert str(Club.get_default()) not in shown.text
        assert [url for url in linked_urls(shown.text) if "/static/" not in url and link not in url] == []
        assert "<form" not in shown.text
        assert not stranger.cookies

        secret, referer = link.split("/")[2], {"referer": f"http://localhost{link}"}
        for route, methods in thoroughness.share([*routes[number:], *routes[:number]], of=len(pages)):
            url = fill_in(route, world)
            if "share_token" in route:
                continue
            for method in ("GET", "POST") if STRANGER not in methods.values() else ():
                answer, written = request(stranger, method, url)
                assert alike(answer, missing, method), (method, url)
                assert written == [], url
            # An invitation, which is another link, offers the names of the club.
            if route != "join/<slug:token>/":
                assert "Zebulon" not in stranger.get(url, headers=referer).getvalue().decode("utf-8", "replace"), url
            below = f"{link}{fill_in(route, world).removeprefix('/')}"
            assert not route or stranger.get(below).status_code == 404, below
        for wrong in (f"/join/{secret}/", f"/shared/{secret[:-1]}/", f"/shared/{secret}x/", f"/shared/9{secret}/"):
            assert Stranger().get(wrong).status_code == 404, wrong
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert stranger.generic(method, link).status_code == 405
        assert COOKIE not in stranger.cookies


def test_sharing_begins_with_the_picture_and_the_code_of_the_link(finished):
    scorer = member(role=SCORER)
    for url, picture in (
        (f"/matches/{finished.pk}/", f"/matches/{finished.pk}/picture.png"),
        (f"/nights/{finished.night_date}/", f"/nights/{finished.night_date}/recap.png"),
        (f"/years/{finished.night_date:%Y-%m}/", f"/years/{finished.night_date:%Y-%m}/picture.png"),
    ):
        before = scorer.get(f"{url}sharing/").text
        assert re.search(rf'<img\s+src="{picture}"', before)
        assert 'class="qr"' not in before
        share(url, by=scorer)
        page = scorer.get(f"{url}sharing/").text
        [address] = re.findall(r'class="invite-link">([^<]+)<', page)
        assert str(qr_svg(address)) in page
        assert page.index(f'src="{picture}"') < page.index('class="qr"') < page.index("End this link")


def test_the_page_of_a_link_is_the_same_for_everybody_and_sets_no_cookie(finished):
    for link in (share_match(finished), share_night(finished), share_year(finished)):
        members = [member(role=VIEWER), member(role=OWNER)]
        Device.objects.update(last_seen="2026-01-01T00:00Z")
        answers = [browser.get(link) for browser in (Stranger(), *members)]

        assert len({answer.content for answer in answers}) == 1
        for answer in answers:
            assert answer["Cache-Control"] == "no-store"
            assert answer["Referrer-Policy"] == "no-referrer"
            assert answer["X-Robots-Tag"].startswith("noindex")
            assert not answer.cookies


def test_a_messenger_finds_a_title_a_sentence_and_a_picture(finished, drawn_pictures):
    for link, title in (
        (share_match(finished), "Ada, Ben and Cleo share the win in"),
        (share_night(finished), "Ada, Ben and Cleo won the only match"),
        (share_year(finished), f"{finished.night_date.year} at our table"),
    ):
        html = Stranger(headers={"host": "10.0.0.1"}).get(link).text
        preview = dict(re.findall(r'<meta\s+property="(og:[\w:]+)"\s+content="([^"]*)"', html))

        assert preview["og:title"].startswith(title)
        assert "Ada" in preview["og:description"]
        assert preview["og:image"].startswith("http://10.0.0.1/")
        assert (preview["og:image:width"], preview["og:image:height"]) == ("1080", "1350")
        picture = Stranger().get(preview["og:image"].removeprefix("http://10.0.0.1"))
        assert (picture["Content-Type"], picture.getvalue()[:4]) == ("image/png", b"\x89PNG")
        again = Stranger().get(f"{link}picture.png", headers={"If-None-Match": picture["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_an_open_page_gets_an_answer_only_after_a_change():
    match = make_match(1)
    link, visitor = share_match(match), Stranger()

    def seen():
        return re.search(r'seen="(\w+)"', visitor.get(link).text)[1]

    first = seen()
    assert visitor.get(link, {"seen": first}).status_code == 204
    recording.play(match, make_hand(match), entry(match))
    assert visitor.get(link, {"seen": first}).status_code == 200
    players.change_player(match.seat_list[0].player, "Adelheid", 3, archived=False)
    assert "Adelheid" in visitor.get(link, {"seen": first}).text
    assert "Ada" not in visitor.get(link).text
    recording.finish(Match.objects.get(pk=match.pk), entry(Match.objects.get(pk=match.pk)))
    assert "live-board" not in visitor.get(link).text
    assert "Stopped after 2 hands" in " ".join(visitor.get(link).text.split())


def test_ending_a_link_works_at_once_and_leaves_other_links(finished):
    url = f"/nights/{finished.night_date}/"
    ended, kept, scorer = share(url), share(url), member(role=SCORER)
    html = scorer.get("/links/").text
    assert ended in html
    assert kept in html

    scorer.post(f"/links/{SharedLink.objects.order_by('-pk')[1].pk}/removal/")

    assert Stranger().get(f"{ended}picture.png").status_code == 404
    assert alike(Stranger().get(ended), Stranger().get("/nothing/here/"), "GET")
    assert 'id="page"' in Stranger().get(ended, {"seen": "x"}).text, "an open page loads this one in its place"
    assert Stranger().get(kept).status_code == 200
    assert ended not in scorer.get("/links/").text


@cases("form, status", [({"ends_links": "on"}, 404), ({}, 200)])
def test_links_end_with_the_device_that_made_them_unless_the_owner_unticks_it(finished, form, status):
    owner, scorer = member(), member(role=SCORER)
    device = Device.objects.latest("pk")
    assert "ends_links" not in owner.get(f"/devices/{device.pk}/removal/").text
    link, other = share(f"/matches/{finished.pk}/", by=scorer), share_night(finished)
    assert re.search(r'name="ends_links"\s+checked', owner.get(f"/devices/{device.pk}/removal/").text)

    owner.post(f"/devices/{device.pk}/removal/", form)

    assert Stranger().get(link).status_code == status
    assert Stranger().get(other).status_code == 200
    messages = [event.message for event in SecurityEvent.objects.all()]
    assert (f"ended the links that {device.numbered_label} had shared" in messages) == (status == 404)


def test_links_end_with_a_scorer_who_leaves_and_not_with_one_who_joins_another_club(finished):
    scorer = member(role=SCORER)
    link, own = share(f"/matches/{finished.pk}/", by=scorer), Device.objects.latest("pk")
    for path, status in (
        (f"/join/{Invitation(Club.objects.create(name='Them'), SCORER).token}/", 200),
        (f"/devices/{own.pk}/removal/", 404),
    ):
        assert scorer.post(path).status_code == 302
        assert Stranger().get(link).status_code == status


def test_the_place_and_the_note_of_a_night_are_shown_only_if_asked_for(finished):
    NightNotes.objects.update(note="Ben owes 5")
    for form in ({}, {"shows_place": "on"}, {"shows_note": "on"}):
        link = share(f"/nights/{finished.night_date}/", **form)
        page = Stranger().get(link).text
        assert "Ada’s fortieth" in page
        assert ("the barn" in page) == ("shows_place" in form)
        assert ("Ben owes 5" in page) == ("shows_note" in form)
        assert ("the barn" in find_shared_page(link.split("/")[2]).svg) == ("shows_place" in form)


def test_a_link_to_a_deleted_match_or_club_shows_nothing(finished):
    links = [share_match(finished), share_night(finished), share_year(finished)]
    scorer = member(role=SCORER)

    recording.delete_match(finished, finished.token)
    assert [Stranger().get(link).status_code for link in links] == [404, 404, 404]
    assert not any(link in scorer.get("/links/").text for link in links[:2])
    recording.restore_match(Match.everything.get(pk=finished.pk))
    assert [Stranger().get(link).status_code for link in links] == [200, 200, 200]

    Club.get_default().soft_delete()
    assert [Stranger().get(link).status_code for link in links] == [404, 404, 404]


def test_a_link_to_a_night_never_shows_matches_of_another(finished):
    Match.objects.update(started="2026-11-21T20:00Z", night_date=date(2026, 11, 21))
    Match.objects.filter(pk=six_rounds(6).pk).update(started="2026-11-20T20:00Z", night_date=date(2026, 11, 20))
    moved, kept = share("/nights/2026-11-21/"), share_match(finished)

    change_zone(Club.get_default(), "Pacific/Auckland")

    assert Stranger().get(moved).status_code == 404
    assert Stranger().get(kept).status_code == 200


def test_the_number_of_links_is_limited_and_each_is_logged(finished, monkeypatch):
    monkeypatch.setattr(sharing, "MAX_LINKS", 1)
    share_match(finished)

    refused = member(role=SCORER).post(f"/matches/{finished.pk}/sharing/")

    assert (refused.status_code, "end one that is no longer needed" in refused.text) == (422, True)
    sharing.end_link(SharedLink.objects.get(), Device.objects.first())
    messages = SecurityEvent.objects.order_by("pk").values_list("message", flat=True)
    assert list(messages) == [f"made a link to match {finished.pk}", f"ended a link to match {finished.pk}"]


def test_a_token_depends_on_the_secret_key(finished, settings):
    link = share_match(finished)
    assert Stranger().get(link).status_code == 200

    settings.SECRET_KEY = "another" * 10

    assert Stranger().get(link).status_code == 404
