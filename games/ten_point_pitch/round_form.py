"""The form of a hand of Ten-point Pitch: bidder, bid and trump, then the eight point cards, or the points."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET

from games.core import keypad, round_form
from games.core.bids_and_tricks import read_bid, read_bids
from games.core.cards import SYMBOLS
from games.core.deal import around
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.keypad import EntryRow, EntrySection, FixedSum, Key, Shortcut
from games.core.round_form import PickCards, PickOne, WordsRead
from games.core.schema import read
from games.core.text import plural
from games.ten_point_pitch.facts import LOST, MAX_BID, MOON, PLAYERS, POINTS, Facts, auction, contract_after
from games.ten_point_pitch.referee import DECK, OFF_JACK

CARDS = {f"taken-{card}": card for card in POINTS}
IN_WORDS = {
    "A": "Ace", "J": "Jack", "off-J": "Off-jack", "HJ": "High joker", "LJ": "Low joker", "10": "Ten",
    "3": "Three, worth 3", "2": "Two",
}  # fmt: skip
# All cards are asked at once, in lines: tap the few cards of one side, then “The rest: …”.
LAST_LINE = list(CARDS)[-1]
POINTS_SAID = re.compile(r"\bwith (?:only )?(\d+)\b(?! (?:trumps?|cards?))")
PASSED, PLACES = "pass", {"0": 0, "1": 1, LOST: LOST}


class RoundForm(round_form.RoundForm):
    """The bidding, then the points: card by card or as a number, as in the hand before."""

    not_on_paper = ("way",)
    follows_last_round = True

    def ask(self) -> None:
        answers, last = self.posted_answers, self.last_facts
        self.noted = bool(answers.get("bids", "").strip())
        # Most tables stay with one way.
        was_counted = isinstance(last, Facts) and bool(last.points)
        self.by_points = bool(answers.get("took")) or (was_counted and not answers.keys() & CARDS.keys())
        self.order = around(self.state.deal.first, PLAYERS)
        self._ask_bid()
        ways = [Key("cards", "card by card"), Key("points", "points")]
        self.fields["way"] = PickOne("How do you count?", ways, required=False, only_when_tapped=True)
        by_cards, by_points = ("way=cards", "way=points|") if self.by_points else ("way=cards|", "way=points")
        numbers = keypad.numbers(0, MAX_BID)
        self.fields["took"] = PickCards("Points of the bidding side", numbers, most=1, short="points", when=by_points)
        self.fields["trump"] = PickOne(
            "What is trump?", keypad.suits(), short="trump", required=False, only_when_tapped=by_points
        )
        self._ask_cards(by_cards)
        lost = "Points lost in the discards"
        self.fields["lost"] = _optional(lost, numbers, most=1, short="lost", when=by_points)
        bid = [name for name in ("bidder", "bid", MOON, "trump", "bids") if name in self.fields]
        self.sections = [
            EntrySection([EntryRow("Bid", tuple(bid))], grid=True),
            EntrySection(
                [EntryRow(card, (name,)) for name, card in CARDS.items()], title="Taken by", grid=True, when=by_cards
            ),
            EntrySection([EntryRow("Count", ("took", "lost"))], grid=True, when=by_points),
        ]

    def _ask_bid(self) -> None:
        names, rules, marks = self.state.names, self.state.rules, self.state.seat_marks
        seats = [Key(str(seat), names[seat], tone=f"side-{marks[seat]}") for seat in self.order]
        bids, needed = keypad.numbers(1, MAX_BID), not self.noted
        self.fields["bidder"] = PickOne(
            "Who won the bid?", seats, short="won", required=needed, only_when_tapped=self.noted
        )
        if rules.moon != "off":
            self.fields[MOON] = _optional("A moon?", [Key(MOON, "moon")], short="moon", most=1)
        self.fields["bid"] = PickOne("For how many?", bids, short="bid", required=needed, only_when_tapped=self.noted)
        first, *_, last = (names[seat] for seat in self.order)
        label, passed = f"Everybody’s bids, from {first} to {last}", Key(PASSED, "pass", tone="wide")
        self.fields["bids"] = _optional(label, [passed, *bids], short="all bids", most=PLAYERS)

    def _ask_cards(self, when: str) -> None:
        sides = keypad.sides(self.state.side_names, self.state.marks)
        for name, card in CARDS.items():
            played = ", played" if card == "2" and self.state.rules.two == "player" else ""
            label = IN_WORDS[card] + played
            keys = [*sides, Key(LOST, "not taken", tone="wide")]
            self.fields[name] = PickOne(label, keys, short=card, when=when, shown_with=LAST_LINE)

    def barred(self) -> dict[str, dict[str, str]]:
        """Bar what nobody may bid; a table that played it that way can still say so."""
        least = self.state.rules.minimum_bid
        low = {str(bid): f"min {least}" if bid == 1 else "" for bid in range(1, least)}
        return super().barred() | {name: low for name in ("bid", "bids") if low}

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        readers: dict[str, Callable[[str], Any]] = {
            "bidder": int, "bid": int, "bids": self._bids, "trump": str, MOON: {MOON: True}.get
        }  # fmt: skip
        facts = {name: read_as(answers[name]) for name, read_as in readers.items() if name in answers}
        if "took" in answers:
            return facts | self._points_facts(facts, answers)
        if answers.keys() >= CARDS.keys():
            facts["taken"] = {card: PLACES.get(answers[name]) for name, card in CARDS.items()}
        return facts

    def _bids(self, answer: str) -> list[int | None]:
        if len(bids := answer.split()) != PLAYERS:
            raise Impossible(f"everybody bids or passes once: {PLAYERS} in all, not {len(bids)}", "bids")
        by_seat = dict(zip(self.order, bids, strict=True))
        return [None if by_seat[seat] == PASSED else _whole(by_seat[seat], "bids") for seat in range(PLAYERS)]

    def _points_facts(self, facts: dict[str, Any], answers: dict[str, str]) -> dict[str, Any]:
        took, lost = _whole(answers["took"], "took"), _whole(answers.get("lost", "0"), "lost")
        if took + lost > MAX_BID:
            raise Impossible(
                f"{plural(took, 'point')} and {lost} lost: {took + lost - MAX_BID} more than there are", "took"
            )
        by_side = {contract_after(self.state, read(facts, Facts)).bidder % 2: took}
        return {"points": [by_side.get(side, MAX_BID - took - lost) for side in (0, 1)], "lost": lost}

    def questions_of(self, path: str) -> tuple[str, ...]:
        """An error about points taken is about the points lost, too."""
        return ("took", "lost") if path == "took" and "lost" in self.given() else super().questions_of(path)

    def impossible_sum(self, given: dict[str, str]) -> FixedSum | None:
        """Points taken and lost may be fewer than ten, not more: the rest is the other side's."""
        both = FixedSum(("took", "lost"), MAX_BID, "point")
        return both if (both.rest(given) or 0) < 0 else None

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        answers: dict[str, Any] = {name: getattr(facts, name) for name in ("bidder", "bid", "trump")}
        answers |= {name: facts.places.get(card, UNSET) for name, card in CARDS.items()}
        answers["moon"] = MOON if facts.moon else UNSET
        if facts.bids is not UNSET:
            answers["bids"] = " ".join(str(facts.bids[seat] or PASSED) for seat in around(state.deal.first, PLAYERS))
        if facts.points is not UNSET:
            answers["way"] = "points"
            answers |= {"took": facts.points[contract_after(state, facts).bidder % 2], "lost": facts.lost or UNSET}
        return {name: str(answer) for name, answer in answers.items() if answer is not UNSET}

    def sentence(self, given: dict[str, str]) -> str:
        facts = self.partial_facts()
        if not isinstance(facts, Facts):
            return ""
        bidder, bid = contract_after(self.state, facts)
        plays = f"{self.state.names[bidder]} plays for {bid}"
        worth = {name: POINTS[card] for name, card in CARDS.items() if name in given}
        took = sum(points for name, points in worth.items() if given[name] == str(bidder % 2))
        took, left = (
            (facts.counted_points[bidder % 2], 0) if facts.is_complete else (took, MAX_BID - sum(worth.values()))
        )
        outcome = "made" if took >= bid else "set"
        if took < bid <= took + left:
            outcome = f"{bid - took} more to take"
        to_come = f"{left} to come, " if left else ""
        return plays if left == MAX_BID else f"{plays}: took {took}, {to_come}{outcome}"

    def turn(self, given: dict[str, str]) -> str:
        facts = self.partial_facts()
        if not isinstance(facts, Facts):
            return f"{self.state.names[self.order[0]]} bids first"
        if given.keys() & {*CARDS, "took"}:
            return ""
        return f"{self.state.names[contract_after(self.state, facts).bidder]} leads"

    def read_words(self, text: str) -> WordsRead | None:
        """Read “bid 7 made 5”, “went set on a 7 bid with 5”."""
        bids, _ = read_bids(text)
        if len(bids) != 1:
            return None
        ours, theirs = ({"bidder": bidder, "bid": str(bids[0])} for bidder in ("0", "1"))
        if asked := WordsRead.of_either_side(text, ours, theirs):
            return asked
        read = read_bid(POINTS_SAID.sub(r"took \1", text))
        # All points count, so “made it” does not say how many.
        return WordsRead(ours | {"took": str(read.took)}, read.rest) if read and read.is_counted else None

    def referee_facts(self, given: dict[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {"trump": given["trump"]} if "trump" in given else {}
        return facts | ({"bids": self._bids(given["bids"])} if len(given.get("bids", "").split()) == PLAYERS else {})

    def notes(self, given: dict[str, str]) -> list[Key]:
        trump = given.get("trump", "")
        if trump not in OFF_JACK:
            return []
        named = [("trump", SYMBOLS[trump], trump), ("off-jack", str(jack := DECK[OFF_JACK[trump]]), jack.suit)]
        return [Key(label, label, spoken, tone=f"suit-{suit}") for spoken, label, suit in named]

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        sides, forced = self.state.side_names, auction([None] * PLAYERS, self.state.deal.dealer, self.state.rules)
        if not given and forced:
            passed = {"bids": " ".join([PASSED] * PLAYERS), "bidder": str(forced.bidder), "bid": str(forced.bid)}
            return [Shortcut("passed", "Everybody passed", passed)]
        if "bid" not in given and len(given.get("bids", "").split()) < PLAYERS:
            return []
        rest = [name for name in CARDS if name not in given]
        if not self.is_asked("taken-A"):
            return [] if "took" in given else [Shortcut("cards", "Card by card", {"way": "cards"})]
        ways = [Shortcut("points", "Points only", {"way": "points"})] if len(rest) == len(CARDS) else []
        to_sides = [
            Shortcut(f"rest-{side}", f"The rest: {name}", dict.fromkeys(rest, str(side)), rest=True)
            for side, name in enumerate(sides)
        ]
        return [*ways, *to_sides] if rest else []


def _optional(label: str, keys: Sequence[Key], **asked: Any) -> PickCards:
    return PickCards(label, keys, required=False, only_when_tapped=True, **asked)


def _whole(text: str, field: str) -> int:
    if not text.isdecimal() or len(text) > 2:
        raise Impossible(f"“{text[:20]}” is not a number of points", field)
    return int(text)
