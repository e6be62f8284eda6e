"""Own answers: players answer for their seat in the next round on their own phones; hidden bids.

An answer goes into the draft of the round, where every page shows it. A bid that is secret until all have bid stays
here, and nowhere else: no draft, page or poll of another phone holds it.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db import models, transaction
from django.db.models import F
from django.utils import timezone

from games.core.round_form import MAX_ANSWER_LENGTH, RoundForm, open_form
from scorekeeper.clubs.models import Device, Role
from scorekeeper.clubs.security_log import record
from scorekeeper.matches import drafts
from scorekeeper.matches.drafts import TURNED_OVER, Answers, Draft, EntryMode, Place
from scorekeeper.matches.log import Entry
from scorekeeper.matches.match import Match, VersionConflict

# A phone that was used within this time may lie at the table.
AT_THE_TABLE = timedelta(hours=12)


class OwnAnswer(models.Model):
    """An answer to one question of a seat; the latest of several counts. Or the turning over of bids (`TURNED_OVER`).

    `number`: of the round. `replaced`: a different answer given on another phone before.
    `entry`: the entry that saved the round; None until then.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="own_answers")
    number = models.PositiveIntegerField(default=0)
    question = models.CharField(max_length=40)
    answer = models.CharField(max_length=MAX_ANSWER_LENGTH)
    replaced = models.CharField(max_length=MAX_ANSWER_LENGTH, default="")
    is_hidden = models.BooleanField(default=False)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="own_answers")

    def __str__(self) -> str:
        return self.question

    @property
    def giver(self) -> str:
        """The name of the phone's player, or the label of a phone without one."""
        if self.device is None:
            return "Another phone"
        return self.device.player.name if self.device.player else self.device.label


def own_seat(match: Match, device: Device) -> int | None:
    """Return the seat of a device's holder; None if they do not play, or the form has no part for a single player.

    The phone in the middle, which entered something last, shows the whole table instead.
    """
    if match.locked_by_id in (None, device.pk) or device.player_id is None or not match.goes_on:
        return None
    seat = seat_of_holder(match, device)
    return seat if seat is not None and open_form(match.state, {}).questions_of_seat(seat) else None


def seat_of_holder(match: Match, device: Device) -> int | None:
    return next((seat.number for seat in match.seat_list if seat.current_player.pk == device.player_id), None)


def answers_of_next_round(match: Match) -> list[OwnAnswer]:
    """Return the own answers for the next round, the latest last."""
    if not match.answers_version:
        return []
    answers = match.own_answers.filter(entry=None, number=match.state.number)
    return list(answers.select_related("device__player").order_by("pk"))


def has_answers(match: Match, number: int, answers: Answers, device: Device) -> bool:
    """Return whether a device's answers to a round, the latest of each, are these."""
    kept = match.own_answers.filter(number=number, device=device).order_by("pk")
    return answers.items() <= dict(kept.values_list("question", "answer")).items()


def latest_answers(match: Match) -> dict[str, OwnAnswer]:
    return {answer.question: answer for answer in answers_of_next_round(match)}


def keep_draft(
    match: Match, place: Place, posted: Answers, seen: str, device: Device, *, take_over: bool = False,
    base: Answers | None = None,
) -> Answers:  # fmt: skip
    """Store and return a draft as `drafts.keep_draft` does, but for answers that nobody may see yet.

    Impossible, with nothing stored, for one of those that is on no key: no page could show what is wrong with it.
    """
    hidden = _new_secrets(match, posted, device) if place.mode == EntryMode.PLAY else {}
    answers = {name: answer for name, answer in posted.items() if name not in hidden}
    if hidden:
        _check(open_form(match.state, {}), hidden)
    stored = drafts.keep_draft(match, place, answers, seen, device, take_over=take_over, base=base)
    if hidden:
        keep_answers(match, hidden, device)
    elif place.mode == EntryMode.PLAY and any(own.is_hidden for own in latest_answers(match).values()):
        with transaction.atomic():
            _begin_change(match)
            _store_draft(match, _with_shown_answers(match, _stored_draft(match)))
    else:
        return stored
    return match.draft or {}


def _check(form: RoundForm, answers: Answers) -> None:
    """Impossible for an answer that is on no key."""
    for name, answer in answers.items():
        form.fields[name].check(answer)


def _new_secrets(match: Match, posted: Answers, device: Device) -> Answers:
    """Return the secret answers that are new, if somebody else's own phone is at the table.

    A player without a phone bids on the one in the middle. Alone there, it hides nothing.
    """
    known, secret = match.draft or {}, open_form(match.state, {}).secret_questions
    if all(known.get(name) for name in secret) or not _others_have_phones(match, device):
        return {}
    return {name: posted[name] for name in secret if posted.get(name) and posted[name] != known.get(name)}


def _others_have_phones(match: Match, device: Device) -> bool:
    players = [seat.current_player.pk for seat in match.seat_list if seat.current_player.pk != device.player_id]
    phones = Device.objects.filter(club=match.club_id, player__in=players, revoked=None, role__gte=Role.SCORER)
    return phones.exclude(pk=device.pk).filter(last_seen__gt=timezone.now() - AT_THE_TABLE).exists()


def first_question(match: Match, form: RoundForm, device: Device) -> str | None:
    """Return the bid question of a phone's holder, asked first if all bid at once on their own phones.

    None if the questions keep the order of the table.
    """
    seat = seat_of_holder(match, device)
    if not form.secret_questions or seat is None or not match.goes_on or not _others_have_phones(match, device):
        return None
    answered = {*form.given(), *latest_answers(match)}
    own = (name for name in form.questions_of_seat(seat) if name in form.secret_questions)
    return next((name for name in own if name not in answered), None)


