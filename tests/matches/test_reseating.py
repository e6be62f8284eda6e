"""A wrong order of the players, put right for all rounds: an action of the log that can be undone."""

import pytest

from games.core import scoresheet
from games.core.errors import Impossible
from games.core.schema import plain, read
from games.core.scoresheet import Decision
from scorekeeper.matches import recording
from scorekeeper.matches.models import EntryMode
from scorekeeper.matches.stand_ins import find_stand_ins
from scorekeeper.transfer.scoresheets import sheet_of
from tests.html_browser import Page
from tests.matches.factory import (
    entry,
    import_sheet,
    keep_draft,
    make_hand,
    make_match,
    match_form,
    reload,
    six_rounds,
    snapshot,
    suits,
)

pytestmark = pytest.mark.django_db


def by_person(match):
    match = reload(match)
    return {seat.player.name: (seat.total, seat.place, seat.won) for seat in match.seat_list}


@pytest.mark.postgresql
def test_each_keeps_what_they_did_and_the_deal_follows():
    match = six_rounds(4, names=("Ada", "Ben", "Cleo"))
    before, scores = snapshot(match), by_person(match)

    made = recording.reseat(match, [0, 2, 1], entry(match))
    match = reload(match)
    assert match.names == ["Ada", "Cleo", "Ben"]
    assert by_person(match) == scores
    assert plain(match.round_facts[1])["suits"]["orange"] == 2
    assert [match.names[scored.deal.dealer] for scored in match.state.rounds[:2]] == ["Ada", "Cleo"]
    moved = snapshot(match)
    recording.rebuild(match.club, match.pk)
    assert snapshot(match) == moved

    back = recording.undo(match, made, entry(match))
    assert snapshot(match) == before
    recording.undo(match, back, entry(match))
    assert snapshot(match) == moved


def test_who_played_for_others_sits_where_they_sit():
    match = six_rounds(1, names=("Ada", "Ben", "Cleo"))
    recording.change_stand_ins(match, 1, find_stand_ins(match, ["Ada", "Gus", "Cleo"]), entry(match))
    recording.seat(match, find_stand_ins(match, ["Ada", "Ben", "Hal"]), entry(match))

    recording.reseat(match, [0, 2, 1], entry(match))
    match = reload(match)
    assert {seat: player.name for seat, player in match.stand_ins[1].items()} == {2: "Gus"}
    assert [seat.current_player.name for seat in match.seat_list] == ["Ada", "Hal", "Ben"]


def test_what_was_entered_before_is_told_and_undone_in_the_new_order(client):
    match = six_rounds(2, names=("Ada", "Ben", "Cleo"))
    last = match.entries.first()
    made = recording.finish(match, entry(match))
    recording.decide(match, Decision(winners=(1,)), entry(match))
    recording.reseat(match, [0, 2, 1], entry(match))
    assert by_person(match)["Ben"][2]
    history = Page(None, client.get(f"/matches/{match.pk}/history/")).text
    assert "Ben won" in history

    # Round 2: Ben collected all but the last suit, which was Cleo's.
    recording.undo(match, made, entry(match))
    client.post(f"/matches/{match.pk}/history/{last.number}/undo/", match_form(match))
    draft = reload(match).draft
    assert (draft["suits-orange"], draft["suits-red"]) == ("2", "1")


def test_its_file_has_the_present_order():
    match = six_rounds(2, names=("Ada", "Ben", "Cleo"))
    recording.change_stand_ins(match, 1, find_stand_ins(match, ["Ada", "Gus", "Cleo"]), entry(match))
    recording.reseat(match, [0, 2, 1], entry(match))
    recording.correct(match, 2, read(suits(1, 1, 1, 1, 1, 0), match.game.facts), entry(match))
    scores = by_person(match)
    assert plain(reload(match).round_facts[1]) == suits(1, 1, 1, 1, 1, 0)

    sheet = scoresheet.load(scoresheet.dump(sheet_of(reload(match))))
    report = scoresheet.report(sheet)
    assert dict(zip(report["players"], report["totals"], strict=True)) == {name: row[0] for name, row in scores.items()}
    copy = reload(import_sheet(match.club, sheet))
    assert (copy.names, by_person(copy)) == (["Ada", "Cleo", "Ben"], scores)
    assert {copy.names[seat]: player.name for seat, player in copy.stand_ins[1].items()} == {"Ben": "Gus"}


def test_an_order_that_cannot_be_is_refused_in_words():
    match = make_match(2)
    with pytest.raises(Impossible, match="each of them once"):
        recording.reseat(match, [0, 0, 1, 2], entry(match))
    assert recording.reseat(match, [0, 1, 2, 3], entry(match)) is None

    pairs = make_match(game="maverick")
    with pytest.raises(Impossible, match="Ada and Ben would be partners then"):
        recording.reseat(pairs, [0, 2, 1, 3], entry(pairs))
    recording.reseat(pairs, [1, 2, 3, 0], entry(pairs))
    assert reload(pairs).side_names == ("Ben & Dan", "Cleo & Ada")


