"""Unsaved answers: a row an answer; the latest of several to a question counts.

A phone sends the answers typed on it, and they are appended. Answers that stay secret until all have answered are
hidden: no page, poll or file for another phone reads their text.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, F, Max

from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.round_form import RoundForm, form_class, open_form
from games.core.seats import Reseating
from scorekeeper.clubs.models import Device
from scorekeeper.clubs.security_log import record
from scorekeeper.matches.conflicts import VersionConflict
from scorekeeper.matches.models import TURNED_OVER, Answer, AnswerQuerySet, Entry, EntryMode, Match
from scorekeeper.matches.own_phones import others_have_phones

Answers = dict[str, str]


class Place(NamedTuple):
    """Where a round is entered: how, and its number."""

    mode: EntryMode
    number: int


def next_place(match: Match) -> Place:
    return Place(EntryMode.PLAY, match.state.number)


# --- Reading ---


def rows_at(match: Match, place: Place, device: Device | None = None) -> list[Answer]:
    """Return the unsaved answers at a place, the latest last; `said`: the text as far as a device may see it."""
    return list(match.answers.at(*place).seen_by(device))


def shown_answers(rows: Iterable[Answer]) -> Answers:
    """Return the answers that everybody may see."""
    texts = {row.question: row.said for row in rows if not row.is_hidden and row.question != TURNED_OVER}
    return {name: text for name, text in texts.items() if text}


def hidden_rows(rows: Iterable[Answer]) -> list[int]:
    return [row.pk for row in rows if row.is_hidden]


def read_drafts(matches: Sequence[Match]) -> None:
    """Read the unsaved answers to the next round of several matches at once."""
    drafts: dict[int, Answers] = {}
    rows = _of_next_rounds(Answer.objects.filter(match__in=matches).shown())
    for pk, name, text in rows.values_list("match", "question", "text"):
        drafts.setdefault(pk, {})[name] = text
    for match in matches:
        answers = drafts.get(match.pk)
        match.draft = {name: text for name, text in answers.items() if text} if answers else None


def saved_answers(match: Match, place: Place) -> Answers:
    """Return the saved answers of the round that is corrected; {} in the other modes."""
    if place.mode != EntryMode.CORRECT:
        return {}
    facts, state = match.round_facts[place.number - 1], match.table_before(place.number)
    return form_class(match.game).answers_of(facts, state)


def _of_next_rounds(rows: AnswerQuerySet) -> AnswerQuerySet:
    """Exclude answers that wait for a round after the next one."""
    rows = rows.filter(entry=None, round=None).annotate(played=Count("match__rounds"))
    return rows.filter(number=F("played") + 1).order_by("pk")


def rows_by_place(match: Match) -> dict[Place, list[Answer]]:
    """Return the unsaved answers by place, in the order in which the places were begun."""
    places: dict[Place, list[Answer]] = {}
    for row in match.answers.filter(entry=None).seen_by(None).select_related("round").order_by("pk"):
        place = Place(EntryMode(row.mode), row.round.number if row.round else row.number)
        places.setdefault(place, []).append(row)
    return places


def typed_answers(
    match: Match, place: Place, rows: Iterable[Answer], posted: Mapping[str, str], known: int, device: Device
) -> Answers:
    """Return the typed answers of a form, which differ from those it was drawn with. `known`: the last row it shows.

    Answers that this phone has changed since, unknown to the form, count as typed again.
    """
    drawn, later = dict[str, Answer](), dict[str, Answer]()
    for row in rows:
        if not row.is_hidden or row.device_id == device.pk:
            (drawn if row.pk <= known else later)[row.question] = row
    before = {name: row.said for name, row in drawn.items()} if drawn else saved_answers(match, place)
    own = {name: row.said for name, row in later.items() if row.device_id == device.pk}
    return {name: text for name, text in posted.items() if text != own.get(name, before.get(name, ""))}


def has_answers(match: Match, number: int, answers: Answers, device: Device) -> bool:
    """Return whether a device's answers to a round, the latest of each, are these."""
    kept = match.answers.filter(mode=EntryMode.PLAY, number=number, device=device).order_by("pk")
    return answers.items() <= dict(kept.values_list("question", "text")).items()


def is_up_to_date(rows: Sequence[Answer], known: int, device: Device) -> bool:
    """Return whether no other phone has entered an answer after the row `known`, the last that a form shows."""
    shown = {row.pk: row.device_id for row in rows if not row.is_hidden}
    by_others = (pk for pk, giver in shown.items() if giver not in (None, device.pk))
    return max(by_others, default=0) <= known and (not known or known in shown)


