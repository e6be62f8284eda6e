"""The referee of Oh Hell: packs, hand sizes, trump, the hook, legal cards, who takes a trick, what a hand scores."""

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from games.core import exact_bids
from games.core.cards import (
    JOKERS,
    PRINTED_SUIT,
    SUITS,
    Card,
    Deck,
    find_cards,
    follow,
    french_deck,
    suit_with_jokers,
    taker,
)
from games.core.deal import Deal, deal_round
from games.core.errors import Impossible, quoted
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key, french_card_keys, suits
from games.core.prompts import Prompt, QuestionContext, rounds
from games.core.referee import Question, Ruling
from games.core.text import minus
from games.core.tricks import legal_question, winner_question
from games.oh_hell import scoring
from games.oh_hell.facts import ordered_trump, turns_up

# The suits of Skull King's pack; the last is always trump.
PIRATE_SUITS = {"P": "parrots", "T": "treasure chests", "M": "maps", "J": "Jolly Rogers"}
PIRATE_TRUMP = "J"
# Cards of no suit: how high they are (below 0 they take nothing) and how many there are.
WIZARDS = (Card("WZ", "", 100, "Wizard", 4), Card("JE", "", -1, "Jester", 4))
PIRATES = (
    Card("SK", "", 102, "Skull King"), Card("PI", "", 101, "Pirate", 5), Card("TP", "", 101, "Tigress as a pirate"),
    Card("MM", "", 100, "Mermaid", 2), Card("TE", "", -1, "Tigress as an escape"), Card("ES", "", -1, "Escape", 5),
)  # fmt: skip
SPECIALS = {"wizard": WIZARDS, "skull-king": PIRATES}
NUMBERED = [Card(f"{rank}{suit}", suit, rank, f"{rank} of {name}")
            for suit, name in PIRATE_SUITS.items() for rank in range(14, 0, -1)]  # fmt: skip
DECKS = {
    "french": french_deck(),
    "jokers": french_deck(JOKERS),
    "wizard": french_deck() | {card.code: card for card in WIZARDS},
    "skull-king": {card.code: card for card in (*NUMBERED, *PIRATES)},
}
# How many cards each pack has; the Tigress has a key for each way to play her.
CARD_COUNTS = {"french": 52, "jokers": 54, "wizard": 60, "skull-king": 70}


def pack(rules: HouseRules) -> CardKeys:
    specials = SPECIALS.get(rules.deck, ())
    rows = french_card_keys(JOKERS if rules.deck == "jokers" else {}).rows
    if rules.deck == "skull-king":
        keys = [Key(card.code, str(card.rank), card.name, f"suit-{card.name.split()[2]}") for card in NUMBERED]
        rows = [keys[at : at + 7] for at in range(0, len(keys), 7)]
    last_row = [Key(card.code, card.name.split()[0] + " ↓" * (card.code == "TE"), card.name) for card in specials]
    return CardKeys([*rows, last_row] if specials else rows, {card.code: card.copies for card in specials})


def trump_keys(table: QuestionContext) -> list[Key]:
    """Return the suits that can be trump; none where the same one always is."""
    return [] if table.rules.deck == "skull-king" else suits()


TrumpSuit = Annotated[str | None, Prompt("What is trump?", trump_keys, none=Key("none", "none", "no trumps"))]


def largest_hand(players: int, rules: HouseRules) -> int:
    """Return the most cards a hand has: one is left to turn up, but where special cards may make no trump anyway."""
    left = 1 if turns_up(rules) and rules.deck != "wizard" else 0
    most = (CARD_COUNTS[rules.deck] - left) // players
    return min(rules.largest or most, most)


def hand_sizes(players: int, rules: HouseRules) -> list[int]:
    return exact_bids.hand_sizes(rules.hands, largest_hand(players, rules), rules.same_hands)


def length(players: int, rules: HouseRules) -> int:
    return len(hand_sizes(players, rules))


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    cards = hand_sizes(players, rules)[number - 1]
    return deal_round(players, number, first_dealer, cards, CARD_COUNTS[rules.deck])


def deal_note(_players: int, rules: HouseRules) -> str:
    """Say where the card turned up is; with special cards the last hand may leave none to turn up."""
    return "the card turned up is one of those left over" if turns_up(rules) and rules.deck not in SPECIALS else ""


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    seats = [players] if players else range(2, 11)
    rows = [{"players": count, "largest": largest_hand(count, rules), "hands": length(count, rules)} for count in seats]
    return {
        "rows": rows, "largest": rows[0]["largest"], "turned": turns_up(rules),
        # A bid of three, made exactly and with four tricks; what a missed bid loses.
        "three": scoring.bid_line(0, 3, 3, 4, rules).points, "four": minus(scoring.bid_line(0, 3, 4, 4, rules).points),
        "lost": minus(-rules.missed_points) if rules.missed_points else "nothing",
    }  # fmt: skip


