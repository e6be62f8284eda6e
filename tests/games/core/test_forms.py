"""Forms and tables of the games as data: form.toml and table.toml beside each game's tests say what they show."""

from tests.cases import cases
from tests.games.every_game import GAMES
from tests.games.forms import moments_of, shown_at
from tests.games.tables import shown_of


@cases("game, moment", [(game, moment) for game in GAMES for moment in moments_of(game)])
def test_a_form_shows_what_is_written_down_for_the_moment(game, moment):
    assert shown_at(game, moment) == moment["shows"].splitlines()


@cases("game, moment", [(game, moment) for game in GAMES for moment in moments_of(game, "table.toml")])
def test_a_table_shows_what_is_written_down_for_it(game, moment):
    assert shown_of(game, moment) == moment["shows"].splitlines()
