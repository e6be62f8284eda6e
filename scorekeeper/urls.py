from django.urls import URLPattern, path

from scorekeeper.clubs.permissions import open_to_all
from scorekeeper.clubs.urls import urlpatterns as clubs
from scorekeeper.history.urls import urlpatterns as history
from scorekeeper.matches.urls import urlpatterns as matches
from scorekeeper.rulebook.urls import urlpatterns as rulebook
from scorekeeper.statistics.urls import urlpatterns as statistics
from scorekeeper.transfer.urls import urlpatterns as transfer
from scorekeeper.web.health import health

# One flat list with the most requested URLs first: resolving takes half the time of nested includes.
urlpatterns: list[URLPattern] = [
    *matches, *clubs, *history, *statistics, *rulebook, *transfer,
    path("health", open_to_all(health), name="health"),
]  # fmt: skip

handler400 = "scorekeeper.web.error_pages.bad_request"
handler403 = "scorekeeper.web.error_pages.not_allowed"
handler404 = "scorekeeper.web.error_pages.not_found"
handler500 = "scorekeeper.web.error_pages.broken"
