"""The models of matches: the match with its seats and rounds, its log, unsaved answers, the ledger; presets, merges."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db import models
from django.db.models import Case, Count, Exists, F, Max, OuterRef, Prefetch, Q, Value, When
from django.utils import timezone
from django.utils.functional import cached_property

from games.core.deal import Teams, team_names
from games.core.definition import NAME_MARK, Game, MatchState
from games.core.facts import MAX_KIND_LENGTH, RoundFacts
from games.core.joining import SeatChange, SeatChanges, dealer_at, seats_at
from games.core.keypad import different_marks
from games.core.registry import find, totals_of
from games.core.round_form import MAX_ANSWER_LENGTH, form_class, open_form
from games.core.schema import plain, read
from games.core.scorecard import Scorecard, stopped_in_words
from games.core.scoresheet import MAX_ROUND_NOTE_LENGTH, Decision
from games.core.seats import Reseating
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.models import ActiveManager, Club, Device, Player, Role, SoftDeleteManager
from scorekeeper.clubs.security_log import record
from scorekeeper.matches.conflicts import LockedByOther, VersionConflict

# The usual games of a club are those of this many last matches.
MATCHES_OF_USUAL_GAMES = 40
# A match without an entry for this long was started by mistake.
UNPLAYED_LIFETIME = timedelta(hours=1)
# An edit lock expires when its device has entered nothing for this long.
LOCK_LIFETIME = timedelta(minutes=3)


# Hexadecimal digits of a token: the first 60 bits of a UUID.
TOKEN_LENGTH = 15


def token_of(key: UUID) -> str:
    return key.hex[:TOKEN_LENGTH]


# --- A match, its seats and its rounds ---


class SideOutcome(NamedTuple):
    mark: int
    emoji: str
    name: str
    total: str
    won: bool


def decision_in(decided: Mapping[str, Any]) -> Decision:
    return Decision(winners=tuple(decided["winners"]), why=decided["why"])


def named_winners(
    decided: Mapping[str, Any] | None, totals: Sequence[int], playing: Collection[int]
) -> Sequence[int] | None:
    """Return the winners that the table named; None if it named none, or at other totals, or one of them has left."""
    is_in_force = decided and decided["totals"] == list(totals) and {*decided["winners"]} <= {*playing}
    return decided["winners"] if decided and is_in_force else None


class MatchQuerySet(models.QuerySet["Match"]):
    def with_seats(self) -> MatchQuerySet:
        """Prefetch the seats with their players."""
        seats = Seat.objects.select_related("player", "stand_in").order_by("number")
        return self.prefetch_related(Prefetch("seats", seats, to_attr="seat_list"))  # type: ignore[no-redef]

    def with_rounds(self) -> MatchQuerySet:
        rounds = Round.objects.order_by("number")
        return self.prefetch_related(Prefetch("rounds", rounds, to_attr="round_list"))  # type: ignore[no-redef]

    def with_round_count(self) -> MatchQuerySet:
        return self.annotate(round_count=Count("rounds"))  # type: ignore[no-redef]

    def active(self) -> MatchQuerySet:
        """Exclude finished and stopped matches, and those started by mistake."""
        return self.filter(ended_by_table=False, finished=False).exclude(pk__in=Match.objects.unplayed().values("pk"))

    def unplayed(self) -> MatchQuerySet:
        """Return the matches started by mistake: an hour after the players sat down nobody has entered anything."""
        since = timezone.now() - UNPLAYED_LIFETIME
        # A match of an earlier day starts in the past, so the time its players sat down counts as well.
        seated = Seat.objects.filter(match=OuterRef("pk"), player__last_played__gt=since)
        nothing = {"version": 0, "answers": None, "finished": False}
        return self.filter(~Exists(seated), started__lte=since, **nothing)

    def names_of(self, club: Club, game: Game) -> list[str]:
        """Return the names under which a club has played a named game or saved house rules, the latest first."""
        named = Q(game_key__startswith=f"{game.key}{NAME_MARK}")
        keys = self.filter(named, club=club).values("game_key")
        latest = keys.annotate(latest=Max("started")).order_by("-latest").values_list("game_key", flat=True)
        saved = club.presets.filter(named).order_by("-pk").values_list("game_key", flat=True)
        return [find(key).name for key in dict.fromkeys([*latest, *saved])]

    def usual_games(self, club: Club) -> list[Game]:
        """Return the two games that a club has played most often in its last matches."""
        keys = self.filter(club=club).order_by("-started", "-pk").values_list("game_key", flat=True)
        return [find(key) for key, _ in Counter(keys[:MATCHES_OF_USUAL_GAMES]).most_common(2)]

    def free_for(self, device: Device) -> MatchQuerySet:
        """Filter out matches locked by another device that may still score."""
        others = Device.objects.filter(pk=OuterRef("locked_by"), revoked=None, role__gte=Role.SCORER)
        expired = Q(locked_at__lte=timezone.now() - LOCK_LIFETIME)
        return self.filter(Q(locked_by=None) | Q(locked_by=device) | expired | ~Exists(others))


class Match(models.Model):
    """One match of one game. `version` counts its changes; `finished`, `ended` and the seats' standing follow from it.

    `night_date`: the date of its game night. `ended_by_table`: the players ended it themselves. `decided`: `winners`
    that the table named, `why`, and at which `totals`; at others it says nothing. `names_version`: how often one of its
    players got another name or mark. `key`: from the form that started it, and in its file, so
    that neither counts twice in a club. `deleted`: when it was soft-deleted, `deleted_by`: on which device; None if
    nobody played it. `seat_changes`: who joined and left, read by `changes`. `locked_by`: the device that entered
    something last, `locked_at` when. `token` names this version for forms, polls and caches: the token of the entry
    which made it, "0" at the beginning. After a restore the same numbers come again, but no token does.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="matches")
    key = models.UUIDField(default=uuid4)
    game_key = models.CharField(max_length=60)
    first_dealer = models.PositiveSmallIntegerField()
    house_rules = models.JSONField(default=dict)
    started = models.DateTimeField()
    night_date = models.DateField()
    ended_by_table = models.BooleanField(default=False)
    decided = models.JSONField(null=True)
    night = models.TextField(default="")
    notes = models.TextField(default="")
    version = models.PositiveIntegerField(default=0)
    token = models.CharField(max_length=TOKEN_LENGTH, default="0")
    names_version = models.PositiveIntegerField(default=0)
    seat_changes = models.JSONField(default=list)
    finished = models.BooleanField(default=False)
    ended = models.DateTimeField(null=True)
    deleted = models.DateTimeField(null=True)
    deleted_by = models.ForeignKey(Device, models.SET_NULL, null=True, db_index=False, related_name="+")
    locked_by = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    locked_at = models.DateTimeField(null=True)

    # The default manager leaves out deleted matches.
    objects = ActiveManager.from_queryset(MatchQuerySet)()
    everything = SoftDeleteManager.from_queryset(MatchQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="match_key_once"),
            models.CheckConstraint(
                condition=Q(ended=None) | Q(ended_by_table=True) | Q(finished=True), name="what_goes_on_has_not_ended"
            ),
        ]
        indexes = [
            models.Index(fields=["club", "-started"], name="match_recent"),
            models.Index(fields=["club", "-night_date"], name="match_by_night"),
            models.Index(
                fields=["club", "-started"], condition=Q(ended_by_table=False, finished=False), name="match_open"
            ),
            models.Index(fields=["club", "-deleted"], condition=Q(deleted__isnull=False), name="match_deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.game.name}, {', '.join(self.names)}"

    # --- The table ---

    @property
    def game(self) -> Game:
        game = find(self.game_key)
        return game.with_house_rules(self.house_rules) if game.changed_by else game

    @property
    def has_totals_only(self) -> bool:
        """Whether it is a match of a game that has rules here, kept on a sheet by its name."""
        return totals_of(self.game) is not None

    @cached_property
    def seat_list(self) -> list[Seat]:
        """The seats with their players, clockwise from seat 0."""
        return list(self.seats.select_related("player", "stand_in").order_by("number"))

    @cached_property
    def names(self) -> list[str]:
        return [seat.player.name for seat in self.seat_list]

    @property
    def teams(self) -> Teams:
        sides = range(1 + max(seat.side for seat in self.seat_list))
        return [[seat.number for seat in self.seat_list if seat.side == side] for side in sides]

    @cached_property
    def changes(self) -> SeatChanges:
        """Who joined and left, in the order in which they did."""
        return tuple(read(change, SeatChange) for change in self.seat_changes)

    @property
    def changes_in_words(self) -> list[str]:
        return [change.in_words(self.names[change.seat], self.game.round_name) for change in self.changes]

    @property
    def seats_at_table(self) -> list[Seat]:
        """The seats that play the next round, or played to the end: `MatchState.seats`, without the rounds."""
        return [seat for seat in self.seat_list if not seat.left]

    @property
    def next_names(self) -> list[str]:
        """The names of who plays the next match of these seats: who stands in does so for one evening."""
        is_tonight = self.night_date == self.club.night_date_of(timezone.now())
        return [(seat.current_player if is_tonight else seat.player).name for seat in self.seats_at_table]

    def seat_ids(self, number: int) -> str:
        """Return the ids of the seats that play a round, by which a form says for whom it was drawn: “17.19.18”."""
        return ".".join(str(self.seat_list[seat].pk) for seat in seats_at(number, len(self.seat_list), self.changes))

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        return team_names(self.teams, self.names)

    @cached_property
    def side_marks(self) -> tuple[int, ...]:
        """The mark of each side: that of one of its players."""
        return different_marks([[self.seat_list[seat].player.mark for seat in seats] for seats in self.teams])

    @cached_property
    def side_emojis(self) -> tuple[str, ...]:
        """The emoji of each player who plays alone; partners have none."""
        return tuple(self.seat_list[seats[0]].player.emoji if len(seats) == 1 else "" for seats in self.teams)

    @cached_property
    def initial_state(self) -> MatchState:
        """The match before its first round."""
        return self.table_of(self.names, self.side_marks, self.changes)

    def table_of(self, names: Sequence[str], marks: Sequence[int], changes: SeatChanges) -> MatchState:
        """Return the match before its first round, if these were all who ever play it."""
        house_rules = json.dumps(self.house_rules, sort_keys=True)
        return _cached_initial_state(self.game, tuple(names), self.first_dealer, house_rules, tuple(marks), changes)

    def table_in_order(self, change: Reseating) -> MatchState:
        """Return the match before its first round with its players in another order: who dealt first is the same."""
        names, marks = [self.names[old] for old in change.seats], [self.side_marks[old] for old in change.sides]
        return self.game.table(names, change.seats.index(self.first_dealer), self.house_rules, marks)

    # --- The rounds ---

    @cached_property
    def round_list(self) -> list[Round]:
        return list(self.rounds.order_by("number"))

    @cached_property
    def round_count(self) -> int:
        """The number of saved rounds. See `with_round_count`."""
        return len(self.round_list)

    @cached_property
    def round_facts(self) -> list[RoundFacts]:
        rounds, kind = self.round_list, self.game.facts
        return [read(row.facts, kind) for row in rounds]

    @cached_property
    def stand_ins(self) -> dict[int, dict[int, Player]]:
        """Players in the seats of others, by number of the round and seat."""
        by_number: dict[int, dict[int, Player]] = {}
        for row in StandIn.objects.filter(round__match=self).select_related("round", "seat", "player"):
            by_number.setdefault(row.round.number, {})[row.seat.number] = row.player
        return by_number

    @cached_property
    def earlier_facts(self) -> RoundFacts | None:
        """The last round of the club's previous match, for the form of the first; None if nothing depends on it."""
        if not form_class(self.game).follows_last_round:
            return None
        if self.round_facts:  # a round is inserted before them
            return self.round_facts[0]
        matches = Match.objects.filter(club=self.club_id, game_key=self.game_key)
        rounds = Round.objects.filter(match__in=matches).order_by("-match__started", "-number")
        facts = rounds.values_list("facts", flat=True).first()
        return None if facts is None else read(facts, self.game.facts)

    @cached_property
    def state(self) -> MatchState:
        return self.game.replay(self.initial_state, self.round_facts)

    def state_before(self, number: int) -> MatchState:
        """Return the state before a round (from 1), or before the next one."""
        facts = self.round_facts
        return self.state if number > len(facts) else self.game.replay(self.initial_state, facts[: number - 1])

    def table_before(self, number: int) -> MatchState:
        """Return the state before a round as those see it who play it: for forms and the words of facts."""
        return self.state_before(number).table

    @property
    def scorecard(self) -> Scorecard:
        return self.state.scorecard(
            self.ended_by_table, named_winners(self.decided, self.state.totals, self.state.playing)
        )

    @property
    def decision(self) -> Decision | None:
        """Who the table said has won, and why; None if the rules said it."""
        playing = {seat.side for seat in self.seats_at_table}
        is_in_force = self.finished and named_winners(self.decided, self.side_totals, playing) is not None
        return decision_in(self.decided) if self.decided and is_in_force else None

    @property
    def side_totals(self) -> list[int]:
        return [total for _, total in sorted({seat.side: seat.total for seat in self.seat_list}.items())]

    # A match is open, finished or stopped. It is finished once its game has winners: by its rules, or because the table
    # has ended a match without an ending of its own. It is stopped if the table ended it before: nobody has won it, and
    # no figure of matches counts it.

    @property
    def is_open(self) -> bool:
        return not (self.ended_by_table or self.finished)

    @property
    def is_stopped(self) -> bool:
        return self.ended_by_table and not self.finished

    @property
    def stopped_in_words(self) -> str:
        """Its end in words: “stopped after 1 hand: Noam and Ben ahead”; "" if it was not stopped."""
        if not self.is_stopped:
            return ""
        places = {self.side_names[seat.side]: seat.place for seat in self.seats_at_table}
        return stopped_in_words(self.round_count, self.game.round_name, places)

    @property
    def goes_on(self) -> bool:
        """Whether another round can be entered. A record altered by hand may be open with all rounds played."""
        return self.is_open and self.state.winners is None

    @property
    def outcome(self) -> list[SideOutcome]:
        """The results of the sides, the best first."""
        by_side = {seat.side: seat for seat in self.seat_list}
        ranked = sorted(by_side.values(), key=lambda seat: (seat.place, seat.side))
        names, marks, total_text = self.side_names, self.side_marks, self.game.total_text
        return [
            SideOutcome(
                marks[seat.side], self.side_emojis[seat.side], names[seat.side], total_text(seat.total), seat.won
            )
            for seat in ranked
        ]

    @property
    def next_dealer(self) -> int:
        """Who deals next, by their place among those who play."""
        dealer = dealer_at(self.rounds.count() + 1, len(self.seat_list), self.first_dealer, self.changes)
        return [seat.number for seat in self.seats_at_table].index(dealer)

    @cached_property
    def draft(self) -> dict[str, str] | None:
        """The unsaved answers for the next round that everybody may see; None if there are none."""
        return self.answers.at(EntryMode.PLAY, self.round_count + 1).shown_texts()

    @property
    def draft_facts(self) -> RoundFacts | None:
        """The facts of the draft if they are valid without the rest, as bids without tricks are; else None."""
        if not self.draft or self.state.winners is not None:
            return None
        facts = open_form(self.state.table, self.draft).partial_facts()
        return facts if facts is not None and not facts.is_complete and plain(facts) else None

    def apply_saved_state(self, state: MatchState, **columns: Any) -> None:
        """Update this object after a save: the new state, and the columns written."""
        for name, value in columns.items():
            setattr(self, name, value)
        self.state, self.round_facts = state, [scored.facts for scored in state.rounds]
        for name in ("seat_list", "round_list", "round_count", "stand_ins", "draft"):
            self.__dict__.pop(name, None)
        if "seat_changes" in columns:
            self.forget_order()

    def forget_order(self) -> None:
        """Read the players in their order again: it was changed, or others play."""
        for name in (
            "changes",
            "seat_list",
            "names",
            "side_names",
            "side_marks",
            "side_emojis",
            "initial_state",
            "stand_ins",
        ):
            self.__dict__.pop(name, None)

    # --- The edit lock: one device enters at a time ---

    @property
    def lock(self) -> Device | None:
        """The device that is scoring this match now."""
        device, since = self.locked_by, self.locked_at
        if device is None or device.revoked or device.role < Role.SCORER:
            return None
        return device if since and since > timezone.now() - LOCK_LIFETIME else None

    def keep_in_the_middle(self, device: Device) -> None:
        """Let a device be the one in the middle of the table, without an edit lock that holds up another."""
        unused = Match.objects.filter(pk=self.pk, locked_by=None)
        unused.update(locked_by=device, locked_at=timezone.now() - LOCK_LIFETIME)

    def update_if_current(
        self, device: Device | None, *, take_over: bool = False, seen: str | None = None, **columns: Any
    ) -> None:
        """Write columns and give the edit lock to a device; without a device, leave the lock as it is.

        One UPDATE with its conditions, so that of two devices only one succeeds. LockedByOther while another device
        has the lock; VersionConflict if the match is gone, or has another token than `seen`.
        """
        current = Match.everything.filter(pk=self.pk, deleted=None)
        current = current if seen is None else current.filter(token=seen)
        free = current if device is None or take_over else current.free_for(device)
        lock, holder = {"locked_by": device, "locked_at": timezone.now()} if device else {}, take_over and self.lock
        if not free.update(**columns, **lock):
            raise LockedByOther if current.exists() else VersionConflict
        if take_over and holder and holder != device:
            record(f"took over match {self.pk} from {holder.numbered_label}", self.club, device)
        for name, value in lock.items():
            setattr(self, name, value)


# Equal arguments return the same object, so that Game.play finds its cached results: on a page of 20 rounds most of
# the work.
@lru_cache(maxsize=200)
def _cached_initial_state(
    game: Game, names: tuple[str, ...], first_dealer: int, house_rules: str, marks: tuple[int, ...],
    changes: SeatChanges,
) -> MatchState:  # fmt: skip
    return game.table(names, first_dealer, json.loads(house_rules), marks, changes)


class Seat(models.Model):
    """A place at the table, clockwise from 0; `total`, `place` and `won` are those of its side, computed.

    `stand_in`: who plays the coming rounds there instead of its player. `left`: its player does not play the next
    round, or did not play to the end; no figure counts it. `first_round`: the number of the first round that its player
    played, or will.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    # No index: only read with the seats of a match.
    stand_in = models.ForeignKey(Player, models.PROTECT, null=True, db_index=False, related_name="+")
    total = models.BigIntegerField(default=0)
    place = models.PositiveSmallIntegerField(default=1)
    won = models.BooleanField(default=False)
    left = models.BooleanField(default=False)
    first_round = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_sits_once"),
            models.CheckConstraint(condition=Q(side__lte=F("number")), name="sides_are_of_seats"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"

    @property
    def total_text(self) -> str:
        return self.match.game.total_text(self.total)

    @property
    def current_player(self) -> Player:
        return self.stand_in or self.player


class Round(models.Model):
    """A played round. Its `facts` are read and written only through the game's `RoundFacts`.

    `note`: a sentence that the table adds, in one line.
    """

    match = models.ForeignKey(Match, models.CASCADE, db_index=False, related_name="rounds")
    number = models.PositiveIntegerField()
    facts = models.JSONField()
    note = models.CharField(max_length=MAX_ROUND_NOTE_LENGTH, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="round_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class StandIn(models.Model):
    """A player who played a round in the seat of another."""

    round = models.ForeignKey(Round, models.CASCADE, db_index=False, related_name="stand_ins")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="stand_ins")
    player = models.ForeignKey(Player, models.PROTECT, related_name="stand_ins")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "seat"], name="one_stand_in_a_seat")]

    def __str__(self) -> str:
        return f"{self.player} in {self.seat}"


# --- Its log ---


class Action(models.TextChoices):
    """The action of an entry, with its label in the history."""

    BEGIN = "begin", "begun"
    PLAY = "play", "played"
    INSERT = "insert", "inserted"
    CORRECT = "correct", "corrected"
    DELETE = "delete", "deleted"
    NOTE = "note", "noted"
    SEAT = "seat", "seated"
    RESEAT = "reseat", "put right"
    JOIN = "join", "joined"
    LEAVE = "leave", "left"
    END = "end", "ended"
    DECIDE = "decide", "decided"
    UNDO = "undo", "undone"


class Entry(models.Model):
    """One action, appended to the log and never changed.

    `number` is the version of the match that it made; 0 is what a match from a file began with. `round` is the id of
    its round, None if it is about the match. `brought` holds fields of RoundContent, and for some actions more:
    PLAY `again`, the id of the round that was taken back and is entered anew; INSERT `before`, the id of the next
    round; BEGIN `rounds`, `over`, `stand_ins` and `seat_changes`; BEGIN and DECIDE `decided`; RESEAT `seats`: by seat,
    that of its player at the beginning, none if all sit as they did then; JOIN and LEAVE `seat` and the id of its
    `player`, and of a new player what they begin with (SeatChange). All else names the seats of the beginning. `key`
    and `digest` are those of its EntryRequest.
    """

    match = models.ForeignKey(Match, models.CASCADE, db_index=False, related_name="entries")
    number = models.PositiveIntegerField()
    action = models.CharField(max_length=10, choices=Action)
    round = models.BigIntegerField(null=True)
    brought = models.JSONField(default=dict)
    undoes = models.ForeignKey("self", models.CASCADE, null=True, db_index=False, related_name="undone_by")
    key = models.BigIntegerField()
    digest = models.BigIntegerField()
    # No index: entries are never looked up by device, and devices are deleted with their club only.
    device = models.ForeignKey(Device, models.SET_NULL, null=True, db_index=False, db_constraint=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "key"], name="entry_counts_once"),
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_version"),
            models.CheckConstraint(condition=Q(action__in=Action.values), name="entry_has_a_known_action"),
            models.CheckConstraint(
                condition=Q(action=Action.UNDO, undoes__isnull=False) | ~Q(action=Action.UNDO) & Q(undoes__isnull=True),
                name="only_undoing_undoes",
            ),
        ]
        indexes = [models.Index(fields=["undoes"], condition=Q(undoes__isnull=False), name="entry_undone_by")]
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.action}"

    @property
    def subject(self) -> Entry:
        """The entry that is done, undone or redone."""
        return self if self.undoes is None else self.undoes.subject

    @property
    def verb(self) -> str:
        """The action in one word: played, undone; to undo an undoing is to redo."""
        if self.undoes is None:
            return Action(self.action).label
        return "redone" if self.undoes.verb == "undone" else "undone"


# --- Unsaved answers ---


# In place of a question, in the row that says who turned over what was hidden; its text: “2 of 4 ready”.
TURNED_OVER = "turned-over"


class EntryMode(models.TextChoices):
    """The use of an entered round: it is played next, replaces a round, or is inserted before one."""

    PLAY = "play"
    CORRECT = "correct"
    INSERT = "insert"


class AnswerQuerySet(models.QuerySet["Answer"]):
    def at(self, mode: EntryMode, number: int) -> AnswerQuerySet:
        """Return the unsaved answers at a place, the latest last."""
        rows = self.filter(entry=None, mode=mode).order_by("pk")
        return rows.filter(number=number) if mode == EntryMode.PLAY else rows.filter(round__number=number)

    def shown(self) -> AnswerQuerySet:
        """Return the answers that everybody may see."""
        return self.filter(is_hidden=False).exclude(question=TURNED_OVER)

    def shown_texts(self) -> dict[str, str] | None:
        """Return the answers that everybody may see, by question; None if there are none."""
        texts = dict(self.shown().values_list("question", "text"))
        return {name: text for name, text in texts.items() if text} if texts else None

    def seen_by(self, device: Device | None) -> AnswerQuerySet:
        """Read the text that a device may see into `said`; hidden texts of other phones stay in the database."""
        may_see = When(Q(is_hidden=False) | Q(device=device, device__isnull=False), then="text")
        said = {"said": Case(may_see, default=Value(""))}
        return self.annotate(**said).defer("text").select_related("device__player")


class Answer(models.Model):
    """An answer to a question of a round that is being entered, given on one phone. The latest to a question counts.

    `number`: of the round to be played; 0 for a correction of `round`, or a missed round to be inserted before it.
    `is_own`: given on a player's own phone, or hidden; all others are the table's, whichever phone lies in the middle.
    `device`: None for answers that nobody typed, such as those of a round that was undone.
    `entry`: the entry that saved the round; None until then.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="answers")
    mode = models.CharField(max_length=7, choices=EntryMode)
    number = models.PositiveIntegerField(default=0)
    round = models.ForeignKey(Round, models.CASCADE, null=True, related_name="answers")
    question = models.CharField(max_length=60)
    text = models.CharField(max_length=MAX_ANSWER_LENGTH)
    is_hidden = models.BooleanField(default=False)
    is_own = models.BooleanField(default=False)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="answers")

    # See AnswerQuerySet.seen_by.
    said: str

    objects = AnswerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(mode="play", round=None) | Q(mode__in=["correct", "insert"], round__isnull=False),
                name="answer_has_its_place",
            )
        ]

    def __str__(self) -> str:
        return self.question

    @property
    def phone(self) -> str:
        return self.device.label if self.device else "another phone"

    @property
    def giver(self) -> str:
        """The name of the phone's player, or the label of a phone without one."""
        if self.device is None:
            return "Another phone"
        return self.device.player.name if self.device.player else self.device.label


