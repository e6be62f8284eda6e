"""Paper in and out of a browser: what is printed has one page, and a sheet is typed in with the totals beside it."""

from urllib.parse import urlencode

from games.core.round_form import form_class
from games.core.scoresheet import play
from tests.bench.data import hands
from tests.browser.layout import SCREEN, paper_pages
from tests.browser.score_page import NAMES, ScorePage
from tests.games.every_game import GAMES, possible_examples

FILL_IN = """answers => {
    for (const [name, answer] of Object.entries(answers)) document.querySelector(`[name="1-${name}"]`).value = answer;
}"""


def test_a_whole_match_is_printed_on_one_page(phone):
    for names, count in ((NAMES, 25), (NAMES[:2], 51)):
        ScorePage(phone).open(rounds=list(hands(len(names), count)), names=names)
        assert paper_pages(phone) == 1, count


def test_a_blank_sheet_of_every_game_is_printed_on_one_page(phone):
    for game in GAMES:
        for players in {game.seats[0], min(9, game.seats[-1])}:
            phone.goto(f"/games/{game.key}/blank-sheet/?players={players}")
            assert paper_pages(phone) == 1, (game.key, players)


def test_a_sheet_of_every_game_is_typed_in_with_its_totals_beside_it(phone):
    phone.set_viewport_size(SCREEN)
    for game in GAMES:
        sheet, state = first_example(game)
        query = [("seated", "1"), ("dealer", sheet.players[sheet.first_dealer])]
        query += [("player", name) for name in sheet.players]
        phone.goto(f"/games/{game.key}/matches/paper/?{urlencode(query)}")
        scored, table = state.rounds[0], game.table(sheet.players, sheet.first_dealer, {})
        answers = form_class(game).answers_of(scored.facts, table)
        written = {name: answers[name] for name in answers if answers[name] and name not in form_class(game).off_paper}
        name, answer = written.popitem()
        phone.evaluate(FILL_IN, written)
        write(phone.locator(f'[name="1-{name}"]'), answer)
        phone.keyboard.press("Tab")
        phone.locator("#sum-1 span").first.wait_for()

        totals = [one.strip("●▲■◆★✚") for one in phone.locator("#sum-1 span").all_inner_texts()]
        assert totals == [str(total).replace("-", "−") for total in scored.totals], game.key
        phone.locator("button.save").tap()
        phone.wait_for_url("**/matches/*/")


def first_example(game):
    """Of a match by the rules as they stand whose first round is complete."""
    for example in possible_examples(game):
        if not example.house_rules:
            sheet = example.sheet(game)
            _, state, _ = play(sheet)
            if state.rounds[0].facts.is_complete:
                return sheet, state
    raise LookupError(game.key)


def write(cell, answer):
    if cell.evaluate("cell => cell.tagName") == "SELECT":
        cell.select_option(answer)
    else:
        cell.fill(answer)
