"""The app's URLs, and before them two that only the bench asks for."""

from django.http import HttpResponse
from django.urls import path

from scorekeeper.clubs.permissions import checks_itself
from scorekeeper.matches import match_page
from scorekeeper.matches.views import match
from scorekeeper.urls import urlpatterns as app_urls

STALE = {"tap": [match_page.pages.clear], "round": [match_page.pages.clear, match_page.cached_body.cache_clear]}


@checks_itself
def bare(request):
    """Nothing but the middleware: what every other page is compared with."""
    return HttpResponse()


@checks_itself
def anew(request, since, pk):
    """The score page when caches are stale: after a tap, or after a round."""
    for clear in STALE[since]:
        clear()
    return match.match(request, pk)


urlpatterns = [path("bench/bare/", bare), path("bench/anew/<since>/<int:pk>/", anew), *app_urls]
