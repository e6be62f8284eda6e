"""The app's addresses, and before them those only the bench asks for."""

from django.http import HttpResponse
from django.urls import path

from games.core.definition import play_round
from scorekeeper.clubs.permissions import checks_itself
from scorekeeper.matches import match_page, models, scoreboard
from scorekeeper.matches.views import match
from scorekeeper.urls import urlpatterns as addresses_of_the_app
from scorekeeper.web.page_cache import part


@checks_itself
def bare(request):
    """Nothing but the middleware: what every other page is compared with."""
    return HttpResponse()


@checks_itself
def anew(request, since, pk):
    """The score page when what was kept of it is true no longer: after a tap, after a round, or at the very start."""
    for forgotten in FORGOTTEN[since]:
        forgotten.cache_clear()
    return match.match(request, pk)


FORGOTTEN = {
    "tap": [match_page.cached_page],
    "round": [match_page.cached_page, match_page.cached_body],
    "start": [
        match_page.cached_page,
        match_page.cached_body,
        match_page.cached_frame,
        scoreboard.drawn_row,
        models.read_facts,
        play_round,
        part,
    ],
}

urlpatterns = [path("bench/bare/", bare), path("bench/anew/<since>/<int:pk>/", anew), *addresses_of_the_app]
