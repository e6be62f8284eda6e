"""Every page, light and dark, on a phone and on a screen: nothing that axe finds wrong."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.test_taps import up_to
from tests.browser.thumb import Thumb

PAGES = ["", "history/", "review/", "review/?after=2", "rounds/2/", "rounds/2/sides/0/", "rounds/2/deletion/", "end/"]
ELSEWHERE = ["/", "/games/", "/games/maverick/matches/new/", "/rules/big-little/"]
IN_LIGHTS = [("dark", {"width": 390, "height": 844}), ("light", {"width": 1280, "height": 800})]


@pytest.mark.parametrize(("scheme", "screen"), IN_LIGHTS, ids=["phone", "screen"])
def test_axe_finds_nothing(open_phone, scheme, screen):
    page = open_phone(color_scheme=scheme, viewport=screen)
    Thumb(page).take_in("big-little", up_to(4))
    addresses = [page.url + part for part in PAGES] + ELSEWHERE
    for address in addresses:
        page.goto(address)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == [], address


@pytest.mark.parametrize("game", ["grosse-kleine", "maverick", "good-little-tricks", "ten-point-pitch"])
def test_axe_finds_nothing_where_a_round_is_entered(phone, game):
    thumb = Thumb(phone)
    thumb.start(game, ["Ada", "Ben", "Cleo", "Dan"][: 3 if game == "good-little-tricks" else 4])
    found = Axe().run(phone).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == []
