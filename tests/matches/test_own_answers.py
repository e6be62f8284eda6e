"""Players answer on their own phones: hidden bids, answers that differ, and who entered what."""

import re
import uuid
from random import Random

import pytest

from games.core.round_form import form_class, open_form
from scorekeeper.clubs.models import Club, Device, Role
from scorekeeper.matches import recording, stand_ins
from scorekeeper.matches.answers import live_fingerprint, next_place, rows_at, unsaved_fingerprint
from scorekeeper.matches.late_players import joining
from scorekeeper.matches.lookup import find_match
from scorekeeper.matches.models import Answer
from scorekeeper.matches.own_phones import first_question
from tests.devices import COOKIE, Stranger
from tests.games.every_game import next_round
from tests.matches.factory import NAMES, entry, make_match, match_form, reload
from tests.thoroughness import many

pytestmark = pytest.mark.django_db

ROUND_1 = {"bids_0": "0", "bids_1": "1", "bids_2": "0", "tricks_0": "0", "tricks_1": "1", "tricks_2": "0"}
TAP = {"HX-Request": "true", "HX-Target": "entry-rows"}
THREE = NAMES[:3]
SIX = [*NAMES, "Eve", "Fay"]


class Phone(Stranger):
    def __init__(self, match, holder, role=Role.OWNER):
        super().__init__()
        player = Club.get_default().players.get(name=holder)
        self.device, token = Device.join(Club.get_default(), f"{holder}’s phone", role, player)
        self.cookies[COOKIE], self.match = token, match

    def answer(self, number=1, **answers):
        posted = {name.replace("_", "-"): value for name, value in answers.items()}
        return self.post(f"/matches/{self.match.pk}/own-answers/", {"number": number, **posted}, headers=TAP)

    def enter(self, number=1, **answers):
        """Tap on the whole table's keys."""
        posted = {name.replace("_", "-"): value for name, value in answers.items()}
        return self.post(f"/matches/{self.match.pk}/draft/", {"number": number, **posted}, headers=TAP)

    def save(self, number=1, **answers):
        posted = {name.replace("_", "-"): value for name, value in answers.items()}
        form = match_form(reload(self.match), posted, number=number)
        return self.post(f"/matches/{self.match.pk}/rounds/", form)

    def undo(self, number):
        """Undo an entry, or redo one, whatever was entered since."""
        match = reload(self.match)
        form = match_form(match, unsaved=unsaved_fingerprint(match))
        self.post(f"/matches/{self.match.pk}/history/{number}/undo/", form)

    def turn_over(self, asked=None):
        """Press the button of the page that asks."""
        seen = re.search('name="unsaved" value="([^"]*)"', asked or self.page("hidden-answers/"))[1]
        return self.post(f"/matches/{self.match.pk}/hidden-answers/", {"unsaved": seen})

    def page(self, path=""):
        return self.get(f"/matches/{self.match.pk}/{path}").content.decode()


def table(game, names=THREE, **house_rules):
    """A match and the phones of its players; the first one's lies in the middle."""
    match = make_match(names=names, game=game, **house_rules)
    phones = [Phone(match, name) for name in names]
    match.keep_in_the_middle(phones[0].device)
    return match, phones


def draft_of(match):
    return reload(match).draft or {}


def without_tokens(page):
    """A page without what each request draws anew, or changes with every answer."""
    return re.sub(
        r'seen="[^"]*"|value="[^"]{12,}"|name="unsaved" value="[^"]*"|frame=[\d.]*|history/\d+/undo', "", page
    )


def diff(before, after):
    return [pair for pair in zip(before.splitlines(), after.splitlines(), strict=True) if pair[0] != pair[1]]


