"""The form of a round of Good Little Tricks: who collected each suit."""

import re
from typing import Any

from games.core import keypad, round_form
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key, Shortcut
from games.core.round_form import PickOne, WordsRead
from games.good_little_tricks.facts import SIZES, Facts, cards_in
from games.good_little_tricks.referee import trump_of


class RoundForm(round_form.RoundForm):
    """A question for each suit, and a shortcut for a sweep."""

    def ask(self) -> None:
        self.deck: list[str] = self.state.rules.deck
        keys = keypad.sides(self.state.names, self.state.seat_marks)
        for suit in self.deck:
            self.fields[_name(suit)] = PickOne(f"Who collected {suit}?", keys, short=suit)
        rows = [EntryRow(f"{suit} ({SIZES[suit]})", (_name(suit),), tone=f"suit-{suit}") for suit in self.deck]
        self.sections = [EntrySection(rows, title="Collected by", grid=True)]

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        return {"suits": {suit: int(answers[_name(suit)]) for suit in self.deck if _name(suit) in answers}}

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        return {_name(suit): str(seat) for suit, seat in facts.owners.items()}

    def sentence(self, given: dict[str, str]) -> str:
        collected = self._collected(given)
        if not collected:
            return ""
        counted = f"{cards_in(collected)} of {cards_in(self.deck)} cards collected"
        swept = len(collected) == len(self.deck) and len(set(given.values())) == 1
        return f"{counted}, all by one player" if swept else counted

    def notes(self, given: dict[str, str]) -> list[Key]:
        trump = trump_of(self._collected(given), self.deck)
        return [Key(trump, trump, "trump", tone=f"suit-{trump}") if trump else Key("", "none", "trump")]

    def read_words(self, text: str) -> WordsRead | None:
        """Read “I got red and blue”: somebody else has collected all others."""
        verb, suits = r"\b(?:took|collected|collect|got|swept)\b", [suit for suit in self.deck if suit in text.split()]
        said = re.fullmatch(rf"(?:i |we )?{verb}(?: (?:the|and|{'|'.join(self.deck)}))+", text)
        return WordsRead({_name(suit): str(int(suit not in suits)) for suit in self.deck}) if suits and said else None

    def referee_facts(self, given: dict[str, str]) -> dict[str, Any]:
        collected = self._collected(given)
        return {"collected": collected, "trump": trump_of(collected, self.deck), "first": self.state.deal.first}

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        if len(self._collected(given)) == len(self.deck):
            return []
        able = [str(seat) for seat in range(self.state.players) if set(given.values()) <= {str(seat)}]
        return [
            Shortcut(f"sweep-{seat}", f"All: {self.state.names[int(seat)]}", dict.fromkeys(self.fields, seat))
            for seat in able
        ]

    def _collected(self, given: dict[str, str]) -> list[str]:
        return [suit for suit in self.deck if _name(suit) in given]


def _name(suit: str) -> str:
    return f"suits-{suit}"
