"""Numbers are typed on keys that lie as on a telephone; a sheet of columns is drawn and filled in by touch."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from games.core.registry import find
from scorekeeper.matches.models import Match
from tests.browser import words
from tests.browser.layout import CUT_TEXTS, assert_within_reach, paper_pages
from tests.browser.score_page import ANSWERS, ScorePage
from tests.cases import cases
from tests.games.every_game import NAMES

TWELVE = [
    {"name": "Red threes", "each": 100},
    {"name": "Black threes", "each": -5},
    {"name": "Clean canastas", "each": 500},
    {"name": "Mixed canastas", "each": 300},
    {"name": "Cards melded"},
    {"name": "Cards left", "each": -1},
    {"name": "Went out", "each": 100, "one": True},
    {"name": "Concealed", "each": 50, "tick": True},
    {"name": "Wild canastas", "each": 1000},
    {"name": "Sevens", "each": 1500},
    {"name": "Penalty", "each": -100},
    {"name": "Counts", "times": True},
]
SMALL_PHONE = {"width": 360, "height": 640}

KEYS = "fieldset[data-current] .key"
ROWS = f"""() => {{
    const rows = Map.groupBy(document.querySelectorAll("{KEYS}"), (key) => Math.round(key.getBoundingClientRect().y));
    return [...rows].sort(([one], [other]) => one - other).map(([, keys]) => keys.map((key) => key.textContent.trim()));
}}"""


def points(phone):
    return [answer for name, answer in phone.evaluate(ANSWERS).items() if name.startswith("points")]


def test_a_number_of_full_length_goes_on_to_the_next_player(phone):
    score_page = ScorePage(phone)
    score_page.open("any-game")
    rows = phone.evaluate(ROWS)
    assert [[key for key in row if key != "Done"] for row in rows] == [
        ["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["±", "0", "⌫"],
    ]  # fmt: skip
    done = phone.locator("fieldset[data-current] [data-done]")
    assert done.is_disabled()
    phone.keyboard.press("Enter")
    assert score_page.question == "points-0"
    score_page.enter("−")
    assert done.is_disabled()
    score_page.enter(4, 5, "−", "−")
    score_page.done()
    assert score_page.question == "points-1"
    score_page.enter(0)
    assert score_page.question == "points-2"
    score_page.enter(1, 2, 3, 4, 5)
    assert score_page.question == "points-3"
    assert points(phone) == ["−45", "0", "12345", ""]
    score_page.select("points-1")
    score_page.enter("−", 7)
    assert points(phone)[1] == "−7"


def test_nothing_follows_from_half_a_number_of_a_fixed_sum(phone):
    score_page = ScorePage(phone)
    sent = []
    phone.on("request", lambda request: sent.append(request.url) if "/draft/" in request.url else None)
    score_page.open("any-game", NAMES[:2], house_rules={"sum": 170})
    score_page.enter(1, 1, 4)
    assert (points(phone), sent) == (["114", ""], [])
    with score_page.expect_answer():
        score_page.done()
    assert points(phone) == ["114", "56"]
    score_page.select("points-1")
    score_page.enter(5)
    assert points(phone) == ["114", "5"]
    score_page.enter(6)
    score_page.save()  # it is done
    score_page.wait_for_rounds(1)
    assert score_page.totals == ["114", "56"]
    score_page.enter(1, 1, 4)
    score_page.save()
    score_page.wait_for_rounds(2)
    assert score_page.totals == ["228", "112"]


def test_the_rest_has_nothing_by_one_tap(phone):
    score_page = ScorePage(phone)
    score_page.open("any-game")
    score_page.enter(4, 5)
    phone.locator(f"{words.LEDGER} .shortcut", has_text="45 again").wait_for()
    score_page.tap(f"{words.LEDGER} .shortcut:has-text('The rest: 0')")
    phone.locator(words.COMPLETE, has_text="Round 1 is complete").wait_for()
    assert points(phone) == ["45", "0", "0", "0"]


def test_the_rest_leaves_a_number_that_the_server_has_not_seen(phone):
    score_page = ScorePage(phone)
    score_page.open("any-game")
    score_page.enter(4, 5)
    phone.locator(f"{words.LEDGER} .shortcut", has_text="The rest: 0").wait_for()
    held = []
    phone.route("**/draft/", lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks its handlers
    score_page.done()
    score_page.enter(7)
    score_page.done()
    score_page.tap(f"{words.LEDGER} .shortcut:has-text('The rest: 0')")
    assert points(phone) == ["45", "7", "0", "0"]
    for route in held:
        route.continue_()
    phone.unroute("**/draft/")
    phone.locator(words.COMPLETE, has_text="Round 1 is complete").wait_for()


def assert_cell_is_seen(phone):
    """The cell that is typed into stands clear of the keys, on a page that does not scroll sideways."""
    phone.wait_for_function("""() => {
        const cell = document.querySelector(".cell[data-current]")?.getBoundingClientRect();
        const keys = document.querySelector("fieldset[data-current]")?.getBoundingClientRect();
        return cell && keys && cell.top >= 0 && cell.bottom <= keys.top + 1
            && document.documentElement.scrollWidth <= innerWidth;
    }""")


@pytest.mark.parametrize("screen", [{"width": 390, "height": 844}, SMALL_PHONE], ids=["390", "360"])
def test_a_sheet_of_twelve_columns_is_filled_in_by_touch(phone, screen):
    phone.set_viewport_size(screen)
    score_page = ScorePage(phone)
    score_page.open("any-game:Canasta", NAMES[:2], house_rules={"columns": TWELVE, "doubled": "tapped"})
    for at, column in enumerate(TWELVE):
        if column.get("one"):
            score_page.enter(0)
        elif column.get("tick"):
            score_page.enter(1)
            score_page.done()
        elif column["name"] in ("Cards melded", "Cards left", "Red threes"):
            assert_cell_is_seen(phone)
            score_page.enter(4)
            score_page.done()
            score_page.enter(0)
        elif "times" in column:
            score_page.enter(2)
            score_page.done()
            score_page.enter(1)
            score_page.done()
        else:
            assert score_page.question == f"columns-0-{at}"
            score_page.tap("fieldset[data-current] [data-rest-of-row]")
    phone.locator(words.COMPLETE, has_text="Round 1 is complete").wait_for()
    score_page.select("factor")
    score_page.enter(2)
    phone.locator(words.COMPLETE, has_text="Round 1 is complete").wait_for()
    score_page.save()
    assert score_page.totals == ["2000", "100"]
    (ada, ben) = [line.reason for line in score_page.match.state.rounds[0].lines]
    assert ada == "(red threes 4 × 100 + cards melded 4 − cards left 4 + went out 100) × 2 × 2"
    assert ben == "(concealed 50) × 1 × 2"


def test_the_key_that_saves_four_taps_is_not_below_the_keys_after_three_hands_of_a_sheet(phone):
    score_page = ScorePage(phone)
    rules = find("any-game:Gin Rummy").suggested_rules
    hands = [{"columns": [[24, 0, 0, 1], [0, 0, 0, 0]]}] * 3
    score_page.open("any-game:Gin Rummy", ("Ada", "Ben"), hands, house_rules=rules)
    score_page.enter(4, 0)
    phone.locator(".shortcut", has_text="The rest: 0").wait_for()
    for size in (phone.viewport_size, SMALL_PHONE):
        phone.set_viewport_size(size)
        assert_within_reach(phone, f"{words.LEDGER} .shortcut", where=size)


def test_a_number_below_zero_is_whole_in_the_tile_of_a_small_phone(phone):
    phone.set_viewport_size(SMALL_PHONE)
    ScorePage(phone).open("any-game", NAMES[:6], typed={"points-5": "−3250"})
    assert phone.evaluate(CUT_TEXTS) == []


def test_thirteen_players_and_twelve_columns_fit_a_small_phone(phone):
    phone.set_viewport_size(SMALL_PHONE)
    score_page = ScorePage(phone)
    score_page.open("any-game:Canasta", NAMES[:13], house_rules={"columns": TWELVE})
    assert_cell_is_seen(phone)
    for question in ("columns-12-5", "ticks-6", "ticks-7", "columns-0-11"):
        score_page.select(question)
        assert_cell_is_seen(phone)
    score_page.enter(3)
    score_page.tap("fieldset[data-current] [data-done]")
    score_page.tap("fieldset[data-current] [data-rest-of-row]")
    score_page.tap(f"{words.LEDGER} .shortcut:has-text('The rest: 0')")
    phone.locator(words.COMPLETE, has_text="Round 1 is complete").wait_for()
    assert phone.locator(".standings .round-points").first.is_visible()


@cases("players, paper_width", [(2, 718), (8, 718), (13, 1046)])
def test_a_blank_sheet_of_twelve_columns_is_printed_whole(phone, players, paper_width):
    (option,) = (option for option in find("any-game").house_rules if option.name == "columns")
    rules = [*(("rule-columns", text) for _, text in option.to_form(TWELVE)), ("rule-doubled", '"tapped"')]
    query = urlencode([("seated", "1"), *(("player", name) for name in NAMES[:players]), *rules])
    phone.goto(f"/games/any-game:Canasta/blank-sheet/?{query}")
    assert paper_pages(phone) == 1
    rows = phone.locator(".blocks tbody").first.locator("tr")
    assert [row.split("\t")[0] for row in rows.all_inner_texts()][-3:] == ["Counts", "The round counts", "total"]
    assert rows.nth(1).locator("td").count() == players
    phone.emulate_media(media="print")
    phone.set_viewport_size({"width": paper_width, "height": 1000})
    assert phone.evaluate("document.querySelector('.blank-sheet').getBoundingClientRect().right") <= paper_width
    phone.emulate_media(media="screen")


def test_a_yahtzee_of_two_is_played_to_its_end_by_taps(phone):
    phone.set_viewport_size(SMALL_PHONE)
    score_page, rules = ScorePage(phone), find("any-game").known_names["Yahtzee"]
    score_page.open("any-game:Yahtzee", NAMES[:2], house_rules=dict(rules))
    # Ada: Yahtzee first, three or more of each number, the rest made, and another Yahtzee. Ben strikes every box.
    ada = [(12,), *((at, 3) for at in range(5)), (5, 5), (7, 2, 5), (8, 2, 0), (9,), (10,), (11,), (14, 1, 7)]
    ben = [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14]
    for number, (taps, struck) in enumerate(zip(ada, ben, strict=True), 1):
        score_page.enter(*taps)
        score_page.enter("strike", struck)
        phone.locator(words.COMPLETE, has_text=f"Round {number} is complete").wait_for()
        if number == 6:
            score_page.select("ticks-13")
            assert phone.locator("fieldset[data-current] .key:visible").all_inner_texts() == ["Ada", "⌫"]
            score_page.enter(0)
            phone.locator(words.COMPLETE, has_text=f"Round {number} is complete").wait_for()
        if number < len(ada):
            score_page.save()
            score_page.wait_for_rounds(number)
            question = phone.locator("fieldset[data-current]")
            assert question.locator(f'input[value="{taps[0]}"]').is_disabled()
            assert question.locator(".key:has(:enabled)").count() == len(ada) - number + 1
    score_page.save()
    assert score_page.winners == ["Ada"]
    # 13 saves; Ben two taps a round; Ada one for a box that is made, two for a count, three for a number.
    assert score_page.taps == 13 + 26 + sum(map(len, ada)) + 2
    assert score_page.match.scorecard.totals == (417, 0)
    sheet = phone.locator(".box-sheet tbody tr").all_inner_texts()
    assert [line.split("\t") for line in sheet[6:8]] == [
        ["63 or more: 35", "35", "0/63"],
        ["Three of a kind", "25", "✗"],
    ]


def test_a_printed_match_does_not_ask_whose_phone_it_is(phone):
    ScorePage(phone).open("any-game:Canasta", NAMES[:2], [{"columns": [[1, 0], [0, 1]]}], {"columns": "Melds, Cards"})
    question = phone.locator("text=Whose phone is this?")
    expect(question).to_be_visible()
    phone.emulate_media(media="print")
    expect(question).to_be_hidden()
    phone.emulate_media(media="screen")


def fill_in_column(page, number, name, each, kind, needs=""):
    row = page.locator(".sheet-columns p").nth(number)
    row.locator("input").nth(0).fill(name)
    row.locator("input").nth(1).fill(each)
    row.locator("select").select_option(kind)
    if needs:
        row.locator("input").nth(2).fill(needs)


@pytest.mark.parametrize("javascript", [True, False], ids=["htmx", "plain"])
def test_a_sheet_is_drawn_column_by_column(phone, open_phone, javascript):
    page = phone if javascript else open_phone(java_script_enabled=False)
    page.goto("/games/any-game:Zwicker/matches/new/?seated=1&player=Ada&player=Ben&dealer=Ada")
    page.locator(".house-rules summary").first.click()
    columns = [
        ("Cards", "", "number"), ("Zwicks", "-5", "number"), ("All", "9", "tick", "4"), ("Fifty", "20", "bonus", "50"),
    ]  # fmt: skip
    for number, column in enumerate(columns):
        if number:
            page.get_by_role("button", name="Add another column").click()
            page.locator(".sheet-columns p").nth(number).wait_for(state="attached")
            if not javascript:
                page.locator(".house-rules summary").first.click()
        fill_in_column(page, number, *column)
    page.locator("button.save").click()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))
    assert Match.objects.get().state.rules.columns == [
        {"name": "Cards"}, {"name": "Zwicks", "each": -5}, {"name": "All", "each": 9, "tick": True, "needs": 4},
        {"name": "Fifty", "each": 20, "needs": 50, "bonus": True},
    ]  # fmt: skip


def test_who_won_is_tapped_for_one_for_all_together_and_for_nobody(phone):
    score_page = ScorePage(phone)
    phone.goto("/games/any-game:Codenames/matches/new/?seated=1&player=Ada&player=Ben&player=Cleo&dealer=Ada")
    phone.locator(".house-rules summary").first.click()
    phone.locator("select[name=rule-wins]").select_option('"named"')
    phone.locator("button.save").tap()
    phone.wait_for_url(re.compile(r"/matches/\d+/$"))
    score_page.enter(1)
    score_page.done()
    score_page.save()
    assert score_page.winners == ["Ben"]
    score_page.play_again()
    score_page.enter("all")
    score_page.save()
    expect(phone.locator(f"{words.RESULT} h2")).to_have_text(re.compile(r"Ada, Ben and Cleo\s*won together"))
    score_page.play_again()
    score_page.enter("nobody")
    score_page.save()
    assert score_page.winners == ["Nobody"]
    phone.goto(f"/nights/{Match.objects.earliest('pk').night_date}/")
    assert "Ben won 1" in phone.inner_text("main")


def test_a_level_match_is_decided_by_one_tap_with_its_reason(phone):
    rules = {"wins": "fewest", "ends": {"target": 100}}
    score_page = ScorePage(phone)
    score_page.open("any-game:Skyjo", NAMES[:3], [{"points": [12, 12, 100]}], rules)
    assert score_page.winners == ["Ada", "Ben"]
    why = phone.get_by_role("textbox", name="Why")
    why.fill("fewer cards left")
    why.press("Enter")  # names nobody
    assert score_page.winners == ["Ada", "Ben"]
    phone.get_by_role("button", name="Ben won").tap()
    phone.get_by_text("Decided by hand: fewer cards left").wait_for()
    assert score_page.winners == ["Ben"]
    phone.get_by_role("button", name="Undo").tap()
    phone.get_by_text("share the win").wait_for()
    assert Match.objects.get().decision is None
