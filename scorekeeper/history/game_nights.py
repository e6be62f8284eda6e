"""Game nights: the matches of a night, the players, and their results over all games."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Count
from django.http import Http404
from django.utils.functional import cached_property

from games.core.definition import Game
from games.core.registry import find
from games.core.text import listed
from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.highlights import NightHighlight, night_highlights
from scorekeeper.history.models import NightNotes
from scorekeeper.history.playing_time import PlayingTime, duration, playing_times
from scorekeeper.matches.models import ChangedMonth, Match, Seat

NIGHTS_SHOWN = 20
# Maximum number of matches whose results are read for the page of a night, and for a list of nights. An import may
# bring thousands in one night.
MAX_MATCHES_OF_NIGHT, MAX_MATCHES_OF_LIST = 100, 300
# Columns that a list of nights reads for each seat.
SEAT_COLUMNS = (
    "place", "won", "left", "match__game_key", "match__night_date", "match__ended_by_table", "match__finished",
    "player__name", "player__mark", "player__emoji",
)  # fmt: skip


@dataclass
class Attendee:
    """A player's results of a night. `places`: those of the finished matches."""

    player: Player
    rank: int = 0
    wins: int = 0
    places: list[int] = field(default_factory=list)

    @property
    def average_place(self) -> float | None:
        """None before the first finished match."""
        return sum(self.places) / len(self.places) if self.places else None

    @property
    def sort_key(self) -> tuple[int, float]:
        return -self.wins, self.average_place or 99


def standings(seats: Iterable[Seat]) -> list[Attendee]:
    """Return the players of a night, the best first; equal results share a rank."""
    by_player: dict[Player, Attendee] = {}
    for seat in seats:
        attendee = by_player.setdefault(seat.player, Attendee(seat.player))
        if seat.match.finished and not seat.left:
            attendee.wins += seat.won
            attendee.places.append(seat.place)
    attendees = sorted(by_player.values(), key=lambda attendee: attendee.sort_key)
    sort_keys = [attendee.sort_key for attendee in attendees]
    for attendee in attendees:
        attendee.rank = 1 + bisect_left(sort_keys, attendee.sort_key)
    return attendees


@dataclass
class GameNight:
    """One night with its notes.

    `match_count`: the number of all its matches. `seats`: the seats of at most the first hundred matches. `matches`:
    these matches, in the order of their start; empty in a list of nights.
    """

    notes: NightNotes
    match_count: int
    seats: Sequence[Seat]
    matches: Sequence[Match] = ()

    def __str__(self) -> str:
        return str(self.notes)

    @property
    def date(self) -> date:
        return self.notes.night_date

    # The page of a night reads these several times. Without the cache of highlights it takes 59 ms and 33 queries, not
    # 32 and 13; without the others 3 to 5 ms more each.
    @cached_property
    def attendees(self) -> list[Attendee]:
        return standings(self.seats)

    @property
    def stood_in(self) -> str:
        """The players who only stood in for others that night, in words."""
        players = Player.objects.filter(stand_ins__round__match__in=self.matches).distinct().order_by("name")
        return listed([player.name for player in players.exclude(pk__in=[seat.player_id for seat in self.seats])])

    @cached_property
    def winners(self) -> list[Attendee]:
        """The players with the most wins, the best average place first; empty if nobody won."""
        most = max((attendee.wins for attendee in self.attendees), default=0)
        return [attendee for attendee in self.attendees if attendee.wins == most] if most else []

    @property
    def winner_names(self) -> list[str]:
        return [winner.player.name for winner in self.winners]

    @property
    def marks(self) -> list[int]:
        """The marks of the winners, or of all players if nobody won."""
        return [attendee.player.mark for attendee in self.winners or self.attendees]

    @property
    def wins_in_words(self) -> str:
        """The rest of a sentence about the winners: “won 2 of 3”, “each won 1 of 3”, or “won the only match”."""
        if self.finished_count == 1:
            return "won the only match" if self.match_count == 1 else "won the only finished match"
        wins = self.winners[0].wins
        each = "each " if len(self.winners) > 1 and wins < self.finished_count else ""
        return f"{each}won {wins} of {self.finished_count}"

    @property
    def result(self) -> str:
        """The rest of a sentence about the winners: “won 2 of 3 matches”; "" if nobody won."""
        if not self.winners:
            return ""
        return self.wins_in_words if self.finished_count == 1 else f"{self.wins_in_words} matches"

    @property
    def finished_count(self) -> int:
        """The number of finished matches."""
        return len({seat.match_id for seat in self.seats if seat.match.finished})

    @property
    def is_played(self) -> bool:
        """Whether one of its matches is over: finished or stopped."""
        return any(not seat.match.is_open for seat in self.seats)

    @property
    def games(self) -> list[Game]:
        """The games that were played, in their order."""
        return [find(key) for key in dict.fromkeys(seat.match.game_key for seat in self.seats)]

    @property
    def finished_matches(self) -> list[Match]:
        return [match for match in self.matches if match.finished]

    @property
    def results(self) -> list[tuple[Attendee, list[Seat | None]]]:
        """Each player with their seat in each finished match; None if they did not play it to the end."""
        seats = {(seat.match_id, seat.player): seat for seat in self.seats if not seat.left}
        return [
            (attendee, [seats.get((match.pk, attendee.player)) for match in self.finished_matches])
            for attendee in self.attendees
        ]

    @cached_property
    def highlights(self) -> list[NightHighlight]:
        return night_highlights(self.notes.club, self.date, self.matches)

    @cached_property
    def playing_times(self) -> dict[int, PlayingTime | None]:
        return playing_times(self.matches)

    @property
    def play(self) -> str:
        """How long was played in all matches together: “3 h 10 min”; "" if it is unknown for one of them."""
        times = [time.play for time in self.playing_times.values() if time]
        return duration(sum(times, timedelta())) if times and len(times) == self.match_count else ""