def test_the_phone_in_the_middle_shows_the_table_and_the_others_their_own_row():
    match, (ada, ben, _) = table("big-little")
    assert 'data-question="bids-0"' in ada.page()
    assert "data-own" not in ada.page()
    own = ben.page()
    assert "data-own" in own
    assert 'data-question="bids-1"' in own
    assert 'data-question="bids-2"' not in own
    whole = ben.page("?table")
    assert 'data-question="bids-2"' in whole
    assert "My row" in whole
    viewer = Phone(match, "Cleo", Role.VIEWER)
    assert "data-own" in viewer.page()
    assert "<key-pad" not in viewer.page()
    assert "ask an owner to make this a scorer’s phone" in viewer.page()


def test_a_second_scorer_needs_no_tap_more_to_enter_for_another():
    match, (ada, ben, _) = table("big-little")
    ben.answer(bids_1="1")
    assert f'href="/matches/{match.pk}/?table#q-bids-2"' in ben.page(), "a tap on their line instead of their cell"
    ada.enter(bids_1="1", bids_2="0")
    ada.enter(bids_0="0", bids_1="1", bids_2="0")
    assert f'href="/matches/{match.pk}/?table#q-tricks-2"' in ben.page()
    ben.post(f"/matches/{match.pk}/draft/", {"number": 1, "take": "theirs"})
    assert "data-own" not in ben.page()
    assert "Take over scoring" in ada.page()
    assert f"took over match {match.pk} from Ada’s phone" in ada.get("/devices/log/").text


def test_no_page_of_another_phone_changes_with_a_hidden_bid_and_all_turn_over_together():
    match, (ada, ben, cleo) = table("skull-king")
    viewer = Phone(match, "Cleo", Role.VIEWER)
    again = Phone(match, "Ben")
    paths = ["", "?table", "board/", "table-view/", "history/", "upcoming-rounds/", "what-if/", "scoresheet/"]
    paths += ["hidden-answers/"]

    def pages():
        return [without_tokens(phone.page(path)) for phone in (ada, cleo, viewer, again) for path in paths]

    ben.answer(bids_1="0")
    nought, seen = pages(), {phone: re.search('seen="([^"]*)"', phone.page())[1] for phone in (ada, ben)}
    ben.answer(bids_1="1")
    polls = [phone.get(f"/matches/{match.pk}/board/?seen={seen[phone]}").status_code for phone in (ada, ben)]
    assert polls == [204, 200], "nothing that another phone can see has changed"
    assert [diff(*pair) for pair in zip(nought, pages(), strict=True)] == [[]] * len(nought)
    assert "ready, hidden" in ada.page()
    assert 'aria-label="Ben bids: 1"' in ben.page()
    assert draft_of(match) == {}

    ada.enter(bids_0="1")
    assert draft_of(match) == {}, "a player without a phone bids on the one in the middle"
    assert 'aria-label="Ada bids: ready, hidden"' in ada.page()
    cleo.answer(bids_2="0")
    assert draft_of(match) == {"bids-0": "1", "bids-1": "1", "bids-2": "0"}
    assert all("Ben bids: 1" in phone.page("?table") for phone in (ada, cleo, viewer))


def test_nobody_is_said_to_deal_where_nobody_deals():
    _, (ada, ben, cleo) = table("any-game:Schwimmen")
    assert not [phone for phone in (ada, ben, cleo) if 'aria-label="deals"' in phone.page()]


def test_the_answer_to_a_tap_brings_what_the_others_said_meanwhile():
    _, (_, ben, cleo) = table("big-little")
    ben.answer(bids_1="1")
    html = cleo.answer(bids_2="0").content.decode()
    assert re.search(r'id="other-seats".*>Ben<.*>bid</small>\s*<b\s*>1</b>', html, re.DOTALL)


def test_the_answer_to_a_tap_does_not_bring_what_is_hidden():
    _, (_, ben, cleo) = table("skull-king")
    answers = []
    for bid in ("0", "1"):
        ben.answer(bids_1=bid)
        answers.append(without_tokens(cleo.answer(bids_2="0").content.decode()))
    assert 'aria-label="ready"' in answers[0]
    assert diff(*answers) == []


