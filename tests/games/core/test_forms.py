"""The forms of the games as data: form.toml beside each game's tests says what they ask, say and make of answers."""

from tests.cases import cases
from tests.games.every_game import GAMES
from tests.games.forms import moments_of, shown_at


@cases("game, moment", [(game, moment) for game in GAMES for moment in moments_of(game)])
def test_a_form_shows_what_is_written_down_for_the_moment(game, moment):
    assert shown_at(game, moment) == moment["shows"].splitlines()
