"""A sheet kept on paper, of every game: typed in, it is the match that was played."""

import json
from urllib.parse import urlencode

import pytest

from games.examples import examples
from games.registry import games
from games.scoresheet import play
from games.typed import plain
from tests.html_browser import Browser
from tests.transfer.test_paper_sheets import the_match

pytestmark = pytest.mark.django_db


def sheets():
    """The worked examples of every game that were played to their end, as sheets."""
    for game in games().values():
        for example in examples(game).example:
            if not example.refused:
                yield pytest.param(game, example, id=f"{game.key} {example.id}")


@pytest.mark.parametrize(("game", "example"), list(sheets()))
def test_a_sheet_typed_in_is_the_match_that_was_played(game, example):
    sheet = example.sheet(game)
    _, so_far, _ = play(sheet)
    if not so_far.rounds[-1].record.is_complete:
        pytest.skip("not played to its end")
    page = opened_for(game, sheet)
    table, typed = game.table(sheet.players, sheet.first_dealer, sheet.house_rules), {}
    for number, scored in enumerate(so_far.rounds, 1):
        answers = game.form.answers_of(
            scored.record, game.fold(table, [one.record for one in so_far.rounds[: number - 1]])
        )
        typed |= {f"{number}-{name}": answer for name, answer in answers.items() if name not in game.form.off_paper}
    response = page.browser.post(
        f"/games/{game.key}/matches/paper/", [*clear(page.said("paper"), typed), *typed.items(), ("save", "1")]
    )

    assert response.status == 200, response.text
    played = [plain(record) for record in the_match().records]
    assert played == [plain(scored.record) for scored in so_far.rounds] or "order" in json.dumps(typed)


def clear(pairs, typed):
    return [(name, value) for name, value in pairs if name not in typed]


def opened_for(game, sheet):
    from scorekeeper.table.options import OptionField

    fields = [OptionField(option, sheet.house_rules.get(option.name, option.default)) for option in game.house_rules]
    said = [
        ("seated", "1"),
        *(("player", name) for name in sheet.players),
        ("dealer", sheet.players[sheet.first_dealer]),
    ]
    said += [pair for field in fields if field.differs for pair in field.sent()]
    return Browser().open(f"/games/{game.key}/matches/paper/?{urlencode(said)}")
