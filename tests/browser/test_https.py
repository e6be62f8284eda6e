"""`serve --https` under a phone that trusts its authority, as people do: nothing about certificates is ignored."""

import os
import re
import shutil
import subprocess

import pytest

from scorekeeper.server.certificates import authority_in
from tests.bench.server import free_port
from tests.browser import chromium, words
from tests.browser.conftest import PHONE
from tests.browser.network import set_offline, wait_for_next_forms, wait_until_cached, wait_until_sent
from tests.browser.score_page import SOON, ScorePage
from tests.browser.server_process import ServerProcess

STATE = ".trust-state"
SECURE = """async () => [
    isSecureContext,
    !(await navigator.wakeLock.request("screen")).released,
    await navigator.clipboard.writeText("a link").then(() => true),
]"""
WAITING = "Object.entries({ ...localStorage }).filter(([name]) => name.startsWith('outbox '))"


def device_cookies(context):
    cookies = [cookie for cookie in context.cookies() if cookie["name"].startswith("__Host-device-")]
    return [[cookie["name"], cookie["value"]] for cookie in cookies]


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    """A server that speaks HTTPS, and where it does."""
    port = free_port()
    server = ServerProcess(tmp_path_factory.mktemp("https"), "--https", str(port))
    server.start()
    server.secure = f"https://localhost:{port}"
    yield server
    server.stop()


@pytest.fixture
def trusting(secure, browser_type, browser_type_launch_args, tmp_path):
    """A browser with the server's authority among those it trusts."""
    if not shutil.which("certutil"):
        pytest.skip(f"no certutil: apt install {chromium.TRUST}")
    store, certificate = tmp_path / ".pki" / "nssdb", tmp_path / "authority.crt"
    store.mkdir(parents=True)
    certificate.write_bytes(authority_in(secure.data / "https").der)
    certutil = ["certutil", "-d", f"sql:{store}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    subprocess.run([*certutil, "-A", "-t", "C,,", "-n", "scorekeeper", "-i", certificate], check=True)
    browser = browser_type.launch(**browser_type_launch_args, env={**os.environ, "HOME": str(tmp_path)})
    yield browser
    browser.close()


def test_a_phone_that_does_not_trust_us_is_told_and_stays(secure, new_context):
    page = new_context(**PHONE).new_page()
    page.goto(f"{secure.address}/matches/1/")
    page.locator(STATE, has_text="does not trust us yet").wait_for()
    assert page.url == f"{secure.address}/matches/1/"


def test_a_phone_is_led_over_plays_without_a_network_and_takes_along_what_waited(secure, trusting):
    link = re.search(r"/#/join/\S+", secure.log.read_text())[0]
    context = trusting.new_context(base_url=secure.secure, **PHONE | {"service_workers": "allow"})
    page = context.new_page()
    page.goto(secure.address + link)
    page.locator(f"{STATE}.trusted", has_text="This device trusts us").wait_for()
    page.wait_for_url(f"{secure.secure}/join/**")
    page.tap(words.JOIN_AS)
    page.locator(words.MEMBER_LINKS).wait_for()
    context.grant_permissions(["clipboard-write", "screen-wake-lock"])  # as a window has them by itself
    assert page.evaluate(SECURE) == [True, True, True]
    assert context.new_cdp_session(page).send("Page.getAppManifest")["errors"] == []

    # A round without a network, which is taken along from HTTP.
    score_page = ScorePage(page)
    score_page.set_up("big-little")
    match = page.url
    score_page.enter(1)
    wait_for_next_forms(page)
    wait_until_cached(page, lambda cached: "bids 1 so far" in cached.get(score_page.path, ""))
    set_offline(page)
    score_page.reopen(match)
    page = score_page.page
    score_page.save_hands(1)
    page.wait_for_function(f"() => {WAITING}.length", timeout=SOON)
    [waiting] = page.evaluate(WAITING)
    page.evaluate("localStorage.clear()")
    set_offline(page, offline=False)
    [[name, token]] = device_cookies(context)
    page.close()

    context.clear_cookies()
    context.add_cookies([{"name": name.removeprefix("__Host-"), "value": token, "url": secure.address}])
    page = context.new_page()
    page.goto(f"{secure.address}/health")
    page.evaluate("([name, text]) => { localStorage[name] = text; }", waiting)
    page.goto(match.replace(secure.secure, secure.address))
    page.wait_for_url(match)
    wait_until_sent(page)
    sheet = page.evaluate("fetch('scoresheet/').then(answer => answer.json())")
    assert [sum(hand["bids"]) for hand in sheet["rounds"]] == [1]
    [renewed] = [token for own, token in device_cookies(context) if own == name]
    assert renewed != token
