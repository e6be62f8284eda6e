"""Forms and tables of the games as data: form.toml and table.toml beside each game's tests say what they show."""

from games.core.round_form import open_form
from tests.cases import cases
from tests.games.every_game import GAMES, seated
from tests.games.forms import moments_of, shown_at
from tests.games.tables import shown_of


@cases("game, moment", [(game, moment) for game in GAMES for moment in moments_of(game)])
def test_a_form_shows_what_is_written_down_for_the_moment(game, moment):
    assert shown_at(game, moment) == moment["shows"].splitlines()


@cases("game, moment", [(game, moment) for game in GAMES for moment in moments_of(game, "table.toml")])
def test_a_table_shows_what_is_written_down_for_it(game, moment):
    assert shown_of(game, moment) == moment["shows"].splitlines()


@cases("game", GAMES)
def test_keys_of_players_have_the_looks_of_their_marks(game):
    table = seated(game)
    marked = game.table(table.names, 0, table.rules.differing, [side + 10 for side in table.marks])

    assert looks(marked) == [f"side-{int(look.removeprefix('side-')) + 10}" for look in looks(table)]


def looks(table):
    keys = [key for question in open_form(table, {}).fields.values() for key in question.keys]
    return [key.tone for key in keys if key.tone.startswith("side-")]
