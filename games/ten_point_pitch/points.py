"""The ten points: whether a card is trump and what it counts, and whose each point is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from msgspec import UNSET, UnsetType

from games.core import question_fields
from games.core.cards import SYMBOLS, FrenchSuit, find_cards
from games.core.errors import Impossible
from games.core.keypad import Key
from games.core.question_fields import Field, QuestionContext
from games.core.referee import Question, Ruling
from games.ten_point_pitch.referee import DECK, OFF_JACK, TRUMPS, trumps
from games.ten_point_pitch.scoring import ALL_POINTS, LOST, POINTS, Place, counted

if TYPE_CHECKING:
    from games.core.house_rules import HouseRules

PointCard = Literal["A", "J", "off-J", "HJ", "LJ", "10", "3", "2"]
WORDS = ("ace", "jack", "off-jack", "high joker", "low joker", "ten", "three", "two")
THE_TWO: PointCard = "2"
HAVE: dict[Place, str] = {0: "seat 0 and seat 2 have", 1: "seat 1 and seat 3 have", LOST: "the discards keep"}


def point_card(code: str, trump: str) -> str:
    """Return which of the point cards a card is, under this trump; "" for any other."""
    name = "off-J" if code == OFF_JACK[trump] else code.removesuffix(trump)
    return name if name in POINTS and code in trumps(trump) else ""


def point_cards(_table: QuestionContext) -> list[Key]:
    """Return the eight point cards."""
    return [Key(card, card) for card in POINTS]


def places(table: QuestionContext) -> list[Key]:
    """Return the two sides, and the discards."""
    return [*question_fields.sides(table), Key(LOST, "lost", tone="wide")]


class IsTrump(Question, tag="is-trump", frozen=True, kw_only=True):
    """Is this card trump, how high among the sixteen (1 is the ace), and what does it count?"""

    title: ClassVar[str] = "Is this card trump?"
    fields: ClassVar[dict[str, Field]] = {"trump": question_fields.TRUMP, "card": Field(label="The card")}
    card: str
    trump: FrenchSuit

    def ruling(self, rules: HouseRules) -> Ruling:
        (card,) = find_cards([self.card], DECK)
        sixteen, points = trumps(self.trump), POINTS.get(point_card(card.code, self.trump), 0)
        if card.code not in sixteen:
            are = f"trump are {SYMBOLS[self.trump]}, {DECK[OFF_JACK[self.trump]]} and the jokers"
            return Ruling({"trump": False, "place": None, "points": 0}, f"{card} is no trump: {are}", "trumps", "no")
        place = TRUMPS - sixteen.index(card.code)
        off = ", the off-jack," if card.code == OFF_JACK[self.trump] else ""
        counts = f"counts {points}" if points else "counts nothing"
        why = f"{card}{off} is number {place} of the {TRUMPS} trumps from the top and {counts}"
        if card.is_joker and rules.jokers == "first-played":
            why += "; by your house rule, of two jokers in one trick the one played first is the higher"
        answer, rule = {"trump": True, "place": place, "points": points}, "jokers" if card.is_joker else "trumps"
        return Ruling(answer, why, rule, f"yes, number {place} from the top")


class Owns(Question, tag="owns", frozen=True, kw_only=True):
    """Whose is which point? `took`: the side that took the trick of a point card; `two_from`: that played the two."""

    title: ClassVar[str] = "Who owns which point?"
    fields: ClassVar[dict[str, Field]] = {
        "took": Field(label="Who took the {player}?", keys=places, each=point_cards, optional=True),
        "two_from": Field(label="Who played the two?", keys=question_fields.sides, optional=True),
    }
    took: dict[PointCard, Place] = {}
    two_from: Literal[0, 1] | UnsetType = UNSET

    def ruling(self, rules: HouseRules) -> Ruling:
        named = self.took | self._the_two(rules)
        owners = {card: named[card] for card in get_args(PointCard) if card in named}
        points = counted(owners)
        answer = {"owners": owners, "points": [points[0], points[1]], "lost": points[LOST]}
        told = [f"{who} {points[place]}: {_named(owners, place)}" for place, who in HAVE.items() if points[place]]
        if owners.get(THE_TWO, LOST) != LOST and rules.two == "player":
            told.append("the two stays with the side that played it")
        if left := ALL_POINTS - sum(points.values()):
            told.append(f"{left} of the {ALL_POINTS} points not named yet")
        rule = "the-two" if THE_TWO in owners else "point-cards"
        return Ruling(answer, "; ".join(told), rule, f"{points[0]} : {points[1]}")

    def _the_two(self, rules: HouseRules) -> dict[PointCard, Place]:
        """Whose the two is where that is not a matter of the trick it lay in."""
        lay = self.took.get(THE_TWO)
        if self.two_from is not UNSET and lay == LOST:
            raise Impossible("the two stayed in the discards, so nobody played it", "two_from")
        if rules.two == "taker" or lay == LOST:
            return {}
        if self.two_from is not UNSET:
            return {THE_TWO: self.two_from}
        if lay is not None:
            raise Impossible("the two stays with the side that played it: say which side that was", "two_from")
        return {}


def _named(owners: Mapping[str, Place], place: Place) -> str:
    return ", ".join(word for card, word in zip(POINTS, WORDS, strict=True) if owners.get(card) == place)
