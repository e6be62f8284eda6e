"""Pagination of lists that one busy device could make long."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

ROWS_PER_PAGE = 50


def page_of(request: HttpRequest, rows: Sequence[Any] | QuerySet[Any], size: int = ROWS_PER_PAGE) -> Page[Any]:
    """Return the page named by `?page=`; the first or the last page if that is not a page number."""
    return Paginator(rows, size).get_page(request.GET.get("page", ""))
