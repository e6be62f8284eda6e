"""The referee of Oh Hell: packs, hand sizes, trump, the hook, legal cards, who takes a trick, what a hand scores."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from games.core import keypad
from games.core.bids_and_tricks import suit_under
from games.core.cards import JOKERS, SUITS, Card, Deck, find_cards, follow, french_deck, taker
from games.core.deal import Deal, deal_round
from games.core.errors import Impossible, quoted
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key, french_card_keys
from games.core.question_fields import Field, Hand, Led, QuestionContext, TrickCards, numbers, rounds
from games.core.referee import Question, Ruling
from games.core.schema import Count
from games.core.text import plural, signed
from games.oh_hell import scoring
from games.oh_hell.facts import ordered_trump, turns_up

# The largest hand of all: 70 cards, dealt out to two.
MAX_HAND_CARDS = 35
# The suits of Skull King's pack; the last is always trump.
PIRATE_SUITS = {"P": "parrots", "T": "treasure chests", "M": "maps", "J": "Jolly Rogers"}
PIRATE_TRUMP = "J"
# Special cards of no suit: their names, ranks and how many there are. Those below 0 take nothing.
WIZARDS = {"WZ": ("Wizard", 100, 4), "JE": ("Jester", -1, 4)}
PIRATES = {
    "SK": ("Skull King", 102, 1), "PI": ("Pirate", 101, 5), "TP": ("Tigress as a pirate", 101, 1),
    "MM": ("Mermaid", 100, 2), "TE": ("Tigress as an escape", -1, 1), "ES": ("Escape", -1, 5),
}  # fmt: skip
SPECIALS: dict[str, dict[str, tuple[str, int, int]]] = {"wizard": WIZARDS, "skull-king": PIRATES}


def _special_cards(named: dict[str, tuple[str, int, int]]) -> Deck:
    return {code: Card(code, "", rank, name) for code, (name, rank, _) in named.items()}


DECKS: dict[str, Deck] = {
    "french": french_deck(),
    "jokers": french_deck(JOKERS),
    "wizard": french_deck() | _special_cards(WIZARDS),
    "skull-king": {
        f"{rank}{suit}": Card(f"{rank}{suit}", suit, rank, f"{rank} of {name}")
        for suit, name in PIRATE_SUITS.items() for rank in range(1, 15)
    } | _special_cards(PIRATES),
}  # fmt: skip
# How many cards each pack has; the Tigress has a key for each way to play her.
CARD_COUNTS = {"french": 52, "jokers": 54, "wizard": 60, "skull-king": 70}


def pack(rules: HouseRules) -> CardKeys:
    specials = SPECIALS.get(rules.deck, {})
    copies = {code: count for code, (_, _, count) in specials.items()}
    last_row = [
        Key(code, name.split()[0] + (" ↓" if code == "TE" else ""), name) for code, (name, _, _) in specials.items()
    ]
    if rules.deck != "skull-king":
        rows = french_card_keys(JOKERS if rules.deck == "jokers" else {}).rows
        return CardKeys([*rows, last_row] if last_row else rows, copies)
    rows = [
        [Key(f"{rank}{suit}", str(rank), f"{rank} of {name}", f"suit-{name.split()[0]}") for rank in ranks]
        for suit, name in PIRATE_SUITS.items() for ranks in (range(14, 7, -1), range(7, 0, -1))
    ]  # fmt: skip
    return CardKeys([*rows, last_row], copies)


def trump_keys(table: QuestionContext) -> list[Key]:
    black = [Key(PIRATE_TRUMP, "Jolly Roger", "Jolly Rogers")]
    return black if table.rules.deck == "skull-king" else keypad.suits()


TrumpSuit = Annotated[str | None, Field("What is trump?", trump_keys, none=Key("none", "none", "no trumps"))]
Dealt = Annotated[int, Meta(ge=1, le=MAX_HAND_CARDS), Field("Cards dealt to each", numbers(1, MAX_HAND_CARDS))]


def largest_hand(players: int, rules: HouseRules) -> int:
    """Return the most cards a hand has: one is left to turn up, but where special cards may make no trump anyway."""
    left = 1 if turns_up(rules) and rules.deck != "wizard" else 0
    most = (CARD_COUNTS[rules.deck] - left) // players
    return min(rules.largest or most, most)


def hand_sizes(players: int, rules: HouseRules) -> list[int]:
    most = largest_hand(players, rules)
    up, down = [*range(1, most + 1)], [*range(most, 0, -1)]
    sizes = {"up": up, "down": down, "up-down": up + down[1:], "down-up": down + up[1:]}
    return sizes.get(rules.hands) or [most] * rules.same_hands


def length(players: int, rules: HouseRules) -> int:
    return len(hand_sizes(players, rules))


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    cards = hand_sizes(players, rules)[number - 1]
    return deal_round(players, number, first_dealer, cards, CARD_COUNTS[rules.deck])


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    seats = [players] if players else range(2, 11)
    rows = [{"players": count, "largest": largest_hand(count, rules), "hands": length(count, rules)} for count in seats]
    return {"rows": rows, "largest": rows[0]["largest"], "cards": CARD_COUNTS[rules.deck], "turned": turns_up(rules)}


def find(codes: list[str], rules: HouseRules, field: str) -> list[Card]:
    """Look the cards up in the pack of the table; Impossible for one that is not there, or not so often."""
    deck, specials = DECKS[rules.deck], SPECIALS.get(rules.deck, {})
    find_cards([code for code in codes if code not in specials], deck, field=field)
    for code, count in Counter(codes).items():
        if code in specials and count > specials[code][2]:
            raise Impossible(f"{deck[code]} is there {count} times, but the pack has {specials[code][2]}", field)
    return [deck[code] for code in codes]


def who_takes(trick: list[Card], trump: str | None, rules: HouseRules) -> int:
    """Return the place of the card that takes the trick."""
    if rules.deck not in SPECIALS:
        return taker(trick, suit_under(DECKS["jokers"]["BJ"], trump), lambda card: suit_under(card, trump))
    ranks = [card.rank if card.is_joker else 0 for card in trick]
    strongest = max(ranks)
    if strongest == PIRATES["SK"][1] and PIRATES["MM"][1] in ranks:
        return ranks.index(PIRATES["MM"][1])
    if strongest > 0:
        return ranks.index(strongest)
    suited = [place for place, card in enumerate(trick) if not card.is_joker]
    return suited[taker([trick[place] for place in suited], trump, lambda card: card.suit)] if suited else 0


def legal_cards(hand: list[Card], led: Card | None, trump: str | None, rules: HouseRules) -> list[Card]:
    """Return what may be played: the suit led, and special cards of no suit at any time."""
    if led is None:
        return hand
    if rules.deck not in SPECIALS:
        return follow(hand, suit_under(led, trump), lambda card: suit_under(card, trump))
    if led.is_joker or all(card.suit != led.suit for card in hand):
        return hand
    return [card for card in hand if card.is_joker or card.suit == led.suit]


def _read_trump(trump: str | None, rules: HouseRules) -> str | None:
    if rules.deck == "skull-king":
        return PIRATE_TRUMP
    if trump is not None and trump not in SUITS:
        raise Impossible(f"there is no suit {quoted(trump)} in this pack", "trump")
    return trump


class Winner(Question, tag="winner", frozen=True, kw_only=True):
    """Which card takes this trick? `cards` in the order played."""

    title: ClassVar[str] = "Who takes this trick?"
    picks: ClassVar[str] = "cards"
    trump: TrumpSuit = None
    cards: TrickCards

    def ruling(self, rules: HouseRules) -> Ruling:
        trick, trump = find(self.cards, rules, "cards"), _read_trump(self.trump, rules)
        if not trick:
            raise Impossible("a trick has at least one card", "cards")
        place = who_takes(trick, trump, rules)
        best = trick[place]
        if best.is_joker and rules.deck in SPECIALS:
            why = f"{best} takes it" if best.rank > 0 else f"nothing but cards that take nothing: {best} came first"
            return Ruling(place, why, "special-cards")
        trumped = best.is_joker or best.suit == trump
        return Ruling(place, f"{best} is the highest {'trump' if trumped else 'card of the suit led'}", "trick")


class Legal(Question, tag="legal", frozen=True, kw_only=True):
    """Which cards of this hand may be played? `led` is the card led, null to lead."""

    title: ClassVar[str] = "May I play this?"
    picks: ClassVar[str] = "hand"
    trump: TrumpSuit = None
    led: Led = None
    hand: Hand

    def ruling(self, rules: HouseRules) -> Ruling:
        hand, trump = find(self.hand, rules, "hand"), _read_trump(self.trump, rules)
        led = find([self.led], rules, "led")[0] if self.led else None
        if not hand:
            raise Impossible("there is no card in this hand", "hand")
        if led:
            find([*self.hand, led.code], rules, "hand")
        cards = legal_cards(hand, led, trump, rules)
        why = "any card may be played" if len(cards) == len(hand) else "the suit led has to be followed"
        return Ruling([card.code for card in cards], why, "lead" if led is None else "follow-suit")


class Trump(Question, tag="trump", frozen=True, kw_only=True):
    """What is trump in this hand? `turned`: the card turned up, where one is."""

    title: ClassVar[str] = "What is trump?"
    round: Annotated[int, Meta(ge=1, le=99), Field("Which {round}?", rounds, optional=True)] = 1
    turned: Annotated[
        str | None, Field("The card turned up", none=Key("none", "none", "no card left"), optional=True)
    ] = None

    def ruling(self, rules: HouseRules) -> Ruling:
        if rules.deck == "skull-king":
            return Ruling(PIRATE_TRUMP, "the black suit is trump in every hand", "trump", "Jolly Rogers")
        if not turns_up(rules):
            suit = ordered_trump(self.round, rules)
            why = f"the order is fixed, and hand {self.round} has {SUITS[suit]}" if suit else "nothing is turned up"
            return Ruling(suit, why, "trump", "" if suit else "no trumps")
        card = find([self.turned], rules, "turned")[0] if self.turned else None
        if card and card.code == "WZ":
            return Ruling("dealer", "a Wizard was turned up: the dealer names a suit", "trump", "the dealer chooses")
        if card and card.suit:
            return Ruling(card.suit, f"the card turned up makes {SUITS[card.suit]} trump", "trump")
        return Ruling(None, f"{card} has no suit" if card else "no card is left to turn up", "trump", "no trumps")


class DealerBid(Question, tag="dealer-bid", frozen=True, kw_only=True):
    """May the dealer bid that? `others`: what all the others bid together."""

    title: ClassVar[str] = "May the dealer bid this?"
    dealt: Dealt
    others: Annotated[Count, Field("The others’ bids together", numbers(0, MAX_HAND_CARDS))]
    bid: Annotated[Count, Field("The dealer’s bid", numbers(0, MAX_HAND_CARDS))]

    def ruling(self, rules: HouseRules) -> Ruling:
        _check_at_most(self.bid, self.dealt, "bid")
        even = self.others + self.bid == self.dealt
        compared = f"the bids add up to {self.others + self.bid} for {plural(self.dealt, 'trick')}"
        if even and rules.hook:
            return Ruling(False, f"{compared}: somebody has to miss, so the dealer bids something else", "bidding")
        return Ruling(True, compared if rules.hook else f"{compared}, and any bids are allowed", "bidding")


class HandScore(Question, tag="score", frozen=True, kw_only=True):
    """What does a bid score, with so many tricks taken? Bonus points come on top."""

    title: ClassVar[str] = "What does this hand score?"
    dealt: Dealt
    bid: Annotated[Count, Field("The bid", numbers(0, MAX_HAND_CARDS))]
    took: Annotated[Count, Field("Tricks taken", numbers(0, MAX_HAND_CARDS))]

    def ruling(self, rules: HouseRules) -> Ruling:
        _check_at_most(self.bid, self.dealt, "bid")
        _check_at_most(self.took, self.dealt, "took")
        line = scoring.bid_line(0, self.bid, self.took, self.dealt, rules)
        return Ruling(line.points, line.reason, line.rule, signed(line.points))


def _check_at_most(number: int, dealt: int, field: str) -> None:
    if number > dealt:
        raise Impossible(f"{number} of {plural(dealt, 'trick')} is {number - dealt} too many", field)


QUESTIONS = (Winner, Legal, Trump, DealerBid, HandScore)
