"""The addresses of a question with all that was tapped: to be reopened, and to be sent to the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse

from games.examples import NAMES

if TYPE_CHECKING:
    from scorekeeper.rulebook.desk import Desk
    from scorekeeper.table.options import OptionField


def own_address(desk: Desk) -> str:
    """Return where the question stands as it is, at its match where it is asked at one."""
    match = desk.known.match
    if match is None:
        return plain_address(desk)
    cleared = [(name, "") for name in desk.prefilled if name not in desk.answers]
    played = {field.name: field.value for field in desk.known.options}
    otherwise = [field for field in desk.options if field.value != played[field.name]]
    said = [*desk.answers.items(), *cleared, *_sent(otherwise)]
    return _with(reverse("match-asked", args=[match.pk, desk.ask]), said)


def plain_address(desk: Desk) -> str:
    """Return where anybody can open the question: all of it is in the address, names and house rules as well."""
    named = [("player", name) for name in desk.names] if list(desk.names) != list(NAMES[: len(desk.names)]) else []
    differing = _sent(field for field in desk.options if field.differs)
    return _with(reverse("asked", args=[desk.game.key, desk.ask]), [*desk.answers.items(), *differing, *named])


def _sent(fields: Iterable[OptionField]) -> list[tuple[str, str]]:
    return [pair for field in fields for pair in field.sent()]


def _with(path: str, said: list[tuple[str, str]]) -> str:
    return f"{path}?{urlencode(said)}" if said else path
