"""Entering rounds on a phone of 390×844: nothing hidden, nothing small, nothing that moves, nothing lost."""

from random import Random

import pytest

from games.core.round_form import form_class, open_form
from games.core.schema import read
from scorekeeper.matches import recording
from tests.browser import layout, words
from tests.browser.layout import (
    LOW_SCREENS,
    NEXT_FRAMES,
    PHONE,
    SHIFTS,
    WATCH_SHIFTS,
    assert_accessible,
    assert_keys_come_into_view,
    assert_reachable,
    assert_texts_are_whole,
    assert_within_reach,
)
from tests.browser.network import wait_until
from tests.browser.score_page import (
    ANSWERS,
    DELIBERATE,
    IS_ANSWERED,
    NAMES,
    TAPPED,
    ScorePage,
    let_answers_be_late,
    tap_quickly,
    won_rounds,
)
from tests.games.every_game import games_of_every_field, next_round, refused_by_its_last_answer, seated
from tests.matches.factory import entry, keep_draft, make_match, reload
from tests.thoroughness import is_thorough

TARGETS = f"{words.ENTRY} :is(fieldset[data-current] .key, .cell, .save, .shortcut)"
# Not what stands above and below a deck.
IN_REACH = f"{words.ENTRY} fieldset[data-current] .key, {words.ENTRY}:not([data-deck]) :is(.cell, .save, .shortcut)"
OPEN_KEYS = "fieldset[data-current] :is(label.key:not(:has(:disabled, :checked)), button.key[value]:enabled)"
SAVE = f"document.querySelector('{words.SAVE}')"
SAVE_PLACE = f"!{SAVE}.closest('[data-deck]') && {SAVE}.getBoundingClientRect().y"
PLACES = f"""() => [...document.querySelectorAll("{words.ENTRY} :is(.row .name, .row .total, .cell, .message-row)")]
    .map(one => one.getBoundingClientRect()).map(({{x, y}}) => [x, y + scrollY])"""
# A key itself sinks while it is pressed.
GROUPS = "fieldset[data-current] :is(.given-row, .key-group)"
PLACE_OF_EACH = """selector => [...document.querySelectorAll(selector)]
    .map(one => one.getBoundingClientRect()).map(({x, y}) => [x, y].map(Math.round))"""
