from games.core.keypad import EntryRow, Key
from games.good_little_tricks.facts import SIZES
from games.good_little_tricks.round_form import RoundForm
from tests.cases import cases
from tests.games.good_little_tricks.rounds import all_six, played, table

WITHOUT_PURPLE = {"deck": [suit for suit in SIZES if suit != "purple"]}


def form(answers=None, state=None):
    return RoundForm(state or table(), answers or {})


def collected(**owners):
    return {f"suits-{suit}": str(seat) for suit, seat in owners.items()}


def test_a_round_is_one_tap_for_each_suit_and_one_to_save():
    asked = form()

    assert list(asked.fields) == [f"suits-{suit}" for suit in SIZES]
    assert [[key.label for key in question.keys] for question in asked.fields.values()] == [["Ada", "Ben", "Cleo"]] * 6
    assert {key for question in asked.fields.values() for key in question.keys} == {
        Key("0", "Ada", tone="side-0"),
        Key("1", "Ben", tone="side-1"),
        Key("2", "Cleo", tone="side-2"),
    }


def test_the_suits_are_laid_out_as_a_grid_with_their_sizes():
    (section,) = form().sections

    assert (section.title, section.grid) == ("Collected by", True)
    assert section.rows == [
        EntryRow(f"{suit} ({SIZES[suit]})", (f"suits-{suit}",), tone=f"suit-{suit}") for suit in SIZES
    ]
    assert form().fields["suits-pink"].short == "pink"


def test_a_suit_the_house_deck_leaves_out_is_not_asked_about():
    asked = form(state=table(4, **WITHOUT_PURPLE))

    assert list(asked.fields) == ["suits-orange", "suits-green", "suits-pink", "suits-blue", "suits-red"]
    assert [key.value for key in asked.fields["suits-red"].keys] == ["0", "1", "2", "3"]


@cases("suit", SIZES)
def test_a_suit_not_entered_is_missed_at_its_question(suit):
    answers = collected(**dict.fromkeys(SIZES, 1))
    del answers[f"suits-{suit}"]
    made = form(answers)

    assert made.errors == {f"suits-{suit}": [f"Who collected {suit}: not entered yet"]}
    assert made.round_facts is None


def test_trump_is_shown_as_suits_fall():
    def trump(*suits):
        draft = form(collected(**dict.fromkeys(suits, 0)))
        return [note.value for note in draft.notes(draft.given())]

    assert trump() == ["orange"]
    assert trump("purple") == ["orange"]
    assert trump("purple", "orange") == ["green"]
    assert trump(*SIZES) == []


def test_the_note_says_in_words_and_looks_which_suit_is_trump():
    (note,) = form().notes({})

    assert (note.label, note.spoken, note.tone) == ("orange", "trump", "suit-orange")


def test_the_cards_collected_are_counted():
    def said(**owners):
        draft = form(collected(**owners))
        return draft.sentence(draft.given())

    assert said() == ""
    assert said(red=0) == "7 of 27 cards collected"
    assert said(red=0, orange=1) == "9 of 27 cards collected"
    assert said(**dict.fromkeys(SIZES, 2)) == "27 of 27 cards collected, all by one player"
    assert said(**{**dict.fromkeys(SIZES, 2), "red": 1}) == "27 of 27 cards collected"


def test_a_sweep_is_one_tap():
    shortcuts = form().shortcuts({})

    assert [shortcut.label for shortcut in shortcuts] == ["Ada swept it all", "Ben swept it all", "Cleo swept it all"]
    made = form(shortcuts[1].answers)
    assert made.is_valid()
    assert played(made.round_facts).points == played(all_six(1, 1, 1, 1, 1, 1)).points == (27, 0, 27)


def test_a_sweep_is_only_offered_to_who_still_can_have_everything():
    def offered(**owners):
        draft = form(collected(**owners))
        return [shortcut.name for shortcut in draft.shortcuts(draft.given())]

    assert offered() == ["sweep-0", "sweep-1", "sweep-2"]
    assert offered(blue=2) == ["sweep-2"]
    assert offered(blue=2, red=1) == []
    assert offered(**dict.fromkeys(SIZES, 2)) == []