def test_the_table_view_shows_who_is_ready_and_asks_nobody_again():
    _, (ada, ben, cleo) = table("skull-king")
    seen = re.search('seen="([^"]*)"', ada.page("table-view/"))[1]
    ben.answer(bids_1="1")
    page = ada.page(f"table-view/?seen={seen}")
    assert re.findall(r"✓|·(?=</b)", page) == [*"···✓·····"]
    assert "1 of 3 is ready, hidden until all are" in page
    assert "Left to enter" not in page
    ada.enter(bids_0="0")
    cleo.answer(bids_2="0")
    assert "✓" not in ada.page("table-view/")
    assert "Left to enter: Ada took" in ada.page("table-view/")


def test_the_phone_that_begins_a_match_lies_in_the_middle_until_another_enters():
    _, (ada, ben, _) = table("big-little")
    form = {"key": str(uuid.uuid4()), "seated": "1", "player": THREE, "dealer": "Ada"}
    url = ada.post("/games/big-little/matches/", form).url
    assert "data-own" not in ada.get(url).content.decode()
    assert "data-own" in ben.get(url).content.decode()
    ben.post(f"{url}draft/", {"number": 1, "bids-1": "1"}, headers=TAP)
    assert ada.post("/games/big-little/matches/", form).url == url, "sent once more"
    assert "data-own" not in ben.get(url).content.decode()
    assert "data-own" in ada.get(url).content.decode()


def test_bids_are_shown_before_all_are_there_where_the_table_wants_it():
    match, (ada, ben, _) = table("skull-king")
    ben.answer(bids_1="1")
    ada.turn_over()
    assert draft_of(match) == {"bids-1": "1"}
    ben.answer(bids_1="0")
    ada.turn_over()
    assert draft_of(match) == {"bids-1": "0"}
    assert "on Ben’s phone" not in ada.page()


def test_turning_over_asks_first_and_history_and_log_say_who_did_it():
    match, (ada, ben, cleo) = table("skull-king")
    ben.answer(bids_1="1")
    asked = cleo.page("hidden-answers/")
    assert "1 of 3 is ready. Not yet: Ada and Cleo." in asked
    assert "You have not bid yet." in asked
    assert "You have not bid yet." not in ben.page("hidden-answers/")
    assert cleo.post(f"/matches/{match.pk}/hidden-answers/").status_code == 409, "in one tap, as pages had it before"
    ada.enter(bids_0="0")
    assert cleo.turn_over(asked).status_code == 409, "another has bid since"
    assert draft_of(match) == {}

    assert cleo.turn_over().status_code == 302
    assert draft_of(match) == {"bids-0": "0", "bids-1": "1"}
    said = "Cleo turned over, 2 of 3 ready"
    assert said in ben.page()
    assert f"Round 1, not saved yet: {said}" in " ".join(ben.page("history/").split())
    ada.post(f"/matches/{match.pk}/draft/", {"number": 1, "anew": ""})
    ada.save(**ROUND_1)
    assert said in " ".join(ben.page("history/").split())
    assert f"turned over the hidden bids of match {match.pk}, 2 of 3 ready" in ada.get("/devices/log/").text


def test_a_stand_in_is_told_that_a_bid_is_there_and_not_which():
    match, (ada, ben, cleo) = table("skull-king")
    Club.get_default().players.get_or_create_named(["Eve"])
    eve = Phone(match, "Eve")
    pages = []
    for bid in ("0", "1"):
        ben.answer(bids_1=bid)
        recording.seat(reload(match), stand_ins.find_stand_ins(match, ["Ada", "Eve", "Cleo"]), entry(reload(match)))
        pages.append([without_tokens(eve.page(path)) for path in ("", "?table", "board/", "hidden-answers/")])
        recording.seat(reload(match), {}, entry(reload(match)))
    assert [diff(*pair) for pair in zip(*pages, strict=True)] == [[]] * 4
    said = "Ben has bid for this seat: keep it or bid anew"
    assert [said in page for page in pages[0]] == [True, True, True, False]
    recording.seat(reload(match), stand_ins.find_stand_ins(match, ["Ada", "Eve", "Cleo"]), entry(reload(match)))
    assert not [phone for phone in (ada, ben, cleo) if "has bid for this seat" in phone.page() + phone.page("?table")]
    eve.answer(bids_1="0")
    assert said not in eve.page()
    assert "You have bid on another phone" in Phone(match, "Eve").page()
    ada.enter(bids_0="0")
    cleo.answer(bids_2="0")
    assert draft_of(match)["bids-1"] == "0"