# --- The ledger: what SQL asks ---


class Bid(models.Model):
    """A row of the ledger: one bid, how high, or which special bid; `made` is unknown until the round is played.

    `hand`: all tricks of the round; `taken`: those of the bidder's side.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="bids")
    # No index: bids are only read through their round.
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
    """A row of the ledger: how many tricks or cards of a kind a side has after a round; no side: nobody has them."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tricks")
    side = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=MAX_KIND_LENGTH, default="")
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.count} {self.kind}".strip()


class Line(models.Model):
    """A row of the ledger: points of a side in a round, with their rule and the reason in words."""

    # The index below starts with the round, so it serves the foreign key.
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


# --- Of the club ---


class ChangedMonthManager(models.Manager["ChangedMonth"]):
    def mark(self, club_id: int, nights: Iterable[date]) -> None:
        """Give the months of these nights new tokens, in the transaction that changes what was played in them.

        Last in the transaction: on PostgreSQL others who save in this club wait for it.
        """
        # Sorted, so that of two transactions one waits for the other, and not both.
        months = sorted({night.replace(day=1) for night in nights})
        rows = [ChangedMonth(club_id=club_id, month=month, token=secrets.randbits(62)) for month in months]
        self.bulk_create(rows, update_conflicts=True, unique_fields=["club", "month"], update_fields=["token"])

    def tokens(self, club: Club) -> tuple[tuple[date, int], ...]:
        return tuple(self.filter(club=club).values_list("month", "token"))


class ChangedMonth(models.Model):
    """A month, by its first day, in which matches were changed: after each change it has another random `token`.

    Figures are kept as long as the tokens of their period stay.
    """

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="+")
    month = models.DateField()
    token = models.BigIntegerField()

    objects = ChangedMonthManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "month"], name="changed_month_once")]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class PlayerMerge(models.Model):
    """A merge of `duplicate` into `player`.

    `seats`, `names`, `devices`, `stand_ins` and `stand_in_seats` (where they play for another now): the ids of the
    rows that were moved, for undoing it.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    duplicate = models.ForeignKey(Player, models.CASCADE, related_name="+")
    seats = models.JSONField()
    names = models.JSONField()
    devices = models.JSONField(default=list)
    stand_ins = models.JSONField(default=list)
    stand_in_seats = models.JSONField(default=list)
    at = models.DateTimeField(auto_now_add=True)
    undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.duplicate} is {self.player}"


class HouseRulePreset(models.Model):
    """Named house rules of a club for a game; `house_rules`: those that differ from the default."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="presets")
    game_key = models.CharField(max_length=60)
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
        existing = {name: value for name, value in self.house_rules.items() if name in options}
        return {name: value for name, value in existing.items() if options[name].accepts(value)}
