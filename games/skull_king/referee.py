"""The referee of Skull King: packs, hand sizes, legal cards, who takes a trick, what a bid and a bonus score."""

from collections.abc import Sequence
from typing import Any

from games.core.cards import Card, Deck, follow, taker
from games.core.deal import Deal, deal_round
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key
from games.core.referee import Ruling
from games.core.tricks import legal_question, winner_question
from games.skull_king.facts import (
    capture_points,
    card_count,
    has_beasts,
    has_ghost,
    has_loot,
    is_schmidt,
)

# The suits of the pack by their letter; the last is always trump.
SUITS = {"P": "parrots", "T": "treasure chests", "M": "maps", "J": "Jolly Rogers"}
TRUMP = "J"
# Cards of no suit: how high they are (below 0 they take nothing), their face and how many there are.
SPECIALS = (
    (Card("SK", "", 102, "Skull King"), "SK"),
    (Card("PI", "", 101, "Pirate", 5), "Pir"),
    (Card("TP", "", 101, "{tigress} as a Pirate"), "{initial}↑"),
    (Card("MM", "", 100, "Mermaid", 2), "Mer"),
    (Card("TE", "", -1, "{tigress} as an Escape"), "{initial}↓"),
    (Card("ES", "", -1, "Escape", 5), "Esc"),
)
BEASTS = (
    (Card("LO", "", -1, "Loot", 2), "Loot"),
    (Card("KR", "", -2, "Kraken"), "Kra"),
    (Card("WH", "", -2, "White Whale"), "Wha"),
)
KRAKEN, WHALE = "KR", "WH"
MAX_HAND_CARDS, MAX_HAND_CARDS_OF_EIGHT = 10, 8
# The cards of each round; the box of 2021 plays some lengths in pairs of rounds.
HAND_SIZES: dict[str, Sequence[int]] = {
    "up": range(1, 11),
    "even-keeled": range(2, 11, 2),
    "brawl": range(6, 11),
    "skirmish": [5] * 5,
    "barrage": [10] * 10,
    "whirlpool": range(9, 0, -2),
    "bedtime": [1],
}
IN_PAIRS = ("even-keeled", "whirlpool")


def top_rank(rules: HouseRules) -> int:
    return 13 if is_schmidt(rules) else 14


def _faces(rank: int, *, beasts: bool) -> tuple[tuple[Card, str], ...]:
    """Return the special cards with their short faces."""
    words = {"tigress": "Tigress", "initial": "Ti"} if rank == 14 else {"tigress": "Scary Mary", "initial": "SM"}
    faces = (*SPECIALS, *(BEASTS if beasts else ()))
    return tuple((card._replace(name=card.name.format(**words)), face.format(**words)) for card, face in faces)


def deck_of(rules: HouseRules) -> Deck:
    rank = top_rank(rules)
    numbered = [
        Card(f"{n}{suit}", suit, n, f"{n} of {name}") for suit, name in SUITS.items() for n in range(rank, 0, -1)
    ]
    return {card.code: card for card in (*numbered, *(card for card, _ in _faces(rank, beasts=has_beasts(rules))))}


def pack(rules: HouseRules) -> CardKeys:
    """Return the keys: a row or two for each suit, then the special cards with faces short enough for a small card."""
    faces = _faces(top_rank(rules), beasts=has_beasts(rules))
    numbered = [card for card in deck_of(rules).values() if card.suit]
    keys = [Key(card.code, str(card.rank), card.name, f"suit-{card.name.split()[2]}") for card in numbered]
    rank = top_rank(rules)
    rows = [keys[at : at + 7][: rank - at % rank] for suit in range(4) for at in (suit * rank, suit * rank + 7)]
    special = [Key(card.code, face, card.name) for card, face in faces]
    rows += [special[at : at + 7] for at in range(0, len(special), 7)]
    return CardKeys(rows, {card.code: card.copies for card, _ in faces})


