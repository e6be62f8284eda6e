"""The app as `serve` runs it, with one slow page beside it: settings and addresses for test_serve.py."""

import time

from django.http import HttpResponse
from django.urls import path

from scorekeeper.club.door import open_to_all
from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "tests.serving"


@open_to_all
def slow(request):
    time.sleep(1.5)
    return HttpResponse("at last")


@open_to_all
def quick(request):
    return HttpResponse("at once")


urlpatterns = [path("slow", slow), path("quick", quick)]
