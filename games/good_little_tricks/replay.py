"""A round of Good Little Tricks replayed card by card: who takes what, and which card could not have been played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta

from games.core import question_fields
from games.core.cards import Card, find_cards, follow, taker
from games.core.deal import around
from games.core.errors import Impossible
from games.core.question_fields import Field
from games.core.referee import Question, Ruling
from games.core.schema import Count
from games.good_little_tricks.facts import SIZES, check_table, in_words
from games.good_little_tricks.referee import SEATS, SUIT_OF, ban_on_leading, deck_of, leads, name_of, trump_of

if TYPE_CHECKING:
    from games.core.house_rules import HouseRules


class Trick(NamedTuple):
    """One trick: its trump, its cards by seat in the order played, who took it (None: not whole yet), what fell."""

    number: int
    trump: str | None
    played: Mapping[int, Card]
    taker: int | None = None
    collected: Sequence[str] = ()

    @property
    def led(self) -> Card:
        """The first card of the trick."""
        return next(iter(self.played.values()))


def tricks(cards: Sequence[Card], players: int, first: int, deck: list[str]) -> Iterator[Trick]:
    """Yield the tricks these cards make, in the order they were played; the last one may not be whole."""
    owners: dict[str, int] = {}
    leader = first
    for number, start in enumerate(range(0, len(cards), players), 1):
        trick, lying = cards[start : start + players], [card.suit for card in cards[: start + players]]
        trump, seats = trump_of(list(owners), deck), around(leader, players)
        played = dict(zip(seats, trick, strict=False))
        if len(trick) < players:
            yield Trick(number, trump, played)
            return
        leader = seats[taker(trick, trump, SUIT_OF)]
        collected = [suit for suit in deck if suit not in owners and lying.count(suit) == SIZES[suit]]
        owners |= dict.fromkeys(collected, leader)
        yield Trick(number, trump, played, leader, collected)


def check(replayed: Sequence[Trick], rules: HouseRules) -> None:
    """Refuse the first card that could not have been played: its player held, and later played, what had to be."""
    place = 0
    for trick in replayed:
        for seat, card in trick.played.items():
            hand = [later.played[seat] for later in replayed[trick.number - 1 :] if seat in later.played]
            leading = card == trick.led
            ban = ban_on_leading(rules, opening=trick.number == 1)
            legal = leads(hand, trick.trump, banned=bool(ban)) if leading else follow(hand, trick.led.suit, SUIT_OF)
            if card not in legal:
                why = f"{trick.trump} is trump and {ban}" if leading else f"{trick.led.suit} was led"
                told = f"{name_of(card)} could not be played, for {why}, and seat {seat} still held {name_of(legal[0])}"
                raise Impossible(f"trick {trick.number}: {told}", f"cards[{place}]")
            place += 1


class Replay(Question, tag="replay", frozen=True, kw_only=True):
    """Who takes which trick and collects what? `cards` in the order played, all of the round so far."""

    title: ClassVar[str] = "Who takes what, card by card?"
    fields: ClassVar[dict[str, Field]] = {
        "players": Field(label="How many play?", keys=question_fields.players),
        "first": Field(label="Who led first?", keys=question_fields.seats),
        "cards": question_fields.TRICK,
    }
    players: Annotated[int, Meta(ge=SEATS[0], le=SEATS[-1])]
    first: Count
    cards: list[str]

    def ruling(self, rules: HouseRules) -> Ruling:
        check_table(self.players, rules)
        if self.first >= self.players:
            raise Impossible(f"seat {self.first} cannot lead: the seats are 0 to {self.players - 1}", "first")
        replayed = list(tricks(find_cards(self.cards, deck_of(rules)), self.players, self.first, rules.deck))
        check(replayed, rules)
        owners = {suit: trick.taker for trick in replayed for suit in trick.collected}
        trump = trump_of(list(owners), rules.deck)
        turn, to_come = self._to_come(replayed) if trump else (None, "the round is over")
        answer = {"tricks": [_told(trick) for trick in replayed], "collected": owners, "trump": trump, "next": turn}
        now = f"{trump} is trump, and {to_come}" if trump else to_come
        return Ruling(answer, f"{_takers(replayed)}{_collections(replayed)}; {now}", "collecting", now)

    def _to_come(self, replayed: Sequence[Trick]) -> tuple[int, str]:
        """Return whose turn it is, and say so."""
        if not replayed:
            return self.first, f"seat {self.first} leads"
        last = replayed[-1]
        if last.taker is not None:
            return last.taker, f"seat {last.taker} leads to trick {last.number + 1}"
        seat = around(next(iter(last.played)), self.players)[len(last.played)]
        return seat, f"seat {seat} plays next to {name_of(last.led)}"


def _told(trick: Trick) -> dict[str, Any]:
    return {
        "trump": trick.trump,
        "cards": [card.code for card in trick.played.values()],
        "leader": next(iter(trick.played)),
        "taker": trick.taker,
        "collected": list(trick.collected),
    }


def _takers(replayed: Sequence[Trick]) -> str:
    told = [f"{trick.number} to seat {trick.taker}" for trick in replayed if trick.taker is not None]
    return f"trick {', '.join(told)}; " if told else ""


def _collections(replayed: Sequence[Trick]) -> str:
    told = [f"seat {trick.taker} collects {in_words(trick.collected)} with trick {trick.number}"
            for trick in replayed if trick.collected]  # fmt: skip
    return ", ".join(told) or "nothing is collected yet"
