"""The forms of the games as data: form.toml beside each game's tests says what they ask, say and make of answers."""

import tomllib
from pathlib import Path

from tests.cases import cases
from tests.games.every_game import GAMES
from tests.games.forms import form_at, form_lines

MOMENTS = [
    (game, moment)
    for game in GAMES
    for file in [Path(__file__).parents[1] / game.folder.name / "form.toml"] if file.exists()
    for moment in tomllib.loads(file.read_text(encoding="utf-8"))["moment"]
]  # fmt: skip


@cases("game, moment", MOMENTS)
def test_the_form_shows_what_is_written_for_the_moment(game, moment):
    """Only the first moment names all lines; the others those that an empty form in that round does not have."""
    before = {name: moment[name] for name in ("players", "rounds") if name in moment}
    empty = [] if moment.get("whole") else form_lines(form_at(game, before))
    shows = [line for line in form_lines(form_at(game, moment)) if line not in empty]

    assert shows == moment["shows"].splitlines()
