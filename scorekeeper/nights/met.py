"""The matches two people played: against each other, or as partners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.core.paginator import Paginator

from scorekeeper.nights import books
from scorekeeper.nights.behind import A_PAGE
from scorekeeper.table.models.seat import SEATS, seated

if TYPE_CHECKING:
    from django.core.paginator import Page

    from scorekeeper.club.models import Player
    from scorekeeper.nights.chosen import Chosen
    from scorekeeper.table.models import Match


@dataclass
class Met:
    """What a player played with another, in what was chosen to look at; `together`: as partners."""

    player: Player
    other: Player
    chosen: Chosen
    together: bool
    asked: str = ""

    @cached_property
    def page(self) -> Page[Any]:
        """A page of the matches, the latest first."""
        found = books.between(self.chosen.selection, self.player, self.other, together=self.together)
        return Paginator(found.prefetch_related(SEATS), A_PAGE).get_page(self.asked)

    @property
    def matches(self) -> list[Match]:
        """The matches of this page."""
        return seated(self.page.object_list)

    @property
    def query(self) -> str:
        """What is looked at, as it stands in an address."""
        said = {"other": self.other.pk} | ({"together": 1} if self.together else {})
        return "&".join(filter(None, [urlencode(said), self.chosen.query]))