def hand_sizes(players: int, rules: HouseRules) -> list[int]:
    """Return the cards of each round; with eight players a hand has at most eight."""
    twice = 2 if rules.edition == "2021" and rules.hands in IN_PAIRS else 1
    sizes = [size for size in HAND_SIZES[rules.hands] for _ in range(twice)]
    return [min(size, MAX_HAND_CARDS_OF_EIGHT if players == 8 else MAX_HAND_CARDS) for size in sizes]


def length(players: int, rules: HouseRules) -> int | None:
    return None if rules.ties == "another-round" else len(hand_sizes(players, rules))


def check_table(players: int, rules: HouseRules) -> None:
    if is_schmidt(rules) and players > 6:
        raise Impossible(f"the box of 2014 is for two to six players, not {players}: choose another edition", "edition")


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    """Return the deal; a round that settles a tie has as many cards as the last one."""
    sizes = hand_sizes(players, rules)
    cards = sizes[min(number, len(sizes)) - 1]
    dealt = deal_round(players, number, first_dealer, cards, card_count(players, rules))
    return dealt._replace(left=dealt.left - cards * has_ghost(players, rules))


def finish(state: MatchState) -> tuple[int, ...] | None:
    if len(state.rounds) < len(hand_sizes(state.players, state.rules)):
        return None
    leaders = state.game.leaders(state.totals)
    return None if len(leaders) > 1 and state.rules.ties == "another-round" else leaders


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    sizes = hand_sizes(players or 4, rules)
    return {
        "cards": card_count(players or 4, rules),
        "most": max(sizes),
        "loot": has_loot(players or 4, rules),
        "rank": top_rank(rules),
        "sizes": ", ".join(map(str, sizes)),
        "rounds": len(sizes),
        "beasts": has_beasts(rules),
        "schmidt": is_schmidt(rules),
        "abilities": rules.abilities and not is_schmidt(rules),
        "tigress": "Scary Mary" if is_schmidt(rules) else "the Tigress",
        "king": capture_points(rules)["king"],
    }


def take(trick: list[Card], _rules: HouseRules) -> Ruling:
    codes = [card.code for card in trick]
    # If both beasts are in a trick, the later one acts.
    beast = next((code for code in reversed(codes) if code in (KRAKEN, WHALE)), "")
    if beast == KRAKEN:
        return Ruling([], "nobody takes it: the Kraken destroys the trick", "kraken", "nobody")
    if beast == WHALE:
        numbered = [place for place, card in enumerate(trick) if card.suit]
        if not numbered:
            why = "nobody takes it: beside the White Whale there are special cards only"
            return Ruling([], why, "whale", "nobody")
        place = max(numbered, key=lambda place: trick[place].rank)
        return Ruling(
            place, f"{trick[place]} has the highest number, and the White Whale asks for nothing else", "whale"
        )
    place = codes.index("MM") if {"SK", "MM"} <= {*codes} else taker(trick, TRUMP)
    best = trick[place]
    if best.is_joker:
        why = f"{best} takes it" if best.rank > 0 else f"nothing but cards that take nothing: {best} came first"
        return Ruling(place, why, "special-cards")
    return Ruling(place, f"{best} is the highest {'trump' if best.suit == TRUMP else 'card of the suit led'}", "trick")


def find_legal(hand: list[Card], led: Card | None, _rules: HouseRules) -> tuple[list[Card], str, str]:
    cards = follow(hand, led.suit) if led else hand
    why = (
        "any card may be played"
        if len(cards) == len(hand)
        else "the suit led has to be followed, or a special card played"
    )
    return cards, why, "lead" if led is None else "follow-suit"


CAPTURE_KEYS = {
    "14": Key("14", "14", "a coloured 14", "wide"),
    "black-14": Key("black-14", "black 14", tone="wide"),
    "mermaid": Key("mermaid", "Mermaid", "a Mermaid taken by a Pirate", "wide"),
    "pirate": Key("pirate", "Pirate", "a Pirate taken by the Skull King", "wide"),
    "king": Key("king", "Skull King", "the Skull King taken by a Mermaid", "wide"),
}


QUESTIONS = (winner_question(deck_of, take), legal_question(deck_of, find_legal))
