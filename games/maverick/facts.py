"""The facts of a hand of Maverick: cards turned up, bids, tricks or points, and reneges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.core import facts
from games.core.cards import SYMBOLS
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import Doubt
from games.core.seats import Names, SeatNumber, SideNumber
from games.core.text import minus, plural
from games.maverick.cards import BOOK_ADDERS, HAND_TRICKS, InPlay, cards_in_play, turn_up
from games.maverick.laws import BARE_TRICK_LOSS, Mistakes, can_bring, sums_of, too_many_cards

# In the order in which bids of a side are applied.
BIDS = ("null", "blind", "bling")

MAX_BLIND_TOTAL, MIN_BLING_TOTAL = -5, 7
# Number of books that make a bling.
BLING_BOOKS = 3
# The total that a side needs for a bid.
NEEDS = {"blind": f"needs {minus(MAX_BLIND_TOTAL)} or less", "bling": f"needs {MIN_BLING_TOTAL} or more"}


def barred(bid: str, total: int) -> str:
    """Return why a side with this total may not make this bid, or ""."""
    if bid == "blind" and total > MAX_BLIND_TOTAL:
        return f"blind {NEEDS[bid]}, and a total of {minus(total)} is {total - MAX_BLIND_TOTAL} too many"
    if bid == "bling" and total < MIN_BLING_TOTAL:
        return f"bling {NEEDS[bid]}, and a total of {minus(total)} is {MIN_BLING_TOTAL - total} too few"
    return ""


def wrong_bids(facts: Facts, state: MatchState) -> Mistakes:
    for place, bid in enumerate(facts.bids):
        if any((earlier.seat, earlier.bid) == (bid.seat, bid.bid) for earlier in facts.bids[:place]):
            yield f"{_bid_text(bid, state)} twice: remove one of them", f"bids[{place}]"
        yield from _wrong_trick(bid, facts, f"bids[{place}].took_trick", state)


def irregularities(facts: Facts, state: MatchState) -> Iterator[Doubt]:
    """Yield doubts about bids that the total or the bid of the partner does not allow."""
    for place, bid in enumerate(facts.bids):
        if why_not := barred(bid.bid, state.totals[bid.side]):
            yield Doubt(f"{_bid_text(bid, state)}, but {why_not}", f"bids[{place}].bid")
        for earlier in facts.bids[:place]:
            if earlier.side == bid.side and not state.rules.stack:
                both = f"{_bid_text(earlier, state)} and {_bid_text(bid, state)}"
                yield Doubt(f"{both}: 1 too many, a pair makes one bid a hand", f"bids[{place}]")


def _wrong_trick(bid: Bid, facts: Facts, field: str, state: MatchState) -> Mistakes:
    name, pair = state.names[bid.seat], state.side_names[bid.side]
    if bid.bid != "null" and bid.took_trick is not UNSET:
        yield f"{_bid_text(bid, state)}: only after a null it matters whether {name} took a trick", field
    if bid.bid == "null" and bid.took_trick is UNSET and facts.is_complete:
        yield f"{_bid_text(bid, state)}: say whether {name} took a trick", field
    if bid.took_trick is True and facts.tricks and not facts.tricks_of(bid.side):
        yield f"{name} took a trick, but {pair} have none of the {len(facts.tricks)}", field


def _bid_text(bid: Bid, state: MatchState) -> str:
    return f"{state.names[bid.seat]} bid {bid.bid}"


# --- A hand.

Seat = Annotated[SeatNumber, Meta(ge=0, le=3)]
Side = Annotated[SideNumber, Meta(ge=0, le=1)]
Adders = Annotated[int, Meta(ge=1, le=BOOK_ADDERS)]
Points = Annotated[int, Meta(ge=-99, le=99)]
Books = Annotated[int, Meta(ge=0, le=3)]


class Bid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bid. `took_trick`: only of a null, whether the player took a trick."""

    seat: Seat
    bid: Literal["null", "blind", "bling"]
    took_trick: bool | UnsetType = UNSET

    @property
    def side(self) -> int:
        return self.seat % 2


