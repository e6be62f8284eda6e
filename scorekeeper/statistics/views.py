"""Pages of the leaderboard, the players and their statistics."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scorekeeper.clubs.permissions import ClubRequest
from scorekeeper.matches.lookup import find_other_player, find_player
from scorekeeper.statistics.figure_cases import FigureCases
from scorekeeper.statistics.head_to_head import SharedMatches
from scorekeeper.statistics.leaderboard import MAX_PLAYERS, Leaderboard
from scorekeeper.statistics.player_page import PlayerPage
from scorekeeper.statistics.selection import ChosenSelection, Selection
from scorekeeper.statistics.standings import unranked_rows
from scorekeeper.web.pagination import page_of


@require_safe
def leaderboard_page(request: ClubRequest) -> HttpResponse:
    chosen = ChosenSelection.from_query(request.club, request.GET)
    leaders = Leaderboard(chosen, request.GET.get("order", ""), request.GET.get("part", ""))
    return render(request, "statistics/leaderboard.html", {"chosen": chosen, "leaders": leaders})


@require_safe
def players(request: ClubRequest) -> HttpResponse:
    """List all players with their wins; inactive players come last."""
    page = page_of(request, request.club.players.filter(same_as=None).order_by("archived", "name"), MAX_PLAYERS)
    rows = unranked_rows(Selection(request.club), {player.pk: player for player in page})
    return render(request, "statistics/players.html", {"rows": rows, "page": page})


@require_safe
def player(request: ClubRequest, player: int) -> HttpResponse:
    person = find_player(request.club, player)
    if person.same_as is not None:
        return redirect("player", person.same_as.pk)
    chosen = ChosenSelection.from_query(request.club, request.GET)
    page = PlayerPage(person, chosen, request.GET.get("part", ""))
    return render(request, "statistics/player.html", {"page": page, "chosen": chosen})


@require_safe
def figure_cases(request: ClubRequest, player: int) -> HttpResponse:
    person = find_player(request.club, player)
    chosen = ChosenSelection.from_query(request.club, request.GET)
    statistics = {statistic.key: statistic for statistic in chosen.selection.statistics}
    statistic, part = statistics.get(request.GET.get("stat", "")), request.GET.get("part", "")
    if statistic is None:
        return redirect("player", player)
    figure = FigureCases(person, chosen.selection, statistic, part, request.GET.get("page", ""))
    context = {"figure": figure, "chosen": ChosenSelection(figure.selection)}
    return render(request, "statistics/figure_cases.html", context)


@require_safe
def shared_matches(request: ClubRequest, player: int) -> HttpResponse:
    person, query = find_player(request.club, player), request.GET
    other = find_other_player(person, query.get("other", ""))
    if other == person:
        return redirect("player", player)
    chosen = ChosenSelection.from_query(request.club, query)
    shared = SharedMatches(person, other, chosen, "together" in query, query.get("page", ""))
    return render(request, "statistics/shared_matches.html", {"shared": shared})
