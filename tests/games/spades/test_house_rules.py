"""The house rules of Spades that end a match, bar a bid or move tricks."""

from games.core.house_rules import HouseRules
from games.core.registry import find
from games.core.schema import read
from scorekeeper.rulebook.rules_page import read_rules
from tests.cases import cases
from tests.games.every_game import NAMES, refusal
from tests.rulebook.rules_html import text

SPADES = find("spades")
# The second pair is set, the first pair has 70.
SET = {"bids": [4, 3, 3, 3], "tricks": [4, 3, 3, 3]}
MISSED = {"bids": [4, 4, 3, 3], "tricks": [4, 3, 3, 3]}


def played(rounds, players=4, **rules):
    table = SPADES.table(NAMES[:players], 0, rules)
    return SPADES.replay(table, [read(facts, SPADES.facts) for facts in rounds])


@cases("rules, rounds, winners, why", [
    ({"hands": 2}, [SET, SET], (0,), "the match has 2 hands"),
    ({"lost_at": 70}, [MISSED], (0,), "the match is lost at −70"),
    ({"sets": 2}, [MISSED, MISSED], (0,), "Ben & Dan were set 2 times"),
    ({"target": 70}, [MISSED], (0,), ""),
    ({"target": 70, "sets": 1}, [MISSED], (0,), "Ben & Dan were set 1 time"),
])  # fmt: skip
def test_a_match_that_ends_before_the_target_says_why(rules, rounds, winners, why):
    state = played(rounds, **rules)

    assert SPADES.finish(state) == winners
    assert SPADES.why_won(state) == why


def test_the_last_hand_can_leave_a_tie_and_no_other_end_can():
    level = [{"bids": [4, 4, 4, 4], "tricks": [4, 3, 3, 3]}]

    assert SPADES.finish(played(level, hands=1)) == (0, 1)
    assert SPADES.finish(played(level, lost_at=80)) is None
    assert SPADES.finish(played(level, sets=1)) is None


def test_of_three_who_play_alone_the_best_of_the_others_wins():
    state = played([{"bids": [9, 6, 3], "tricks": [8, 6, 3]}], players=3, sets=1)

    assert SPADES.finish(state) == (1,)
    assert SPADES.why_won(state) == "Ada was set 1 time"


def test_the_status_counts_bags_and_sets():
    facts = [{"bids": [1, 3, 1, 3], "tricks": [6, 2, 4, 1]}]

    assert [(one.text, one.near) for one in SPADES.status(played(facts, sets=2))] == [
        ("bags 8/10, set 0/2", True), ("bags 0/10, set 1/2", True),
    ]  # fmt: skip
    assert [one.text for one in SPADES.status(played(facts, bags_at=None))] == ["bags 8", "bags 0"]


def test_three_pairs_have_one_number_for_their_bids():
    state = played([{"bids": [3, 4, 2, 3, 7, 0], "tricks": [3, 4, 1, 3, 6, 0]}], players=6)

    assert state.rounds[0].facts.notes(state.deal, state) == ["6/6", "11/10", "2+nil/1"]


def test_three_tricks_go_to_the_other_side_only_where_there_is_one():
    message, field = refusal(SPADES.table, NAMES[:3], 0, {"renege": "given"})

    assert field == "renege"
    assert "only where there are two sides" in message


@cases("tricks, points", [([5, 2, 4, 2], [-70, 52]), ([1, 6, 1, 5], [-70, 58]), ([0, 7, 0, 6], [-70, 58])])
def test_a_side_gives_no_more_tricks_than_it_has(tricks, points):
    state = played([{"bids": [4, 3, 3, 2], "tricks": tricks, "reneged": 0}], renege="given")

    assert list(state.totals) == points


