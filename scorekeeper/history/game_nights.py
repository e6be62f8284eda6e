"""Game nights: the matches of a night, the players, and their results over all games."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction
from django.db.models import Count
from django.http import Http404
from django.utils.functional import cached_property

from scorekeeper.charts import PlacesChart, Series, sparkline
from scorekeeper.clubs.models import Club, Player
from scorekeeper.history.highlights import NightHighlight, night_highlights
from scorekeeper.history.models import NightNotes
from scorekeeper.matches.match import Match, Seat

NIGHTS_SHOWN = 20
# Maximum number of matches whose results are shown on the page of a night, and in a list of nights: an import may
# bring thousands for one night.
MAX_MATCHES_OF_NIGHT, MAX_MATCHES_OF_LIST = 100, 300
MAX_CHART_PLAYERS = 12
# What a list of nights reads of each seat.
SEAT_COLUMNS = (
    "place", "won", "match__night_date", "match__ended_by_table", "match__finished", "player__name", "player__mark",
    "player__emoji",
)  # fmt: skip


@dataclass
class Attendee:
    """A player's results of a night: finished matches, wins and places."""

    player: Player
    rank: int = 0
    wins: int = 0
    places: list[int] = field(default_factory=list)

    @property
    def average(self) -> float | None:
        """The average place; None before the first finished match."""
        return sum(self.places) / len(self.places) if self.places else None

    @property
    def order(self) -> tuple[int, float]:
        return -self.wins, self.average or 99


def standings(seats: Iterable[Seat]) -> list[Attendee]:
    """Return the players of a night, the best first; equal results share a rank."""
    guests: dict[Player, Attendee] = {}
    for seat in seats:
        guest = guests.setdefault(seat.player, Attendee(seat.player))
        if not seat.match.is_open:
            guest.wins += seat.won
            guest.places.append(seat.place)
    ranked = sorted(guests.values(), key=lambda guest: guest.order)
    orders = [guest.order for guest in ranked]
    for guest in ranked:
        guest.rank = 1 + bisect_left(orders, guest.order)
    return ranked


@dataclass
class GameNight:
    """One night: its notes, the number of its matches, and the seats of those that were read.

    `matches`: those that were read, in order of their start; none in a list of nights.
    """

    notes: NightNotes
    count: int
    seats: Sequence[Seat]
    matches: Sequence[Match] = ()

    def __str__(self) -> str:
        return str(self.notes)

    @property
    def date(self) -> date:
        return self.notes.night_date

    @cached_property
    def guests(self) -> list[Attendee]:
        return standings(self.seats)

    @cached_property
    def winners(self) -> list[Attendee]:
        """Those with the most wins, the best places first; nobody if nobody won."""
        most = max((guest.wins for guest in self.guests), default=0)
        return [guest for guest in self.guests if guest.wins == most] if most else []

    @property
    def winner_names(self) -> list[str]:
        return [winner.player.name for winner in self.winners]

    @property
    def marks(self) -> list[int]:
        """The marks of the winners, or of all players if nobody won."""
        return [guest.player.mark for guest in self.winners or self.guests]

    @property
    def wins_in_words(self) -> str:
        """What follows the names of the winners: “won 2 of 3”, or “each won 1 of 3”."""
        wins = self.winners[0].wins
        return f"{'each ' if len(self.winners) > 1 and wins < self.played else ''}won {wins} of {self.played}"

    @property
    def won(self) -> str:
        """What follows the names of the winners: “won 2 of 3 matches”; "" if nobody won."""
        return f"{self.wins_in_words} match{'es' * (self.played > 1)}" if self.winners else ""

    @cached_property
    def played(self) -> int:
        """Number of finished matches."""
        return len({seat.match_id for seat in self.seats if not seat.match.is_open})

    @property
    def finished(self) -> bool:
        return self.played > 0

    @property
    def chart(self) -> PlacesChart:
        """Where the players stood after each match; players who were level stand as in the end."""
        players = [guest.player for guest in self.guests if guest.places]
        shown, finished = players[:MAX_CHART_PLAYERS], [match for match in self.matches if not match.is_open]
        orders = []
        for number in range(1, len(finished) + 1):
            so_far = {guest.player: guest.order for guest in standings(_seats(finished[:number]))}
            orders.append(sorted((player for player in shown if player in so_far), key=so_far.__getitem__))
        places = [[order.index(player) if player in order else None for order in orders] for player in shown]
        lines = [Series(player.name, line, player.mark) for player, line in zip(shown, places, strict=True)]
        return PlacesChart(lines, len(players) - len(shown))

    @property
    def spark(self) -> list[tuple[int, int]] | None:
        """The places of the first winner as a small line, the first place on top; None of less than three."""
        places = self.winners[0].places if self.winners else []
        return sparkline([-place for place in places]) if len(places) > 2 else None

    @cached_property
    def highlights(self) -> list[NightHighlight]:
        return night_highlights(self.matches)


