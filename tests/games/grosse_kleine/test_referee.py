from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tests.games.grosse_kleine.play import BOX
from tests.games.grosse_kleine.rounds import ruling, unanswered, why


@given(st.permutations([*BOX.elements()]), st.integers(2, 9), st.sampled_from("aA"))
def test_the_highest_card_takes_the_trick(cards, players, a):
    trick = [a, *cards[: players - 1]]
    worth = [0] + [1 if card == "J" else int(card) for card in trick[1:]]

    assert ruling("winner", cards=trick)[0] == worth.index(max(worth))
    last = ruling("winner", cards=trick, house_rules={"a_tie": "last"})[0]
    assert last == players - 1 - worth[::-1].index(max(worth))


@cases(
    "hand, picked_up, may, rule",
    [
        (["A", "6", "9"], "A", ["6", "9"], "fresh-a"),
        (["a", "A", "6"], "A", ["a", "6"], "fresh-a"),
        (["a", "6"], "A", ["a", "6"], "lead"),
        (["A"], "A", [], "fresh-a"),
    ],
)
def test_any_card_may_be_led_but_the_a_card_just_taken(hand, picked_up, may, rule):
    assert ruling("legal", hand=hand, led=None, picked_up=picked_up) == (may, rule)
    assert ruling("legal", hand=hand, picked_up=picked_up) == (may, rule)


@cases(
    "on, play, may, rule",
    [
        ("9 9", "13", False, "follow"),
        ("12 J", "13 J", True, "follow"),
        ("9 9", "10 11", False, "sets"),
        ("9", "A", False, "sets"),
        ("1 1 1 1 1 1 1 1 J J J", "2 2 2 2 2 2 2 2 J 3 3", False, "sets"),
        ("a", "5", True, "a-trick"),
        ("a", "A", False, "a-trick"),
        ("a", "5 5", False, "a-trick"),
    ],
)
def test_a_set_follows_another_with_as_many_cards_of_a_higher_number(on, play, may, rule):
    assert ruling("beats", on=on.split(), play=play.split()) == (may, rule)


LED, ONLY_LED = "an A trick begins with a or A", "an A card is only ever led"
NO_A = "is none (what may follow a set is another question: “beats”)"
NEVER_THERE = "never played to the trick of the little a, so it is on no pile"
NO_SET = "the cards on the table are no set: they are not all of one number"
NAME_THEM = "name the cards on the table, and those to follow"
ONE_EACH = "cards besides the little a: one from each of the others makes 1 to 8"
TOO_MANY = {
    "5": "the 5 is there 9 times, but only 8 in the box",
    "J": "the joker is there 5 times, but only 4 in the box",
    "a": "the little a is there 2 times, but only 1 in the box",
}


@cases(
    "cards, reason",
    [
        ([], LED),
        (["7", "9", "13"], LED),
        (["a", "A", "5"], ONLY_LED),
        (["a", None, None, "5"], "only one can have to pass"),
        (["a", *"123456789"], "10 cards, but at most 9 play"),
    ],
)
def test_a_trick_that_cannot_be_is_refused(cards, reason):
    message, field = unanswered("winner", cards=cards)

    assert message.startswith(reason)
    assert field == "cards"


@cases(
    "kind, given_, message, field",
    [
        ("legal", {"hand": []}, "a player without cards has nothing to play: the round is over", "hand"),
        ("legal", {"hand": ["5"], "led": "9"}, f"name an A card: “9” {NO_A}", "led"),
        ("legal", {"hand": ["a"], "led": "a"}, TOO_MANY["a"], "hand"),
        ("beats", {"on": [], "play": ["5"]}, NAME_THEM, "on"),
        ("beats", {"on": ["9", "8"], "play": ["10", "10"]}, NO_SET, "on"),
    ],
)
def test_cards_that_cannot_be_are_refused(kind, given_, message, field):
    assert unanswered(kind, **given_) == (message, field)


@cases("players, each, over", [(3, 36, 0), (4, 27, 0), (5, 21, 3), (6, 18, 0), (7, 15, 3), (8, 13, 4), (9, 12, 0)])
def test_cards_over_go_to_the_dealers_left_and_by_house_rule_thirteen_are_dealt(players, each, over):
    cards = [each + 1] * over + [each] * (players - over)
    deal = {"dealer": players - 1, "cards": cards, "left": 0, "first": 0}
    thirteen, _ = ruling("deal", players=players, round=1, house_rules={"deal": "thirteen"})

    assert ruling("deal", players=players, round=1, first_dealer=players - 1) == (deal, "deal")
    assert set(thirteen["cards"]) == {12 if players == 9 else 13}
    assert thirteen["left"] == 108 - sum(thirteen["cards"])


def test_the_referee_names_the_deal_of_the_other_text():
    deal = {"players": 5, "round": 1}

    assert why("deal", **deal).endswith("another published translation deals 13 each, 12 with nine players")
    assert why("deal", **deal, house_rules={"deal": "thirteen"}).endswith(
        "the rule text itself deals all cards but the two A cards"
    )


@cases("sets, place", [(["7", "9", None, "12"], 3), (["7", None, None], 0), (["13", "J", None], 1)])
def test_the_last_set_takes_an_ordinary_trick(sets, place):
    assert ruling("taker", sets=sets) == (place, "follow")


@cases(
    "sets, words",
    [
        (["9", "9"], "9 is not higher than 9, so it may not follow"),
        (["J", "13"], "13 is not higher than 14, so it may not follow"),
        ([None, "9"], "whoever leads may not pass"),
        (["A", "9"], "an A card is led alone, which is another question"),
        (["14"], "“14” is no number and no joker"),
    ],
)
def test_impossible_tricks_are_explained(sets, words):
    assert unanswered("taker", sets=sets)[0] == words


@cases(
    "facts, house, over",
    [
        ({"last_card": False}, {}, False),
        ({"last_card": True}, {}, True),
        ({"last_card": True, "a_trick": True}, {}, False),
        ({"last_card": True, "a_trick": True, "complete": True}, {}, True),
        ({"last_card": True, "a_trick": True}, {"end": "at-once"}, True),
    ],
)
def test_the_last_card_ends_the_round_but_an_a_trick_is_finished_first(facts, house, over):
    assert ruling("over", **facts, house_rules=house)[0] is over
