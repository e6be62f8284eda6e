"""The page of a match: drawn for each visitor with a token and a key of their own, anew after each change."""

import re
from random import Random

import pytest
from django.core.cache import cache
from django.test import Client

from games.core.schema import read
from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.matches import answers as given
from scorekeeper.matches import recording, starting
from scorekeeper.matches.answers import Place
from scorekeeper.matches.entry_history import corrected_sides
from scorekeeper.matches.lookup import read_match
from scorekeeper.matches.models import EntryMode
from tests.cases import cases
from tests.devices import device_token, find_device, member
from tests.html_browser import Browser
from tests.matches.factory import entry, hand_form, keep_draft, make_hand, make_match, reload, six_rounds, suits
from tests.matches.simulated import MADE_UP, fitting, play_on

pytestmark = pytest.mark.django_db


CHANGES = {
    "a round": lambda match: recording.play(match, make_hand(match, [3, 0, 0, 0]), entry(match)),
    "a correction": lambda match: recording.correct(match, 1, make_hand(match, [1, 0, 0, 0], number=1), entry(match)),
    "a deletion": lambda match: recording.delete_round(match, 2, entry(match)),
    "an undoing": lambda match: recording.undo(match, match.entries.first(), entry(match)),
    "the end": lambda match: recording.finish(match, entry(match)),
    "a tap": lambda match: keep_draft(match, {"bids-0": "2"}),
    "starting again": lambda match: given.clear(match, Place(EntryMode.PLAY, 3), find_device(device_token())),
}


def page_of(match):
    return f"/matches/{match.pk}/"


def key_in(html):
    return re.search(r'name="key"\s+value="([0-9a-f-]{36})"', html)[1]


def without_own(html):
    return re.sub(r'(name="(?:key|csrfmiddlewaretoken)"\s+value=")[^"]*', r"\1", html)


def test_each_visit_gets_a_new_entry_key(client):
    match = make_match(1)
    first, second = (client.get(page_of(match)).content.decode() for _ in range(2))
    assert key_in(first) != key_in(second)
    assert without_own(first) == without_own(second)


def test_each_visitor_gets_a_csrf_token_for_their_own_cookie():
    match = make_match(1)
    phones = [Client(enforce_csrf_checks=True) for _ in range(2)]
    tokens = [
        re.search(r'csrfmiddlewaretoken"\s+value="(\w+)"', phone.get(page_of(match)).content.decode())
        for phone in phones
    ]
    assert tokens[0][1] != tokens[1][1]
    answers = {"number": 2, "csrfmiddlewaretoken": tokens[0][1]}
    assert [phone.post(f"{page_of(match)}draft/", answers).status_code for phone in phones] == [302, 403]


