"""Rounds of Skull King that no deal of the cards can bring: each is refused in a player’s words."""

from games.core.registry import find
from games.core.round_form import open_form
from games.core.schema import read
from tests.cases import cases
from tests.games.every_game import NAMES, refusal

GAME = find("skull-king")

# A round of five cards, by the number of players. Of four, the last took no trick.
ROUNDS = {
    2: {"bids": [2, 2], "tricks": [3, 2]},
    3: {"bids": [1, 1, 1], "tricks": [3, 1, 1]},
    4: {"bids": [1, 1, 1, 1], "tricks": [3, 1, 1, 0]},
    8: {"bids": [1] * 8, "tricks": [2, 1, 1, 1, 0, 0, 0, 0]},
}
ONE_CARD, TEN_CARDS = {"hands": "bedtime"}, {"hands": "barrage"}
BEASTS, PIRATES, SCHMIDT = {"pack": "all"}, {"abilities": True}, {"edition": "schmidt"}
POINTS, CANNONBALLS = {"bonuses": "points"}, {"scoring": "cannonball"}
ADA_TOOK_ONE = {"bids": [1, 0, 0, 0], "tricks": [1, 0, 0, 0]}


def captured(*by_seat):
    return {"captures": [kinds.split() for kinds in by_seat]}


def rascal(seat, points):
    return {"rascal": {"seat": seat, "points": points}}


