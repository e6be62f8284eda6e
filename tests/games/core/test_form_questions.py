"""Questions of a form: the answers they accept, how they show them, and their defaults."""

from games.core.keypad import FixedSum, Key, numbers
from games.core.round_form import PickCards, PickOne, RoundForm, is_condition_met
from tests.cases import cases
from tests.games.every_game import GAMES, refusal, seated

KEYS = (Key("a", "Ada"), Key("b", "Ben"), Key("10", "ten"))


@cases("question, answer, message", [
    (PickOne("Who?", KEYS), "x" * 21, f"“{'x' * 20}” is not on the keys"),
    (PickOne("Who?", KEYS), "a" * 401, "at most 400 characters"),
    (PickCards("Which?", KEYS), "a" * 401, "at most 400 characters"),
    (PickCards("Which?", KEYS), "a" * 400, ""),
    (PickOne("Who?", KEYS), "a", ""),
    (PickOne("Who?", KEYS), "", ""),
])  # fmt: skip
def test_an_answer_that_is_on_no_key_is_refused(question, answer, message):
    if message:
        assert refusal(question.check, answer) == (message, "")
    else:
        question.check(answer)


def test_an_answer_is_shown_as_on_its_keys():
    assert [PickOne("Who?", KEYS).display_text(answer) for answer in ("a", "x", "")] == ["Ada", "x", ""]
    assert [PickCards("Which?", KEYS).display_text(answer) for answer in ("a 10 x", "")] == ["Ada ten x", ""]
    assert PickCards("Which?", KEYS, no_spaces=True).display_text("10") == "10"


def test_an_answer_is_read_out_in_words():
    cards = (Key("KS", "K♠", "king of spades"), Key("x", "pass"))

    assert [PickOne("Which?", cards).spoken(answer) for answer in ("KS", "x", "?")] == ["king of spades", "pass", "?"]
    assert PickCards("Which?", cards).spoken("KS x KS") == "king of spades, pass, king of spades"
    assert PickCards("Which?", numbers(0, 9), no_spaces=True).spoken("10") == "10"


class Bare(RoundForm):
    """A form that only asks: two numbers that make three, and a question for who wants it."""

    def ask(self):
        for name in ("a", "b"):
            self.fields[name] = PickCards(f"How many {name}?", numbers(0, 3), most=1)
        self.fields["c"] = PickOne("Else?", KEYS, required=False, skip_if_answered="a")
        self.sums["both"] = FixedSum(("a", "b"), 3, "trick")

    def read_facts(self, answers):
        return {"tricks": [int(answers["a"]), int(answers["b"])]}


def bare(answers=None, game=None):
    return Bare(seated(game or next(one for one in GAMES if one.deal)), answers or {})


def test_answers_are_stripped_and_earlier_derived_answers_dropped():
    assert bare({"a": " 1 ", "x": "1"}).answers == {"a": "1", "b": "2"}
    assert bare({"a": "1", "b": "2", "derived": "b"}).derived == {"b": "2"}
    assert bare({"a": "1", "b": "0", "derived": "b c"}).answers == {"a": "1", "b": "2"}
    assert bare({"a": "1", "b": "0", "derived": "a b"}).answers == {}


def test_a_question_is_not_asked_once_another_is_answered():
    assert bare({"a": "1", "c": "a"}).given() == {"a": "1", "b": "2"}
    assert bare({"c": "a"}).given() == {"c": "a"}


def test_only_what_is_open_is_barred():
    assert bare({"a": "2"}).barred() == {"b": {"2": "1 left", "3": ""}}
    assert bare({"a": "2", "b": "1"}).barred() == {}


def test_the_form_counts_the_answers_still_needed():
    assert [bare(answers).missing_count for answers in ({}, {"a": "1"}, {"a": "4"}, {"a": "1", "b": "1"})] == [
        1,
        0,
        1,
        0,
    ]


def test_a_refused_fact_finds_its_questions():
    form = bare()
    form.fields["bids-10"] = form.fields["bids-1"] = form.fields["a"]

    assert [form.questions_of(path) for path in ("bids[1]", "bids[10]", "bids", "a.b", ".a", "bids[2]", "")] == [
        ("bids-1",), ("bids-10",), ("bids-10",), (), ("a",), (), (),
    ]  # fmt: skip


def test_a_conditional_question_opens_with_its_condition():
    assert is_condition_met("", {"way": "x"})
    assert [is_condition_met("way=cards|", {"way": way}) for way in ("cards", "points", "")] == [True, False, True]
    either = "way=points;way=cards&bid="
    assert is_condition_met(either, {"way": "points", "bid": "null"})
    assert [is_condition_met(either, {"way": "cards", "bid": bid}) for bid in ("", "null")] == [True, False]
    assert [is_condition_met("way=cards", given) for given in ({}, {"way": "cards"})] == [False, True]


def test_an_answer_is_read_in_words_without_the_keys_beside_its_question():
    keys = (Key("S", "♠", "spades"), Key("4", "four", "4 tricks"), Key("x", "●", ""))

    assert PickOne("● Who? (J 1, a 0)", keys).in_words("S") == [("Who", "spades")]
    assert PickCards("Who? A key for each time", keys).in_words("S 4 y") == [("Who", "spades, four, y")]
    assert PickCards("How many", keys, no_spaces=True).in_words("4 4") == [("How many", "4 4")]
    assert PickOne("How many", keys).in_words("4 4") == [("How many", "4 4")]