def test_in_turn_who_is_not_asked_yet_sees_for_whom_the_table_waits():
    match, (ada, ben, cleo, dan) = table("oh-hell", NAMES)
    assert "Ben bids first" in ben.page()
    assert "Waiting for Ben: you can answer early" in dan.page()
    dan.answer(bids_3="1")
    assert "Waiting for Ben" in dan.page()
    assert "you can answer" not in dan.page()
    assert all("Dan bids 1 before Ben" in phone.page("?table") for phone in (ada, ben, cleo))
    ben.answer(bids_1="0")
    assert "Dan bids 1 before Cleo" in ben.page()
    cleo.answer(bids_2="0")
    assert "Dan bids 1 before" not in ben.page()
    assert draft_of(match) == {"bids-1": "0", "bids-2": "0", "bids-3": "1"}


def test_secret_bids_of_wizard_stay_hidden_until_the_hand_was_played():
    match, (ada, ben, cleo) = table("wizard", bidding="after-play")
    for seat, phone in enumerate((ben, cleo), 1):
        phone.answer(**{f"bids_{seat}": "0"})
    ada.enter(bids_0="1")
    assert draft_of(match) == {}
    assert "3 of 3 are ready, hidden until the round is played" in ada.page()
    ben.answer(tricks_1="1")  # of one trick
    assert draft_of(match) == {"bids-0": "1", "bids-1": "0", "bids-2": "0", "tricks-1": "1"}


def test_alone_in_the_middle_nothing_is_hidden():
    match = make_match(names=THREE, game="skull-king")
    ada = Phone(match, "Ada")
    ada.enter(bids_0="1")
    assert draft_of(match) == {"bids-0": "1"}


def test_a_phone_asks_its_holder_first_until_they_have_bid_and_only_beside_the_phones_of_others():
    match, (_, ben, _) = table("skull-king")
    form = open_form(match.state, {})

    def first():
        return first_question(reload(match), form, rows_at(match, next_place(match)), ben.device)

    assert first() == "bids-1"
    ben.answer(bids_1="0")
    assert first() is None
    Answer.objects.all().delete()
    Device.objects.exclude(pk=ben.device.pk).update(player=None)
    assert first() is None


def test_two_answers_for_one_seat_are_both_shown_and_the_later_one_counts():
    match, (ada, ben, _) = table("big-little")
    ada.enter(bids_0="0", bids_1="1", bids_2="0")
    ben.answer(bids_1="0")
    assert draft_of(match)["bids-1"] == "0"
    assert "Ben bids 1 in the middle, 0 on Ben’s phone" in ada.page()
    ada.enter(bids_0="0", bids_1="1", bids_2="0")
    assert draft_of(match)["bids-1"] == "1"
    assert "Ben bids 1 in the middle, 0 on Ben’s phone" in ben.page()


def test_two_hidden_answers_for_one_seat_are_both_shown_once_all_turn_over():
    match, (ada, ben, cleo) = table("skull-king")
    again = Phone(match, "Ben")
    ben.answer(bids_1="0")
    ben.answer(bids_1="1")
    again.answer(bids_1="0")
    cleo.answer(bids_2="0")
    ada.enter(bids_0="0")
    assert draft_of(match)["bids-1"] == "0"
    assert "Ben bids 1 on Ben’s phone, 0 on Ben’s phone" in ada.page()


