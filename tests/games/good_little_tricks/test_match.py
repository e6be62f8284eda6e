from hypothesis import given
from hypothesis import strategies as st

from games.good_little_tricks.facts import FULL_DECK, SIZES, cards_in, house_decks, offered_decks
from games.good_little_tricks.game import GAME
from tests.cases import cases
from tests.games.every_game import fits, refusal
from tests.games.good_little_tricks.rounds import matches, table


@given(matches())
def test_a_match_adds_up_to_its_rounds_and_one_more_deck_for_each_spared_loser(match):
    state, records = match
    done = GAME.fold(state, records)

    deck = cards_in(state.rules.deck)
    sweeps = sum(len(set(facts.owners.values())) == 1 for facts in records) if state.rules.sweep else 0
    assert sum(done.totals) == deck * (len(records) + sweeps * (state.players - 2))


HANDS = {
    2: {12: ["purple"], 11: ["pink", "orange purple"], 10: ["red", "purple green", "orange pink"]},
    4: {6: ["purple"], 5: ["red", "purple green", "orange pink"]},
    5: {5: ["orange"], 4: ["red", "purple green", "orange pink"]},
}
MOST, TWENTY = "24 cards, without purple", "20 cards, without red; 20 cards, without purple and green"
CASES = [(players, hand, out) for players in HANDS for hand in HANDS[players] for out in HANDS[players][hand]]


@cases("players, hand, left_out", CASES)
def test_a_house_deck_is_dealt_out_evenly(players, hand, left_out):
    deck = [suit for suit in SIZES if suit not in left_out.split()]
    deal = table(players, deck=deck).deal

    assert (deal.cards, deal.left, deal.first) == ((hand,) * players, 0, 1)


def test_the_decks_offered_by_name_are_those_of_the_table_in_the_rules():
    decks = {tuple(suit for suit in SIZES if suit not in out.split()) for _, _, out in CASES}
    option = next(option for option in GAME.house_rules if option.name == "deck")

    assert option.presets() == (FULL_DECK, *offered_decks())
    assert sorted(offered_decks()) == sorted(decks)
    assert offered_decks()[:2] == (FULL_DECK[1:], ("orange", "green", "pink", "blue", "red"))


@cases(
    "players, deck, over, fitting",
    [
        (2, FULL_DECK, "2 × 13 leaves 1", f"{MOST}; 22 cards, without pink; 22 cards, without orange and purple"),
        (3, ["red"], "3 × 2 leaves 1", "27 cards, all six suits"),
        (4, FULL_DECK, "4 × 6 leaves 3", f"{MOST}; {TWENTY}"),
        (5, FULL_DECK, "5 × 5 leaves 2", f"25 cards, without orange; {TWENTY}"),
    ],
)
def test_a_table_whose_deck_leaves_cards_over_is_told_what_fits(players, deck, over, fitting):
    start = f"{cards_in(deck)} cards do not divide evenly among {players} players: {over} over"

    assert refusal(table, players, deck=deck) == (f"{start}; what fits is {fitting}", "deck")


@given(st.integers(2, 5), st.lists(st.sampled_from(FULL_DECK), min_size=1, unique=True))
def test_any_choice_of_whole_suits_that_divides_evenly_is_accepted(players, deck):
    possible = cards_in(deck) % players == 0

    assert fits(GAME, players, {"deck": deck}) == possible
    assert (tuple(suit for suit in SIZES if suit in deck) in house_decks(players)) == possible
