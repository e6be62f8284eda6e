from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs import membership
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.clubs.player import name_key
from scorekeeper.matches import players
from scorekeeper.matches.lookup import find_match, find_other_player, find_player
from scorekeeper.matches.models import PlayerMerge
from scorekeeper.matches.players import PlayerForm


@requires_role(Role.VIEWER)
@require_POST
def own_player(request: ClubRequest, pk: int) -> HttpResponse:
    """Store whose device this is, as answered at the table."""
    match = find_match(request.club, pk)
    request.refusal_page = lambda error: render(
        request, "matches/match_error.html", {"match": match, "error": error}, status=422
    )
    player = request.club.players.get_chosen(request.POST.get("player", ""))
    membership.change_holder(request.device, player, actor=request.device)
    return redirect("match", match.pk)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def player_details(request: ClubRequest, player: int) -> HttpResponse:
    person = find_player(request.club, player)
    form = PlayerForm(request.POST if request.method == "POST" else None, player=person)
    if form.is_valid() and form.write():
        return redirect("player", player)
    others = list(request.club.players.filter(same_as=None).exclude(pk=player).order_by("name"))
    merges = person.merges.filter(undone=False).select_related("duplicate")
    alike = [other for other in others if name_key(other.name) == name_key(person.name)]
    context = {"player": person, "form": form, "others": others, "alike": alike, "merges": merges}
    return render(request, "matches/player_details.html", context, status=422 if form.errors else 200)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def player_merge(request: ClubRequest, player: int) -> HttpResponse:
    """Preview on GET what merging two players does; merge them on POST."""
    person, is_post = find_player(request.club, player), request.method == "POST"
    other = find_other_player(person, (request.POST if is_post else request.GET).get("other", ""))
    if other == person and not is_post:
        return redirect("player-details", player)
    context: dict[str, object] = {"player": person, "duplicate": other}
    request.refusal_page = lambda error: render(
        request, "matches/player_merge.html", context | {"error": error}, status=422
    )
    players.check_merge(person, other)
    if is_post:
        players.merge_players(person, other)
        return redirect("player", player)
    context |= {"seats": players.matches_of(other), "own": players.matches_of(person)}
    return render(request, "matches/player_merge.html", context)


@require_POST
def player_unmerge(request: ClubRequest, merge: int) -> HttpResponse:
    merges = PlayerMerge.objects.select_related("player__same_as", "duplicate")
    merged = get_object_or_404(merges, pk=merge, player__club=request.club)
    request.refusal_page = lambda error: render(
        request, "matches/player_merge.html", {"player": merged.player, "error": error}, status=422
    )
    players.unmerge_players(merged)
    return redirect("player", merged.duplicate.pk)
