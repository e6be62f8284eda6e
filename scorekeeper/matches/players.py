"""Changing, archiving and merging players."""

from typing import Any

from django import forms
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.forms.models import model_to_dict

from games.core.errors import Impossible
from games.core.keypad import MARK_NAMES
from games.core.scoresheet import check_name
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.models import Device, Player
from scorekeeper.clubs.player import normalize_name, validate_emoji
from scorekeeper.matches.models import ChangedMonth, Match, PlayerMerge, Seat, StandIn


class NameTaken(Impossible):
    """Another player has this name: perhaps the same person."""

    def __init__(self, other: Player) -> None:
        super().__init__(f"there is a {other.name} already", "name")
        self.other = other


def change_player(player: Player, name: str, mark: int | None, *, emoji: str = "", archived: bool) -> None:
    """Update a player; NameTaken where another player of the club has the name.

    `mark`: None keeps the mark.
    """
    name, mark = normalize_name(name), player.mark if mark is None else mark
    check_name(name)
    validate_emoji(emoji)
    with transaction.atomic():
        other = player.club.players.filter(name=name).exclude(pk=player.pk).first()
        if other is not None:
            raise NameTaken(other.same_as or other)
        if (name, mark, emoji) != (player.name, player.mark, player.emoji):
            _increment_names_version(player)
        Player.objects.filter(pk=player.pk).update(name=name, mark=mark, emoji=emoji, archived=archived)


def matches_of(player: Player) -> int:
    return player.seats.filter(match__deleted=None).count()


def check_merge(player: Player, duplicate: Player) -> None:
    if player.pk == duplicate.pk:
        raise Impossible("choose two different players")
    for person in (player, duplicate):
        if person.same_as is not None:
            raise Impossible(f"{person.name} is another name of {person.same_as.name} already")
    # Deleted matches count: they may be restored.
    shared_match = (
        Match.everything.filter(pk__in=_matches_played(player)).filter(pk__in=_matches_played(duplicate))
        .order_by("-started").first()
    )  # fmt: skip
    if shared_match is not None:
        on = f"{shared_match.night_date:%-d %B %Y}"
        raise Impossible(f"{player.name} and {duplicate.name} played at the same table on {on}: they are two people")


def merge_players(player: Player, duplicate: Player) -> PlayerMerge:
    """Make `duplicate` another name of `player`, who takes over every seat; Impossible if both sat at one table."""
    with transaction.atomic():
        locked = _lock_players(player, duplicate)
        player, duplicate = locked[player.pk], locked[duplicate.pk]
        check_merge(player, duplicate)
        seats, names = Seat.objects.filter(player=duplicate), Player.objects.filter(same_as=duplicate)
        devices, stand_ins = Device.objects.filter(player=duplicate), StandIn.objects.filter(player=duplicate)
        stand_in_seats = Seat.objects.filter(stand_in=duplicate)
        merged = PlayerMerge.objects.create(
            player=player, duplicate=duplicate, seats=_ids(seats), names=_ids(names), devices=_ids(devices),
            stand_ins=_ids(stand_ins), stand_in_seats=_ids(stand_in_seats),
        )  # fmt: skip
        _increment_names_version(duplicate)
        seats.update(player=player)
        stand_ins.update(player=player)
        stand_in_seats.update(stand_in=player)
        names.update(same_as=player)
        devices.update(player=player)
        Player.objects.filter(pk=duplicate.pk).update(same_as=player)
        _mark_months(player)
    return merged


def unmerge_players(merged: PlayerMerge) -> None:
    with transaction.atomic():
        _lock_players(merged.player, merged.duplicate)
        merged.refresh_from_db()
        if merged.undone:
            return
        if merged.player.same_as is not None:
            raise Impossible(f"{merged.player.name} became {merged.player.same_as.name} since: take that back first")
        _increment_names_version(merged.player)
        _mark_months(merged.player)
        Seat.objects.filter(pk__in=merged.seats, player=merged.player).update(player=merged.duplicate)
        StandIn.objects.filter(pk__in=merged.stand_ins, player=merged.player).update(player=merged.duplicate)
        of_now = Seat.objects.filter(pk__in=merged.stand_in_seats, stand_in=merged.player)
        of_now.update(stand_in=merged.duplicate)
        Player.objects.filter(pk__in=merged.names, same_as=merged.player).update(same_as=merged.duplicate)
        Device.objects.filter(pk__in=merged.devices, player=merged.player).update(player=merged.duplicate)
        Player.objects.filter(pk=merged.duplicate.pk).update(same_as=None)
        PlayerMerge.objects.filter(pk=merged.pk).update(undone=True)


def _lock_players(*players: Player) -> dict[int, Player]:
    rows = Player.objects.select_for_update().filter(pk__in=[player.pk for player in players]).order_by("pk")
    return {player.pk: player for player in rows}


def _ids(rows: QuerySet[Any]) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _matches_played(player: Player) -> QuerySet[Any, Any]:
    """Return the ids of the matches in which somebody has a seat, or plays in that of another."""
    seats = Seat.objects.filter(Q(player=player) | Q(stand_in=player)).values("match")
    return seats.union(StandIn.objects.filter(player=player).values("seat__match"))


def _increment_names_version(player: Player) -> None:
    Match.everything.filter(pk__in=_matches_played(player)).update(names_version=F("names_version") + 1)


def _mark_months(player: Player) -> None:
    nights = Match.everything.filter(pk__in=_matches_played(player)).values_list("night_date", flat=True)
    ChangedMonth.objects.mark(player.club_id, nights.distinct())


class PlayerForm(forms.Form):
    """A player's name, mark, emoji, and whether they are archived."""

    name = forms.CharField(max_length=MAX_NAME_LENGTH)
    mark = forms.TypedChoiceField(
        choices=list(enumerate(MARK_NAMES)), coerce=int, empty_value=None, required=False, widget=forms.RadioSelect,
        label="Mark at the table",
    )  # fmt: skip
    emoji = forms.CharField(required=False, label="An emoji in it, if you like")
    archived = forms.BooleanField(required=False, label="No longer plays with us")

    def __init__(self, data: Any, *, player: Player) -> None:
        super().__init__(data, label_suffix="", initial=model_to_dict(player, ["name", "mark", "emoji", "archived"]))
        self.player = player
        self.taken: Player | None = None

    def write(self) -> bool:
        """Save the player; on an error add it to its field and return False."""
        try:
            change_player(self.player, **self.cleaned_data)
        except Impossible as error:
            self.taken = error.other if isinstance(error, NameTaken) else None
            self.add_error("emoji" if error.field == "emoji" else "name", error.message)
        return not self.errors
