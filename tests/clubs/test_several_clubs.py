"""A phone in several clubs: each has its own addresses, and nothing of one is seen in another."""

import re

import pytest

from scorekeeper.clubs import addresses
from scorekeeper.clubs.addresses import home_of
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Device, Role, SecurityEvent
from tests.cases import cases
from tests.devices import COOKIE, Stranger, device_token, find_device, member
from tests.html_browser import Browser, Page
from tests.matches.factory import make_match, reload
from tests.web.urls import NEEDED, OURS, fill_in, request, something_everywhere

pytestmark = pytest.mark.django_db

# As a browser asks for a page that it shows.
NAVIGATION = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
# Addresses of this site in a page.
ADDRESS = re.compile(r'\b(?:href|src|action|formaction|hx-get|hx-post|worker)="(/[^"]*)"')


def link(club, role=Role.SCORER):
    return f"/join/{Invitation(club, role).token}/"


def phone_in(*clubs_and_roles):
    """A phone in these clubs, the first one at the addresses without a prefix."""
    phone = member(*clubs_and_roles[0])
    for club, role in clubs_and_roles[1:]:
        phone.cookies[f"{COOKIE}-{club.pk}"] = device_token(club, role)
    return phone


def homes(phone):
    """The clubs of a phone as their page lists them."""
    page = phone.get("/clubs/", follow=True).text
    return dict(re.findall(r'list-row"\s+href="([^"]*)".*?<bdi>(.*?)</bdi>', page, re.DOTALL))


# --- Two worlds ---


@pytest.fixture(scope="module")
def ours(lasting):
    return something_everywhere()


@pytest.fixture
def them():
    return Club.objects.create(name="Them")


@pytest.fixture
def world(ours, them):
    """A viewer of our club, at its own addresses, who owns another; with what stands in the parts of our addresses."""
    return phone_in((them, Role.OWNER), (Club.get_default(), Role.VIEWER)), ours


@cases("route", NEEDED)
def test_no_role_and_nothing_of_one_club_is_seen_in_another(world, route):
    phone, ours = world
    here, there = fill_in(route, ours), home_of(Club.get_default().pk)[:-1] + fill_in(route, ours)
    for method, role in NEEDED[route].items():
        if "restore" in route or (route, method) == ("clubs/", "POST"):
            continue  # of deleted clubs, and founding one
        answer, written = request(phone, method, here)
        if "token" not in route:
            assert not any(name.encode() in answer.body for name in (*OURS, "Wilhelmina")), method
        assert "/matches/<int:pk>" not in f"/{route}" or (answer.status_code, written) == (404, [])
        answer, written = request(phone, method, there)
        assert (answer.status_code == 403) == (role > Role.VIEWER), method
        assert role <= Role.VIEWER or written == []
        if method == "GET" and b"<main " in answer.body:
            homes = {"/", there.removesuffix(fill_in(route, ours)) + "/"}
            for address in ADDRESS.findall(answer.text):
                assert address.startswith((home_of(Club.get_default().pk), "/static/", "/shared/")) or address in homes


def test_pages_that_are_drawn_once_for_many_lead_into_the_club_of_each_phone(them):
    match, first = make_match(1), member(role=Role.VIEWER)
    further = phone_in((them, Role.OWNER), (match.club, Role.VIEWER))
    home = home_of(match.club.pk)
    for path in (f"matches/{match.pk}/", "rules/big-little/", f"matches/{match.pk}/rules/"):
        page, prefixed = first.get(f"/{path}").text, further.get(f"{home}{path}").text
        assert not re.search(r'="/clubs/\d', page)
        assert [address for address in ADDRESS.findall(prefixed) if not address.startswith((home, "/static/"))] == []


