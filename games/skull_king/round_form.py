"""The form of a round of Skull King: bids, tricks, captures, and the effects of beasts and Pirates."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from msgspec import UNSET, structs

from games.core import keypad
from games.core.bids_and_tricks import FurtherColumn
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.exact_bids import BONUS_COLUMN, SpecialCardForm
from games.core.house_rules import HouseRules
from games.core.keypad import EntryRow, EntrySection, FixedSum, Key
from games.core.round_form import PickCards, PickOne, WordsRead, cut
from games.core.text import signed
from games.skull_king.facts import (
    LOOT_CARDS,
    PACK_HAS,
    WAGER_POINTS,
    bonus_points,
    capture_points,
    has_abilities,
    has_ghost,
    has_loot,
)
from games.skull_king.referee import CAPTURE_KEYS
from games.skull_king.scoring import bonus_of

NONE = Key("", "none")
TOOK = "(?:took|takes?|captured|captures?|caught|catches|beat|beats)"
BY = f"(?:(?:{TOOK}|taken) )?(?:by|with) (?:an? |my |the )?"
COUNT = r"\b(?:(\d|an?|one|the|my) )?"
# What a question says was captured, with how many of it: “two coloured 14s”, “my mermaid took the skull king”.
CAPTURES_SAID = {
    "king": re.compile(rf"{COUNT}mermaid {TOOK} (?:the )?skull king\b|{COUNT}skull king {BY}mermaid\b"),
    "pirate": re.compile(rf"(?:\b(?:the|my) )?skull king {TOOK} {COUNT}pirates?\b|{COUNT}pirates? {BY}skull king\b"),
    "mermaid": re.compile(rf"(?:\b(?:an?|the|my) )?pirate {TOOK} {COUNT}mermaids?\b|{COUNT}mermaids? {BY}pirates?\b"),
    "black-14": re.compile(rf"{COUNT}black 14\b"),
    "14": re.compile(
        rf"{COUNT}colou?red 14(?: s)?\b|\b(?:(an?|the|my) )?(?:yellow|green|purple|parrot|map|chest) 14\b(?! s\b)"
    ),
}
# A 14 of any suit: the black one is worth more.
ANY_14 = re.compile(rf"{COUNT}14(?: s)?\b")


@dataclass(eq=False)
class CaptureKeys(PickCards):
    """The cards a player captured. The cell shows their bonus for an exact bid."""

    _: KW_ONLY
    rules: HouseRules

    def display_text(self, answer: str) -> str:
        return signed(bonus_of([capture for capture in answer.split() if capture in PACK_HAS], self.rules).points)


class RoundForm(SpecialCardForm):
    """Tricks of the ghost and of nobody follow from those of the players; all besides is asked when it is tapped."""

    bids_at_once = True
    change_card = "Harry"

    def further_columns(self) -> Mapping[str, FurtherColumn]:
        if self.state.rules.bonuses == "points":
            possible = {str(points) for points in bonus_points(self.state)}
            return {"bonus": BONUS_COLUMN._replace(keys=[key for key in BONUS_COLUMN.keys if key.value in possible])}
        keys = [CAPTURE_KEYS[kind] for kind in capture_points(self.state.rules)]
        return {"captures": FurtherColumn("bonus", "captured (14s: in the tricks)", keys)}

    def ask(self) -> None:
        super().ask()
        state, rules = self.state, self.state.rules
        for name, asked in self.fields.items():
            if name.startswith("captures-"):
                copies = {key.value: PACK_HAS[key.value][0] for key in asked.keys}
                self.fields[name] = CaptureKeys(
                    asked.label, asked.keys, short=asked.short, required=False, only_when_tapped=True,
                    deck="captures", copies=copies, rules=rules,
                )  # fmt: skip
        if has_ghost(state.players, rules):
            self.fields["ghost"] = PickOne("Graybeard’s ghost took", keypad.numbers(0, self.cards), short="ghost")
            self.sums["tricks"] = FixedSum((*self.sums["tricks"].questions, "ghost"), self.cards, "trick")
        if has_loot(state.players, rules):
            label = "Loot: who played it, then who took the trick"
            self.fields["loot"] = PickCards(
                label, self._seats(), most=2 * LOOT_CARDS, short="Loot", required=False, only_when_tapped=True
            )
        if has_abilities(rules):
            self._ask_abilities()
        if rules.scoring == "cannonball":
            copies = {key.value: 1 for key in self._seats()}
            self.fields["cannonballs"] = PickCards(
                "Who fired a cannonball?", self._seats(), short="cannonballs", required=False, only_when_tapped=True,
                copies=copies,
            )  # fmt: skip
        tiles = {"Tricks": ("tricks_of_nobody", "ghost", "loot"), "Bids": ("rascal", "bid_changes", "cannonballs")}
        rows = [EntryRow(label, tuple(filter(self.fields.get, names))) for label, names in tiles.items()]
        # A question alone has no heading of its own, so its row is called by it.
        tiled = [row._replace(label=self.fields[row.questions[0]].short) if len(row.questions) == 1 else row
                 for row in rows if row.questions]  # fmt: skip
        self.sections = [self.sections[0], *([EntrySection(tiled, grid=True)] if tiled else [])]

    def _ask_abilities(self) -> None:
        if self.cards > 1:
            keys = [key._replace(value=f"{key.value}:{points}", label=f"{key.label} {points}")
                    for key in self._seats() for points in WAGER_POINTS]  # fmt: skip
            self.fields["rascal"] = PickOne(
                "Rascal: who wagers how much?", [*keys, NONE], short="Rascal", required=False, only_when_tapped=True
            )

    def _seats(self) -> list[Key]:
        return keypad.sides(self.state.names, self.state.seat_marks)

    def read_words(self, text: str) -> WordsRead | None:
        """Read “bid 3 took 3 with the black 14”, too; ask back which 14 it was."""
        if "captures-0" not in self.fields:
            return super().read_words(text)
        captured: list[str] = []
        for kind, words in CAPTURES_SAID.items():
            counts, text = cut(words, text)
            captured += [kind] * sum(map(_count, counts))
        counts, text = cut(ANY_14, text)
        read, others = super().read_words(text), sum(map(_count, counts))
        if read is None:
            return None
        if not others:
            return read._replace(answers=read.answers | _captures(captured))
        choices = {
            "coloured": _captures([*captured, *["14"] * others]),
            "black" if others == 1 else "one is black": _captures([*captured, "black-14", *["14"] * (others - 1)]),
        }
        choices = {name: read.answers | captures for name, captures in choices.items()}
        return WordsRead(read.answers, read.rest, "Which 14?" if others == 1 else "Which 14s?", choices)

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        seats = [key.value for key in self._seats()]
        captures = [_tokens(answers, f"captures-{seat}", PACK_HAS) for seat in seats]
        counted = {name: answer for name, answer in answers.items() if not name.startswith("captures-")}
        loot = list(map(int, _tokens(answers, "loot", seats)))
        entered: dict[str, Any] = {
            "captures": captures if any(captures) else [],
            "ghost": int(answers.get("ghost", 0)),
            "loot": list(zip(loot[::2], loot[1::2], strict=True)),
            "cannonballs": list(map(int, _tokens(answers, "cannonballs", seats))),
        }
        if "rascal" in answers:
            entered["rascal"] = dict(zip(("seat", "points"), map(int, answers["rascal"].split(":")), strict=True))
        return super().read_facts(counted) | {name: fact for name, fact in entered.items() if fact}

    @classmethod
    def answers_of(cls, facts: Any, state: MatchState) -> dict[str, str]:
        plain = structs.replace(facts, captures=UNSET, loot=(), cannonballs=())
        answers = super().answers_of(plain, state)
        answers |= {f"captures-{seat}": " ".join(each) for seat, each in enumerate(facts.captures or ()) if each}
        if has_ghost(state.players, state.rules) and facts.is_complete:
            answers["ghost"] = str(facts.ghost)
        if facts.loot:
            answers["loot"] = " ".join(f"{giver} {taker}" for giver, taker in facts.loot)
        if facts.rascal:
            answers["rascal"] = f"{facts.rascal.seat}:{facts.rascal.points}"
        if facts.cannonballs:
            answers["cannonballs"] = " ".join(map(str, facts.cannonballs))
        return answers

    def clean(self) -> None:
        if len(self.given().get("loot", "").split()) % 2 and not self.errors:
            self.missing_question = "loot"
            self.add_error("who took the trick with Loot in it?", "loot")
        super().clean()


def _count(said: str) -> int:
    """Return the number that was said: “two”; 1 for “the black 14”."""
    return int(said) if said.isdecimal() else 1


def _captures(kinds: Sequence[str]) -> dict[str, str]:
    return {"captures-0": " ".join(kinds)} if kinds else {}


def _tokens(answers: Mapping[str, str], name: str, keys: Collection[str]) -> list[str]:
    """Return the keys of an answer; Impossible for a typed answer that no key has."""
    tokens = answers.get(name, "").split()
    for token in tokens:
        if token not in keys:
            raise Impossible(f"“{token[:20]}” is not on the keys", name)
    return tokens
