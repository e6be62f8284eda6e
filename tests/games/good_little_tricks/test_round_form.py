from games.good_little_tricks.facts import SIZES
from games.good_little_tricks.round_form import RoundForm
from tests.cases import cases
from tests.games.good_little_tricks.rounds import WITHOUT_PURPLE, all_six, played, table


def form(answers=None, state=None):
    return RoundForm(state or table(), answers or {})


def with_owners(**owners):
    return form({f"suits-{suit}": str(seat) for suit, seat in owners.items()})


def test_a_suit_the_house_deck_leaves_out_is_not_asked_about():
    asked = form(state=table(4, deck=WITHOUT_PURPLE))

    assert list(asked.fields) == ["suits-orange", "suits-green", "suits-pink", "suits-blue", "suits-red"]
    assert [key.value for key in asked.fields["suits-red"].keys] == ["0", "1", "2", "3"]


@cases("fallen, trump", [("", "orange"), ("purple", "orange"), ("purple orange", "green"), (" ".join(SIZES), "none")])
def test_trump_is_shown_as_suits_fall(fallen, trump):
    draft = with_owners(**dict.fromkeys(fallen.split(), 0))

    assert [note.label for note in draft.notes(draft.given())] == [trump]


ALL = dict.fromkeys(SIZES, 2)


@cases(
    "owners, sentence, swept_by",
    [
        ({}, "", "0 1 2"),
        ({"red": 0}, "7 of 27 cards collected", "0"),
        ({"red": 0, "orange": 1}, "9 of 27 cards collected", ""),
        (ALL, "27 of 27 cards collected, all by one player", ""),
        (ALL | {"red": 1}, "27 of 27 cards collected", ""),
    ],
)
def test_cards_are_counted_and_possible_sweeps_offered(owners, sentence, swept_by):
    draft = with_owners(**owners)

    assert draft.sentence(draft.given()) == sentence
    sweeps = [shortcut.name for shortcut in draft.shortcuts(draft.given())]
    assert sweeps == [f"sweep-{seat}" for seat in swept_by.split()]


def test_a_sweep_is_one_tap():
    shortcuts = form().shortcuts({})

    assert [shortcut.label for shortcut in shortcuts] == ["All: Ada", "All: Ben", "All: Cleo"]
    made = form(shortcuts[1].answers)
    assert made.is_valid()
    assert played(made.round_facts).points == played(all_six(1, 1, 1, 1, 1, 1)).points == (27, 0, 27)
