"""The form of a hand of Spades: bids, tricks and a renege."""

import re
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from games.core import bids_and_tricks, keypad
from games.core.bids_and_tricks import read_bid, read_bids
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key
from games.core.round_form import PickOne, WordsRead, cut
from games.spades.facts import Facts

BLIND = "blind"
BIDS_OF_PARTNERS = re.compile(
    r"\b(?:(?:my )?partner )?bid (\d+)(?: (?:and|my|partner|i|he|she|bid))+ (\d+)\b|\b(\d+) and (\d+) bid\b"
    r"|\bbid (\d+) each\b"
)
NIL_TOOK = re.compile(r"\bwith (\d+)\b(?! bags?)")
NIL_LOST = re.compile(r"\b(?:lost|failed|missed|broken|set)\b")
BLIND_SAID = re.compile(r"\b(?:not )?(blind)\b")


class RoundForm(bids_and_tricks.BidForm):
    def ask(self) -> None:
        super().ask()
        nils = [Key(BLIND, "blind nil", tone="wide"), Key("0", "nil")]
        for seat in self.order:
            self.fields[f"bids-{seat}"].keys = (*nils, *keypad.numbers(1, self.cards))
        sides = keypad.sides(self.state.side_names, self.state.marks)
        self.fields["reneged"] = PickOne("Who reneged?", sides, short="renege", required=False, only_when_tapped=True)
        self.sections.append(EntrySection([EntryRow("Renege", ("reneged",))], grid=True))

    def bid(self, answer: str) -> int:
        return 0 if answer == BLIND else int(answer)

    def barred(self) -> dict[str, dict[str, str]]:
        """Bar the bids that leave a pair below the lowest bid, for the partner who bids last."""
        barred, least = super().barred(), self.state.rules.minimum
        for seats in self.state.teams if least else ():
            *others, last = sorted(seats, key=self.order.index)
            names = [f"bids-{seat}" for seat in others]
            # An invalid bid is shown again as it was sent.
            if names and all(self.answers.get(name) and name not in self.errors for name in names):
                rest = least - sum(self.bid(self.answers[name]) for name in names)
                low = [key.value for key in self.fields[f"bids-{last}"].keys if self.bid(key.value) < rest]
                barred[f"bids-{last}"] = {value: "" if place else f"min {least}" for place, value in enumerate(low)}
        return barred

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        blind = [seat for seat in range(len(self.order)) if answers[f"bids-{seat}"] == BLIND]
        reneged = {"reneged": int(answers["reneged"])} if "reneged" in answers else {}
        return super().read_facts(answers) | {"blind": blind} | reneged

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        blind = {f"bids-{seat}": BLIND for seat in facts.blind}
        reneged = {} if facts.reneged is UNSET else {"reneged": str(facts.reneged)}
        return super().answers_of(replace(facts, blind=()), state) | blind | reneged

    def read_words(self, text: str) -> WordsRead | None:
        """Read “bid 5 took 6”, “I bid 3, my partner bid 4, we took 8”, “blind nil made”, “nil took 2”."""
        pair: list[int] = []
        if said := BIDS_OF_PARTNERS.search(text):
            pair = [int(number) for number in said.groups() if number]
            pair *= 2 // len(pair)
            text = text.replace(said[0], f"bid {sum(pair)}")
        bids, rest = read_bids(text)
        if len(bids) != 1 or 0 in pair:
            return None
        (bid,) = bids
        # If neither bid is nil, only their sum scores.
        pair = pair or [bid - 1, 1]
        if bid and 0 in pair and len(self.state.teams[0]) > 1:
            return None
        if bid and (asked := WordsRead.of_either_side(text, self._of_side(0, pair), self._of_side(1, pair))):
            return asked
        read = read_bid(text)
        if read and bid:
            return WordsRead(self._of_side(0, pair, str(read.took)), read.rest)
        read = read or read_bid(NIL_TOOK.sub(r"took \1", text))
        lost, rest = cut(NIL_LOST, rest)
        if read is None and not lost:
            return None
        blind, rest = cut(BLIND_SAID, read.rest if read else rest)
        said_blind = bool(blind) and "not blind" not in text
        took = str(read.took if read else 1)
        return WordsRead({"bids-0": BLIND if said_blind else "0", "tricks-0": took}, rest)

    def _of_side(self, side: int, bids: list[int], took: str = "") -> dict[str, str]:
        """Return the answers of a pair, or of a player alone, for their bid and tricks together."""
        first, *others = sorted(self.state.teams[side])
        bids = bids if others else [sum(bids)]
        answers = {f"bids-{seat}": str(bid) for seat, bid in zip((first, *others), bids, strict=False)}
        tricks = {f"tricks-{first}": took} | {f"tricks-{seat}": "0" for seat in others}
        return answers | (tricks if took else {})
