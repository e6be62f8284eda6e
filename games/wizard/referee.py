"""The referee of Wizard: hand sizes, trump, bids, legal cards, who takes a trick, what a round scores."""

from dataclasses import replace
from typing import Annotated, Any, ClassVar

from games.core import exact_bids
from games.core.cards import SUITS, SYMBOLS, Card, Deck, FrenchSuit, find_cards, follow, french_deck, taker
from games.core.deal import Deal, deal_round
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key, french_card_keys
from games.core.prompts import NO_TRUMPS, TRUMP_PHRASES, Prompt, suits
from games.core.referee import Question, Ruling
from games.core.tricks import legal_question, winner_question
from games.wizard.facts import has_special_cards

CARD_COUNT, JUBILEE_CARD_COUNT = 60, 66
MAX_HAND_CARDS = CARD_COUNT // 3
# Cards without a suit: how high they are (below 0 they take nothing), what stands on their keys, how many there are.
WIZARD, JESTER = Card("WZ", "", 100, "Wizard", 4), Card("JE", "", -1, "Jester", 4)
DRAGON, FAIRY, BOMB = Card("DR", "", 101, "Dragon"), Card("FA", "", -2, "Fairy"), Card("BO", "", -3, "Bomb")
FACES = {"WZ": "W", "JE": "Je", "DR": "Dr", "FA": "Fa", "BO": "Bo"}
# Cards of the suit that their player names, between two of its numbers.
SUITED = {
    code: [Card(f"{code}{suit}", suit, rank, f"{name} as {SUITS[suit]}") for suit in SUITS]
    for code, name, rank in (("CL", "Cloud", 9.75), ("JG", "Juggler", 7.5))
}
SUITED_FACES = {"CL": "Cl", "JG": "Ju"}
PLAIN_DECK: Deck = french_deck() | {card.code: card for card in (WIZARD, JESTER)}
JUBILEE_CARDS = (DRAGON, FAIRY, BOMB, *SUITED["CL"], *SUITED["JG"])
JUBILEE_DECK: Deck = PLAIN_DECK | {card.code: card for card in JUBILEE_CARDS}

ASK_TRUMP = Prompt(
    "What is trump?", suits, none=Key("none", "none", "no trumps"), phrases=TRUMP_PHRASES, said=NO_TRUMPS
)
TrumpSuit = Annotated[FrenchSuit | None, ASK_TRUMP]
# Nobody has to trump, so the answer does not need it.
OptionalTrump = Annotated[FrenchSuit | None, replace(ASK_TRUMP, optional=True)]


def deck_of(rules: HouseRules) -> Deck:
    return JUBILEE_DECK if has_special_cards(rules) else PLAIN_DECK


def card_keys(rules: HouseRules) -> CardKeys:
    unsuited = [card for card in deck_of(rules).values() if card.is_joker]
    rows = [*french_card_keys().rows, [Key(card.code, FACES[card.code], card.name) for card in unsuited]]
    if has_special_cards(rules):
        rows += [
            [Key(card.code, SUITED_FACES[code] + SYMBOLS[card.suit], card.name, f"suit-{card.suit}") for card in cards]
            for code, cards in SUITED.items()
        ]
    return CardKeys(rows, {card.code: card.copies for card in (WIZARD, JESTER)})


def largest_hand(players: int, rules: HouseRules) -> int:
    """Return the cards of the largest hand; hands that go both ways reach half of it, so that no game is longer."""
    most = CARD_COUNT // players
    usual = (most + 1) // 2 if rules.hands in ("up-down", "down-up") else most
    return min(rules.largest or usual, most)


def hand_sizes(players: int, rules: HouseRules) -> list[int]:
    return exact_bids.hand_sizes(rules.hands, largest_hand(players, rules), rules.same_hands)


def length(players: int, rules: HouseRules) -> int:
    return len(hand_sizes(players, rules))


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    pack = JUBILEE_CARD_COUNT if has_special_cards(rules) else CARD_COUNT
    return deal_round(players, number, first_dealer, hand_sizes(players, rules)[number - 1], pack)


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    seats = [players] if players else range(3, 7)
    rows = [
        {"players": count, "largest": largest_hand(count, rules), "rounds": length(count, rules)} for count in seats
    ]
    return {"rows": rows, "jubilee": has_special_cards(rules)}


def take(trick: list[Card], _rules: HouseRules, *, trump: TrumpSuit = None) -> Ruling:
    for cards in SUITED.values():
        if sum(card in cards for card in trick) > 1:
            raise Impossible(f"the {cards[0].name.split()[0]} is there twice", "cards")
    codes = [card.code for card in trick]
    place = codes.index(FAIRY.code) if {DRAGON.code, FAIRY.code} <= {*codes} else taker(trick, trump)
    best = trick[place]
    if BOMB in trick:
        leads = "" if best == BOMB else f"; {best} would have, and its player leads"
        return Ruling([], f"the Bomb lies in it, so nobody takes it{leads}", "bomb", "nobody")
    if not best.is_joker:
        what = "trump" if best.suit == trump else "card of the suit led"
        return Ruling(place, f"{best} is the highest {what}", "trick")
    if best == FAIRY and DRAGON in trick:
        return Ruling(place, "the Fairy takes it from the Dragon", "dragon-fairy")
    if best.rank > 0:
        return Ruling(place, f"{best} takes it", "dragon-fairy" if best == DRAGON else "special-cards")
    return Ruling(place, f"nothing but cards that take nothing: {best} came first", "special-cards")


def find_legal(
    hand: list[Card], led: Card | None, _rules: HouseRules, *, trump: OptionalTrump = None
) -> tuple[list[Card], str, str]:
    # Cards without a suit go at any time, and so do the two whose player names the suit.
    at_any_time = {card.code for cards in SUITED.values() for card in cards}
    cards = follow(hand, led.suit, lambda card: "" if card.code in at_any_time else card.suit) if led else hand
    why = "the suit led has to be followed"
    if len(cards) == len(hand):
        why = f"any card may be played{', trump or not' if led and trump else ''}"
    return cards, why, "lead" if led is None else "follow-suit"


class Trump(Question, tag="trump", frozen=True, kw_only=True):
    """What is trump in this round? `turned`: the card turned up, None if none was left."""

    title: ClassVar[str] = "What is trump?"
    turned: Annotated[
        str | None, Prompt("The card turned up", none=Key("none", "none", "no card left"), optional=True)
    ] = None

    def ruling(self, rules: HouseRules) -> Ruling:
        if self.turned is None:
            return Ruling(None, "no card is left to turn up", "trump", "no trumps")
        (card,) = find_cards([self.turned], deck_of(rules), "turned")
        if card in (JESTER, BOMB):
            return Ruling(None, f"{card} was turned up", "trump", "no trumps")
        if card == WIZARD:
            return Ruling("dealer", "a Wizard was turned up: the dealer names a suit", "trump", "the dealer chooses")
        if card in JUBILEE_CARDS:
            raise Impossible(
                f"agree on a suit, or turn up the next card: nobody says what {card} makes trump", "turned"
            )
        return Ruling(card.suit, f"the card turned up makes {SUITS[card.suit]} trump", "trump")


QUESTIONS = (
    winner_question(deck_of, take), legal_question(deck_of, find_legal), Trump,
    exact_bids.DealerBid,
)  # fmt: skip
