"""Slow pages and a quick one beside the app's: addresses for test_serve.py and test_hostile_connections.py."""

import time

from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path

from scorekeeper.clubs.permissions import open_to_all
from scorekeeper.urls import urlpatterns as addresses_of_the_app


@open_to_all
def slow(request):
    time.sleep(1.2)
    return HttpResponse("at last")


@open_to_all
def quick(request):
    return HttpResponse("at once")


@open_to_all
def long(request):
    """A download that ends when the data folder says so."""
    return StreamingHttpResponse(until_enough())


def until_enough():
    while not (settings.DATA / "enough").exists():
        time.sleep(0.05)
    yield from ["enough"] * 1000


urlpatterns = [path("slow", slow), path("quick", quick), path("long", long), *addresses_of_the_app]
