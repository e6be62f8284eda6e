"""A player's own phone: their answers, and turning over what is hidden."""

from django.db import DatabaseError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from games.core.errors import Impossible
from games.core.schema import whole_number
from scorekeeper.clubs.permissions import ClubRequest
from scorekeeper.matches import own_answers
from scorekeeper.matches.match import Match, VersionConflict, find_match
from scorekeeper.matches.match_page import match_page, round_context
from scorekeeper.matches.round_entry import OwnEntry
from scorekeeper.matches.views.rounds import posted_answers, whole_page
from scorekeeper.server.database import explain


@require_POST
def answer(request: ClubRequest, pk: int) -> HttpResponse:
    """Keep what a player answered on their own phone; show their row, or the page where other questions follow."""
    match = find_match(request.club, pk)
    seat = own_answers.own_seat(match, request.device)
    if seat is None:
        return whole_page(_refused_page(request, match, "This phone shows the whole table now.", 409))
    before = OwnEntry.of_seat(match, seat, request.device)
    answers = {name: text for name, text in posted_answers(request).items() if name in before.own_questions and text}
    if whole_number(request.POST.get("number", ""), digits=6) != before.number:
        return whole_page(_refused_page(request, match, _described(before, answers, "was saved meanwhile"), 409))
    try:
        own_answers.keep_answers(match, answers, request.device)
    except VersionConflict:
        return whole_page(_refused_page(request, match, _described(before, answers, "was saved meanwhile"), 409))
    except Impossible as error:
        return whole_page(_refused_page(request, match, error.message, 422))
    except DatabaseError as error:
        sentence, status = explain(error)
        return whole_page(_refused_page(request, match, sentence, status))
    entry = OwnEntry.of_seat(match, seat, request.device)
    asked_the_same = entry.questions_with_answers.keys() == before.questions_with_answers.keys()
    if not request.htmx:
        return redirect("match", pk)
    if not asked_the_same or request.htmx.target != "entry-rows":
        return whole_page(match_page(request, pk))
    context = round_context(request, match, entry)
    return HttpResponse(render_to_string("matches/_own_update.html", context))


@require_POST
def show_answers(request: ClubRequest, pk: int) -> HttpResponse:
    """Turn over the hidden answers there are."""
    match = find_match(request.club, pk)
    if not match.goes_on:
        raise Http404
    own_answers.show_answers(match)
    return redirect("match", pk)


def _described(entry: OwnEntry, answers: dict[str, str], event: str) -> str:
    """Say what was answered too late, since no round asks it any more."""
    fields = entry.form.fields
    said = ", ".join(f"{fields[name].label} {fields[name].display_text(text)}" for name, text in answers.items())
    return f"That {entry.match.game.round_name} {event}. This phone said: {said or 'nothing'}."


def _refused_page(request: ClubRequest, match: Match, error: str, status: int) -> HttpResponse:
    return render(request, "matches/match_error.html", {"match": match, "error": error}, status=status)
