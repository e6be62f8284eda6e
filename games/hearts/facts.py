"""The facts of a hand of Hearts: the hearts each player took, and who took the queen of spades."""

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec import UNSET, UnsetType, structs

from games.core import facts
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.facts import TricksTaken, UnknownFact
from games.core.house_rules import HouseRules
from games.core.schema import not_found_error
from games.core.text import plural

ALL_HEARTS = 13
# Names of cards in facts, questions and statistics.
HEARTS, QUEEN, JACK = "hearts", "queen", "jack"
CARDS = {QUEEN: "queen of spades", JACK: "jack of diamonds"}
# Numbers of players with few cards each, who may pass fewer.
LARGE_TABLES = range(5, 7)
# Where cards are passed in a hand in which each player gives one card to each of the others.
EACH = "one to each"
# Where cards are passed, on the scoreboard.
ARROWS = {"left": "←", "right": "→", "across": "↑", "second left": "↖", "second right": "↗", EACH: "←↑→", None: ""}


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`hearts`: by seat. `queen`, `jack`: the seats that took the queen of spades and the jack of diamonds.

    `jack`: only if it counts at the table. `moon_off`: the player who shot the moon chose 26 off.
    """

    hearts: tuple[int, ...]
    queen: int
    jack: int | UnsetType = UNSET
    moon_off: bool = False

    @property
    def shooter(self) -> int | None:
        """The seat that took all hearts and the queen."""
        return self.queen if self.hearts[self.queen] == ALL_HEARTS else None

    def without_unasked(self, state: MatchState) -> Self:
        jack = self.jack if state.rules.jack else UNSET
        return structs.replace(self, jack=jack, moon_off=self.moon_off and state.rules.moon == "choice")

    def unknown(self, state: MatchState, other_rules: HouseRules) -> Iterator[UnknownFact]:
        if other_rules.jack and not state.rules.jack:
            yield UnknownFact(JACK, f"Who took the {CARDS[JACK]}?", dict(enumerate(state.names)))
        if other_rules.moon == "choice" != state.rules.moon and self.shooter is not None:
            asked = f"What {state.names[self.shooter]} would have chosen for the moon"
            yield UnknownFact("moon_off", asked, {False: "26 to all the others", True: "26 off"})

    def check(self, state: MatchState) -> None:
        _check_hearts(self.hearts, state.names)
        if (self.jack is not UNSET) != state.rules.jack:
            problem = "it counts at this table" if state.rules.jack else "it does not count at this table, leave it out"
            raise Impossible(f"who took the {CARDS[JACK]}: {problem}", JACK)
        for card, seat in ((QUEEN, self.queen), (JACK, self.jack)):
            if seat is not UNSET and not 0 <= seat < state.players:
                raise Impossible(f"who took the {CARDS[card]}: {not_found_error('player', state.names)}", card)
        if self.moon_off and (state.rules.moon != "choice" or self.shooter is None):
            choice = state.rules.moon == "choice"
            problem = "nobody took all hearts and the queen" if choice else "nobody has that choice at this table"
            raise Impossible(f"26 come off for the moon, but {problem}", "moon_off")

    def heading(self, deal: Deal, state: MatchState) -> str:
        return ARROWS[passed_to(state.players, deal.number, state.rules)]

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        """Return who took the queen and the jack: the other points are hearts."""
        marks = dict.fromkeys(range(state.players), "")
        marks[self.queen] = "♠Q" if self.shooter is None else "all"
        return [f"{mark} {'♦J' if seat == self.jack else ''}".strip() for seat, mark in marks.items()]

    def tricks_taken(self) -> Iterator[TricksTaken]:
        for seat, count in enumerate(self.hearts):
            yield TricksTaken(seat, count, HEARTS)
        yield TricksTaken(self.queen, 1, QUEEN)


def passed_to(players: int, number: int, rules: HouseRules) -> str | None:
    """Return where the cards of a hand are passed; None if they are not."""
    opposite = ["across"] if players % 2 == 0 else []
    second = ["second left", "second right"] if players > 4 else []
    turns: dict[str, list[str | None]] = {
        "cycle": ["left", "right", *opposite, None], "always": ["left", "right", *opposite],
        "everybody": ["left", "right", *second, *opposite, None], "scatter": ["left", "right", *opposite, EACH],
        "left": ["left"], "right": ["right"], "none": [None],
    }  # fmt: skip
    in_turn = turns[rules.passing]
    return in_turn[(number - 1) % len(in_turn)]


def cards_passed(players: int, rules: HouseRules) -> int:
    return rules.passed_cards if players in LARGE_TABLES else 3


def passing_in_words(players: int, number: int, rules: HouseRules) -> str:
    """Return “pass 3 cards left”, or "" in a hand without passing."""
    way = passed_to(players, number, rules)
    if way == EACH:
        return "pass 1 card to each of the others"
    place = f"to the {way}" if way and " " in way else way
    return f"pass {cards_passed(players, rules)} cards {place}" if way else ""


def _check_hearts(hearts: Sequence[int], names: Sequence[str]) -> None:
    if len(hearts) != len(names):
        raise Impossible(f"enter the hearts of each of {len(names)} players, not {len(hearts)}", HEARTS)
    for seat, count in enumerate(hearts):
        if not 0 <= count <= ALL_HEARTS:
            why = "that is less than nothing" if count < 0 else f"there are only {ALL_HEARTS}"
            raise Impossible(f"{names[seat]} took {plural(count, 'heart')}, but {why}", f"hearts[{seat}]")
    over = sum(hearts) - ALL_HEARTS
    if over:
        difference = f"{over} too many" if over > 0 else f"{-over} missing"
        message = f"the hearts add up to {sum(hearts)}, but there are {ALL_HEARTS}: {difference}, count the piles again"
        raise Impossible(message, HEARTS)
