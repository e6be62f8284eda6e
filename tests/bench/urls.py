"""The app's addresses, and before them those only the bench asks for."""

from django.http import HttpResponse
from django.urls import path

from scorekeeper.table import pages
from scorekeeper.table.views import matches
from scorekeeper.urls import urlpatterns as addresses_of_the_app


def bare(request):
    """Nothing but the middleware: what every other page is compared with."""
    return HttpResponse()


def anew(request, pk):
    """The score page when nothing of it was kept."""
    pages.drawn.cache_clear()
    return matches.match(request, pk)


urlpatterns = [path("bench/bare/", bare), path("bench/anew/<int:pk>/", anew), *addresses_of_the_app]
