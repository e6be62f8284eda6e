from tests.cases import cases
from tests.games.ten_point_pitch.hands import refused


@cases(
    "kind, given_, message, field",
    [
        ("winner", {"cards": ["10H", "JS"], "trump": "H"}, "J♠ is no trump, and only trumps are played", "cards"),
        ("winner", {"cards": [], "trump": "H"}, "cards: should have 1 or more", "cards"),
        ("winner", {"cards": ["2H", "3H", "4H", "5H", "6H"], "trump": "H"}, "cards: should have 4 or less", "cards"),
        ("winner", {"cards": ["2H", "2H"], "trump": "H"}, None, ""),
        ("winner", {"cards": ["XX"], "trump": "H"}, None, ""),
        ("winner", {"cards": [""], "trump": "H"}, None, ""),
        ("winner", {"cards": ["2H"]}, "“trump” is missing", ""),
        ("winner", {"cards": ["2H"], "trump": None}, None, "trump"),
        ("winner", {"cards": ["2H"], "trump": "h"}, None, "trump"),
        ("legal", {"hand": ["2H"], "led": "AS", "trump": "H"}, "A♠ is no trump, and only trumps are played", "led"),
        ("legal", {"hand": ["2H"], "led": "2H", "trump": "H"}, "2♥ is on the table, not in the hand", "hand"),
        ("legal", {"hand": ["2H", "BJ"], "trump": "H"}, None, ""),
        ("legal", {"hand": ["2H"], "led": "", "trump": "H"}, None, ""),
        ("legal", {"hand": ["2H"], "opening": 1, "trump": "H"}, None, "opening"),
        ("lead", {"winner": 4, "holds_trump": [True] * 4}, "winner: nobody sits there: seats are 0 to 3", "winner"),
        ("lead", {"winner": -1, "holds_trump": [True] * 4}, "winner: nobody sits there: seats are 0 to 3", "winner"),
        ("lead", {"winner": 0, "holds_trump": [True] * 3}, None, "holds_trump"),
        ("lead", {"winner": 0, "holds_trump": [1, 0, 0, 0]}, None, "holds_trump[0]"),
        ("auction", {"bids": [5, 5, None, None], "dealer": 3}, "seat 1 bid 5: 1 too low, it takes 6, or a pass", None),
        ("auction", {"bids": [5, None, None], "dealer": 3}, None, "bids"),
        ("auction", {"bids": [5, None, None, None], "dealer": 4}, None, "dealer"),
        ("auction", {"bids": [10**5000, None, None, None], "dealer": 3}, None, "bids[0]"),
        ("discards", {"bidder": 6, "partner": 6, "opponents": 6}, "18 trumps are 2 more than there are", "opponents"),
        ("discards", {"bidder": 7, "partner": 6, "opponents": 0}, None, "bidder"),
        ("discards", {"bidder": 6, "partner": -1, "opponents": 0}, None, "partner"),
        ("deal", {"players": 5, "round": 1}, None, "players"),
        ("deal", {"players": 4, "round": 0}, None, None),
    ],
)
def test_questions_about_what_cannot_be_are_refused(kind, given_, message, field):
    told, where = refused(kind, **given_)

    assert message in (None, told)
    assert field in (None, where)
