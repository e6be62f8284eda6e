"""Requests at the same moment: one wins, the others are refused or answered alike, nothing is overwritten."""

import threading
import uuid
from contextlib import suppress

import pytest

from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.matches import answers, recording
from scorekeeper.matches.lookup import read_match
from scorekeeper.matches.models import Answer, Match
from scorekeeper.matches.views import own_phone, rounds
from scorekeeper.web import middleware
from scorekeeper.web.turns import Turns
from tests.cases import cases
from tests.concurrency import finish_all, post_until_saved, start_thread
from tests.devices import COOKIE, Stranger, member
from tests.matches.factory import NAMES, entry, hand_form, make_match, match_form, reload
from tests.thoroughness import many

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

SETUP = {"seated": "1", "player": ["Eve", "Finn"], "dealer": "Eve"}


@pytest.fixture
def post_at_once(monkeypatch):
    """Post a form from each client, all of which have read the match before the first of them writes."""

    def post(clients, addresses, forms):
        meeting, met, answers = threading.Barrier(len(clients)), threading.local(), {}

        def read_and_wait(club, pk):
            match = read_match(club, pk)
            if not hasattr(met, "once"):
                met.once = True
                meeting.wait(timeout=60)
            return match

        def send(number):
            answers[number] = post_until_saved(clients[number], addresses[number], forms[number])

        with monkeypatch.context() as patched:
            # All have to meet: of one process a few forms write at a time, of several hosts more.
            everybody = Turns(len(clients), waiting=0, seconds=0, sentence="")
            patched.setattr(middleware, "writer_turns", everybody)
            patched.setattr(rounds, "find_match", read_and_wait)
            patched.setattr(rounds, "read_match", read_and_wait)
            patched.setattr(own_phone, "find_match", read_and_wait)
            finish_all([start_thread(lambda number=number: send(number)) for number in range(len(clients))])
        return [answers[number] for number in range(len(clients))]

    return post


def test_eight_equal_saves_at_once_count_once(post_at_once):
    match = make_match(2)
    address = f"/matches/{match.pk}/rounds/"

    answers = post_at_once([member() for _ in range(8)], [address] * 8, [match_form(match, hand_form(match))] * 8)

    assert [(answer.status_code, answer.url) for answer in answers] == [(302, f"/matches/{match.pk}/")] * 8
    assert (reload(match).version, len(reload(match).round_facts)) == (3, 3)


def test_of_two_different_saves_at_once_under_one_key_one_is_refused(post_at_once):
    match = make_match()
    form = match_form(match, hand_form(match))

    answers = post_at_once([member(), member()], [f"/matches/{match.pk}/rounds/"] * 2, [form, {**form, "bids-0": "1"}])

    assert sorted(answer.status_code for answer in answers) == [302, 422]
    assert reload(match).version == 1


def test_of_two_saves_of_a_round_one_wins_and_the_other_is_a_conflict(post_at_once):
    clients, bids = [member(), member()], [[1, 0, 0, 0], [0, 0, 0, 1]]
    for _ in range(many(100)):
        match = make_match()
        forms = [match_form(match, hand_form(match, one), number=1) for one in bids]

        answers = post_at_once(clients, [f"/matches/{match.pk}/rounds/"] * 2, forms)

        assert sorted(answer.status_code for answer in answers) == [302, 409]
        won = [answer.status_code for answer in answers].index(302)
        assert "There now" in answers[1 - won].content.decode()
        assert [list(facts.bids) for facts in reload(match).round_facts] == [bids[won]]
        assert (reload(match).version, match.entries.count()) == (1, 1)


def test_of_eight_corrections_at_once_one_wins(post_at_once):
    match = make_match(8)
    numbers = range(1, 9)

    answers = post_at_once(
        [member() for _ in numbers],
        [f"/matches/{match.pk}/rounds/{number}/" for number in numbers],
        [match_form(match, hand_form(match, [0, 1, 0, 0], number=number)) for number in numbers],
    )

    assert sorted(answer.status_code for answer in answers) == [302] + [409] * 7
    won = [answer.status_code for answer in answers].index(302) + 1
    assert [number for number, facts in enumerate(reload(match).round_facts, 1) if sum(facts.bids)] == [won]