def _seats(matches: Iterable[Match]) -> list[Seat]:
    return [seat for match in matches for seat in match.seat_list]


def last_nights(club: Club, before: date = date.max, limit: int = NIGHTS_SHOWN + 1) -> list[GameNight]:
    """Return the last game nights before a date, the newest first."""
    by_night = club.matches.filter(night_date__lt=before).values_list("night_date")
    counts = dict(by_night.annotate(count=Count("pk")).order_by("-night_date")[:limit])
    notes = {one.night_date: one for one in club.nights.filter(night_date__in=counts)}
    with_results, room = [], MAX_MATCHES_OF_LIST
    for at, matches in counts.items():
        if matches <= min(room, MAX_MATCHES_OF_NIGHT):
            with_results.append(at)
            room -= matches
    seats: dict[date, list[Seat]] = defaultdict(list)
    found = Seat.objects.filter(match__club=club, match__deleted=None, match__night_date__in=with_results)
    for seat in (
        found.select_related("match", "player").only(*SEAT_COLUMNS).order_by("match__started", "match", "number")
    ):
        seats[seat.match.night_date].append(seat)
    return [GameNight(notes.get(at) or NightNotes(night_date=at), matches, seats[at]) for at, matches in counts.items()]


def find_night(club: Club, at: date) -> GameNight:
    """Return one game night; 404 if nobody played."""
    matches = Match.objects.filter(club=club, night_date=at).order_by("started", "pk")
    found = list(matches.with_seats()[:MAX_MATCHES_OF_NIGHT])
    if not found:
        raise Http404
    notes = NightNotes.objects.filter(club=club, night_date=at).first() or NightNotes(club=club, night_date=at)
    return GameNight(notes, matches.count(), _seats(found), found)


# The new nights of the matches of each old night, with how many moved to each.
Moves = dict[date, Counter[date]]


def change_zone(club: Club, zone: str) -> None:
    """Change the time zone of a club and regroup all its matches into nights, deleted ones too."""
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        club.zone = zone
        club.save(update_fields=["zone"])
        moves: Moves = defaultdict(Counter)
        moved = []
        for match in Match.everything.filter(club=club).only("started", "night_date"):
            night = club.night_date_of(match.started)
            moves[match.night_date][night] += 1
            if night != match.night_date:
                match.night_date = night
                moved.append(match)
        Match.everything.bulk_update(moved, ["night_date"], batch_size=300)
        _move_notes(club, moves)
        # End the links to nights whose matches changed: they would show other matches.
        changed = {at for night, to in moves.items() for at in (night, *to) if set(to) != {night}}
        club.shared_links.filter(night_date__in=changed).delete()


def _move_notes(club: Club, moves: Moves) -> None:
    """Move the notes of nights that lost all their matches to where most of these went, if no notes are there."""
    notes = list(NightNotes.objects.filter(club=club).order_by("night_date"))
    leaving = [note for note in notes if note.night_date in moves and note.night_date not in moves[note.night_date]]
    taken = {note.night_date for note in notes} - {note.night_date for note in leaving}
    for note in leaving:
        there = moves[note.night_date].most_common(1)[0][0]
        note.night_date = there if there not in taken else note.night_date
        taken.add(note.night_date)
    # Delete all, then create all: a note may move to a date that another note leaves.
    NightNotes.objects.filter(pk__in=[note.pk for note in leaving]).delete()
    NightNotes.objects.bulk_create(leaving)
