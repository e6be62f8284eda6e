"""Players who join a running match or leave it."""

import uuid
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.core.errors import Impossible
from games.core.joining import BEGINNINGS
from games.core.text import MAX_NAME_LENGTH
from scorekeeper.clubs.models import Player, Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.clubs.player import normalize_name
from scorekeeper.matches import late_players, recording
from scorekeeper.matches.log import Change
from scorekeeper.matches.lookup import find_match
from scorekeeper.matches.models import Action, Match
from scorekeeper.matches.recording import EntryRequest
from scorekeeper.matches.starting import checked_names
from scorekeeper.matches.views.rounds import save

# Most clubs have no more players who come to play; others are typed.
PLAYERS_SHOWN = 12


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def join_match(request: ClubRequest, pk: int) -> HttpResponse:
    """Ask on GET who joins, and with how many points; have them join on POST."""
    match = find_match(request.club, pk)
    if not match.goes_on and request.method != "POST":
        return redirect("match", pk)

    def write(entry: EntryRequest) -> None:
        begins = request.POST.get("begins", "")
        if begins not in late_players.beginnings(match):
            raise Impossible("choose with how many points they begin")
        with transaction.atomic():
            change = late_players.joining(match, _chosen_player(request), begins)
            recording.change_players(match, change, entry)

    return (
        save(request, match, write, partial(_joining_page, request))
        if request.method == "POST"
        else _joining_page(request, match)
    )


def _chosen_player(request: ClubRequest) -> Player:
    """Return the player who was chosen, or typed."""
    if typed := normalize_name(request.POST.get("name", "")):
        return request.club.players.get_or_create_named(checked_names([typed]))[0]
    return request.club.players.get_chosen(request.POST.get("player", ""))


def _joining_page(request: ClubRequest, match: Match, error: str = "", status: int = 200) -> HttpResponse:
    at_table = {seat.player_id for seat in match.seats_at_table} | {seat.stand_in_id for seat in match.seat_list}
    others = request.club.players.filter(archived=False, same_as=None).exclude(pk__in=filter(None, at_table))
    left = {seat.player_id: seat.total for seat in match.seat_list if seat.left}
    totals, change = late_players.beginnings(match), Change(Action.JOIN, None, {"seat": len(match.names), "total": 0})
    # Before the first points there is nothing to choose.
    shown = totals if len({*totals.values()}) > 1 else {"start": totals["start"]}
    context = {
        "players": [(player, left.get(player.pk)) for player in others.order_by("-last_played")[:PLAYERS_SHOWN]],
        "beginnings": [(name, total, BEGINNINGS[name]) for name, total in shown.items()],
        "max_length": MAX_NAME_LENGTH, "chosen": request.POST, **_preview(match, change),
    }  # fmt: skip
    return _page(request, match, "matches/joining.html", context, error, status)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def leave_match(request: ClubRequest, pk: int) -> HttpResponse:
    """Ask on GET who leaves, and with `?player` say how the match goes on; have them leave on POST."""
    match = find_match(request.club, pk)
    if not match.goes_on and request.method != "POST":
        return redirect("match", pk)

    def write(entry: EntryRequest) -> None:
        player = request.club.players.get_chosen(request.POST.get("player", ""))
        recording.change_players(match, late_players.leaving(match, player), entry)

    return (
        save(request, match, write, partial(_leaving_page, request))
        if request.method == "POST"
        else _leaving_page(request, match)
    )


def _leaving_page(request: ClubRequest, match: Match, error: str = "", status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {"seats": match.seats_at_table}
    with suppress(Impossible):
        leaver = request.club.players.get_chosen(request.POST.get("player") or request.GET.get("player", ""))
        context |= {"leaver": leaver, **_preview(match, late_players.leaving(match, leaver))}
    return _page(request, match, "matches/leaving.html", context, error, status)


def _preview(match: Match, change: Change) -> dict[str, Any]:
    """Say how the match goes on, or why it cannot."""
    try:
        return {"lines": late_players.describe_table(late_players.state_with(match, change))}
    except Impossible as error:
        return {"refusal": error.message}


def _page(
    request: ClubRequest, match: Match, template: str, context: dict[str, Any], error: str, status: int
) -> HttpResponse:
    refusal = context.get("refusal", "")
    # Refusals by the rules have no full stop of their own.
    error = f"{error}." if status == 422 else error or (f"{refusal}." if refusal else "")
    names = [("seated", "1"), *(("player", name) for name in match.next_names)]
    context |= {"match": match, "key": uuid.uuid4(), "error": error, "query": urlencode(names)}
    return render(request, template, context, status=status)
