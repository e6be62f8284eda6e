"""Offline: the service worker, the manifest, and the forms of the next rounds."""

import json
from dataclasses import replace
from hashlib import sha256

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.registry import games
from scorekeeper.clubs.addresses import ROOT, shared_path
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import AnyRequest, ClubRequest, open_to_all, requires_role
from scorekeeper.matches.answers import Place
from scorekeeper.matches.lookup import read_match
from scorekeeper.matches.models import EntryMode, Match
from scorekeeper.matches.round_entry import RoundEntry, Viewpoint
from scorekeeper.matches.scoreboard import Scoreboard
from scorekeeper.web.bundles import BUNDLES

# Half an hour of play. More would cost little to send, but are rarely used.
ROUNDS_AHEAD = 6


def next_rounds(match: Match) -> list[RoundEntry]:
    """Return the entry forms of the next rounds, with the scores as they are now."""
    states = [replace(match.state, rounds_ahead=rounds_ahead) for rounds_ahead in range(1, ROUNDS_AHEAD + 1)]
    entries = [RoundEntry(match, Place(EntryMode.PLAY, state.number), {}, later_state=state) for state in states]
    return [entry for entry in entries if _is_dealt(entry.state)]


def _is_dealt(state: MatchState) -> bool:
    """Whether the match is long enough to have this round."""
    try:
        return bool(state.deal)
    except Impossible:
        return False


THEME_COLOR = "#12372a"

# Revalidate on each request: a new release has to reach every phone.
CACHE_CONTROL = "no-cache"


@open_to_all
@require_safe
def service_worker(request: AnyRequest) -> HttpResponse:
    """Send the service worker; its version changes with each release."""
    files = [static(name) for name in (*BUNDLES, "icons/icon.svg")]
    pages = [reverse("offline"), reverse("rulebook"), *(reverse("rules", args=[key]) for key in games())]
    version = sha256(json.dumps([files, pages]).encode()).hexdigest()[:12]
    context = {"version": version, "files": json.dumps(files), "pages": json.dumps(pages)}
    script = render_to_string("matches/service_worker.js", context)
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": CACHE_CONTROL})


@open_to_all
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    icons = [
        {"src": static(f"icons/{kind}-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for kind, purpose in (("icon", "any"), ("maskable", "maskable"))
        for size in (192, 512)
    ]
    shortcuts = [
        {"name": "New match", "url": shared_path("choose-game")}, {"name": "Rules", "url": shared_path("rulebook")}
    ]  # fmt: skip
    # One app for all clubs of a phone: it starts in the first one, and Home leads to the others.
    fields = {
        "id": ROOT, "name": "Scorekeeper", "short_name": "Scorekeeper", "start_url": ROOT, "scope": ROOT,
        "description": "Keeps score at the card table, remembers every game night, and settles arguments.",
        "display": "standalone", "background_color": THEME_COLOR, "theme_color": THEME_COLOR,
        "icons": icons, "shortcuts": shortcuts,
    }  # fmt: skip
    return JsonResponse(fields, content_type="application/manifest+json", headers={"Cache-Control": CACHE_CONTROL})


@requires_role(Role.SCORER)
@require_safe
def upcoming_rounds(request: ClubRequest, pk: int) -> HttpResponse:
    match = read_match(request.club, pk)
    context = {"match": match, "entries": next_rounds(match), "viewpoint": Viewpoint(can_score=True)}
    return render(request, "matches/upcoming_rounds.html", context | {"scoreboard": Scoreboard.of(match)})


@open_to_all
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    return render(request, "matches/offline.html")