def test_a_kept_page_of_a_match_is_drawn_again_as_soon_as_it_has_to_name_its_club(them):
    match, phone = make_match(1), member()

    def ask():
        answer = phone.get(f"/matches/{match.pk}/", headers={"if-none-match": seen} if seen else {})
        return answer.status_code, answer["ETag"], re.findall("<aside.*?<bdi>(.*?)</bdi>", answer.text, re.DOTALL)

    seen = ""
    status, seen, named = ask()
    assert (status, named, ask()[0]) == (200, [], 304)
    phone.cookies[f"{COOKIE}-{them.pk}"] = device_token(them)
    status, seen, named = ask()
    assert (status, named, ask()[0]) == (200, ["Our club"], 304)
    Club.objects.filter(pk=match.club_id).update(name="Ours")
    assert ask()[::2] == (200, ["Ours"])


def test_a_poll_of_one_club_hears_nothing_of_another(them):
    match = make_match(1)
    phone = phone_in((them, Role.OWNER), (match.club, Role.SCORER))
    assert phone.get(f"/matches/{match.pk}/board/").status_code == 404
    answer = phone.get(f"{home_of(match.club.pk)}matches/{match.pk}/board/")
    assert (answer.status_code, OURS[0] in answer.text) == (200, False)
    assert f'action="{home_of(match.club.pk)}matches/{match.pk}/rounds/"' in answer.text


# --- Links from one to another ---


def test_a_link_of_another_club_of_this_phone_opens_there(them):
    match, phone = make_match(1), member(them)
    path, home = f"/matches/{match.pk}/review/?round=1", home_of(match.club.pk)
    assert phone.get(path, headers=NAVIGATION).status_code == 404
    phone.cookies[f"{COOKIE}-{match.club.pk}"] = device_token(match.club)

    assert phone.get(path, headers=NAVIGATION).url == f"{home[:-1]}{path}"
    assert phone.get("/matches/2147483647/", headers=NAVIGATION).status_code == 404
    assert phone.get(f"{home}nowhere/", headers=NAVIGATION).status_code == 404
    # A poll, a picture or a form stays where it is.
    assert phone.get(path).status_code == 404
    assert phone.post(f"/matches/{match.pk}/rounds/", headers=NAVIGATION).status_code == 404
    assert reload(match).version == 1


def test_to_lead_on_to_another_club_does_nothing_there_but_renew_its_cookie(them):
    match = make_match(1)
    phone = phone_in((them, Role.SCORER), (match.club, Role.OWNER))
    find_device(phone.cookies[COOKIE].value).revoke()
    Device.objects.update(last_seen="2020-01-01T00:00Z")

    answer = phone.get("/transfer/club.json", headers=NAVIGATION)

    assert answer.url == f"{home_of(match.club.pk)}transfer/club.json"
    assert not SecurityEvent.objects.filter(message__contains="downloaded").exists()
    assert f"{COOKIE}-{match.club.pk}" in answer.cookies


def test_the_prefix_of_a_club_without_addresses_of_its_own_is_left_out(them):
    match, phone = make_match(1), member()
    path = f"matches/{match.pk}/?round=1"
    for browser in (phone, Stranger(), member(them)):
        assert browser.get(f"{home_of(match.club.pk)}{path}", headers=NAVIGATION).url == f"/{path}"
        assert browser.post(f"{home_of(match.club.pk)}{path}").status_code == 404
    assert Stranger().get(f"{home_of(1)}/elsewhere.example/").url == "/%2Felsewhere.example/"
    for path in ("rules/any-game:What%3F%20100%25%23/?q=%C3%A4", "%5Celsewhere.example/"):
        assert Stranger().get(f"{home_of(1)}{path}").url == f"/{path}"
    for number in ("9" * 30, "007", "0", "%D9%A3", "1%D9%A3", "-1"):
        assert Stranger().get(f"/clubs/{number}/").status_code == 404


