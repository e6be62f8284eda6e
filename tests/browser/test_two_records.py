"""Two records on one host: cookies ignore ports, and each club keeps its phones."""

import re

import pytest

from tests.browser import words
from tests.browser.conftest import PHONE
from tests.browser.server_process import ServerProcess


@pytest.fixture
def servers(tmp_path_factory):
    both = [ServerProcess(tmp_path_factory.mktemp(name)) for name in ("first", "second")]
    for server in both:
        server.start()
    yield both
    for server in both:
        server.stop()


def join(page, server):
    page.goto(server.address + re.search(r"/join/\S+/", server.log.read_text())[0])
    page.locator(words.JOIN_AS).click()
    page.locator(words.MEMBER_LINKS).wait_for()


def name_club(page, server, name):
    page.goto(f"{server.address}/settings/")
    page.fill("#id_name", name)
    with page.expect_navigation():
        page.locator(words.SUBMIT).click()


def club_of(page, server):
    page.goto(server.address)
    return page.locator("h1").inner_text()


def test_a_phone_stays_in_two_clubs_side_by_side(servers, new_context):
    page = new_context(**PHONE).new_page()
    for server, name in zip(servers, ("First", "Second"), strict=True):
        join(page, server)
        name_club(page, server, name)
    assert [club_of(page, server) for server in servers] == ["First", "Second"]
