"""The referee of Good Little Tricks: the deck, trump, legal cards, who takes a trick."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import UNSET, Meta, UnsetType

from games.core.cards import Card, Deck, find_cards, follow, taker
from games.core.deal import Deal, around, deal_round
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key
from games.core.prompts import PLAYERS, TRUMP_PHRASES, Prompt, QuestionContext, TrickCards, seats, yes_or_no
from games.core.referee import Question, Ruling
from games.core.schema import Count, not_found_error
from games.core.text import listed
from games.core.tricks import legal_question, winner_question
from games.good_little_tricks.facts import SIZES, cards_in, check_table

SEATS = range(2, 6)
ALL_CARDS = {f"{suit}{rank}": Card(f"{suit}{rank}", suit, rank) for suit in SIZES for rank in range(1, SIZES[suit] + 1)}


def length(players: int, rules: HouseRules) -> int:  # noqa: ARG001 - every game is asked in the same way
    return int(rules.rounds)


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    cards = cards_in(rules.deck)
    return deal_round(players, number, first_dealer, cards // players, cards)


COUNTS = ("one", "two", "three", "four", "five", "six")


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    """Return the suits in the deck and how many cards each gets, as rules.md tells them; three players by default."""
    sizes, cards = [(suit, size) for suit, size in SIZES.items() if suit in rules.deck], cards_in(rules.deck)
    seats = players or (3 if len(sizes) == len(SIZES) else None)
    words = ", ".join(f"{suit} {size}" for suit, size in sizes)
    return {"sizes": sizes, "suits_in_words": words, "cards": cards, "how_many": COUNTS[len(sizes) - 1],
            "each": cards // seats if seats else None}  # fmt: skip


def pack(rules: HouseRules) -> CardKeys:
    return CardKeys([[Key(f"{suit}{n}", str(n), f"{suit} {n}", f"suit-{suit}") for n in range(1, SIZES[suit] + 1)]
                 for suit in SIZES if suit in rules.deck])  # fmt: skip


def suits(table: QuestionContext) -> list[Key]:
    return [Key(suit, suit, tone=f"suit-{suit}") for suit in SIZES if suit in table.rules.deck]


def trump_of(collected: list[str], deck: list[str]) -> str | None:
    """Return the smallest suit not collected yet; None once all are."""
    return next((suit for suit in SIZES if suit in deck and suit not in collected), None)


def leads(hand: list[Card], trump: str | None, *, banned: bool) -> list[Card]:
    return [card for card in hand if not banned or card.suit != trump] or hand


def ban_on_leading(rules: HouseRules, *, opening: bool) -> str:
    """Say that trump may not be led, to the first trick (`opening`) or a later one; "" if it may."""
    first = "may not be led to the first trick" if opening else ""
    return {"never": "may not be led", "first-trick": first, "free": ""}[rules.trump_lead]


def deck_of(rules: HouseRules) -> Deck:
    return {code: card for code, card in ALL_CARDS.items() if card.suit in rules.deck}


ALL_COLLECTED = Key("none", "none", "every suit is collected")
# Without trump said it is the first one; without the trick said, a hand that is full has not played yet.
ASK_TRUMP = Prompt("What is trump?", suits, none=ALL_COLLECTED, optional=True, phrases=TRUMP_PHRASES)
TrumpSuit = Annotated[str | UnsetType | None, ASK_TRUMP]
FIRST_TRICK = {"yes": "in|it? s|is? first trick"}
Opening = Annotated[bool | UnsetType, Prompt("The first trick?", yes_or_no, optional=True, said=FIRST_TRICK)]


def take(trick: list[Card], rules: HouseRules, *, trump: TrumpSuit = UNSET) -> Ruling:
    suit = _trump(trump, rules)
    place = taker(trick, suit)
    best = trick[place]
    kind = f"trump, which is {suit}" if best.suit == suit else f"card of {best.suit}, the suit led"
    return Ruling(place, f"{best} is the highest {kind}", "trick")


def find_legal(
    hand: list[Card], led: Card | None, rules: HouseRules, *, trump: TrumpSuit = UNSET, opening: Opening = UNSET
) -> tuple[list[Card], str, str]:
    suit = _trump(trump, rules)
    ban = ban_on_leading(rules, opening=_is_full(hand, rules) if opening is UNSET else opening)
    if led:
        cards = follow(hand, led.suit)
        return cards, _why_follow(led, cards), "follow-suit"
    cards = leads(hand, suit, banned=bool(ban))
    return cards, _why_lead(hand, cards, suit, ban), "lead"


def _is_full(hand: list[Card], rules: HouseRules) -> bool:
    """Whether no card has left the hand yet."""
    cards = cards_in(rules.deck)
    return len(hand) in [cards // players for players in SEATS if cards % players == 0]


class Trump(Question, tag="trump", frozen=True, kw_only=True):
    """Which suit is trump? `collected` are the suits that somebody has collected already."""

    title: ClassVar[str] = "What is trump?"
    asked: ClassVar[str] = "what s|is trump, which suit is trump"
    named: ClassVar[Sequence[str]] = ("collected",)
    collected: Annotated[
        list[str],
        Prompt(
            "The suits collected already", suits, many=True, optional=True,
            phrases="{} is|are|was|were? collected already?",
        ),
    ]  # fmt: skip

    def ruling(self, rules: HouseRules) -> Ruling:
        collected = [_in_deck(suit, rules, "collected") for suit in self.collected]
        if len(set(collected)) < len(collected):
            raise Impossible("a suit is there twice, but each is collected once", "collected")
        trump = trump_of(collected, rules.deck)
        why = f"{trump} is the smallest suit still in play" if trump else "every suit is collected"
        return Ruling(trump, why, "trump", "" if trump else "no trump left")


def _trump(suit: str | UnsetType | None, rules: HouseRules) -> str | None:
    if suit is UNSET:
        return trump_of([], rules.deck)
    return None if suit is None else _in_deck(suit, rules, "trump")


def _in_deck(suit: str, rules: HouseRules, field: str) -> str:
    if suit not in rules.deck:
        raise Impossible(f"“{suit}” is no suit of this deck; it has {listed(rules.deck)}", field)
    return suit


def _why_follow(led: Card, cards: list[Card]) -> str:
    if cards[0].suit == led.suit:
        return f"{led.suit} was led and has to be followed"
    return f"there is no {led.suit} in the hand: any card may be played, trump need not be"


def _why_lead(hand: list[Card], cards: list[Card], trump: str | None, ban: str) -> str:
    if len(cards) < len(hand):
        return f"{trump} is trump and {ban} while the hand holds another suit"
    if all(card.suit != trump for card in hand):
        return "there is no trump in the hand: any card may be led"
    return "the hand holds nothing but trump, so it may be led" if ban else "at your table trump may be led"


# --- A round replayed card by card: who takes what, and which card could not have been played.


class Trick(NamedTuple):
    """One trick: its trump, its cards by seat in the order played, who took it (None: not whole yet), what fell."""

    number: int
    trump: str | None
    played: Mapping[int, Card]
    taker: int | None = None
    collected: Sequence[str] = ()

    @property
    def led(self) -> Card:
        return next(iter(self.played.values()))

    @property
    def answer(self) -> dict[str, Any]:
        return {
            "trump": self.trump,
            "cards": [card.code for card in self.played.values()],
            "leader": next(iter(self.played)),
            "taker": self.taker,
            "collected": list(self.collected),
        }


def replay_tricks(cards: Sequence[Card], players: int, first: int, deck: list[str]) -> Iterator[Trick]:
    """Yield the tricks these cards make, in the order they were played; the last one may not be whole."""
    gone: list[str] = []
    leader = first
    for number, start in enumerate(range(0, len(cards), players), 1):
        trick, lying = cards[start : start + players], [card.suit for card in cards[: start + players]]
        trump, seats = trump_of(gone, deck), around(leader, players)
        played = dict(zip(seats, trick, strict=False))
        if len(trick) < players:
            yield Trick(number, trump, played)
            return
        leader = seats[taker(trick, trump)]
        collected = [suit for suit in deck if suit not in gone and lying.count(suit) == SIZES[suit]]
        gone += collected
        yield Trick(number, trump, played, leader, collected)


def check_replay(replayed: Sequence[Trick], rules: HouseRules) -> None:
    place = 0
    for trick in replayed:
        for seat, card in trick.played.items():
            hand = [later.played[seat] for later in replayed[trick.number - 1 :] if seat in later.played]
            leading = card == trick.led
            ban = ban_on_leading(rules, opening=trick.number == 1)
            legal = leads(hand, trick.trump, banned=bool(ban)) if leading else follow(hand, trick.led.suit)
            if card not in legal:
                why = f"{trick.trump} is trump and {ban}" if leading else f"{trick.led.suit} was led"
                held = f"seat {seat} still held {legal[0]}"
                wrong = f"{card} could not be played, for {why}, and {held}"
                raise Impossible(f"trick {trick.number}: {wrong}", f"cards[{place}]")
            place += 1


class Replay(Question, tag="replay", frozen=True, kw_only=True):
    """Who takes which trick and collects what? `cards` in the order played, all of the round so far."""

    title: ClassVar[str] = "Who takes what, card by card?"
    players: Annotated[int, Meta(ge=SEATS[0], le=SEATS[-1]), PLAYERS]
    first: Annotated[Count, Prompt("Who began the round?", seats)]
    cards: TrickCards

    def ruling(self, rules: HouseRules) -> Ruling:
        check_table(self.players, rules)
        if self.first >= self.players:
            raise Impossible(f"who led first: {not_found_error('player')}, {self.players} play", "first")
        replayed = list(replay_tricks(find_cards(self.cards, deck_of(rules)), self.players, self.first, rules.deck))
        check_replay(replayed, rules)
        owners = {suit: trick.taker for trick in replayed for suit in trick.collected}
        trump = trump_of(list(owners), rules.deck)
        turn, to_come = self._next_to_play(replayed) if trump else (None, "the round is over")
        answer = {"tricks": [trick.answer for trick in replayed], "collected": owners, "trump": trump, "next": turn}
        now = f"{trump} is trump, and {to_come}" if trump else to_come
        return Ruling(answer, f"{_takers_in_words(replayed)}; {now}", "collecting", now)

    def _next_to_play(self, replayed: Sequence[Trick]) -> tuple[int, str]:
        if not replayed:
            return self.first, f"seat {self.first} leads"
        last = replayed[-1]
        if last.taker is not None:
            return last.taker, f"seat {last.taker} leads to trick {last.number + 1}"
        seat = around(next(iter(last.played)), self.players)[len(last.played)]
        return seat, f"seat {seat} plays next to {last.led}"


def _takers_in_words(replayed: Sequence[Trick]) -> str:
    """Say who took which tricks, and what they collected with them."""
    takers = [f"{trick.number} to seat {trick.taker}" for trick in replayed if trick.taker is not None]
    collections = [f"seat {trick.taker} collects {listed(trick.collected)} with trick {trick.number}"
                   for trick in replayed if trick.collected]  # fmt: skip
    taken = f"trick {', '.join(takers)}; " if takers else ""
    return taken + (", ".join(collections) or "nothing is collected yet")


QUESTIONS = (winner_question(deck_of, take), legal_question(deck_of, find_legal), Trump, Replay)
