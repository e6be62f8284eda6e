"""The app's URLs, and before them two that only the bench asks for."""

from django.http import HttpResponse
from django.urls import path

from games.core.definition import play_round
from scorekeeper.clubs.permissions import checks_itself
from scorekeeper.matches import match_page, models, scoreboard
from scorekeeper.matches.views import match
from scorekeeper.urls import urlpatterns as app_urls
from scorekeeper.web.page_cache import part

AFTER_A_TAP = [match_page.cached_page]
AFTER_A_ROUND = [*AFTER_A_TAP, match_page.cached_body]
AT_THE_START = [
    *AFTER_A_ROUND, match_page.cached_frame, scoreboard.drawn_row, models.read_facts, play_round, part,
]  # fmt: skip
STALE = {"tap": AFTER_A_TAP, "round": AFTER_A_ROUND, "start": AT_THE_START}


@checks_itself
def bare(request):
    """Nothing but the middleware: what every other page is compared with."""
    return HttpResponse()


@checks_itself
def anew(request, since, pk):
    """The score page when caches are stale: after a tap, after a round, or at the very start."""
    for cache in STALE[since]:
        cache.cache_clear()
    return match.match(request, pk)


urlpatterns = [path("bench/bare/", bare), path("bench/anew/<since>/<int:pk>/", anew), *app_urls]
