"""The sentence that is marked in a rule: it has most of the question, and the HTML around it stays whole."""

from django.utils.html import strip_tags

from scorekeeper.rulebook.passages import best_sentence, marked, sentences_of, stems_of
from scorekeeper.rulebook.search_words import stem, words_of
from tests.cases import cases

LEADING = (
    "<p>The dealer’s left leads to the first trick. You may lead any suit, also spades. No, nobody leads a joker. A"
    " hand with nothing but hearts may lead one.</p><ul><li>House rule: Leading spades.</li></ul>"
)
TABLE = (
    "<table><tr><th>Players</th><th>Cards</th></tr><tr><td>5</td><td>10</td></tr><tr><td>6</td><td>8</td></tr></table>"
)


def best(question, html, title=""):
    words = [({stem(word): 1.0}, 1.0) for word in words_of(question)]
    return best_sentence(words, stems_of(title), sentences_of(html))


@cases(
    "question, html, beginning",
    [
        ("may I lead spades", LEADING, "You may lead any suit"),
        ("who leads to the first trick", LEADING, "The dealer’s left"),
        ("why is there no beer", LEADING, "The dealer’s left"),
        (
            "what is turned over",
            "<p><strong>Shown.</strong> A card is turned over. It goes back.</p>",
            "Shown. A card is turned over. It",
        ),
        ("I have nothing but hearts, may I lead", LEADING, "A hand with nothing but hearts"),
        ("may nobody lead a joker", LEADING, "No, nobody leads"),
        ("how many cards with 6 players", TABLE, "6 8"),
        ("the highest card", "<p>From the highest card to the lowest:</p><p>The ace is high.</p>", "The ace"),
    ],
)
def test_the_sentence_with_most_of_the_question_is_marked(question, html, beginning):
    assert best(question, html).text.startswith(beginning)


@cases("question", ["may I lead a joker to win", "why is there no beer", ""])
def test_a_yes_or_no_to_other_words_is_not_marked(question):
    sentence = best(question, LEADING)

    assert sentence is None or not sentence.text.startswith("No")


def test_what_depends_on_no_number_asked_marks_no_row():
    assert best("how many cards", TABLE) is None


@cases(
    "html, expected",
    [
        (
            '<p>See <a href="#a">the end.</a> A joker wins. Or not.</p>',
            '<p>See <a href="#a">the end.</a> <mark>A joker wins.</mark> Or not.</p>',
        ),
        (
            "<ul><li>One.</li><li>A <i>joker</i> wins</li></ul>",
            "<ul><li>One.</li><li><mark>A </mark><i><mark>joker</mark></i><mark> wins</mark></li></ul>",
        ),
        (
            "<table><tr><td>joker</td><td></td></tr></table>",
            "<table><tr><td><mark>joker</mark></td><td></td></tr></table>",
        ),
    ],
)
def test_marks_nest_within_the_html(html, expected):
    assert marked(html, best("joker", html)) == expected


def test_nothing_but_marks_is_added():
    assert strip_tags(marked(LEADING, best("spades", LEADING))) == strip_tags(LEADING)
