"""The app's addresses, and before them those only the bench asks for."""

from django.http import HttpResponse
from django.urls import path

from scorekeeper.club.door import looks_itself
from scorekeeper.table import pad, pages
from scorekeeper.table.models import scored
from scorekeeper.table.once import part
from scorekeeper.table.views import matches
from scorekeeper.urls import urlpatterns as addresses_of_the_app


@looks_itself
def bare(request):
    """Nothing but the middleware: what every other page is compared with."""
    return HttpResponse()


@looks_itself
def anew(request, since, pk):
    """The score page when what was kept of it is true no longer: after a tap, after a round, or at the very start."""
    for forgotten in FORGOTTEN[since]:
        forgotten.cache_clear()
    return matches.match(request, pk)


FORGOTTEN = {
    "tap": [pages.drawn],
    "round": [pages.drawn, pages.worked_out],
    "start": [pages.drawn, pages.worked_out, pages.framed, pad.drawn_row, scored.record, scored.play, part],
}

urlpatterns = [path("bench/bare/", bare), path("bench/anew/<since>/<int:pk>/", anew), *addresses_of_the_app]
