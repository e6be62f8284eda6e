"""Rounds of Hearts that no deal of the cards can bring are refused in plain words, at the fact to look at."""

from games.core.schema import read
from games.hearts.facts import Facts
from games.hearts.game import GAME
from tests.cases import cases
from tests.games.every_game import NAMES, refusal

FAIR = {"hearts": [5, 0, 6, 2], "queen": 2}
MOON = {"hearts": [0, 13, 0, 0], "queen": 1}
JACK = {"jack": True}
CHOICE = {"moon": "choice"}
ADD_UP = "the hearts add up to {}, but there are 13: {}, count the piles again"


@cases(
    "facts, rules, message, field",
    [
        (FAIR | {"hearts": [5, 0, 6]}, {}, "enter the hearts of each of 4 players, not 3", "hearts"),
        (FAIR | {"hearts": [5, 0, 5, 2]}, {}, ADD_UP.format(12, "1 missing"), "hearts"),
        (FAIR | {"hearts": [5, 3, 6, 2]}, {}, ADD_UP.format(16, "3 too many"), "hearts"),
        (FAIR | {"hearts": [14, 0, 0, 0]}, {}, "Ada took 14 hearts, but there are only 13", "hearts[0]"),
        (FAIR | {"hearts": [14, -1, 0, 0]}, {}, "Ada took 14 hearts, but there are only 13", "hearts[0]"),
        (FAIR | {"hearts": [7, 7, -1, 0]}, {}, "Cleo took −1 hearts, but that is less than nothing", "hearts[2]"),
        (FAIR | {"queen": 4}, {}, "who took the queen of spades: nobody sits there, choose Ada, Ben", "queen"),
        (FAIR | {"queen": -1}, {}, "who took the queen of spades: nobody sits there", "queen"),
        (FAIR, JACK, "who took the jack of diamonds: it counts at this table", "jack"),
        (FAIR | {"jack": 1}, {}, "who took the jack of diamonds: it does not count at this table, leave it", "jack"),
        (FAIR | {"jack": 4}, JACK, "who took the jack of diamonds: nobody sits there", "jack"),
        (MOON | {"moon_off": True}, {}, "26 come off for the moon, but nobody has that choice", "moon_off"),
        (FAIR | {"moon_off": True}, CHOICE, "26 come off for the moon, but nobody took all hearts and", "moon_off"),
    ],
)
def test_hands_that_cannot_be_are_refused(facts, rules, message, field):
    words, place = refusal(GAME.play, GAME.table(NAMES[:4], 0, rules), read(facts, Facts))

    assert words.startswith(message)
    assert place == field


def test_the_scoreboard_notes_the_queen_the_jack_and_a_moon():
    table = GAME.table(NAMES[:4], 0, JACK)
    match = GAME.replay(table, [read(FAIR | {"jack": 1}, Facts)] * 4)
    arrows = [scored.facts.heading(scored.deal, match) for scored in match.rounds]

    assert match.rounds[0].facts.notes(match.rounds[0].deal, match) == ["", "♦J", "♠Q", ""]
    shot = read(MOON | {"jack": 1}, Facts)
    assert shot.notes(match.deal, match) == ["", "all ♦J", "", ""]
    assert arrows == ["←", "→", "↑", ""]
