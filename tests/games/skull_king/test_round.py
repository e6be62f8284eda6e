"""Rounds of Skull King: made-up matches scored again from the rules as looked up, and what the pack cannot bring."""

from random import Random

import pytest

from games.core.errors import Impossible
from games.core.registry import find
from games.core.schema import plain, read
from tests.cases import cases
from tests.thoroughness import many

GAME = find("skull-king")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
HANDS = {
    "up": range(1, 11), "brawl": range(6, 11), "skirmish": [5] * 5, "barrage": [10] * 10, "bedtime": [1],
}  # fmt: skip


def points_of(facts, cards, rules):
    """The points by seat, worked out from the facts as a table adds them up."""
    changes = facts.get("bid_changes") or [0] * len(facts["bids"])
    bids = [bid + change for bid, change in zip(facts["bids"], changes, strict=True)]
    off = [abs(bid - took) for bid, took in zip(bids, facts["tricks"], strict=True)]
    king = 50 if rules.edition == "schmidt" else 40
    worth = {"14": 10, "black-14": 20, "mermaid": 20, "pirate": 30, "king": king}
    points = []
    for seat, (bid, took) in enumerate(zip(bids, facts["tricks"], strict=True)):
        fires = seat in facts.get("cannonballs", ())
        by_bid = bid_points(bid, took, cards, rules, fires=fires)
        bonus = sum(worth[kind] for kind in facts.get("captures", [[]] * len(bids))[seat])
        bonus += facts.get("bonus", [0] * len(bids))[seat]
        if off[seat] == 0 or (rules.scoring == "skull-king" and rules.bonus_when == "always"):
            by_bid += bonus
        elif rules.scoring != "skull-king" and off[seat] == 1 and not fires:
            by_bid += bonus // 2
        allied = [pair for pair in facts.get("loot", ()) if seat in pair and off[pair[0]] == off[pair[1]] == 0]
        wager = facts.get("rascal") or {"seat": None}
        wagered = 0 if wager["seat"] != seat else wager["points"] * (1 if off[seat] == 0 else -1)
        points.append(by_bid + 20 * len(allied) + wagered)
    return points


def bid_points(bid, took, cards, rules, *, fires):
    off = abs(bid - took)
    if fires:
        return 0 if off else 15 * cards
    if rules.scoring != "skull-king":
        return {0: 10 * cards, 1: 5 * cards}.get(off, 0)
    if bid == 0:
        return -10 * cards if off else 10 * cards
    return -10 * off if off else 20 * took


@cases("seed", range(many(600, 80)))
def test_made_up_matches_score_as_a_table_adds_them_up(seed):
    rng = Random(seed)
    rules = {option.name: option.random_value(rng) for option in GAME.house_rules}
    players = rng.randint(2, 6 if rules["edition"] == "schmidt" else 8)
    try:
        state = GAME.table(NAMES[:players], rng.randrange(players), rules)
    except Impossible:
        return  # some boxes have too few cards for a length
    while GAME.finish(state) is None and len(state.rounds) < 12:
        facts, cards = GAME.simulate(rng, state), state.deal.cards[0]
        state = GAME.play(state, facts)
        assert list(state.rounds[-1].points) == points_of(plain(facts), cards, state.rules)


@cases("hands", HANDS)
def test_each_length_deals_its_cards_and_eight_players_get_eight_at_most(hands):
    for players in (4, 8):
        state = GAME.table(NAMES[:players], 0, {"hands": hands})
        most = 8 if players == 8 else 10
        dealt = [GAME.deal_of(players, number, 0, state.rules).cards[0] for number in range(1, state.length + 1)]
        assert dealt == [min(cards, most) for cards in HANDS[hands]]


# Four players, three cards each.
ROUND = {"bids": [1, 1, 1, 0], "tricks": [1, 1, 1, 0]}


@cases(
    "facts, words",
    [
        ({"tricks": [1, 1, 0, 0]}, "1 missing"),
        ({"bids": [4, 0, 0, 0]}, "only 3 cards were dealt"),
        ({"captures": [["king"], ["king"], [], []]}, "one Skull King"),
        ({"captures": [["black-14"], ["black-14"], [], []]}, "one black 14"),
        ({"captures": [["14", "14"], ["14", "14"], [], []]}, "three 14s"),
        ({"captures": [["mermaid", "mermaid"], ["mermaid"], [], []]}, "two Mermaids"),
        ({"captures": [["pirate"], ["pirate"], [], []]}, "one Skull King, but Ada and Ben"),
        ({"captures": [["pirate"], ["king"], [], []]}, "no Mermaid took him"),
        ({"captures": [[], [], [], ["14"]]}, "Dan"),
        ({"bonus": [10, 0, 0, 0]}, "leave plain bonus points out"),
        ({"loot": [[0, 1]]}, "this pack has no Loot"),
        ({"tricks_of_nobody": 1, "tricks": [1, 1, 0, 0]}, "trick"),
        ({"ghost": 1, "tricks": [1, 1, 0, 0]}, "two players only"),
        ({"cannonballs": [0]}, "only where the scoring has them"),
        ({"rascal": {"seat": 0, "points": 10}}, "leave Rascal’s wager out"),
        ({"trump": "S"}, "the black suit is trump"),
    ],
)
def test_what_the_pack_cannot_bring_is_refused(facts, words):
    state = GAME.table(NAMES[:4], 0, {})
    for bids in ([1, 0, 0, 0], [0, 1, 1, 0]):
        tricks = [len(state.rounds) + 1, 0, 0, 0]
        state = GAME.play(state, read({"bids": bids, "tricks": tricks}, GAME.facts))

    with pytest.raises(Impossible, match=words):
        GAME.play(state, read(ROUND | facts, GAME.facts))
