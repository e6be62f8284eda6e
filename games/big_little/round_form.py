"""The questions of a hand of Big Little: a tap for each bid, a tap for each player's tricks."""

from __future__ import annotations

from typing import Any

from games.big_little.facts import Facts, no_such_trump, why_hooked
from games.big_little.referee import lead
from games.core import keypad, round_form
from games.core.deal import around
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, FixedSum, Key, Shortcut
from games.core.round_form import PickOne
from games.core.text import plural

NO_TRUMPS = "none"


class RoundForm(round_form.RoundForm):
    """Bids in bidding order, then tricks, of which the last adds up by itself; trump if somebody cares."""

    def ask(self) -> None:
        deal, names = self.state.deal, self.state.names
        self.cards = deal.cards[0]
        self.order = around(deal.first, len(names))
        keys = keypad.numbers(0, self.cards)
        for seat in self.order:
            self.fields[f"bids-{seat}"] = PickOne(f"{names[seat]} bids", keys, short="bid")
        for seat in self.order:
            self.fields[f"tricks-{seat}"] = PickOne(f"{names[seat]} took", keys, short="took", outline=f"bids-{seat}")
        self.sums["tricks"] = FixedSum(tuple(f"tricks-{seat}" for seat in self.order), self.cards)
        rows = [EntryRow(names[seat], (f"bids-{seat}", f"tricks-{seat}"), side=seat) for seat in self.order]
        suits = [key for key in keypad.suits() if not no_such_trump(key.value, deal.left)]
        none = [] if no_such_trump(None, deal.left) else [Key(NO_TRUMPS, "none", "no trumps")]
        self.fields["trump"] = PickOne("Trump", [*suits, *none], required=False, passed_over=True)
        self.sections = [
            EntrySection(rows, columns=("bid", "took")),
            EntrySection([EntryRow("Trump", ("trump",))], grid=True),
        ]

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        seats = range(len(self.order))
        facts: dict[str, Any] = {"bids": [int(answers[f"bids-{seat}"]) for seat in seats]}
        if all(f"tricks-{seat}" in answers for seat in seats):
            facts["tricks"] = [int(answers[f"tricks-{seat}"]) for seat in seats]
        if "trump" in answers:
            facts["trump"] = None if answers["trump"] == NO_TRUMPS else answers["trump"]
        return facts

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        answers = {f"bids-{seat}": str(bid) for seat, bid in enumerate(facts.bids)}
        answers |= {f"tricks-{seat}": str(tricks) for seat, tricks in enumerate(facts.tricks or ())}
        if facts.trump is None or isinstance(facts.trump, str):
            answers["trump"] = facts.trump or NO_TRUMPS
        return answers

    def sentence(self, given: dict[str, str]) -> str:
        bids = [int(given[f"bids-{seat}"]) for seat in self.order if f"bids-{seat}" in given]
        tricks = [int(given[f"tricks-{seat}"]) for seat in self.order if f"tricks-{seat}" in given]
        if tricks and len(tricks) < len(self.order):
            over = sum(tricks) - self.cards
            too_many = f": {over} too many" if over > 0 else ""
            return f"{sum(tricks)} of {plural(self.cards, 'trick')} accounted for{too_many}"
        return self._balance(bids) if bids else ""

    def turn(self, given: dict[str, str]) -> str:
        bids = [int(given[name]) for seat in range(len(self.order)) if (name := f"bids-{seat}") in given]
        if len(bids) < len(self.order):
            return f"{self.state.names[self.order[0]]} bids first"
        leader = lead(bids, self.state.deal.dealer)
        return f"{self.state.names[leader]} leads (bid {bids[leader]})"

    def _balance(self, bids: list[int]) -> str:
        """Compare the bids with the tricks there are; where the house has the hook, with what the dealer may bid."""
        tricks = "1 trick" if self.cards == 1 else f"{self.cards} tricks"
        over, to_come = sum(bids) - self.cards, len(self.order) - len(bids)
        if to_come:
            hook = self.state.rules.hook and to_come == 1 and over <= 0
            barred = f": {self.state.names[self.state.deal.dealer]}, who deals, may not bid {-over}" if hook else ""
            return f"bids {sum(bids)} so far for {tricks}{barred}"
        balance = "just right" if not over else f"{over} over" if over > 0 else f"{-over} under"
        barred = why_hooked(bids, self.state)
        return barred if barred not in ("", self.insisted_on) else f"bids {sum(bids)} for {tricks}: {balance}"

    def known(self, given: dict[str, str]) -> dict[str, Any]:
        known: dict[str, Any] = {"dealt": self.cards}
        if "trump" in given:
            known["trump"] = None if given["trump"] == NO_TRUMPS else given["trump"]
        bids = [given.get(f"bids-{seat}", "") for seat in range(self.state.players)]
        return known | ({"bids": list(map(int, bids))} if all(bids) else {})

    def shortcuts(self, given: dict[str, str]) -> list[Shortcut]:
        bids = {seat: given.get(f"bids-{seat}") for seat in self.order}
        if None in bids.values() or sum(map(int, filter(None, bids.values()))) != self.cards or self.state.rules.hook:
            return []
        made = {f"tricks-{seat}": bid for seat, bid in bids.items() if bid is not None}
        return [Shortcut("made", "Everybody made it", made)]