IMPOSSIBLE = [
    # Bids and tricks
    (4, {}, {"bids": [6, 0, 0, 0]}, "Ada bid 6, but only 5 cards were dealt"),
    (4, {}, {"bids": [1, -1, 1, 1]}, "Ben bid −1, but that is less than nothing"),
    (4, {}, {"bids": [1, 1, 1]}, "each of 4 players, not 3"),
    (4, ONE_CARD, ADA_TOOK_ONE | {"bids": [2, 0, 0, 0]}, "Ada bid 2, but only 1 card was dealt"),
    (8, TEN_CARDS, {"bids": [9] + [0] * 7, "tricks": [8] + [0] * 7}, "Ada bid 9, but only 8 cards were dealt"),
    (4, {}, {"tricks": [2, 1, 1, 0]}, "add up to 4, but 5 cards were dealt: 1 missing"),
    (4, {}, {"tricks": [4, 1, 1, 0]}, "add up to 6, but 5 cards were dealt: 1 too many"),
    (4, {}, {"tricks": [6, 0, 0, 0]}, "Ada took 6, but only 5 cards were dealt"),
    (4, {}, {"tricks": [6, -1, 0, 0]}, "Ada took 6"),
    (4, {}, {"tricks": [3, 1, 1]}, "each of 4 players, not 3"),
    (4, {}, {"trump": "S"}, "the black suit is trump in every round"),
    (4, {}, {"trump": None}, "the black suit is trump in every round"),
    # Graybeard’s ghost
    (2, {}, {"ghost": 1}, "add up to 5 and 1 went to no player, but 5 cards were dealt"),
    (2, {}, {"tricks": [2, 2]}, "add up to 4, but 5 cards were dealt: 1 missing"),
    (4, {}, {"ghost": 1, "tricks": [2, 1, 1, 0]}, "plays with two players only"),
    (2, SCHMIDT, {"ghost": 1, "tricks": [2, 2]}, "Graybeard’s ghost is not in the box of 2014"),
    # The Kraken and the White Whale
    (4, {}, {"tricks_of_nobody": 1, "tricks": [2, 1, 1, 0]}, "somebody takes every trick"),
    (4, SCHMIDT | BEASTS, {"tricks_of_nobody": 1, "tricks": [2, 1, 1, 0]}, "somebody takes every trick"),
    (4, BEASTS, {"tricks_of_nobody": 3, "tricks": [1, 1, 0, 0]}, "at most 2 tricks of a round can go to nobody"),
    (4, BEASTS, {"tricks_of_nobody": 1}, "add up to 5 and 1 went to no player, but 5 cards were dealt"),
    (4, BEASTS | ONE_CARD, {"bids": [0] * 4, "tricks": [0] * 4, "tricks_of_nobody": 2}, "1 too many"),
    # Captures: what the pack has
    (4, {}, captured("14", "", ""), "each of 4 players, not 3"),
    (4, {}, captured("14 14", "14 14", "", ""), "three 14s of the coloured suits, but 4"),
    (4, {}, captured("black-14", "black-14", "", ""), "one black 14, but 2"),
    (4, {}, captured("mermaid mermaid", "mermaid", "", ""), "two Mermaids, but 3"),
    (8, {}, captured("pirate " * 7, *[""] * 7), "six Pirates, with the Tigress, but 7"),
    (4, {}, captured("king", "king", "", ""), "one Skull King, but 2"),
    (4, {}, captured("king king", "", "", ""), "one Skull King, but 2"),
    (4, SCHMIDT, captured("14", "", "", ""), "this box has no 14s"),
    (4, SCHMIDT, captured("black-14", "", "", ""), "this box has no 14s"),
    (4, SCHMIDT, captured("mermaid", "", "", ""), "the Mermaids bring no bonus in this box"),
    # Captures: who can have taken whom
    (4, {}, captured("pirate", "pirate", "", ""), "one Skull King, but Ada and Ben took Pirates with him"),
    (4, {}, captured("pirate king", "", "", ""), "the Skull King took Pirates, so no Mermaid took him"),
    (4, {}, captured("pirate", "king", "", ""), "the Skull King took Pirates, so no Mermaid took him"),
    (4, {}, captured("king", "mermaid mermaid", "", ""), "Pirates took one other Mermaid at most"),
    (4, {}, captured("pirate " * 4, "", "", ""), "a trick has 4 cards: beside the Skull King 3 Pirates at most"),
    (2, SCHMIDT, captured("pirate pirate", ""), "a trick has 2 cards: beside the Skull King 1 Pirate at most"),
    (2, {}, captured("pirate " * 3, ""), "a trick has 3 cards: beside the Skull King 2 Pirates at most"),
    (8, {}, captured("pirate " * 6, "mermaid", *[""] * 6), "1 of them took a trick: the Skull King took fewer"),
    # Captures: in which tricks
    (4, {}, captured("", "", "", "14"), "Dan took no trick, but what is entered needs 1 trick at least"),
    (4, {}, captured("", "", "", "king"), "Dan took no trick"),
    (4, {}, captured("", "", "", "mermaid"), "Dan took no trick"),
    (4, {}, captured("", "", "", "pirate"), "Dan took no trick"),
    (4, ONE_CARD, ADA_TOOK_ONE | captured("14", "14", "", ""), "Ben took no trick"),
    (4, {}, captured("", "pirate mermaid", "", ""), "Ben took 1 trick, but what is entered needs 2 tricks"),
    (4, {}, captured("", "king mermaid", "", ""), "Ben took 1 trick, but what is entered needs 2 tricks"),
    (4, {}, captured("", "14 14 14 black-14 mermaid", "", ""), "Ben took 1 trick, which cannot hold 6 such cards"),
    (3, {}, captured("", "pirate pirate 14", ""), "Ben took 1 trick, which cannot hold 4 such cards"),
    # Loot
    (4, {}, {"loot": [[0, 1]]}, "this pack has no Loot"),
    (4, SCHMIDT | BEASTS, {"loot": [[0, 1]]}, "this pack has no Loot"),
    (2, BEASTS, {"loot": [[0, 1]]}, "with two players Loot is left out"),
    (4, BEASTS, {"loot": [[1, 1]]}, "Ben took the trick with the own Loot: that is no alliance"),
    (4, BEASTS, {"loot": [[0, 7]]}, "nobody sits there, choose Ada, Ben, Cleo or Dan"),
    (4, BEASTS, {"loot": [[-1, 0]]}, "nobody sits there, choose Ada, Ben, Cleo or Dan"),
    (4, BEASTS, {"loot": [[1, 0], [2, 0], [3, 0]]}, "the pack has two Loot cards, but 3"),
    (4, BEASTS, {"loot": [[0, 3]]}, "Dan took no trick"),
    (4, BEASTS, {"loot": [[0, 1], [0, 1]]}, "Ben took 1 trick, but what is entered needs 2 tricks"),
    # Rascal’s wager
    (4, {}, rascal(0, 10), "without what the Pirates can do"),
    (4, PIRATES, rascal(0, 30), "Rascal’s wager is 10 or 20 points, not 30"),
    (4, PIRATES, rascal(0, -10), "Rascal’s wager is 10 or 20 points, not −10"),
    (4, PIRATES, rascal(5, 10), "nobody sits there"),
    (4, PIRATES, rascal(3, 10), "Dan took no trick"),
    (4, PIRATES | ONE_CARD, ADA_TOOK_ONE | rascal(0, 10), "Rascal comes too late"),
    (4, PIRATES, rascal(1, 10) | captured("", "pirate", "", ""), "Ben took 1 trick, but what is entered needs 2"),
    # Harry
    (4, {}, {"bid_changes": [1, 0, 0, 0]}, "no bid changes during play"),
    (4, SCHMIDT | PIRATES, {"bid_changes": [1, 0, 0, 0]}, "no bid changes during play"),
    (4, PIRATES, {"bid_changes": [2, 0, 0, 0]}, "the bid of Ada can change by one only"),
    (4, PIRATES, {"bid_changes": [1, 1, 0, 0]}, "only one bid can change"),
    (4, PIRATES, {"bids": [0, 1, 1, 1], "bid_changes": [-1, 0, 0, 0]}, "Ada bid 0, and no bid goes below zero"),
    (4, PIRATES, {"bids": [5, 1, 1, 1], "bid_changes": [1, 0, 0, 0]}, "Ada bid 5, and no bid goes above 5 tricks"),
    (4, PIRATES, {"bid_changes": [0, 0, 0, 1]}, "Dan took no trick"),
    (4, PIRATES, {"bid_changes": [1, 0, 0]}, "each of 4 players whether the bid changed"),
    (4, PIRATES, rascal(1, 20) | {"bid_changes": [0, 1, 0, 0]}, "Ben took 1 trick, but what is entered needs 2"),
    (8, PIRATES, rascal(1, 20) | captured("pirate " * 6, *[""] * 7), "1 of them took a trick"),
    # Cannonballs
    (4, {}, {"cannonballs": [0]}, "only where the scoring has them"),
    (4, CANNONBALLS, {"cannonballs": [0, 0]}, "a player fires one cannonball in a round"),
    (4, CANNONBALLS, {"cannonballs": [4]}, "nobody sits there"),
    # Plain bonus points
    (4, {}, {"bonus": [10, 0, 0, 0]}, "this table enters what was captured"),
    (4, POINTS, captured("14", "", "", ""), "this table enters bonus points"),
    (4, POINTS, {"bonus": [15, 0, 0, 0]}, "in tens from 0 to 200"),
    (4, POINTS, {"bonus": [210, 0, 0, 0]}, "in tens from 0 to 200"),
    (4, POINTS, {"bonus": [-10, 0, 0, 0]}, "Ada has −10 bonus points"),
    (4, POINTS, {"bonus": [10, 0, 0]}, "each of 4 players, not 3"),
    (4, POINTS, {"bonus": [0, 0, 0, 10]}, "Dan took no trick, and so no card with a bonus"),
    # Plain bonus points: what the tricks can hold
    (3, POINTS, {"bonus": [0, 200, 0]}, "Ben has 200 bonus points, but 1 trick of 3 cards brings 60 at most"),
    (3, POINTS | ONE_CARD, {"bids": [1, 0, 0], "tricks": [1, 0, 0], "bonus": [200, 0, 0]}, "brings 60 at most"),
    (3, POINTS, {"bonus": [200, 0, 0]}, "Ada has 200 bonus points, but 3 tricks of 3 cards bring 140 at most"),
    (3, POINTS | SCHMIDT, {"bonus": [10, 0, 0]}, "Ada has 10 bonus points, but 3 tricks of 3 cards bring none or 30"),
    (3, POINTS | SCHMIDT, {"bonus": [0, 40, 0]}, "1 trick of 3 cards brings 30 or 50"),
    (3, POINTS | SCHMIDT, {"bonus": [200, 0, 0]}, "bring 60 at most"),
    (3, POINTS | SCHMIDT, {"bonus": [30, 50, 0]}, "do not bring 30 and 50 bonus points in one round"),
    (4, POINTS | PIRATES, rascal(1, 20) | {"bid_changes": [0, 1, 0, 0], "bonus": [0, 10, 0, 0]}, "needs 2 tricks"),
    (4, POINTS, {"bonus": [60, 60, 60, 0]}, "do not bring 60, 60 and 60 bonus points in one round"),
]


