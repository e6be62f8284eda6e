"""A round of Wizard: what is refused and beside which question, what the form says and bars, what follows."""

from games.core.registry import find
from games.core.round_form import open_form
from games.core.schema import read
from tests.cases import cases
from tests.games.every_game import NAMES, refusal

WIZARD = find("wizard")
ALL_OF_FIVE = {"hands": "same", "largest": 5, "same_hands": 3}
JUBILEE = ALL_OF_FIVE | {"deck": "jubilee"}


def table(rules, *rounds):
    state = WIZARD.table(NAMES[:3], 0, rules)
    return WIZARD.replay(state, [read(facts, WIZARD.facts) for facts in rounds])


@cases(
    "rules, bids, tricks, special, words, field",
    [
        (ALL_OF_FIVE, [6, 0, 0], [5, 0, 0], {}, "only 5 cards", "bids[0]"),
        (ALL_OF_FIVE, [0, 0, -1], [5, 0, 0], {}, "less than nothing", "bids[2]"),
        (ALL_OF_FIVE, [0, 0], [5, 0, 0], {}, "each of 3 players", "bids"),
        (ALL_OF_FIVE, [0, 0, 0], [4, 0, 0], {}, "1 missing", "tricks"),
        (ALL_OF_FIVE, [0, 0, 0], [4, 2, 0], {}, "1 too many", "tricks"),
        (ALL_OF_FIVE, [0, 0, 0], [4, 0, 0], {"tricks_of_nobody": 1}, "every trick", "tricks_of_nobody"),
        (ALL_OF_FIVE, [0, 0, 0], [5, 0, 0], {"bid_changes": [1, 0, 0]}, "no bid changes", "bid_changes"),
        (JUBILEE, [0, 0, 0], [5, 0, 0], {"tricks_of_nobody": 1}, "1 went to no player", "tricks"),
        (JUBILEE, [0, 0, 0], [3, 0, 0], {"tricks_of_nobody": 2}, "at most 1 trick", "tricks_of_nobody"),
        (JUBILEE, [2, 0, 0], [5, 0, 0], {"bid_changes": [-2, 0, 0]}, "by one only", "bid_changes"),
        (JUBILEE, [5, 0, 0], [5, 0, 0], {"bid_changes": [1, 0, 0]}, "above 5 tricks", "bid_changes"),
        (JUBILEE, [0, 0, 0], [5, 0, 0], {"bid_changes": [-1, 0, 0]}, "below zero", "bid_changes"),
        (JUBILEE, [1, 1, 0], [4, 1, 0], {"bid_changes": [1, 1, 0]}, "only one bid", "bid_changes"),
        (JUBILEE, [1, 1, 0], [5, 0, 0], {"bid_changes": [0, 1, 0]}, "Ben took none", "bid_changes"),
        (JUBILEE, [1, 1, 0], [5, 0, 0], {"bid_changes": [1]}, "each of 3 players", "bid_changes"),
    ],
)  # fmt: skip
def test_an_impossible_round_is_refused_beside_its_question(rules, bids, tricks, special, words, field):
    facts = read({"bids": bids, "tricks": tricks, **special}, WIZARD.facts)
    message, at = refusal(WIZARD.play, table(rules), facts)
    assert words in message
    assert at == field


@cases(
    "hook, leads, others, barred",
    [
        (False, True, (1, 1), {}),
        (True, False, (1, 1), {"bids-0": {"3": "hook"}}),
        (True, False, (3, 3), {}),
        ("from-four", False, (1, 1), {"bids-0": {"3": "hook"}}),
        ("canadian", True, (1, 1), {"bids-0": {"3": "hook"}}),
        ("canadian", True, (3, 2), {}),
        ("canadian", False, (1, 1), {}),
    ],
)
def test_the_dealers_key_is_barred_as_the_hook_says(hook, leads, others, barred):
    """After three rounds Ada deals again: she leads, or is level with Ben."""
    scores = {"bids": [5, 0, 1], "tricks": [5, 0, 0]} if leads else {"bids": [2, 2, 0], "tricks": [2, 2, 1]}
    state = table(ALL_OF_FIVE | {"hook": hook, "same_hands": 9}, scores, scores, scores)
    form = open_form(state, {"bids-1": str(others[0]), "bids-2": str(others[1])})

    assert form.barred() == barred
    told = form.sentence(form.given())
    assert ("Ada, who deals, may not bid 3" in told) == bool(barred)


def test_the_sentence_goes_by_the_dealers_own_bid():
    leads = {"bids": [5, 0, 1], "tricks": [5, 0, 0]}
    state = table(ALL_OF_FIVE | {"hook": "canadian", "same_hands": 9}, leads, leads, leads)
    zero, open_bid = {"bids-1": "3", "bids-2": "2", "bids-0": "0"}, {"bids-2": "0", "bids-0": "2"}

    assert open_form(state, zero).sentence(zero) == "bids make 5, all the tricks"
    assert "has to bid something else" in open_form(state, zero).sentence(zero | {"bids-0": "2", "bids-2": "0"})
    assert open_form(state, open_bid).sentence(open_bid) == "bids 2 so far for 5 tricks"


