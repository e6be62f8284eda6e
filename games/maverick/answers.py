"""Between what is tapped at the table and the facts of a hand: each way round, for the form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import UNSET

from games.core.errors import Impossible
from games.core.text import minus
from games.maverick import counting
from games.maverick.bidding import BIDS
from games.maverick.cards import A_BOOK, DECK, TurnUp, turn_up
from games.maverick.facts import Bid, Facts, Trick
from games.maverick.scoring import SIDES

if TYPE_CHECKING:
    from games.core.house_rules import HouseRules

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

TRICKS = {letter + name: {"side": side, **kind} for letter, side in PAIRS.items() for name, kind in KINDS.items()}


def facts(answers: Answers, names: Sequence[str], adders: Sequence[int]) -> dict[str, Any]:
    """Return the facts of a hand, as plain JSON values, as far as they are known."""
    known: dict[str, Any] = {"turned": turned(answers), "bids": bids(answers)}
    known["reneges"] = [_one(letter, PAIRS, "reneges") for letter in answers.get("reneges", "").lower().split()]
    taken = answers.get("tricks", "").lower().split()
    if len(taken) >= counting.TRICKS:
        known["tricks"] = [_one(token, TRICKS, "tricks") for token in taken]
    if "held-0" in answers:
        counts = [{kind: int(answers[f"{kind}-{side}"]) for kind in counting.COUNTS} for side in SIDES]
        known["points"] = counting.counted(counts, names, adders)
    if "points-0" in answers:
        known["points"] = [_number(answers[f"points-{side}"], f"points-{side}") for side in SIDES]
    if "books-0" in answers or "books-1" in answers:
        known["books"] = [int(answers.get(f"books-{side}", 0)) for side in SIDES]
    return {name: fact for name, fact in known.items() if fact != []}


def answers_of(facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield the answers that make a record."""
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
    """Return the codes of the cards turned up, each tapped as rank and suit in either order."""
    said = [answers.get(f"turned-{place}", "").upper().split() for place in (0, 1)]
    if said.count([]) == 1:
        raise Impossible("two cards are turned up: one is missing", f"turned-{said.index([])}")
    codes = [("".join(tokens), "".join(reversed(tokens))) for tokens in said if tokens]
    return [code if code in DECK else reverse for code, reverse in codes]


def turn_up_of(answers: Answers, rules: HouseRules) -> TurnUp | None:
    """Return what the cards turned up make of the deck, once both are there."""
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
    """Count the tricks entered so far, and the adders in them."""
    taken = [TRICKS.get(token, {}) for token in answers.get("tricks", "").lower().split()]
    counts = {kind: sum(int(answers.get(f"{kind}-{side}", 0)) for side in SIDES) for kind in counting.COUNTS}
    held = counts.pop("held") + sum(trick.get("adders", 0) for trick in taken)
    return len(taken) + sum(counts.values()), held


def question_of(path: str, answers: Answers) -> str:
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
