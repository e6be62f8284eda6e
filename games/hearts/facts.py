"""The facts of a hand of Hearts: the hearts each player took, and who took the single cards that count."""

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec import UNSET, UnsetType, structs

from games.core import facts
from games.core.cards import RANKS
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.errors import Impossible, MissingFact, quoted
from games.core.facts import TricksTaken, UnknownFact
from games.core.house_rules import HouseRules
from games.core.keypad import french_card_keys
from games.core.schema import not_found_error
from games.core.seats import BySeat, SeatNumber
from games.core.text import listed, plural

ALL_HEARTS = 13
# Names of cards in facts, questions and statistics.
HEARTS, QUEEN, JACK, TEN, NO_TRICKS = "hearts", "queen", "jack", "ten", "no_tricks"
# The hearts as keys, by rank.
HEART_KEYS = tuple(
    key._replace(value=key.value[:-1]) for row in french_card_keys().rows for key in row if key.value[-1] == "H"
)
# The card that takes points off, and how many, by the value of the house rule.
JACK_CARDS = {
    True: ("jack of diamonds", 10), "five": ("jack of diamonds", 5), "forty": ("jack of diamonds", 40),
    "ten": ("ten of diamonds", 10),
}  # fmt: skip
# Numbers of players with few cards each, who may pass fewer.
LARGE_TABLES = range(5, 7)
# Where cards are passed in a hand in which each player gives one card to each of the others.
EACH = "one to each"
# The direction of passing, as on the scoreboard.
ARROWS = {"left": "←", "right": "→", "across": "↑", "second left": "↖", "second right": "↗", EACH: "←↑→", None: ""}


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`hearts`: by seat. `queen`, `jack`, `ten`: the seats that took the single cards that count at the table.

    `heart_cards`: by seat the ranks of the hearts, “K 5 2”, if they count their face values. `no_tricks`: the seats
    that took no trick, if that takes points off. `moon_off`: the player who shot the moon chose points off.
    """

    hearts: BySeat[int]
    heart_cards: BySeat[str] | UnsetType = UNSET
    queen: SeatNumber | UnsetType = UNSET
    jack: SeatNumber | UnsetType = UNSET
    ten: SeatNumber | UnsetType = UNSET
    no_tricks: tuple[SeatNumber, ...] | UnsetType = UNSET
    moon_off: bool = False

    def shooter(self, rules: HouseRules) -> int | None:
        """Return the seat that took all hearts, and the queen if she counts; None at a table without a moon.

        By house rule the moon needs the jack as well.
        """
        takers = (seat for seat, count in enumerate(self.hearts) if count == ALL_HEARTS and rules.moon != "none")
        shooter = next((seat for seat in takers if self.queen in (seat, UNSET)), None)
        return None if moon_needs_jack(rules) and self.jack != shooter else shooter

    @property
    def took_nothing(self) -> list[int]:
        """The seats that may have taken no trick: they have no card that counts."""
        takers = (self.queen, self.jack, self.ten)
        return [seat for seat, count in enumerate(self.hearts) if not count and seat not in takers]

    def without_unasked(self, state: MatchState) -> Self:
        asked = {name: getattr(self, name) if counts else UNSET for name, _, counts in _single_cards(state.rules)}
        heart_cards = self.heart_cards if state.rules.heart_values == "face" else UNSET
        asked_facts = structs.replace(self, heart_cards=heart_cards, **asked)
        shooter = asked_facts.shooter(state.rules)
        no_tricks = self.no_tricks if state.rules.no_tricks else UNSET
        moon_off = self.moon_off and state.rules.moon == "choice" and shooter is not None
        return structs.replace(asked_facts, no_tricks=no_tricks, moon_off=moon_off)

    def unknown(self, state: MatchState, other_rules: HouseRules) -> Iterator[UnknownFact]:
        known = {name: card for name, card, counts in _single_cards(state.rules) if counts}
        for name, card, counts in _single_cards(other_rules):
            if counts and known.get(name) != card:
                yield UnknownFact(name, f"Who took the {card}?", dict(enumerate(state.names)))
        shooter = self.shooter(other_rules)
        if other_rules.moon == "choice" != state.rules.moon and shooter is not None:
            asked = f"What {state.names[shooter]} would have chosen for the moon"
            points = moon_points(other_rules)
            choices = {False: f"{points} to all the others", True: f"{points} off"}
            yield UnknownFact("moon_off", asked, choices)

    def check(self, state: MatchState) -> None:
        rules = state.rules
        _check_hearts(self.hearts, state.names)
        for name, card, counts in _single_cards(rules):
            seat = getattr(self, name)
            if (seat is not UNSET) != counts:
                problem = "it counts at this table" if counts else "it does not count at this table, leave it out"
                raise Impossible(f"who took the {card}: {problem}", name)
            if seat is not UNSET and not 0 <= seat < state.players:
                raise Impossible(f"who took the {card}: {not_found_error('player', state.names)}", name)
        self._check_heart_cards(state)
        self._check_no_tricks(state)
        if self.moon_off and (rules.moon != "choice" or self.shooter(rules) is None):
            needed = [QUEEN, JACK] if moon_needs_jack(rules) else [QUEEN]
            cards = [f"the {card}" for name, card in cards_that_count(rules).items() if name in needed]
            what = listed(["all hearts", *cards])
            problem = f"nobody took {what}" if rules.moon == "choice" else "nobody has that choice at this table"
            raise Impossible(f"{moon_points(rules)} come off for the moon, but {problem}", "moon_off")

    def _check_heart_cards(self, state: MatchState) -> None:
        counts_faces, names = state.rules.heart_values == "face", state.names
        if self.heart_cards is UNSET:
            if counts_faces:
                raise MissingFact(
                    "which hearts everybody took: they count their face values at this table", "heart_cards"
                )
            return
        if not counts_faces:
            raise Impossible(
                "which hearts everybody took: each counts the same at this table, leave it out", "heart_cards"
            )
        if len(self.heart_cards) != len(names):
            raise Impossible(f"enter the hearts of each of {len(names)} players, not {len(self.heart_cards)}", HEARTS)
        _check_ranks(self.hearts, self.heart_cards, names)

    def _check_no_tricks(self, state: MatchState) -> None:
        counts = state.rules.no_tricks > 0
        if self.no_tricks is UNSET:
            if counts and self.shooter(state.rules) is None and self.took_nothing:
                raise MissingFact("who took no trick: that takes points off at this table", NO_TRICKS)
            return
        if not counts:
            raise Impossible("who took no trick: that counts nothing at this table, leave it out", NO_TRICKS)
        if len(set(self.no_tricks)) != len(self.no_tricks):
            raise Impossible("who took no trick: name each player once", NO_TRICKS)
        for seat in self.no_tricks:
            self._check_took_no_trick(seat, state)

    def _check_took_no_trick(self, seat: int, state: MatchState) -> None:
        names = state.names
        if not 0 <= seat < state.players:
            raise Impossible(f"who took no trick: {not_found_error('player', names)}", NO_TRICKS)
        if seat not in self.took_nothing:
            raise Impossible(f"{names[seat]} took {self._taken_by(seat, state.rules)}, and so a trick", NO_TRICKS)

    def _taken_by(self, seat: int, rules: HouseRules) -> str:
        cards = [f"the {card}" for name, card, _ in _single_cards(rules) if getattr(self, name) == seat]
        return cards[0] if cards else plural(self.hearts[seat], "heart")

    def heading(self, deal: Deal, state: MatchState) -> str:
        return ARROWS[passed_to(state.players, deal.number, state.rules)]

    def notes(self, deal: Deal, state: MatchState) -> Sequence[str]:
        """Return who took the queen and the jack: the other points are hearts."""
        marks: dict[int, list[str]] = {seat: [] for seat in range(state.players)}
        shooter = self.shooter(state.rules)
        if shooter is not None:
            marks[shooter].append("all")
        elif self.queen is not UNSET:
            marks[self.queen].append("♠Q")
        for name, seat in ((JACK, self.jack), (TEN, self.ten)):
            if seat is not UNSET:
                marks[seat].append(short_name(name, state.rules))
        return [" ".join(marks[seat]) for seat in range(state.players)]

    def tricks_taken(self) -> Iterator[TricksTaken]:
        for seat, count in enumerate(self.hearts):
            yield TricksTaken(seat, count, HEARTS)
        if self.queen is not UNSET:
            yield TricksTaken(self.queen, 1, QUEEN)


def _single_cards(rules: HouseRules) -> list[tuple[str, str, bool]]:
    """Return the fact, the name and whether it counts of each card that is asked for alone."""
    jack, _ = JACK_CARDS[rules.jack or True]
    return [
        (QUEEN, "queen of spades", rules.queen > 0),
        (JACK, jack, bool(rules.jack)),
        (TEN, "ten of clubs", rules.ten),
    ]


def cards_that_count(rules: HouseRules) -> dict[str, str]:
    """Return the names of the cards that are asked for alone, by fact."""
    return {name: card for name, card, counts in _single_cards(rules) if counts}


def short_name(name: str, rules: HouseRules) -> str:
    return {QUEEN: "♠Q", JACK: "♦10" if rules.jack == "ten" else "♦J", TEN: "♣10"}[name]


def moon_needs_jack(rules: HouseRules) -> bool:
    return bool(rules.jack) and bool(rules.moon_jack) and rules.moon != "none"


def heart_points(rank: str, rules: HouseRules) -> int:
    return RANKS[rank] if rules.heart_values == "face" else 1


def moon_points(rules: HouseRules) -> int:
    """Return the points of all hearts and the queen."""
    return sum(heart_points(rank, rules) for rank in RANKS) + int(rules.queen)


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


def _check_ranks(hearts: Sequence[int], heart_cards: Sequence[str], names: Sequence[str]) -> None:
    taken: set[str] = set()
    for seat, (count, cards) in enumerate(zip(hearts, heart_cards, strict=True)):
        ranks = cards.split()
        for rank in ranks:
            if rank not in RANKS:
                raise Impossible(f"{names[seat]} took {quoted(rank)}, but that is no heart", f"hearts[{seat}]")
            if rank in taken:
                raise Impossible(f"the {rank}♥ is there twice, but there is only one", f"hearts[{seat}]")
            taken.add(rank)
        if len(ranks) != count:
            took, verb = f"{names[seat]} took {plural(count, 'heart')}", "is" if len(ranks) == 1 else "are"
            raise Impossible(f"{took}, but {plural(len(ranks), 'heart')} {verb} named", f"hearts[{seat}]")
