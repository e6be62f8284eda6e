"""How many taps a round takes, at the thumb. The limits are what people at a table put up with."""

import pytest

from tests.browser.thumb import Thumb


def up_to(hands):
    """Hands of Big Little in which the first player takes everything, as bid."""
    return [{"bids": [n, 0, 0, 0], "tricks": [n, 0, 0, 0]} for n in range(1, hands + 1)]


@pytest.mark.parametrize("played", [3, 12])
def test_four_bids_and_tricks_take_nine_taps_at_most(phone, played):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(played))
    thumb.key(1, 0, 2, 1)
    thumb.key(1, 0, 0)
    thumb.save()
    assert thumb.taps <= 9
    assert phone.locator(".scoreboard tbody tr").count() == played + 1


def test_everybody_made_it_is_one_tap(phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(3))
    thumb.key(1, 0, 2, 1)
    thumb.tap("text=Everybody made it")
    thumb.save()
    assert thumb.taps <= 6
    assert thumb.totals == ["70", "0", "20", "10"]


def test_a_round_of_six_suits_takes_seven_taps(phone):
    thumb = Thumb(phone)
    thumb.start("good-little-tricks", ["Ada", "Ben", "Cleo"])
    thumb.key(0, 1, 2, 2, 1, 0)
    thumb.save()
    assert thumb.taps <= 7
    assert thumb.totals == ["9", "9", "9"]


def test_a_sweep_is_one_tap(phone):
    thumb = Thumb(phone)
    thumb.start("good-little-tricks", ["Ada", "Ben", "Cleo"])
    thumb.tap("text=Ben swept it all")
    thumb.save()
    assert thumb.taps == 2
    assert thumb.totals == ["27", "0", "27"]


def test_a_hand_of_pitch_takes_twelve_taps_card_by_card(phone):
    thumb = Thumb(phone)
    thumb.start("ten-point-pitch")
    thumb.key(3, 6, "H")
    thumb.key(0, 0, 1, "lost", 1, 1, 1, 1)
    thumb.save()
    assert thumb.taps <= 12
    assert thumb.totals == ["2", "7"]


def test_a_hand_of_pitch_takes_four_taps_with_one_number(phone):
    thumb = Thumb(phone)
    thumb.start("ten-point-pitch")
    thumb.key(3, 6, 7)
    thumb.save()
    assert thumb.taps <= 4
    assert thumb.totals == ["3", "7"]


def test_a_trick_three_rounds_back_is_corrected_in_five_taps(phone):
    thumb = Thumb(phone)
    thumb.take_in("big-little", up_to(4))
    thumb.tap(".scoreboard tbody tr:first-child td:nth-child(2) .note")
    assert thumb.asked == "tricks-0"
    thumb.key(0)
    thumb.cell("tricks-1")
    thumb.key(1)
    thumb.save()
    assert thumb.taps <= 5
    assert thumb.totals == ["80", "1", "0", "0"]
