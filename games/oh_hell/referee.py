"""The referee of Oh Hell: packs, hand sizes, trump, the hook, legal cards, who takes a trick, what a hand scores."""

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from games.core import exact_bids, prompts
from games.core.cards import (
    JOKERS,
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
from games.core.keypad import CardKeys, Key, french_card_keys
from games.core.prompts import NO_TRUMPS, TRUMP_PHRASES, Prompt, rounds
from games.core.referee import Question, Ruling
from games.core.text import minus
from games.core.tricks import legal_question, winner_question
from games.oh_hell import scoring
from games.oh_hell.facts import ordered_trump, turns_up, turns_up_in

DECKS = {"french": french_deck(), "jokers": french_deck(JOKERS)}
# How many cards each pack has, with those of matches that stayed here.
CARD_COUNTS = {"french": 52, "jokers": 54, "wizard": 60, "skull-king": 70}
ASK_TRUMP = Prompt(
    "What is trump?", prompts.suits, none=Key("none", "none", "no trumps"), phrases=TRUMP_PHRASES, said=NO_TRUMPS
)
TrumpSuit = Annotated[str | None, ASK_TRUMP]


def pack(rules: HouseRules) -> CardKeys:
    return french_card_keys(JOKERS if rules.deck == "jokers" else {})


def deck_of(rules: HouseRules) -> Deck:
    return DECKS.get(rules.deck, DECKS["french"])


def largest_hand(players: int, rules: HouseRules) -> int:
    """Return the most cards a hand has; one is left to turn up, where the pack is not dealt out."""
    left = 1 if turns_up(rules) and rules.deck in DECKS else 0
    most = (CARD_COUNTS[rules.deck] - left) // players
    return min(rules.largest or most, most)


def hand_sizes(players: int, rules: HouseRules) -> list[int]:
    largest = largest_hand(players, rules)
    return exact_bids.hand_sizes(rules.hands, largest, rules.same_hands, turn_twice=rules.turn_twice)


def length(players: int, rules: HouseRules) -> int:
    return len(hand_sizes(players, rules))


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    cards = hand_sizes(players, rules)[number - 1]
    return deal_round(players, number, first_dealer, cards, CARD_COUNTS[rules.deck])


def deal_note(_players: int, rules: HouseRules) -> str:
    """Say where the card turned up is; a larger pack may be dealt out, with none to turn up."""
    return "the card turned up is one of those left over" if turns_up(rules) and rules.deck in DECKS else ""


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    seats = [players] if players else range(2, 11)
    rows = [{"players": count, "largest": largest_hand(count, rules), "hands": length(count, rules)} for count in seats]
    loss, times = scoring.loss(rules), scoring.TIMES.get(rules.missed, scoring.TIMES["each-off"])[0]
    return {
        "rows": rows, "largest": rows[0]["largest"], "turned": turns_up(rules),
        "trumps": rules.trump != "none" or rules.deck == "jokers",
        # A bid of three, made exactly and with four tricks; a bid of zero with eight cards.
        "three": scoring.exact(3, 8, rules)[0], "four": minus(scoring.missed(3, 4, 8, rules)[0]),
        "zero": scoring.exact(0, 8, rules)[0],
        # What a missed bid loses, or each trick of it; and in all with one, two and three tricks off.
        "loss": loss, "lost": minus(-loss) if loss else "nothing",
        "lost_three": minus(-3 * loss),
        "losses": [minus(-loss * max(times(off), times(-off))) for off in (1, 2, 3)],
    }  # fmt: skip


def take(trick: list[Card], _rules: HouseRules, *, trump: TrumpSuit = None) -> Ruling:
    suit = _checked_suit(trump)
    place = taker(trick, suit)
    best = trick[place]
    trumped = best.is_joker or best.suit == suit
    return Ruling(place, f"{best} is the highest {'trump' if trumped else 'card of the suit led'}", "trick")


def find_legal(
    hand: list[Card], led: Card | None, _rules: HouseRules, *, trump: TrumpSuit = None
) -> tuple[list[Card], str, str]:
    suit_of = suit_with_jokers(_checked_suit(trump))
    cards = follow(hand, suit_of(led), suit_of) if led else hand
    why = "any card may be played" if len(cards) == len(hand) else "the suit led has to be followed"
    return cards, why, "lead" if led is None else "follow-suit"


def _checked_suit(trump: str | None) -> str | None:
    if trump is not None and trump not in SUITS:
        raise Impossible(f"there is no suit {quoted(trump)} in this pack", "trump")
    return trump


class Trump(Question, tag="trump", frozen=True, kw_only=True):
    """What is trump in this hand? `turned`: the card turned up, None if none was left."""

    title: ClassVar[str] = "What is trump?"
    round: Annotated[int, Meta(ge=1, le=99), Prompt("Which {round}?", rounds, optional=True)] = 1
    turned: Annotated[
        str | None, Prompt("The card turned up", none=Key("none", "none", "no card left"), optional=True)
    ] = None

    def ruling(self, rules: HouseRules) -> Ruling:
        if not turns_up_in(self.round, rules):
            suit = ordered_trump(self.round, rules)
            why = f"the order is fixed, and hand {self.round} has {SUITS[suit] if suit else 'no trumps'}"
            why = "no suit is trump in any hand" if rules.trump == "none" else why
            why = "every fifth hand is played without trumps" if turns_up(rules) else why
            return Ruling(suit, why, "trump", "" if suit else "no trumps")
        card = find_cards([self.turned], deck_of(rules), "turned")[0] if self.turned else None
        if card and card.suit:
            return Ruling(card.suit, f"the card turned up makes {SUITS[card.suit]} trump", "trump")
        return Ruling(None, f"{card} has no suit" if card else "no card is left to turn up", "trump", "no trumps")


QUESTIONS = (
    winner_question(deck_of, take),
    legal_question(deck_of, find_legal),
    Trump,
    exact_bids.DealerBid,
)