def last_nights(club: Club, before: date = date.max, limit: int = NIGHTS_SHOWN + 1) -> list[GameNight]:
    """Return the last game nights before a date, the newest first."""
    by_night = club.matches.filter(night_date__lt=before).values_list("night_date")
    match_counts = dict(by_night.annotate(count=Count("pk")).order_by("-night_date")[:limit])
    notes = {night.night_date: night for night in club.nights.filter(night_date__in=match_counts)}
    # Nights with very many matches are listed without their results.
    with_results, remaining = [], MAX_MATCHES_OF_LIST
    for night_date, count in match_counts.items():
        if count <= min(remaining, MAX_MATCHES_OF_NIGHT):
            with_results.append(night_date)
            remaining -= count
    seats = Seat.objects.filter(match__club=club, match__deleted=None, match__night_date__in=with_results)
    seats = seats.select_related("match", "player").only(*SEAT_COLUMNS)
    seats_by_night: dict[date, list[Seat]] = defaultdict(list)
    for seat in seats.order_by("match__started", "match", "number"):
        seats_by_night[seat.match.night_date].append(seat)
    return [
        GameNight(notes.get(night_date) or NightNotes(night_date=night_date), count, seats_by_night[night_date])
        for night_date, count in match_counts.items()
    ]


def find_night(club: Club, night_date: date) -> GameNight:
    """Return the game night of a date; Http404 if there is no match."""
    queryset = Match.objects.filter(club=club, night_date=night_date).order_by("started", "pk")
    matches = list(queryset.with_seats().with_round_count()[:MAX_MATCHES_OF_NIGHT])
    if not matches:
        raise Http404
    night = {"club": club, "night_date": night_date}
    notes = NightNotes.objects.filter(**night).first() or NightNotes(**night)
    seats = [seat for match in matches for seat in match.seat_list]
    return GameNight(notes, queryset.count(), seats, matches)


# For each old date of matches, how many matches move to each new date.
Moves = dict[date, Counter[date]]


def change_zone(club: Club, zone: str) -> None:
    """Change the time zone of a club and regroup its matches into nights, including deleted matches."""
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        club.zone = zone
        club.save(update_fields=["zone"])
        moves: Moves = defaultdict(Counter)
        regrouped = []
        for match in Match.everything.filter(club=club).only("started", "night_date"):
            night_date = club.night_date_of(match.started)
            moves[match.night_date][night_date] += 1
            if night_date != match.night_date:
                match.night_date = night_date
                regrouped.append(match)
        Match.everything.bulk_update(regrouped, ["night_date"], batch_size=300)
        ChangedMonth.objects.mark(club.pk, [night for old, new in moves.items() for night in (old, *new)])
        _move_notes(club, moves)
        # Links to a night whose matches changed would show other matches, so they end.
        changed = {night for old, new in moves.items() if set(new) != {old} for night in (old, *new)}
        club.shared_links.filter(night_date__in=changed).delete()


def _move_notes(club: Club, moves: Moves) -> None:
    """Move the notes of a night that lost all its matches to where most of them went, unless that has notes."""
    all_notes = list(NightNotes.objects.filter(club=club).order_by("night_date"))
    notes_to_move = [
        notes for notes in all_notes if notes.night_date in moves and notes.night_date not in moves[notes.night_date]
    ]
    used_dates = {notes.night_date for notes in all_notes} - {notes.night_date for notes in notes_to_move}
    for notes in notes_to_move:
        new_date = moves[notes.night_date].most_common(1)[0][0]
        notes.night_date = new_date if new_date not in used_dates else notes.night_date
        used_dates.add(notes.night_date)
    # Delete all, then create all: notes may move to a date that others leave, and dates are unique.
    NightNotes.objects.filter(pk__in=[notes.pk for notes in notes_to_move]).delete()
    NightNotes.objects.bulk_create(notes_to_move)