class Trick(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A trick. `adders`: their number, only with the kind “adders”."""

    side: Side
    kind: Literal["all-trump", "trump", "plain", "adders"]
    adders: Adders | UnsetType = UNSET


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`tricks`: all 13, or `points` by side, with the books for a bling; both are missing while the hand is played."""

    turned: tuple[str, str] | UnsetType = UNSET
    bids: tuple[Bid, ...] = ()
    tricks: tuple[Trick, ...] | UnsetType = UNSET
    points: Annotated[tuple[Points, Points], Names.SIDE] | UnsetType = UNSET
    books: Annotated[tuple[Books, Books], Names.SIDE] | UnsetType = UNSET
    reneges: tuple[Side, ...] = ()

    @property
    def is_complete(self) -> bool:
        return self.tricks is not UNSET or self.points is not UNSET

    def tricks_of(self, side: int) -> list[Trick]:
        return [trick for trick in self.tricks or () if trick.side == side]

    def books_of(self, side: int) -> int:
        return self.books[side] if self.books else sum(trick.adders == BOOK_ADDERS for trick in self.tricks_of(side))

    def check(self, state: MatchState) -> None:
        cards = cards_in_play(self.turned or (), state.rules)
        mistakes = wrong_bids(self, state), wrong_counts(self, cards, state), wrong_cards(self, cards, state)
        for message, field in chain(*mistakes):
            raise Impossible(message, field)

    def heading(self, deal: Deal, state: MatchState) -> str:
        turned_up = turn_up(self.turned, state.rules) if self.turned else None
        return f"{SYMBOLS[turned_up.trump]} +{SYMBOLS[turned_up.adder]}" if turned_up else ""

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        made = {True: " ✓", False: " ✗", None: ""}
        notes = [[str(len(self.tricks_of(side)))] if self.tricks else [] for side in SIDES]
        for bid in self.bids_made(deal, state):
            notes[state.side_of(bid.seat)].append(f"{bid.kind}{made[bid.made]}")
        return [" · ".join(note) for note in notes]

    def bids_made(self, deal: Deal, state: MatchState) -> Iterator[facts.BidMade]:
        for bid in self.bids:
            made = is_made(bid, self) if self.is_complete else None
            yield facts.BidMade(bid.seat, kind=bid.bid, made=made)

    def tricks_taken(self) -> Iterator[facts.TricksTaken]:
        for side in SIDES:
            kinds = ["book" if trick.adders == BOOK_ADDERS else trick.kind for trick in self.tricks_of(side)]
            for kind in dict.fromkeys(kinds):
                yield facts.TricksTaken(side, kinds.count(kind), kind)


# --- Sums of the tricks, or of the points counted at the table.

MAX_ALL_TRUMP_TRICKS = 3
MIN_HAND_POINTS = -15
# Tricks counted by kind: tricks, and the adders in them. Each with a heading and words.
COUNTS = {
    "all-trump": ("4T", "tricks of four trumps"),
    "trump": ("T", "tricks with trump but no adder"),
    "plain": ("0", "tricks with neither"),
    "adders": ("1–4", "tricks with adders"),
    "held": ("adders", "adders in them"),
}


def wrong_counts(facts: Facts, cards: Sequence[InPlay], state: MatchState) -> Mistakes:
    adders, worst = sorted({dealt.adders for dealt in cards}), -max(dealt.trumps for dealt in cards)
    yield from chain(
        _wrong_tricks(facts), _wrong_trick_totals(facts, adders), _wrong_points(facts, adders[-1], worst, state)
    )
    yield from chain(_wrong_sum(facts, adders[-1]), _wrong_books(facts, adders[-1], state))


def _wrong_tricks(facts: Facts) -> Mistakes:
    for place, trick in enumerate(facts.tricks or ()):
        field = f"tricks[{place}].adders"
        if trick.kind == "adders" and trick.adders is UNSET:
            yield f"trick {place + 1} has adders in it: say how many, 1 to {BOOK_ADDERS}", field
        if trick.kind != "adders" and trick.adders is not UNSET:
            yield (
                f"trick {place + 1} has {plural(trick.adders, 'adder')} in it, but it is entered as one without",
                field,
            )


def _wrong_trick_totals(facts: Facts, adders: Sequence[int]) -> Mistakes:
    if facts.tricks is not UNSET:
        all_trump = sum(trick.kind == "all-trump" for trick in facts.tricks)
        held = sum(trick.adders or 0 for trick in facts.tricks)
        yield from wrong_sums(len(facts.tricks), all_trump, held, adders)


def wrong_sums(tricks: int, all_trump: int, held: int, adders: Sequence[int]) -> Mistakes:
    yield from _out_of_bounds("tricks", tricks, [HAND_TRICKS])
    yield from _out_of_bounds("tricks of four trumps", all_trump, range(MAX_ALL_TRUMP_TRICKS + 1))
    yield from _out_of_bounds("adders in the tricks", held, adders)


def _out_of_bounds(what: str, count: int, can_be: Sequence[int]) -> Mistakes:
    if count not in can_be:
        off = f"{can_be[0] - count} missing" if count < can_be[0] else f"{count - can_be[-1]} too many"
        wanted = " to ".join(str(number) for number in sorted({can_be[0], can_be[-1]}))
        yield f"{count} {what} instead of {wanted}: {off}, look through the piles again", "tricks"


def _wrong_points(facts: Facts, adders: int, worst: int, state: MatchState) -> Mistakes:
    if facts.points and facts.tricks is not UNSET:
        yield "the hand has its tricks and counted points as well: keep one of them", "points"
    for side, points in enumerate(facts.points or ()):
        if points < worst:
            less = f"{worst - points} less than the worst hand there can be ({minus(worst)})"
            yield f"{state.side_names[side]} counted {minus(points)}: {less}, count again", f"points[{side}]"
        if points > (most := adders + HAND_TRICKS):
            more = f"{points - most} more than all the tricks can be worth with {adders} adders ({most})"
            yield f"{state.side_names[side]} counted {points}: {more}, count again", f"points[{side}]"


def _wrong_sum(facts: Facts, adders: int) -> Mistakes:
    points, most = sum(facts.points or ()), adders + HAND_TRICKS
    if points > most:
        over = f"with {adders} adders there are {most} at most: {points - most} too many, count again"
        yield f"the points add up to {points}, but {over}", "points"


def _wrong_books(facts: Facts, adders: int, state: MatchState) -> Mistakes:
    blings = [bid.seat for bid in facts.bids if bid.bid == "bling"]
    if blings and facts.points is not UNSET and facts.books is UNSET:
        side = state.side_of(blings[0])
        yield f"{state.names[blings[0]]} bid bling: how many books did {state.side_names[side]} take?", f"books[{side}]"
    if facts.books is not UNSET and facts.points is UNSET:
        yield "books are only counted beside points counted at the table", "books"
    books, most = sum(facts.books or ()), adders // BOOK_ADDERS
    if books > most:
        yield f"{books} books, but {adders} adders make {most}: {books - most} too many, count again", "books"


def wrong_cards(facts: Facts, cards: Sequence[InPlay], state: MatchState) -> Mistakes:
    """Yield what no deal can bring. `cards`: what can be in play."""
    if facts.tricks:
        kinds = [trick.kind for trick in facts.tricks]
        held = sum(trick.adders or 0 for trick in facts.tricks)
        yield from too_many_cards({kind: kinds.count(kind) for kind in kinds}, held, cards)
    if facts.is_complete:
        yield from _wrong_nulls(facts, state)
    if facts.points:
        yield from _impossible_sum(sum(facts.points), cards)
        yield from _impossible_pair(facts.points, facts, cards, state)


def _impossible_sum(points: int, cards: Sequence[InPlay]) -> Mistakes:
    sums = sorted({total for dealt in cards for total in sums_of(dealt)})
    trumps, adders = max(dealt.trumps for dealt in cards), max(dealt.adders for dealt in cards)
    if points < sums[0]:
        least = f"with {trumps} trumps there are {minus(sums[0])} at least: {sums[0] - points} too few, count again"
        yield f"the points add up to {minus(points)}, but {least}", "points"
    elif points not in sums:
        taken_off = f"{sums[-1]} less 2 for each trick with trump and {BARE_TRICK_LOSS} for each of four trumps"
        yield f"the points add up to {points}, but with {adders} adders they are {taken_off}: count again", "points"


def _impossible_pair(points: tuple[int, int], facts: Facts, cards: Sequence[InPlay], state: MatchState) -> Mistakes:
    books = facts.books or None
    ours, theirs = (_can_take(side, facts) for side in SIDES)
    taken = range(max(ours[0], HAND_TRICKS - theirs[-1]), min(ours[-1], HAND_TRICKS - theirs[0]) + 1)
    if taken and any(can_bring(points, dealt, books, taken) for dealt in cards):
        return
    counted = " and ".join(f"{minus(number)} for {pair}" for number, pair in zip(points, state.side_names, strict=True))
    if not any(can_bring(points, dealt) for dealt in cards):
        in_play = f"{cards[0].trumps} trumps and {cards[0].adders} adders" if len(cards) == 1 else "these cards"
        yield f"{counted}: thirteen tricks of {in_play} cannot be shared so, count again", "points"
    elif books and not any(can_bring(points, dealt, books) for dealt in cards):
        yield f"{counted} cannot be with {books[0]} and {books[1]} books: count both again", "books"
    else:
        yield f"{counted} cannot be after what was said of the nulls: who took a trick?", "points"


def _wrong_nulls(facts: Facts, state: MatchState) -> Mistakes:
    for side in SIDES:
        nulls = [bid for bid in facts.bids if bid.side == side and bid.bid == "null"]
        if len(nulls) == 2:
            seats, pair = " and ".join(state.names[bid.seat] for bid in nulls), state.side_names[side]
            field = f"bids[{facts.bids.index(nulls[1])}].took_trick"
            taken, can_take = len(facts.tricks_of(side)), _can_take(side, facts)
            if facts.tricks and taken > can_take[-1]:
                yield f"{seats} bid null and took no trick, but {pair} have {taken} of the {HAND_TRICKS}", field
            if facts.tricks and taken < can_take[0]:
                yield f"{seats} each took a trick, but {pair} have {taken} of the {HAND_TRICKS}", field
            if facts.points and facts.points[side] and not any(can_take):
                counted = minus(facts.points[side])
                yield f"{seats} bid null and took no trick, but {pair} counted {counted}: it has to be 0", field


def _can_take(side: int, facts: Facts) -> range:
    """Return the possible numbers of tricks of a side after its nulls."""
    took = [bid.took_trick for bid in facts.bids if bid.side == side and bid.bid == "null"]
    return range(took.count(True), 1 if took.count(False) == 2 else HAND_TRICKS + 1)


def count_points(counts: Sequence[Mapping[str, int]], names: Sequence[str], cards: Sequence[InPlay]) -> list[int]:
    """Return the points of tricks counted by kind; Impossible if they do not add up."""
    tricks = sum(count[kind] for count in counts for kind in WORTH)
    together = {kind: sum(count[kind] for count in counts) for kind in COUNTS}
    held, adders = together["held"], sorted({dealt.adders for dealt in cards})
    for message, _ in wrong_sums(tricks, together["all-trump"], held, adders):
        raise Impossible(message)
    for side, (name, count) in enumerate(zip(names, counts, strict=True)):
        with_adders, adders_held = count["adders"], count["held"]
        if not with_adders <= adders_held <= BOOK_ADDERS * with_adders:
            counted = f"{name}: {plural(adders_held, 'adder')} in {plural(with_adders, 'trick')} with adders"
            raise Impossible(f"{counted}, but each of them has 1 to {BOOK_ADDERS}", f"held-{side}")
    for message, _ in too_many_cards(together, held, cards):
        raise Impossible(message)
    return [sum(WORTH[kind] * count[kind] for kind in WORTH) + count["held"] for count in counts]


# --- What tricks are worth, and which bids are made.

SIDES = (0, 1)
# Points of a trick by kind; each adder in it adds 1.
WORTH = {"all-trump": -4, "trump": -1, "plain": 1, "adders": 1}


def worth(kind: str, count: int, adders: int) -> int:
    return WORTH[kind] * count + adders


def points_of(side: int, facts: Facts) -> int:
    if facts.points:
        return facts.points[side]
    return sum(worth(trick.kind, 1, trick.adders or 0) for trick in facts.tricks_of(side))


def is_made(bid: Bid, facts: Facts) -> bool:
    if bid.bid == "null":
        return not bid.took_trick
    if bid.bid == "blind":
        return points_of(bid.side, facts) > points_of(1 - bid.side, facts)
    return facts.books_of(bid.side) >= BLING_BOOKS
