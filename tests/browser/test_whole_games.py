"""A whole game of each kind, by touch, from the set-up to the winner and the same again."""

import pytest

from tests.browser.thumb import NAMES, Thumb

THIRTEEN = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mia"]


@pytest.fixture
def service_workers():
    """As over HTTPS: whatever the worker does, a game is played to its end."""
    return "allow"


def won(page):
    """The names of the winners, once the page says who won."""
    page.locator(".result").wait_for()
    return [name.strip("●▲■◆★ \n") for name in page.locator(".result .winner").all_inner_texts()]


def same_again(page):
    page.locator(".result .save").tap()
    page.locator("#entry").wait_for()
    return page.locator(".deal").inner_text()


def test_big_little_up_and_down(phone):
    thumb = Thumb(phone)
    thumb.start("big-little", THIRTEEN)
    for cards in (1, 2, 3, 4, 3, 2, 1):
        thumb.key(*[cards] * 13)
        thumb.cell("tricks-0")
        thumb.key(cards)
        for _ in range(12):
            if not phone.locator(f'[data-question="{thumb.asked}"].unset').count():
                break
            thumb.key(0)
        thumb.save()
    assert won(phone) == ["Ada"]
    assert thumb.totals[:2] == ["160", "−160"]
    assert "Hand 1 of 7" in same_again(phone)


def test_das_grosse_by_cards_and_by_number(phone):
    thumb = Thumb(phone)
    thumb.start("grosse-kleine", NAMES[:3], rounds=2)
    thumb.key("out", 4, 9)
    thumb.done()
    thumb.key("J", "A")
    thumb.done()
    thumb.key(1, 12, 13)
    thumb.save()
    assert thumb.totals == ["34", "25", "13"]
    thumb.key("out", 1)
    thumb.done()
    thumb.cell("points-1")
    thumb.key(2, 0)
    thumb.done()
    thumb.key("nobody")
    thumb.save()
    assert won(phone) == ["Cleo"]
    assert "Round 1 of 2" in same_again(phone)


def test_maverick_trick_by_trick(phone):
    thumb = Thumb(phone)
    thumb.start("maverick", ends="hands", ends__number=1)
    thumb.key("K", "H", "9", "C")
    thumb.kept("12")
    thumb.key("a4t", "at", "at", "a0", "a0", "a2", "a3", "b4t", "bt", "b0", "b2", "b2", "b3")
    thumb.save()
    assert thumb.totals == ["3", "6"]
    assert won(phone) == ["Ben & Dan"]
    same_again(phone)


def test_good_little_tricks_for_six_rounds(phone):
    thumb = Thumb(phone)
    thumb.start("good-little-tricks", NAMES[:3])
    for _ in range(5):
        thumb.key(0, 1, 2, 2, 1, 0)
        thumb.save()
    thumb.tap("text=Cleo swept it all")
    thumb.save()
    assert thumb.totals == ["72", "72", "45"]
    assert won(phone) == ["Cleo"]
    assert "Round 1 of 6" in same_again(phone)


def test_pitch_to_the_target(phone):
    thumb = Thumb(phone)
    thumb.start("ten-point-pitch", target=10)
    thumb.key(1, 5, "S", 1, 1, 0, 1, 0, 1, 1, 1)
    thumb.save()
    assert thumb.totals == ["2", "8"]
    thumb.key(2, 6, 8)
    thumb.save()
    assert won(phone) == ["Ada & Cleo"]
    same_again(phone)
