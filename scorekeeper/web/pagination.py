"""Lists that one busy device could make long are shown by pages."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

ROWS_PER_PAGE = 50


def page_of(request: HttpRequest, rows: Sequence[Any] | QuerySet[Any], size: int = ROWS_PER_PAGE) -> Page[Any]:
    """Return the page of a list that `?page=` asks for: the first one, or the last one, where there is no such page."""
    return Paginator(rows, size).get_page(request.GET.get("page", ""))
