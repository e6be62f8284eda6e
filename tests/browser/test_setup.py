"""Setting up a match under a thumb: what a choice usually goes with comes along, and what was chosen stays."""

import re
from urllib.parse import urlencode

import pytest

from games.core.house_rules import HouseRules
from tests.browser.layout import PHONE, SCREEN
from tests.browser.score_page import ScorePage
from tests.games.every_game import REAL_GAMES, other_values, seated

START = "#start"


def is_shown(game, option, value):
    """Whether the table is asked for all options that come along: a box may leave no choice."""
    implied = option.implies(value)
    rules = HouseRules(game.house_rules, {option.name: value, **implied})
    return all(other.is_known(rules) for other in game.house_rules if other.name in implied)


def implies_another(option, value):
    usual = option.implies(option.default)
    return any(usual.get(name, ...) != implied for name, implied in option.implies(value).items())


# Every value of a house rule that goes with other values than its default does.
BUNDLES = [
    pytest.param(game, option, value, id=f"{game.key}-{option.name}-{value}")
    for game in (game.with_name("Rummy") if game.requires_name else game for game in REAL_GAMES)
    for option in game.house_rules
    for value in other_values(game, option)
    if implies_another(option, value) and is_shown(game, option, value)
]


def choose(page, option, value):
    """Choose a value where the page asks for it, as a thumb does."""
    field = page.locator(f'[id="rule-{option.name}"]')
    if option.kind == "number":
        field.fill("" if value is None else str(value))
        field.blur()
    else:
        field.select_option(dict(option.to_form(value))[""])


def open_setup(page, table):
    query = [("seated", "1"), ("dealer", table.names[0]), *(("player", name) for name in table.names)]
    page.goto(f"/games/{table.game.key}/matches/new/?{urlencode(query)}")
    page.locator("summary", has_text="Change house rules").click()


def start(page):
    page.locator(START).click()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))
    return ScorePage(page).match.house_rules


def rules_of(game, chosen):
    return HouseRules(game.house_rules, chosen).differing


# The widths of the emblems, and the room between the last link to a game and the bar that lies over the page.
GAME_TILES = """() => {
    const boxes = selector => [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect());
    const [bar] = boxes(".tab-bar"), bottoms = boxes(".game-grid a").map(one => one.bottom);
    return { emblems: boxes(".game-grid .emblem").map(one => one.width), room: bar.top - Math.max(...bottoms) };
}"""


def test_all_games_are_on_one_screen_and_the_usual_ones_are_the_largest(phone, monkeypatch):
    # Without the games that only tests have.
    monkeypatch.setattr("scorekeeper.matches.views.match.games", lambda: {game.key: game for game in REAL_GAMES})
    for size in ({"width": 390, "height": 844}, {"width": 360, "height": 640}):
        phone.set_viewport_size(size)
        phone.goto("/games/")
        assert phone.evaluate(GAME_TILES)["room"] >= 0, size
        ScorePage(phone).open()
        phone.goto("/games/")
        tiles = phone.evaluate(GAME_TILES)
        assert tiles["room"] >= 0, size
        assert len(tiles["emblems"]) == len(REAL_GAMES)
        assert tiles["emblems"][0] > 1.5 * max(tiles["emblems"][1:])


def test_a_computer_has_two_columns_where_a_phone_has_one(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=[{"bids": [1, 0, 0, 0], "tricks": [1, 0, 0, 0]}])
    match = score_page.match.pk
    columns = {
        f"/games/{score_page.match.game_key}/matches/new/": ("player-names", START),
        f"/matches/{match}/rounds/1/sides/0/": (".why-number", ".why-rules"),
        f"/matches/{match}/sharing/": (".shared-picture", ".share-offer"),
    }
    for size in (SCREEN, PHONE):
        phone.set_viewport_size(size)
        for address, parts in columns.items():
            phone.goto(address)
            first, second = (phone.locator(part).bounding_box() for part in parts)
            is_beside = first["x"] + first["width"] < second["x"]
            assert is_beside == (size == SCREEN), (address, size)
            assert second["y"] + second["height"] <= size["height"] or size == PHONE, address


