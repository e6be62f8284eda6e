"""Beside HTTPS of our own, HTTP leads each device there: through trusting us, and as what it was."""

import plistlib
import re
from datetime import timedelta

import pytest
import time_machine
from cryptography import x509
from django.conf import settings as project
from django.core.signing import dumps
from django.utils import timezone

from scorekeeper.clubs.membership import HAND_OVER_SALT, HAND_OVER_SECONDS
from scorekeeper.clubs.models import Club, Device, SecurityEvent
from scorekeeper.server.certificates import authority_here
from scorekeeper.urls import own_https as own_https_urls
from scorekeeper.urls import urlpatterns
from tests.devices import COOKIE, Stranger, device_token

pytestmark = pytest.mark.django_db

AGENTS = {
    "iPhone": "iPhone, iPad", "Linux; Android 14": "Android", "Macintosh": "Mac", "Windows NT 10.0": "Windows",
    "X11; Linux x86_64": "Linux, and Firefox",
}  # fmt: skip


@pytest.fixture(autouse=True)
def own_https(settings, tmp_path):
    place = project.MIDDLEWARE.index("scorekeeper.clubs.permissions.DeviceMiddleware")
    settings.MIDDLEWARE = list(project.MIDDLEWARE)
    settings.MIDDLEWARE.insert(place, "scorekeeper.web.plain_http.lead_to_https")
    settings.ROOT_URLCONF = (*urlpatterns, *own_https_urls)
    settings.HTTPS_PORT, settings.HTTPS, settings.OWN_AUTHORITY = 8443, True, True
    settings.DATA = tmp_path
    settings.COOKIE_PREFIX = "__Host-"


def ask(path="/", browser=None, **options):
    return (browser or Stranger(headers={"host": "192.168.1.5:8000"})).get(path, **options)


def test_every_address_shows_each_device_its_steps_first_and_where_to_go_on():
    for agent, title in AGENTS.items():
        answer = ask("/matches/7/", headers={"user-agent": f"Mozilla/5.0 ({agent})"})
        page = answer.content.decode()
        assert answer.status_code == 200
        assert re.search(r"<details[^>]*\bopen>\s*<summary>([^<]*)", page)[1] == title, agent
        assert re.findall(r"<summary>([^<]*)", page)[0] == title, agent
        assert 'href="https://192.168.1.5:8443/"' in page
        assert authority_here().fingerprint[:23] in page
        assert "connect-src 'self' https://192.168.1.5:8443;" in answer["Content-Security-Policy"]
        assert answer["Cache-Control"] == "no-store"


def test_with_a_certificate_that_was_given_there_is_nothing_to_trust(settings):
    settings.OWN_AUTHORITY = False
    assert "<details" not in ask().content.decode()
    assert ask("/https/scorekeeper.crt").status_code == 404


def test_the_authority_is_downloaded_as_each_kind_of_device_installs_it():
    certificate, profile = ask("/https/scorekeeper.crt"), ask("/https/scorekeeper.mobileconfig")
    assert certificate["Content-Type"] == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(certificate.content) == authority_here().certificate
    assert profile["Content-Type"] == "application/x-apple-aspen-config"
    [payload] = plistlib.loads(profile.content)["PayloadContent"]
    assert payload["PayloadContent"] == certificate.content
    assert plistlib.loads(profile.content) == plistlib.loads(ask("/https/scorekeeper.mobileconfig").content)


def test_nothing_is_written_by_http_and_an_open_page_loads_itself_anew():
    device_token()
    browser = Stranger()
    for answer in (browser.post("/join/x/"), browser.get("/matches/1/board/", headers={"hx-request": "true"})):
        assert answer.status_code == 426
        assert answer["HX-Refresh"] == "true"
        assert b'id="page"' not in answer.content, "the outbox would take it for an answer"
    assert ask("/health").status_code == 200


def test_the_page_by_http_is_told_that_https_works_and_no_other_site():
    def allowed(origin):
        headers = {"host": "192.168.1.5:8443", "origin": origin}
        return ask("/https/check/", Stranger(headers=headers), secure=True).headers.get("Access-Control-Allow-Origin")

    assert allowed("http://192.168.1.5:8000") == "http://192.168.1.5:8000"
    assert allowed("https://elsewhere.example") is None
    assert allowed("null") is None


# --- Handed over ---


def joined(**device):
    browser = Stranger(headers={"host": "192.168.1.5:8000"})
    browser.cookies[COOKIE] = device_token(**device)
    return browser


def link_of(browser):
    assert 'href="/hand-over/"' in ask(browser=browser).content.decode()
    home, path = re.fullmatch(r"(https://192\.168\.1\.5:8443)(/.*)", ask("/hand-over/", browser).url).groups()
    assert home
    return path


def test_a_device_that_joined_by_http_keeps_its_place_and_the_link_works_once():
    browser = joined(label="Ada’s iPhone", role=2)
    link = link_of(browser)
    phone = Stranger()
    assert "Ada’s iPhone" in phone.get(link, secure=True).content.decode()
    assert f"__Host-{COOKIE}" not in phone.cookies, "looking changes nothing"

    answer = phone.post(link, {"next": "/matches/7/"}, secure=True)

    assert answer.url == "/matches/7/"
    cookie = answer.cookies[f"__Host-{COOKIE}"]
    assert cookie["secure"]
    assert [Device.find(cookie.value).label, Device.find(cookie.value).role] == ["Ada’s iPhone", 2]
    assert Device.find(browser.cookies[COOKIE].value) is None, "it went over the air in the clear"
    assert Stranger().post(link, secure=True).status_code == 404
    assert ask("/hand-over/", browser).url == "https://192.168.1.5:8443/#"
    assert SecurityEvent.objects.get().said == "moved to HTTPS"


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "abc", "javascript:x"])
def test_a_link_leads_nowhere_else(elsewhere):
    link = link_of(joined())
    assert Stranger().post(link, {"next": elsewhere}, secure=True).url == "/"


def test_a_link_too_old_made_up_or_of_a_device_taken_out_opens_nothing():
    browser, other = joined(label="stays"), joined(label="goes")
    with time_machine.travel(timezone.now() - timedelta(seconds=HAND_OVER_SECONDS + 5)):
        old = link_of(browser)
    gone = link_of(other)
    Device.objects.get(label="goes").revoke()
    first = Device.objects.get(label="stays")
    for link in (old, gone, f"/hand-over/{dumps([first.pk, ''], salt=HAND_OVER_SALT)}/", "/hand-over/x/"):
        assert Stranger().post(link, secure=True).status_code == 404, link


def test_who_is_somebody_else_there_is_asked_first():
    Club.here()
    link, there = link_of(joined(label="by http")), Stranger()
    assert "<hand-over unasked>" in there.get(link, secure=True).content.decode()
    there.cookies[f"__Host-{COOKIE}"] = device_token(label="by https")
    page = there.get(link, secure=True).content.decode()
    assert "by https" in page
    assert "unasked" not in page
