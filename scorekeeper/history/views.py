"""Pages of game nights and years, the home page, the match review and the settings."""

from datetime import date
from typing import cast

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import get_script_prefix
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.keypad import MARKS
from games.core.registry import games
from scorekeeper.charts import LineChart, Series
from scorekeeper.clubs.addresses import cookie_name, tokens_here
from scorekeeper.clubs.device import default_club_has_owner
from scorekeeper.clubs.invitations import invite_links, site_address
from scorekeeper.clubs.models import Device, Role
from scorekeeper.clubs.permissions import AnyRequest, ClubRequest, open_to_all, requires_role
from scorekeeper.clubs.preferences import save_preferences
from scorekeeper.history.forms import ClubForm, NightForm
from scorekeeper.history.game_nights import NIGHTS_SHOWN, find_night, last_nights
from scorekeeper.history.recap import recap
from scorekeeper.history.review import MatchReview
from scorekeeper.history.year import Year
from scorekeeper.history.year_figures import last_year_to_look_back_at, played_years
from scorekeeper.matches.lookup import find_day, read_match
from scorekeeper.matches.scoreboard import asked_round
from scorekeeper.statistics.selection import Period


@require_safe
def nights(request: ClubRequest) -> HttpResponse:
    nights = last_nights(request.club, find_day(request.GET.get("before", "")) or date.max)
    context = {
        "nights": nights[:NIGHTS_SHOWN],
        "earlier": nights[NIGHTS_SHOWN - 1].date if len(nights) > NIGHTS_SHOWN else None,
        "years": played_years(request.club),
    }
    return render(request, "history/nights.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def night(request: ClubRequest, night: date) -> HttpResponse:
    """Show a game night; save its name, place and note."""
    game_night = find_night(request.club, night)
    form = NightForm(request.POST if request.method == "POST" else None, instance=game_night.notes, label_suffix="")
    if form.is_valid():
        form.save_notes()
        return redirect("night", night)
    is_tonight = request.club.night_date_of(timezone.now()) == night
    context = {
        "night": game_night, "form": form, "recap": recap(game_night), "is_tonight": is_tonight,
        "can_start_match": is_tonight and request.device.is_scorer,
    }  # fmt: skip
    return render(request, "history/night.html", context, status=422 if form.errors else 200)


@require_safe
def night_text(request: ClubRequest, night: date) -> HttpResponse:
    return HttpResponse(recap(find_night(request.club, night)), content_type="text/plain; charset=utf-8")


@require_safe
def year(request: ClubRequest, period: Period) -> HttpResponse:
    return render(request, "history/year.html", {"year": Year(request.club, period)})


# Maximum number of open matches of tonight, of earlier open matches, and of nights on the home page.
OPEN_TONIGHT_SHOWN, OPEN_BEFORE_SHOWN, LAST_NIGHTS_SHOWN = 30, 4, 5


@open_to_all
@require_safe
def home(request: AnyRequest) -> HttpResponse:
    """Show open matches and the last nights; to a new club the first steps, to a stranger the welcome page."""
    club = request.club
    if club is None:
        return _welcome(request)
    nights = last_nights(club, limit=LAST_NIGHTS_SHOWN)
    if not nights:
        return _first_steps(cast("ClubRequest", request))
    tonight = club.night_date_of(timezone.now())
    open_matches = club.matches.with_seats().active().order_by("-started", "-pk")
    context = {
        "open_tonight": open_matches.filter(night_date=tonight)[:OPEN_TONIGHT_SHOWN],
        "open_before": open_matches.exclude(night_date=tonight)[:OPEN_BEFORE_SHOWN],
        "tonight": [night for night in nights if night.date == tonight and night.is_played],
        "nights": [night for night in nights if night.date != tonight],
        "last_year": last_year_to_look_back_at(club, tonight),
    }
    return render(request, "history/home.html", context)


def _welcome(request: AnyRequest) -> HttpResponse:
    """Welcome a stranger. A phone that left this club and is in others sees these once, and from then on the first."""
    cookie = cookie_name(get_script_prefix())
    if request.devices and not request.COOKIES.get(cookie):
        return redirect(next(iter(request.devices)))
    device = Device.find_in_deleted_club(*tokens_here(request))
    context = {
        "founding": settings.FOUNDING, "device_of_deleted_club": device,
        "has_no_owner": not settings.FOUNDING and not request.devices and not default_club_has_owner(),
    }  # fmt: skip
    response = render(request, "clubs/welcome.html", context)
    if request.devices and device is None:
        response.delete_cookie(cookie, path=settings.COOKIE_PATH)
    return response


def _first_steps(request: ClubRequest) -> HttpResponse:
    links = invite_links(request.device, site_address(request))
    link = next((link for link in links if link.role == Role.SCORER), None)
    return render(request, "clubs/first_steps.html", {"games": [*games().values()], "link": link})


@require_safe
def review(request: ClubRequest, pk: int) -> HttpResponse:
    """Show a match as it ended, or as it stood `?after=` one of its rounds; its rounds from `?round=` on."""
    match = read_match(request.club, pk)
    match_review = MatchReview(
        match, request.GET.get("after", ""), can_edit=request.device.is_scorer, asked_round=asked_round(request)
    )
    return render(request, "history/review.html", {"review": match_review, "match": match})


@requires_role(Role.OWNER)
@require_safe
def components(request: ClubRequest) -> HttpResponse:
    """Show the components of all pages in both themes, for work on the style sheets."""
    lines = [Series("Ada", [0, 20, 10, 40, 52], 0), Series("Ben", [0, 10, 30, 20, 30], 1)]
    chart = LineChart("Totals", ["Start", "1", "2", "3", "4"], lines, "Hand")
    context = {"themes": ("light", "dark"), "marks": range(len(MARKS)), "chart": chart}
    return render(request, "history/components.html", context)


@open_to_all
@require_safe
def settings_page(request: AnyRequest) -> HttpResponse:
    return _settings_page(request, ClubForm(None, club=request.club) if request.club else None)


@open_to_all
@require_POST
def preferences(request: AnyRequest) -> HttpResponse:
    response = redirect("settings")
    save_preferences(response, request.POST)
    return response


@requires_role(Role.OWNER)
@require_POST
def club_settings(request: ClubRequest) -> HttpResponse:
    """Change the name or the time zone of the club."""
    form = ClubForm(request.POST, club=request.club)
    if not form.is_valid():
        return _settings_page(request, form, status=422)
    form.save()
    return redirect("settings")


def _settings_page(request: AnyRequest | ClubRequest, form: ClubForm | None, status: int = 200) -> HttpResponse:
    return render(request, "clubs/settings.html", {"form": form}, status=status)