def test_links_for_others_have_no_prefix(them):
    match = make_match(6)
    phone = phone_in((them, Role.OWNER), (match.club, Role.OWNER))
    home = home_of(match.club.pk)
    phone.post(f"{home}matches/{match.pk}/sharing/")
    for path in ("invite/", "links/", f"matches/{match.pk}/sharing/", "games/any-game:Zwicker/sheet/"):
        shown = phone.get(f"{home}{path}", follow=True).text
        sent = re.findall(r"https?://[^/\s<]+(/(?:clubs/\d+/)?(?:join|shared|sheets)/)", shown)
        assert sent, path
        assert not any("clubs" in part for part in sent)


# --- Joining and leaving ---


def test_a_phone_joins_further_clubs_and_stays_where_it_is(them):
    ours, third = Club.objects.create(name="Ours"), Club.objects.create(name="Third")
    phone = Stranger()
    assert phone.post(link(ours)).url == "/"
    assert "This phone stays in Ours :" in Page(None, phone.get(link(them))).text
    assert phone.post(link(them)).url == home_of(them.pk)
    assert "This phone stays in Ours and Them :" in Page(None, phone.get(link(third))).text
    assert phone.post(f"{home_of(them.pk)[:-1]}{link(third)}").url == home_of(third.pk)

    assert homes(phone) == {"/": "Ours", home_of(them.pk): "Them", home_of(third.pk): "Third"}
    assert phone.get("/devices/").text.count("this one") == 1
    assert phone.get("/").text.count("club-switch") == 1
    assert "club-switch" not in member(ours).get("/").text
    # Once more, also for another role, leads to where the club is.
    assert "joined already" in phone.get(link(them)).text
    assert phone.post(link(them, Role.OWNER)).url == home_of(them.pk)
    assert phone.get(f"{home_of(them.pk)}settings/deletion/").status_code == 200
    assert phone.get("/settings/deletion/").status_code == 403
    assert Device.objects.filter(club__in=[ours, them, third]).count() == 4


def test_each_page_of_a_phone_in_several_clubs_names_its_club(them):
    match = make_match(1)
    one, several = member(), phone_in((match.club, Role.SCORER), (them, Role.OWNER))
    line = f'aria-label="Club"><p><bdi>{match.club}</bdi>'
    for path in (f"/matches/{match.pk}/", "/games/", "/games/hearts/matches/new/", "/nights/", "/more/"):
        assert line in re.sub(r"\s+(?=>)|(?<=>)\s+", "", several.get(path).text), path
        assert "club-line" not in one.get(path).text, path
    for path in ("/", link(them), f"/matches/{match.pk}/table-view/"):
        assert "club-line" not in several.get(path).text, path


def test_leaving_a_club_leaves_the_others(them):
    ours = Club.objects.create(name="Ours")
    phone = phone_in((ours, Role.SCORER), (them, Role.SCORER))
    own = {club: club.devices.get().pk for club in (ours, them)}

    question = Page(None, phone.get(f"/devices/{own[ours]}/removal/")).text
    assert "Leave Ours with this device?" in question
    assert "It stays in its other clubs." in question

    left = phone.post(f"/devices/{own[ours]}/removal/", follow=True)

    assert left.redirect_chain == [("/", 302)]
    assert "This phone is in" in left.text, "on a page of the club that was left: its pages on the phone are forgotten"
    assert phone.get("/").url == home_of(them.pk)
    assert phone.get("/nights/", headers=NAVIGATION).url == f"{home_of(them.pk)}nights/"
    assert phone.get("/nights/").status_code == 404
    assert phone.get(f"{home_of(them.pk)}nights/").status_code == 200
    # The first club comes back to its addresses; the other one keeps its own.
    assert phone.post(link(ours)).url == "/"
    assert homes(phone) == {"/": "Ours", home_of(them.pk): "Them"}
    assert phone.post(f"{home_of(them.pk)}devices/{own[them]}/removal/").url == home_of(them.pk)
    assert "This phone is in" in phone.get(home_of(them.pk)).text
    assert phone.get(home_of(them.pk)).url == "/"
    assert homes(phone) == {"/": "Ours"}


