"""Stand-ins: for the coming rounds, and for a round that was played."""

import uuid
from functools import partial
from itertools import zip_longest
from typing import Any
from urllib.parse import urlencode

from django.db import DatabaseError
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.core.schema import whole_number
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.matches import recording, stand_ins
from scorekeeper.matches.conflicts import Conflict, VersionConflict
from scorekeeper.matches.lookup import find_match
from scorekeeper.matches.models import Match
from scorekeeper.matches.player_order import preview_order
from scorekeeper.matches.recording import EntryRequest
from scorekeeper.matches.stand_ins import SeatedPlayers
from scorekeeper.matches.views.rounds import find_round, save, save_about_round
from scorekeeper.server.database import explain


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: ClubRequest, pk: int) -> HttpResponse:
    """Say on GET who plays the coming rounds; on POST have stand-ins play them."""
    match = find_match(request.club, pk)
    if not match.goes_on:
        return redirect("match", pk)
    seated = stand_ins.current_stand_ins(match)
    page = partial(_page, request, match, seated)
    if request.method != "POST":
        return page()
    request.refusal_page = partial(page, status=422)
    names, typed = _names(match, seated), request.POST.getlist("player")
    try:
        # A form that is sent twice has the current names: no conflict.
        if request.POST.getlist("before") != names and typed != names:
            raise VersionConflict
        entry = EntryRequest(uuid.uuid4(), 0, match.token, request.device)
        recording.seat(match, stand_ins.find_stand_ins(match, typed), entry)
    except Conflict as conflict:
        match = find_match(request.club, pk)
        return _page(request, match, stand_ins.current_stand_ins(match), conflict.message, 409)
    except DatabaseError as error:
        return page(*explain(error))
    return redirect("match", pk)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_seats(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    """Say on GET who played a round, and save it on POST: other changes to the match meanwhile do not matter."""
    match = find_match(request.club, pk)

    def write(entry: EntryRequest) -> None:
        row = find_round(request, match, number)
        if row is None or _names(match, match.stand_ins.get(row.number, {})) != request.POST.getlist("before"):
            raise VersionConflict
        chosen = stand_ins.find_stand_ins(match, request.POST.getlist("player"))
        current = entry._replace(seen=match.token)
        recording.change_stand_ins(match, row.number, chosen, current)

    def page(match: Match, error: str = "", status: int = 200) -> HttpResponse:
        row = find_round(request, match, number)
        if row is None:
            names = ", ".join(request.POST.getlist("player"))
            error = f"This {match.game.round_name} is not there any more. You wrote who played it: {names}"
            return render(request, "matches/match_error.html", {"match": match, "error": error}, status=409)
        context = {"round": row, "key": uuid.uuid4()}
        return _page(request, match, match.stand_ins.get(row.number, {}), error, status, **context)

    if request.method != "POST":
        return page(match)
    return save_about_round(request, match, number, write, page)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def player_order(request: ClubRequest, pk: int) -> HttpResponse:
    """Show on GET what an order of the players would change in all rounds; save it on POST.

    `order` in the URL or form: the present seats, “0.2.1.3”.
    """
    match = find_match(request.club, pk)

    def write(entry: EntryRequest) -> None:
        recording.reseat(match, _posted_order(request.POST), entry)

    def page(match: Match, error: str = "", status: int = 200) -> HttpResponse:
        if status == 409:
            return render(request, "matches/match_error.html", {"match": match, "error": error}, status=409)
        order = _order(request.POST or request.GET, match)
        preview = preview_order(match, order)
        # Refusals by the rules have no full stop of their own.
        refusal = error if status == 422 else preview.refusal if preview else ""
        rows = [
            (match.seat_list[old].player, ".".join(map(str, _moved_up(order, place))))
            for place, old in enumerate(order)
        ]
        context = {
            "match": match, "rows": rows, "order": ".".join(map(str, order)), "preview": preview, "key": uuid.uuid4(),
            "error": f"{refusal}." if refusal else error,
        }  # fmt: skip
        return render(request, "matches/player_order.html", context, status=status)

    return save(request, match, write, page) if request.method == "POST" else page(match)


def _order(data: QueryDict, match: Match) -> list[int]:
    """Return the order in a URL or form; the present one if it is none."""
    present, order = list(range(len(match.seat_list))), _posted_order(data)
    return order if sorted(order) == present else present


def _posted_order(data: QueryDict) -> list[int]:
    numbers = (whole_number(text, 2) for text in data.get("order", "").split("."))
    return [number for number in numbers if number is not None]


def _moved_up(order: list[int], place: int) -> list[int]:
    """Return the order with one player a place further up; the first goes to the end."""
    moved = order.copy()
    moved.insert(place - 1 if place else len(order), moved.pop(place))
    return moved


def _page(
    request: ClubRequest, match: Match, seated: SeatedPlayers, error: str = "", status: int = 200, **context: Any
) -> HttpResponse:
    """Show in each seat the name that was typed; if it was not changed, the player who sits there now."""
    names = _names(match, seated)
    posted, before = request.POST.getlist("player"), request.POST.getlist("before")
    fields = list(zip_longest(posted, before, names, fillvalue=""))[: len(names)]
    typed = [now if name == old else name for name, old, now in fields]
    context |= {
        "match": match,
        "rows": [(seat, name) for seat, name in zip(match.seat_list, typed, strict=True)],
        "others": request.club.players.filter(archived=False, same_as=None).order_by("name"),
        "max_length": MAX_NAME_LENGTH,
        "before": names,
        "now": ", ".join(names) if typed != names and status == 409 else "",
        # Refusals by the rules have no full stop of their own.
        "error": f"{error}." if status == 422 else error,
        "has_partners": len(match.teams) < len(match.seat_list),
        "query": urlencode([("seated", "1"), *(("player", name) for name in names)]),
    }
    return render(request, "matches/seats.html", context, status=status)


def _names(match: Match, seated: SeatedPlayers) -> list[str]:
    """Return the name of who sits on each seat."""
    return [seated.get(seat.number, seat.player).name for seat in match.seat_list]
