"""The questions of a round of Das Grosse und das kleine A: what everybody still holds, and the little-a pile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games import form, keypad
from games.dealing import around
from games.form import Cards, Pick
from games.grosse_kleine.record import Pile, Record
from games.grosse_kleine.scoring import BIG_A, COPIES, JOKER, LITTLE_A, NUMBERS, cards_left, little_a_pile
from games.keypad import Key, Row, Section
from games.scorecard import Line
from games.so_far import SoFar

OUT, NOBODY, BOX = "out", "nobody", "box"
WENT_OUT = Key(OUT, "went out", tone="wide", alone=True)
JOKER_KEY = Key(JOKER, "J", "joker", tone="joker")
A_KEYS = [Key(LITTLE_A, "a", "little a", tone="little-a"), Key(BIG_A, "A", "Big A", tone="big-a")]


class RoundForm(form.RoundForm):
    """A hand as its cards, as one number, or as nothing; then whose the pile is, and its cards or one number."""

    def ask(self) -> None:
        self.order = around(self.so_far.deal.first, self.so_far.players)
        number_cards = [*keypad.numbers(1, len(NUMBERS)), JOKER_KEY]
        for seat in self.order:
            self._ask_hand(seat, [*number_cards, *A_KEYS, WENT_OUT])
        self._ask_pile(number_cards)
        rows = [Row(self.so_far.names[seat], (f"left-{seat}", f"points-{seat}"), side=seat) for seat in self.order]
        pile = Row("Little-a pile", ("pile-seat", "pile-cards", "pile-points"))
        self.sections = [Section(rows, columns=("cards", "or points")), Section([pile], grid=True)]

    def _ask_hand(self, seat: int, keys: list[Key]) -> None:
        cards, points, name = f"left-{seat}", f"points-{seat}", self.so_far.names[seat]
        label = f"{name} still holds (J 14, a 15, A 20)"
        self.fields[cards] = Cards(label, keys, short="cards", deck=BOX, stock=COPIES, unless=points)
        self.fields[points] = _points(f"{name}’s points, counted")

    def _ask_pile(self, keys: list[Key]) -> None:
        seats = [Key(str(seat), self.so_far.names[seat], tone=f"side-{seat}") for seat in self.order]
        taken = "pile-seat=" + "|".join(key.value for key in seats)
        self.fields["pile-seat"] = Pick("Who has the little-a pile", [*seats, Key(NOBODY, "nobody")], short="whose")
        label, most = "Cards on the pile (J 1, a 0)", self.so_far.players - 1
        self.fields["pile-cards"] = Cards(
            label, keys, short="cards", most=most, deck=BOX, stock=COPIES, when=taken, unless="pile-points"
        )
        self.fields["pile-points"] = _points("Points on the pile, counted", when=taken)

    def facts(self, answers: dict[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {"left": [_hand(answers, seat) for seat in range(self.so_far.players)]}
        if answers["pile-seat"] != NOBODY:
            facts["pile"] = {"seat": int(answers["pile-seat"]), "cards": _pile(answers)}
        return facts

    @classmethod
    def answers_of(cls, record: Record, so_far: SoFar) -> dict[str, str]:
        answers = {"pile-seat": str(record.pile.seat) if record.pile else NOBODY}
        if record.pile:
            answers["pile-points" if isinstance(record.pile.cards, int) else "pile-cards"] = str(record.pile.cards)
        for seat, hand in enumerate(record.left):
            answers[f"points-{seat}" if isinstance(hand, int) else f"left-{seat}"] = str(hand) or OUT
        return answers

    def sentence(self, given: dict[str, str]) -> str:
        """Say what is counted so far: “Ben 13 · Cleo 36 · pile 33”."""
        hands = [seat for seat in self.order if {f"left-{seat}", f"points-{seat}"} & given.keys()]
        counted = [f"{self.so_far.names[seat]} {_sum(cards_left(seat, _hand(given, seat)))}" for seat in hands]
        if {"pile-cards", "pile-points"} & given.keys():
            counted.append(f"pile {_sum(little_a_pile(Pile(0, _pile(given))))}")
        return " · ".join(counted)


def _points(label: str, **asked: Any) -> Cards:
    """Ask for a number instead of cards; once there is one, it is what counts."""
    return Cards(label, keypad.digits(), short="points", most=3, joined=True, required=False, passed_over=True, **asked)


def _hand(given: dict[str, str], seat: int) -> str | int:
    if f"points-{seat}" in given:
        return _number(given[f"points-{seat}"])
    hand = given[f"left-{seat}"]
    return "" if hand.strip() == OUT else hand


def _pile(given: dict[str, str]) -> str | int:
    return _number(given["pile-points"]) if "pile-points" in given else given["pile-cards"]


def _number(text: str) -> str | int:
    """Return the number typed; other text stays what it is, for the record to refuse."""
    digits = "".join(text.split())
    return int(digits) if digits.isdecimal() else text


def _sum(lines: Iterable[Line]) -> int:
    return sum(line.points for line in lines)
