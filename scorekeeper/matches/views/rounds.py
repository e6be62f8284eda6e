"""Rounds of a match: enter, correct, insert, delete; and the draft, which each tap updates."""

import hashlib
import json
import uuid
from collections.abc import Callable, Mapping
from functools import partial

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.core.errors import Impossible
from games.core.round_form import MAX_ANSWER_LENGTH, open_form
from games.core.schema import whole_number
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.matches import answers, recording
from scorekeeper.matches.answers import Place, live_fingerprint, rows_at, typed_answers, unsaved_fingerprint
from scorekeeper.matches.conflicts import Conflict, LockedByOther, VersionConflict
from scorekeeper.matches.lookup import find_match, read_match
from scorekeeper.matches.match_page import match_page, round_page
from scorekeeper.matches.models import EntryMode, Match, Round
from scorekeeper.matches.player_order import in_present_order
from scorekeeper.matches.recording import EntryRequest
from scorekeeper.matches.round_entry import RoundEntry, Viewpoint
from scorekeeper.matches.unsaved_answers import describe_unsaved
from scorekeeper.server.database import explain

MATCH_ENDED = "This match was ended meanwhile. What you typed was not saved:"
BOTH_ENTERED = "Somebody else is typing this as well. Look at all of it, then save."

# Fields of the form that are not answers.
FORM_FIELDS = {
    "csrfmiddlewaretoken", "key", "seen", "number", "seats", "derived", "known", "take", "end", "anew", "unsaved",
    "shortcut", "half",
}  # fmt: skip

# Renders the page that sent an entry, for the match as it is now, with an error and a status.
Page = Callable[[Match, str, int], HttpResponse]

# Values of the button Take over: continue with the other device's draft, or with the own answers that were refused.
TAKE_THEIR_DRAFT, TAKE_OWN_ANSWERS = "theirs", "ours"


@require_http_methods(["GET", "HEAD", "POST"])
def rounds(request: ClubRequest, pk: int) -> HttpResponse:
    """Save the round that was entered; the rounds themselves are on the match's page."""
    match = find_match(request.club, pk)
    if request.method != "POST":
        return redirect("match", match.pk)
    return _save_round(request, match, _posted_place(request, match))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_entry(request: ClubRequest, pk: int, number: int, mode: EntryMode) -> HttpResponse:
    """Correct a round, or insert one before it."""
    match, place = read_match(request.club, pk), Place(mode, number)
    if request.method == "POST":
        return _save_round(request, match, place)
    check_place(match, place)
    return round_page(request, match, RoundEntry.from_answers(match, place))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def draft(request: ClubRequest, pk: int, number: int | None = None, mode: EntryMode = EntryMode.PLAY) -> HttpResponse:
    match = find_match(request.club, pk)
    place = _posted_place(request, match) if number is None else Place(mode, number)
    if request.method != "POST":
        return _ask_to_clear(request, match, place)
    entry_page = partial(_entry_page_again, request, place)
    request.refusal_page = lambda error: whole_page(entry_page(read_match(request.club, pk), error, 422, is_save=False))
    try:
        check_place(match, place)
        return (_clear if "anew" in request.POST else _store_answers)(request, match, place)
    except Conflict as conflict:
        return whole_page(entry_page(read_match(request.club, pk), conflict.message, 409))


def _ask_to_clear(request: ClubRequest, match: Match, place: Place, status: int = 200) -> HttpResponse:
    """Say what everybody has entered for a round, before it is cleared."""
    if place.mode != EntryMode.PLAY:
        check_place(match, place)
    elif not match.goes_on:
        return redirect("match", match.pk)
    entry, name = RoundEntry(match, place, {}), match.game.round_name
    unsaved = describe_unsaved(match, place)
    context = {
        "match": match, "question": f"Clear this {name}?", "verb": "Clear it", "removes": True,
        "unsaved": unsaved, "cancel": entry.page_url,
        "lines": ["It goes from every phone, hidden answers too, and cannot be restored." if unsaved
                  else f"Nothing is entered for this {name}."],
        "fields": {"number": place.number, "anew": "1", "unsaved": unsaved_fingerprint(match)},
        "error": "Somebody has entered something meanwhile." if status == 409 else "",
    }  # fmt: skip
    return render(request, "confirm.html", context, status=status)


def _clear(request: ClubRequest, match: Match, place: Place) -> HttpResponse:
    if request.POST.get("unsaved") not in (None, unsaved_fingerprint(match)):
        return _ask_to_clear(request, match, place, status=409)
    answers.clear(match, place, request.device)
    return redirect(f"{RoundEntry(match, place, {}).page_url}#cleared")


# --- An entry counts once, however often it is sent ---


