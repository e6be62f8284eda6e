"""Every page there is, found by its address: axe finds nothing, and nothing sticks out, in large letters either."""

import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.core.scoresheet import dump
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Role
from scorekeeper.matches import recording
from scorekeeper.matches.models import Match
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.models import PendingImport
from tests.bench.addresses import addresses, routes
from tests.browser.test_taps import up_to
from tests.browser.thumb import Thumb
from tests.devices import COOKIE, device_token

PHONE, SCREEN = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
NAMES = ["W" * 40, "דליה אברהמי", "<script>alert(1)</script>", "👩‍🎤 Zoë"]
PARTS = 4
A_FRAGMENT = "matches/<int:pk>/upcoming-rounds/"
OF_A_STRANGER = ("/", "/join/", "/trust/", "/settings/", "/nowhere/", "/join/nowhere/")
OF_A_WATCHER = ("/", "/games/", "/devices/", "/settings/", "/transfer/")
WIDTH = "document.documentElement.scrollWidth"
FONT_SIZE = "size => { document.documentElement.style.fontSize = size }"
# As wide as a wide font, whatever fonts there are.
WIDE_LETTERS = "* { letter-spacing: .1em !important }"
TEXT_OUTSIDE_ITS_BOX = """() => {
    const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = new Range();
    const isBox = ({ borderLeftWidth, backgroundColor }) =>
        parseFloat(borderLeftWidth) > 0 || backgroundColor !== "rgba(0, 0, 0, 0)";
    while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        const text = range.getBoundingClientRect();
        if (text.width < 2 || !texts.currentNode.data.trim()) continue;
        for (let box = texts.currentNode.parentElement; box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box), { left, right } = box.getBoundingClientRect();
            if (style.overflowX !== "visible" || style.clipPath !== "none") break;
            if (!isBox(style)) continue;
            if (text.left < left - 1 || text.right > right + 1) found.push(texts.currentNode.data.trim());
            break;
        }
    }
    return found;
}"""


@pytest.fixture
def there(open_phone, troubles):
    """An owner's phone in a club of long names, and something that is there for each part of an address."""
    page = open_phone(bypass_csp=True)
    thumb = Thumb(page)
    thumb.take_in("big-little", up_to(3), NAMES)
    recording.delete_match(Match.objects.get(), Match.objects.get().version)
    thumb.take_in("big-little", up_to(4), NAMES)
    thumb.key(1, 0, 2)
    thumb.kept("bids 3 so far")
    match, key = Match.objects.get(), uuid.uuid4()
    PendingImport.bring(match.club, key, dump(scoresheets.sheet_of(match)).encode())
    yield page, {
        "game": "big-little", "ask": "winner", "number": 2, "side": 0, "evening": match.evening,
        "matches/pk": match.pk, "deleted/pk": match.pk - 1, "player": match.places[0].player_id, "merge": 1,
        "device": match.club.devices.first().pk, "token": Invitation(match.club, Role.SCORER).token,
        "table": "matches", "key": key,
    }  # fmt: skip
    troubles[:] = [trouble for trouble in troubles if "status of 40" not in trouble]


def look_at(page, address):
    """Hold a page to all of it; say whether there was one."""
    answer = page.request.get(address)
    if answer.status == 405 or "html" not in answer.headers.get("content-type", ""):
        return False
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    page.goto(address)
    for folded in page.locator("main details:not(.menu) > summary:visible").all():
        folded.click()
    assert page.locator("h1").count() == 1, address
    assert wrong(page) == [], address
    page.emulate_media(color_scheme="light")
    assert wrong(page, "color-contrast") == [], address
    assert page.evaluate(WIDTH) <= PHONE["width"], address
    page.set_viewport_size(SCREEN)
    assert wrong(page, but="color-contrast") == [], address  # what is too faint does not depend on the width
    assert page.evaluate(WIDTH) <= SCREEN["width"], address
    page.set_viewport_size(PHONE)
    page.add_style_tag(content=WIDE_LETTERS)
    for size in ("100%", "200%"):
        page.evaluate(FONT_SIZE, size)
        assert page.evaluate(WIDTH) <= PHONE["width"], (address, size)
        assert page.evaluate(TEXT_OUTSIDE_ITS_BOX) == [], (address, size)
    return True


def wrong(page, only=None, but=None):
    """What axe finds by all its rules, by `only` one, or by all `but` one."""
    options = {"runOnly": {"type": "rule", "values": [only]}} if only else {}
    if but:
        options["rules"] = {but: {"enabled": False}}
    found = Axe().run(page, options=options).response["violations"]
    return [(one["id"], one["nodes"][0]["html"][:160]) for one in found]


@pytest.mark.parametrize("part", range(PARTS))
def test_every_address_that_is_a_page(there, part):
    page, parts = there
    pages, forgotten = addresses([route for route in routes() if route != A_FRAGMENT], parts)
    assert forgotten == []

    seen = [look_at(page, address) for address in list(pages.values())[part::PARTS]]

    assert any(seen)


def test_the_pages_of_who_may_only_look(there, open_phone):
    page, parts = there
    page.context.add_cookies([{"name": COOKIE, "value": device_token(role=Role.VIEWER), "url": page.url}])
    for address in (*OF_A_WATCHER, f"/matches/{parts['matches/pk']}/"):
        assert look_at(page, address), address


def test_the_pages_of_strangers(there):
    page, parts = there
    page.context.clear_cookies()
    for address in (*OF_A_STRANGER, f"/join/{parts['token']}/"):
        assert look_at(page, address), address


@pytest.mark.parametrize("game", ["grosse-kleine", "maverick", "good-little-tricks", "ten-point-pitch"])
def test_axe_finds_nothing_where_a_round_is_entered(phone, game):
    thumb = Thumb(phone)
    thumb.start(game, ["Ada", "Ben", "Cleo", "Dan"][: 3 if game == "good-little-tricks" else 4])
    assert wrong(phone) == []
