"""The history of a match: its entries, and undoing them; ending and resuming it."""

import uuid
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import NamedTuple

from django.db import DatabaseError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.errors import Impossible
from games.core.round_form import form_class, open_form
from games.core.schema import read, whole_number
from games.core.scoresheet import MAX_ROUND_NOTE_LENGTH, Decision
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import ClubRequest, requires_role
from scorekeeper.matches import recording
from scorekeeper.matches.answers import (
    Answers,
    Place,
    next_place,
    replace_answers,
    rows_at,
    unsaved_fingerprint,
)
from scorekeeper.matches.conflicts import Conflict, VersionConflict
from scorekeeper.matches.entry_history import LoggedChange, changes_of, describe_change, form_of
from scorekeeper.matches.log import JOINING
from scorekeeper.matches.lookup import find_match, read_match
from scorekeeper.matches.models import Action, EntryMode, Match
from scorekeeper.matches.own_phones import describe_own_answers, describe_turning_over
from scorekeeper.matches.recording import EntryRequest
from scorekeeper.matches.round_entry import RoundEntry
from scorekeeper.matches.unsaved_answers import describe_unsaved
from scorekeeper.matches.views.rounds import check_place, find_round, save, save_about_round
from scorekeeper.web.pagination import page_of


class HistoryRow(NamedTuple):
    """A change, its effect in words, and the key that undoes it once.

    `own_answers`: answers for this round from players' own phones, in words.
    """

    change: LoggedChange
    changes: list[str]
    own_answers: list[str]
    key: uuid.UUID

    def run_key(self) -> tuple[bool, int | None]:
        """Return a key for groupby: equal for consecutive rounds of one device, unique for any other entry."""
        entry = self.change.entry
        is_plain = entry.action == Action.PLAY and not self.changes and not self.change.is_undone
        return is_plain, entry.device_id if is_plain else entry.pk


