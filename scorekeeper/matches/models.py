"""The record of the table: matches and their rounds, the ledger made from them, and their history."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import DEFAULT_DB_ALIAS, models
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.functional import cached_property

from games.core.deal import Teams, team_names
from games.core.definition import Game, MatchState
from games.core.errors import Impossible
from games.core.facts import MAX_KIND_LENGTH, RoundFacts
from games.core.keypad import different_marks
from games.core.registry import find
from games.core.round_form import open_form
from games.core.schema import plain, read
from games.core.scorecard import Scorecard
from scorekeeper.clubs.models import ActiveManager, Club, Device, Player, SoftDeleteManager
from scorekeeper.clubs.names import MAX_NAME_LENGTH
from scorekeeper.server.database import LARGEST_ID, fetch_rows, from_stored

# What each page and each save reads, written out: putting it together takes Django ten times as long as asking it.
SEAT_AND_PLAYER = """
    seat.id, seat.match_id, seat.number, seat.side, seat.player_id, seat.total, seat.place, seat.won,
    clubs_player.name, clubs_player.mark
"""
SEATED = f"""
    SELECT {{columns}}, {SEAT_AND_PLAYER}
    FROM matches_match JOIN matches_seat seat ON seat.match_id = matches_match.id
    JOIN clubs_player ON clubs_player.id = seat.player_id
    WHERE matches_match.id {{chosen}} ORDER BY matches_match.id, seat.number
"""  # noqa: S608 -- ours
SEATS = f"""
    SELECT {SEAT_AND_PLAYER}
    FROM matches_seat seat JOIN clubs_player ON clubs_player.id = seat.player_id
    WHERE seat.match_id IN ({{matches}}) ORDER BY seat.number
"""  # noqa: S608 -- the same
SEAT = ["id", "match_id", "number", "side", "player_id", "total", "place", "won"]
PLAYER = ["id", "club_id", "name", "mark"]
ROUNDS = "SELECT facts FROM matches_round WHERE match_id = %s ORDER BY number"


class Compact(json.JSONEncoder):
    """JSON without spaces: what is kept of every round."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"separators": (",", ":")})


