"""Stand-ins: players who play some rounds in the seat of another.

The points of a round belong to its seats. Bids and tricks count for the player who played it.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from django.db import transaction
from django.db.models import F

from games.core.errors import Impossible
from games.core.seating import check_stand_ins, describe_stand_ins
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.player import normalize_name
from scorekeeper.matches.conflicts import VersionConflict
from scorekeeper.matches.models import Match, Seat, StandIn
from scorekeeper.matches.starting import checked_names

# By seat, who plays in it instead of its player.
SeatedPlayers = Mapping[int, Player]
# The same as the history of a match holds it: pairs of a seat and the id of a player.
StoredPairs = tuple[tuple[int, int], ...]


def read_stand_ins(matches: Iterable[Match]) -> None:
    """Read the stand-ins of many matches at once, as `Match.stand_ins` does for one."""
    by_pk = {match.pk: match for match in matches}
    for match in by_pk.values():
        match.stand_ins = {}
    rows = StandIn.objects.filter(round__match__in=by_pk).select_related("player")
    places = rows.annotate(match=F("round__match"), number=F("round__number"), seat_number=F("seat__number"))
    for row in places:
        by_pk[row.match].stand_ins.setdefault(row.number, {})[row.seat_number] = row.player


def current_stand_ins(match: Match) -> dict[int, Player]:
    """Return who plays the coming rounds instead of whom, by seat."""
    return {seat.number: seat.stand_in for seat in match.seat_list if seat.stand_in}


def side_name(match: Match, side: int, stand_ins: SeatedPlayers, seat: int | None = None) -> str:
    """Return the name of a side in a round: “Eve & Cleo” where Eve played for Ada; with `seat` that of one player."""
    seats = match.teams[side] if seat is None else [seat]
    return " & ".join(stand_ins.get(seat, match.seat_list[seat].player).name for seat in seats)


def names_of(stand_ins: SeatedPlayers) -> dict[int, str]:
    return {seat: player.name for seat, player in stand_ins.items()}


def find_stand_ins(match: Match, typed: Sequence[str]) -> dict[int, Player]:
    """Return who plays instead of whom, given who sits on each seat; new names become players.

    "", or no name at all, means the player whose seat it is. Impossible if somebody would sit in two seats.
    """
    names = [
        normalize_name(name) or own for name, own in zip_longest(typed[: len(match.names)], match.names, fillvalue="")
    ]
    with transaction.atomic():
        players = match.club.players.get_or_create_named(checked_names(names))
        stand_ins = {
            seat.number: player
            for seat, player in zip(match.seat_list, players, strict=True)
            if player.pk != seat.player_id
        }
        check_stand_ins(match.names, match.teams, names_of(stand_ins))
    return stand_ins


def write_seats(match: Match, stand_ins: SeatedPlayers, before: SeatedPlayers | None) -> None:
    seated = dict(Seat.objects.filter(match=match).exclude(stand_in=None).values_list("number", "stand_in"))
    if before is not None and seated != dict(stored_pairs(before)):
        raise VersionConflict
    for seat in match.seat_list:
        Seat.objects.filter(pk=seat.pk).update(stand_in=stand_ins.get(seat.number))


def stored_pairs(stand_ins: SeatedPlayers) -> StoredPairs:
    return tuple(sorted((seat, player.pk) for seat, player in stand_ins.items()))


def read_pairs(match: Match, pairs: StoredPairs) -> dict[int, Player]:
    """Return the stand-ins of such pairs; of a merged player, the one it was merged into, unless it is their seat."""
    own, by_seat = {seat.number: seat.player_id for seat in match.seat_list}, dict(pairs)
    if not by_seat:
        return {}
    named = match.club.players.filter(pk__in=by_seat.values()).select_related("same_as")
    players = {player.pk: player for player in named}
    now = {seat: players[pk].same_as or players[pk] for seat, pk in by_seat.items() if pk in players}
    return {seat: player for seat, player in now.items() if player.pk != own.get(seat)}


def possible_stand_ins(match: Match, pairs: StoredPairs) -> dict[int, Player]:
    """Return the stand-ins of stored pairs; Impossible if somebody sits in two seats after a merge of players."""
    stand_ins = read_pairs(match, pairs)
    try:
        check_stand_ins(match.names, match.teams, names_of(stand_ins))
    except Impossible as error:
        raise Impossible(f"{error.message}: undo the merge of players first") from None
    return stand_ins


def describe_seating(match: Match, pairs: StoredPairs, names: Sequence[str] = ()) -> str:
    """Return who plays for whom; `names`: those of the seats then, if players have come and gone since."""
    stand_ins = names_of(read_pairs(match, pairs))
    return describe_stand_ins(names or match.names, stand_ins) if stand_ins else "Everybody plays in their own seat"


def write_stand_ins(match: Match, number: int, pairs: StoredPairs) -> None:
    """Replace the stand-ins of a round; Impossible if somebody would sit in two seats."""
    played = match.rounds.get(number=number)
    played.stand_ins.all().delete()
    seats = {seat.number: seat for seat in match.seat_list}
    stand_ins = possible_stand_ins(match, pairs)
    StandIn.objects.bulk_create(
        StandIn(round=played, seat=seats[seat], player=player) for seat, player in stand_ins.items()
    )
