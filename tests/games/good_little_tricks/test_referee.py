from games.good_little_tricks.record import SIZES
from games.good_little_tricks.referee import FULL_DECK
from tests.cases import cases
from tests.games.good_little_tricks.asking import ruling


def test_the_deck_holds_twenty_seven_cards_of_six_suits() -> None:
    assert len(FULL_DECK) == 27
    assert {suit: sum(card.suit == suit for card in FULL_DECK.values()) for suit in SIZES} == SIZES


@cases("count", range(6))
def test_trump_is_the_smallest_suit_not_collected(count: int) -> None:
    suits = list(SIZES)

    said = ruling("trump", collected=suits[:count])
    assert said["answer"] == suits[count]
    assert said["why"] == f"{suits[count]} is the smallest suit still in play"


def test_there_is_no_trump_once_every_suit_is_collected() -> None:
    assert ruling("trump", collected=list(SIZES)) == {
        "answer": None,
        "why": "every suit is collected: there is no trump",
        "rule": "trump",
    }


def test_trump_of_a_house_deck_begins_with_its_own_smallest_suit() -> None:
    deck = {"deck": ["red", "blue", "pink", "green"]}

    assert ruling("trump", collected=[], house_rules=deck)["answer"] == "green"
    assert ruling("trump", collected=["blue", "green", "pink", "red"], house_rules=deck)["answer"] is None


@cases(
    "cards, trump, place",
    [
        (["blue6", "orange1", "blue2"], "orange", 1),
        (["blue2", "red7", "blue1"], "orange", 0),
        (["green3", "green4", "green2"], "orange", 1),
        (["purple1", "orange2", "orange1"], "orange", 1),
        (["orange1", "orange2", "red7"], "orange", 1),
        (["blue6", "orange1", "blue2"], "purple", 0),
        (["blue2", "red7", "blue1"], "red", 1),
        (["blue2", "red7", "blue1"], None, 0),
        (["red7"], "orange", 0),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    cards: list[str], trump: str | None, place: int
) -> None:
    assert ruling("winner", cards=cards, trump=trump)["answer"] == place


def test_the_winner_is_said_with_its_suit() -> None:
    said = ruling("winner", cards=["blue6", "orange1"], trump="orange")
    assert (said["why"], said["rule"]) == ("orange 1 is the highest trump, which is orange", "trick")
    assert ruling("winner", cards=["blue6"], trump="red")["why"] == "blue 6 is the highest card of blue, the suit led"


def test_where_trump_is_not_said_it_is_the_one_a_round_begins_with() -> None:
    assert ruling("winner", cards=["blue6", "orange1"])["answer"] == 1
    assert ruling("winner", cards=["blue6", "purple1"])["answer"] == 0
    without_orange = {"deck": ["purple", "green", "pink", "blue", "red"]}
    assert ruling("winner", cards=["blue6", "purple1"], house_rules=without_orange)["answer"] == 1
    assert ruling("legal", hand=["orange1", "red4"])["answer"] == ["red4"]


def test_the_deal_moves_left_and_the_dealers_left_leads() -> None:
    assert ruling("deal", players=3, round=5, first_dealer=1)["answer"] == {
        "dealer": 2,
        "cards": [9, 9, 9],
        "left": 0,
        "first": 0,
    }


def test_there_are_as_many_deals_as_rounds() -> None:
    assert ruling("deal", players=3, round=6)["answer"]["dealer"] == 2
    assert ruling("deal", players=3, round=7, house_rules={"rounds": 7})["answer"]["dealer"] == 0