def test_a_hidden_bid_that_the_scorer_replaces_is_shown_beside_it():
    match, (ada, ben, cleo) = table("skull-king")
    ben.answer(bids_1="1")
    ada.enter(bids_1="0")
    cleo.answer(bids_2="0")
    ada.enter(bids_0="0")
    assert draft_of(match)["bids-1"] == "0"
    assert "Ben bids 0 in the middle, 1 on Ben’s phone" in ada.page()


def test_a_form_drawn_before_an_own_answer_does_not_take_it_back():
    match, (ada, ben, _) = table("big-little")
    ben.answer(bids_1="0")
    page = ada.page()
    known = re.search('name="known" value="([^"]*)"', page)[1]
    ben.answer(bids_1="1")
    ada.enter(bids_1="0", bids_2="0", known=known)
    assert draft_of(match) == {"bids-1": "1", "bids-2": "0"}


def test_an_own_phone_that_is_behind_does_not_take_back_a_correction():
    match, (ada, ben, cleo) = table("skull-king")
    for seat, phone in enumerate((ada, ben, cleo)):
        phone.answer(**{f"bids_{seat}": "0"}) if seat else phone.enter(bids_0="0")
    known = re.search('name="known" value="([^"]*)"', ben.page())[1]
    ada.enter(bids_0="0", bids_1="1", bids_2="0")
    ben.answer(bids_1="0", tricks_1="1", known=known)
    assert draft_of(match)["bids-1"] == "1"
    assert draft_of(match)["tricks-1"] == "1"


def test_who_insists_leaves_the_other_answer_beside_it():
    match, (ada, ben, _) = table("big-little")
    ben.answer(bids_1="1")
    ada.enter(bids_1="0")
    ben.answer(bids_1="1")
    assert draft_of(match)["bids-1"] == "1"
    assert "Ben bids 0 in the middle, 1 on Ben’s phone" in ada.page()


def test_a_bid_given_on_the_phone_in_the_middle_is_corrected_there():
    match, (ada, *_) = table("skull-king")
    for seat in range(3):
        ada.enter(**{f"bids_{seat}": "0"})
    bids = {"bids_0": "1", "bids_1": "0", "bids_2": "0"}
    ada.enter(**bids)
    assert draft_of(match)["bids-0"] == "1"
    assert " in the middle, " not in ada.page()


def test_the_phone_that_takes_over_the_table_corrects_it_and_no_answer_was_early():
    match, (ada, ben, *_) = table("oh-hell", NAMES)
    ada.enter(bids_3="1")
    ben.enter(take="ours")
    assert "Dan bids 1 before" not in ben.page()
    ben.enter(bids_3="0")
    assert draft_of(match) == {"bids-3": "0"}
    assert not any("in the middle" in phone.page() for phone in (ada, ben))


def test_the_history_says_what_was_answered_on_which_phone():
    match, (ada, ben, cleo) = table("skull-king")
    ben.answer(bids_1="1")
    cleo.answer(bids_2="0")
    ada.enter(bids_0="0")
    ben.answer(tricks_1="1")
    ada.enter(**ROUND_1)
    assert "bid 1, took 1" in ben.page()
    ada.save(**ROUND_1)
    assert reload(match).version == 1
    said = " ".join(ada.page("history/").split())
    assert "Ben’s phone: Ben bids 1, Ben took 1" in said
    assert "Ada’s phone: Ada bids 0" in said, "hidden, on the phone that saved it"
    assert not Answer.objects.filter(entry=None).exists()


def test_an_answer_to_a_hand_that_is_over_is_said_and_changes_nothing():
    match, (ada, ben, _) = table("big-little")
    refused = ada.answer(bids_0="1").content.decode()
    assert "enters for the whole table" in refused
    assert "This phone said: Ada bids 1." in refused
    response = ben.answer(number=2, bids_1="1")
    assert response.status_code == 409
    assert "This hand was saved meanwhile. This phone said: Ben bids 1." in response.content.decode()
    assert draft_of(match) == {}


