"""Matches: set up, show, rematch, the table view, delete and restore."""

from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django.views.defaults import page_not_found

from games.core.definition import Game
from games.core.registry import games
from scorekeeper.clubs.models import GRACE_PERIOD, Role
from scorekeeper.clubs.permissions import AnyRequest, ClubRequest, requires_role
from scorekeeper.clubs.player import name_key
from scorekeeper.clubs.security_log import record
from scorekeeper.matches import recording, starting
from scorekeeper.matches.answers import live_fingerprint, unsaved_fingerprint
from scorekeeper.matches.conflicts import VersionConflict
from scorekeeper.matches.lookup import MatchDeleted, find_deleted, find_game, find_match, find_own_game, read_match
from scorekeeper.matches.match_page import board_page, visited_page
from scorekeeper.matches.models import Match
from scorekeeper.matches.round_highlights import round_highlights
from scorekeeper.matches.setup import Setup, setup_page
from scorekeeper.matches.table_view import TableView
from scorekeeper.matches.unsaved_answers import describe_unsaved
from scorekeeper.matches.views.rounds import match_key
from scorekeeper.web.pagination import page_of


@requires_role(Role.SCORER)
@require_safe
def choose(request: ClubRequest) -> HttpResponse:
    usual = Match.objects.usual_games(request.club)
    others = [game for game in games().values() if game not in usual]
    return render(request, "matches/choose_game.html", {"usual": usual, "others": others})


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def new(request: ClubRequest, game: str) -> HttpResponse:
    chosen_game, data = find_game(game), request.POST if request.method == "POST" else request.GET
    if chosen_game.requires_name:
        return _name_page(request, chosen_game, data)
    setup = Setup.of(find_own_game(request.club, chosen_game), request.club, data)
    if request.method != "POST":
        return setup_page(request, setup)
    return (
        setup_page(request, setup, status=422)
        if setup.error or setup.date_error
        else redirect(f"{request.path}?{setup.query}")
    )


def _name_page(request: ClubRequest, game: Game, data: QueryDict) -> HttpResponse:
    """Ask for the name of the game, then redirect to its set-up with the players typed so far.

    A name of a game that has its rules here leads to that game, unless the club has played another under this name.
    """
    typed = " ".join(data.get("name", "").split())
    players = [(name, text) for name in ("seated", "players") for text in data.getlist(name)[:1]]
    played = Match.objects.names_of(request.club, game)
    with_rules = {name_key(game.name): game for game in games().values() if not game.requires_name}
    if typed not in played and (chosen := with_rules.get(name_key(typed))):
        return redirect(f"{reverse('new-match', args=[chosen.key])}?{urlencode(players)}")
    known = [name for name in game.known_names or () if name not in played]
    context = {"typed": typed, "players": players, "played": played, "known": known}
    if not typed:
        return render(request, "matches/name_game.html", context)
    request.refusal_page = lambda error: render(
        request, "matches/name_game.html", context | {"error": error}, status=422
    )
    named = find_own_game(request.club, game.with_name(typed))
    return redirect(f"{reverse('new-match', args=[named.key])}?{urlencode(players)}")


@require_POST
def matches(request: ClubRequest, game: str) -> HttpResponse:
    """Start the match that was set up; 422 with the same page where these players cannot play it."""
    setup = Setup.of(find_own_game(request.club, find_game(game)), request.club, request.POST)
    started = setup.start(match_key(request))
    if started is None:
        return setup_page(request, setup, status=422)
    started.keep_in_the_middle(request.device)
    return redirect("match", started.pk)


@require_safe
def match(request: ClubRequest, pk: int) -> HttpResponse:
    return visited_page(request, pk)


@require_safe
@cache_control(no_store=True)
def board(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer a poll; 204 to a page that shows that the match was deleted, until it is restored."""
    try:
        return board_page(request, pk)
    except MatchDeleted:
        if request.GET.get("seen") != "deleted":
            raise
        return HttpResponse(status=204)


@require_POST
def rematch(request: ClubRequest, pk: int) -> HttpResponse:
    started = starting.rematch(find_match(request.club, pk), match_key(request))
    started.keep_in_the_middle(request.device)
    return redirect("match", started.pk)


@require_safe
def table_view(request: ClubRequest, pk: int) -> HttpResponse:
    """Show a match in large type, rotated as the URL says; 204 while nothing has changed."""
    seen = request.GET.get("seen")
    if seen and seen == live_fingerprint(find_match(request.club, pk)):
        return HttpResponse(status=204)
    match = read_match(request.club, pk)
    # Read before the answers are: if another phone gives one meanwhile, the next poll finds it.
    live = live_fingerprint(match)
    view = TableView.of(match, request.GET.get("turned", ""))
    context = {
        "table_view": view,
        "match": match,
        "highlights": round_highlights(match),
        "seen": live,
        "lock": match.lock,
    }
    return render(request, "matches/table_view.html", context)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def match_deletion(request: ClubRequest, pk: int) -> HttpResponse:
    """On GET list everything deleted with a match; on POST delete it, unless it has changed meanwhile."""
    if request.method != "POST":
        return _deletion_page(request, find_match(request.club, pk))
    if find_deleted(request.club, pk):  # a second tap
        return redirect("deleted-matches")
    match, seen, unsaved = find_match(request.club, pk), request.POST.get("seen", ""), request.POST.get("unsaved", "")
    try:
        recording.delete_match(match, seen, by=request.device, unsaved=unsaved)
        record(f"deleted match {match.pk}", request.club, request.device)
    except VersionConflict:
        return _deletion_page(request, find_match(request.club, pk), VersionConflict.message, status=409)
    return redirect("deleted-matches")


@require_safe
def deleted_matches(request: ClubRequest) -> HttpResponse:
    matches = Match.everything.restorable().filter(club=request.club)
    matches = matches.select_related("deleted_by").order_by("-deleted", "-pk")
    page = page_of(request, matches.with_seats())  # type: ignore[attr-defined]
    rows = [(match, match.deleted + GRACE_PERIOD) for match in page]
    return render(request, "matches/deleted_matches.html", {"rows": rows, "page": page, "days": GRACE_PERIOD.days})


@require_POST
def match_restore(request: ClubRequest, pk: int) -> HttpResponse:
    match = find_deleted(request.club, pk) or find_match(request.club, pk)
    recording.restore_match(match)
    record(f"restored match {match.pk}", request.club, request.device)
    return redirect("match", match.pk)


def _deletion_page(request: ClubRequest, match: Match, error: str = "", status: int = 200) -> HttpResponse:
    context = {
        "match": match, "rounds": len(match.round_facts), "days": GRACE_PERIOD.days, "error": error, "removes": True,
        "question": "Delete this match?", "verb": "Delete it", "unsaved": describe_unsaved(match),
        "fields": {"unsaved": unsaved_fingerprint(match)},
    }  # fmt: skip
    return render(request, "matches/match_deletion.html", context, status=status)


def not_found(request: AnyRequest, exception: Exception) -> HttpResponse:
    """Django's handler404: say who deleted a match, and offer to restore it."""
    if not isinstance(exception, MatchDeleted):
        return page_not_found(request, exception)
    match = exception.match
    context = {"match": match, "until": match.deleted and match.deleted + GRACE_PERIOD}
    return render(request, "matches/deleted_match.html", context, status=404)