def test_the_page_shows_what_an_order_changes_and_saves_it(client):
    match = six_rounds(2, names=("Ada", "Ben", "Cleo"))
    page = f"/matches/{match.pk}/order/"
    assert page in client.get(f"/matches/{match.pk}/").content.decode()
    html = client.get(page).content.decode()
    assert 'href="?order=0.2.1"' in html
    assert "Save" not in html

    html = client.get(page, {"order": "0.2.1"}).content.decode()
    assert "Round 2: Cleo deals, not Ben." in html
    assert "The points of 2 rounds stay as they are." in html
    form = match_form(match, order="0.2.1")
    assert client.post(page, form).status_code == 302
    assert reload(match).names == ["Ada", "Cleo", "Ben"]

    history = Page(None, client.get(f"/matches/{match.pk}/history/")).text
    assert "The order of the players put right" in history
    assert "In turn: Ada, Cleo, Ben" in history
    assert client.post(page, form | {"order": "1.0.2"}).status_code == 422
    for unreadable in ("abc", "0.1", ""):
        assert client.post(page, match_form(reload(match), order=unreadable)).status_code == 422
    assert client.post(page, match_form(match, order="1.0.2") | {"seen": "0"}).status_code == 409

    number = match.entries.first().number
    assert client.post(f"/matches/{match.pk}/history/{number}/undo/", match_form(reload(match))).status_code == 302
    assert reload(match).names == ["Ada", "Ben", "Cleo"]


def test_an_order_that_the_rules_refuse_has_no_key_that_saves_it(client):
    match = make_match(game="maverick")
    html = client.get(f"/matches/{match.pk}/order/", {"order": "0.2.1.3"}).content.decode()
    assert "Ada and Ben would be partners then" in html
    assert ">Save</button>" not in html


def test_a_bid_that_the_hook_forbids_the_dealer_of_that_order_is_refused():
    match = make_match(names=("Ada", "Ben", "Cleo"), game="wizard", hook="canadian")
    for others in (1, 0):
        # Cleo takes all; after hand 1 she leads, and had she dealt hand 2 she could not have bid all of its tricks.
        cards = match.state.deal.cards[0]
        hand = {"bids": [others, others, cards], "tricks": [0, 0, cards]}
        recording.play(match, read(hand, match.game.facts), entry(match))

    with pytest.raises(Impossible, match="with the players in this order, round 2 does not fit: the bids add up to"):
        recording.reseat(match, [0, 2, 1], entry(match))
    assert reload(match).names == ["Ada", "Ben", "Cleo"]


def given(match):
    return set(match.answers.values_list("question", "text", "is_hidden"))


def test_what_is_being_entered_stays_with_its_player():
    match = six_rounds(2, names=("Ada", "Ben", "Cleo"))
    keep_draft(match, {"suits-orange": "1", "suits-purple": "0"})
    keep_draft(match, {"suits-orange": "2"}, EntryMode.CORRECT, 1)
    made = recording.reseat(match, [2, 0, 1], entry(match))
    assert given(match) == {("suits-orange", "2", False), ("suits-purple", "1", False), ("suits-orange", "0", False)}
    recording.undo(match, made, entry(match))
    assert given(match) == {("suits-orange", "1", False), ("suits-purple", "0", False), ("suits-orange", "2", False)}


@pytest.mark.postgresql
def test_answers_from_own_phones_stay_with_who_gave_them():
    match = make_match(names=("Ada", "Ben", "Cleo"))
    for number in range(3):
        match.answers.create(mode="play", number=1, question=f"bids-{number}", text=str(int(number == 1)), is_own=True)
    recording.play(match, make_hand(match), entry(match))
    match.answers.create(mode="play", number=2, question="bids-1", text="2", is_own=True, is_hidden=True)
    saved = {("bids-0", "0", False), ("bids-1", "1", False), ("bids-2", "0", False)}
    assert given(match) == saved | {("bids-1", "2", True)}

    recording.reseat(match, [0, 2, 1], entry(match))
    moved = {("bids-0", "0", False), ("bids-1", "0", False), ("bids-2", "1", False)}
    assert given(match) == moved | {("bids-2", "2", True)}


def test_an_answer_that_the_order_does_not_ask_is_refused_by_its_question():
    match = make_match(game="ten-point-pitch")
    keep_draft(match, {"bids": "pass 5"})
    with pytest.raises(
        Impossible, match="hand 1 is being entered, and “Everybody’s bids, from Ben to Ada” is not asked"
    ):
        recording.reseat(match, [0, 3, 2, 1], entry(match))
    recording.reseat(match, [1, 2, 3, 0], entry(match))  # only turned
    assert given(match) == {("bids", "pass 5", False)}


def test_answers_from_a_page_that_is_older_than_the_order_count_for_who_gave_them(client):
    match = make_match(1, names=("Ada", "Ben", "Cleo"))
    address, seats = f"/matches/{match.pk}/", match.seat_ids(2)
    assert f'name="seats" value="{seats}"' in client.get(address).content.decode()
    recording.reseat(match, [0, 2, 1], entry(match))

    old = {"number": "2", "seats": seats, "known": "0"}
    answer = client.post(
        f"{address}draft/", old | {"bids-1": "2"}, headers={"HX-Request": "true", "HX-Target": "entry-rows"}
    )
    assert answer["HX-Retarget"] == "#page"
    assert given(match) == {("bids-2", "2", False)}

    # The save of such a page is a conflict; what it said is shown where it belongs.
    form = old | {"bids-0": "0", "bids-1": "1", "bids-2": "0"}
    answer = client.post(f"{address}rounds/", match_form(match, form) | {"seen": "0"})
    assert answer.status_code == 409
    assert answer.context["entry"].answers["bids-2"] == "1"