def test_an_answer_sent_again_after_the_save_is_said_only_where_it_is_another():
    _, (ada, ben, _) = table("big-little")
    ben.answer(bids_1=1)
    ada.save(bids_0=0, bids_1=1, bids_2=0, tricks_0=1, tricks_1=0, tricks_2=0)
    known = ben.answer(bids_1=1)
    assert (known.status_code, known["HX-Retarget"]) == (200, "#page"), "no page inside the rows"
    assert ben.answer(bids_1=0).status_code == 409
    assert ben.answer(bids_1=1, tricks_1=1).status_code == 409
    assert ben.answer(bids_1=1, tricks_1=0).status_code == 200, "the scorer entered the same"


def test_no_other_phone_learns_a_hidden_bid_by_guessing_it():
    _, (ada, ben, _) = table("skull-king")
    ben.answer(bids_1=1)
    right, wrong = ada.answer(bids_1=1), ada.answer(bids_1=0)
    assert (right.status_code, wrong.status_code) == (409, 409)


def test_what_is_on_no_key_and_whose_seat_it_is_not_is_refused():
    match, (_, ben, _) = table("big-little")
    assert ben.answer(bids_1="17").status_code == 422
    ben.answer(bids_2="1")
    assert draft_of(match) == {}
    assert Phone(match, "Cleo", Role.VIEWER).answer(bids_2="1").status_code == 403


def test_clearing_the_round_clears_what_was_hidden_too():
    match, (ada, ben, _) = table("skull-king")
    ada.enter(bids_0="1")
    ben.answer(bids_1="1")
    before = live_fingerprint(find_match(match.club, match.pk))
    ada.post(f"/matches/{match.pk}/draft/", {"number": 1, "anew": ""})
    assert not Answer.objects.exists()
    assert live_fingerprint(find_match(match.club, match.pk)) != before


def test_hidden_bids_wait_while_the_round_before_is_undone_and_saved_again():
    match, (ada, ben, cleo) = table("skull-king")
    ada.save(**ROUND_1)
    ben.answer(number=2, bids_1="2")
    ada.undo(1)
    assert "hidden until all are" not in ada.page()
    ada.enter(**ROUND_1 | {"bids_2": "1"})
    assert draft_of(match)["bids-1"] == "1"
    ada.save(**ROUND_1 | {"bids_2": "1"})
    assert "1 of 3 is ready" in cleo.page()
    assert 'aria-label="Ben bids: 2"' in ben.page()


def test_a_round_that_is_redone_takes_its_own_answers_with_it():
    _, (ada, ben, _) = table("skull-king")
    ada.save(**ROUND_1)
    ada.undo(1)
    ben.answer(bids_1="0")
    ada.undo(2)
    assert not Answer.objects.filter(entry=None).exists()


def test_hidden_bids_stay_with_the_next_round_when_rounds_are_inserted_or_deleted():
    match, (ada, ben, _) = table("skull-king", ties="shared")
    ada.save(**ROUND_1)
    ben.answer(number=2, bids_1="1")
    ada.post(f"/matches/{match.pk}/rounds/1/deletion/", match_form(reload(match)))
    assert 'aria-label="Ben bids: 1"' in ben.page()
    ada.undo(2)
    assert 'aria-label="Ben bids: 1"' in ben.page()
    inserted = {name.replace("_", "-"): answer for name, answer in ROUND_1.items()}
    ada.post(f"/matches/{match.pk}/rounds/1/before/", match_form(reload(match), inserted))
    assert 'aria-label="Ben bids: 1"' in ben.page()