class Match(models.Model):
    """One match of one game. `version` counts its changes; `finished`, `ended` and the seats' standing follow from it.

    `night_date`: the date of its game night. `ended_by_table`: the players ended it themselves. `needs_recount`:
    changed since the club's statistics were last counted. `names_version`: how often one of its players got another
    name or mark. `draft`: the unsaved answers for the next round. `key`: the form that started it. `deleted`: when it
    was soft-deleted. `locked_by`: the device that entered something last, `locked_at` when.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="matches")
    key = models.UUIDField(null=True, unique=True)
    game_key = models.CharField(max_length=40)
    first_dealer = models.PositiveSmallIntegerField()
    house_rules = models.JSONField(default=dict)
    started = models.DateTimeField()
    night_date = models.DateField()
    ended_by_table = models.BooleanField(default=False)
    night = models.TextField(default="")
    notes = models.TextField(default="")
    draft = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    needs_recount = models.BooleanField(default=True)
    names_version = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(default=False)
    ended = models.DateTimeField(null=True)
    deleted = models.DateTimeField(null=True)
    locked_by = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    locked_at = models.DateTimeField(null=True)

    # The first one is what every list and count goes by: who means the deleted ones too has to say so.
    objects = ActiveManager["Match"]()
    everything = SoftDeleteManager["Match"]()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ended=None) | Q(ended_by_table=True) | Q(finished=True), name="what_goes_on_has_not_ended"
            )
        ]
        indexes = [
            models.Index(fields=["club", "-started"], name="match_recent"),
            models.Index(fields=["club", "-night_date"], name="match_by_night"),
            models.Index(fields=["club"], condition=Q(needs_recount=True), name="match_uncounted"),
            models.Index(
                fields=["club", "-started"], condition=Q(ended_by_table=False, finished=False), name="match_open"
            ),
            models.Index(fields=["club", "-deleted"], condition=Q(deleted__isnull=False), name="match_deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.game.name}, {', '.join(self.names)}"

    @classmethod
    def at(cls, pk: int) -> Match:
        match = cls.shown(min(pk, LARGEST_ID))
        if match.deleted:
            raise cls.DoesNotExist
        return match

    @classmethod
    def shown(cls, pk: int) -> Match:
        found = cls.with_their_seats("= %s", pk)
        if not found:
            raise cls.DoesNotExist
        return found[0]

    @classmethod
    def with_their_seats(cls, chosen: str, *given: Any) -> list[Match]:
        """Return matches with their seats, in one statement, by id; `chosen` says in SQL which ids."""
        columns, found, people = [field.attname for field in cls._meta.concrete_fields], [], dict[int, Player]()
        named = ", ".join(f"matches_match.{column}" for column in columns)
        for _, rows in groupby(fetch_rows(SEATED.format(columns=named, chosen=chosen), *given), itemgetter(0)):
            first, *others = rows
            match = cls.from_db(DEFAULT_DB_ALIAS, columns, from_stored(cls, first[: len(columns)]))
            match.seat_list = [Seat.from_row(match, row[len(columns) :], people) for row in (first, *others)]
            found.append(match)
        return found

    @property
    def game(self) -> Game:
        return find(self.game_key)

    @cached_property
    def seat_list(self) -> list[Seat]:
        """The seats with their players, clockwise from seat 0."""
        return list(self.seats.select_related("player").order_by("number"))

    @cached_property
    def names(self) -> list[str]:
        return [seat.player.name for seat in self.seat_list]

    @property
    def teams(self) -> Teams:
        sides = range(1 + max(seat.side for seat in self.seat_list))
        return [[seat.number for seat in self.seat_list if seat.side == side] for side in sides]

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        return team_names(self.teams, self.names)

    @cached_property
    def side_marks(self) -> tuple[int, ...]:
        """The number of each side's mark: that of one of its players."""
        return different_marks([[self.seat_list[seat].player.mark for seat in seats] for seats in self.teams])

    @cached_property
    def table(self) -> MatchState:
        house_rules = json.dumps(self.house_rules, sort_keys=True)
        return _first_state(self.game, tuple(self.names), self.first_dealer, house_rules, self.side_marks)

    @cached_property
    def round_facts(self) -> list[RoundFacts]:
        return [read_facts(facts, self.game.facts) for (facts,) in fetch_rows(ROUNDS, self.pk)]

    @cached_property
    def state(self) -> MatchState:
        return self.game.fold(self.table, self.round_facts)

    def before(self, number: int) -> MatchState:
        """The match before one of its rounds (from 1), or before the one to come."""
        facts = self.round_facts
        return self.state if number > len(facts) else self.game.fold(self.table, facts[: number - 1])

    @property
    def scorecard(self) -> Scorecard:
        return self.game.scorecard(self.state, ended=self.ended_by_table)

    @property
    def is_open(self) -> bool:
        return not (self.ended_by_table or self.finished)

    @property
    def goes_on(self) -> bool:
        """Whether another round can be entered: not where all are played, whatever a record altered by hand says."""
        return self.is_open and self.game.finish(self.state) is None

    @property
    def next_dealer(self) -> int:
        if self.game.dealer is not None:
            return self.state.next_dealer
        return (self.first_dealer + self.rounds.count()) % len(self.seat_list)

    @property
    def unfinished(self) -> list[RoundFacts]:
        if not self.draft or self.game.finish(self.state) is not None:
            return []
        facts = open_form(self.state, self.draft).unfinished()
        return [facts] if facts is not None and not facts.is_complete and plain(facts) else []

    def move_on(self, state: MatchState, **columns: Any) -> None:
        for name, value in columns.items():
            setattr(self, name, value)
        self.state, self.round_facts = state, [scored.facts for scored in state.rounds]


def find_match(club: Club, pk: int) -> Match:
    try:
        match = Match.at(pk)
    except Match.DoesNotExist:
        raise Http404 from None
    if match.club_id != club.pk:
        raise Http404
    match.club = club
    return match


# The same table and the same text give the same objects, so that Game.play finds what it has scored before.
@lru_cache(maxsize=200)
def _first_state(
    game: Game, names: tuple[str, ...], first_dealer: int, house_rules: str, marks: tuple[int, ...]
) -> MatchState:
    return game.table(names, first_dealer, json.loads(house_rules), marks)