def keep_answers(match: Match, answers: Answers, device: Device) -> None:
    """Store answers to the next round; Impossible for an answer on no key, VersionConflict if the match has changed.

    Secret answers stay hidden until all players have answered.
    """
    form = open_form(match.state, {})
    _check(form, answers)
    with transaction.atomic():
        _begin_change(match)
        draft, latest = _stored_draft(match), latest_answers(match)
        are_secret = not all(draft.get(name) for name in form.secret_questions)
        for name, answer in answers.items():
            is_hidden, before = are_secret and name in form.secret_questions, latest.get(name)
            known = before.answer if before and before.is_hidden else draft.get(name, "")
            if answer == known and before and before.device_id == device.pk:
                continue
            corrects_itself = before is not None and before.device_id == device.pk and before.answer == known
            if before and corrects_itself and before.is_hidden == is_hidden:
                OwnAnswer.objects.filter(pk=before.pk).update(answer=answer)
            else:
                replaced = "" if is_hidden or known == answer else known
                match.own_answers.create(
                    number=match.state.number, question=name, answer=answer, replaced=replaced, is_hidden=is_hidden,
                    device=device,
                )  # fmt: skip
            if not is_hidden:
                draft[name] = answer
        _store_draft(match, _with_shown_answers(match, draft))


def show_answers(match: Match, device: Device, seen: str) -> None:
    """Turn over hidden answers before all have answered; history and security log say who did.

    `seen`: the fingerprint of the unsaved answers on the page; VersionConflict if they have changed.
    """
    with transaction.atomic():
        if seen != drafts.unsaved_fingerprint(match):
            raise VersionConflict
        _begin_change(match)
        draft, asked = _stored_draft(match), open_form(match.state, {}).secret_questions
        hidden = {name for name, own in latest_answers(match).items() if own.is_hidden}
        if not hidden:
            return
        ready = f"{sum(name in hidden or bool(draft.get(name)) for name in asked)} of {len(asked)} ready"
        _store_draft(match, _shown(match, draft))
        match.own_answers.create(number=match.state.number, question=TURNED_OVER, answer=ready, device=device)
        record(f"turned over the hidden bids of match {match.pk}, {ready}", match.club, device)


def describe_turning_over(answers: Iterable[OwnAnswer]) -> list[str]:
    """Say who turned over hidden answers before all were there: “Dan turned over, 2 of 4 ready”."""
    return [f"{own.giver} turned over, {own.answer}" for own in answers if own.question == TURNED_OVER]


def describe_own_answers(match: Match, form: RoundForm, entries: Iterable[int]) -> dict[int, list[str]]:
    """Return the own answers of each entry with their phones, in words: “Ben’s phone: Ben bids 1, Ben took 1”."""
    phones: dict[int, dict[str, list[str]]] = {}
    turned_over: dict[int, list[str]] = {}
    for own in match.own_answers.filter(entry__in=entries).select_related("device__player").order_by("pk"):
        if own.entry_id is not None:
            turned_over.setdefault(own.entry_id, []).extend(describe_turning_over([own]))
        field = form.fields.get(own.question)
        if field is not None and own.entry_id is not None:
            label = own.device.label if own.device else "another phone"
            answer = f"{field.label} {field.display_text(own.answer)}"
            phones.setdefault(own.entry_id, {}).setdefault(label, []).append(answer)
    return {
        entry: [f"{label}: {', '.join(answers)}" for label, answers in phones.get(entry, {}).items()] + turns
        for entry, turns in turned_over.items()
    }


def _begin_change(match: Match) -> None:
    """Lock the match, and have other phones see the change."""
    match.update_if_current(None, seen=match.token, answers_version=F("answers_version") + 1)
    match.answers_version += 1


def _with_shown_answers(match: Match, draft: Answers) -> Answers:
    hidden = {name: own.answer for name, own in latest_answers(match).items() if own.is_hidden}
    form = open_form(match.state, draft | hidden)
    form.is_valid()
    are_all_there = all(form.answers.get(name) for name in form.secret_questions)
    is_played = not (form.secret_until_played and form.missing_question)
    return _shown(match, draft) if hidden and are_all_there and is_played else draft


def _shown(match: Match, draft: Answers) -> Answers:
    answers = answers_of_next_round(match)
    for name, own in latest_answers(match).items():
        if own.is_hidden:
            given = [other for other in answers if other.question == name]
            by_others = [other.answer for other in given if other.device_id != own.device_id]
            # A new answer from the same phone is a correction, not a contradiction.
            before = draft.get(name, "") if draft.get(name) not in {other.answer for other in given} else ""
            replaced = next((answer for answer in [*reversed(by_others), before] if answer not in ("", own.answer)), "")
            OwnAnswer.objects.filter(pk=own.pk).update(replaced=replaced)
            draft = {**draft, name: own.answer}
    OwnAnswer.objects.filter(pk__in=[own.pk for own in answers]).update(is_hidden=False)
    return draft


def _stored_draft(match: Match) -> Answers:
    answers = match.drafts.filter(round=None).values_list("answers", flat=True).first()
    return dict(answers or {})


def _store_draft(match: Match, answers: Answers) -> None:
    if answers:
        Draft.objects.update_or_create(match=match, round=None, mode=EntryMode.PLAY, defaults={"answers": answers})
        match.draft = answers