@pytest.mark.parametrize(("game", "rounds"), [("skull-king", many(10, 4)), ("big-little", many(8, 4))])
def test_six_phones_of_which_two_are_lost_enter_every_cell_and_no_bid_is_seen_too_soon(game, rounds):
    rng = Random(game)
    match, phones = table(game, SIX)
    middle, own = phones[0], dict(enumerate(phones[1:], 1))
    looking = [*phones, Phone(match, "Fay", Role.VIEWER)]
    for number in range(1, rounds + 1):
        if number in (2, 4):
            del own[rng.choice([*own])]
        state = reload(match).state
        facts = next_round(state, rng)
        answers, entered = form_class(match.game).answers_of(facts, state), {}
        for kind in ("bids", "tricks"):
            is_hidden = (game, kind) == ("skull-king", "bids")
            for seat in rng.sample(range(6), 6):
                assert draft_of(match) == ({} if is_hidden else entered), number
                name, phone = f"{kind}-{seat}", own.get(seat)
                entered[name] = answers[name]
                if phone is None:
                    middle.enter(number, **draft_of(match), **{name: answers[name]})
                    continue
                other = rng.choice([one for one in looking if one is not phone])
                pages = []
                for answer in (str(int(answers[name]) ^ 1), answers[name]):
                    phone.answer(number, **{name: answer})
                    if is_hidden:
                        pages.append(without_tokens(other.page("?table") + other.page("table-view/")))
                assert len(entered) == 6 or not pages or diff(*pages) == [], (number, name)
            assert draft_of(match) == entered, number
        middle.save(number, **answers)
        assert reload(match).round_facts[-1] == facts


def test_a_hidden_bid_on_no_key_is_refused_and_nothing_is_stored():
    match, (ada, *_) = table("skull-king")
    ada.enter(bids_1="0")
    refused = ada.enter(bids_1="0", bids_2="99", tricks_0="1")
    assert (refused.status_code, refused["HX-Retarget"]) == (422, "#page")
    assert "“99” is not on the keys" in refused.content.decode()
    assert draft_of(match) == {}
    assert list(Answer.objects.values_list("question", "text")) == [("bids-1", "0")]


def test_hidden_bids_and_those_of_older_pages_stay_with_their_players_in_another_order():
    match, (ada, ben, cleo) = table("skull-king")
    seats = match.seat_ids(1)
    assert f'name="seats" value="{seats}"' in ben.page()
    ben.answer(bids_1="1")
    recording.reseat(reload(match), [0, 2, 1], entry(reload(match)))
    # Ben's phone knows its bid, and no other does.
    assert re.search('value="1"[^>]*checked', ben.page())
    assert not re.search('value="1"[^>]*checked', cleo.page())
    # Cleo's page is from before.
    assert cleo.answer(seats=seats, bids_2="0")["HX-Retarget"] == "#page"
    rows = match.answers.order_by("pk").values_list("question", "text", "is_hidden", "device__player__name")
    assert list(rows) == [("bids-2", "1", True, "Ben"), ("bids-1", "0", True, "Cleo")]
    ada.enter(bids_0="0")
    assert draft_of(match) == {"bids-0": "0", "bids-1": "0", "bids-2": "1"}


@pytest.mark.parametrize("bid", ["2", "15"])
def test_whether_a_player_may_join_does_not_tell_a_hidden_bid(bid):
    _, (ada, ben, _) = table("oh-hell", bidding="at-once", hands="same", largest=None)
    ben.answer(bids_1=bid)
    assert "Hand 1 is being entered" in ada.page("joining/")


def test_hidden_bids_stay_when_a_player_joins():
    match, (ada, ben, _) = table("skull-king")
    ben.answer(bids_1="1")
    assert "play from round 1 of 10 on" in ada.page("joining/")
    eve = match.club.players.get_or_create_named(["Eve"])[0]
    recording.change_players(reload(match), joining(reload(match), eve, "start"), entry(reload(match)))
    assert re.search('value="1"[^>]*checked', ben.page())
    assert not re.search('value="1"[^>]*checked', ada.page())