@lru_cache(maxsize=2000)
def read_facts(facts: str, kind: type[RoundFacts]) -> RoundFacts:
    return read(json.loads(facts), kind)


class Seat(models.Model):
    """A place at the table, clockwise from 0; `total`, `place` and `won` are its side's, worked out."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    total = models.BigIntegerField(default=0)
    place = models.PositiveSmallIntegerField(default=1)
    won = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_sits_once"),
            models.CheckConstraint(condition=Q(side__lte=models.F("number")), name="sides_are_of_seats"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"

    @classmethod
    def from_row(cls, match: Match, row: Any, people: dict[int, Player]) -> Seat:
        """Return a seat of a match; `people` are those met before, each of whom is made once."""
        *facts, name, mark = row
        seat = cls.from_db(DEFAULT_DB_ALIAS, SEAT, facts)
        seat.won, seat.match = bool(seat.won), match
        player = people.get(seat.player_id)
        if player is None:
            player = Player.from_db(DEFAULT_DB_ALIAS, PLAYER, [seat.player_id, match.club_id, name, mark])
            people[seat.player_id] = player
        seat.player = player
        return seat


def with_seats(matches: QuerySet[Match]) -> list[Match]:
    """Read matches, and the seats of all of them with their players in one more statement."""
    found, people = list(matches), dict[int, Player]()
    by_pk = {match.pk: match for match in found}
    for match in found:
        match.seat_list = []
    rows = fetch_rows(SEATS.format(matches=", ".join(["%s"] * len(by_pk))), *by_pk) if by_pk else []
    for row in rows:
        match = by_pk[row[SEAT.index("match_id")]]
        match.seat_list.append(Seat.from_row(match, row, people))
    return found


def check_apart(names: Sequence[str], players: Sequence[Player]) -> None:
    sitting: dict[int, str] = {}
    for name, player in zip(names, players, strict=True):
        other = sitting.setdefault(player.pk, name)
        if other != name:
            raise Impossible(f"{other} and {name} are the same player", "players")


class Round(models.Model):
    """What happened in one round: `facts` is read and written only through the game's `RoundFacts`.

    Two drafts hang on it: `correction`, and `insertion` of a missed round before it.
    """

    match = models.ForeignKey("matches.Match", models.CASCADE, db_index=False, related_name="rounds")
    number = models.PositiveIntegerField()
    facts = models.JSONField(encoder=Compact)
    correction = models.JSONField(null=True)
    insertion = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="round_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


UNDONE, REDONE = "undone", "redone"
VERBS = ("played", "inserted", "corrected", "deleted", "finished", UNDONE, REDONE)


class Entry(models.Model):
    """One change of a match: what stood there before, and where it stands after. Never altered.

    `after` is kept without facts: whatever changes them keeps them as its `before`. See entries_of. `key` and `digest`
    are those of its EntryRequest.
    """

    match = models.ForeignKey("matches.Match", models.CASCADE, db_index=False, related_name="entries")
    number = models.PositiveIntegerField()
    verb = models.CharField(max_length=10)
    before = models.JSONField(null=True, encoder=Compact)
    after = models.JSONField(null=True, encoder=Compact)
    undoes = models.ForeignKey("self", models.CASCADE, null=True, db_index=False, related_name="undone_by")
    key = models.BigIntegerField()
    digest = models.BigIntegerField()
    # Nobody asks for the entries of a device, and devices go with their club only.
    device = models.ForeignKey(Device, models.SET_NULL, null=True, db_index=False, db_constraint=False)
    at = models.DateTimeField(auto_now_add=True)

    number_now: int | None = None
    """Of its round, which others may have moved since; of entries_of."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "key"], name="entry_counts_once"),
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_version"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entries_count_from_one"),
            models.CheckConstraint(condition=Q(verb__in=VERBS), name="entry_has_a_known_verb"),
            models.CheckConstraint(
                condition=Q(before__isnull=False) | Q(after__isnull=False), name="entry_changes_something"
            ),
            models.CheckConstraint(
                condition=Q(verb__in=[UNDONE, REDONE], undoes__isnull=False)
                | ~Q(verb__in=[UNDONE, REDONE]) & Q(undoes__isnull=True),
                name="only_undoing_undoes",
            ),
        ]
        indexes = [models.Index(fields=["undoes"], condition=Q(undoes__isnull=False), name="entry_undone_by")]
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"{self.verb} {self.round_number or ''}".strip()

    @property
    def round_number(self) -> int | None:
        number: int | None = (self.after or self.before or {}).get("number")
        return number