def test_a_removed_phone_is_a_stranger_in_that_club_alone(them):
    ours = Club.objects.create(name="Ours")
    phone = phone_in((ours, Role.SCORER), (them, Role.SCORER))
    find_device(phone.cookies[f"{COOKIE}-{them.pk}"].value).revoke()

    assert phone.get(f"{home_of(them.pk)}more/").status_code == 404
    page = phone.get(home_of(them.pk))
    assert "Them" not in page.text
    assert 'device="-"' in page.text
    assert phone.get("/more/").status_code == 200


def test_a_sole_owner_is_told_first_what_to_do(them):
    owner = Browser(Stranger)
    owner.client.cookies[COOKIE] = device_token(them)
    device = them.devices.get()
    path = f"/devices/{device.pk}/removal/"
    page = owner.open(path)
    assert "is the only owner of Them . First make another device an owner" in page.text
    assert "Leave" not in page.buttons()
    assert {"/invite/", "/settings/deletion/"} < page.links.keys()
    assert "/devices/" in Page(owner, owner.client.get(path)).links, "Cancel"

    other = Device.join(them, "another phone")[0]
    assert "Make a device an owner" in owner.open(path).text
    other.change_role(Role.OWNER)
    owner.open(path).press("Leave")
    assert list(them.devices.filter(revoked=None)) == [other]


def test_a_deleted_club_is_restored_beside_the_others(them):
    ours = Club.objects.create(name="Ours")
    for first, deleted, home in ((ours, ours, "/"), (ours, them, home_of(them.pk))):
        phone = phone_in((first, Role.OWNER), (them, Role.OWNER))
        assert phone.post(f"{home}settings/deletion/", {"name": deleted.name}).url == f"{home}settings/restore/"
        assert list(homes(phone).items())[1:] == [(home, deleted.name)], "below those where it can go"
        assert phone.get("/clubs/").text.count("An owner can still restore it") == 1
        third = Club.objects.create(name="Third")
        assert phone.post(link(third)).url == home_of(third.pk), "the addresses of the deleted one stay its own"
        assert f"This phone deleted {deleted.name} ." in Page(None, phone.get(home)).text
        assert phone.post(f"{home}settings/restore/").url == home
        assert phone.get(f"{home}nights/").status_code == 200


def test_a_phone_is_in_so_many_clubs_at_most(them, monkeypatch):
    monkeypatch.setattr("scorekeeper.clubs.membership.MAX_TOKENS", 1)
    phone = member(them)
    answer = phone.post(link(Club.objects.create(name="Ours")))
    assert (answer.status_code, "leave one of them first" in answer.text) == (422, True)


def test_cookies_of_a_former_secret_key_keep_their_clubs(them):
    ours = Club.get_default()
    phone = Stranger()
    phone.cookies["device-00000000"] = device_token(ours)
    phone.cookies[f"device-00000000-{them.pk}"] = device_token(them)

    assert homes(phone) == {"/": "Our club", home_of(them.pk): "Them"}
    Device.objects.update(last_seen="2020-01-01T00:00Z")
    assert phone.get(home_of(them.pk)).cookies.keys() >= {f"{COOKIE}-{them.pk}"}
    assert phone.get("/").cookies.keys() >= {COOKIE}


@cases("name, home", [
    ("device", "/"), ("device-1234abcd", "/"), ("device-12345678-7", "/clubs/7/"), ("device-7", "/clubs/7/"),
    ("device-12345678-0", None), ("device-1234abcd-x", None), ("devices-7", None),
])  # fmt: skip
def test_the_name_of_a_cookie_says_which_club_it_is_for(rf, name, home):
    asked = rf.get("/")
    asked.COOKIES[name] = "token"
    assert addresses.device_cookies(asked) == ([(home, "token")] if home else [])


def test_a_request_needs_one_query_for_all_devices_of_a_phone(them, django_assert_num_queries):
    phone = phone_in((Club.get_default(), Role.OWNER), (them, Role.OWNER))
    for home in ("/", home_of(them.pk)):
        with django_assert_num_queries(1):
            assert phone.get(f"{home}more/").status_code == 200