@pytest.mark.parametrize(("game", "option", "value"), BUNDLES)
def test_a_choice_sets_the_options_it_implies(phone, game, option, value):
    open_setup(phone, seated(game))
    others = {one.name: one for one in game.house_rules}
    implied = option.implies(value)
    with phone.expect_response("**/matches/new/?*"):
        choose(phone, option, value)

    came = [f"{others[name].title}: {others[name].label(one)}" for name, one in implied.items()]
    along = phone.locator(".option", has=phone.locator(f'[id="rule-{option.name}"]')).locator(".along li")
    along.first.wait_for()
    assert {text.strip() for text in along.all_inner_texts()} <= set(came)
    chosen = {option.name: value, **implied}
    assert start(phone) == rules_of(game, chosen)


@pytest.mark.parametrize(("game", "option", "value"), BUNDLES)
def test_without_javascript_a_choice_sets_the_options_it_implies(open_phone, game, option, value):
    page = open_phone(java_script_enabled=False)
    open_setup(page, seated(game))
    choose(page, option, value)
    assert start(page) == rules_of(game, {option.name: value, **option.implies(value)})


def own_choice(game, implied, drawn):
    """Return an implied option, with a value that is neither implied nor drawn; None if there is none."""
    return next(
        (
            (option, value)
            for option in game.house_rules
            if option.name in implied
            for value in option.presets()
            if value not in (implied[option.name], drawn.get(option.name, option.default))
        ),
        None,
    )


@pytest.mark.parametrize(("game", "option", "value"), BUNDLES)
def test_a_later_choice_overrides_an_implied_option(phone, game, option, value):
    implied = option.implies(value)
    other, own = own_choice(game, implied, implied)
    open_setup(phone, seated(game))
    with phone.expect_response("**/matches/new/?*"):
        choose(phone, option, value)
    phone.locator(".option.differs").nth(1).wait_for()
    with phone.expect_response("**/matches/new/?*"):
        choose(phone, other, own)
    assert start(phone) == rules_of(game, {option.name: value, **implied, other.name: own})


# A number is changed, and the next one typed into its field before the answer to the first is there.
TYPE_BEFORE_THE_ANSWER = """([first, second, changed, typed]) => {
    const fieldOf = name => document.getElementById(name);
    fieldOf(first).value = changed;
    fieldOf(first).dispatchEvent(new Event("change", { bubbles: true }));
    fieldOf(second).focus();
    fieldOf(second).select();
    document.execCommand("insertText", false, typed);
}"""


def test_house_rules_stay_unfolded_and_what_is_typed_before_an_answer_stays(phone):
    games = [game for game in REAL_GAMES if any(option.is_rare for option in game.house_rules)]
    numbers = {game: [one for one in game.house_rules if one.kind == "number" and not one.is_rare] for game in games}
    game, (first, second, *_) = next((game, options) for game, options in numbers.items() if len(options) > 1)
    open_setup(phone, seated(game))
    more = phone.locator("summary", has_text="More house rules")
    more.click()
    fields = [f"rule-{first.name}", f"rule-{second.name}"]
    with phone.expect_response("**/matches/new/?*"):
        phone.evaluate(TYPE_BEFORE_THE_ANSWER, [*fields, str(first.low), str(second.low)])
    phone.locator("#rules li").first.wait_for()
    assert [phone.locator(f'[id="{name}"]').input_value() for name in fields] == [str(first.low), str(second.low)]
    with phone.expect_response("**/matches/new/?*"):
        phone.locator(f'[id="{fields[1]}"]').blur()
    phone.locator(".option.differs").nth(1).wait_for()
    assert more.locator("..").get_attribute("open") is not None
    assert start(phone) == rules_of(game, {first.name: first.low, second.name: second.low})


@pytest.mark.parametrize("script", [True, False])
def test_a_choice_made_before_the_answer_overrides_an_implied_option(open_phone, page_errors, script):
    """Before an answer is there, or where no script asks for one."""
    for game, option, value in (bundle.values for bundle in BUNDLES):
        implied = option.implies(value)
        other, own = own_choice(game, implied, {}) or (None, None)
        if other is None:
            continue
        page = open_phone(java_script_enabled=script)
        open_setup(page, seated(game))
        choose(page, option, value)
        choose(page, other, own)
        assert start(page) == rules_of(game, {option.name: value, **implied, other.name: own}), (game.key, value)
    # The answer that was no longer waited for.
    assert {error.split(",")[0] for error in page_errors} <= {"htmx:afterRequest", "htmx:sendAbort"}
    page_errors.clear()