def test_a_pair_below_the_lowest_bid_is_asked_about_its_last_bid_and_may_insist():
    facts = {"bids": [1, 4, 2, 4], "tricks": [3, 4, 2, 4]}

    assert refusal(played, [facts], minimum=4) == (
        "hand 1: the lowest bid of a pair is 4 tricks, and Ada & Cleo bid 3", "bids[0]",
    )  # fmt: skip
    assert played([facts | {"irregular": True}], minimum=4).totals == (32, 80)
    assert played([{"bids": [1, 4, 2], "tricks": [9, 4, 4]}], players=3, minimum=4).totals == (18, 40, 22)
    assert "Ada & Cleo bid none" in refusal(played, [facts | {"bids": [0, 4, 0, 4]}], minimum=4)[0]


@cases("bid, other, could", [(4, None, True), (4, 3, True), (4, 5, False), (5, None, False)])
def test_a_pair_that_bid_the_lowest_could_have_bid_less(bid, other, could):
    option = next(option for option in SPADES.house_rules if option.name == "minimum")
    state = SPADES.table(NAMES[:4], 0, {"minimum": 4})
    facts = read({"bids": [bid, 6, 0, 0], "tricks": [bid, 13 - bid, 0, 0]}, SPADES.facts)

    assert option.could_differ(facts, state, other) == could


def test_a_reason_says_what_a_renege_moved():
    state = played([{"bids": [4, 3, 3, 2], "tricks": [5, 2, 4, 2], "reneged": 0}], renege="given")

    assert [line.reason for line in state.rounds[0].lines] == [
        "bid 7, took 9 − 3 for a renege = 6: −10 × 7",
        "bid 5, took 4 + 3 for a renege = 7: 10 × 5",
        "2 tricks over the bid: 2 bags",
    ]


def test_a_reason_says_what_a_renege_brought_a_pair_without_a_bid():
    facts = {"bids": [0, 4, 0, 4], "tricks": [1, 7, 0, 5], "reneged": 1}
    reasons = [line.reason for line in played([facts], renege="given").lines[0]]

    assert reasons[-1] == "took 1 + 3 for a renege = 4 without a bid: 4 bags"


@cases("rules, reasons", [
    ({}, ["nil, took 3: −100", "bid 1, took 5: 10 × 1", "4 tricks over the bid: 4 bags"]),
    ({"nil_tricks": "bags"}, [
        "nil, took 3: −100", "bid 1, took 2: 10 × 1", "1 trick over the bid and 3 tricks of a nil: 4 bags",
    ]),
    ({"nil_tricks": "nothing"}, [
        "nil, took 3: −100", "bid 1, took 5 − 3 of a nil = 2: 10 × 1", "1 trick over the bid: 1 bag",
    ]),
    ({"nil_tricks": "nothing", "renege": "off"}, [
        "nil, took 3: −100", "bid 1, took 5 − 3 of a nil − 2 for a renege = 0: −10 × 1",
    ]),
])  # fmt: skip
def test_a_reason_says_where_the_tricks_of_a_failed_nil_went(rules, reasons):
    reneged = {"reneged": 0} if "renege" in rules else {}
    facts = {"bids": [0, 4, 1, 4], "tricks": [3, 4, 2, 4]} | reneged

    assert [line.reason for line in played([facts], **rules).lines[0]] == reasons


@cases("rules, points, left", [
    ({}, [-100, -100], 3), ({"penalty_takes_bags": True}, [-110, -110], 3), ({"bags_after": "reset"}, [-100, -100], 0),
    ({"penalty_takes_bags": True, "bag_points": -1}, [-90, -90], 3),
])  # fmt: skip
def test_a_penalty_costs_its_bags_and_leaves_what_the_table_agreed(rules, points, left):
    first = {"bids": [0, 1, 0, 1], "tricks": [11, 1, 1, 0]}
    state = played([first, {"bids": [1, 1, 0, 1], "tricks": [12, 1, 0, 0]}], **rules)

    assert [line.points for line in state.lines[0] if line.rule == "bag-penalty"] == points
    assert next(iter(SPADES.status(state))).text == f"bags {left} of 10"