@cases("is_rematch", [False, True])
def test_eight_phones_at_once_start_one_match(is_rematch):
    last, clients, answers = make_match(1), [member() for _ in range(8)], []
    recording.finish(last, entry(last))
    count, form = Match.objects.count(), {"key": str(uuid.uuid4())}

    def start(client):
        if is_rematch:  # of the page that each of them sees
            answers.append(post_until_saved(client, f"/matches/{last.pk}/rematch/", {"key": str(uuid.uuid4())}))
        else:
            answers.append(post_until_saved(client, "/games/big-little/matches/", form | SETUP))

    finish_all([start_thread(lambda client=client: start(client)) for client in clients])

    assert {answer.status_code for answer in answers} == {302}
    assert len({answer.url for answer in answers}) == 1
    assert Match.objects.count() == count + 1


def test_two_forms_at_once_with_the_same_new_player_both_start_a_match():
    clients, answers, count = [member(), member()], [], many(50)

    def start(client, *names):
        form = {"seated": "1", "player": names, "dealer": names[0]}
        answers.append(post_until_saved(client, "/games/big-little/matches/", form).status_code)

    for number in range(count):
        finish_all([
            start_thread(lambda number=number: start(clients[0], f"New {number}", "Ada")),
            start_thread(lambda number=number: start(clients[1], "Ben", f"New {number}")),
        ])  # fmt: skip

    assert answers == [302] * 2 * count
    assert Club.get_default().players.filter(name__startswith="New").count() == count


def test_the_first_requests_at_once_create_one_club():
    finish_all([start_thread(Club.get_default) for _ in range(8)])

    assert Club.objects.count() == 1


@pytest.fixture
def own_phones(monkeypatch):
    """A match whose bids are hidden, the phone in the middle, and two own phones for each of the other players.

    Who answers waits a moment before it is stored, for another one that may have read as much by then.
    """
    match, phones, meeting = make_match(names=NAMES[:3], game="skull-king"), [], threading.Barrier(2)
    for seat in (0, 1, 1, 2, 2):
        device, token = Device.join(match.club, f"{NAMES[seat]}’s phone", Role.OWNER, match.seat_list[seat].player)
        phones.append(Stranger())
        phones[-1].cookies[COOKIE] = token
        if not seat:
            match.keep_in_the_middle(device)
    append = answers._append

    def wait_and_append(*arguments, **options):
        with suppress(threading.BrokenBarrierError):
            meeting.wait(timeout=0.3)
        meeting.reset()
        return append(*arguments, **options)

    def let_meet():
        monkeypatch.setattr(answers, "_append", wait_and_append)

    return match, phones, let_meet


def draft_of(match):
    return reload(match).draft or {}


def test_the_last_two_hidden_bids_at_once_turn_all_over(own_phones, post_at_once):
    match, (ada, ben, _, cleo, _), let_meet = own_phones
    own = f"/matches/{match.pk}/own-answers/"
    ada.post(f"/matches/{match.pk}/draft/", {"number": 1, "bids-0": "1"})
    let_meet()

    answers = post_at_once([ben, cleo], [own, own], [{"number": 1, "bids-1": "0"}, {"number": 1, "bids-2": "1"}])

    assert [answer.status_code for answer in answers] == [302, 302]
    assert draft_of(match) == {"bids-0": "1", "bids-1": "0", "bids-2": "1"}
    assert not Answer.objects.filter(is_hidden=True).exists()


def test_the_last_bid_from_two_phones_at_once_keeps_both(own_phones, post_at_once):
    match, (ada, ben, bens_other, cleo, _), let_meet = own_phones
    own = f"/matches/{match.pk}/own-answers/"
    ada.post(f"/matches/{match.pk}/draft/", {"number": 1, "bids-0": "1"})
    cleo.post(own, {"number": 1, "bids-2": "1"})
    let_meet()

    post_at_once([ben, bens_other], [own, own], [{"number": 1, "bids-1": bid} for bid in "01"])

    earlier, later = Answer.objects.filter(question="bids-1").order_by("pk").values_list("text", flat=True)
    assert draft_of(match) == {"bids-0": "1", "bids-1": later, "bids-2": "1"}
    assert {earlier, later} == {"0", "1"}


def test_an_own_answer_and_a_save_at_once_leave_nothing_to_the_next_round(own_phones, post_at_once):
    match, (ada, ben, *_), let_meet = own_phones
    facts = match_form(match, hand_form(match), number=1)
    addresses = [f"/matches/{match.pk}/rounds/", f"/matches/{match.pk}/own-answers/"]
    let_meet()

    saved, answered = post_at_once([ada, ben], addresses, [facts, {"number": 1, "bids-1": "1"}])

    assert saved.status_code == 302
    assert len(reload(match).round_facts) == 1
    kept = [own.entry and own.entry.number for own in Answer.objects.filter(match=match)]
    assert kept == ([1] if answered.status_code == 302 else [])
    assert answered.status_code == 302 or "This phone said: Ben bids 1" in answered.content.decode()
