"""What is said in a sentence where something went wrong. Django itself finds the pages for 400, 403 and 404."""

import sys

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from scorekeeper.limits import QuotaReached
from scorekeeper.server.database import explain, is_away, is_busy, is_damaged, is_full


class ErrorPagesMiddleware(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say why nothing was saved: the disk is full, the database busy or a limit reached. Reading goes on."""
        if isinstance(exception, QuotaReached):
            notice, status = str(exception), 429
        elif is_full(exception) or is_busy(exception):
            notice, status = explain(exception)
        else:
            return None
        return render(request, "507.html", {"notice": notice}, status=status)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Say why nothing is there: browsers show the address of a form when its reader goes back to it."""
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        page = render(request, "405.html", status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exc_info()[1]
    damaged = is_damaged(error)
    if damaged or is_away(error):
        return render(request, "503.html", {"damaged": damaged}, status=503)
    return render(request, "500.html", status=500)
