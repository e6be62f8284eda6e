"""Words: numbers, places and names in sentences; the glossary and the lesson beside a game."""

import re

from games.core.glossary import Glossary, Term, read_glossary
from games.core.lessons import Lesson, read_lesson
from games.core.text import cards_each, either, listed, minus, name_seats, ordinal, plural, signed
from tests.cases import cases
from tests.games.every_game import refusal


def test_numbers_and_places_are_written_as_people_write_them():
    assert [ordinal(place) for place in (1, 2, 13, 14, 21, 22, 23, 24, 111, 112, 113, 121)] == [
        "first", "second", "thirteenth", "14th", "21st", "22nd", "23rd", "24th", "111th", "112th", "113th", "121st",
    ]  # fmt: skip
    assert [plural(count, "card") for count in (-1, 0, 1, 2)] == ["−1 cards", "0 cards", "1 card", "2 cards"]
    assert [plural(count, "card was", "cards were") for count in (1, 2)] == ["1 card was", "2 cards were"]
    assert [signed(points) for points in (-1, 0, 1)] == ["−1", "0", "+1"]
    assert [minus(text) for text in ("a-1", '"-5"', "-x", "(-2 -3)")] == ["a-1", '"-5"', "-x", "(−2 −3)"]


def test_names_and_cards_are_listed():
    assert [listed(["Ada", "Ben", "Cleo"][:count]) for count in range(4)] == [
        "",
        "Ada",
        "Ada and Ben",
        "Ada, Ben and Cleo",
    ]
    assert [either(["Ada", "Ben", "Cleo"][:count]) for count in range(4)] == [
        "",
        "Ada",
        "Ada or Ben",
        "Ada, Ben or Cleo",
    ]
    assert [cards_each(cards) for cards in ((), (0, 0), (1, 1), (7, 7), (6, 5))] == [
        "", "", "1 card each", "7 cards each", "5 or 6 cards",
    ]  # fmt: skip


def test_a_taken_seat_is_called_by_its_player():
    assert name_seats("seat 0, seat 1, seat 2, seat 100 and seats 0", ["Ada", "Ben"]) == (
        "Ada, Ben, seat 2, seat 100 and seats 0"
    )


GLOSSARY = Glossary(
    (
        Term(("trump", "trumps", "trump suit"), "beats", "trump"),
        Term(("A", "Big A", "Pile A"), "a card", "a"),
        Term(("Little A pile", "little a"), "a pile", "pile"),
    )
)


def test_a_term_is_found_in_any_of_its_forms_and_in_any_case():
    assert [GLOSSARY.find(word).word for word in ("Trumps", "BIG a", "a")] == ["trump", "A", "A"]


@cases("sentence, found", [
    ("Trump: a trump suit, trumps", ["Trump", "trump suit", "trumps"]),
    ("a Big A, not the big a or trumpets", ["Big A"]),
    ("the Pile A of little a", ["Pile A", "little a"]),
    ("on the Little A pile", ["Little A pile"]),
])  # fmt: skip
def test_words_are_found_the_longest_first_and_with_their_capitals(sentence, found):
    assert re.findall(GLOSSARY.pattern, sentence) == found


class Folder:
    """A stand-in for a game: only its folder is read."""

    def __init__(self, folder):
        self.folder = folder


def test_a_game_without_a_glossary_or_a_lesson_has_none(tmp_path):
    assert read_glossary(Folder(tmp_path)) == Glossary()
    assert read_lesson(Folder(tmp_path)) is None


def test_a_glossary_and_a_lesson_are_read_strictly_with_a_pass_as_nothing(tmp_path):
    glossary = 'term = [{ words = ["Größe"], means = "size", rule = "x" }]'
    (tmp_path / "glossary.toml").write_text(glossary, encoding="utf-8")
    (tmp_path / "lesson.toml").write_text(
        'players = 2\nrounds = [{ bids = ["pass", 1] }]\nhands = ["♠", "♥"]\ntricks = []\nstep = []', encoding="utf-8"
    )

    assert read_glossary(Folder(tmp_path)).find("größe").means == "size"
    assert read_lesson(Folder(tmp_path)) == Lesson(2, [{"bids": [None, 1]}], ["♠", "♥"], [], [])
    (tmp_path / "glossary.toml").write_text("words = 1")
    unknown = "take out what does not belong here (“words”; possible are “term”)"
    assert refusal(read_glossary, Folder(tmp_path))[0] == unknown
