"""The two questions that every game of tricks is asked: who takes this one, and may I play this?

A game says which cards there are, who takes a trick and which cards are legal. Further facts they need, such as
trump, are keyword parameters of these functions, annotated with how they are asked for.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from inspect import Parameter, signature
from typing import Annotated, Any, ClassVar

import msgspec

from games.core.cards import Card, Deck, find_cards
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.prompts import HAND, TRICK, Led
from games.core.referee import Question, Ruling

WHO_TAKES = (
    "who takes|wins|gets it|this? trick?, who should take|win it, who takes|wins {}, which card takes|wins it|trick?, "
    "{} in 1|a|same|this trick, {} then {}, {} led then {}, "
    "{} against|versus|vs {}, {} led who takes|wins it|trick if {} follows"
)
MAY_PLAY = (
    "what may|can|must|do|should i play, which card|cards may|can|must i play, "
    "may|can|must i play {out-of-hand}, must|can|may i trump, do i have to trump"
)


class WhoTakes(Question, frozen=True, kw_only=True):
    title: ClassVar[str] = "Who takes this trick?"
    picks: ClassVar[str] = "cards"
    asked: ClassVar[str] = WHO_TAKES
    named: ClassVar[Sequence[str]] = ("cards",)


class MayPlay(Question, frozen=True, kw_only=True):
    title: ClassVar[str] = "May I play this?"
    picks: ClassVar[str] = "hand"
    asked: ClassVar[str] = MAY_PLAY
    asks_alone: ClassVar[bool] = True
    named: ClassVar[Sequence[str]] = ("led", "hand")


def winner_question(
    deck: Deck | Callable[[HouseRules], Deck], take: Callable[..., Ruling], *, most: int = 0
) -> type[Question]:
    """Return the question who takes a trick of at most so many cards (0: no limit).

    `take(trick, rules, *, …)` rules on the cards in the order played: its answer is a place, from 0.
    """

    def ruling(question: Any, rules: HouseRules) -> Ruling:
        trick = find_cards(question.cards, deck(rules) if callable(deck) else deck, "cards")
        if most and not 1 <= len(trick) <= most:
            raise Impossible(f"a trick has 1 to {most} cards, not {len(trick)}", "cards")
        if not trick:
            raise Impossible("a trick has at least one card", "cards")
        return take(trick, rules, **{name: getattr(question, name) for name, *_ in asked})

    asked = _facts_of(take)
    facts = [*asked, ("cards", Annotated[list[str], replace(TRICK, most=most)])]
    return _question(WhoTakes, "winner", facts, ruling)


def legal_question(
    deck: Deck | Callable[[HouseRules], Deck],
    find_legal: Callable[..., tuple[Sequence[Card], str, str]],
    *,
    most: int = 0,
) -> type[Question]:
    """Return the question which cards of a hand of at most so many cards (0: no limit) may be played.

    `find_legal(hand, led, rules, *, …)` returns them, why, and the rule; `led` is None to lead.
    """

    def ruling(question: Any, rules: HouseRules) -> Ruling:
        if most and not 1 <= len(question.hand) <= most:
            raise Impossible(f"a hand has 1 to {most} cards, not {len(question.hand)}", "hand")
        hand, led = find_hand(question.hand, question.led, deck(rules) if callable(deck) else deck)
        others = {name: getattr(question, name) for name, *_ in asked}
        cards, why, rule = find_legal(hand, led, rules, **others)
        return Ruling([card.code for card in cards], why, rule)

    asked = _facts_of(find_legal)
    facts = [("led", Led, None), *asked, ("hand", Annotated[list[str], replace(HAND, most=most)])]
    return _question(MayPlay, "legal", facts, ruling)


def _question(base: type[Question], tag: str, facts: Sequence[Any], ruling: Callable[..., Ruling]) -> type[Question]:
    question: Any = msgspec.defstruct(
        base.__name__, facts, bases=(base,), namespace={"ruling": ruling}, tag=tag, frozen=True, kw_only=True
    )
    return question  # type: ignore[no-any-return]


def _facts_of(function: Callable[..., Any]) -> list[tuple[str, Any] | tuple[str, Any, Any]]:
    """Return the keyword parameters of a function as fields of a question."""
    parameters = [field for field in signature(function).parameters.values() if field.kind is Parameter.KEYWORD_ONLY]
    return [
        (field.name, field.annotation)
        if field.default is Parameter.empty
        else (field.name, field.annotation, field.default)
        for field in parameters
    ]


def find_hand(codes: Sequence[str], led: str | None, deck: Deck) -> tuple[list[Card], Card | None]:
    """Look up the cards of a hand and the card led; Impossible if both cannot be there."""
    hand = find_cards(codes, deck, "hand")
    lying = find_cards([] if led is None else [led], deck, "led")
    if not hand:
        raise Impossible("there is no card in this hand", "hand")
    if led is not None and codes.count(led) == deck[led].copies:
        raise Impossible(f"{deck[led]} is on the table, not in the hand", "hand")
    return hand, next(iter(lying), None)
