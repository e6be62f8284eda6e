"""A slow page, a quick one, a large one and a download beside the app's addresses."""

import time

from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path

from scorekeeper.clubs.permissions import open_to_all
from scorekeeper.urls import urlpatterns as addresses_of_the_app

slow_requests = []


@open_to_all
def slow(request):
    slow_requests.append(request)
    time.sleep(1.2)
    return HttpResponse("at last")


@open_to_all
def slow_count(request):
    return HttpResponse(f"{len(slow_requests)}")


@open_to_all
def quick(request):
    return HttpResponse("at once")


@open_to_all
def large(request):
    return HttpResponse(b"x" * 4_000_000)


@open_to_all
def download(request):
    return StreamingHttpResponse(["a part "] * 1000)


urlpatterns = [
    path("slow", slow), path("slow-count", slow_count), path("quick", quick), path("large", large),
    path("download", download), *addresses_of_the_app,
]  # fmt: skip