def entries_of(match: Match) -> list[Entry]:
    """Return the history of a match, the newest entry first, each with the facts it left in `after`."""
    entries = list(match.entries.select_related("device"))
    rounds = match.rounds.in_bulk()
    facts = {pk: found.facts for pk, found in rounds.items()}
    for entry in entries:
        pk = (entry.after or entry.before or {}).get("round")
        entry.number_now = rounds[pk].number if pk in rounds else None
        if entry.after and pk in facts:
            entry.after["facts"] = facts[pk]
        if entry.before and pk:
            facts[pk] = entry.before["facts"]  # what the change before this one left there
    return entries


def undone_entries(entries: Iterable[tuple[int, int | None]]) -> set[int]:
    """Return which entries do not stand, given all as (id, the id it undoes), the newest first.

    An entry is undone by a later one that stands itself: undoing an undo is redoing.
    """
    back: set[int] = set()
    for entry, undoes in entries:
        if undoes is not None and entry not in back:
            back.add(undoes)
    return back


class PlayerMerge(models.Model):
    """`duplicate` became another name of `player`; `seats` and `names`: the ids of what moved and can move back."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    duplicate = models.ForeignKey(Player, models.CASCADE, related_name="+")
    seats = models.JSONField()
    names = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)
    undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.duplicate} is {self.player}"


class HouseRulePreset(models.Model):
    """House rules of a game that a club saved under a name; `house_rules`: those that differ from the default."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="presets")
    game_key = models.CharField(max_length=40)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    house_rules = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "game_key", "name"], name="preset_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="preset_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def game(self) -> Game:
        return find(self.game_key)

    @property
    def rules(self) -> dict[str, Any]:
        """The house rules that the game still has, with values it still takes."""
        options = {option.name: option for option in self.game.house_rules}
        known = {name: value for name, value in self.house_rules.items() if name in options}
        return {name: value for name, value in known.items() if options[name].accepts(value)}


class Bid(models.Model):
    """A row of the ledger: one bid, how high, or which special bid; `made` is unknown until the round is played.

    `hand`: all tricks of the round; `taken`: those of the bidder's side.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="bids")
    # It goes with its round: an index to find it by its seat as well would take as much room as the bid.
    seat = models.ForeignKey(Seat, models.DO_NOTHING, db_index=False, db_constraint=False, related_name="+")
    level = models.SmallIntegerField(null=True)
    kind = models.CharField(max_length=MAX_KIND_LENGTH, default="")
    made = models.BooleanField(null=True)
    hand = models.PositiveIntegerField(default=0)
    taken = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(level__isnull=False) | ~Q(kind=""), name="bid_says_something"),
        ]

    def __str__(self) -> str:
        return self.kind or str(self.level)


class Trick(models.Model):
    """A row of the ledger: what a side took in a round, by kind; no side where it went to nobody."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tricks")
    side = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=MAX_KIND_LENGTH, default="")
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.count} {self.kind}".strip()


class Line(models.Model):
    """A row of the ledger: points of a side in a round, with their rule and the reason in words."""

    # The index on rounds below serves to follow it, too.
    round = models.ForeignKey(Round, models.CASCADE, db_index=False, related_name="lines")
    side = models.PositiveSmallIntegerField()
    points = models.BigIntegerField()
    rule = models.CharField(max_length=40)
    reason = models.TextField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(rule=""), name="line_has_a_rule")]
        indexes = [models.Index(fields=["round", "rule", "side", "points"], name="line_by_rule")]

    def __str__(self) -> str:
        return f"{self.points} {self.reason}"
