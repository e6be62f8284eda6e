"""The passage that answers: its form fits what is asked, and what belongs together is quoted together."""

from scorekeeper.rulebook.passages import best_passage, sentences_of, stems_of
from scorekeeper.rulebook.search_words import stem, words_of
from tests.cases import cases

LEADING = (
    "<p>The dealer’s left leads to the first trick. You may lead any suit, also spades. No, spades need not be broken."
    " Twelve spades are in the pack.</p>"
)


def passage(question, html, title=""):
    words = [({stem(word): 1.0}, 1.0) for word in words_of(question)]
    return best_passage(question, words, stems_of(title), sentences_of(html))


@cases(
    "question, beginning",
    [
        ("do spades have to be broken", "No, spades need not"),
        ("may I lead spades", "You may lead any suit"),
        ("how many spades", "Twelve spades"),
        ("who leads", "The dealer’s left"),
    ],
)
def test_the_form_of_a_sentence_fits_the_question(question, beginning):
    assert passage(question, LEADING).startswith(beginning)


def test_a_sentence_that_depends_on_the_one_before_is_quoted_with_it():
    html = (
        "<p>Both pairs have 13 tricks together. So the points of a hand make 26. Nobody scores for the last card.</p>"
    )

    assert passage("points of a hand", html) == ("Both pairs have 13 tricks together. So the points of a hand make 26.")


@cases("second", ["But a joker follows trumps.", "Otherwise play a joker.", "If you hold none, play any card."])
def test_the_other_half_of_a_case_is_quoted_with_it(second):
    first = "If you hold a card of the suit led, you follow with it as long as you have one."

    assert passage("must I follow the suit led", f"<p>{first} {second}</p>") == f"{first} {second}"


def test_another_paragraph_and_another_case_are_not_quoted_with_it():
    html = "<p>If you hold a card of the suit led, you follow with it as long as you can.</p><p>If not, wait.</p>"

    assert passage("must I follow the suit led", html).endswith("as long as you can.")


def test_what_introduces_a_table_is_no_answer():
    html = "<p>The cards rank, from the highest to the lowest, as here:</p><p>The ace is the highest of the cards.</p>"

    assert passage("what is the highest card", html) == "The ace is the highest of the cards."


def test_a_word_that_few_sentences_have_tells_more_than_a_word_of_all():
    html = "<p>Cards are dealt. The joker beats trumps. The small card beats trumps. The joker beats aces.</p>"

    assert passage("small joker", html) == "The small card beats trumps. The joker beats aces."


def test_of_two_sentences_that_fit_alike_the_shorter_one_answers():
    html = (
        "<p>Nothing is said here about it at all by anybody. A hand of which nobody at this whole table took even a"
        " single trick until the end stays exactly zero in the books. A hand of zero stays zero for both of the pairs"
        " and is written down.</p>"
    )

    assert passage("hand stays zero", html).startswith("A hand of zero")