# Heads of columns at the edge of their card, reasons that are not in the middle of their row, felt with nothing on it.
UNBALANCED = f"""() => {{
    const range = new Range(), shown = (selector) => [...document.querySelectorAll(selector)]
        .filter(one => one.checkVisibility({{ visibilityProperty: true }}) && one.textContent.trim());
    const text = one => (range.selectNodeContents(one), range.getBoundingClientRect());
    const box = one => one.getBoundingClientRect(), faults = [];
    for (const head of shown(".entry :is(.columns > *, .recent thead .side, .several small, .grid .row-label)")) {{
        const air = text(head).top - box(head.closest(".section:not(.grid), .recent, .row")).top;
        if (air < 5) faults.push(`${{head.textContent.trim()}}: ${{air}} px below the edge`);
    }}
    for (const reasons of shown(".entry .row > .reasons")) {{
        const row = box(reasons.parentElement), cell = box(reasons.parentElement.querySelector(".cell > span"));
        const off = row.bottom - text(reasons).bottom - (cell.top - row.top);
        if (Math.abs(off) > 12) faults.push(`${{reasons.textContent}}: ${{off}} px out of the middle`);
    }}
    const save = box({SAVE}), parts = ".entry-rows .section, .table-facts, .recent, .message, {words.COMPLETE} h2";
    const above = shown(parts).map(one => one.matches(".message, h2") ? text(one) : box(one))
        .filter(({{ bottom }}) => bottom < save.top);
    const edges = [...above, save].sort((one, other) => one.top - other.top);
    edges.reduce((bottom, one) => {{
        if (one.top - bottom > 100) faults.push(`${{one.top - bottom}} px of felt above ${{one.top}}`);
        return Math.max(bottom, one.bottom);
    }}, edges[0].bottom);
    return faults;
}}"""
LARGE_LETTERS = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("html { font-size: 200% }");
document.adoptedStyleSheets = [sheet];
"""
FOCUSED = "document.activeElement.value"
# The screens, and the numbers of players, with which a round is entered.
SCREENS = PHONE, *(LOW_SCREENS if is_thorough() else LOW_SCREENS[1:])
TABLES = (4, 6, 9) if is_thorough() else (4, 9)


@pytest.mark.parametrize("game", games_of_every_field(), ids=lambda game: game.key)
def test_every_game_is_entered_within_reach_and_nothing_moves(phone, game):
    score_page = ScorePage(phone)
    match = seated(game)
    score_page.open(game.key, match.names, house_rules=match.rules.differing)
    assert phone.evaluate("scrollY") == 0
    assert_accessible(phone, game.key)
    assert "?:" not in phone.content()
    for question in phone.locator("fieldset[data-name]").evaluate_all("all => all.map(one => one.dataset.name)"):
        cell = phone.locator(f"{score_page.cell(question)}:not(.unasked)")
        if cell.count() and cell.first.is_visible():
            score_page.select(question)
            assert_within_reach(phone, IN_REACH, where=question)

    phone.evaluate("history.scrollRestoration = 'manual'")
    phone.reload()
    phone.evaluate(WATCH_SHIFTS)
    before = phone.evaluate(SAVE_PLACE)
    for tap in range(4):
        if "data-rests" in phone.evaluate(f"document.querySelector('{words.ENTRY}').getAttributeNames()"):
            break
        phone.evaluate(DELIBERATE)
        with score_page.expect_answer():
            phone.locator(OPEN_KEYS).first.tap()
        phone.evaluate(NEXT_FRAMES)
        assert phone.evaluate(SAVE_PLACE) == before, tap
    assert phone.evaluate(SHIFTS) == []
    assert_reachable(phone, TARGETS)
    assert_keys_come_into_view(phone, game.key)
    assert_texts_are_whole(phone, game.key)
    table = score_page.match
    keep_draft(table, longest_answers(open_form(table.state, {})))
    phone.reload()
    assert_texts_are_whole(phone, f"{game.key} answered")


def longest_answers(form):
    """By question the answer with the most letters."""
    return {
        name: "99" if question.no_spaces else max(question.keys, key=lambda key: len(key.label)).value
        for name, question in form.fields.items()
    }


# A table that enters in one of several ways is asked for more than the facts.
ONE_WAY_GAMES = [game for game in games_of_every_field() if "way" not in open_form(seated(game), {}).fields]


@pytest.mark.parametrize("game", ONE_WAY_GAMES, ids=lambda game: game.key)
def test_nothing_that_is_tapped_moves_when_the_reasons_of_a_round_come(phone, game):
    score_page, table, form, drafts = ScorePage(phone), seated(game), form_class(game), []
    facts = form.answers_of(next_round(table, Random(1)), table)
    complete = {name: facts[name] for name in form(table, {}).fields if name in facts}
    for size in SCREENS:
        phone.set_viewport_size(size)
        begun = without_the_last(table, complete)
        score_page.open(game.key, table.names, house_rules=table.rules.differing, typed=begun)
        hold_back(phone, drafts)
        with phone.expect_request("**/draft/"):
            while not phone.locator(f"{words.ENTRY}[data-rests]").count():
                asked = score_page.question
                # Nobody took what these facts do not mention.
                score_page.answer(asked, form(table, {}).fields[asked], complete.get(asked, "nobody"))
        before = phone.evaluate(TAPPED)
        let_go(phone, drafts)
        phone.locator(words.COMPLETE, has_text="is complete").wait_for()
        assert phone.evaluate(TAPPED) == before, size
        if size["width"] < size["height"]:
            assert phone.evaluate(UNBALANCED) == [], size


@pytest.mark.parametrize("game", games_of_every_field(), ids=lambda game: game.key)
def test_nothing_that_is_tapped_moves_when_a_complete_round_is_refused(phone, game):
    score_page, drafts = ScorePage(phone), []
    for players in TABLES:
        table = seated(game, players)
        if len(table.names) != players or not (refused := refused_by_its_last_answer(table)):
            continue
        answers, name, question, answer = refused
        for size in [size for size in SCREENS if size["width"] < size["height"]]:
            phone.set_viewport_size(size)
            score_page.open(game.key, table.names, house_rules=table.rules.differing, typed=answers)
            hold_back(phone, drafts)
            if score_page.question != name:
                score_page.select(name)
            with phone.expect_request("**/draft/"):
                score_page.answer(name, question, answer)
            before = phone.evaluate(TAPPED), phone.evaluate("scrollY")
            let_go(phone, drafts)
            phone.locator(f"{words.ENTRY}[data-refused] {words.COMPLETE} .message.wrong").wait_for()
            assert (phone.evaluate(TAPPED), phone.evaluate("scrollY")) == before, (players, size)
            mends = phone.evaluate(layout.TARGETS, f"{words.COMPLETE} :is(.message, .shortcut)")
            assert all(one["bottom"] <= size["height"] and not one["covered"] for one in mends), (players, size)


def test_cards_that_are_tapped_in_quickly_move_no_key_before_the_server_answers(phone):
    score_page, drafts, tried = ScorePage(phone), [], []
    for game in games_of_every_field():
        match = score_page.open(game.key)
        for name, question in open_form(match.state, {}).fields.items():
            if not question.many or not phone.locator(f"{score_page.cell(name)}:visible").count():
                continue
            score_page.select(name)
            if not phone.locator("fieldset[data-current] .given").count():
                continue
            # The first card may choose another way to count, which has other rows.
            for _tap in range((question.most or 3) - 2):
                with score_page.expect_answer():
                    score_page.tap(OPEN_KEYS)
            before = phone.evaluate(PLACE_OF_EACH, GROUPS)
            hold_back(phone, drafts)
            score_page.tap(OPEN_KEYS)
            assert phone.evaluate(PLACE_OF_EACH, GROUPS) == before, (game.key, name)
            let_go(phone, drafts)
            assert phone.evaluate(PLACE_OF_EACH, GROUPS) == before, (game.key, name)
            tried.append(name)
    assert tried


def hold_back(phone, drafts):
    """The next tap reaches the server when the test lets it go."""
    let_answers_be_late(phone)
    phone.route("**/draft/", lambda route, _request: drafts.append(route), times=1)


def let_go(phone, drafts):
    wait_until(phone, lambda: drafts)  # the tap is on its way
    with phone.expect_response("**/draft/"):
        drafts.pop().continue_()
    phone.wait_for_function(IS_ANSWERED)
    phone.evaluate(NEXT_FRAMES)


def test_save_is_a_card_in_every_game_since_light_red_would_look_like_a_warning(phone):
    score_page, faces = ScorePage(phone), set()
    for game, cards in (("hearts", [13, 0]), ("big-little", [0, 0, 0, 0, 0, 0, 0])):
        score_page.open(game)
        score_page.enter(*cards)
        phone.locator(words.COMPLETE, has_text="Hand 1 is complete").wait_for()
        faces.add(phone.evaluate(f"getComputedStyle({SAVE}).backgroundColor"))
        assert_accessible(phone, f"{game} complete")
    assert faces == {"rgb(243, 231, 201)"}


def without_the_last(table, answers):
    """The first answers of a round, so many that it is not complete yet."""
    form = open_form(table, answers)
    while form.is_valid():
        answers = dict(list(answers.items())[:-1])
        form = open_form(table, answers)
    return answers


def test_thirteen_cards_are_within_reach_and_stakes_move_nothing(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(12))
    assert_within_reach(phone, TARGETS)
    for seats in (4, 9):
        rounds = [{"bids": [0] * seats, "tricks": [cards] + [0] * (seats - 1)} for cards in range(1, 5)]
        score_page.open(rounds=rounds, names=[*NAMES, "Eve", "Finn", "Gus", "Hal", "Ida"][:seats])
        before, message = phone.evaluate(PLACES), phone.query_selector(f"{words.LEDGER} .message")
        score_page.enter(*[0] * (seats - 1), 3)
        phone.locator(words.STAKES, has_text="1 sandbag to −100").wait_for()
        assert message.evaluate("one => one.isConnected"), "what an answer leaves as it was is not drawn anew"
        assert phone.locator(".row .status", has_text="+30 / −30").is_visible()
        assert phone.evaluate(PLACES) == before, seats
        stakes = f"[...document.querySelectorAll('.row-label {words.STAKES}')]"
        assert phone.evaluate(f"{stakes}.filter(one => one.scrollWidth > one.clientWidth).length") == 0, seats
        assert_within_reach(phone, TARGETS, where=seats)
        score_page.enter(5)
        phone.locator(words.COMPLETE, has_text="Hand 5 is complete").wait_for()
        assert_reachable(phone, f"{TARGETS}, {words.COMPLETE} button", where=seats)


def test_a_slipping_finger_answers_once_and_a_tap_beside_the_keys_not_at_all(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(2))

    def tap_three_times(selector, right=20):
        box = phone.locator(selector).first.bounding_box()
        phone.evaluate(DELIBERATE)
        tap_quickly(phone, [box["x"] + right, box["y"] + 20], times=3)
        phone.evaluate(NEXT_FRAMES)

    def given():
        return {name: answer for name, answer in phone.evaluate(ANSWERS).items() if name.startswith("bids")}

    for expected in ({"bids-3": "1"}, {"bids-3": "1", "bids-0": "1"}):
        tap_three_times("fieldset[data-current] .key >> nth=1")
        assert given() == expected
    tap_three_times(f"{words.ENTRY} .message-row")
    tap_three_times(score_page.cell("bids-3"))
    assert score_page.question == "bids-3"
    tap_three_times("fieldset[data-current] .key >> nth=2")
    assert given() == {"bids-3": "2", "bids-0": "1"}
    assert score_page.question == "bids-1"


def test_a_complete_round_rests_until_one_of_its_cells_is_tapped(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(2))
    save, keys = phone.locator(words.SAVE), phone.locator(f"{words.ENTRY} .key:visible")
    score_page.enter(1, 0, 2, 0)
    assert save.get_attribute("data-to-go") == "3"
    score_page.press_save()
    assert score_page.question == "tricks-3"

    score_page.enter(1, 0, 2)
    assert keys.count() == 0
    phone.locator(words.COMPLETE, has_text="Hand 3 is complete").wait_for()
    ben = phone.locator(f"{words.LEDGER} .row", has_text="Ben")
    assert ben.locator(".round-points").inner_text() == "+20"
    assert ben.locator(words.REASONS).inner_text() == "bid 2, took 2: 10 × 2"
    assert save.get_attribute("data-to-go") == "0"
    before = phone.evaluate(ANSWERS)

    score_page.select("tricks-3")
    assert keys.count() == 4
    assert not ben.locator(words.REASONS).is_visible(), "their room is the keys' again"
    score_page.enter(1)
    assert keys.count() == 0
    assert phone.evaluate(ANSWERS) == before
    score_page.select("tricks-3")
    score_page.enter(0)
    phone.locator(f"{score_page.cell('tricks-2')} s", has_text="0").wait_for()
    assert "Cleo took 1, was 0" in phone.locator(".message").inner_text()


def test_a_refusal_replaces_the_keys_and_offers_a_key_that_completes_the_round(phone):
    score_page = ScorePage(phone)
    score_page.open(names=NAMES[:2], house_rules={"hook": True})
    score_page.enter(1, 0, 1)
    repairs = f"{words.COMPLETE} .shortcut"
    for text in ("Change this", "We played it that way"):
        phone.locator(repairs, has_text=text).wait_for()
    assert phone.locator(f"{words.LEDGER} .doubted .cell.wrong").count() == 1
    assert_within_reach(phone, repairs)
    assert_reachable(phone, repairs)
    score_page.tap("a.shortcut")
    assert score_page.question == "bids-0"
    score_page.enter(0)
    score_page.tap("button.shortcut")
    phone.locator(words.COMPLETE, has_text="Hand 1 is complete").wait_for()
    score_page.save()
    assert score_page.match.round_facts[0].irregular


def test_a_wrong_sum_marks_its_cells_moves_nothing_and_is_corrected_by_one_key(phone):
    score_page = ScorePage(phone)
    score_page.open("hearts")
    marked = phone.locator(f"{words.LEDGER} .cell.wrong")
    with score_page.expect_answer():
        score_page.enter(8)
    for size in SCREENS:
        phone.set_viewport_size(size)
        phone.reload()
        score_page.select("hearts-2")
        before = phone.evaluate(PLACES), phone.evaluate("scrollY")
        score_page.enter(7)
        phone.locator(words.COMPLETE, has_text="15 of 13 hearts: 2 too many").wait_for()
        assert [cell.get_attribute("data-question") for cell in marked.all()] == ["hearts-1", "hearts-2"]
        assert (phone.evaluate(PLACES), phone.evaluate("scrollY")) == before, size
        assert phone.locator("fieldset[data-current]").count() == 0, "no key is there that cannot be"
        assert phone.locator(f"{words.COMPLETE} .shortcut").all_inner_texts() == ["Ben: 6", "Cleo: 5"]
        save = phone.locator(words.SAVE).bounding_box()
        tap_quickly(phone, [save["x"] + 20, save["y"] + 20], times=1)
        assert phone.locator(f"{words.COMPLETE} .shortcut").all_inner_texts() == ["Ben: 6", "Cleo: 5"], "keys stay"
        assert (phone.evaluate(PLACES), phone.evaluate("scrollY")) == before, size
        score_page.select("hearts-2")
        assert phone.evaluate(PLACES) == before[0], size
        with score_page.expect_answer():
            score_page.enter(2)
        marked.first.wait_for(state="hidden")

    score_page.select("hearts-2")
    score_page.enter(7)
    phone.set_viewport_size(PHONE)
    assert_accessible(phone, "a refused sum")
    score_page.tap(f"{words.COMPLETE} .shortcut >> text=Cleo: 5")
    marked.first.wait_for(state="hidden")
    assert score_page.question == "queen"
    score_page.enter(0)
    phone.locator(words.COMPLETE, has_text="Hand 1 is complete").wait_for()
    score_page.save()
    assert score_page.match.round_facts[0].hearts == (0, 8, 5, 0)


def test_a_cell_is_named_by_its_answer_before_the_server_has_heard_of_it(phone):
    score_page, drafts = ScorePage(phone), []
    score_page.open()
    hold_back(phone, drafts)
    score_page.enter(1)
    phone.get_by_role("link", name="Ben bids: 1", exact=True).wait_for()
    let_go(phone, drafts)


def test_a_key_that_cannot_be_is_dashed_with_its_reason_as_soon_as_that_is_known(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(2, bids=[0, 0, 0, 0]), house_rules={"hook": True})
    barred = phone.locator("fieldset[data-current] .key[data-barred]")
    score_page.enter(1, 0)
    assert barred.count() == 0
    score_page.enter(1)
    barred.wait_for()
    assert (barred.inner_text(), barred.get_attribute("data-barred")) == ("1", "hook")
    assert barred.evaluate("key => getComputedStyle(key).borderStyle") == "dashed"
    assert_accessible(phone, "a barred key")
    score_page.enter(1)
    assert phone.evaluate(ANSWERS)["bids-2"] == "1", "who insists can"

    score_page.enter(2)
    barred.nth(1).wait_for()
    assert barred.all_inner_texts() == ["2", "3"]
    assert [key.get_attribute("data-barred") for key in barred.all()] == ["1 left", ""]
    score_page.select("bids-2")
    assert barred.all_inner_texts() == ["1"]


def test_large_letters_leave_the_keys_on_the_screen_after_a_tap_on_a_cell(open_phone):
    phone = open_phone()
    phone.add_init_script(LARGE_LETTERS)
    score_page = ScorePage(phone)
    keys = f"{words.ENTRY} fieldset[data-current] .key"
    for game in ("big-little", "grosse-kleine", "ten-point-pitch"):
        score_page.open(game)
        phone.evaluate(NEXT_FRAMES)
        assert_within_reach(phone, keys, where=game)
        score_page.tap(f"{words.LEDGER} .cell:not(.unasked) >> nth=-1")
        phone.evaluate(NEXT_FRAMES)
        assert_within_reach(phone, keys, where=score_page.question)


def test_a_round_cleared_after_a_refused_save_stays_clear(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(2))
    phone.goto(f"{phone.url}rounds/1/before/")
    score_page.fill_in(1)
    score_page.press_save()
    phone.locator(words.NOTICE, has_text="does not fit").wait_for()

    phone.locator(words.MENU).tap()
    phone.locator("a", has_text="Clear this hand").tap()
    phone.get_by_role("button", name="Clear it").tap()
    phone.locator(words.ENTRY).wait_for()

    assert phone.locator('input[name="tricks-0"]:checked').count() == 0


def test_beside_the_scoreboard_the_last_rounds_are_not_shown_again(open_phone):
    score_page = ScorePage(open_phone(viewport={"width": 1280, "height": 800}))
    score_page.open(rounds=won_rounds(2))
    score_page.fill_in(3)
    score_page.page.locator(words.COMPLETE, has_text="Hand 3 is complete").wait_for()

    assert score_page.page.locator(".scoreboard").is_visible()
    assert not score_page.page.locator(".recent").is_visible()


def test_a_saved_round_is_confirmed_and_undone_by_one_tap(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(1))
    score_page.enter(2, 0, 0, 0, 2)
    score_page.save()
    outbox = phone.locator(words.OUTBOX)
    outbox.get_by_text("Hand 2 saved").wait_for()
    assert phone.evaluate("document.activeElement.name") == "bids-3"
    outbox.get_by_role("button", name="Undo").tap()
    phone.locator(words.COMPLETE, has_text="Hand 2 is complete").wait_for()
    assert len(score_page.match.round_facts) == 1
    outbox.get_by_text("Undone: hand 2").wait_for()
    outbox.get_by_role("button", name="Redo").tap()
    outbox.get_by_text("Redone: hand 2").wait_for()
    assert len(score_page.match.round_facts) == 2
    outbox.get_by_role("button", name="Undo").tap()
    outbox.get_by_text("Undone: hand 2").wait_for()
    phone.locator(words.COMPLETE, has_text="Hand 2 is complete").wait_for()
    score_page.save()
    assert len(score_page.match.round_facts) == 2


def test_a_save_faster_than_its_preview_is_told_that_it_ends_the_match(phone):
    match = make_match(names=("Ada", "Ben"), game="any-game:Skyjo", wins="fewest", ends={"target": 100})
    recording.play(match, read({"points": [12, 20]}, match.game.facts), entry(match))
    phone.goto(f"/matches/{match.pk}/rounds/1/")
    phone.evaluate("document.forms.entry.elements['points-0'].value = 129")

    phone.locator(words.SAVE).tap()

    phone.locator(words.NOTICE, has_text="This ends the match: Ben won. Save it once more").wait_for()
    assert phone.locator(words.COMPLETE, has_text="This ends the match: Ben won.").is_visible()
    assert reload(match).is_open
    ScorePage(phone).press_save()
    phone.locator(words.RESULT, has_text="Ben won").wait_for()
    assert not reload(match).is_open


def test_a_tap_that_waits_while_the_round_is_saved_leaves_no_draft_on_the_phone(phone):
    score_page, drafts, saves = ScorePage(phone), [], []
    score_page.open()
    let_answers_be_late(phone)  # the answers come when the test lets them
    phone.route("**/rounds/", lambda route, _request: saves.append(route))
    phone.route("**/draft/", lambda route, _request: drafts.append(route), times=1)
    with phone.expect_request("**/draft/"):
        score_page.enter(1)
    score_page.enter(0, 0, 0, 1)
    with phone.expect_request("**/rounds/"):
        score_page.press_save()
    with score_page.expect_answer():
        drafts[0].continue_()
    saves[0].continue_()
    phone.locator(words.OUTBOX, has_text="Hand 1 saved").wait_for()
    assert phone.evaluate("Object.keys(localStorage).filter(name => name.startsWith('draft'))") == []


def test_the_first_digit_in_a_reopened_cell_replaces_its_number_and_a_key_back_edits_it(phone):
    score_page, value = ScorePage(phone), "name => document.forms.entry.elements[name].value"
    match = score_page.open("any-game:Zwicker", NAMES[:3], rounds=[{"points": [12, 40, 7]}])
    phone.goto(f"/matches/{match.pk}/rounds/1/#q-points-1")
    for question, keys, number in [
        ("points-1", "9", "9"), ("points-0", "9", "9"), ("points-0", "12", "12"), ("points-0", "⌫3", "13"),
        ("points-2", "−", "−7"), ("points-2", "45", "−45"), ("points-2", "−6", "6"), ("points-2", "12345", "12345"),
        ("points-2", "3", "3"),
    ]:  # fmt: skip
        if score_page.question != question:
            score_page.select(question)
        for key in keys:
            score_page.tap("fieldset[data-current] [data-back]") if key == "⌫" else score_page.enter(key)
        assert phone.evaluate(value, question) == number, (question, keys)
        score_page.tap(score_page.cell("points-1" if question != "points-1" else "points-2"))
    phone.locator(words.SAVE).wait_for()


def test_no_key_of_a_page_that_back_brings_from_the_cache_replaces_what_is_kept(open_phone):
    score_page = ScorePage(phone := open_phone())
    score_page.open("any-game:Zwicker")
    phone.goto(phone.url)  # by now the phone has all its cookies, which pages vary on
    for number in ("9", "8", "15"):
        with score_page.expect_answer():
            score_page.enter(*number)
        score_page.done()
    phone.goto("/")
    phone.go_back(wait_until="commit")
    with score_page.expect_answer():
        score_page.enter(6)
    assert phone.evaluate("performance.getEntriesByType('navigation')[0].transferSize") == 0
    assert score_page.match.draft == {f"points-{seat}": n for seat, n in enumerate(["9", "8", "15", "6"])}


# --- By keyboard ---


def focus(page, selector):
    """Tab along until something has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(selector)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_digits_answer_what_is_asked_backspace_goes_back_and_enter_saves(open_phone):
    page = open_phone(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    score_page = ScorePage(page)
    score_page.open(rounds=won_rounds(9))
    press(page, "1", "0", "2", "1", "Enter", "9")
    # The first key loads the script of the keyboard; the others wait for it.
    page.locator('[name="bids-1"][value="9"]:checked').wait_for(state="attached")
    answers = page.evaluate(ANSWERS)
    assert [answers[f"bids-{seat}"] for seat in (2, 3, 0, 1)] == ["10", "2", "1", "9"]
    press(page, "Backspace")
    assert score_page.question == "bids-1"
    press(page, "0", "5", "5")
    page.locator(words.COMPLETE, has_text="Hand 10 is complete").wait_for()
    press(page, "Enter")
    score_page.wait_for_rounds(10)

    score_page.open("grosse-kleine", NAMES[:3])
    press(page, "4", "1", "2", "Backspace", "9", "Enter")
    page.wait_for_function("() => document.querySelector('[name=left-1]').value === '4 9'")
    page.locator('fieldset[data-current][data-name="left-2"]').wait_for()


def test_a_round_is_entered_by_keyboard_and_popovers_close(open_phone):
    page = open_phone(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    score_page = ScorePage(page)
    score_page.open(rounds=won_rounds(2))
    focus(page, score_page.cell("tricks-2"))
    press(page, "Enter")
    page.wait_for_function("() => document.activeElement?.name === 'tricks-2'")

    page.reload()
    focus(page, ".menu summary")
    press(page, "Enter", "Tab")
    assert page.evaluate("document.activeElement.textContent") == "Table view"
    page.locator(words.MENU).focus()
    press(page, "Enter")
    assert not page.locator(".menu ul").is_visible()

    focus(page, "key-pad [type=radio]")
    # Arrows are the browser's own: they do not wait for the script of the keyboard.
    page.wait_for_function("() => !!customElements.get('keyboard-entry')")
    press(page, " ")
    for times in (1, 3, 2):
        press(page, *["ArrowRight"] * times)
        assert page.evaluate(FOCUSED) == str(times)
        press(page, " ")
    for times in (0, 1, 2):
        press(page, *["ArrowRight"] * times, "Enter")
    page.wait_for_function("() => document.activeElement?.matches('.save')")
    press(page, "Enter")
    score_page.wait_for_rounds(3)
    assert page.locator(f"{words.ROUNDS}:nth-child(3) .note").all_inner_texts() == ["1/1", "3/2", "2/0", "0/0"]

    page.locator(f"{words.WHY_LINK}:visible").first.focus()
    press(page, "Enter")
    page.locator(f"{words.WHY}:popover-open h1").wait_for()
    press(page, "Tab")
    assert page.evaluate(f"!!document.activeElement.closest('{words.WHY}')")
    press(page, "Escape")
    page.locator(words.WHY).wait_for(state="hidden")
    assert page.evaluate(f"document.activeElement.matches('{words.WHY_LINK}')")
