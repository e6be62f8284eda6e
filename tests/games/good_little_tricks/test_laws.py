"""What can be dealt and played is taken and counted; more players than tricks cannot collect."""

from random import Random

import pytest

from games.core.errors import Impossible
from games.core.schema import read
from games.good_little_tricks.facts import Facts, house_decks
from games.good_little_tricks.game import GAME
from tests.cases import cases
from tests.games.every_game import played_on, possible_examples
from tests.games.good_little_tricks.play import SUITS, Round
from tests.games.good_little_tricks.rounds import NAMES, table
from tests.thoroughness import many


def any_table(rng):
    players = rng.randint(2, 5)
    rules = {
        "deck": list(rng.choice(house_decks(players))),
        "trump_lead": rng.choice(["never", "first-trick", "free"]),
    }
    return table(players, **rules, sweep=rng.choice([True, False]))


def played(rng, state):
    deck, trump_lead = state.rules.deck, state.rules.trump_lead
    return Round(rng, state.players, state.next_dealer, deck=deck, trump_lead=trump_lead)


def test_what_was_played_by_the_rules_is_taken_and_counted_alike():
    rng = Random(1)
    for _ in range(many(2000)):
        state = any_table(rng)
        while GAME.finish(state) is None:
            end = played(rng, state)
            state = GAME.play(state, read(end.facts, Facts))

            assert [*state.rounds[-1].points] == end.points(sweep=state.rules.sweep)


def test_as_many_players_collect_as_there_are_tricks_and_any_of_them():
    rng, state = Random(2), table(5, deck=["orange", "purple"])
    ends = [played(rng, state).facts["suits"] for _ in range(300)]

    assert {tuple(end.values()) for end in ends} == {(seat, seat) for seat in range(5)}
    state = table(5, deck=["orange", "purple", "pink"])
    ends = [played(rng, state).facts["suits"] for _ in range(many(5000))]
    assert max(len(set(end.values())) for end in ends) == 2


@cases(
    "deck, owners, told",
    [
        ("orange purple", (3, 3), ""),
        ("orange purple", (0, 3), "Ada and Dan collected suits: 2 players, but 5 cards among 5 players make 1 trick"),
        ("orange purple pink", (0, 1, 0), ""),
        (
            "orange purple pink", (0, 1, 2),
            "Ada, Ben and Cleo collected suits: 3 players, but 10 cards among 5 players make 2 tricks",
        ),
        ("orange purple green blue", (4, 3, 4, 2), ""),
        (
            "orange purple green blue", (4, 3, 1, 2),
            "Eve, Dan, Ben and Cleo collected suits: 4 players, but 15 cards among 5 players make 3 tricks",
        ),
        ("orange purple green pink blue", (0, 1, 2, 3, 3), ""),
        (
            "orange purple green pink blue", (0, 1, 2, 3, 4),
            "Ada, Ben, Cleo, Dan and Eve collected suits: 5 players, but 20 cards among 5 players make 4 tricks",
        ),
        ("purple green pink blue red", (0, 1, 2, 3, 4), ""),
    ],
)  # fmt: skip
def test_suits_fall_to_as_many_players_as_there_are_tricks(deck, owners, told):
    suits = deck.split()
    refused = (f"{told}, and a trick has one winner", f"suits.{suits[-1]}") if told else ""

    assert refusal(table(5, deck=suits), {"suits": dict(zip(suits, owners, strict=True))}) == refused


def refusal(state, facts):
    """Return what is said where a round cannot be, and the fact it is about; "" where it can."""
    try:
        GAME.play(state, read(facts, Facts))
    except Impossible as refused:
        return refused.message, refused.field
    return ""


def test_with_three_players_every_suit_can_go_to_anybody():
    for number in range(3 ** len(SUITS)):
        owners = {suit: number // 3**place % 3 for place, suit in enumerate(SUITS)}
        GAME.play(table(), read({"suits": owners}, Facts))


def test_worked_examples_and_made_up_rounds_can_have_been_dealt():
    for example in possible_examples(GAME):
        start = GAME.table(NAMES[: example.players], example.first_dealer, example.house_rules)
        GAME.fold(start, [read(one, Facts) for one in example.rounds])
    rng, count = Random(3), 0
    while count < many(1000):
        count += len(played_on(any_table(rng), rng).rounds)


def test_what_the_cards_rule_out_cannot_be_insisted_on():
    facts = {"suits": {"orange": 0, "purple": 3}, "irregular": True}
    with pytest.raises(Impossible, match="a trick has one winner"):
        GAME.play(table(5, deck=["orange", "purple"]), read(facts, Facts))
