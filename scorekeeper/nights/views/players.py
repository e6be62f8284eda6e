"""Players: all of them, one with what the books tell, and what happens to them over the years."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.impossible import Impossible
from scorekeeper.club.door import needs
from scorekeeper.club.models import Player, Role
from scorekeeper.database import LARGEST_ID
from scorekeeper.nights import lives
from scorekeeper.nights.behind import Behind
from scorekeeper.nights.books import balance, nothing_played, standings
from scorekeeper.nights.chosen import Chosen
from scorekeeper.nights.forms import PlayerForm
from scorekeeper.nights.met import Met
from scorekeeper.nights.models import Merge
from scorekeeper.nights.people import Person

if TYPE_CHECKING:
    from scorekeeper.club.models import Club
    from scorekeeper.club.visit import Visit


@require_safe
def players(request: Visit) -> HttpResponse:
    """Name everybody who ever played, with what they won; those who no longer come at the end."""
    club = request.club
    balance(club)
    chosen = Chosen.of(club, request.GET)
    lines = {line.player.pk: line for line in standings(chosen.selection)}
    people = club.players.filter(same_as=None).order_by("archived", "name")
    shown = [player for player in people if not chosen.is_narrowed or player.pk in lines]
    facts = {"chosen": chosen, "lines": [lines.get(player.pk) or nothing_played(player) for player in shown]}
    return render(request, "nights/players.html", facts)


@require_safe
def player(request: Visit, player: int) -> HttpResponse:
    """Show what the books tell of a player."""
    found = find_player(request.club, player)
    if found.same_as is not None:
        return redirect("player", found.same_as.pk)
    balance(found.club)
    chosen = Chosen.of(found.club, request.GET)
    return render(request, "nights/player.html", {"person": Person(found, chosen), "chosen": chosen})


@require_safe
def behind(request: Visit, player: int) -> HttpResponse:
    """Show what a figure of a player is made of."""
    found = find_player(request.club, player)
    balance(found.club)
    chosen = Chosen.of(found.club, request.GET)
    known = {statistic.key: statistic for statistic in chosen.selection.told}
    statistic, part = known.get(request.GET.get("stat", "")), request.GET.get("part", "")
    if statistic is None or "\0" in part:
        return redirect("player", player)
    made_of = Behind(found, chosen.selection, statistic, part, request.GET.get("page", ""))
    return render(request, "nights/behind.html", {"behind": made_of, "chosen": Chosen(made_of.selection)})


@require_safe
def meetings(request: Visit, player: int) -> HttpResponse:
    """Show the matches a player played against another, or `together` with them."""
    found, asked = find_player(request.club, player), request.GET
    other = _other(found, asked.get("other", ""))
    if other == found:
        return redirect("player", player)
    met = Met(found, other, Chosen.of(found.club, asked), "together" in asked, asked.get("page", ""))
    return render(request, "nights/meetings.html", {"met": met})


@needs(Role.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def details(request: Visit, player: int) -> HttpResponse:
    """Change a player's name and mark, or leave them out of the list."""
    found = find_player(request.club, player)
    form = PlayerForm(request.POST if request.method == "POST" else None, player=found)
    if form.is_valid() and form.write():
        return redirect("player", player)
    merges = Merge.objects.filter(kept=found, undone=False).select_related("gone")
    facts = {"player": found, "form": form, "others": _others(found), "merges": merges}
    return render(request, "nights/details.html", facts, status=422 if form.errors else 200)


@needs(Role.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def merging(request: Visit, player: int) -> HttpResponse:
    """Show what comes of making two players one; and make them one."""
    kept, said = find_player(request.club, player), request.POST if request.method == "POST" else request.GET
    gone = _other(kept, said.get("other", ""))
    if gone == kept and request.method != "POST":
        return redirect("player-details", player)
    try:
        lives.check_merge(kept, gone)
        if request.method == "POST":
            lives.merge(kept, gone)
            return redirect("player", player)
    except Impossible as error:
        return render(request, "nights/merging.html", {"kept": kept, "gone": gone, "wrong": error.message}, status=422)
    facts = {"kept": kept, "gone": gone, "seats": lives.matches_of(gone), "own": lives.matches_of(kept)}
    return render(request, "nights/merging.html", facts)


@require_POST
def unmerging(request: Visit, merge: int) -> HttpResponse:
    """Make two of one again."""
    merges = Merge.objects.filter(kept__club=request.club).select_related("kept__same_as", "gone")
    merged = merges.filter(pk=min(merge, LARGEST_ID)).first()
    if merged is None:
        raise Http404
    try:
        lives.unmerge(merged)
    except Impossible as error:
        return render(request, "nights/merging.html", {"kept": merged.kept, "wrong": error.message}, status=422)
    return redirect("player", merged.gone.pk)


def find_player(club: Club, pk: int) -> Player:
    """Return a player of a club."""
    found = Player.objects.filter(club=club, pk=min(pk, LARGEST_ID)).select_related("club", "same_as").first()
    if found is None:
        raise Http404
    return found


def _other(kept: Player, pk: str) -> Player:
    return find_player(kept.club, int(pk)) if pk.isdecimal() and len(pk) < 20 else kept


def _others(found: Player) -> list[Player]:
    return list(found.club.players.filter(same_as=None).exclude(pk=found.pk).order_by("name"))
