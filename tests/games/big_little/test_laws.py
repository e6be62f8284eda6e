"""What can be dealt and played is taken and counted; a trump that the cards left over cannot bring is refused."""

from random import Random

import pytest

from games.big_little.facts import Facts
from games.big_little.game import GAME
from games.big_little.scoring import sandbags
from games.core.errors import Impossible
from games.core.round_form import open_form
from games.core.schema import read
from tests.cases import cases
from tests.games.big_little.play import Match
from tests.games.big_little.rounds import NAMES, quiet, table
from tests.games.every_game import played_on, possible_examples
from tests.thoroughness import many

PENALTIES = {
    "penalty_at": [None, 2, 10, 11, 11, 12, 99],
    "bags_after": ["carry", "reset"],
    "penalty_repeats": [True, False],
    "penalty_takes_bags": [True, False],
    "zero_bid_bonus": [0, 0, 5, 100],
    "largest_hand": ["leave-one", "leave-three", "deal-all"],
    "hook": [True, False],
}
ALL_DEALT = "all cards are dealt, so none is left to turn up: this hand is played without trumps"


def test_what_was_played_by_the_rules_is_taken_and_counted_alike():
    rng = Random(1)
    for _ in range(many(100)):
        players, dealer = rng.randint(2, 13), rng.randint(0, 1)
        rules = {name: rng.choice(values) for name, values in PENALTIES.items()}
        match = Match(rng, players, dealer, **rules)
        state = GAME.fold(GAME.table(NAMES[:players], dealer, rules), [read(facts, Facts) for facts in match.hands])

        assert [[*scored.points] for scored in state.rounds] == match.points
        assert [*state.totals] == match.total
        assert [sandbags(seat, state) for seat in range(players)] == match.bags


@cases(
    "players, cards, rules, trump, told",
    [
        (4, 12, {}, None, "there is always a trump here: 6 cards are left over, and only 2 of them can be jokers"),
        (3, 17, {}, None, "there is always a trump here: 3 cards are left over, and only 2 of them can be jokers"),
        (2, 1, {}, None, "there is always a trump here: 52 cards are left over, and only 2 of them can be jokers"),
        *((6, 9, {"largest_hand": "deal-all"}, trump, ALL_DEALT) for trump in "SHDC"),
        (6, 9, {"largest_hand": "deal-all"}, None, ""),
        (4, 13, {}, None, ""),
        (13, 4, {}, None, ""),
        (4, 13, {}, "S", ""),
        (4, 1, {}, "S", ""),
    ],
)
def test_trump_comes_of_the_cards_left_over(players, cards, rules, trump, told):
    earlier = [Facts(bids=tuple(bids), tricks=tuple(tricks)) for bids, tricks in quiet(cards - 1, players)]
    match = GAME.fold(table(players, **rules), earlier)
    bids, tricks = (0,) * players, (cards, *(0,) * (players - 1))

    assert refusal(match, Facts(bids, tricks, trump)) == (told and (told, "trump"))
    assert refusal(match, Facts(bids, trump=trump)) == (told and (told, "trump"))
    keys = [key.value for key in open_form(match, {}).fields["trump"].keys]
    assert ((trump or "none") in keys) == (not told)


def refusal(match, facts):
    """Return what is said where a hand cannot be, and the fact it is about; "" where it can."""
    try:
        GAME.play(match, facts)
    except Impossible as refused:
        return refused.message, refused.field
    return ""


def test_a_total_ends_in_the_same_digit_as_the_sandbags():
    examples = [example.sheet(GAME) for example in possible_examples(GAME) if not example.house_rules]
    matches = [GAME.fold(table(len(sheet.players)), [read(one, Facts) for one in sheet.rounds]) for sheet in examples]
    rng, count = Random(2), 0
    while count < many(1000):
        matches.append(played_on(table(rng.randint(2, 13)), rng, most=60))
        count += len(matches[-1].rounds)
    for match in matches:
        assert [total % 10 for total in match.totals] == [sandbags(seat, match) % 10 for seat in range(match.players)]


def test_worked_examples_and_made_up_hands_can_have_been_dealt():
    for example in possible_examples(GAME):
        start = GAME.table(NAMES[: example.players], example.first_dealer, example.house_rules)
        assert not any(
            scored.irregular for scored in GAME.fold(start, [read(one, Facts) for one in example.rounds]).rounds
        )
    rng, count = Random(3), 0
    while count < many(1000):
        rules = {name: rng.choice(values) for name, values in PENALTIES.items()}
        count += len(played_on(table(rng.randint(2, 13), **rules), rng, most=60).rounds)


def test_what_the_cards_rule_out_cannot_be_insisted_on():
    with pytest.raises(Impossible, match="always a trump"):
        GAME.play(table(), Facts((0, 0), (1, 0), None, irregular=True))
