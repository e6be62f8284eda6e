"""The referee of Spades: the deal, legal cards, who takes a trick, what a hand scores."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from games.core.bids_and_tricks import read_bid, read_count
from games.core.cards import JOKERS, RANKS, SUITS, Card, Deck, follow, french_deck, taker
from games.core.deal import Deal, deal_round
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key, french_card_keys
from games.core.keypad import numbers as number_keys
from games.core.prompts import PLAYERS, Prompt, QuestionContext, numbers, yes_or_no
from games.core.referee import Question, Ruling
from games.core.text import listed, minus, ordinal, plural, signed
from games.core.tricks import legal_question, winner_question
from games.spades import scoring
from games.spades.facts import BLIND_NIL, NIL, PAIRS, SideHand, after_renege

TRUMP = "S"
# What ranks above the ace of spades, by the house rule `deck`, the highest first.
HIGH_SPADES: dict[str, Sequence[str]] = {
    "plain": (),
    "jokers": ("BJ", "LJ"),
    "deuce": ("BJ", "LJ", "2S"),
    "deuces": ("BJ", "LJ", "2D", "2S"),
}
# The cards of each player, by players: without jokers, and with them.
CARDS_EACH = {2: (13, 13), 3: (17, 18), 4: (13, 13), 5: (10, 10), 6: (17, 18)}
# Two players take their cards from a whole pack.
STOCK_PLAYERS, STOCK = 2, 52
TWO_PACKS_PLAYERS = 6
MAX_TRICKS = max(each for pair in CARDS_EACH.values() for each in pair)


def deck(rules: HouseRules) -> Deck:
    """Return the cards as they are played: jokers, and twos above the ace, are spades."""
    cards = french_deck(JOKERS if HIGH_SPADES[rules.deck] else {})
    for rank, code in enumerate(reversed(HIGH_SPADES[rules.deck]), RANKS["A"] + 1):
        cards[code] = cards[code]._replace(suit=TRUMP, rank=rank, name=_name(cards[code]))
    return cards


def _name(card: Card) -> str:
    return card.name.lower() or f"two of {SUITS[card.suit]}"


def card_keys(rules: HouseRules) -> CardKeys:
    return french_card_keys(JOKERS if HIGH_SPADES[rules.deck] else {})


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    """Deal all cards but the small ones that stay out; two players leave half the pack."""
    each = CARDS_EACH[players][rules.deck != "plain"]
    return deal_round(players, number, first_dealer, each, STOCK if players == STOCK_PLAYERS else each * players)


def deal_note(players: int, _rules: HouseRules) -> str:
    if players != STOCK_PLAYERS:
        return ""
    return "two players take theirs from the stock: each in turn keeps a card or, unseen, the next one"


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    high = [_name(french_deck(JOKERS)[code]) for code in HIGH_SPADES[rules.deck]]
    return {
        "players": players,
        "alone": players is not None and players not in PAIRS,
        "each": CARDS_EACH[players or 4][rules.deck != "plain"],
        "each_of_three": CARDS_EACH[3][rules.deck != "plain"],
        "high_spades": listed([f"the {name}" for name in high]),
        # Only three and six players have more than thirteen cards.
        "or_more": " or more" if players in (None, 3, 6) else "",
        "passed": plural(rules.blind_pass, "card"),
        "blind": rules.nil * scoring.BLIND_TIMES,
        "bag_worth": minus(rules.bag_points),
        "bag_in_words": {1: "one point", 0: "nothing", -1: "minus one point"}[rules.bag_points],
        "seven_with_eight": 7 * scoring.BID_TRICK_POINTS + rules.bag_points,
        "hands": plural(rules.hands or 0, "hand"),
        "sets": {1: "once", 2: "twice"}.get(rules.sets, f"{rules.sets} times"),
        "set_ordinal": ordinal(rules.sets or 1),
    }


def legal_cards(hand: list[Card], led: Card | None, broken: bool) -> list[Card]:
    """Return what may be played: the suit led; to lead, no spade before spades are broken, if there is another card."""
    if led:
        return follow(hand, led.suit)
    return hand if broken else [card for card in hand if card.suit != TRUMP] or hand


def take(trick: list[Card], _rules: HouseRules) -> Ruling:
    place = taker(trick, TRUMP)
    what = "spade" if trick[place].suit == TRUMP else "card of the suit led, and no spade was played"
    return Ruling(place, f"{trick[place]} is the highest {what}", "trick")


Broken = Annotated[bool, Prompt("Has a spade been played?", yes_or_no, optional=True)]


def find_legal(
    hand: list[Card], led: Card | None, rules: HouseRules, *, broken: Broken = False
) -> tuple[list[Card], str, str]:
    cards = legal_cards(hand, led, broken or not rules.broken)
    if led is None:
        barred = "spades may not be led before one was played" if len(cards) < len(hand) else "any card may be led"
        return cards, barred, "lead"
    why = "the suit led has to be followed" if cards[0].suit == led.suit else "nothing to follow with: any card"
    return cards, why, "follow-suit"


BIDS_OF_PARTNERS = re.compile(r"\bbid (\d+)(?: (?:and|my|partner|he|she|bid))+ (\d+)\b")


def possible_bags(context: QuestionContext) -> Sequence[Key]:
    """Return how many bags a side may have before a hand: fewer than bring a penalty."""
    return number_keys(0, (context.rules.bags_at or 10) - 1)


def may_have_reneged(context: QuestionContext) -> Sequence[Key]:
    """Ask where a renege leaves the bid alive: else the bid is missed, whatever was taken."""
    return [] if context.rules.renege == "missed" else yes_or_no(context)


class HandScore(Question, tag="score", frozen=True, kw_only=True):
    """What does a side's hand score? What both bid together without a nil, what they took, the bags before."""

    title: ClassVar[str] = "What does this bid score?"
    bid: Annotated[int, Meta(ge=1, le=MAX_TRICKS), Prompt("The bid of the side", numbers(1, MAX_TRICKS))]
    took: Annotated[int, Meta(ge=0, le=MAX_TRICKS), Prompt("Tricks taken", numbers(0, MAX_TRICKS))]
    bags: Annotated[int, Meta(ge=0, le=99), Prompt("Bags so far", possible_bags, optional=True)] = 0
    reneged: Annotated[bool, Prompt("Did the side renege?", may_have_reneged, optional=True)] = False

    @classmethod
    def read_words(cls, text: str, context: QuestionContext) -> dict[str, Any]:
        """Read “bid 5 took 6”, “I bid 3, my partner bid 4, we took 8”, “bid 4 each took 9”."""
        text = re.sub(r"\bbid (\d+) each\b", lambda bid: f"bid {2 * int(bid[1])}", text)
        facts = read_bid(BIDS_OF_PARTNERS.sub(lambda bids: f"bid {int(bids[1]) + int(bids[2])}", text))
        return facts if facts.get("bid") else {}

    def ruling(self, rules: HouseRules) -> Ruling:
        if rules.bags_at and self.bags >= rules.bags_at:
            penalty = f"the penalty takes {rules.bags_at} off as soon as they are there"
            raise Impossible(f"no side has {plural(self.bags, 'bag')} before a hand: {penalty}", "bags")
        hand = SideHand(self.bid, self.took)
        hand = after_renege(hand, rules) if self.reneged else hand
        lines = [*scoring.side_lines(0, hand, self.bags, rules)]
        points, why = sum(line.points for line in lines), "; ".join(line.reason for line in lines)
        return Ruling(points, why, lines[0].rule, signed(points))