@cases("change", CHANGES.values())
def test_every_change_shows_at_once(client, change):
    match = make_match(2)
    keep_draft(match, {"bids-0": "1"})
    before = client.get(page_of(match))
    assert client.get(page_of(match), headers={"if-none-match": before["ETag"]}).status_code == 304

    change(match)

    after = client.get(page_of(match), headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert without_own(after.content.decode()) != without_own(before.content.decode())
    cache.clear()
    assert without_own(client.get(page_of(match)).content.decode()) == without_own(after.content.decode())


def test_an_unchanged_page_is_304_and_its_form_can_be_saved(client):
    match = make_match(2)
    first = client.get(page_of(match))
    form = {"key": key_in(first.content.decode()), "seen": match.token, "number": 3}
    assert Client().get(page_of(match), headers={"if-none-match": first["ETag"]}).status_code == 200
    assert client.post(f"{page_of(match)}rounds/", form).status_code == 422

    again = client.get(page_of(match), headers={"if-none-match": first["ETag"]})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert "no-cache" in again["Cache-Control"]
    assert client.post(f"{page_of(match)}rounds/", hand_form(match) | form).status_code == 302


@cases("rounds", [1, 20])
def test_a_page_takes_the_same_few_queries_after_many_rounds_and_is_drawn_once(
    client, django_assert_max_num_queries, rounds
):
    match = make_match(rounds)
    for phone in (client, member(role=Role.VIEWER)):
        with django_assert_max_num_queries(12):
            drawn = phone.get(page_of(match)).text
        with django_assert_max_num_queries(3):
            assert without_own(phone.get(page_of(match)).text) == without_own(drawn)


def test_the_page_of_an_ended_match_has_no_etag(client):
    match = make_match(1)
    recording.finish(match, entry(match))
    response = client.get(page_of(match))
    assert "ETag" not in response
    assert 'form="rematch"' in response.content.decode()


# --- Parts of the page ---


def test_layout_flags_match_what_the_page_holds(client):
    """The style sheets ask for the flags: `:has()` would be evaluated at each tap."""
    marks = {"trends": "trend", "standings": "standings", "decks": "key-group"}
    for game, players in ((game, players) for game in MADE_UP for players in (4, 5, 8) if players in game.seats):
        match = starting.start_match(Club.get_default(), game, "ABCDEFGH"[:players], 0, fitting(game, players))
        play_on(match, Random(1), 1)
        html = client.get(page_of(match)).content.decode()

        features = set(re.search(r'data-has="([^"]*)"', html)[1].split())

        assert features & {*marks} == {name for name, mark in marks.items() if f'class="{mark}"' in html}
        rows = [section.count('class="score"') for section in html.split('class="section')[1:]]
        assert ("many-sides" in features) == (max(rows) > 5), "one is the heading's"
        assert ("many-hands" in features) == (max(rows) > 8 and 'class="section cards"' in html)


def test_matches_of_the_same_rounds_and_house_rules_share_their_scores():
    match, same, other = make_match(3), make_match(3), make_match(3, hook=True)
    assert match.state is same.state is reload(match).state
    assert match.state is not other.state
    recording.correct(match, 2, make_hand(match, bids=[1, 0, 0, 0], number=2), entry(match))
    assert match.state_before(2) is same.state_before(2)
    assert reload(match).state is match.state is not same.state
    assert match.state.totals != same.state.totals == other.state.totals


def test_a_page_is_read_in_one_snapshot_while_others_save():
    """Somebody removes and corrects rounds after the match was read and before its history is."""
    match = six_rounds(3)
    recording.correct(match, 3, read(suits(1, 1, 1, 1, 1, 1), match.game.facts), entry(match))
    shown = read_match(match.club, match.pk)
    sides = corrected_sides(shown)

    recording.delete_round(match, 1, entry(match))
    recording.correct(match, 1, read(suits(2, 2, 2, 2, 2, 2), match.game.facts), entry(match))

    assert corrected_sides(shown) == sides
    assert [*sides] == [3]


def test_a_players_phone_marks_their_own_side():
    match, client = make_match(2), member()
    seen, ben = set(), match.seat_list[1].player

    def check(own):
        answer = client.get(page_of(match))
        html = answer.content.decode()
        assert re.findall(r'<main[^>]* class="match([^"]*)"', html) == ["" if own is None else f" own-{own}"]
        seen.add(answer["ETag"])

    check(None)
    Device.objects.update(label="Ben’s iPhone")
    check(None)
    Device.objects.update(player=ben, label="a phone")
    check(match.side_marks[1])
    Device.objects.update(player=match.club.players.get_or_create_named(["Ben 2"])[0])
    check(None)
    assert len(seen) == 3


@cases("role", [Role.VIEWER, Role.SCORER])
def test_a_device_without_a_player_is_asked_whose_it_is_during_a_match(role):
    match, browser = make_match(2), Browser(lambda **_: member(role=role))
    names = ["Ada", "Ben", "Cleo", "Dan"]
    page = browser.open(page_of(match))
    assert [label for label in page.buttons() if label in names] == names

    answered = page.press("Cleo")

    assert Device.objects.get().player.name == "Cleo"
    assert answered.response.redirect_chain == [(page_of(match), 302)]
    assert "Cleo" not in answered.buttons()
    Device.objects.update(player=None)
    recording.finish(match, entry(match))
    assert "Cleo" not in browser.open(page_of(match)).buttons()


def test_a_device_cannot_choose_a_player_of_another_club():
    match = make_match(2)
    [zoe] = Club.objects.create(name="Them").players.get_or_create_named(["Zoë"])
    for chosen in (zoe.pk, "", "x"):
        assert member().post(f"{page_of(match)}own-player/", {"player": chosen}).status_code == 422
    assert not Device.objects.filter(player__isnull=False).exists()
