"""The questions of a hand of Maverick: the cards turned up, the bids, and the tricks in one of three ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.core import round_form
from games.core.cards import SYMBOLS
from games.core.definition import MatchState
from games.core.keypad import MARKS, EntryRow, EntrySection, FixedSum, Key, Shortcut, digits, numbers
from games.core.round_form import PickCards, PickOne
from games.maverick import answers as tapped
from games.maverick import keys
from games.maverick.answers import PAIRS
from games.maverick.bidding import BLING_AT_LEAST, BOOKS_FOR_BLING
from games.maverick.cards import A_BOOK, ADDERS_IN_PLAY
from games.maverick.counting import COUNTS, MOST_ALL_TRUMP, TRICKS
from games.maverick.facts import Facts
from games.maverick.scoring import WORTH

LIVE, BY_KIND, BY_POINTS, COUNTED = "way=live|", "way=kinds", "way=points", "way=kinds|points"
NULL = "bid-{}=null|null blind|null bling"
IF_TAPPED: dict[str, Any] = {"required": False, "passed_over": True}


class Tricks(PickCards):
    """Tricks one by one; the ledger shows how many each pair has."""

    def said(self, answer: str) -> str:
        return " : ".join(str(answer.lower().count(letter)) for letter in PAIRS)


class RoundForm(round_form.RoundForm):
    """What is turned up, then the tricks, a tap each; bids and reneges for those who have some."""

    off_paper = ("way", "order", *(f"{kind}-{side}" for side in (0, 1) for kind in COUNTS))

    def __init__(self, state: MatchState, answers: Mapping[str, str]) -> None:
        """Find out how many adders there are to count."""
        self.turned = tapped.turn_up_of(answers, state.rules)
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
                label, keys.turned(), most=2, short=f"{which} card", required=False
            )
        ways = [Key("live", "each trick"), Key("kinds", "by kind"), Key("points", "points")]
        self.fields["way"] = PickOne("How are the tricks counted?", ways, short="count", **IF_TAPPED)

    def _ask_bids(self) -> None:
        for seat, name in enumerate(self.state.names):
            total = self.state.totals[self.state.side_of(seat)]
            bids = keys.bids(total, combined=self.state.rules.stack)
            self.fields[f"bid-{seat}"] = PickOne(f"{name} bids", bids, short="bid", **IF_TAPPED)

    def _ask_tricks(self) -> None:
        names = self.state.side_names
        pairs = ", ".join(f"{letter} {name}" for letter, name in zip(PAIRS, names, strict=True))
        label = f"Adders in each; T trump, 4T only trump ({pairs})"
        self.fields["tricks"] = Tricks(label, keys.tricks(names), most=TRICKS, short="tricks", when=LIVE)

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
        pairs, bids = keys.pairs(self.state.side_names), keys.bids_of(self.state.names)
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
        """Wait for the thirteenth trick: one that is still to be played is missing, not wrong."""
        taken = len(self.given().get("tricks", "").split())
        if 0 < taken < TRICKS and not self.errors:
            self.missing = "tricks"
            self.add_error(None, f"{taken} of {TRICKS} tricks: {TRICKS - taken} missing")
        return super().clean()

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        return tapped.facts(answers, self.state.side_names, self.adders)

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        return dict(tapped.answers_of(facts))

    def question_of(self, path: str) -> str | None:
        return super().question_of(tapped.question_of(path, self.given()))

    def sentence(self, given: dict[str, str]) -> str:
        """Say how many tricks and adders are accounted for."""
        tricks, held = tapped.accounted(given)
        if tricks < TRICKS:
            tricks, held = tapped.accounted({name: said for name, said in given.items() if name not in self.derived})
        of = f" of {self.turned.adders}" if self.turned else ""
        return f"{tricks} of {TRICKS} tricks, {held}{of} adders" if tricks else ""

    def known(self, given: dict[str, str]) -> dict[str, Any]:
        known: dict[str, Any] = {"totals": self.state.totals}
        if self.turned:
            known |= {"turned": tapped.turned(given), "trump": self.turned.trump, "adder": self.turned.adder}
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
        """Offer the other two ways until a trick is entered."""
        if "tricks" in given or "way" in given:
            return []
        return [Shortcut("kinds", "By kind", {"way": "kinds"}), Shortcut("points", "Points only", {"way": "points"})]