class NilScore(Question, tag="nil", frozen=True, kw_only=True):
    """What does a nil score, beside the bid of the partner?"""

    title: ClassVar[str] = "What does this nil score?"
    took: Annotated[int, Meta(ge=0, le=MAX_TRICKS), Prompt("Tricks the player took", numbers(0, MAX_TRICKS))]
    blind: Annotated[bool, Prompt("Was it blind?", yes_or_no, optional=True)] = False

    @classmethod
    def read_words(cls, text: str, context: QuestionContext) -> dict[str, Any]:
        """Read “blind nil made”, “nil took 2”."""
        facts, took = read_bid(text), re.search(r"\b(?:took|got|with|made) (\d+)\b", text)
        lost = re.search(r"\bnil\b.*\b(?:lost|failed|missed|broken|set)\b|\bfailed nil\b", text)
        tricks_of_partner = "partner" in text and re.search(r"\b(?:i|we) (?:took|got|made)\b", text)
        if "count" in text or tricks_of_partner or (facts.get("bid") != 0 and not lost):
            return {}
        return {
            "took": int(took[1]) if took else int(bool(lost)),
            "blind": bool(re.search(r"(?<!not )(?<!no )\bblind\b", text)),
        }

    def ruling(self, rules: HouseRules) -> Ruling:
        line = scoring.nil_line(0, BLIND_NIL if self.blind else NIL, self.took, rules)
        where = "are bags" if rules.nil_tricks == "bags" else "count for the partner’s bid, or are bags without one"
        besides = f"; tricks of a failed nil {where}" if self.took else ""
        return Ruling(line.points, f"{line.reason}{besides}", line.rule, signed(line.points))