@require_safe
def history(request: ClubRequest, pk: int) -> HttpResponse:
    return _page(request, read_match(request.club, pk))


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def undo_entry(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    """Undo an entry, or redo one that was undone. The answers of an undone last round become the draft.

    Ask first if that would clear something entered since.
    """
    match = find_match(request.club, pk)
    change = next((change for change in changes_of(match) if change.entry.number == number), None)
    if change is None:
        raise Http404
    if request.method != "POST":
        return _ask_to_undo(request, match, change)
    if _displaces_answers(match, change) and request.POST.get("unsaved") != unsaved_fingerprint(match):
        return _ask_to_undo(request, match, change, status=409)
    response = save(request, match, partial(recording.undo, match, change.entry), partial(_page, request))
    if response.status_code == 302 and change.after and not change.before:
        with suppress(Conflict, DatabaseError):
            _keep_answers(find_match(request.club, pk), change)
    return response


def _displaces_answers(match: Match, change: LoggedChange) -> bool:
    """Whether an undo would clear answers for the next round: the last round is undone, or comes back."""
    if not match.draft or change.number is None or bool(change.before) == bool(change.after):
        return False
    if change.after:
        return change.number_now == len(match.round_facts)
    return change.number > len(match.round_facts) and match.draft != _answers(match, change)


def _ask_to_undo(request: ClubRequest, match: Match, change: LoggedChange, status: int = 200) -> HttpResponse:
    things = {Action.DECIDE: "the winner", Action.RESEAT: "the order of the players"}
    things |= dict.fromkeys(JOINING, f"this: {change.joined}")
    about_match = things.get(Action(change.action), "the end of the match")
    thing = f"{match.game.round_name} {change.number}" if change.number else about_match
    verb, place = "Redo" if change.verb == "undone" else "Undo", next_place(match)
    is_displaced, end = _displaces_answers(match, change), ""
    with suppress(Impossible):  # said when it is tapped
        end = recording.describe_end(match, recording.reversal(change.entry))
    context = {
        "match": match, "key": uuid.uuid4(), "verb": verb, "removes": True, "lines": [end] if end else [],
        "question": f"{verb} what was {change.verb} in {thing}?" if change.number else f"{verb} {thing}?",
        "error": "Something was entered since. It would be cleared." if is_displaced else "",
        "unsaved": describe_unsaved(match, place) if is_displaced else [],
        "fields": {"unsaved": unsaved_fingerprint(match)},
    }  # fmt: skip
    return render(request, "confirm.html", context, status=status)


def _keep_answers(match: Match, change: LoggedChange) -> None:
    """Have the answers of the last round, which was undone, be entered again, in place of those to the round after."""
    if match.is_open and (answers := _answers(match, change)):
        replace_answers(match, answers)


def _answers(match: Match, change: LoggedChange) -> Answers:
    """Return the answers of the round that an entry played or took back, which is the next one now."""
    content = change.after or change.before
    if content is None or change.number != match.state.number:
        return {}
    return form_class(match.game).answers_of(read(content.facts, match.game.facts), match.state.table)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def match_end(request: ClubRequest, pk: int) -> HttpResponse:
    match = find_match(request.club, pk)
    wins = match.game.open_ended(match.initial_state.rules)
    result = "Whoever is ahead wins" if wins else "Nobody wins: the match counts as stopped"
    return confirm_page(
        request, match, partial(recording.finish, match), question="End this match now?", verb="End the match",
        lines=lambda: [
            f"{result}. The scores stay as they are. Every phone says so, and each can undo it.",
            *(f"{sentence} It is kept for when the match goes on." for sentence in describe_unsaved(match)),
        ],
    )  # fmt: skip


@require_POST
def match_decision(request: ClubRequest, pk: int) -> HttpResponse:
    """Name the winner of a match that is over: a side, or nobody."""
    match, named = find_match(request.club, pk), request.POST.get("winner")

    def write(entry: EntryRequest) -> None:
        side = whole_number(named or "")
        if side is None and named != "":
            raise Impossible("tap who won, or “Nobody won”")
        decision = {"winners": [] if side is None else [side], "why": request.POST.get("why", "").strip()}
        recording.decide(match, read(decision, Decision), entry)

    def page(match: Match, error: str, status: int) -> HttpResponse:
        return render(request, "matches/match_error.html", {"match": match, "error": error}, status=status)

    return save(request, match, write, page)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def match_resume(request: ClubRequest, pk: int) -> HttpResponse:
    """Resume a match that the players ended."""
    match = find_match(request.club, pk)
    ending = recording.ending_of(match)
    if ending is None:
        return redirect("match", pk)
    return confirm_page(
        request, match, partial(recording.undo, match, ending), question="Resume this match?", verb="Resume",
        lines=lambda: ["It goes on where it was stopped."],
    )  # fmt: skip


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_deletion(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    match = find_match(request.club, pk)

    def delete(entry: EntryRequest) -> None:
        check_place(match, Place(EntryMode.CORRECT, number))
        recording.delete_round(match, number, entry)

    name = match.game.round_name
    if request.method != "POST":
        check_place(match, Place(EntryMode.CORRECT, number))
    return confirm_page(
        request, match, delete,
        lines=lambda: [
            *_describe_round(match, number),
            recording.describe_end(match, recording.deletion(match, number)),
            f"Later {name}s move up and are scored again. Every phone says so, and each can undo it.",
        ],
        # Unsaved answers for this round are deleted with it.
        places=[Place(EntryMode.CORRECT, number), Place(EntryMode.INSERT, number)],
        question=f"Delete {name} {number}?", verb=f"Delete {name} {number}", removes=True,
    )  # fmt: skip


def _describe_round(match: Match, number: int) -> list[str]:
    """Return what a round is, in a sentence: its answers, and its points."""
    if not 1 <= number <= len(match.round_facts):
        return []
    entry = RoundEntry.from_round(match, Place(EntryMode.CORRECT, number))
    answers = [
        f"{bound.question.label} {bound.display_text}"
        for bound in entry.form.bound_fields().values()
        if bound.display_text
    ]
    points = [f"{side.name} {side.plus}" for side in entry.standings]
    return [f"{', '.join(answers)}.", f"{', '.join(points)}."]


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def round_note(request: ClubRequest, pk: int, number: int) -> HttpResponse:
    """Show the note on a round in its form, and save it: other changes to the match meanwhile do not matter."""
    match = find_match(request.club, pk)

    def write(entry: EntryRequest) -> None:
        row = find_round(request, match, number)
        if row is None or row.note != request.POST.get("before"):
            raise VersionConflict
        current = entry._replace(seen=match.token)
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
    lines: Callable[[], list[str]],
    places: Iterable[Place] = (),
    **words: str | bool,
) -> HttpResponse:
    """Ask for confirmation on GET; write on POST, or show the error on the same page.

    `places`: where what is entered and not saved goes with it; if somebody enters more there meanwhile, ask again.
    """

    def page(match: Match, error: str = "", status: int = 200) -> HttpResponse:
        if status == 409:
            return render(request, "matches/match_error.html", {"match": match, "error": error}, status=409)
        unsaved = [sentence for place in places for sentence in describe_unsaved(match, place)]
        fields = {"unsaved": unsaved_fingerprint(match)} if unsaved else {}
        context = {
            "match": match, "lines": filter(None, lines()), "unsaved": unsaved, "fields": fields, "error": error,
            "key": uuid.uuid4(), **words,
        }  # fmt: skip
        return render(request, "confirm.html", context, status=status)

    if request.method != "POST":
        return page(match)
    is_unsaved = any(describe_unsaved(match, place) for place in places)
    if is_unsaved and request.POST.get("unsaved") != unsaved_fingerprint(match):
        return page(match, "Somebody has entered something meanwhile.", 422)
    return save(request, match, write, page)


def _page(request: ClubRequest, match: Match, error: str = "", status: int = 200) -> HttpResponse:
    form = open_form(match.initial_state.table, {})
    page = page_of(request, changes_of(match))
    own_answers = describe_own_answers(match, {change.entry.pk: form_of(match, form, change) for change in page})
    rows = [
        HistoryRow(change, describe_change(match, form, change), own_answers.get(change.entry.pk, []), uuid.uuid4())
        for change in page
    ]
    # The newest has a row of its own: it is undone most often.
    runs = [rows[:1], *(list(run) for _, run in groupby(rows[1:], key=HistoryRow.run_key))] if rows else []
    context = {"match": match, "runs": runs, "page": page, "error": error}
    if page.number == 1 and match.goes_on:
        context["turned_over"] = describe_turning_over(rows_at(match, next_place(match)))
    return render(request, "matches/entry_history.html", context, status=status)