def unsaved_fingerprint(match: Match) -> str:
    """Return a string that changes with each unsaved answer of a match, also a hidden one; "" if there are none.

    Hidden answers are counted, not hashed: there are few values, and a reader of the hash could try them all.
    """
    last, count = match.answers.filter(entry=None).aggregate(last=Max("pk"), count=Count("pk")).values()
    return f"{last}.{count}" if count else ""


def live_fingerprint(match: Match, device: Device | None = None, rows: Iterable[Answer] | None = None) -> str:
    """Return a string that changes with a match's page as a device sees it, names left out.

    It covers the version, who is scoring, the answers that this device may see, and which phones hide an answer to
    which question. Every poll reads it: the values of these few rows take 0.2 ms, conditions or aggregates in SQL 0.8.
    `rows`: the answers on a page, in place of those entered now.
    """
    values: Iterable[tuple[int, str, int | None, bool]]
    if rows is None:
        unsaved = match.answers.filter(entry=None, mode=EntryMode.PLAY).order_by("pk")
        values = unsaved.values_list("pk", "question", "device", "is_hidden")
    else:
        values = ((row.pk, row.question, row.device_id, row.is_hidden) for row in rows)
    shown, hidden = 0, dict[str, int | None]()
    for pk, question, giver, is_hidden in values:
        if is_hidden and (device is None or giver != device.pk):
            hidden[question] = giver
        else:
            shown = pk
            hidden.pop(question, None)
    text = repr((shown, sorted(hidden.items(), key=repr))) if shown or hidden else ""
    lock, answers = match.lock, hashlib.sha256(text.encode()).hexdigest()[:12] if text else ""
    return f"{match.token}.{answers}.{lock.pk if lock else ''}"


# --- Writing ---


def enter(
    match: Match, place: Place, posted: Answers, device: Device, *, known: int = 0, take_over: bool = False
) -> tuple[list[Answer], list[Answer]]:
    """Store the typed answers of the form of the whole table; return the rows at its place before and after.

    LockedByOther while another device has the edit lock, unless this one takes over; VersionConflict if the match has
    changed since it was read; Impossible, with nothing stored, for a hidden answer that is on no key: no page could
    show what is wrong with it.
    """
    form = open_form(match.table_before(place.number), {}, match.earlier_facts)
    posted = {name: text for name, text in posted.items() if name in form.fields or name == "irregular"}
    secret = form.secret_questions if place.mode == EntryMode.PLAY else ()
    secret = secret if secret and others_have_phones(match, device) else ()
    with transaction.atomic():
        # Locks the match, too: answers that another device has entered are read below.
        match.update_if_current(device, take_over=take_over, seen=match.token)
        rows = rows_at(match, place, device)
        typed = typed_answers(match, place, rows, posted, known, device)
        return rows, _append(match, place, rows, typed, device, secret)


def answer(match: Match, typed: Answers, device: Device) -> list[Answer]:
    """Store a player's answers from their own phone, without the edit lock; return the rows after it.

    Impossible for an answer on no key; VersionConflict if the match has changed since it was read.
    """
    form, place = open_form(match.state.table, {}), next_place(match)
    _check(form, typed)
    with transaction.atomic():
        _lock(match)
        return _append(match, place, rows_at(match, place, device), typed, device, form.secret_questions, is_own=True)


def _append(
    match: Match, place: Place, rows: list[Answer], typed: Answers, device: Device, secret: Sequence[str],
    *, is_own: bool = False,
) -> list[Answer]:  # fmt: skip
    known = shown_answers(rows)
    is_secret = not all(known.get(name) for name in secret)
    hidden = {name: typed[name] for name in secret if is_secret and typed.get(name)}
    if hidden:
        _check(open_form(match.state.table, {}), hidden)
    latest = {row.question: (row.said, row.device_id) for row in rows if not row.is_hidden}
    # The first tap in a correction copies the saved answers before its own.
    new = [] if rows or not typed else [_row(match, place, *pair) for pair in saved_answers(match, place).items()]
    for name, text in typed.items():
        if name in hidden or latest.get(name) != (text, device.pk):
            is_hidden = name in hidden
            new.append(_row(match, place, name, text, device, is_hidden=is_hidden, is_own=is_own or is_hidden))
    rows = rows + Answer.objects.bulk_create(new)
    match.__dict__.pop("draft", None)
    if any(row.is_hidden for row in rows) and _turn_over_if_all_are_there(match, place):
        return rows_at(match, place, device)
    return rows


def _row(
    match: Match, place: Place, name: str, text: str, device: Device | None = None,
    *, is_hidden: bool = False, is_own: bool = False,
) -> Answer:  # fmt: skip
    is_next = place.mode == EntryMode.PLAY
    at = {"number": place.number} if is_next else {"round": match.round_list[place.number - 1]}
    row = Answer(match=match, mode=place.mode, question=name, text=text, device=device, **at)
    row.is_hidden, row.is_own, row.said = is_hidden, is_own, text
    return row


