"""A past match, looked back at."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.nights.review import Review
from scorekeeper.table.views.lookup import find_match


@require_safe
def review(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match as it ended, or as it stood `?after=` one of its rounds."""
    found = Review.of(find_match(pk), request.GET.get("after", ""))
    return render(request, "nights/review.html", {"review": found, "match": found.match})
