"""A picture of a night or of the leaderboard is sent with one tap, where a phone can send files."""

import re

from tests.matches.factory import six_rounds

SEND_FILES = """
navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ files: [file] }) => { window.sent = [file.name, file.type, file.size > 5000]; };
"""
PICTURE = re.compile(r"/(recap|picture)\.png")
PAGES = "/nights/{0}/", "/nights/{0}/sharing/", "/years/{0.year}/", "/leaderboard/"


def pages_with_pictures():
    night = six_rounds(6).night_date
    return [path.format(night) for path in PAGES]


def test_one_tap_sends_a_picture(open_phone):
    page = open_phone()
    page.add_init_script(SEND_FILES)
    for path in pages_with_pictures():
        page.goto(path)
        page.locator("share-picture a").tap()
        page.wait_for_function("() => window.sent")
        assert page.evaluate("window.sent") == ["scores.png", "image/png", True], path


def test_where_a_phone_sends_no_files_the_picture_opens(open_phone):
    page = open_phone()
    page.add_init_script("navigator.canShare = undefined;")
    # The page that Chromium makes of a picture has styles of its own, which the content policy refuses.
    page.route(PICTURE, lambda route: route.fulfill(body="the picture", content_type="text/plain"))
    for path in pages_with_pictures():
        page.goto(path)
        page.locator("share-picture a").tap()
        page.wait_for_url(PICTURE)


def test_a_picture_has_its_room_before_it_is_there(open_phone):
    page = open_phone()
    page.route(PICTURE, lambda _: None)  # drawn slowly
    page.goto(f"/nights/{six_rounds(6).night_date}/sharing/", wait_until="domcontentloaded")
    place = page.locator(".shared-picture img").bounding_box()
    assert round(place["height"] / place["width"], 2) == 1.25
