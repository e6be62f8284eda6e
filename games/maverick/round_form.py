"""The form of a hand of Maverick: the cards turned up, the bids, and the tricks in one of three ways."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from msgspec import UNSET

from games.core import keypad, round_form
from games.core.cards import SYMBOLS
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import RoundFacts
from games.core.keypad import MARKS, EntryRow, EntrySection, FixedSum, Key, KeyGroup, Shortcut, numbers
from games.core.points import ask_points, read_points
from games.core.round_form import PickCards, PickOne, WordsRead, cut
from games.core.text import minus, plural
from games.maverick import facts
from games.maverick.cards import BOOK_ADDERS, DECK, HAND_TRICKS, JOKERS, TurnUp, cards_in_play, turn_up
from games.maverick.facts import BIDS, BLING_BOOKS, COUNTS, NEEDS, SIDES, WORTH, Bid, Facts, Trick

Fact = TypeVar("Fact")
Answers = Mapping[str, str]
# The sides by their letter in answers.
LETTERS = {"a": 0, "b": 1}


class TrickKind(NamedTuple):
    """A kind of trick: its facts, the text, label and tone of its key, and words after a number of tricks."""

    facts: dict[str, Any]
    spoken: str
    face: str
    tone: str
    in_words: str


# By the number of adders in the trick, or by its trumps. The style sheet draws the symbols of both suits.
KINDS = {
    "4t": TrickKind({"kind": "all-trump"}, "four trumps", "four trumps", "four-trumps", "of four trumps"),
    "t": TrickKind({"kind": "trump"}, "trump, no adder", "trump", "one-trump", "with trump but no adder"),
    "0": TrickKind({"kind": "plain"}, "nothing", "– nothing", "no-adder", "with neither"),
    "1": TrickKind({"kind": "adders", "adders": 1}, "1 adder", "1", "some-adders", "with 1 adder"),
    "2": TrickKind({"kind": "adders", "adders": 2}, "2 adders", "2", "some-adders", "with 2 adders"),
    "3": TrickKind({"kind": "adders", "adders": 3}, "3 adders", "3", "some-adders", "with 3 adders"),
    "4": TrickKind({"kind": "adders", "adders": 4}, "4 adders, a book", "4", "some-adders", "with 4 adders"),
}
TRICKS_BY_KEY = {
    letter + name: {"side": side, **kind.facts} for letter, side in LETTERS.items() for name, kind in KINDS.items()
}

# How the tricks are counted, with the text of the key that leads there.
WAYS = {"live": "Each trick", "kinds": "Count by kind", "points": "Points only"}
NULL = "bid-{}=null|null blind|null bling"
# A bid, its outcome and the points of the tricks, in a question.
ZERO_BID = re.compile(r"\b(?:nil|0 bid|bid 0)\b")
BID_SAID = re.compile(r"\b(?:bid )?(null|blind|bling)\b(?: bid)?")
LOST = re.compile(r"\b(?:not (?:made|make|won)|lost|failed|missed)(?: it)?\b")
MADE = re.compile(r"\b(?:made|won)(?: it)?\b")
HAND_SAID = re.compile(r"(?:\bhand )?\b(?:took|worth|with|hand|got) (-?\d+)\b(?! (?:tricks?|books?|cards?|adders?))")
IF_TAPPED: dict[str, Any] = {"required": False, "only_when_tapped": True}


@dataclass(eq=False, kw_only=True)
class TrickKeys(PickCards):
    """Tricks one by one; the cell shows how many each pair has."""

    names: Sequence[str]

    def display_text(self, answer: str) -> str:
        return " : ".join(str(answer.lower().count(letter)) for letter in LETTERS)

    def spoken(self, answer: str) -> str:
        pairs = zip(LETTERS, self.names, strict=True)
        return ", ".join(f"{name} {answer.lower().count(letter)}" for letter, name in pairs)

    def in_words(self, answer: str) -> list[tuple[str, str]]:
        """Return the tricks of each pair: “1 of four trumps, 2 with trump but no adder”."""
        taken = Counter(answer.lower().split())

        def of_pair(letter: str) -> str:
            counted = [(taken[letter + code], kind.in_words) for code, kind in KINDS.items()]
            return ", ".join(f"{count} {what}" for count, what in counted if count)

        return [(f"Tricks of {name}", of_pair(letter)) for letter, name in zip(LETTERS, self.names, strict=True)]


class RoundForm(round_form.RoundForm):
    """The tricks in the way of the hand before; bids, the cards turned up and reneges are optional.

    A table's first hand asks for what paper would: the points. Keys for the other ways stand beside them. The cards
    are asked for before tricks are counted by kind, and trick by trick once somebody has bid.
    """

    not_on_paper = ("way", "order", *(f"{kind}-{side}" for side in SIDES for kind in COUNTS))
    follows_last_round = True

    def ask(self) -> None:
        state, answers = self.state, self.posted_answers
        self.usual_way = _way_of_answers(answers) or _way_of_facts(self.last_facts)
        self.when = {way: f"way={way}{'|' * (way == self.usual_way)}" for way in WAYS}
        self.turned = _turn_up(answers, state)
        self.is_bling_bid = any("bling" in answers.get(f"bid-{seat}", "") for seat in range(4))
        self.cards = cards_in_play(_turned_codes(answers) if self.turned else (), state.rules)
        self.marks = [MARKS[mark % len(MARKS)] for mark in state.marks]
        self.pairs = [f"{mark} {pair}" for mark, pair in zip(self.marks, state.side_names, strict=True)]
        self._ask_bids()
        self._ask_turned()
        self._ask_tricks()
        for side, pair in enumerate(self.pairs):
            self._ask_counts(side, pair)
        kinds = tuple(f"{kind}-{side}" for side in SIDES for kind in WORTH)
        self.sums["tricks"] = FixedSum(kinds, HAND_TRICKS, "trick")
        if self.turned:
            self.sums["adders"] = FixedSum(("held-0", "held-1"), self.turned.adders, "adder")
        self._ask_afterwards()
        self.sections = list(self._layout())

    @property
    def _when_counted(self) -> str:
        return f"way=kinds|points{'|' * (self.usual_way != 'live')}"

    def _ask_turned(self) -> None:
        rows = keypad.french_card_keys(JOKERS).rows  # two of each suit
        groups = [KeyGroup([*high, *low]) for high, low in zip(rows[::2], rows[1::2], strict=True)]
        copies = {key.value: 1 for group in groups for key in group.keys}
        no_bids = "&".join(f"bid-{seat}=" for seat in range(4))
        self.fields["turned"] = PickCards(
            "Cards turned up (BJ, SJ: jokers)", [], groups=groups, most=2, least=2, deck="pack", copies=copies,
            short="turned up", required=False, only_when_tapped=f"{self.when['points']};{self.when['live']}&{no_bids}",
        )  # fmt: skip
        ways = [Key("live", "each trick"), Key("kinds", "by kind"), Key("points", "points")]
        self.fields["way"] = PickOne("How are the tricks counted?", ways, short="count", **IF_TAPPED)

    def _ask_bids(self) -> None:
        offered = [*BIDS, *(["null blind", "null bling"] if self.state.rules.stack else [])]
        for seat, name in enumerate(self.state.names):
            keys = [Key(bid, bid.replace(" ", " + ")) for bid in offered]
            self.fields[f"bid-{seat}"] = PickOne(
                f"{name} bids", [Key("", "none"), *keys], short=name, shown_with="bid-3", **IF_TAPPED
            )

    def barred(self) -> dict[str, dict[str, str]]:
        """Bar also bids that need another total, which is the reason, and tricks of more adders than are left."""
        bids = {seat: [key.value for key in self.fields[f"bid-{seat}"].keys] for seat in range(4)}
        needed = {seat: {bid: total for bid in bids[seat] if (total := self._needed_total(bid, seat))} for seat in bids}
        barred = super().barred() | {f"bid-{seat}": keys for seat, keys in needed.items() if keys}
        if self.turned:
            left = max(self.turned.adders - _adders(self.answers.get("tricks", "")), 0)
            above = [key for key, trick in TRICKS_BY_KEY.items() if trick.get("adders", 0) > left]
            barred["tricks"] = {key: "" if place else f"{left} left" for place, key in enumerate(above)}
        return barred

    def _needed_total(self, bids: str, seat: int) -> str:
        """Return the total that these bids need, if the side does not have it."""
        total = self.state.totals[seat % 2]
        return next((NEEDS[bid] for bid in bids.split() if facts.barred(bid, total)), "")

    def _ask_tricks(self) -> None:
        names = dict(zip(LETTERS, self.state.side_names, strict=True))
        groups = [
            KeyGroup(_trick_keys(letter, pair), f"{self.marks[side]} {pair}", f"side-{self.state.marks[side]}")
            for side, (letter, pair) in enumerate(names.items())
        ]
        self.fields["tricks"] = TrickKeys(
            "Whose trick? What was in it?", [], names=self.state.side_names, groups=groups, most=HAND_TRICKS,
            least=HAND_TRICKS, short="tricks", when=self.when["live"],
        )  # fmt: skip

    def _ask_counts(self, side: int, pair: str) -> None:
        for kind, (short, words) in COUNTS.items():
            keys = numbers(0, facts.MAX_ALL_TRUMP_TRICKS if kind == "all-trump" else HAND_TRICKS)
            self.fields[f"{kind}-{side}"] = PickOne(f"{pair}: {words}", keys, short=short, when=self.when["kinds"])
        label = f"{pair}: points of the tricks alone"
        self.fields[f"points-{side}"] = ask_points(label, most=2, short="points", when=self.when["points"])
        label, books = f"{pair}: books, tricks of {BOOK_ADDERS} adders", numbers(0, BLING_BOOKS)
        short = f"{self.marks[side]} books"
        self.fields[f"books-{side}"] = PickOne(label, books, short=short, when=self._when_counted, **IF_TAPPED)

    def _ask_afterwards(self) -> None:
        names, took = self.state.names, [Key("no", "no trick"), Key("yes", "a trick")]
        for seat, name in enumerate(names):
            label = f"{name}, who bid null, took"
            self.fields[f"took-{seat}"] = PickOne(label, took, short="took", when=NULL.format(seat))
        pairs = [
            Key(letter, self.marks[side], self.state.side_names[side], f"side-{self.state.marks[side]}")
            for letter, side in LETTERS.items()
        ]
        self.fields["reneges"] = PickCards("Who reneged? A key for each time", pairs, short="reneges", **IF_TAPPED)
        bids = [Key(f"{seat}-{bid}", f"{name} {bid}", tone="wide") for seat, name in enumerate(names) for bid in BIDS]
        self.fields["order"] = PickCards("The bids, in the order they were said", bids, **IF_TAPPED)

    def _layout(self) -> Iterator[EntrySection]:
        names = self.state.names
        bids = EntryRow("Bids", tuple(f"bid-{seat}" for seat in range(4)))
        yield EntrySection([bids], title="Any bids? Tap the player", grid=True)
        yield EntrySection([EntryRow("Hand", ("turned", "tricks", "reneges", "way"))], grid=True)
        for seat, name in enumerate(names):
            yield EntrySection(
                [EntryRow(f"{name} bid null, took", (f"took-{seat}",))], grid=True, when=NULL.format(seat)
            )
        counts = [EntryRow(pair, tuple(f"{kind}-{side}" for kind in COUNTS)) for side, pair in enumerate(self.pairs)]
        yield EntrySection(counts, columns=tuple(short for short, _ in COUNTS.values()), when=self.when["kinds"])
        points = [EntryRow(pair, (f"points-{side}",)) for side, pair in enumerate(self.pairs)]
        yield EntrySection(points, columns=("points",), when=self.when["points"])
        if self.is_bling_bid or max(self.state.totals) >= facts.MIN_BLING_TOTAL:
            yield EntrySection([EntryRow("Books", ("books-0", "books-1"))], grid=True, when=self._when_counted)

    def derived_answers(self, answers: Answers) -> dict[str, str]:
        """Derive whether a player who bid null took a trick, if the tricks of the pair show it."""
        derived = super().derived_answers(answers)
        tricks = answers.get("tricks", "").lower().split()
        for letter, side in LETTERS.items() if len(tricks) == HAND_TRICKS else ():
            taken = sum(trick.startswith(letter) for trick in tricks)
            nulls = [f"took-{seat}" for seat in (side, side + 2) if "null" in answers.get(f"bid-{seat}", "").split()]
            missing, said = [name for name in nulls if not answers.get(name)], [answers.get(name) for name in nulls]
            if not taken:
                derived |= dict.fromkeys(missing, "no")
            elif len(nulls) == 2 and len(missing) == 1 and ("no" in said or taken == 1):
                derived[missing[0]] = "yes" if "no" in said else "no"
        return derived

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        reneges = [_key_meaning(letter, LETTERS, "reneges") for letter in answers.get("reneges", "").lower().split()]
        entered: dict[str, Any] = {"turned": _turned_codes(answers), "bids": _bids(answers), "reneges": reneges}
        tricks = answers.get("tricks", "").lower().split()
        if len(tricks) >= HAND_TRICKS:
            entered["tricks"] = [_key_meaning(token, TRICKS_BY_KEY, "tricks") for token in tricks]
        if "held-0" in answers:
            counts = [{kind: int(answers[f"{kind}-{side}"]) for kind in COUNTS} for side in SIDES]
            entered["points"] = facts.count_points(counts, self.state.side_names, self.cards)
        if "points-0" in answers:
            entered["points"] = [read_points(answers[f"points-{side}"], f"points-{side}") for side in SIDES]
        counted = [side for side in SIDES if f"books-{side}" in answers]
        blings = {bid["seat"] % 2 for bid in entered["bids"] if "bling" in bid["bid"]}
        if counted and blings.issubset(counted):
            entered["books"] = [int(answers.get(f"books-{side}", 0)) for side in SIDES]
        return {name: fact for name, fact in entered.items() if fact != []}

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        answers = dict(_bids_as_tapped(facts.bids))
        if facts.turned:
            answers["turned"] = " ".join(facts.turned)
        for name in ("points", "books"):
            answers |= {f"{name}-{side}": minus(number) for side, number in enumerate(getattr(facts, name) or ())}
        if facts.points is not UNSET:
            answers["way"] = "points"
        rows = {
            "tricks": map(_trick_key, facts.tricks or ()),
            "reneges": (list(LETTERS)[side] for side in facts.reneges),
        }
        return answers | {name: text for name, keys in rows.items() if (text := " ".join(keys))}

    def questions_of(self, path: str) -> tuple[str, ...]:
        given = self.given()
        if bid := re.match(r"bids\[(\d+)\](\.took_trick)?", path):
            path = f"{'took' if bid[2] else 'bid'}-{_bids(given)[int(bid[1])]['seat']}"
        if path.startswith("held-"):  # the adders and the tricks with adders are wrong together
            return (path.replace("held", "adders"), path)
        return super().questions_of(path)

    def read_words(self, text: str) -> WordsRead | None:
        """Read “null lost”, “blind took 5”."""
        bids, rest = cut(BID_SAID, ZERO_BID.sub("null", text.replace("minus ", "-")))
        if len(bids) != 1:
            return None
        lost: list[str] = []
        made: list[str] = []
        # Whether another bid is made follows from the points of both sides.
        if bids == ["null"]:
            if asked := WordsRead.of_either_side(text, {"bid-0": "null"}, {"bid-1": "null"}):
                return asked
            lost, rest = cut(LOST, rest)
            made, rest = cut(MADE, rest)
        hand, rest = cut(HAND_SAID, rest)
        if bool(lost) == bool(made) if bids == ["null"] else not hand:
            return None
        took = {"took-0": "yes" if lost else "no"} if lost or made else {}
        points = {"points-0": minus(int(hand[0]))} if len(hand) == 1 else {}
        return WordsRead({"bid-0": bids[0]} | took | points, rest)

    def turn(self, given: dict[str, str]) -> str:
        """Return who leads to the first trick, until the tricks are entered."""
        return "" if "tricks" in given else super().turn(given)

    def sentence(self, given: dict[str, str]) -> str:
        tricks, held = _count_tricks(given)
        if tricks < HAND_TRICKS:
            tricks, held = _count_tricks({name: answer for name, answer in given.items() if name not in self.derived})
        if not tricks:
            return ""
        if "tricks" not in given:
            adders = f"{held} of {self.turned.adders} adders" if self.turned else plural(held, "adder")
            return f"{tricks} of {HAND_TRICKS} tricks, {adders}"
        left = f"{plural(self.turned.adders - held, 'adder')} left" if self.turned else plural(held, "adder")
        done = f"trick {tricks + 1} of {HAND_TRICKS}" if tricks < HAND_TRICKS else f"{HAND_TRICKS} tricks"
        return f"{done} · {left}"

    def referee_facts(self, given: dict[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {"totals": self.state.totals}
        if self.turned:
            facts |= {"turned": _turned_codes(given), "trump": self.turned.trump, "adder": self.turned.adder}
        return facts

    def notes(self, given: dict[str, str]) -> list[Key]:
        if not self.turned:
            return []
        trump, adder, adders = self.turned.trump, self.turned.adder, self.turned.adders
        in_play = "adders" if adders // BOOK_ADDERS >= BLING_BOOKS else "no bling, adders"
        return [
            Key(trump, SYMBOLS[trump], "trump", tone=f"suit-{trump}"),
            Key(adder, SYMBOLS[adder], "adder", tone=f"suit-{adder}"),
            Key("adders", str(adders), in_play),
        ]

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        """Offer each bid that is possible before the tricks are counted; where points are, the other ways."""
        begun = {f"{kind}-{side}" for kind in ("points", *COUNTS) for side in SIDES}
        if given.keys() & {"tricks", *begun}:
            return []
        if given.get("way", self.usual_way) != "points":
            return list(self._bid_shortcuts())
        return [] if "way" in given else [Shortcut(way, WAYS[way], {"way": way}) for way in ("live", "kinds")]

    def _bid_shortcuts(self) -> Iterator[Shortcut]:
        for seat, name in enumerate(self.state.names):
            for key in self.fields[f"bid-{seat}"].keys:
                if key.value and not self._needed_total(key.value, seat):
                    answers = {f"bid-{seat}": key.value}
                    yield Shortcut(f"bid-{seat}-{key.value}", f"{name} {key.label}", answers)


def _way_of_answers(answers: Answers) -> str:
    if answers.get("tricks"):
        return "live"
    if any(answers.get(f"{kind}-{side}") for kind in COUNTS for side in SIDES):
        return "kinds"
    return "points" if any(answers.get(f"points-{side}") for side in SIDES) else ""


def _way_of_facts(last: RoundFacts | None) -> str:
    """Most tables stay with one way; without the cards turned up only points can be entered."""
    if isinstance(last, Facts) and last.points is UNSET:
        return "live"
    return "kinds" if isinstance(last, Facts) and last.turned is not UNSET else "points"


def _trick_keys(letter: str, pair: str) -> list[Key]:
    return [Key(letter + name, kind.face, f"{pair}: {kind.spoken}", kind.tone) for name, kind in KINDS.items()]


def _turned_codes(answers: Answers) -> list[str]:
    """Return the codes of the cards turned up; typed codes may begin with the suit."""
    codes = answers.get("turned", "").upper().split()
    return [code if code in DECK else code[1:] + code[:1] for code in codes]


def _turn_up(answers: Answers, state: MatchState) -> TurnUp | None:
    try:
        return turn_up(_turned_codes(answers), state.rules)
    except Impossible:
        return None


def _bids(answers: Answers) -> list[dict[str, Any]]:
    """Return the bids by seat, or in the order that is given."""
    bids = [(seat, bid) for seat in range(4) for bid in answers.get(f"bid-{seat}", "").split()]
    order = answers.get("order", "").split()
    bids.sort(key=lambda bid: order.index(f"{bid[0]}-{bid[1]}") if f"{bid[0]}-{bid[1]}" in order else len(order))
    return [{"seat": seat, "bid": bid, **_took_trick(seat, bid, answers)} for seat, bid in bids]


def _took_trick(seat: int, bid: str, answers: Answers) -> dict[str, bool]:
    return {"took_trick": answers[f"took-{seat}"] == "yes"} if bid == "null" and f"took-{seat}" in answers else {}


def _bids_as_tapped(bids: tuple[Bid, ...]) -> Iterator[tuple[str, str]]:
    by_seat = sorted(bids, key=lambda bid: (bid.seat, BIDS.index(bid.bid)))
    for bid in reversed(by_seat):
        yield f"bid-{bid.seat}", " ".join(other.bid for other in by_seat if other.seat == bid.seat)
        if bid.took_trick is not UNSET:
            yield f"took-{bid.seat}", "yes" if bid.took_trick else "no"
    if list(bids) != by_seat:
        yield "order", " ".join(f"{bid.seat}-{bid.bid}" for bid in bids)


def _trick_key(trick: Trick) -> str:
    facts = {"side": trick.side, "kind": trick.kind, **({"adders": trick.adders} if trick.adders else {})}
    return next(key for key, meant in TRICKS_BY_KEY.items() if meant == facts)


def _count_tricks(answers: Answers) -> tuple[int, int]:
    """Return the number of tricks entered, and of the adders in them."""
    tricks = answers.get("tricks", "")
    counts = {kind: sum(int(answers.get(f"{kind}-{side}", 0)) for side in SIDES) for kind in COUNTS}
    held = counts.pop("held") + _adders(tricks)
    return len(tricks.split()) + sum(counts.values()), held


def _adders(tricks: str) -> int:
    return sum(TRICKS_BY_KEY.get(token, {}).get("adders", 0) for token in tricks.lower().split())


def _key_meaning(token: str, table: Mapping[str, Fact], field: str) -> Fact:
    if token not in table:
        raise Impossible(f"“{token}” is not on the keys", field)
    return table[token]
