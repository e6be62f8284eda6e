"""Entries made at the same moment: one wins, the others are refused, nothing is overwritten."""

import threading

import pytest

from scorekeeper.matches import recording
from scorekeeper.matches.edit_lock import VersionConflict
from scorekeeper.matches.models import Match
from tests.concurrency import finish_all, start_thread
from tests.matches.factory import a_hand, a_match, again, entry, said, sent
from tests.matches.test_retries import client, save
from tests.thoroughness import many

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def test_eight_equal_saves_at_once_count_once(at_once):
    match = a_match(2)
    form, clients, answers = sent(match, said(match)), [client() for _ in range(8)], []

    at_once(*[lambda one=one: answers.append(save(match, form, one)) for one in clients])

    assert [(answer.status_code, answer.url) for answer in answers] == [(302, f"/matches/{match.pk}/")] * 8
    assert (again(match).version, len(again(match).records)) == (3, 3)


def test_of_two_different_saves_at_once_under_one_key_one_is_refused(at_once):
    match = a_match()
    form, clients, answers = sent(match, said(match)), [client(), client()], []

    at_once(
        lambda: answers.append(save(match, form, clients[0])),
        lambda: answers.append(save(match, {**form, "bids-0": "1"}, clients[1])),
    )

    assert sorted(answer.status_code for answer in answers) == [302, 422]
    assert again(match).version == 1


def test_of_two_saves_of_a_round_one_wins_and_the_other_is_a_conflict(at_once):
    clients, bids = [client(), client()], [[1, 0, 0, 0], [0, 0, 0, 1]]
    for _ in range(many(50)):
        match, answers = a_match(), {}

        def race(number, match=match, answers=answers):
            answers[number] = save(match, sent(match, said(match, bids[number]), number=1), clients[number])

        at_once(lambda race=race: race(0), lambda race=race: race(1))

        [winner] = [number for number, answer in answers.items() if answer.status_code == 302]
        loser = answers[1 - winner]
        assert loser.status_code == 409
        assert "There now" in loser.content.decode()
        assert [list(facts.bids) for facts in again(match).records] == [bids[winner]]
        assert again(match).version == 1


def test_of_two_writers_that_meet_one_wins_each_time():
    matches, meeting, outcomes = [a_match().pk for _ in range(many(300))], threading.Barrier(2), {0: [], 1: []}

    def race(number):
        for pk in matches:
            match = Match.at(pk)
            hand, how = a_hand(match, [number] * 4), entry(match)
            meeting.wait(timeout=30)
            try:
                recording.play(match, hand, how)
            except VersionConflict:
                outcomes[number].append(False)
            else:
                outcomes[number].append(True)

    finish_all([start_thread(lambda: race(0)), start_thread(lambda: race(1))])

    assert [sorted(pair) for pair in zip(*outcomes.values(), strict=True)] == [[False, True]] * len(matches)
    for pk, first_won in zip(matches, outcomes[0], strict=True):
        match = Match.at(pk)
        assert [facts.bids[0] for facts in match.records] == [0 if first_won else 1]
        assert (match.version, match.entries.count()) == (1, 1)


def test_of_eight_corrections_at_once_one_wins(at_once):
    match = a_match(8)
    clients, answers = [client() for _ in range(8)], {}

    def correct(number):
        form = sent(match, said(match, [0, 1, 0, 0], number=number))
        answers[number] = clients[number - 1].post(f"/matches/{match.pk}/rounds/{number}/", form)

    at_once(*[lambda number=number: correct(number) for number in range(1, 9)])

    assert sorted(answer.status_code for answer in answers.values()) == [302] + [409] * 7
    [won] = [number for number, answer in answers.items() if answer.status_code == 302]
    assert [number for number, facts in enumerate(again(match).records, 1) if sum(facts.bids)] == [won]
