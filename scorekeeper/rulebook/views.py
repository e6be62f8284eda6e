"""The rules of each game, as its folder tells them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.impossible import Impossible
from games.registry import find
from scorekeeper.rulebook.pages import rules_page


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game's rules, with an anchor for each."""
    try:
        found = find(game)
    except Impossible:
        raise Http404 from None
    return render(request, "rulebook/rules.html", {"game": found, "rules": rules_page(found)})
