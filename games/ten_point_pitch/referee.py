"""The referee of Ten-point Pitch: which cards are trump, what may be played, who takes a trick, who leads."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, get_args

from msgspec import UNSET, Meta, UnsetType

from games.core.cards import SYMBOLS, Card, find_cards, french_deck
from games.core.deal import Deal, around, deal_round
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key, french_card_keys
from games.core.prompts import (
    Hand,
    Led,
    Prompt,
    QuestionContext,
    Trump,
    numbers,
    seats,
    sides,
    words,
    yes_or_no,
)  # fmt: skip
from games.core.referee import Question, Ruling
from games.core.tricks import MayPlay, winner_question
from games.ten_point_pitch import scoring
from games.ten_point_pitch.facts import (
    ALL_POINTS,
    LOST,
    MAX_BID,
    NAMELESS_SEATS,
    PLAYERS,
    POINTS,
    Bids,
    Place,
    Seat,
    auction,
    check_bid,
    low_bids,
    points_by_place,
)

JOKERS = {"HJ": "high joker", "LJ": "low joker"}
DECK = french_deck(JOKERS)
OFF_JACK = {"S": "JC", "C": "JS", "H": "JD", "D": "JH"}
DEALT_CARDS, HAND_CARDS, TRUMP_COUNT = 9, 6, 16


def deal(players: int, number: int, first_dealer: int, _rules: HouseRules) -> Deal:
    return deal_round(players, number, first_dealer, DEALT_CARDS, len(DECK))


def pack(_rules: HouseRules) -> CardKeys:
    return french_card_keys(JOKERS)


def bids(table: QuestionContext) -> Sequence[Key]:
    return numbers(table.rules.minimum_bid, MAX_BID)(table)


def trumps(trump: str) -> list[str]:
    numbers = [f"{number}{trump}" for number in range(2, 11)]
    return [*numbers, "LJ", "HJ", OFF_JACK[trump], *(f"{rank}{trump}" for rank in "JQKA")]


def taker(trick: Sequence[Card], trump: str, jokers: str) -> int:
    """Return the place of the highest trump; unmarked jokers are equally high, and the one played first is higher."""
    height = {code: place for place, code in enumerate(trumps(trump))}
    if jokers == "first-played":
        height["LJ"] = height["HJ"]
    return max(range(len(trick)), key=lambda place: height[trick[place].code])


def legal_cards(hand: Sequence[Card], trump: str, special: bool) -> list[Card]:
    """Return the trumps of a hand; where jokers and off-jack are not welcome, those only if there is nothing else."""
    playable = [card for card in hand if card.code in trumps(trump)]
    plain = [card for card in playable if not card.is_joker and card.code != OFF_JACK[trump]]
    return playable if special else plain or playable


def take(trick: list[Card], rules: HouseRules, *, trump: Trump) -> Ruling:
    _check_trumps(trick, trump, "cards")
    place = taker(trick, trump, rules.jokers)
    best = trick[place]
    if best.is_joker and rules.jokers == "first-played":
        return Ruling(place, f"{best} is the highest; of two jokers that is the one played first", "jokers")
    off = ", the off-jack," if best.code == OFF_JACK[trump] else ""
    return Ruling(place, f"{best}{off} is the highest trump", "trick")


# What players say for the first lead of a hand.
OPENING = {"yes": "in|it? s|is? first|opening lead|trick"}


class Legal(MayPlay, tag="legal", frozen=True, kw_only=True):
    """Which cards of this hand may be played? `opening` for the first lead of the hand."""

    # Only trumps are played, whatever was led.
    named: ClassVar[Sequence[str]] = ("trump", "hand")
    trump: Trump
    led: Led = None
    opening: Annotated[bool, Prompt("The first lead of the hand?", yes_or_no, optional=True, said=OPENING)] = False
    hand: Hand

    def ruling(self, rules: HouseRules) -> Ruling:
        hand = find_cards(self.hand, DECK)
        led = find_cards([] if self.led is None else [self.led], DECK, "led")
        _check_trumps(led, self.trump, "led")
        if led and led[0] in hand:
            raise Impossible(f"{led[0]} is on the table, not in the hand", "hand")
        opens = self.opening and not led
        cards = legal_cards(hand, self.trump, special := not opens or rules.opening_special)
        rule = "opening-lead" if opens else "only-trumps"
        return Ruling([card.code for card in cards], _why_legal(cards, special, self.trump), rule)


class Lead(Question, tag="lead", frozen=True, kw_only=True):
    """Who leads to the next trick? The seat that won the last, and by seat whether it still holds a trump."""

    title: ClassVar[str] = "Who leads?"
    picks: ClassVar[str] = "seats"
    winner: Annotated[Seat, Prompt("Who won the last trick?", seats)]
    holds_trump: Annotated[tuple[bool, bool, bool, bool], Prompt("{player} still has a trump?", yes_or_no, each=seats)]

    def ruling(self, rules: HouseRules) -> Ruling:
        for seat in around(self.winner, PLAYERS):
            if self.holds_trump[seat]:
                to_the_left = f"seat {seat} is the first to the left of seat {self.winner} who still has a trump"
                won = f"seat {seat} won the last trick and still has a trump"
                return Ruling(seat, won if seat == self.winner else to_the_left, "lead")
        return Ruling(None, "nobody holds a trump: the hand is over", "lead", "nobody")


class Auction(Question, tag="auction", frozen=True, kw_only=True):
    """Who plays, and for how much? `bids` by seat, null for a pass."""

    title: ClassVar[str] = "Who plays, and for how much?"
    seat_answers: ClassVar[frozenset[str]] = frozenset({"bidder"})
    dealer: Annotated[Seat, Prompt("Who deals?", seats)]
    bids: Annotated[Bids, Prompt("{player} bids", bids, each=seats, none=Key("pass", "pass"))]

    def ruling(self, rules: HouseRules) -> Ruling:
        for seat, bid in enumerate(self.bids):
            if bid is not None:
                check_bid(bid, NAMELESS_SEATS[seat], f"bids[{seat}]")
        for too_low in low_bids(self.bids, self.dealer, rules):
            raise Impossible(*too_low)
        contract = auction(self.bids, self.dealer, rules)
        if contract is None:
            return Ruling("redeal", "everybody passed: at your table the same dealer deals again", "all-pass")
        because, rule = ("nobody bid more", "bidding") if any(self.bids) else ("everybody passed", "all-pass")
        why = f"seat {contract.bidder} plays for {contract.bid}: {because}"
        return Ruling(contract._asdict(), why, rule)


class Draw(Question, tag="draw", frozen=True, kw_only=True):
    """How many cards does a player draw? The bidder and the partner take trumps from what the others leave."""

    title: ClassVar[str] = "How many cards do I draw?"
    trumps: Annotated[int, Meta(ge=0, le=DEALT_CARDS), Prompt("Trumps in the hand", numbers(0, DEALT_CARDS))]
    who: Annotated[
        Literal["bidder", "partner", "opponent"], Prompt("Who draws?", words("bidder", "partner", "opponent"))
    ]

    def ruling(self, rules: HouseRules) -> Ruling:
        room = max(HAND_CARDS - self.trumps, 0)
        if self.trumps > HAND_CARDS:
            over = self.trumps - HAND_CARDS
            why = f"{self.trumps} trumps are {over} too many: {over} go face up, those without points before others"
            return Ruling(0, why, "too-many", "none")
        if self.who == "bidder":
            why = f"the bidder goes through the stock and keeps up to {room} trumps, once the others have drawn"
        else:
            why = f"{self.trumps} trumps stay, and {HAND_CARDS} cards make a hand"
            if self.who == "partner":
                why += "; then the partner swaps cards that are no trumps for trumps the bidder left"
        return Ruling(room, why, "draw", str(room or "none"))


class Discards(Question, tag="discards", frozen=True, kw_only=True):
    """May a trump stay in the discards? How many hold the bidder, the partner, and the two opponents together."""

    title: ClassVar[str] = "May a trump stay in the discards?"
    bidder: Annotated[int, Meta(ge=0, le=HAND_CARDS), Prompt("Trumps the bidder holds", numbers(0, HAND_CARDS))]
    partner: Annotated[int, Meta(ge=0, le=HAND_CARDS), Prompt("Trumps the partner holds", numbers(0, HAND_CARDS))]
    opponents: Annotated[
        int, Meta(ge=0, le=2 * HAND_CARDS), Prompt("Trumps both opponents hold", numbers(0, 2 * HAND_CARDS))
    ]

    def ruling(self, rules: HouseRules) -> Ruling:
        held, room = self.bidder + self.partner + self.opponents, 2 * HAND_CARDS - self.bidder - self.partner
        if held > TRUMP_COUNT:
            raise Impossible(f"{held} trumps are {held - TRUMP_COUNT} more than there are", "opponents")
        why = f"{held} of {TRUMP_COUNT} trumps are held, and the bidding side has room for {room or 'no'} more"
        return Ruling(held < TRUMP_COUNT and room == 0, why, "discards")


def _check_trumps(cards: Sequence[Card], trump: str, field: str) -> None:
    for card in cards:
        if card.code not in trumps(trump):
            raise Impossible(f"{card} is no trump, and only trumps are played", field)


def _why_legal(cards: list[Card], special: bool, trump: str) -> str:
    free = "any of them will do" if special else "a joker or the off-jack opens only where there is no other"
    what = free if cards else "there is none in the hand, so its player is out"
    return f"trump are {SYMBOLS[trump]}, {DECK[OFF_JACK[trump]]} and the jokers: {what}"


# --- The ten points: whether a card is trump and what it counts, and whose each point is.

PointCard = Literal["A", "J", "off-J", "HJ", "LJ", "10", "3", "2"]
WORDS: dict[str, str] = {
    "A": "ace", "J": "jack", "off-J": "off-jack", "HJ": "high joker", "LJ": "low joker",
    "10": "ten", "3": "three", "2": "two",
}  # fmt: skip
THE_TWO: PointCard = "2"
SIDES = ("seat 0 and seat 2", "seat 1 and seat 3")
HAVE: dict[Place, str] = {0: f"{SIDES[0]} have", 1: f"{SIDES[1]} have", LOST: "the discards keep"}


def point_card(code: str, trump: str) -> str:
    """Return which of the point cards a card is, under this trump; "" for any other."""
    name = "off-J" if code == OFF_JACK[trump] else code.removesuffix(trump)
    return name if name in POINTS and code in trumps(trump) else ""


def places(table: QuestionContext) -> list[Key]:
    return [*sides(table), Key(LOST, LOST, tone="wide")]


class IsTrump(Question, tag="is-trump", frozen=True, kw_only=True):
    """Is this card trump, how high among the sixteen (1 is the ace), and what does it count?"""

    title: ClassVar[str] = "Is this card trump?"
    asked: ClassVar[str] = "is {} a? trump, {} is it trump, what is {}"
    named: ClassVar[Sequence[str]] = ("card",)
    trump: Trump
    card: Annotated[str, Prompt("The card")]

    def ruling(self, rules: HouseRules) -> Ruling:
        (card,) = find_cards([self.card], DECK)
        sixteen, points = trumps(self.trump), POINTS.get(point_card(card.code, self.trump), 0)
        if card.code not in sixteen:
            are = f"trump are {SYMBOLS[self.trump]}, {DECK[OFF_JACK[self.trump]]} and the jokers"
            return Ruling({"trump": False, "place": None, "points": 0}, f"{card} is no trump: {are}", "trumps", "no")
        place = TRUMP_COUNT - sixteen.index(card.code)
        off = ", the off-jack," if card.code == OFF_JACK[self.trump] else ""
        counts = f"counts {points}" if points else "counts nothing"
        why = f"{card}{off} is number {place} of the {TRUMP_COUNT} trumps from the top and {counts}"
        if card.is_joker and rules.jokers == "first-played":
            why += "; at your table, of two jokers in one trick the one played first is the higher"
        answer, rule = {"trump": True, "place": place, "points": points}, "jokers" if card.is_joker else "trumps"
        return Ruling(answer, why, rule, f"yes, number {place} from the top")


class Owns(Question, tag="owns", frozen=True, kw_only=True):
    """Whose is which point? `took`: the side that took the trick of a point card; `two_from`: that played the two."""

    title: ClassVar[str] = "Who owns which point?"
    took: Annotated[
        dict[PointCard, Place],
        Prompt("Who took the {player}?", places, each=words(*POINTS), grouped=True, optional=True),
    ] = {}
    two_from: Annotated[Literal[0, 1] | UnsetType, Prompt("Who played the two?", sides, optional=True)] = UNSET

    def ruling(self, rules: HouseRules) -> Ruling:
        named = self.took | self._owner_of_the_two(rules)
        owners = {card: named[card] for card in get_args(PointCard) if card in named}
        points = points_by_place(owners)
        answer = {"owners": owners, "points": [points[0], points[1]], "lost": points[LOST]}
        whose = [f"{who} {points[place]}: {_cards_at(owners, place)}" for place, who in HAVE.items() if points[place]]
        if owners.get(THE_TWO, LOST) != LOST and rules.two == "player":
            whose.append("the two stays with the side that played it")
        if left := ALL_POINTS - sum(points.values()):
            whose.append(f"{left} of the {ALL_POINTS} points not named yet")
        rule = "the-two" if THE_TWO in owners else "point-cards"
        return Ruling(answer, "; ".join(whose), rule, f"{points[0]} : {points[1]}")

    def _owner_of_the_two(self, rules: HouseRules) -> dict[PointCard, Place]:
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


def _cards_at(owners: Mapping[str, Place], place: Place) -> str:
    return ", ".join(WORDS[card] for card, at in owners.items() if at == place)


class Won(Question, tag="won", frozen=True, kw_only=True):
    """Which side has won after a hand? By side whether it has reached the target; `bidder`: the side that bid."""

    title: ClassVar[str] = "Has anybody won?"
    reached: Annotated[tuple[bool, bool], Prompt("{player} at the target?", yes_or_no, each=sides)]
    bidder: Annotated[Literal[0, 1], Prompt("Who bid?", sides)]
    made: Annotated[bool, Prompt("Was the bid made?", yes_or_no)]

    def ruling(self, rules: HouseRules) -> Ruling:
        if self.reached[self.bidder] and not self.made and not rules.must_bid_to_win:
            before = f"it was at {rules.target} before this hand, and had won"
            raise Impossible(f"a side that missed its bid loses points: {before}", "made")
        winner = scoring.winner_at_target(self.reached, self.bidder, self.made, rules)
        if winner is not None and all(self.reached):
            why, rule = f"both have {rules.target}: the side that bid wins, even with the lower total", "both-there"
        elif winner is not None:
            why, rule = f"only {SIDES[winner]} have {rules.target}", "target"
        elif any(self.reached):
            why, rule = f"it takes {rules.target} points and a bid of one’s own made: play goes on", "must-bid-to-win"
        else:
            why, rule = f"nobody has {rules.target} yet: play goes on", "target"
        return Ruling(winner, why, rule, "nobody yet" if winner is None else SIDES[winner])


QUESTIONS = (
    winner_question(DECK, take, most=PLAYERS),
    Legal,
    Lead,
    Auction,
    Draw,
    Discards,
    IsTrump,
    Owns,
    Won,
)