@cases("players, rules, facts, words", IMPOSSIBLE)
def test_what_the_pack_cannot_bring_is_refused(players, rules, facts, words):
    table = GAME.table(NAMES[:players], 0, {"hands": "skirmish"} | rules)
    message, _ = refusal(GAME.play, table, read(ROUNDS[players] | facts, GAME.facts))
    assert words in message


POSSIBLE_BONUS = [
    (3, {}, [0, 60, 0]), (3, {}, [140, 0, 0]), (3, {}, [90, 40, 0]), (3, SCHMIDT, [60, 0, 0]), (3, SCHMIDT, [0, 50, 0]),
]  # fmt: skip


@cases("players, rules, bonus", POSSIBLE_BONUS)
def test_bonus_points_that_cards_can_bring_are_taken(players, rules, bonus):
    table = GAME.table(NAMES[:players], 0, {"hands": "skirmish"} | POINTS | rules)
    assert GAME.play(table, read(ROUNDS[players] | {"bonus": bonus}, GAME.facts)).rounds


@cases("rules, keys", [
    ({}, ["0", "10", "20", "30", "40", "50", "60"]),
    (SCHMIDT, ["0", "30", "50", "60"]),
])  # fmt: skip
def test_the_keys_of_bonus_points_are_those_that_the_cards_can_bring(rules, keys):
    table = GAME.table(NAMES[:3], 0, ONE_CARD | POINTS | rules)
    assert [key.value for key in open_form(table, {}).fields["bonus-0"].keys] == keys


@cases("players", ROUNDS)
def test_the_same_round_without_it_is_taken(players):
    table = GAME.table(NAMES[:players], 0, {"hands": "skirmish"})
    assert GAME.play(table, read(ROUNDS[players], GAME.facts)).rounds
