"""The history of a match: its entries, and undoing them; ending and resuming it."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import NamedTuple

from django.db import DatabaseError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.round_form import form_class, open_form
from games.core.schema import read
from games.core.scoresheet import MAX_ROUND_NOTE_LENGTH
from scorekeeper.clubs.models import Device, Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.matches import recording
from scorekeeper.matches.drafts import EntryMode, Place, keep_draft
from scorekeeper.matches.entry_history import Entry, describe_change, entries_of, undone_entries
from scorekeeper.matches.match import Conflict, Match, VersionConflict, find_match, read_match
from scorekeeper.matches.own_answers import describe_own_answers
from scorekeeper.matches.recording import EntryRequest
from scorekeeper.matches.views.rounds import check_place, find_round, save, save_about_round
from scorekeeper.web.pagination import page_of


class HistoryRow(NamedTuple):
    """An entry, what it changed in words, whether it was undone, and the key that undoes it once.

    `own_answers`: what players answered for this round on their own phones, in words.
    """

    entry: Entry
    changes: list[str]
    own_answers: list[str]
    is_undone: bool
    key: uuid.UUID

    def run_key(self) -> tuple[bool, int | None]:
        """Return a key for groupby: equal for consecutive rounds of one device, unique for any other entry."""
        is_plain = self.entry.verb == "played" and not self.changes and not self.is_undone
        return is_plain, self.entry.device_id if is_plain else self.entry.pk


@require_safe
def history(request: ClubRequest, pk: int) -> HttpResponse:
    return _page(request, read_match(request.club, pk))


@require_POST
def undo_entry(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    """Undo an entry, or redo one that was undone. The answers of an undone last round become the draft."""
    match = find_match(request.club, pk)
    entry = next((entry for entry in entries_of(match) if entry.number == number), None)
    if entry is None:
        raise Http404
    response = save(request, match, partial(recording.undo, match, entry), partial(_page, request))
    if response.status_code == 302 and entry.verb == "played":
        with suppress(Conflict, DatabaseError):
            _keep_answers(find_match(request.club, pk), entry, request.device)
    return response


def _keep_answers(match: Match, entry: Entry, device: Device) -> None:
    if not match.is_open or match.draft or not entry.round_state or entry.round_number != match.state.number:
        return
    facts = read(entry.round_state.facts, match.game.facts)
    answers = form_class(match.game).answers_of(facts, match.state)
    keep_draft(match, Place(EntryMode.PLAY, match.state.number), answers, "", device)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def match_end(request: ClubRequest, pk: int) -> HttpResponse:
    match = find_match(request.club, pk)
    wins = match.game.open_ended(match.initial_state.rules)
    result = "Whoever is ahead wins" if wins else "Nobody wins: the match counts as stopped"
    return confirm_page(
        request, match, partial(recording.finish, match), question="End this match now?",
        effect=f"{result}. The scores stay as they are. You can undo it in the history.", verb="End the match",
    )  # fmt: skip


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def match_resume(request: ClubRequest, pk: int) -> HttpResponse:
    """Resume a match that the players ended."""
    match = find_match(request.club, pk)
    ending = recording.ending_of(match)
    if ending is None:
        return redirect("match", pk)
    return confirm_page(
        request, match, partial(recording.undo, match, ending), question="Resume this match?",
        effect="It goes on where it was stopped.", verb="Resume",
    )  # fmt: skip


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_deletion(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    match = find_match(request.club, pk)

    def delete(entry: EntryRequest) -> None:
        check_place(match, Place(EntryMode.CORRECT, number))
        recording.delete_round(match, number, entry)

    if request.method != "POST":
        check_place(match, Place(EntryMode.CORRECT, number))
    return confirm_page(
        request, match, delete,
        question=f"Delete {match.game.round_name} {number}?",
        effect="Later ones move up and are scored again. You can undo it in the history.",
        verb=f"Delete {match.game.round_name} {number}",
    )  # fmt: skip


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_note(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    """Show the note on a round in its form, and save it: other changes to the match meanwhile do not matter."""
    match = find_match(request.club, pk)

    def write(entry: EntryRequest) -> None:
        row = find_round(request, match, number)
        if row is None or row.note != request.POST.get("before"):
            raise VersionConflict
        current = entry._replace(seen=match.version, restore_time=match.restore_time)
        recording.note_round(match, row.number, request.POST.get("note", ""), current)

    def page(match: Match, error: str = "", status: int = 200) -> HttpResponse:
        row = find_round(request, match, number)
        if row is None:
            note = request.POST.get("note", "")
            error = f"This {match.game.round_name} is not there any more. Your note on it: {note}"
            return render(request, "matches/match_error.html", {"match": match, "error": error}, status=409)
        context = {
            "match": match, "round": row, "note": request.POST.get("note", row.note), "error": error,
            "key": uuid.uuid4(), "max_length": MAX_ROUND_NOTE_LENGTH,
        }  # fmt: skip
        return render(request, "matches/round_note.html", context, status=status)

    if request.method != "POST":
        return page(match)
    return save_about_round(request, match, number, write, page)


def confirm_page(
    request: ClubRequest,
    match: Match,
    write: Callable[[EntryRequest], object],
    *,
    question: str,
    effect: str,
    verb: str,
) -> HttpResponse:
    """Ask for confirmation on GET; write on POST, or show the error on the same page."""

    def page(match: Match, error: str = "", status: int = 200) -> HttpResponse:
        if status == 409:
            return render(request, "matches/match_error.html", {"match": match, "error": error}, status=409)
        context = {
            "match": match,
            "question": question,
            "effect": effect,
            "verb": verb,
            "error": error,
            "key": uuid.uuid4(),
        }
        return render(request, "confirm.html", context, status=status)

    return save(request, match, write, page) if request.method == "POST" else page(match)


def _page(request: ClubRequest, match: Match, error: str = "", status: int = 200) -> HttpResponse:
    entries = entries_of(match)
    undone = undone_entries(entries)
    form = open_form(match.initial_state, {})
    page = page_of(request, entries)
    own_answers = describe_own_answers(match, form, [entry.pk for entry in page])
    rows = [
        HistoryRow(
            entry, describe_change(match, form, entry), own_answers.get(entry.pk, []), entry.pk in undone, uuid.uuid4()
        )
        for entry in page
    ]
    # The newest has a row of its own: it is undone most often.
    runs = [rows[:1], *(list(run) for _, run in groupby(rows[1:], key=HistoryRow.run_key))] if rows else []
    context = {"match": match, "runs": runs, "page": page, "error": error}
    return render(request, "matches/entry_history.html", context, status=status)
