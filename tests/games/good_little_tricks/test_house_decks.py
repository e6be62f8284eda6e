import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.good_little_tricks.decks import FULL_DECK, house_decks, offered_decks
from games.good_little_tricks.game import GAME
from games.good_little_tricks.record import SIZES
from games.impossible import Impossible
from games.referee import answer
from tests.cases import cases

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
HANDS = {
    2: {12: ["purple"], 11: ["pink", "orange purple"], 10: ["red", "purple green", "orange pink"]},
    4: {6: ["purple"], 5: ["red", "purple green", "orange pink"]},
    5: {5: ["orange"], 4: ["red", "purple green", "orange pink"]},
}
MOST = "24 cards, without purple"
CASES = [(players, hand, out) for players in HANDS for hand in HANDS[players] for out in HANDS[players][hand]]


@cases("players, hand, left_out", CASES)
def test_a_house_deck_is_dealt_out_evenly(players: int, hand: int, left_out: str) -> None:
    deck = [suit for suit in SIZES if suit not in left_out.split()]
    deal = GAME.table(NAMES[:players], 0, {"deck": deck}).deal

    assert (deal.cards, deal.left, deal.first) == ((hand,) * players, 0, 1)


def test_the_decks_offered_by_name_are_those_of_the_table_in_the_rules() -> None:
    table = {tuple(suit for suit in SIZES if suit not in out.split()) for _, _, out in CASES}
    option = next(option for option in GAME.house_rules if option.name == "deck")

    assert option.presets() == (FULL_DECK, *offered_decks())
    assert set(offered_decks()) == table
    assert len(offered_decks()) == len(table)
    assert offered_decks()[:2] == (FULL_DECK[1:], ("orange", "green", "pink", "blue", "red"))


@cases(
    "players, over, fitting",
    [
        (2, "2 × 13 leaves 1 over", [MOST, "22 cards, without pink", "22 cards, without orange and purple"]),
        (4, "4 × 6 leaves 3 over", [MOST, "20 cards, without red", "20 cards, without purple and green"]),
        (
            5,
            "5 × 5 leaves 2 over",
            ["25 cards, without orange", "20 cards, without red", "20 cards, without purple and green"],
        ),
    ],
)
def test_the_full_deck_is_for_three_and_others_are_told_what_fits(players: int, over: str, fitting: list[str]) -> None:
    with pytest.raises(Impossible) as refused:
        GAME.table(NAMES[:players], 0, {})

    start = f"27 cards do not divide evenly among {players} players: {over}"
    assert refused.value.message == f"{start}; what fits is {'; '.join(fitting)}"
    assert refused.value.field == "deck"


def test_three_with_a_deck_that_leaves_cards_over_are_told_to_take_all_six_suits() -> None:
    with pytest.raises(Impossible, match=r"7 cards .* leaves 1 over; what fits is 27 cards, all six suits$"):
        GAME.table(NAMES[:3], 0, {"deck": ["red"]})


@given(st.integers(2, 5), st.lists(st.sampled_from(FULL_DECK), min_size=1, unique=True))
def test_any_choice_of_whole_suits_that_divides_evenly_is_accepted(players: int, deck: list[str]) -> None:
    question = {"ask": "deal", "players": players, "round": 1, "house_rules": {"deck": deck}}
    cards = sum(SIZES[suit] for suit in deck)

    if cards % players:
        with pytest.raises(Impossible):
            answer(GAME, question)
    else:
        assert answer(GAME, question)["answer"]["cards"] == [cards // players] * players
        assert tuple(suit for suit in SIZES if suit in deck) in house_decks(players)


@cases("players", [0, 1, 6])
def test_the_game_is_for_two_to_five(players: int) -> None:
    with pytest.raises(Impossible, match="for 2 to 5 players"):
        GAME.table(NAMES[:players], 0, {})


@cases(
    "name, value",
    [
        ("deck", []),
        ("deck", ["yellow"]),
        ("deck", ["red", "red"]),
        ("deck", "red"),
        ("rounds", 0),
        ("rounds", 21),
        ("rounds", True),
        ("sweep", 1),
        ("trump_lead", "always"),
        ("bags_after", "carry"),
    ],
)
def test_house_rules_the_game_does_not_know_are_refused(name: str, value: object) -> None:
    with pytest.raises(Impossible):
        GAME.table(NAMES[:3], 0, {name: value})


def test_the_defaults_are_those_of_the_scoresheet() -> None:
    assert GAME.table(NAMES[:3], 0, {}).rules.in_force == {
        "rounds": 6,
        "sweep": True,
        "trump_lead": "never",
        "deck": list(SIZES),
    }
