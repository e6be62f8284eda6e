"""The form of a hand of Hearts: the hearts of each player, and who took the queen."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET

from games.core import keypad, round_form
from games.core.deal import around
from games.core.definition import MatchState
from games.core.house_rules import HouseRules
from games.core.keypad import EntryRow, EntrySection, FixedSum, Key, Shortcut
from games.core.round_form import Field, PickCards, PickOne, WordsRead, cut
from games.core.schema import read
from games.hearts.facts import (
    ALL_HEARTS,
    HEART_KEYS,
    HEARTS,
    JACK,
    NO_TRICKS,
    QUEEN,
    Facts,
    cards_that_count,
    moon_needs_jack,
    moon_points,
    passing_in_words,
    short_name,
)

# The question what shooting the moon scores, and its answers: all points to the others, or off.
MOON, OTHERS, OFF = "moon_off", "others", "off"
NONE, NOBODY = "none", "nobody"

# What a question says was taken: “5 of hearts” is a card, not five of them, and “the queen of hearts” another queen.
ONLY_QUEEN = re.compile(r"\b(?:only|just) the (?:queen(?: of spades)?|black lady)\b|\bqueen (?:only|alone)\b")
HEARTS_SAID = re.compile(
    r"\b(?:(?:took|take|got|get) )?(?:only |just )?(\d+|all|no)(?: 13)?(?: of)?(?: (?:the|my))? hearts?\b"
    r"(?<! of hearts)"
)
NO_QUEEN = re.compile(r"\b(?:no|not|without|but)(?: the)? (?:queen(?: of spades)?|black lady)\b")
QUEEN_SAID = re.compile(r"\b(?:and|plus|with)(?: the)? (?:queen(?: of spades)?(?! of)|black lady)\b")


class RoundForm(round_form.RoundForm):
    """The hearts, of which the last number follows from the others; then the single cards, no trick and the moon."""

    def ask(self) -> None:
        names, rules = self.state.names, self.state.rules
        self.order = around(self.state.deal.first, self.state.players)
        self.hearts = {seat: f"{HEARTS}-{seat}" for seat in self.order}
        for seat, question in self.hearts.items():
            self.fields[question] = _ask_hearts(f"{names[seat]} took hearts", rules)
        if rules.heart_values != "face":
            self.sums[HEARTS] = FixedSum(tuple(self.hearts.values()), ALL_HEARTS, "heart")
        seats = keypad.sides(names, self.state.seat_marks)
        keys = [seats[seat] for seat in self.order]
        for fact, card in cards_that_count(rules).items():
            self.fields[fact] = PickOne(f"Who took the {card}?", keys, short=short_name(fact, rules))
        if rules.no_tricks:
            players = [*(key._replace(tone="wide") for key in keys), Key(NOBODY, "nobody", tone="wide", alone=True)]
            copies = {key.value: 1 for key in keys}
            self.fields[NO_TRICKS] = PickCards("Who took no trick?", players, short="no trick", copies=copies)
        if rules.moon == "choice":
            points = moon_points(rules)
            choices = [Key(OTHERS, f"{points} to the others"), Key(OFF, f"{points} off")]
            self.fields[MOON] = PickOne(
                "What a moon brings", choices, short="moon", required=False, only_when_tapped=True
            )
        rows = [EntryRow(names[seat], (question,), side=seat) for seat, question in self.hearts.items()]
        tiles = [
            EntryRow(question.short, (name,))
            for name, question in self.fields.items()
            if name not in self.hearts.values()
        ]
        self.sections = [EntrySection(rows, columns=(HEARTS,)), *([EntrySection(tiles, grid=True)] if tiles else [])]

    def derived_answers(self, answers: Mapping[str, str]) -> dict[str, str]:
        """The last number of hearts follows from the others, and that nobody is without a trick from all cards."""
        derived = super().derived_answers(answers)
        known = {**answers, **derived}
        asked = [*self.hearts.values(), *cards_that_count(self.state.rules)]
        is_open = NO_TRICKS in self.fields and not answers.get(NO_TRICKS) and all(map(known.get, asked))
        return derived | ({NO_TRICKS: NOBODY} if is_open and not self._may_lack_tricks(known) else {})

    def _may_lack_tricks(self, answers: Mapping[str, str]) -> bool:
        """Return whether points may come off for taking no trick; also for answers that are no cards."""
        try:
            facts = read(self._cards(answers), Facts)
        except ValueError:
            return True
        return facts.shooter(self.state.rules) is None and bool(facts.took_nothing)

    def _cards(self, answers: Mapping[str, str]) -> dict[str, Any]:
        taken = [answers[f"{HEARTS}-{seat}"] for seat in range(self.state.players)]
        single = {fact: int(answers[fact]) for fact in cards_that_count(self.state.rules)}
        if self.sums:
            return {HEARTS: [*map(int, taken)], **single}
        ranks = ["" if answer == NONE else answer for answer in taken]
        return {HEARTS: [len(answer.split()) for answer in ranks], "heart_cards": ranks, **single}

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        facts = self._cards(answers)
        seats = answers.get(NO_TRICKS, NOBODY)
        if NO_TRICKS in answers and (seats != NOBODY or self._may_lack_tricks(answers)):
            facts[NO_TRICKS] = [] if seats == NOBODY else [*map(int, seats.split())]
        return facts | ({MOON: True} if answers.get(MOON) == OFF else {})

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        taken = facts.hearts if facts.heart_cards is UNSET else [cards or NONE for cards in facts.heart_cards]
        answers = {f"{HEARTS}-{seat}": str(answer) for seat, answer in enumerate(taken)}
        single = {fact: getattr(facts, fact) for fact in cards_that_count(state.rules)}
        answers |= {fact: str(seat) for fact, seat in single.items() if seat is not UNSET}
        if state.rules.no_tricks:
            answers[NO_TRICKS] = " ".join(map(str, facts.no_tricks or ())) or NOBODY
        return answers | ({MOON: OFF} if facts.moon_off else {})

    def barred(self) -> dict[str, dict[str, str]]:
        """Bar players who took a card that counts, in the question of who took no trick."""
        barred, given = super().barred(), self.given()
        if NO_TRICKS not in self.fields:
            return barred
        single = {given[fact] for fact in cards_that_count(self.state.rules) if fact in given}
        hearts = {str(seat) for seat, name in self.hearts.items() if given.get(name, NONE) not in (NONE, "0")}
        return barred | {NO_TRICKS: dict.fromkeys(sorted(single | hearts), "has cards that count")}

    def sentence(self, given: dict[str, str]) -> str:
        counted = sum(self._count(given.get(question, "")) for question in self.hearts.values())
        over = counted - ALL_HEARTS
        too_many = f": {over} too many" if over > 0 else ""
        return f"{counted} of {ALL_HEARTS} hearts{too_many}" if given else ""

    def turn(self, given: dict[str, str]) -> str:
        """Return where to pass and who leads, until an answer is given: by then the hand has been played."""
        deal = self.state.deal
        passing = passing_in_words(self.state.players, deal.number, self.state.rules).capitalize() or "Pass no cards"
        leads = f"{deal.opening} leads" if deal.opening else super().turn(given)
        return "" if given else f"{passing} · {leads}"

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        """Offer the last hearts if they are tapped one by one, and points off for a moon if that is a choice."""
        return [*self._rest_of_hearts(given), *self._points_off(given)]

    def read_words(self, text: str) -> WordsRead | None:
        """Read “5 hearts and the queen”, “only the queen”, “all hearts but no queen”."""
        only, rest = cut(ONLY_QUEEN, text)
        counts, rest = cut(HEARTS_SAID, rest)
        if not self.sums or len(only) + len(counts) != 1:
            return None
        denied, rest = cut(NO_QUEEN, rest)
        taken, rest = cut(QUEEN_SAID, rest)
        hearts = {"no": "0", "all": str(ALL_HEARTS)}.get(counts[0], counts[0]) if counts else "0"
        queen = {QUEEN: str(int(bool(denied)))} if QUEEN in self.fields and (only or taken or denied) else {}
        return WordsRead({self.hearts[0]: hearts} | queen, rest) if not (denied and taken) else None

    def _rest_of_hearts(self, given: dict[str, str]) -> Iterator[Shortcut]:
        missing = {seat: question for seat, question in self.hearts.items() if question not in given}
        taken = [rank for question in self.hearts.values() for rank in given.get(question, "").split()]
        rest = [key.value for key in HEART_KEYS if key.value not in taken]
        if self.sums or len(missing) == len(self.hearts):
            return
        if missing and not rest:
            yield Shortcut("no-more", "Nobody else took hearts", dict.fromkeys(missing.values(), NONE))
        elif len(missing) == 1:
            ((seat, question),) = missing.items()
            yield Shortcut("rest", f"{self.state.names[seat]} took the other {len(rest)}", {question: " ".join(rest)})

    def _points_off(self, given: dict[str, str]) -> Iterator[Shortcut]:
        counts = {seat: self._count(given.get(question, "")) for seat, question in self.hearts.items()}
        shooter = next((str(seat) for seat, count in counts.items() if count == ALL_HEARTS), "")
        needed = [QUEEN] if QUEEN in self.fields else []
        needed += [JACK] if moon_needs_jack(self.state.rules) else []
        if shooter and MOON in self.fields and all(given.get(card, shooter) == shooter for card in needed):
            points = moon_points(self.state.rules)
            answers = {MOON: OFF} | dict.fromkeys(needed, shooter)
            yield Shortcut(MOON, f"{self.state.names[int(shooter)]} takes {points} off", answers)

    def _count(self, answer: str) -> int:
        """Return the number of hearts in an answer; 0 for one that is none."""
        if self.sums:
            return int(answer) if answer.isdecimal() else 0
        return len([rank for rank in answer.split() if rank != NONE])


def _ask_hearts(label: str, rules: HouseRules) -> Field:
    if rules.heart_values != "face":
        return PickOne(label, keypad.numbers(0, ALL_HEARTS), short="hearts")
    keys = [*HEART_KEYS, Key(NONE, "none", tone="wide", alone=True)]
    return PickCards(label, keys, short="hearts", deck=HEARTS, copies={key.value: 1 for key in HEART_KEYS})