def test_below_four_cards_the_hook_from_four_bars_nothing():
    state = WIZARD.table(NAMES[:3], 0, {"hook": "from-four", "hands": "same", "largest": 3})
    assert open_form(state, {"bids-1": "1", "bids-2": "1"}).barred() == {}


@cases(
    "bidding, told",
    [("in-turn", "Ben bids first"), ("at-once", "Everybody bids at once"), ("after-play", "Bids stay hidden")],
)
def test_the_form_says_how_bids_are_made_and_bars_none_that_nobody_heard(bidding, told):
    state = table(ALL_OF_FIVE | {"bidding": bidding, "hook": True})
    first = {"in-turn": ["bids-1", "bids-2", "bids-0"]}.get(bidding, ["bids-0", "bids-1", "bids-2"])
    form = open_form(state, {"bids-1": "1", "bids-2": "1"})

    assert [name for name in form.fields if name.startswith("bids-")] == first
    assert told in form.turn(form.given())
    assert bool(form.barred()) == (bidding == "in-turn")
    bids = {"bids-0": "2", "bids-1": "1", "bids-2": "1"}
    assert open_form(state, bids).turn(bids) == "Ben leads"


def test_the_trick_of_nobody_follows_from_the_others():
    bids = {"bids-0": "2", "bids-1": "1", "bids-2": "1"}
    form = open_form(table(JUBILEE), bids | {"tricks-0": "2", "tricks-1": "1", "tricks-2": "1"})

    assert form.derived == {"tricks_of_nobody": "1"}
    assert form.round_facts is None
    assert form.is_valid()
    assert form.round_facts.tricks_of_nobody == 1
    (made,) = form.shortcuts(bids)
    assert made.answers == {"tricks-0": "2", "tricks-1": "1", "tricks-2": "1"}


def test_everybody_made_it_goes_by_the_changed_bid():
    given = {"bids-0": "2", "bids-1": "1", "bids-2": "1", "bid_changes": "1:1"}
    (made,) = open_form(table(JUBILEE), given).shortcuts(given)

    assert made.answers == {"tricks-0": "2", "tricks-1": "2", "tricks-2": "1"}


def test_the_rest_made_it_leaves_a_trick_to_nobody():
    bids = {"bids-0": "2", "bids-1": "1", "bids-2": "1"}
    (rest,) = open_form(table(JUBILEE), bids | {"tricks-0": "2"}).shortcuts(bids | {"tricks-0": "2"})

    assert (rest.name, rest.answers) == ("rest-made", {"tricks-1": "1", "tricks-2": "1"})
    assert open_form(table(JUBILEE), bids).shortcuts(bids | {"tricks-0": "0"}) == []


def test_a_changed_bid_is_noted_and_explained():
    facts = {"bids": [2, 1, 1], "tricks": [2, 2, 1], "bid_changes": [0, 1, 0]}
    scored = table(JUBILEE, facts).rounds[-1]

    assert scored.facts.notes(scored.deal, table(JUBILEE)) == ["2/2", "1+1/2", "1/1"]
    assert scored.lines[1].reason == "bid 1, made 2 by the Cloud, took 2: 20 + 10 × 2"


def test_more_exact_bids_are_why_a_match_is_won():
    rules = {"hands": "same", "largest": 3, "same_hands": 2, "ties": "exact-bids"}
    state = table(rules, {"bids": [3, 0, 0], "tricks": [3, 0, 0]}, {"bids": [2, 0, 1], "tricks": [1, 0, 2]})

    assert state.totals == (40, 40, 10)
    assert state.scorecard().winners == (1,)
    assert WIZARD.why_won(state) == "equal totals, but 2 exact bids, more than the others"


def test_a_trick_of_nobody_counts_among_the_cards_of_the_hand():
    facts = {"bids": [2, 1, 1], "tricks": [2, 1, 1], "tricks_of_nobody": 1}
    taken = [*table(JUBILEE, facts).rounds[-1].facts.tricks_taken()]

    assert sum(tricks.count for tricks in taken) == 5
    assert [tricks.side for tricks in taken] == [0, 1, 2, None]


def test_tricks_that_no_card_destroys_are_missed_from_the_players():
    tricks = {"bids-0": "0", "bids-1": "0", "bids-2": "0", "tricks-0": "0", "tricks-1": "0", "tricks-2": "0"}

    form = open_form(table(JUBILEE), tricks)
    answered = open_form(table(JUBILEE), tricks | {"tricks_of_nobody": "1"})

    assert ("tricks_of_nobody" in form.answers, form.is_valid()) == (False, False)
    assert "4 missing, count the piles again" in str(answered.errors)
