"""The six pictures of the README, in both lights: each is reached by taps from home, in the club of the demo.

`python3 manage.py test tests/browser/test_readme_pictures.py --draw` writes them into `.github/`.
"""

import base64
import re
from random import Random

import pytest
import time_machine

from games.core.registry import find
from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.demo.fill import DEMO_NIGHT, PEOPLE, fill_demo
from scorekeeper.matches import recording
from scorekeeper.matches.starting import start_match
from scorekeeper.server.bootstrap import ROOT
from tests.browser import layout, words
from tests.browser.score_page import ScorePage
from tests.devices import COOKIE
from tests.matches.factory import entry

FOLDER = ROOT / ".github"
# The demo's last night is the one before, whenever the pictures are drawn.
NOW = "2026-11-14T20:40:00+00:00"
# A phone without the bars of its browser.
SCREEN = {"width": 390, "height": 780}
# Of 100: text stays sharp, and a picture takes 20 to 30 kB.
WEBP_QUALITY = 80
MAX_PICTURE_BYTES = 40_000
ALL_IS_STILL = """async () => {
    await Promise.all(document.getAnimations().map(one => one.finished));
    await new Promise(requestAnimationFrame);
}"""
RUNNING = "a.running"
HAND = {
    "bids-1": 1, "bids-2": 2, "bids-3": 0, "bids-0": 2, "trump": "H",
    "tricks-1": 1, "tricks-2": 1, "tricks-3": 0, "tricks-0": 3,
}  # fmt: skip


@pytest.fixture
def open_home(db, live_server, open_phone):
    """Opens home on the phone of a player of the demo's club."""
    pages = {}

    def open_page(name):
        if name not in pages:
            pages[name] = open_phone(stranger=True, viewport=SCREEN, device_scale_factor=2, reduced_motion="reduce")
            club = Club.get_default()
            token = Device.join(club, f"{name}’s phone", Role.OWNER, club.players.get(name=name))[1]
            pages[name].context.add_cookies([{"name": COOKIE, "value": token, "url": live_server.url}])
        pages[name].goto("/")
        return ScorePage(pages[name])

    with time_machine.travel(NOW, tick=False):
        fill_demo()
        yield open_page


def show_night(open_home):
    phone = open_home("Ada")
    phone.tap(f"main .list-row:has-text('{DEMO_NIGHT['name']}')")
    phone.page.locator(".night-results").wait_for()
    return phone


def show_year(open_home):
    phone = open_home("Ada")
    phone.tap("text=All nights")
    phone.tap(".years >> text=2026 at our table")
    phone.page.locator("h1", has_text="2026 at our table").wait_for()
    return phone


def show_leaderboard(open_home):
    phone = open_home("Ada")
    phone.tap(".tab-bar >> text=Scores")
    phone.tap("main >> text=Leaderboard")
    phone.page.locator(".podium").wait_for()
    return phone


def show_referee(open_home):
    """Two players say different numbers, and the question box says who is right, and why."""
    phone = open_home("Ada")
    phone.tap(RUNNING)
    phone.tap(words.MENU)
    phone.tap(".menu >> text=Rules")
    phone.page.get_by_role("searchbox").fill("Bid 4 took 6, Cleo says 42, Ben says 40")
    phone.tap("text=Ask")
    phone.page.get_by_text("Cleo is right").wait_for()
    return phone


def show_table(open_home):
    """A hand is complete: what everybody bid and took, what they score, and why."""
    phone = open_home("Ada")
    phone.tap(RUNNING)
    for question, answer in HAND.items():
        phone.select(question)
        phone.enter(answer)
    phone.page.locator(words.COMPLETE, has_text="is complete").wait_for()
    return phone


def show_own_phone(open_home):
    """Cleo has bid, hidden from all; Ben is asked for his bid."""
    game = find("skull-king")
    match = start_match(Club.get_default(), game, list(PEOPLE)[:4], 0, dict(game.suggested_rules))
    rng = Random(1)
    for _ in range(4):
        recording.play(match, game.simulate(rng, match.state), entry(match))
    cleo, ben = open_home("Cleo"), open_home("Ben")
    for phone in (cleo, ben):
        phone.tap(f"{RUNNING}[href$='/{match.pk}/']")
        phone.page.locator("fieldset[data-current]").first.wait_for()
    cleo.enter(2)
    ben.page.locator(".other-seats li", has_text="Cleo").get_by_text("✓").wait_for()
    return ben


# Each works in the state that those before it leave.
PICTURES = {
    "night": show_night,
    "year": show_year,
    "leaderboard": show_leaderboard,
    "referee": show_referee,
    "table": show_table,
    "own-phone": show_own_phone,
}


def test_the_pictures_of_the_readme_can_be_drawn(open_home, request):
    for name, show in PICTURES.items():
        phone = show(open_home)
        if request.config.getoption("draw"):
            draw(phone.page, name)


def draw(page, name):
    page.reload()  # nothing of the last tap is left to see
    devtools = page.context.new_cdp_session(page)
    for scheme in layout.SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(ALL_IS_STILL)
        drawn = devtools.send("Page.captureScreenshot", {"format": "webp", "quality": WEBP_QUALITY})
        (FOLDER / f"{name}-{scheme}.webp").write_bytes(base64.b64decode(drawn["data"]))


def test_the_readme_shows_each_picture_in_both_lights_and_in_words():
    readme = (ROOT / "README.md").read_text()
    drawn = {f"{name}-{scheme}.webp" for name in PICTURES for scheme in layout.SCHEMES}

    assert {file.name for file in FOLDER.glob("*.webp")} == drawn == {*re.findall(r'"\.github/(.*?\.webp)"', readme)}
    assert all(len(text) > 40 for text in re.findall(r'<img[^>]* alt="([^"]*)"', readme))
    assert readme.count("<img ") == len(re.findall(r'<img[^>]* alt="', readme)) == len(PICTURES)
    assert [name for name in drawn if (FOLDER / name).stat().st_size > MAX_PICTURE_BYTES] == []
