"""The database itself refuses rows that cannot be, whoever writes them."""

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Answer, Bid, Entry, Line, Round, Seat
from tests.cases import cases
from tests.matches.factory import make_match, reload

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def match():
    return make_match(2)


def make_entry(match, **values):
    made = {"number": 9, "action": "play", "key": 1, "digest": 0} | values
    return Entry(match=match, **made)


def make_answer(match, mode="play", **values):
    return Answer(match=match, mode=mode, question="bids-0", text="1", **values)


def first(match):
    return match.rounds.first()


def eve(match):
    return Player.objects.create(club=match.club, name="Eve")


IMPOSSIBLE = {
    "a second seat of that number": lambda match: Seat(match=match, number=0, side=0, player=eve(match)),
    "a player at two places": lambda match: Seat(match=match, number=4, side=4, player=match.seat_list[0].player),
    "a side nobody sits at": lambda match: change(match.seat_list[0], side=1),
    "a second round of that number": lambda match: Round(match=match, number=1, facts={}),
    "round nought": lambda match: Round(match=match, number=0, facts={}),
    "a round without facts": lambda match: Round(match=match, number=3, facts=None),
    "a bid that says nothing": lambda match: Bid(round=first(match), seat=match.seat_list[0]),
    "a line without a rule": lambda match: Line(round=first(match), side=0, points=1),
    "an unknown action": lambda match: make_entry(match, action="forged"),
    "a second entry of that version": lambda match: make_entry(match, number=1),
    "a second entry under that key": lambda match: make_entry(match, key=match.entries.first().key),
    "undoing nothing": lambda match: make_entry(match, action="undo"),
    "an undoing that says it plays": lambda match: make_entry(match, undoes=match.entries.first()),
    "an answer that corrects no round": lambda match: make_answer(match, mode="correct"),
    "an answer that plays a round that was played": lambda match: make_answer(match, round=first(match)),
    "a match that goes on and has ended": lambda match: change(match, ended=timezone.now()),
    "a second match begun by that form": lambda match: two_of(match, key=uuid.uuid4()),
    "a second player of that name": lambda match: Player(club=match.club, name="Ada"),
}  # fmt: skip


def change(row, **values):
    for name, value in values.items():
        setattr(row, name, value)
    return row


def two_of(row, **values):
    change(row, **values).save()
    return change(row, pk=None, _state=type(row._state)())


@cases("row", IMPOSSIBLE)
def test_the_database_refuses(row, match):
    with transaction.atomic():
        impossible = IMPOSSIBLE[row](reload(match))
        with pytest.raises(IntegrityError), transaction.atomic():
            impossible.save()
        transaction.set_rollback(True)


def test_a_player_of_a_match_is_not_deleted(match):
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.get(name="Ada").delete()