def _read_trump(trump: str | None, rules: HouseRules) -> str | None:
    if rules.deck == "skull-king":
        return PIRATE_TRUMP
    if trump is not None and trump not in SUITS:
        raise Impossible(f"there is no suit {quoted(trump)} in this pack", "trump")
    return trump


def deck_of(rules: HouseRules) -> Deck:
    return DECKS[rules.deck]


def take(trick: list[Card], rules: HouseRules, *, trump: TrumpSuit = None) -> Ruling:
    suit, codes = _read_trump(trump, rules), [card.code for card in trick]
    place = codes.index("MM") if {"SK", "MM"} <= {*codes} else taker(trick, suit)
    best = trick[place]
    if best.is_joker and rules.deck in SPECIALS:
        why = f"{best} takes it" if best.rank > 0 else f"nothing but cards that take nothing: {best} came first"
        return Ruling(place, why, "special-cards")
    trumped = best.is_joker or best.suit == suit
    return Ruling(place, f"{best} is the highest {'trump' if trumped else 'card of the suit led'}", "trick")


def find_legal(
    hand: list[Card], led: Card | None, rules: HouseRules, *, trump: TrumpSuit = None
) -> tuple[list[Card], str, str]:
    suit = _read_trump(trump, rules)
    # Special cards are of no suit and go at any time; jokers are trumps.
    suit_of = PRINTED_SUIT if rules.deck in SPECIALS else suit_with_jokers(suit)
    cards = follow(hand, suit_of(led), suit_of) if led else hand
    why = "any card may be played" if len(cards) == len(hand) else "the suit led has to be followed"
    return cards, why, "lead" if led is None else "follow-suit"


class Trump(Question, tag="trump", frozen=True, kw_only=True):
    """What is trump in this hand? `turned`: the card turned up, where one is."""

    title: ClassVar[str] = "What is trump?"
    round: Annotated[int, Meta(ge=1, le=99), Prompt("Which {round}?", rounds, optional=True)] = 1
    turned: Annotated[
        str | None, Prompt("The card turned up", none=Key("none", "none", "no card left"), optional=True)
    ] = None

    def ruling(self, rules: HouseRules) -> Ruling:
        if rules.deck == "skull-king":
            return Ruling(PIRATE_TRUMP, "the black suit is trump in every hand", "trump", "Jolly Rogers")
        if not turns_up(rules):
            suit = ordered_trump(self.round, rules)
            why = f"the order is fixed, and hand {self.round} has {SUITS[suit] if suit else 'no trumps'}"
            why = "no suit is trump in any hand" if rules.trump == "none" else why
            return Ruling(suit, why, "trump", "" if suit else "no trumps")
        card = find_cards([self.turned], DECKS[rules.deck], "turned")[0] if self.turned else None
        if card and card.code == "WZ":
            return Ruling("dealer", "a Wizard was turned up: the dealer names a suit", "trump", "the dealer chooses")
        if card and card.suit:
            return Ruling(card.suit, f"the card turned up makes {SUITS[card.suit]} trump", "trump")
        return Ruling(None, f"{card} has no suit" if card else "no card is left to turn up", "trump", "no trumps")


class HandScore(exact_bids.HandScore, tag="score", frozen=True, kw_only=True):
    """What does a bid score, with so many tricks taken? Bonus points come on top."""

    bid_line = staticmethod(scoring.bid_line)

    @staticmethod
    def zero_depends_on_cards(_rules: HouseRules) -> bool:
        return bool(_rules.scoring == "skull-king")


class Missed(exact_bids.Missed, tag="missed", frozen=True, kw_only=True):
    bid_line = staticmethod(scoring.bid_line)

    def ruling(self, rules: HouseRules) -> Ruling:
        if rules.scoring == "tricks-and-ten":
            lost = f", and −{rules.missed_points}" if rules.missed_points else ""
            why = f"a point for each trick taken{lost}, however far off the bid"
            return Ruling(None, why, scoring.MISSED, f"a point for each trick{lost}")
        ruling = super().ruling(rules)
        zero = "; a bid of zero loses 10 for each card dealt instead" if rules.scoring == "skull-king" else ""
        return ruling._replace(why=ruling.why + zero)


QUESTIONS = (
    winner_question(deck_of, take),
    legal_question(deck_of, find_legal),
    Trump,
    exact_bids.DealerBid,
    HandScore,
    Missed,
)
