from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from scorekeeper.clubs.permissions import open_to_all
from scorekeeper.clubs.urls import urlpatterns as clubs
from scorekeeper.clubs.views import hand_over_device, hand_over_link
from scorekeeper.history.urls import urlpatterns as history
from scorekeeper.matches.urls import urlpatterns as matches
from scorekeeper.rulebook.urls import urlpatterns as rulebook
from scorekeeper.statistics.urls import urlpatterns as statistics
from scorekeeper.transfer.urls import urlpatterns as transfer
from scorekeeper.web.health import health
from scorekeeper.web.plain_http import authority, authority_profile, https_check

# One flat list with the most requested URLs first: resolving takes half the time of nested includes.
urlpatterns: list[URLPattern | URLResolver] = [
    *matches, *clubs, *history, *statistics, *rulebook, *transfer,
    path("health", open_to_all(health), name="health"),
]  # fmt: skip

# Only there where `serve` speaks HTTPS itself.
own_https: list[URLPattern] = [
    path("https/check/", open_to_all(https_check), name="https-check"),
    path("https/scorekeeper.crt", open_to_all(authority), name="authority"),
    path("https/scorekeeper.mobileconfig", open_to_all(authority_profile), name="authority-profile"),
    path("hand-over/", hand_over_link, name="hand-over-link"),
    path("hand-over/<str:signed>/", hand_over_device, name="hand-over"),
]
if settings.HTTPS_PORT:
    urlpatterns += own_https

if settings.SUB_PATH:
    # The address that is asked on this machine, without a proxy, stays where it is.
    below, first = include(urlpatterns), RedirectView.as_view(url=f"{settings.SUB_PATH}/")
    urlpatterns = [
        path(f"{settings.SUB_PATH[1:]}/", below),
        path("health", open_to_all(health)),
        path("", open_to_all(first)),
    ]

handler500 = "scorekeeper.web.middleware.server_error"