def replace_answers(match: Match, answers: Answers) -> None:
    """Replace the visible answers to the next round, whoever has the edit lock; VersionConflict after a change."""
    place = next_place(match)
    with transaction.atomic():
        _lock(match)
        match.answers.filter(entry=None, mode=place.mode, number__gte=place.number).shown().delete()
        Answer.objects.bulk_create(_row(match, place, *pair) for pair in answers.items())


def clear(match: Match, place: Place, device: Device) -> None:
    """Delete the unsaved answers at a place; LockedByOther while another device holds the edit lock."""
    with transaction.atomic():
        match.update_if_current(device, seen=match.token)
        # Clearing a round keeps the record of who turned over the bids.
        rows = match.answers.at(*place).exclude(question=TURNED_OVER)
        match.answers.filter(pk__in=[*rows.values_list("pk", flat=True)]).delete()
    match.__dict__.pop("draft", None)


def keep_with_entry(match: Match, number: int, entry: Entry) -> None:
    """Keep the last own answers of each phone to a round with the entry that saved it; delete the others."""
    rows = list(match.answers.at(EntryMode.PLAY, number).only("question", "device", "is_own"))
    if rows:
        latest = {(row.question, row.device_id): row.pk for row in rows if row.is_own}
        kept = {*latest.values(), *(row.pk for row in rows if row.question == TURNED_OVER)}
        match.answers.filter(pk__in=[row.pk for row in rows if row.pk not in kept]).delete()
        match.answers.filter(pk__in=kept).update(entry=entry, is_hidden=False)


def move_answers(match: Match, change: Reseating) -> None:
    """Have all answers say the same of the same players after these are put in another order."""
    rows = moved_answers(match, change)
    Answer.objects.bulk_update(rows, ["question"])
    Answer.objects.bulk_update([row for row in rows if not row.is_hidden], ["text"])


def moved_answers(match: Match, change: Reseating) -> list[Answer]:
    """Return the answers of a match, saved ones too, as they are with its players in another order.

    Impossible if one has no place there. Hidden answers are numbers: their text is not read.
    """
    after = match.table_in_order(change)
    saved = list(match.answers.exclude(entry=None).seen_by(None))
    by_number = [(1, saved), *((place.number, rows) for place, rows in rows_by_place(match).items())]
    for number, rows in by_number:
        texts = {row.question: row.said for row in rows}
        old, new = (form_at(table, number, texts) for table in (match.initial_state, after))
        for row in rows:
            translated = old.translate(row.question, row.said, new)
            if translated is None and row.entry_id is None and (row.said or row.is_hidden):
                name, label = f"{match.game.round_name} {number}", old.fields[row.question].label
                raise Impossible(f"{name} is being entered, and “{label}” is not asked in that order: save or clear it")
            row.question, row.text = translated or (row.question, row.said)
    return [row for _, rows in by_number for row in rows]


def form_at(table: MatchState, number: int, answers: Mapping[str, str]) -> RoundForm:
    """Return the form of a round, given the match before its first one: its labels and keys need no more."""
    return open_form(replace(table, rounds_ahead=number - 1).table, answers)


def _lock(match: Match) -> None:
    match.update_if_current(None, seen=match.token, version=match.version)


def _check(form: RoundForm, answers: Answers) -> None:
    """Impossible for an answer that is on no key."""
    for name, text in answers.items():
        form.fields[name].check(text)


# --- What is hidden ---


def turn_over(match: Match, device: Device, seen: str) -> None:
    """Turn over hidden answers before all have answered; history and security log say who did.

    `seen`: the fingerprint of the unsaved answers on the page; VersionConflict if they have changed.
    """
    place = next_place(match)
    with transaction.atomic():
        _lock(match)
        if seen != unsaved_fingerprint(match):
            raise VersionConflict
        rows, asked = match.answers.at(*place), open_form(match.state.table, {}).secret_questions
        given = {*rows.filter(is_hidden=True).values_list("question", flat=True), *(rows.shown_texts() or ())}
        if not rows.filter(is_hidden=True).update(is_hidden=False):
            return
        ready = f"{len(given & {*asked})} of {len(asked)} ready"
        _row(match, place, TURNED_OVER, ready, device).save()
        record(f"turned over the hidden bids of match {match.pk}, {ready}", match.club, device)


def _turn_over_if_all_are_there(match: Match, place: Place) -> bool:
    rows = match.answers.at(*place).exclude(question=TURNED_OVER)
    form = open_form(match.state.table, dict(rows.values_list("question", "text")))
    form.is_valid()
    is_played = not (form.secret_until_played and form.missing_question)
    if not is_played or not all(form.answers.get(name) for name in form.secret_questions):
        return False
    return bool(match.answers.at(*place).filter(is_hidden=True).update(is_hidden=False))
