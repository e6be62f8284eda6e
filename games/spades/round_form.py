"""The form of a hand of Spades: bids, tricks and a renege."""

import re
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from games.core import bids_and_tricks, keypad
from games.core.bids_and_tricks import read_bid
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key
from games.core.round_form import PickOne
from games.spades.facts import Facts

BLIND = "blind"
BIDS_OF_PARTNERS = re.compile(r"\bbid (\d+)(?: (?:and|my|partner|he|she|bid))+ (\d+)\b|\bbid (\d+) each\b")
NIL_LOST = re.compile(r"\bnil\b.*\b(?:lost|failed|missed|broken|set)\b|\bfailed nil\b")


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

    def read_words(self, text: str) -> dict[str, str]:
        """Read “bid 5 took 6”, “I bid 3, my partner bid 4, we took 8”, “blind nil made”, “nil took 2”."""
        if bids := BIDS_OF_PARTNERS.search(text):
            first, second = (int(bids[3]),) * 2 if bids[3] else (int(bids[1]), int(bids[2]))
            said = read_bid(text.replace(bids[0], f"bid {first + second}"))
            return self._of_side([first, second], said["took"]) if said else {}
        said = read_bid(text)
        if said and said["bid"] > 0:
            # If neither bid is nil, only their sum scores.
            return self._of_side([said["bid"] - 1, 1], said["took"])
        took = re.search(r"\b(?:took|got|with) (\d+)\b", text)
        if "count" in text or "partner" in text or not (said or NIL_LOST.search(text)):
            return {}
        bid = BLIND if re.search(r"(?<!not )(?<!no )\bblind\b", text) else "0"
        return {"bids-0": bid, "tricks-0": took[1] if took else str(int(not said))}

    def _of_side(self, bids: list[int], took: int) -> dict[str, str]:
        """Return the answers of a pair, or of a player alone, for their bid and tricks together."""
        seats = sorted(self.state.teams[0])
        if len(seats) == 1 or min(bids) == 0:
            return {"bids-0": str(sum(bids)), "tricks-0": str(took)} if len(seats) == 1 else {}
        rest = dict.fromkeys((f"tricks-{seat}" for seat in seats[1:]), "0")
        return (
            {f"bids-{seat}": str(bid) for seat, bid in zip(seats, bids, strict=False)} | {"tricks-0": str(took)} | rest
        )
