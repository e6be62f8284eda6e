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
NO_TRICKS, FACE = {"no_tricks": 5}, {"heart_values": "face"}
FACES = FAIR | {"heart_cards": ["2 3 4 5 6", "", "7 8 9 10 J Q", "K A"]}
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
        (MOON | {"moon_off": True}, {"moon": "none"}, "26 come off for the moon, but nobody has that", "moon_off"),
        (MOON, NO_TRICKS | {"moon": "none"}, "who took no trick: that takes points off at this table", "no_tricks"),
        (FAIR | {"ten": 1}, {}, "who took the ten of clubs: it does not count at this table, leave it out", "ten"),
        (FAIR, {"ten": True}, "who took the ten of clubs: it counts at this table", "ten"),
        (FAIR | {"ten": 9}, {"ten": True}, "who took the ten of clubs: nobody sits there", "ten"),
        (FAIR, {"jack": "ten"}, "who took the ten of diamonds: it counts at this table", "jack"),
        (FAIR, {"queen": 0}, "who took the queen of spades: it does not count at this table, leave it out", "queen"),
        ({"hearts": [5, 0, 6, 2]}, {}, "who took the queen of spades: it counts at this table", "queen"),
        (FAIR | {"heart_cards": ["", "", "", ""]}, {}, "which hearts everybody took: each counts the", "heart_cards"),
        (FAIR, FACE, "which hearts everybody took: they count their face values at this table", "heart_cards"),
        (FACES | {"heart_cards": ["2", "", ""]}, FACE, "enter the hearts of each of 4 players, not 3", "hearts"),
        (FACES | {"heart_cards": ["2 K", "", "A", ""]}, FACE, "Ada took 5 hearts, but 2 hearts are named", "hearts[0]"),
        (FACES | {"heart_cards": ["2 3 4 5 2", "", "", ""]}, FACE, "the 2♥ is there twice, but there is", "hearts[0]"),
        (FACES | {"heart_cards": ["2 3 4 5 1", "", "", ""]}, FACE, "Ada took “1”, but that is no heart", "hearts[0]"),
        (FAIR | {"no_tricks": [1]}, {}, "who took no trick: that counts nothing at this table, leave it", "no_tricks"),
        (FAIR, NO_TRICKS, "who took no trick: that takes points off at this table", "no_tricks"),
        (FAIR | {"no_tricks": [4]}, NO_TRICKS, "who took no trick: nobody sits there", "no_tricks"),
        (FAIR | {"no_tricks": [1, 1]}, NO_TRICKS, "who took no trick: name each player once", "no_tricks"),
        (FAIR | {"no_tricks": [3]}, NO_TRICKS, "Dan took 2 hearts, and so a trick", "no_tricks"),
        (
            {"hearts": [7, 0, 6, 0], "queen": 1, "no_tricks": [1]},
            NO_TRICKS,
            "Ben took the queen of spades",
            "no_tricks",
        ),
        (
            MOON | {"jack": 2, "moon_off": True},
            CHOICE | {"jack": True, "moon_jack": True},
            "26 come off for the moon, but nobody took all hearts, the queen of spades and the jack of diamonds",
            "moon_off",
        ),
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
    assert shot.notes(match.deal, GAME.table(NAMES[:4], 0, JACK | {"moon": "none"})) == ["", "♠Q ♦J", "", ""]
    assert arrows == ["←", "→", "↑", ""]


def test_the_scoreboard_notes_the_cards_of_the_house_rules():
    facts = read(FAIR | {"jack": 1, "ten": 2}, Facts)

    assert facts.notes(None, GAME.table(NAMES[:4], 0, {"jack": "ten", "ten": True})) == ["", "♦10", "♠Q ♣10", ""]