@cases("rules, text", [
    ({"ten": "made"}, "+200 / −100"), ({"ten": "both"}, "+200 / −200"), ({"ten": "fifty"}, "+150 / −100"),
    ({"ten": "double"}, "+200 / −200"),
    ({}, "+100 / −100"),
])  # fmt: skip
def test_the_stakes_of_a_bid_of_ten_are_those_of_the_house_rule(rules, text):
    facts = read({"bids": [5, 1, 5, 1]}, SPADES.facts)

    assert next(iter(SPADES.stakes(facts, SPADES.table(NAMES[:4], 0, rules)))).text == text


@cases("bid, rules, points", [
    (11, {"ten": "made"}, 200), (9, {"ten": "fifty"}, 90), (11, {"ten": "fifty"}, 160), (9, {"ten": "double"}, 90),
    (11, {"ten": "double"}, 220), (13, {"ten": "double", "thirteen": 250}, 260),
    (13, {"ten": "fifty", "thirteen": 150}, 180), (13, {"ten": "made", "thirteen": 150}, 200),
    (13, {"thirteen": 250}, 250), (12, {"thirteen": 250}, 120),
])  # fmt: skip
def test_a_big_bid_scores_the_best_of_what_it_is_worth(bid, rules, points):
    facts = {"bids": [bid, 0, 0, 0], "tricks": [bid, 13 - bid, 0, 0]}
    state = played([facts], nil_tricks="bags", **rules)

    assert sum(line.points for line in state.lines[0] if line.rule == "bid-made") == points


@cases("section, players, rules, sentence", [
    ("thirteen", 3, {"thirteen": 200}, "A bid of thirteen or more scores 200 points"),
    ("thirteen", 6, {"thirteen": 140}, "140 points when it is made, or ten for each trick bid where that is more."),
    ("thirteen", 4, {"thirteen": 200}, "A bid of thirteen scores 200 points"),
    ("renege", 4, {"nil_tricks": "bags"}, "not even for the tricks of a nil"),
    ("renege", 4, {"nil_tricks": "bags", "renege": "off"}, "the tricks of a failed nil stay with it as bags"),
    ("renege", 4, {"renege": "given"}, "These tricks lose no nil of the other side"),
    ("renege", 4, {"ten": "both"}, "it loses what a missed bid loses and gets no bags"),
    ("thirteen", 4, {"ten": "double", "thirteen": 200}, "200 points when it is made, or what a bid of ten or more is"),
    ("lost", 4, {"sets": 3}, "A lost nil is no set"),
    ("lost", 4, {"sets": 3, "hands": 9}, "one more hand decides, unless it was the last."),
    ("lost", 4, {"lost_at": 200}, "one more hand decides. Climbing again in that hand does not help."),
])  # fmt: skip
def test_the_page_says_what_two_house_rules_do_together(section, players, rules, sentence):
    section = read_rules(SPADES, HouseRules(SPADES.house_rules, rules), players).section(section)

    assert sentence in text(section.html)


@cases("rules, facts, made", [
    ({}, {"bids": [4, 3, 3, 3], "tricks": [4, 3, 3, 3]}, [True, True, True, True]),
    ({}, {"bids": [4, 3, 3, 3], "tricks": [4, 3, 3, 3], "reneged": 0}, [False, True, False, True]),
    ({"renege": "given"}, {"bids": [4, 3, 3, 4], "tricks": [4, 3, 3, 3], "reneged": 0}, [False, True, False, True]),
    ({"nil_tricks": "bags"}, {"bids": [0, 3, 6, 3], "tricks": [2, 3, 5, 3]}, [False, True, False, True]),
    ({"nil_tricks": "help"}, {"bids": [0, 3, 6, 3], "tricks": [2, 3, 5, 3]}, [False, True, True, True]),
])  # fmt: skip
def test_a_bid_counts_as_made_where_it_scores_as_made(rules, facts, made):
    state = played([facts], **rules)

    assert [bid.made for bid in state.rounds[0].facts.bids_made(state.deal, state)] == made
