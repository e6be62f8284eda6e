"""The form of a round of Das Grosse und das kleine A: the cards left in each hand, and the little-a pile."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.core import keypad, round_form
from games.core.deal import around
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key, Shortcut
from games.core.points import ask_points
from games.core.round_form import PickCards, PickOne, WordsRead, cut
from games.core.schema import read
from games.core.scorecard import ScoreLine
from games.grosse_kleine.facts import BIG_A, COPIES, IN_THE_HAND, JOKER, LITTLE_A, Facts, Pile, is_out
from games.grosse_kleine.laws import forgotten_a_card
from games.grosse_kleine.referee import A_KEYS, NUMBER_KEYS
from games.grosse_kleine.scoring import cards_left, little_a_pile

OUT, NOBODY, BOX = "out", "nobody", "box"
WENT_OUT_KEY = Key(OUT, "went out", tone="wide", alone=True)
A_NAMES = {LITTLE_A: "Little a", BIG_A: "Big A"}
CARDS_SAID = re.compile(
    r"\b(?:an? )?(?:(?P<both>(?:2|both)(?: the)? [aA]s?\b(?: cards?)?)"
    r"|(?P<a>big|little|small) [aA]s?\b|(?P<capital>A)\b|(?:(?P<count>[2-9]) )?(?P<joker>joker)s?\b"
    r"|(?:(?P<times>[2-8]) (?=\d+ s\b))?(?P<number>1[0-3]|[1-9])\b(?(times) s\b|(?! s\b)))"
)
# Either of the two.
AN_A = re.compile(r"\ban (a)s?\b")
# Words that may stand around cards in a question about their worth.
WORDS_AROUND_CARDS = re.compile(
    r"(?:\b(?:a hand|and|the|i|he|she|ha(?:ve|s|d)|with|left|in|my|his|her|hand|still|how much|is|are|what s?|worth"
    r"|stuck|costs?|do(?:es)?|it|at|end|of|holding|plus|only|just|me|points)\b|[\s,])*"
)


class RoundForm(round_form.RoundForm):
    """Each hand as cards, as points, or as “went out”; then the owner of the pile, and its cards or points."""

    def ask(self) -> None:
        self.order = around(self.state.deal.first, self.state.players)
        for seat in self.order:
            self._ask_hand(seat, [*NUMBER_KEYS, *A_KEYS, WENT_OUT_KEY])
        self._ask_pile()
        rows = [EntryRow(self.state.names[seat], (f"left-{seat}", f"points-{seat}"), side=seat) for seat in self.order]
        pile = EntryRow("Little-a pile", ("pile-seat", "pile-cards", "pile-points"))
        self.sections = [EntrySection(rows, columns=("cards", "or their points")), EntrySection([pile], grid=True)]

    def _ask_hand(self, seat: int, keys: list[Key]) -> None:
        cards, points, name = f"left-{seat}", f"points-{seat}", self.state.names[seat]
        label = f"{name} still holds (joker 14, a 15, A 20)"
        self.fields[cards] = PickCards(label, keys, short="cards", deck=BOX, copies=COPIES, skip_if_answered=points)
        self.fields[points] = _points(f"Points in {name}’s hand")

    def _ask_pile(self) -> None:
        by_seat = keypad.sides(self.state.names, self.state.seat_marks)
        seats = [by_seat[seat] for seat in self.order]
        taken = "pile-seat=" + "|".join(key.value for key in seats)
        self.fields["pile-seat"] = PickOne(
            "Who took the trick led by the little a?", [*seats, Key(NOBODY, "nobody")], short="who took it"
        )
        label, most = "Cards on the pile (joker 1, a 0)", self.state.players - 1
        self.fields["pile-cards"] = PickCards(
            label,
            NUMBER_KEYS,
            short="cards",
            most=most,
            deck=BOX,
            copies=COPIES,
            when=taken,
            skip_if_answered="pile-points",
        )
        self.fields["pile-points"] = _points("Points on the pile", when=taken)

    def derived_answers(self, answers: Mapping[str, str]) -> dict[str, str]:
        """Nobody has the pile if the little a is still in a hand. If all the others hold cards the last one is out."""
        held = any(LITTLE_A in answers.get(f"left-{seat}", "").split() for seat in self.order)
        derived = {"pile-seat": NOBODY} if held and not answers.get("pile-seat") else {}
        hands = {seat: answers.get(f"points-{seat}") or answers.get(f"left-{seat}", "") for seat in self.order}
        missing = [seat for seat, hand in hands.items() if not hand]
        is_last = len(missing) == 1 and not {OUT, "0"} & set(hands.values())
        return derived | ({f"left-{missing[0]}": OUT} if is_last else {})

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {"left": [_hand(answers, seat) for seat in range(self.state.players)]}
        if answers["pile-seat"] != NOBODY:
            facts["pile"] = {"seat": int(answers["pile-seat"]), "cards": _pile(answers)}
        return facts

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        answers = {"pile-seat": str(facts.pile.seat) if facts.pile else NOBODY}
        if facts.pile:
            answers["pile-points" if isinstance(facts.pile.cards, int) else "pile-cards"] = str(facts.pile.cards)
        for seat, hand in enumerate(facts.left):
            answers[f"points-{seat}" if isinstance(hand, int) else f"left-{seat}"] = str(hand) or OUT
        return answers

    def questions_of(self, path: str) -> tuple[str, ...]:
        """An error about all hands is about all questions, the pile too."""
        return tuple(self.given()) if path == "left" else super().questions_of(path)

    def sentence(self, given: dict[str, str]) -> str:
        """Return the points so far: “Ben 13 · Cleo 36 · pile 33”."""
        hands = [seat for seat in self.order if {f"left-{seat}", f"points-{seat}"} & given.keys()]
        counted = [f"{self.state.names[seat]} {_sum(cards_left(seat, _hand(given, seat)))}" for seat in hands]
        if {"pile-cards", "pile-points"} & given.keys():
            counted.append(f"pile {_sum(little_a_pile(Pile(0, _pile(given))))}")
        return " · ".join(counted)

    def turn(self, given: dict[str, str]) -> str:
        """Return who leads, until an answer is given: by then the round has been played."""
        return "" if given else super().turn(given)

    def read_words(self, text: str) -> WordsRead | None:
        """Read “joker and both A left”, “big a and 3 7 s”: two A cards are the little and the big one."""
        either, rest = cut(AN_A, text)
        cards = [card for words in CARDS_SAID.finditer(rest) for card in _cards_said(words)]
        rest = CARDS_SAID.sub(" ", rest)
        is_hand = len(cards) + len(either) > 1 or re.search(r"\b(?:left|hand|stuck)\b", rest)
        if not is_hand or len(either) > 1 or not WORDS_AROUND_CARDS.fullmatch(rest):
            return None
        hands = {name: {"left-0": " ".join([*cards, card])} for card, name in A_NAMES.items()}
        if either:
            return WordsRead({"left-0": " ".join(cards)}, "", "Which A?", hands)
        return WordsRead({"left-0": " ".join(cards)})

    def corrections(self) -> list[Shortcut]:
        """Offer the players who may hold the A card that is missing in all hands."""
        if not self.doubt:
            return []
        facts = read(self.read_facts(self.given()), Facts)
        card = forgotten_a_card(facts, self.state)
        holders = [seat for seat in self.order if card and not is_out(facts.left[seat])]
        return [
            Shortcut(
                f"{card}-{seat}", f"{A_NAMES[card]}: {self.state.names[seat]}", _with_card(card, seat, facts.left[seat])
            )
            for seat in holders
        ]


def _cards_said(words: re.Match[str]) -> Sequence[str]:
    if words["both"]:
        return [LITTLE_A, BIG_A]
    if words["a"] or words["capital"]:
        return [BIG_A if words["a"] == "big" or words["capital"] else LITTLE_A]
    if words["joker"]:
        return [JOKER] * int(words["count"] or 1)
    return [words["number"]] * int(words["times"] or 1)


def _points(label: str, **asked: Any) -> PickCards:
    """Ask for points instead of cards; if both are entered, the points count."""
    return ask_points(label, most=3, below_zero=False, short="points", required=False, only_when_tapped=True, **asked)


def _hand(given: dict[str, str], seat: int) -> str | int:
    if f"points-{seat}" in given:
        return _number(given[f"points-{seat}"])
    hand = given[f"left-{seat}"]
    return "" if hand.strip() == OUT else hand


def _with_card(card: str, seat: int, hand: str | int) -> dict[str, str]:
    if isinstance(hand, int):
        return {f"points-{seat}": str(hand + IN_THE_HAND[card])}
    return {f"left-{seat}": f"{hand} {card}"}


def _pile(given: dict[str, str]) -> str | int:
    return _number(given["pile-points"]) if "pile-points" in given else given["pile-cards"]


def _number(text: str) -> str | int:
    """Return the number entered, or the text for the facts to refuse."""
    digits = "".join(text.split())
    return int(digits) if digits.isdecimal() else text


def _sum(lines: Iterable[ScoreLine]) -> int:
    return sum(line.points for line in lines)
