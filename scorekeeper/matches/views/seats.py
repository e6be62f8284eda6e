"""Stand-ins: for the coming rounds, and for a round that was played."""

import uuid
from functools import partial
from itertools import zip_longest
from typing import Any
from urllib.parse import urlencode

from django.db import DatabaseError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.matches import recording, stand_ins
from scorekeeper.matches.conflicts import Conflict, VersionConflict
from scorekeeper.matches.lookup import find_match
from scorekeeper.matches.models import Match
from scorekeeper.matches.recording import EntryRequest
from scorekeeper.matches.stand_ins import SeatedPlayers
from scorekeeper.matches.views.rounds import find_round, save_about_round
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
        "rows": [(seat.player, name) for seat, name in zip(match.seat_list, typed, strict=True)],
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
