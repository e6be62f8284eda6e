"""Players on their own phones: the seat that a phone answers for, and its answers in words."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.utils import timezone

from games.core.round_form import RoundForm, open_form
from scorekeeper.clubs.models import Device, Role
from scorekeeper.matches.models import TURNED_OVER, Answer, Match

# A phone that was used within this time may lie at the table.
AT_THE_TABLE = timedelta(hours=12)


def own_seat(match: Match, device: Device) -> int | None:
    """Return the seat of a device's holder; None if they do not play, or the form has no part for a single player.

    The phone in the middle, which entered something last, shows the whole table instead.
    """
    if match.locked_by_id in (None, device.pk) or device.player_id is None or not match.goes_on:
        return None
    seat = seat_of_holder(match, device)
    return seat if seat is not None and open_form(match.state.table, {}).questions_of_seat(seat) else None


def seat_of_holder(match: Match, device: Device) -> int | None:
    """Return the seat of a device's holder at the table of the next round; None if they do not play it."""
    playing = (match.seat_list[seat].current_player.pk for seat in match.state.seats)
    return next((number for number, player in enumerate(playing) if player == device.player_id), None)


def others_have_phones(match: Match, device: Device) -> bool:
    """Return whether somebody else's own phone is at the table. Alone there, a phone hides nothing."""
    players = [seat.current_player.pk for seat in match.seat_list if seat.current_player.pk != device.player_id]
    phones = Device.objects.filter(club=match.club_id, player__in=players, revoked=None, role__gte=Role.SCORER)
    return phones.exclude(pk=device.pk).filter(last_seen__gt=timezone.now() - AT_THE_TABLE).exists()


def first_question(match: Match, form: RoundForm, rows: Iterable[Answer], device: Device) -> str | None:
    """Return the bid question of a phone's holder, asked first if all bid at once on their own phones.

    None if the questions keep the order of the table.
    """
    seat = seat_of_holder(match, device)
    if not form.secret_questions or seat is None or not match.goes_on or not others_have_phones(match, device):
        return None
    answered = {*form.given(), *(row.question for row in rows)}
    own = (name for name in form.questions_of_seat(seat) if name in form.secret_questions)
    return next((name for name in own if name not in answered), None)


def describe_turning_over(rows: Iterable[Answer]) -> list[str]:
    """Say who turned over hidden answers before all were there: “Dan turned over, 2 of 4 ready”."""
    return [f"{row.giver} turned over, {row.said}" for row in rows if row.question == TURNED_OVER]


def describe_own_answers(match: Match, forms: Mapping[int, RoundForm]) -> dict[int, list[str]]:
    """Return by entry what was answered on which phone, in words: “Ben’s phone: Ben bids 1, Ben took 1”.

    `forms`: that of the round of each entry.
    """
    phones: dict[int, dict[str, list[str]]] = {}
    turned_over: dict[int, list[str]] = {}
    for row in match.answers.filter(entry__in=forms).seen_by(None).order_by("pk"):
        if row.entry_id is None:
            continue
        turned_over.setdefault(row.entry_id, []).extend(describe_turning_over([row]))
        if (field := forms[row.entry_id].fields.get(row.question)) is not None:
            said = f"{field.label} {field.display_text(row.said)}"
            phones.setdefault(row.entry_id, {}).setdefault(row.phone, []).append(said)
    return {
        entry: [f"{label}: {', '.join(answers)}" for label, answers in phones.get(entry, {}).items()] + turns
        for entry, turns in turned_over.items()
    }
