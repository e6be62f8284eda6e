"""Named house rules of the club: saved in the set-up of a match, renamed and removed in the settings."""

from functools import partial

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.clubs.security_log import record
from scorekeeper.matches.lookup import find_game
from scorekeeper.matches.presets import differences, rename_preset, save_preset, shown_presets
from scorekeeper.matches.setup import Setup, setup_page
from scorekeeper.web.pagination import page_of


@require_POST
def save(request: ClubRequest, game: str) -> HttpResponse:
    """Save the house rules of a set-up under a name, and go on with the set-up."""
    setup = Setup.of(find_game(game), request.club, request.POST)
    if setup.has_option_errors:
        return setup_page(request, setup, status=422)
    request.refusal_page = lambda error: setup_page(request, setup, status=422, preset_error=error)
    save_preset(request.club, setup.game, request.POST.get("name", ""), setup.rules)
    return redirect(f"{reverse('new-match', args=[game])}?{setup.query}")


@requires_role(Role.SCORER)
@require_safe
def presets(request: ClubRequest) -> HttpResponse:
    return _presets_page(request)


@require_POST
def preset(request: ClubRequest, preset: int) -> HttpResponse:
    request.refusal_page = partial(_presets_page, request, preset)
    rename_preset(get_object_or_404(request.club.presets, pk=preset), request.POST.get("name", ""))
    return redirect("presets")


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def removal(request: ClubRequest, preset: int) -> HttpResponse:
    chosen = get_object_or_404(request.club.presets, pk=preset)
    if request.method == "POST":
        with transaction.atomic():
            record(f"removed the house rules {chosen.name}", request.club, request.device)
            chosen.delete()
        return redirect("presets")
    rules = differences(chosen.game, chosen.rules) or ["The rules as written"]
    context = {
        "question": f"Remove “{chosen.name}”?", "verb": "Remove it", "removes": True, "cancel": reverse("presets"),
        "lines": [
            f"{chosen.game.name}: {'; '.join(rules)}.",
            "Matches that are played with these house rules keep them.",
            "They cannot be restored: choose them at a set-up once more, and give them the name again.",
        ],
    }  # fmt: skip
    return render(request, "confirm.html", context)


def _presets_page(request: ClubRequest, invalid_preset: int = 0, error: str = "") -> HttpResponse:
    context = {"page": page_of(request, shown_presets(request.club)), "invalid_preset": invalid_preset, "error": error}
    return render(request, "matches/presets.html", context, status=422 if error else 200)