class Penalty(Question, tag="penalty", frozen=True, kw_only=True):
    """What do these bags cost, at the end of a hand?"""

    title: ClassVar[str] = "What do these bags cost?"
    bags: Annotated[int, Meta(ge=0, le=99), Prompt("Bags at the end of the hand", numbers(0, 20))]

    @classmethod
    def read_words(cls, text: str, context: QuestionContext) -> dict[str, Any]:
        """Read “10 bags”, “9 bags and 3 more”, “9 bags to 12”."""
        count = read_count(text, "(?:sand ?)?bags?")
        return {} if count is None else {"bags": count}

    def ruling(self, rules: HouseRules) -> Ruling:
        lines = [*scoring.penalties(0, 0, self.bags, rules)]
        points = sum(line.points for line in lines)
        if lines:
            why = "; ".join(line.reason.partition(" = ")[2] or line.reason for line in lines)
        elif rules.bags_at:
            why = f"{plural(rules.bags_at - self.bags, 'bag')} more and −{rules.bags_cost} is due"
        else:
            why = "at your table bags cost nothing"
        return Ruling(points, why, scoring.PENALTY, signed(points))


class PassedCards(Question, tag="passing", frozen=True, kw_only=True):
    """How many cards does a nil exchange with the partner before the first lead?"""

    title: ClassVar[str] = "How many cards are passed on a nil?"
    blind: Annotated[bool, Prompt("Is the nil blind?", yes_or_no)]

    def ruling(self, rules: HouseRules) -> Ruling:
        if not self.blind:
            return Ruling(0, "no cards are passed on a nil that is not blind", "blind-nil", "none")
        if not rules.blind_pass:
            return Ruling(0, "no cards are passed, not even on a blind nil", "blind-nil", "none")
        why = "the blind nil and the partner exchange them face down before the first lead"
        cards = plural(rules.blind_pass, "card")
        return Ruling(rules.blind_pass, f"{cards} each way: {why}", "blind-nil", f"{cards} each way")


class EqualCards(Question, tag="equal", frozen=True, kw_only=True):
    """Which of two equal cards in a trick is higher?"""

    title: ClassVar[str] = "Which of two equal cards is higher?"
    players: Annotated[int, Meta(ge=min(CARDS_EACH), le=max(CARDS_EACH)), PLAYERS]

    def ruling(self, rules: HouseRules) -> Ruling:
        if self.players != TWO_PACKS_PLAYERS:
            return Ruling("neither", "one pack is in play, so no two cards are equal", "cards")
        return Ruling("the first", "with two packs the card played first is higher than its double", "cards")


QUESTIONS = (
    winner_question(deck, take),
    legal_question(deck, find_legal),
    HandScore,
    NilScore,
    Penalty,
    PassedCards,
    EqualCards,
)
