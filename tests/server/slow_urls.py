"""A slow page and a quick one beside the app's: addresses for test_serve.py."""

import time

from django.http import HttpResponse
from django.urls import path

from scorekeeper.clubs.permissions import open_to_all
from scorekeeper.urls import urlpatterns as addresses_of_the_app


@open_to_all
def slow(request):
    time.sleep(1.5)
    return HttpResponse("at last")


@open_to_all
def quick(request):
    return HttpResponse("at once")


urlpatterns = [path("slow", slow), path("quick", quick), *addresses_of_the_app]