def save(request: ClubRequest, match: Match, write: Callable[[EntryRequest], object], page: Page) -> HttpResponse:
    """Write an entry that counts once and was made for the match as it is; then show the match."""
    request.refusal_page = lambda error: page(match, error, 422)
    try:
        recording.write_once(match, entry_request(request), write)
    except Conflict as conflict:
        return page(read_match(match.club, match.pk), conflict.message, 409)
    except DatabaseError as error:
        return page(match, *explain(error))
    # A page that comes as a whole shows the line that offers to undo, also without a script.
    is_whole_page = request.META.get("HTTP_SEC_FETCH_MODE") == "navigate"
    return redirect(reverse("match", args=[match.pk]) + ("#saved" if is_whole_page else ""))


def entry_request(request: ClubRequest) -> EntryRequest:
    """Read how an entry was sent; Impossible without a valid key and version."""
    key, seen = _key(request), request.POST.get("seen")
    if key is None or not seen:
        raise Impossible("this form is damaged: open the match again")
    # 60 bits fit a BIGINT.
    return EntryRequest(key, int(_digest(request)[:15], 16), seen, request.device)


def match_key(request: ClubRequest, *files: bytes) -> uuid.UUID | None:
    key = _key(request)
    return uuid.uuid5(key, f"{request.club.pk} {_digest(request, *files)}") if key else None


def _key(request: HttpRequest) -> uuid.UUID | None:
    try:
        return uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _digest(request: HttpRequest, *files: bytes) -> str:
    posted = {name: values for name, values in sorted(request.POST.lists()) if name not in FORM_FIELDS}
    digest = hashlib.sha256(json.dumps([request.path, posted]).encode())
    for file in files:
        digest.update(file)
    return digest.hexdigest()[:24]


def save_about_round(
    request: ClubRequest, match: Match, number: int, write: Callable[[EntryRequest], object], page: Page
) -> HttpResponse:
    """Write an entry about a round as `save` does; then show that round, whatever number it has by now."""
    response = save(request, match, write, page)
    if response.status_code == 302:
        row = find_round(request, match, number)
        shown = row.number if row else number
        response["Location"] = f"{reverse('match', args=[match.pk])}?round={shown}#round-{shown}"
    return response


# --- Saving a round ---


def _save_round(request: ClubRequest, match: Match, place: Place) -> HttpResponse:
    def write(entry: EntryRequest) -> None:
        check_place(match, place)
        form = open_form(match.table_before(place.number), posted_answers(request, match, place), match.earlier_facts)
        form.is_valid()
        facts = form.round_facts
        if facts is None:
            raise Impossible(form.first_error)
        if place.mode == EntryMode.PLAY:
            recording.play(match, facts, entry)
            return
        is_correction = place.mode == EntryMode.CORRECT
        change = (recording.correction if is_correction else recording.insertion)(match, place.number, facts)
        end = recording.describe_end(match, change)
        if end and entry.seen == match.token and request.POST.get("end") != end:
            raise Impossible(f"{end} Save it once more if that is right.")
        (recording.correct if is_correction else recording.insert)(match, place.number, facts, entry)

    return save(request, match, write, partial(_entry_page_again, request, place))


def posted_answers(request: HttpRequest, match: Match, place: Place) -> dict[str, str]:
    """Return the answers of a form: "" of those that follow from others.

    Its page may be older than the order of the players, or from before somebody joined or left.
    """
    derived = request.POST.get("derived", "").split()
    # No question accepts a longer answer.
    answers = {
        name: "" if name in derived else str(value)[:MAX_ANSWER_LENGTH].strip()
        for name, value in request.POST.items()
        if name not in FORM_FIELDS
    }
    return in_present_order(match, answers, place.number, request.POST.get("seats", ""))


def is_in_order(request: HttpRequest, match: Match, place: Place) -> bool:
    """Return whether a form was drawn for those who play its round now, in their order."""
    present = match.seat_ids(place.number)
    return request.POST.get("seats", present) == present


def known_answer(request: HttpRequest) -> int:
    """Return the id of the last answer that a form was drawn with; 0 if it does not say."""
    return whole_number(request.POST.get("known", ""), digits=18) or 0


def _posted_place(request: ClubRequest, match: Match) -> Place:
    number = whole_number(request.POST.get("number", ""), digits=6)
    return Place(EntryMode.PLAY, len(match.round_facts) + 1 if number is None else number)


def check_place(match: Match, place: Place) -> None:
    """Raise VersionConflict if no round can be entered at this place now, Http404 if there is no such round."""
    if place.mode == EntryMode.PLAY:
        if not match.goes_on or place.number != len(match.round_facts) + 1:
            raise VersionConflict
    elif not 1 <= place.number <= len(match.round_facts):
        raise Http404


def find_round(request: ClubRequest, match: Match, number: int) -> Round | None:
    """Return the round that a posted form is about, whatever number it has by now; None if it is gone.

    For a page, and a form that names no round, the round with this number; Http404 if there is none.
    """
    key = request.POST.get("round")
    if key is None:
        check_place(match, Place(EntryMode.CORRECT, number))
        return match.round_list[number - 1]
    return next((row for row in match.round_list if str(row.pk) == key), None)


