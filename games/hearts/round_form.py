"""The form of a hand of Hearts: the hearts of each player, and who took the queen."""

from typing import Any

from msgspec import UNSET

from games.core import keypad, round_form
from games.core.deal import around
from games.core.definition import MatchState
from games.core.keypad import EntryRow, EntrySection, FixedSum, Key, Shortcut
from games.core.round_form import PickOne
from games.hearts.facts import ALL_HEARTS, CARDS, HEARTS, JACK, QUEEN, Facts, passing_in_words

# The question what shooting the moon scores, and its answers: 26 to the others, or 26 off.
SHORT_NAMES = {QUEEN: "♠Q", JACK: "♦J"}
MOON, OTHERS, OFF = "moon_off", "others", "off"


class RoundForm(round_form.RoundForm):
    """The hearts, of which the last number follows from the others; then the queen, the jack and the moon."""

    def ask(self) -> None:
        names, rules = self.state.names, self.state.rules
        self.order = around(self.state.deal.first, self.state.players)
        hearts = {seat: f"{HEARTS}-{seat}" for seat in self.order}
        for seat, question in hearts.items():
            self.fields[question] = PickOne(f"{names[seat]} took hearts", keypad.numbers(0, ALL_HEARTS), short="hearts")
        self.sums[HEARTS] = FixedSum(tuple(hearts.values()), ALL_HEARTS, "heart")
        seats = keypad.sides(names, self.state.seat_marks)
        single_questions = [QUEEN, JACK] if rules.jack else [QUEEN]
        for card in single_questions:
            keys = [seats[seat] for seat in self.order]
            self.fields[card] = PickOne(f"Who took the {CARDS[card]}?", keys, short=SHORT_NAMES[card])
        if rules.moon == "choice":
            single_questions.append(MOON)
            choices = [Key(OTHERS, "26 to the others"), Key(OFF, "26 off")]
            self.fields[MOON] = PickOne(
                "What a moon brings", choices, short="moon", required=False, only_when_tapped=True
            )
        rows = [EntryRow(names[seat], (question,), side=seat) for seat, question in hearts.items()]
        tiles = [EntryRow(self.fields[question].short, (question,)) for question in single_questions]
        self.sections = [EntrySection(rows, columns=(HEARTS,)), EntrySection(tiles, grid=True)]

    def read_facts(self, answers: dict[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {HEARTS: [int(answers[f"{HEARTS}-{seat}"]) for seat in range(self.state.players)]}
        facts |= {card: int(answers[card]) for card in CARDS if card in answers}
        return facts | ({MOON: True} if answers.get(MOON) == OFF else {})

    @classmethod
    def answers_of(cls, facts: Facts, state: MatchState) -> dict[str, str]:
        answers = {f"{HEARTS}-{seat}": str(count) for seat, count in enumerate(facts.hearts)}
        answers |= {card: str(seat) for card, seat in ((QUEEN, facts.queen), (JACK, facts.jack)) if seat is not UNSET}
        return answers | ({MOON: OFF} if facts.moon_off else {})

    def sentence(self, given: dict[str, str]) -> str:
        counted = sum(int(given[question]) for question in self.sums[HEARTS].questions if question in given)
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
        """Offer 26 off to the player with all hearts, if a house rule gives that choice."""
        shooter = next((str(seat) for seat in self.order if given.get(f"{HEARTS}-{seat}") == str(ALL_HEARTS)), "")
        if not shooter or MOON not in self.fields or given.get(QUEEN, shooter) != shooter:
            return []
        return [Shortcut(MOON, f"{self.state.names[int(shooter)]} takes 26 off", {QUEEN: shooter, MOON: OFF})]
