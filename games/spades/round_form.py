"""The form of a hand of Spades: bids, tricks and a renege."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from games.core import bids_and_tricks, keypad
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, Key
from games.core.round_form import PickOne
from games.spades.facts import Facts

BLIND = "blind"


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