def _entry_page_again(
    request: ClubRequest, place: Place, match: Match, error: str, status: int, *, is_save: bool = True
) -> HttpResponse:
    """Show posted answers where they belong now, with an error; beside them what is stored there."""
    current, posted = _current_place(match, place), posted_answers(request, match, place)
    if current is None:
        refused = RoundEntry(match, place, posted, later_state=match.state_before(1))
        return render(
            request,
            "matches/match_error.html",
            {"match": match, "error": MATCH_ENDED, "refused": refused},
            status=status,
        )
    is_refused = is_save and status == 422
    entry = _typed_entry(request, match, current, is_save=is_refused)
    if is_refused and _given(entry.answers) != _given(posted):
        error = BOTH_ENTERED
    saved_round = None
    if current.mode == EntryMode.CORRECT and (status == 409 or current != place):
        saved_round = RoundEntry.from_round(match, current)
    elif error == LockedByOther.message and match.answers.at(*current).shown_texts():
        saved_round = RoundEntry.from_answers(match, current)
    error = "" if error == entry.error else error
    return round_page(request, match, entry, status=status, error=error, saved_round=saved_round)


def _current_place(match: Match, place: Place) -> Place | None:
    """Return the place of an entry in the match as it is now; None if nothing can be entered any more."""
    if 1 <= place.number <= len(match.round_facts):
        return Place(EntryMode.INSERT if place.mode == EntryMode.INSERT else EntryMode.CORRECT, place.number)
    return Place(EntryMode.PLAY, len(match.round_facts) + 1) if match.goes_on else None


def _given(answers: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in answers.items() if text}


# --- What is typed ---


def _store_answers(request: ClubRequest, match: Match, place: Place) -> HttpResponse:
    """Store what was typed into a form; then show the result."""
    take, locked_by, known = request.POST.get("take", ""), match.locked_by_id, known_answer(request)
    to_entry = redirect(RoundEntry(match, place, {}).page_url)
    posted = posted_answers(request, match, place)
    if request.POST.get("shortcut"):
        posted |= _shortcut_answers(request, _typed_entry(request, match, place))
    try:
        if take == TAKE_THEIR_DRAFT:
            match.update_if_current(request.device, take_over=True)
            return to_entry
        is_taken = take == TAKE_OWN_ANSWERS
        before, rows = answers.enter(match, place, posted, request.device, known=known, take_over=is_taken)
    except DatabaseError as error:
        entry = _typed_entry(request, match, place)
        entry.storage_error, status = explain(error)
        return _entry_response(request, match, entry, status=status)
    if take or not request.htmx:
        return to_entry
    entry = RoundEntry.from_answers(match, place, rows=rows)
    if (
        is_in_order(request, match, place)
        and answers.is_up_to_date(before, known, request.device)
        and answers.hidden_rows(before) == answers.hidden_rows(rows)
        and locked_by in (None, request.device.pk)
    ):
        if place.mode == EntryMode.PLAY:
            entry.previous = answers.shown_answers(before)
        return _entry_response(request, match, entry)
    # Another device entered something as well, or had the lock, or bids are hidden, or others play than on the page,
    # or in another order: the keys have to show that too.
    if place.mode == EntryMode.PLAY:
        return whole_page(match_page(request, match.pk))
    return whole_page(round_page(request, match, entry))


def _entry_response(request: ClubRequest, match: Match, entry: RoundEntry, status: int = 200) -> HttpResponse:
    if not (request.htmx and request.htmx.target == "entry-rows"):
        return round_page(request, match, entry, status=status)
    context = {"match": match, "entry": entry, "lock": match.lock, "live": live_fingerprint(match, request.device)}
    context["viewpoint"] = Viewpoint.of(request.device, match.lock)
    return HttpResponse(render_to_string("matches/_entry_update.html", context), status=status)


def whole_page(response: HttpResponse) -> HttpResponse:
    """Answer a tap with the whole page, and keep the draft URL out of the browser history."""
    response["HX-Retarget"], response["HX-Reselect"], response["HX-Push-Url"] = "#page", "#page", "false"
    # Patched, a page that has the same elements would lose which question is asked.
    response["HX-Reswap"] = "outerHTML"
    return response


def _typed_entry(request: ClubRequest, match: Match, place: Place, *, is_save: bool = False) -> RoundEntry:
    """Return the round with what was typed into the form, whether that is stored or not."""
    rows = rows_at(match, place, request.device)
    typed = typed_answers(
        match, place, rows, posted_answers(request, match, place), known_answer(request), request.device
    )
    return RoundEntry.from_answers(match, place, typed, rows=rows, is_save=is_save)


def _shortcut_answers(request: ClubRequest, entry: RoundEntry) -> Mapping[str, str]:
    pressed = (key for key in [*entry.shortcuts, *entry.corrections] if key.name == request.POST["shortcut"])
    return next((key.answers for key in pressed), {})
