"""Paper in and out of a browser: what is printed has one page, and a sheet is typed in with the totals beside it."""

import re
from urllib.parse import urlencode

import pytest

from games.core.examples import read_examples
from games.core.registry import games
from games.core.round_form import form_class
from games.core.scoresheet import play
from tests.bench.house import hands
from tests.browser.thumb import NAMES, Thumb

DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": True}


def printed(page):
    """How many pages come out of the printer."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4", prefer_css_page_size=True)))


@pytest.mark.parametrize(("names", "count"), [(NAMES, 25), (NAMES[:2], 51)])
def test_a_whole_match_is_printed_on_one_page(phone, names, count):
    Thumb(phone).take_in("big-little", list(hands(len(names), count)), names)

    assert printed(phone) == 1


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_a_blank_sheet_is_printed_on_one_page(phone, game):
    for players in {game.seats[0], min(4, game.seats[-1]), min(9, game.seats[-1])}:
        phone.goto(f"/games/{game.key}/blank-sheet/?players={players}")
        assert printed(phone) == 1


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_a_sheet_is_typed_in_with_its_totals_beside_it(open_phone, game):
    """The first round of a worked example, for a table that plays by the rules as they stand."""
    page, sheet, state = open_phone(**DESK), *first_example(game)
    said = [
        ("seated", "1"),
        *(("player", name) for name in sheet.players),
        ("dealer", sheet.players[sheet.first_dealer]),
    ]
    page.goto(f"/games/{game.key}/matches/paper/?{urlencode(said)}")
    scored, table = state.rounds[0], game.table(sheet.players, sheet.first_dealer, {})
    for name, answer in form_class(game).answers_of(scored.facts, table).items():
        if name not in form_class(game).off_paper:
            write(page.locator(f'[name="1-{name}"]'), answer)
    page.keyboard.press("Tab")
    page.locator("#sum-1 span").first.wait_for()

    assert [one.strip("●▲■◆★✚") for one in page.locator("#sum-1 span").all_inner_texts()] == [
        str(total).replace("-", "−") for total in scored.totals
    ]
    page.locator("button.save").click()
    page.wait_for_url("**/matches/*/")


def first_example(game):
    for example in read_examples(game).example:
        if not (example.refused or example.house_rules):
            sheet = example.sheet(game)
            _, state, _ = play(sheet)
            if state.rounds[0].facts.is_complete:
                return sheet, state
    raise LookupError


def write(cell, answer):
    if cell.evaluate("cell => cell.tagName") == "SELECT":
        cell.select_option(answer)
    else:
        cell.fill(answer)
