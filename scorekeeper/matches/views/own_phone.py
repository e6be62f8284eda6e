"""A player's own phone: their answers, and turning over what is hidden."""

from django.db import DatabaseError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_POST

from games.core.round_form import open_form
from games.core.schema import whole_number
from games.core.text import listed
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.matches import answers
from scorekeeper.matches.answers import Answers, Place, next_place, saved_answers, typed_answers, unsaved_fingerprint
from scorekeeper.matches.conflicts import Conflict, VersionConflict
from scorekeeper.matches.lookup import find_match
from scorekeeper.matches.match_page import match_page, round_context
from scorekeeper.matches.models import EntryMode, Match
from scorekeeper.matches.own_phones import own_seat
from scorekeeper.matches.round_entry import OwnEntry, RoundEntry
from scorekeeper.matches.views.rounds import is_in_order, known_answer, posted_answers, whole_page
from scorekeeper.server.database import explain


@require_POST
def answer(request: ClubRequest, pk: int) -> HttpResponse:
    """Store an answer from a player's own phone; show their row, or the page if other questions follow."""
    match = find_match(request.club, pk)
    number = whole_number(request.POST.get("number", ""), digits=6)
    place = Place(EntryMode.PLAY, number or 0)
    rows, posted = answers.rows_at(match, place, request.device), posted_answers(request, match, place)
    typed = typed_answers(match, place, rows, posted, known_answer(request), request.device)
    given = {name: text for name, text in typed.items() if text}
    seat = own_seat(match, request.device)
    if seat is None or number != match.state.number:
        if answers.has_answers(match, number or 0, given, request.device) or _are_saved(match, number or 0, given):
            return whole_page(match_page(request, pk)) if request.htmx else redirect("match", pk)
        reason = "This phone enters for the whole table, or the match is over."
        return _refusal(request, match, reason if seat is None else _saved_meanwhile(match), 409)
    before = OwnEntry.of_seat(match, seat, request.device, rows)
    own = {name: text for name, text in given.items() if name in before.own_questions}
    request.refusal_page = lambda error: _refusal(request, match, error, 422)
    try:
        rows = answers.answer(match, own, request.device)
    except VersionConflict:
        return _refusal(request, match, _saved_meanwhile(match), 409)
    except DatabaseError as error:
        return _refusal(request, match, *explain(error))
    entry = OwnEntry.of_seat(match, seat, request.device, rows)
    asked_the_same = entry.questions_with_answers.keys() == before.questions_with_answers.keys()
    if not request.htmx:
        return redirect("match", pk)
    if not (asked_the_same and is_in_order(request, match, place)) or request.htmx.target != "entry-rows":
        return whole_page(match_page(request, pk))
    context = round_context(request, match, entry)
    return HttpResponse(render_to_string("matches/_entry_update.html", context))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def show_answers(request: ClubRequest, pk: int) -> HttpResponse:
    """Ask whether to turn over the hidden answers there are; turn them over on POST, unless there are others by now."""
    match = find_match(request.club, pk)
    if not match.goes_on:
        raise Http404
    if request.method != "POST":
        return _turning_over_page(request, match)
    try:
        answers.turn_over(match, request.device, request.POST.get("unsaved", ""))
    except Conflict:
        return _turning_over_page(request, find_match(request.club, pk), "Somebody has answered meanwhile.", 409)
    return redirect("match", pk)


def _turning_over_page(request: ClubRequest, match: Match, error: str = "", status: int = 200) -> HttpResponse:
    entry = RoundEntry.from_answers(match, next_place(match))
    if not match.goes_on or not entry.hidden_questions:
        return redirect("match", match.pk)
    entry.phone = request.device
    missing = [match.seat_list[match.state.seats[seat]].current_player.name for seat in entry.seats_not_ready]
    is_missing = entry.holder_seat in entry.seats_not_ready
    context = {
        "match": match, "error": error, "removes": True, "verb": "Turn over", "question": "Turn over what is hidden?",
        "lines": [
            *(["You have not bid yet."] if is_missing else []),
            f"{entry.readiness}. Not yet: {listed(missing)}.",
            "Everybody sees the bids then, also who has not bid. The history says that you turned them over.",
        ],
        "fields": {"unsaved": unsaved_fingerprint(match)},
    }  # fmt: skip
    return render(request, "confirm.html", context, status=status)


def _are_saved(match: Match, number: int, given: Answers) -> bool:
    """Return whether a round was saved with these answers, entered on another phone."""
    if not 1 <= number <= len(match.round_facts):
        return False
    return given.items() <= saved_answers(match, Place(EntryMode.CORRECT, number)).items()


def _saved_meanwhile(match: Match) -> str:
    return f"This {match.game.round_name} was saved meanwhile."


def _refusal(request: ClubRequest, match: Match, reason: str, status: int) -> HttpResponse:
    """Show a refused answer with the reason: no other page of this phone has the answer."""
    fields = open_form(match.state.table, {}).fields
    posted = posted_answers(request, match, next_place(match))
    said = [
        f"{fields[name].label} {fields[name].display_text(text)}" for name, text in posted.items() if name in fields
    ]
    error = f"{reason} This phone said: {', '.join(said) or 'nothing'}."
    return whole_page(render(request, "matches/match_error.html", {"match": match, "error": error}, status=status))
