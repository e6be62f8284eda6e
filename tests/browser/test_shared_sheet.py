"""A sheet goes from the phone of one club to that of another, by its link or its QR code, and is played there."""

import re

import pytest

from games.core.registry import find
from games.core.round_form import form_class
from scorekeeper.clubs.models import Club, Role
from scorekeeper.transfer.shared_sheet import SharedSheet
from tests.browser import words
from tests.browser.layout import assert_fits
from tests.browser.score_page import ScorePage
from tests.browser.test_first_round import FirstRound
from tests.devices import COOKIE, device_token


def join_other_club(page, address):
    token = device_token(Club.objects.create(name="The others"), Role.SCORER)
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": address}])


@pytest.mark.parametrize("script", [True, False])
def test_a_sheet_is_shared_opened_taken_and_played(phone, open_phone, live_server, script):
    ours = phone if script else open_phone(java_script_enabled=False)
    chosen = "" if script else "rule-wins=fewest&"
    ours.goto(f"/games/any-game:Zwicker/matches/new/?{chosen}rule-ends=rounds&rule-ends-number=1")
    if script:
        # The link follows what is chosen on the page.
        ours.locator(".house-rules summary").first.click()
        ours.select_option("#rule-wins", label="the fewest points")
        ours.locator("#rules", has_text="the fewest points").wait_for()
    ours.get_by_text("Share this sheet").click()
    ours.locator(".qr-code svg").wait_for()
    link = ours.locator(".invite-link").inner_text()

    theirs = open_phone(stranger=True, java_script_enabled=script)
    path = re.search(r"/sheets/[\w-]+/", link)[0]
    theirs.goto(path)
    assert theirs.locator("text=the fewest points").count() == 1
    assert theirs.locator("main button").count() == 0
    join_other_club(theirs, live_server.url)
    theirs.goto("/games/")
    theirs.locator("text=Open a sheet").click()
    theirs.fill("#link", link)
    theirs.locator("button", has_text="Open").click()
    theirs.fill("#name", "As in Kiel")
    assert_fits(theirs, path)
    theirs.locator("button", has_text="Take it").click()
    theirs.locator("[aria-pressed=true]", has_text="As in Kiel").wait_for()
    theirs.fill("#names", "Ada, Ben")
    theirs.locator("#start").click()
    theirs.wait_for_url(re.compile(r"/matches/\d+/$"))
    score_page = ScorePage(theirs)
    if script:
        score_page.enter(4, 5)
        score_page.done()
        score_page.enter(7)
        score_page.done()
        score_page.press_save()
    else:
        for question, points in (("points-0", "45"), ("points-1", "7")):
            theirs.fill(f"[name={question}]", points)
        theirs.locator(words.SAVE).click()
    assert score_page.winners == ["Ben"]


@pytest.mark.parametrize("script", [True, False])
def test_a_sheet_of_twelve_columns_is_played_in_another_club(open_phone, live_server, script):
    columns = [{"name": f"Column {each}", "each": each} for each in range(2, 12)]
    columns += [{"name": "Out", "each": 25, "one": True}, {"name": "Factor", "times": True}]
    sheet = SharedSheet.of(find("any-game:Zwicker"), {"columns": columns, "ends": {"rounds": 1}})
    page = open_phone(stranger=True, java_script_enabled=script)
    join_other_club(page, live_server.url)

    page.goto(f"/sheets/{sheet.token}/")
    assert page.locator("text=Column 11").count()
    assert_fits(page, "twelve columns")
    page.locator("text=Start a match with it").click()
    page.fill("#names", "Ada, Ben")
    page.locator("#start").click()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))
    score_page = FirstRound(page)
    match = score_page.match
    facts = match.game.facts(columns=((1,) * 10 + (1, 2), (0,) * 10 + (0, 1)))
    if script:
        score_page.enter_round(facts)
        score_page.press_save()
    else:
        for question, answer in form_class(match.game).answers_of(facts, match.state).items():
            field = page.locator(f"{words.ENTRY} [name={question}]")
            if field.first.get_attribute("type") in ("radio", "checkbox"):
                page.locator(f"{words.ENTRY} [name={question}][value='{answer}']").dispatch_event("click")
            else:
                field.fill(answer)
        page.locator(words.SAVE).click()
    assert score_page.winners == ["Ada"]
    assert score_page.match.state.totals == ((sum(range(2, 12)) + 25) * 2, 0)
