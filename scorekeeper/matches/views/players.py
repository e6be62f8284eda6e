from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.core.errors import Impossible
from scorekeeper.clubs.models import Player, Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.matches import players
from scorekeeper.matches.lookup import find_player
from scorekeeper.matches.models import PlayerMerge
from scorekeeper.matches.players import PlayerForm
from scorekeeper.server.database import LARGEST_ID


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def player_details(request: ClubRequest, player: int) -> HttpResponse:
    found = find_player(request.club, player)
    form = PlayerForm(request.POST if request.method == "POST" else None, player=found)
    if form.is_valid() and form.write():
        return redirect("player", player)
    merges = PlayerMerge.objects.filter(kept=found, undone=False).select_related("gone")
    facts = {"player": found, "form": form, "others": _others(found), "merges": merges}
    return render(request, "matches/player_details.html", facts, status=422 if form.errors else 200)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def player_merge(request: ClubRequest, player: int) -> HttpResponse:
    """Show what comes of making two players one; and make them one."""
    kept, said = find_player(request.club, player), request.POST if request.method == "POST" else request.GET
    gone = _other(kept, said.get("other", ""))
    if gone == kept and request.method != "POST":
        return redirect("player-details", player)
    try:
        players.check_merge(kept, gone)
        if request.method == "POST":
            players.merge_players(kept, gone)
            return redirect("player", player)
    except Impossible as error:
        return render(
            request, "matches/player_merge.html", {"kept": kept, "gone": gone, "wrong": error.message}, status=422
        )
    facts = {"kept": kept, "gone": gone, "seats": players.matches_of(gone), "own": players.matches_of(kept)}
    return render(request, "matches/player_merge.html", facts)


@require_POST
def player_unmerge(request: ClubRequest, merge: int) -> HttpResponse:
    merges = PlayerMerge.objects.filter(kept__club=request.club).select_related("kept__same_as", "gone")
    merged = merges.filter(pk=min(merge, LARGEST_ID)).first()
    if merged is None:
        raise Http404
    try:
        players.unmerge_players(merged)
    except Impossible as error:
        return render(request, "matches/player_merge.html", {"kept": merged.kept, "wrong": error.message}, status=422)
    return redirect("player", merged.gone.pk)


def _other(kept: Player, pk: str) -> Player:
    return find_player(kept.club, int(pk)) if pk.isdecimal() and len(pk) < 20 else kept


def _others(found: Player) -> list[Player]:
    return list(found.club.players.filter(same_as=None).exclude(pk=found.pk).order_by("name"))
