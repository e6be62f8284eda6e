"""Game: everything the program knows about a card game. MatchState: a match up to a round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from msgspec import Struct, structs

from games.core.deal import Deal, Teams, dealer_of, each_alone, team_names
from games.core.errors import Impossible, ImpossibleRound, IrregularRound
from games.core.facts import BidMade, Doubt, RoundFacts, TricksTaken
from games.core.house_rules import EndingOption, HouseRules, Option
from games.core.joining import SeatChanges, check_changes, dealer_at, seats_at
from games.core.keypad import CardKeys, french_card_keys
from games.core.schema import not_found_error
from games.core.scorecard import Scorecard, ScoredRound, ScoreLine, SheetRow, Stake, Status, places, sums
from games.core.statistics import (
    RECORDS_OF_EVERY_GAME,
    STATISTICS_OF_EVERY_GAME,
    STATISTICS_WITHOUT_POINTS,
    BidHighlight,
    HighlightRule,
    RecordKind,
    Statistic,
    read_statistics,
)
from games.core.text import MAX_NAME_LENGTH, minus, plural

# Separates the key of a game from the name that a table gave it.
NAME_MARK = ":"
# The colours of games that a table gave a name: its letters choose one. Cream letters can be read on each.
COLOURS_OF_NAMES = ("#5b4a2f", "#55591b", "#44546a", "#7a3320", "#6b3f6b", "#3a6230", "#715308", "#7d4a57")


@dataclass(frozen=True, eq=False)
class MatchState:
    """The seats, the house rules and the rounds before this one. `lines`: by side, oldest first."""

    game: Game
    names: tuple[str, ...]
    first_dealer: int
    rules: HouseRules
    # Number of rounds of the match; None if the points decide.
    length: int | None
    teams: Teams
    # The number of each side's mark.
    marks: tuple[int, ...]
    rounds: tuple[ScoredRound, ...]
    lines: tuple[tuple[ScoreLine, ...], ...]
    totals: tuple[int, ...]
    # Rounds played but not entered yet (forms for offline use).
    rounds_ahead: int = 0
    # Who joins or leaves before which round; then every side is one seat.
    changes: SeatChanges = ()

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def number(self) -> int:
        """The number of the next round, from 1."""
        return len(self.rounds) + 1 + self.rounds_ahead

    @property
    def is_unfinished(self) -> bool:
        """Whether the last round is still being played."""
        return bool(self.rounds) and not self.rounds[-1].facts.is_complete

    # Many rules and pages read a state: without the three caches a page of the calculator takes 3 to 8 ms longer each.
    @cached_property
    def deal(self) -> Deal:
        if self.table is not self:
            return self._deal_of_all(self.table.deal)
        return self.game.deal_of(self.players, self.number, self.first_dealer, self.rules)

    @property
    def next_dealer(self) -> int:
        return dealer_at(self.number, self.players, self.first_dealer, self.changes)

    # --- Who plays ---

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats that play the next round."""
        return seats_at(self.number, self.players, self.changes)

    @property
    def playing(self) -> tuple[int, ...]:
        """The sides that play the next round."""
        return self.seats if self.changes else tuple(range(len(self.totals)))

    @cached_property
    def table(self) -> MatchState:
        """The match as those see it who play the next round; this one itself while everybody plays.

        Forms and rules are given this one: its seats count from 0 without gaps.
        """
        if not self.changes:
            return self
        game, seats = self.game, self.seats
        first_dealer = (seats.index(self.next_dealer) - self.number + 1) % len(seats)

        def of_seats(values: Sequence[Any]) -> tuple[Any, ...]:
            return tuple(values[seat] for seat in seats)

        return replace(
            self, names=of_seats(self.names), first_dealer=first_dealer, changes=(),
            length=game.length(len(seats), self.rules), teams=each_alone(len(seats), self.rules),
            marks=of_seats(self.marks), lines=of_seats(self.lines), totals=of_seats(self.totals),
        )  # fmt: skip

    def table_at(self, number: int) -> MatchState:
        """Return the table of a round without the points before it, for the words of its facts."""
        return replace(self, rounds=(), rounds_ahead=number - 1).table if self.changes else self

    def _deal_of_all(self, deal: Deal) -> Deal:
        cards = dict(zip(self.seats, deal.cards, strict=False))
        by_seat = tuple(cards.get(seat, 0) for seat in range(self.players)) if cards else ()
        return deal._replace(dealer=self.seats[deal.dealer], first=self.seats[deal.first], cards=by_seat)

    # --- The words and bids of a round ---

    def heading_of(self, scored: ScoredRound) -> str:
        table = self.table_at(scored.number)
        return scored.facts.heading(table.deal if self.changes else scored.deal, table)

    def notes_of(self, scored: ScoredRound) -> tuple[str, ...]:
        """Return the note of each side; "" for those who did not play the round."""
        if not self.changes:
            return tuple(scored.facts.notes(scored.deal, self))
        table, notes = self.table_at(scored.number), [""] * self.players
        for seat, note in zip(scored.sides, scored.facts.notes(table.deal, table), strict=True):
            notes[seat] = note
        return tuple(notes)

    def bids_of(self, scored: ScoredRound) -> list[BidMade]:
        if not self.changes:
            return list(scored.facts.bids_made(scored.deal, self))
        table = self.table_at(scored.number)
        return [bid._replace(seat=scored.sides[bid.seat]) for bid in scored.facts.bids_made(table.deal, table)]

    def tricks_of(self, scored: ScoredRound) -> list[TricksTaken]:
        tricks = list(scored.facts.tricks_taken())
        if not self.changes:
            return tricks
        return [one if one.side is None else one._replace(side=scored.sides[one.side]) for one in tricks]

    def side_of(self, seat: int) -> int:
        return next(side for side, seats in enumerate(self.teams) if seat in seats)

    @property
    def seat_marks(self) -> tuple[int, ...]:
        return tuple(self.marks[self.side_of(seat)] for seat in range(self.players))

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        return team_names(self.teams, self.names)

    @cached_property
    def statuses(self) -> tuple[Status, ...]:
        """The status that each side carries over into the next round."""
        if self.table is not self:
            return tuple(status._replace(side=self.seats[status.side]) for status in self.table.statuses)
        return tuple(self.game.status(self))

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winning sides once the match is over by its rules; None before. Who left cannot win."""
        winners = self.game.finish(self.table)
        return None if winners is None else tuple(self.playing[side] for side in winners)

    def points_of(self, facts: RoundFacts) -> tuple[int, ...]:
        """Return the points of each side for checked facts of the next round."""
        lines = self.game.score(facts, self.table)
        return sums((line._replace(side=self.playing[line.side]) for line in lines), len(self.totals))

    @property
    def why_won(self) -> str:
        return self.game.why_won(self.table)

    def scorecard(self, ended: bool = False, decided: Sequence[int] | None = None) -> Scorecard:
        """Return totals, places and winners. `ended`: the table has ended an open-ended match.

        `decided`: the sides that the table named as winners of a match that is over, whatever their totals.
        """
        game, running = self.game, self.is_unfinished
        winners = None if running else self.winners
        if winners is None and ended and game.open_ended(self.rules):
            winners = tuple(self.playing[side] for side in game.winners(self.table.totals))
        if decided is not None and (ended or winners is not None):
            winners = tuple(sorted(decided))
        finished = winners is not None
        standing = places(self.totals, game.lowest_wins, winners, self.playing)

        def next_deal() -> Deal | None:
            if finished:
                return None
            return self.rounds[-1].deal if running else self.deal

        return Scorecard(self.rounds, self.totals, standing, self.playing, winners or (), finished, next_deal)


def after_the_last_round(state: MatchState) -> tuple[int, ...] | None:
    """Return the leaders once every round is played; None before."""
    return state.game.winners(state.totals) if state.length and len(state.rounds) >= state.length else None


def at_target(state: MatchState, target: int, *, alone: bool = False) -> tuple[int, ...] | None:
    """Return the leaders once a side has `target` points; None before, and with `alone` while they are tied."""
    leaders = state.game.winners(state.totals)
    return leaders if max(state.totals) >= target and not (alone and len(leaders) > 1) else None


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """The identity card of a card game: its words, its options and its functions."""

    key: str
    name: str
    summary: str
    seats: range
    # Other names that people use for it.
    other_names: Sequence[str] = ()
    # Position in lists of games; equal numbers are sorted by folder.
    order: int = 1
    # Emblem colour; it tints the game's pages and its place in lists.
    colour: str = "#5b4a2f"
    lowest_wins: bool = False
    # The rules by which a side is paid once, after the last round: those points are not of that round.
    payments: Sequence[str] = ()
    # Whether totals are points. If not, they are the rounds that a side has won, which no figure mixes with points.
    has_points: bool = True
    house_rules: Sequence[Option] = ()
    round_name: str = "round"

    facts: type[RoundFacts]
    # Returns the score lines of checked, complete facts; the state is the match before them.
    score: Callable[[Any, MatchState], Iterable[ScoreLine]]
    # Returns what correct play cannot bring in checked facts; the state is the match before them.
    irregularities: Callable[[Any, MatchState], Iterable[Doubt]] = lambda _facts, _state: ()
    # Returns the deal of a round: players, round number, first dealer, house rules. None if nothing is dealt.
    deal: Callable[[int, int, int, HouseRules], Deal] | None = None
    # Returns the seats of each side; the sides in the order of their first seats.
    teams: Callable[[int, HouseRules], Teams] = each_alone
    # A sentence for the referee, where sources differ about the number of cards.
    deal_note: Callable[[int, HouseRules], str] = lambda _players, _rules: ""
    # Returns the number of rounds of a match; None if the points decide.
    length: Callable[[int, HouseRules], int | None] = lambda _players, _rules: None
    # Returns the total with which every side begins.
    starting_total: Callable[[HouseRules], int] = lambda _rules: 0
    # Raises Impossible if the house rules do not fit this number of players.
    check_table: Callable[[int, HouseRules], None] = lambda _players, _rules: None
    # Returns whether a round scores the same whatever was played before it: only its facts and its deal count.
    rounds_are_independent: Callable[[HouseRules], bool] = lambda _rules: False
    # Returns the winning sides once the match is over; None before.
    finish: Callable[[MatchState], tuple[int, ...] | None] = after_the_last_round
    # Returns why they won, if the totals do not show it; called once the match is over.
    why_won: Callable[[MatchState], str] = lambda _state: ""
    # Returns what carries over to the next round, for the scoreboard.
    status: Callable[[MatchState], Iterable[Status]] = lambda _state: ()
    # Returns the sheets of all sides side by side, in a game whose sheet is filled over the whole match.
    sheet: Callable[[MatchState], Sequence[SheetRow]] = lambda _state: ()
    # Returns what the bids of a running round win or lose; called with checked facts that have all bids.
    stakes: Callable[[Any, MatchState], Iterable[Stake]] = lambda _facts, _state: ()
    # Makes up a believable next round for the demo; the same seed makes the same round.
    simulate: Callable[[Random, MatchState], RoundFacts] | None = None
    # Returns fields of this card that the house rules change, by name, such as `lowest_wins` and `has_points`.
    changed_by: Callable[[HouseRules], Mapping[str, Any]] | None = None
    # Names that a table may give the game, each with its usual house rules; None if the name is fixed.
    known_names: Mapping[str, Mapping[str, Any]] | None = None
    # What many tables play, by the name they have for it: house rules that change the scale of the points. The set-up
    # offers them, and leaves the other house rules as they are.
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # Questions for the referee besides the deal: subclasses of games.core.referee.Question.
    questions: Sequence[type[Struct]] = ()
    highlight_rules: Sequence[HighlightRule] = ()
    bid_highlights: Sequence[BidHighlight] = ()
    # Returns template variables for rules.md besides `rules`. Players: None for any number.
    rules_words: Callable[[HouseRules, int | None], Mapping[str, Any]] = lambda _rules, _players: {}
    # Returns the cards as keys of the referee's page.
    deck: Callable[[HouseRules], CardKeys] = lambda _rules: french_card_keys()

    def with_house_rules(self, chosen: Mapping[str, Any]) -> Game:
        """Return the game as changed by these house rules; Impossible for an unknown house rule."""
        if self.changed_by is None:
            return self
        return _changed(self, tuple(sorted(self.changed_by(HouseRules(self.house_rules, chosen)).items())))

    def with_name(self, name: str) -> Game:
        """Return the game under the name a table gave it. Matches and figures of each name are separate."""
        if not name.strip() or len(name) > MAX_NAME_LENGTH or not name.isprintable() or "/" in name:
            raise Impossible(f"the name of a game has 1 to {MAX_NAME_LENGTH} characters and no slash", "game")
        colour = COLOURS_OF_NAMES[crc32(name.casefold().encode()) % len(COLOURS_OF_NAMES)]
        return replace(self, key=f"{self.key}{NAME_MARK}{name}", name=name, colour=colour)

    @property
    def is_named(self) -> bool:
        return NAME_MARK in self.key

    @property
    def requires_name(self) -> bool:
        """Whether a table must name the game before a match."""
        return self.known_names is not None and not self.is_named

    @property
    def suggested_rules(self) -> Mapping[str, Any]:
        """House rules suggested to a club that has not played the game."""
        return (self.known_names or {}).get(self.name, {})

    @property
    def deals_cards(self) -> bool:
        return self.deal is not None

    @property
    def starter_verb(self) -> str:
        return "deals" if self.deal else "goes first"

    @property
    def has_stakes(self) -> bool:
        return self.stakes is not Game.stakes

    @property
    def has_referee(self) -> bool:
        return bool(self.questions) or self.deals_cards

    def open_ended(self, rules: HouseRules) -> bool:
        """Whether the table decides when the match is over."""
        endings = [option for option in self.house_rules if isinstance(option, EndingOption)]
        relevant = [ending for ending in endings if ending.is_relevant(self.seats[0], rules)]
        return any(rules.in_force[ending.name] == ending.default for ending in relevant)

    def leaders(self, totals: Sequence[int]) -> tuple[int, ...]:
        """Return the sides with the best total."""
        best = (min if self.lowest_wins else max)(totals)
        return tuple(side for side, total in enumerate(totals) if total == best)

    def total_text(self, total: int) -> str:
        """Return the total of a side, where it stands after its name: “−31”, or “won 3”."""
        return minus(total) if self.has_points else f"won {total}"

    def winners(self, totals: Sequence[int]) -> tuple[int, ...]:
        """Return the leaders of a match that is over: nobody if no side has won a round."""
        return self.leaders(totals) if self.has_points or any(totals) else ()

    def check_seats(self, players: int) -> None:
        if players not in self.seats:
            raise Impossible(f"{self.name} is for {self.seats_in_words}, not {minus(players)}", "players")

    @property
    def seats_in_words(self) -> str:
        fewest, most = self.seats[0], self.seats[-1]
        return plural(fewest, "player") if fewest == most else f"{fewest} to {most} players"

    def deal_of(self, players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
        """Return the deal of a round; Impossible if there is no such round."""
        length = self.length(players, rules)
        if number < 1:
            raise Impossible(f"the first {self.round_name} is number 1, not {minus(number)}", "round")
        if length and number > length:
            raise Impossible(
                f"with {plural(players, 'player')} the game has {plural(length, self.round_name)}", "round"
            )
        if self.deal is None:
            starter = dealer_of(players, number, first_dealer)
            return Deal(number, starter, (), 0, starter)
        return self.deal(players, number, first_dealer, rules)

    def table(
        self, names: Sequence[str], first_dealer: int, house_rules: dict[str, Any], marks: Sequence[int] = (),
        changes: SeatChanges = (),
    ) -> MatchState:  # fmt: skip
        """Return the state before the first round; Impossible for a table that cannot play this game.

        `marks`: the number of each side's mark; in the order of the sides if empty. `changes`: who joins and leaves;
        `names` are all who ever play.
        """
        players = len(names)
        if not changes:
            self.check_seats(players)
        if not 0 <= first_dealer < players:
            raise Impossible(f"who dealt first: {not_found_error('player', names)}", "first_dealer")
        rules = HouseRules(self.house_rules, house_rules)
        game = self.with_house_rules(house_rules)
        if changes:
            check_changes(game, players, rules, changes)
        else:
            self.check_table(players, rules)
        teams = tuple(tuple(seats) for seats in self.teams(players, rules))
        length, sides = self._longest(players, rules, changes), len(teams)
        marks = tuple(marks or range(sides))
        starts = {change.seat: change.total for change in changes if change.total is not None}
        totals = tuple(starts.get(side, self.starting_total(rules)) for side in range(sides))
        return MatchState(
            game, tuple(names), first_dealer, rules, length, teams, marks, (), ((),) * sides, totals, changes=changes
        )

    def _longest(self, players: int, rules: HouseRules, changes: SeatChanges) -> int | None:
        """Return the number of rounds; the most of any table if players join or leave."""
        tables = {len(seats_at(number, players, changes)) for number in (1, *(change.round for change in changes))}
        lengths = [self.length(seats, rules) for seats in tables]
        return max((length for length in lengths if length), default=None)

    def play(self, state: MatchState, facts: RoundFacts) -> MatchState:
        """Return the state after one more round; ImpossibleRound if its facts are impossible."""
        return play_round(state, facts)

    def replay(self, state: MatchState, rounds: Iterable[RoundFacts]) -> MatchState:
        """Return the state after these rounds, oldest first; ImpossibleRound has the number of an impossible one."""
        for facts in rounds:
            if state.is_unfinished:
                unfinished = f"was not finished, but another {self.round_name} follows"
                raise ImpossibleRound(unfinished).in_round(state.number - 1, self.round_name)
            try:
                state = self.play(state, facts)
            except IrregularRound as error:
                raise error.in_round(state.number, self.round_name) from None
            except Impossible as error:
                refused = ImpossibleRound(error.message, error.field)
                raise refused.in_round(state.number, self.round_name) from None
        return state

    @cached_property
    def folder(self) -> Path:
        return Path(str(import_module(self.facts.__module__).__file__)).parent

    @property
    def all_statistics(self) -> tuple[Statistic, ...]:
        of_every_game = STATISTICS_OF_EVERY_GAME if self.has_points else STATISTICS_WITHOUT_POINTS
        return (*of_every_game, *read_statistics(self.folder).statistic)

    @property
    def all_record_kinds(self) -> tuple[RecordKind, ...]:
        of_every_game = [
            replace(kind, excluded=tuple(self.payments)) if kind.source == "lines" else kind
            for kind in RECORDS_OF_EVERY_GAME
        ]
        return (*(of_every_game if self.has_points else ()), *read_statistics(self.folder).record)


# Equal arguments return the same object: play_round and the caches of a game find it by identity.
@lru_cache(maxsize=1000)
def _changed(game: Game, fields: tuple[tuple[str, Any], ...]) -> Game:
    changes = {name: value for name, value in fields if getattr(game, name) != value}
    return replace(game, **changes) if changes else game


# States compare by identity: the same facts after the same state give the same next state, so a round is checked and
# scored once for its form, its save and the pages after it. Errors are not cached.
@lru_cache(maxsize=2000)
def play_round(state: MatchState, facts: RoundFacts) -> MatchState:
    if state.table is not state:
        return _with_all(state, play_round(state.table, facts).rounds[-1])
    game, number = state.game, state.number
    if state.is_unfinished:
        raise ImpossibleRound(f"{game.round_name} {number - 1} was not finished")
    if game.finish(state) is not None:
        raise ImpossibleRound(f"the game was over after {game.round_name} {number - 1}")
    try:
        facts.check(state)
    except Impossible as error:
        raise ImpossibleRound(error.message, error.field) from None
    doubt = next(iter(game.irregularities(facts, state)), None)
    if doubt and not facts.irregular:
        raise IrregularRound(*doubt)
    if facts.irregular and not doubt:
        facts = structs.replace(facts, irregular=False)  # no doubt, so nothing to confirm
    lines = tuple(game.score(facts, state)) if facts.is_complete else ()
    points = sums(lines, len(state.totals))
    totals = tuple(map(int.__add__, state.totals, points))
    irregular = doubt is not None
    return _after(state, ScoredRound(state.deal, facts, lines, points, totals, state.playing, irregular))


def _with_all(state: MatchState, played: ScoredRound) -> MatchState:
    """Return the state after a round, given as those scored it who played it."""
    lines = tuple(line._replace(side=state.seats[line.side]) for line in played.lines)
    points = sums(lines, len(state.totals))
    totals = tuple(map(int.__add__, state.totals, points))
    scored = replace(played, deal=state.deal, lines=lines, points=points, totals=totals, sides=state.playing)
    return _after(state, scored)


def _after(state: MatchState, scored: ScoredRound) -> MatchState:
    by_side = tuple(
        (*old, *(line for line in scored.lines if line.side == side)) for side, old in enumerate(state.lines)
    )
    return replace(state, rounds=(*state.rounds, scored), lines=by_side, totals=scored.totals)
