from tests.cases import cases
from tests.games.maverick.rounds import ruling, unanswered

FIVE = ["2H", "3H", "4H", "5H", "6H"]


@cases(
    "kind, asked, message, field",
    [
        ("winner", {"cards": []}, "a trick has 1 to 4 cards, not 0", "cards"),
        ("worth", {"cards": FIVE[:3], "adder": "D"}, "a whole trick has 4 cards, not 3", "cards"),
        ("legal", {"hand": []}, "a hand has 1 to 13 cards, not 0", "hand"),
        ("legal", {"hand": ["9H"], "led": "9H"}, "9♥ is on the table, not in the hand", "hand"),
        ("trump", {"turned": ["KH"]}, "two cards are turned up, not 1", "turned"),
    ],
)
def test_impossible_questions_are_refused(kind, asked, message, field):
    trump = {} if kind == "trump" else {"trump": "S"}

    assert unanswered(kind, **trump | asked) == (message, field)


@cases(
    "hand, led, legal, rule, why",
    [
        ("4S AC BJ", "9H", "4S BJ", "must-trump", "there is no card of hearts in the hand: it has to be"),
        ("4S AC BJ 2H", "9H", "2H", "follow-suit", "hearts were led and have to be followed"),
        ("4D AC", "9H", "4D AC", "must-trump", "there is no card of hearts or of trump (♠ and the jokers)"),
        ("4S AC", "BJ", "4S", "follow-suit", "trump (♠ and the jokers) was led and has to be followed"),
        ("4H AC BJ", None, "4H AC BJ", "lead", "whoever leads may lead any card"),
    ],
)
def test_follow_suit_else_trump_else_anything(hand, led, legal, rule, why):
    ruled = ruling("legal", hand=hand.split(), led=led, trump="S")

    assert ruled["answer"] == legal.split()
    assert ruled["rule"] == rule
    assert ruled["why"].startswith(why)


def trump(turned, **house_rules):
    ruled = ruling("trump", turned=turned.split(), house_rules=house_rules)
    found = ruled["answer"]
    return (found["trump"], found["adder"], found["trumps"], found["adders"]), ruled["why"], ruled["rule"]


@cases(
    "turned, found, why",
    [
        ("KH 9C", ("H", "C", 14, 12), "K♥ is higher than 9♣"),
        ("4S JS", ("S", "D", 13, 13), "both cards are of one suit"),
        ("BJ 4S", ("S", "D", 13, 13), "a joker was turned up"),
        ("7S 7D", ("S", "D", 14, 12), "7♠ and 7♦ are of one rank, neither is the higher"),
        ("7C 7D", ("S", "D", 15, 12), "7♣ and 7♦ are of one rank, neither is the higher"),
    ],
)
def test_two_cards_turned_up_make_trump_and_adder(turned, found, why):
    answer, reason, rule = trump(turned)

    assert answer == found
    assert reason.startswith(f"{why}: ")
    assert rule == ("equal-ranks" if "of one rank" in why else "turn-up")


def test_the_referee_values_combined_bids():
    behind, ahead = ruling("bids", totals=[-6, 12], hand=5, house_rules={"stack": True})["answer"]

    assert behind["null + blind"] == {"made": 5 * 3 * 2, "lost": -1 - 3}
    assert ahead["null + bling"] == {"made": 5 * 3 * 2, "lost": -12}
    assert behind["null + null"] == ahead["null + null"] == {"made": 5 * 3 * 3, "lost": -1 - 1}
    assert [bids for bids in (*behind, *ahead) if " + bl" in bids] == ["null + blind", "null + bling"]
