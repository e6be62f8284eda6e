"""The referee of Hearts: deal, passing, legal cards, who takes a trick, broken hearts, what a hand scores."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from games.core.cards import SUITS, Card, find_cards, follow, french_deck, taker
from games.core.deal import Deal, deal_round
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.prompts import PLAYERS, ROUND, Prompt, yes_or_no
from games.core.referee import Question, Ruling
from games.core.text import listed
from games.core.tricks import legal_question, winner_question
from games.hearts.facts import (
    JACK_CARDS,
    cards_passed,
    moon_points,
    passed_to,
    passing_in_words,
)

DECK = french_deck()
# Cards removed from the pack so that the rest divides evenly, by number of players.
TAKEN_OUT = {3: ["2D"], 4: [], 5: ["2D", "2C"], 6: ["2D", "2C", "3D", "3C"]}
# After this number of hands the directions begin again at every table.
MAX_PASSING_HANDS = 6
HEART, CLUB, QUEEN_OF_SPADES = "H", "C", "QS"


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    out = TAKEN_OUT[players] if rules.leftover == "take-out" else []
    in_play = len(DECK) - len(out)
    dealt = deal_round(players, number, first_dealer, in_play // players, in_play)
    lowest = min(card.rank for card in DECK.values() if card.suit == CLUB and card.code not in out)
    card = "the lowest club" if dealt.left else f"the {lowest}♣"
    return dealt._replace(opening=card) if rules.opening == "lowest-club" else dealt


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    """Return for each number of players what is taken out, dealt and left over, and where the cards are passed."""
    rows: list[dict[str, Any]] = []
    for count in [players] if players else TAKEN_OUT:
        dealt = deal(count, 1, 0, rules)
        out = "none" if dealt.left else listed([str(DECK[code]) for code in TAKEN_OUT[count]]) or "none"
        ways = dict.fromkeys(passed_to(count, number, rules) or "none" for number in range(1, MAX_PASSING_HANDS + 1))
        passed = {2: "two", 3: "three"}[cards_passed(count, rules)]
        rows.append({"players": count, "out": out, "deal": dealt, "passing": ", ".join(ways), "passed": passed})
    different = len({row["passed"] for row in rows}) > 1
    jack, jack_off = JACK_CARDS[rules.jack or True]
    words: dict[str, Any] = {"moon_points": moon_points(rules), "heart_points": moon_points(rules) - rules.queen}
    words |= {"jack_card": jack, "jack_off": jack_off, "half": rules.target // 2}
    passed = "three cards, with five or six players two" if different else f"{rows[0]['passed']} cards"
    return {"rows": rows, "kitty": any(row["deal"].left for row in rows), "passed": passed, **words}


def take(trick: list[Card], _rules: HouseRules) -> Ruling:
    place = taker(trick)
    return Ruling(place, f"{trick[place]} is the highest card of {SUITS[trick[0].suit]}, the suit led", "trick")


FIRST_TRICK = {"yes": "in|it? s|is? first trick", "no": "not first trick, in? second trick"}
FirstTrick = Annotated[bool, Prompt("The first trick?", yes_or_no, optional=True, said=FIRST_TRICK)]
BROKEN = {"yes": "hearts are? broken already?", "no": "hearts are? not broken yet?, not broken yet?"}
Broken = Annotated[bool, Prompt("Are hearts broken?", yes_or_no, optional=True, said=BROKEN)]


def find_legal(
    hand: list[Card], led: Card | None, rules: HouseRules, *, first: FirstTrick = False, broken: Broken = False
) -> tuple[list[Card], str, str]:
    others = [card for card in hand if card.suit != HEART]
    if led:
        cards = follow(hand, led.suit)
        suit = SUITS[led.suit]
        followed = cards[0].suit == led.suit
        why = f"{suit} have to be followed" if followed else f"without {suit} any card may be played"
        rule = "follow-suit"
    elif first and rules.opening == "lowest-club":
        clubs = sorted((card for card in hand if card.suit == CLUB), key=lambda card: card.rank)
        if not clubs:
            raise Impossible("the first trick is led with the lowest club, and this hand has no club", "hand")
        return clubs[:1], "the first trick is led with the lowest club", "lead"
    elif broken or rules.breaking == "free" or len(others) == len(hand):
        cards, why, rule = hand, "any of these cards may be led", "lead"
    else:
        cards, rule = others or hand, "breaking"
        why = "hearts are led only once they are broken" + ("" if others else ", but this hand has nothing else")
    costly = {QUEEN_OF_SPADES} if rules.queen else set()
    safe = [card for card in cards if card.suit != HEART and card.code not in costly]
    if first and rules.first_trick == "no-points" and safe and len(safe) < len(cards):
        barred = "no hearts and no queen of spades" if rules.queen else "no hearts"
        return safe, f"{barred} go to the first trick", "first-trick"
    return cards, why, rule


class HeartsBroken(Question, tag="broken", frozen=True, kw_only=True):
    """May hearts be led? `cards`: what was played in the hand so far."""

    title: ClassVar[str] = "Are hearts broken?"
    asked: ClassVar[str] = "are hearts broken"
    named: ClassVar[Sequence[str]] = ("cards",)
    cards: Annotated[
        list[str], Prompt("The cards played so far", many=True, phrases="{} were|was? played so far, so far {}")
    ]

    def ruling(self, rules: HouseRules) -> Ruling:
        if rules.breaking == "free":
            return Ruling(True, "hearts may be led at any time at this table", "breaking")
        breaking_cards = {QUEEN_OF_SPADES} if rules.breaking == "queen" else set()
        played = find_cards(self.cards, DECK, field="cards")
        breaks = [card for card in played if card.suit == HEART or card.code in breaking_cards]
        why = f"{breaks[0]} was played, so hearts may be led" if breaks else "no card that breaks hearts was played"
        return Ruling(bool(breaks), why, "breaking")


class Passing(Question, tag="passing", frozen=True, kw_only=True):
    """Where are the cards passed in this hand?"""

    title: ClassVar[str] = "Where do we pass?"
    asked: ClassVar[str] = "where do we|i pass, which way do we pass, who do i pass to, do we pass"
    named: ClassVar[Sequence[str]] = ("players", "round")
    players: Annotated[int, Meta(ge=min(TAKEN_OUT), le=max(TAKEN_OUT)), PLAYERS]
    round: Annotated[int, Meta(ge=1, le=999), ROUND]

    def ruling(self, rules: HouseRules) -> Ruling:
        way = passed_to(self.players, self.round, rules)
        passing = passing_in_words(self.players, self.round, rules) or "keep your cards"
        return Ruling(way, f"in hand {self.round} with {self.players} players: {passing}", "passing", passing)


QUESTIONS = (winner_question(DECK, take), legal_question(DECK, find_legal), HeartsBroken, Passing)
