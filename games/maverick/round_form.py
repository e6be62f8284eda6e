"""Between what is tapped at the table and the facts of a hand: each way round, for the form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import UNSET

from games.core import keypad, round_form
from games.core.cards import RANKS, SYMBOLS
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import MARKS, EntryRow, EntrySection, FixedSum, Key, Shortcut, digits, numbers
from games.core.round_form import PickCards, PickOne
from games.core.text import minus
from games.maverick.cards import A_BOOK, ADDERS_IN_PLAY, DECK, TurnUp, turn_up
from games.maverick.facts import (
    BIDS,
    BLING_AT_LEAST,
    BOOKS_FOR_BLING,
    COUNTS,
    MOST_ALL_TRUMP,
    NEEDS,
    SIDES,
    TRICKS,
    WORTH,
    Bid,
    Facts,
    Trick,
    barred,
    count_points,
)

Fact = TypeVar("Fact")
Answers = Mapping[str, str]
SEATS = range(4)
PAIRS = {"a": 0, "b": 1}
KINDS: dict[str, dict[str, Any]] = {
    "4t": {"kind": "all-trump"},
    "t": {"kind": "trump"},
    "0": {"kind": "plain"},
    **{str(adders): {"kind": "adders", "adders": adders} for adders in range(1, A_BOOK + 1)},
}
"""What a trick is called: by the number of adders in it; without any, by its trumps."""

TRICK_KEYS = {letter + name: {"side": side, **kind} for letter, side in PAIRS.items() for name, kind in KINDS.items()}


def facts_of(answers: Answers, names: Sequence[str], adders: Sequence[int]) -> dict[str, Any]:
    known: dict[str, Any] = {"turned": turned(answers), "bids": bids(answers)}
    known["reneges"] = [_one(letter, PAIRS, "reneges") for letter in answers.get("reneges", "").lower().split()]
    taken = answers.get("tricks", "").lower().split()
    if len(taken) >= TRICKS:
        known["tricks"] = [_one(token, TRICK_KEYS, "tricks") for token in taken]
    if "held-0" in answers:
        counts = [{kind: int(answers[f"{kind}-{side}"]) for kind in COUNTS} for side in SIDES]
        known["points"] = count_points(counts, names, adders)
    if "points-0" in answers:
        known["points"] = [_number(answers[f"points-{side}"], f"points-{side}") for side in SIDES]
    if "books-0" in answers or "books-1" in answers:
        known["books"] = [int(answers.get(f"books-{side}", 0)) for side in SIDES]
    return {name: fact for name, fact in known.items() if fact != []}


def answers_of(facts: Facts) -> Iterator[tuple[str, str]]:
    yield from _turned_as_tapped(facts)
    yield from _bids_as_tapped(facts.bids)
    if facts.tricks is not UNSET:
        yield "tricks", " ".join(_as_tapped(trick) for trick in facts.tricks)
    if facts.points is not UNSET:
        yield "way", "points"
    for name in ("points", "books"):
        for side, number in enumerate(getattr(facts, name) or ()):
            yield f"{name}-{side}", minus(number)
    if facts.reneges:
        yield "reneges", " ".join(list(PAIRS)[side] for side in facts.reneges)


def turned(answers: Answers) -> list[str]:
    said = [answers.get(f"turned-{place}", "").upper().split() for place in (0, 1)]
    if said.count([]) == 1:
        raise Impossible("two cards are turned up: one is missing", f"turned-{said.index([])}")
    codes = [("".join(tokens), "".join(reversed(tokens))) for tokens in said if tokens]
    return [code if code in DECK else reverse for code, reverse in codes]


def turn_up_of(answers: Answers, rules: HouseRules) -> TurnUp | None:
    try:
        return turn_up(turned(answers), rules)
    except Impossible:
        return None


def bids(answers: Answers) -> list[dict[str, Any]]:
    """Return the bids seat by seat; in another order where one is given."""
    said = [f"{seat}-{bid}" for seat in SEATS for bid in answers.get(f"bid-{seat}", "").split()]
    order = answers.get("order", "").split()
    in_order = sorted(said, key=lambda bid: order.index(bid) if bid in order else len(order))
    return [_bid(int(seat), bid, answers) for seat, _, bid in (one.partition("-") for one in in_order)]


def accounted(answers: Answers) -> tuple[int, int]:
    taken = [TRICK_KEYS.get(token, {}) for token in answers.get("tricks", "").lower().split()]
    counts = {kind: sum(int(answers.get(f"{kind}-{side}", 0)) for side in SIDES) for kind in COUNTS}
    held = counts.pop("held") + sum(trick.get("adders", 0) for trick in taken)
    return len(taken) + sum(counts.values()), held


def question_of_fact(path: str, answers: Answers) -> str:
    """Return the question a fact about a bid was the answer to; any other path as it is."""
    found = re.match(r"bids\[(\d+)\](\.took_trick)?", path)
    return f"{'took' if found[2] else 'bid'}-{bids(answers)[int(found[1])]['seat']}" if found else path


def _bid(seat: int, bid: str, answers: Answers) -> dict[str, Any]:
    judged = bid == "null" and f"took-{seat}" in answers
    return {"seat": seat, "bid": bid, **({"took_trick": answers[f"took-{seat}"] == "yes"} if judged else {})}


def _one(token: str, table: Mapping[str, Fact], field: str) -> Fact:
    if token not in table:
        raise Impossible(f"“{token}” is not one of {', '.join(table)}", field)
    return table[token]


def _number(answer: str, field: str) -> int:
    digits = answer.replace(" ", "").replace("−", "-")
    if not re.fullmatch(r"-?\d{1,9}", digits):
        raise Impossible(f"“{answer}” is no number of points", field)
    return int(digits)


def _turned_as_tapped(facts: Facts) -> Iterator[tuple[str, str]]:
    for place, code in enumerate(facts.turned or ()):
        card = DECK[code]
        yield f"turned-{place}", code if card.is_joker else f"{code.removesuffix(card.suit)} {card.suit}"


def _bids_as_tapped(bids: Sequence[Bid]) -> Iterator[tuple[str, str]]:
    by_seat = sorted(bids, key=lambda bid: (bid.seat, BIDS.index(bid.bid)))
    for seat in SEATS:
        if said := [bid for bid in by_seat if bid.seat == seat]:
            yield f"bid-{seat}", " ".join(bid.bid for bid in said)
            if said[0].took_trick is not UNSET:
                yield f"took-{seat}", "yes" if said[0].took_trick else "no"
    if list(bids) != by_seat:
        yield "order", " ".join(f"{bid.seat}-{bid.bid}" for bid in bids)


def _as_tapped(trick: Trick) -> str:
    names = {kind["kind"]: name for name, kind in KINDS.items()}
    return list(PAIRS)[trick.side] + (str(trick.adders) if trick.adders else names[trick.kind])


# --- The keys of Maverick's pad: cards turned up, bids, tricks by the adders in them, pairs.

TRICK_WORDS = {
    "4t": "four trumps",
    "t": "trump but no adder",
    "0": "neither trump nor adder",
    "1": "1 adder",
    "2": "2 adders",
    "3": "3 adders",
    "4": "4 adders, a book",
}


def turned_keys() -> list[Key]:
    """Return the ranks and suits of a card turned up; a joker is all of it."""
    jokers = [Key("BJ", "BJ", "Big Joker", alone=True), Key("LJ", "SJ", "Small Joker", alone=True)]
    return [*(Key(rank, rank) for rank in RANKS), *keypad.suits(), *jokers]


def bid_keys(total: int, *, combined: bool) -> list[Key]:
    closed = {bid: NEEDS[bid] for bid in BIDS if barred(bid, total)}
    all_bids = [*BIDS, *(["null blind", "null bling"] if combined else [])]
    keys = [Key(bid, bid.replace(" ", " + "), why_not=closed.get(bid.split()[-1], "")) for bid in all_bids]
    return [Key("", "no bid"), *keys]


def trick_keys(pairs: Sequence[str]) -> list[Key]:
    return [
        Key(letter + name, MARKS[side] + name.upper(), f"{pair}: {words}", f"side-{side}")
        for side, (letter, pair) in enumerate(zip(PAIRS, pairs, strict=True))
        for name, words in TRICK_WORDS.items()
    ]


def pair_keys(names: Sequence[str]) -> list[Key]:
    lettered = enumerate(zip(PAIRS, names, strict=True))
    return [Key(letter, MARKS[side], name, f"side-{side}") for side, (letter, name) in lettered]


def bid_keys_of(names: Sequence[str]) -> list[Key]:
    return [Key(f"{seat}-{bid}", f"{name} {bid}") for seat, name in enumerate(names) for bid in BIDS]


# --- The questions of a hand of Maverick: the cards turned up, the bids, and the tricks in one of three ways.

LIVE, BY_KIND, BY_POINTS, COUNTED = "way=live|", "way=kinds", "way=points", "way=kinds|points"
NULL = "bid-{}=null|null blind|null bling"
IF_TAPPED: dict[str, Any] = {"required": False, "passed_over": True}


class Tricks(PickCards):
    """Tricks one by one; the ledger shows how many each pair has."""

    def shown(self, answer: str) -> str:
        return " : ".join(str(answer.lower().count(letter)) for letter in PAIRS)


class RoundForm(round_form.RoundForm):
    """What is turned up, then the tricks, a tap each; bids and reneges for those who have some."""

    off_paper = ("way", "order", *(f"{kind}-{side}" for side in (0, 1) for kind in COUNTS))

    def __init__(self, state: MatchState, answers: Mapping[str, str]) -> None:
        self.turned = turn_up_of(answers, state.rules)
        self.adders = [self.turned.adders] if self.turned else ADDERS_IN_PLAY
        self.pairs = [f"{MARKS[side]} {pair}" for side, pair in enumerate(state.side_names)]
        super().__init__(state, answers)

    def ask(self) -> None:
        self._ask_turned()
        self._ask_bids()
        self._ask_tricks()
        for side, pair in enumerate(self.pairs):
            self._ask_counts(side, pair)
        self.sums["tricks"] = FixedSum(tuple(f"{kind}-{side}" for side in (0, 1) for kind in WORTH), TRICKS)
        if self.turned:
            self.sums["adders"] = FixedSum(("held-0", "held-1"), self.turned.adders)
        self._ask_afterwards()
        self.sections = list(self._layout())

    def _ask_turned(self) -> None:
        for place, which in enumerate(("first", "second")):
            label = f"The {which} card turned up: rank and suit"
            self.fields[f"turned-{place}"] = PickCards(
                label, turned_keys(), most=2, short=f"{which} card", required=False
            )
        ways = [Key("live", "each trick"), Key("kinds", "by kind"), Key("points", "points")]
        self.fields["way"] = PickOne("How are the tricks counted?", ways, short="count", **IF_TAPPED)

    def _ask_bids(self) -> None:
        for seat, name in enumerate(self.state.names):
            total = self.state.totals[self.state.side_of(seat)]
            bids = bid_keys(total, combined=self.state.rules.stack)
            self.fields[f"bid-{seat}"] = PickOne(f"{name} bids", bids, short="bid", **IF_TAPPED)

    def _ask_tricks(self) -> None:
        names = self.state.side_names
        pairs = ", ".join(f"{letter} {name}" for letter, name in zip(PAIRS, names, strict=True))
        label = f"Adders in each; T trump, 4T only trump ({pairs})"
        self.fields["tricks"] = Tricks(label, trick_keys(names), most=TRICKS, short="tricks", when=LIVE)

    def _ask_counts(self, side: int, pair: str) -> None:
        for kind, (short, words) in COUNTS.items():
            most = MOST_ALL_TRUMP if kind == "all-trump" else TRICKS
            self.fields[f"{kind}-{side}"] = PickOne(f"{pair}: {words}", numbers(0, most), short=short, when=BY_KIND)
        label, signed = f"{pair}: points before bids and reneges", [Key("−", "−", "minus"), *digits()]
        self.fields[f"points-{side}"] = PickCards(label, signed, most=3, joined=True, short="points", when=BY_POINTS)
        label, books = f"{pair}: books, tricks of {A_BOOK} adders", numbers(0, BOOKS_FOR_BLING)
        self.fields[f"books-{side}"] = PickOne(label, books, short=f"{MARKS[side]} books", when=COUNTED, **IF_TAPPED)

    def _ask_afterwards(self) -> None:
        taken = [Key("no", "no trick"), Key("yes", "a trick")]
        for seat, name in enumerate(self.state.names):
            label = f"{name}, who bid null, took"
            self.fields[f"took-{seat}"] = PickOne(label, taken, short="took", when=NULL.format(seat))
        pairs, bids = pair_keys(self.state.side_names), bid_keys_of(self.state.names)
        self.fields["reneges"] = PickCards("Who reneged? A key for each time", pairs, short="reneges", **IF_TAPPED)
        self.fields["order"] = PickCards("The bids, in the order they were said", bids, **IF_TAPPED)

    def _layout(self) -> Iterator[EntrySection]:
        names = self.state.names
        tiles = {"turned-0": "First card", "turned-1": "Second card", "reneges": "Reneges", "way": "Count"}
        tiles |= {f"bid-{seat}": f"{name} bids" for seat, name in enumerate(names)}
        yield EntrySection([EntryRow(label, (question,)) for question, label in tiles.items()], grid=True)
        for seat, name in enumerate(names):
            yield EntrySection([EntryRow(f"{name}, null: took", (f"took-{seat}",))], grid=True, when=NULL.format(seat))
        yield EntrySection([EntryRow("Tricks", ("tricks",))], grid=True, when=LIVE)
        counts = [EntryRow(pair, tuple(f"{kind}-{side}" for kind in COUNTS)) for side, pair in enumerate(self.pairs)]
        yield EntrySection(counts, columns=tuple(short for short, _ in COUNTS.values()), when=BY_KIND)
        points = [EntryRow(pair, (f"points-{side}",)) for side, pair in enumerate(self.pairs)]
        yield EntrySection(points, columns=("points",), when=BY_POINTS)
        if max(self.state.totals) >= BLING_AT_LEAST:
            yield EntrySection([EntryRow("Books", ("books-0", "books-1"))], grid=True, when=COUNTED)

    def clean(self) -> dict[str, Any]:
        taken = len(self.given().get("tricks", "").split())
        if 0 < taken < TRICKS and not self.errors:
            self.missing = "tricks"
            self.add_error(None, f"{taken} of {TRICKS} tricks: {TRICKS - taken} missing")
        return super().clean()

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        return facts_of(answers, self.state.side_names, self.adders)

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        return dict(answers_of(facts))

    def question_of(self, path: str) -> str | None:
        return super().question_of(question_of_fact(path, self.given()))

    def sentence(self, given: dict[str, str]) -> str:
        tricks, held = accounted(given)
        if tricks < TRICKS:
            tricks, held = accounted({name: said for name, said in given.items() if name not in self.derived})
        of = f" of {self.turned.adders}" if self.turned else ""
        return f"{tricks} of {TRICKS} tricks, {held}{of} adders" if tricks else ""

    def known(self, given: dict[str, str]) -> dict[str, Any]:
        known: dict[str, Any] = {"totals": self.state.totals}
        if self.turned:
            known |= {"turned": turned(given), "trump": self.turned.trump, "adder": self.turned.adder}
        return known

    def notes(self, given: dict[str, str]) -> list[Key]:
        if not self.turned:
            return []
        trump, adder, adders = self.turned.trump, self.turned.adder, self.turned.adders
        in_play = "adders" if adders // A_BOOK >= BOOKS_FOR_BLING else "no bling, adders"
        return [
            Key(trump, SYMBOLS[trump], "trump", tone=f"suit-{trump}"),
            Key(adder, SYMBOLS[adder], "adder", tone=f"suit-{adder}"),
            Key("adders", str(adders), in_play),
        ]

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        if "tricks" in given or "way" in given:
            return []
        return [Shortcut("kinds", "By kind", {"way": "kinds"}), Shortcut("points", "Points only", {"way": "points"})]
