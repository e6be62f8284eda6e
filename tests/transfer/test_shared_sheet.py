"""A sheet goes to another club as a link: seen before it is taken, and refused in words where it is none."""

import json
import re
import zlib
from urllib.parse import urlencode

import pytest
from django.utils.http import urlsafe_base64_encode
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import Impossible
from games.core.registry import find, games
from scorekeeper.clubs.models import Club, Role
from scorekeeper.matches.models import HouseRulePreset, Match
from scorekeeper.transfer.shared_sheet import DAMAGED, SharedSheet, find_token
from tests.cases import cases
from tests.devices import COOKIE, Stranger, device_token, member
from tests.games.every_game import refusal
from tests.html_browser import Browser
from tests.transfer.club_files import export, import_file, wipe

pytestmark = pytest.mark.django_db

ZWICKER = find("any-game:Zwicker")
COLUMNS = [
    *({"name": f"Column {number}", "each": number} for number in range(2, 11)),
    {"name": "Ceny – 10 ₽"}, {"name": "Out", "each": 25, "one": True}, {"name": "Factor", "times": True},
]  # fmt: skip
RULES = {"wins": "fewest", "ends": {"target": 61}, "side_size": 2, "columns": COLUMNS}
SHEET = SharedSheet.of(ZWICKER, RULES)


def address(sheet=SHEET):
    return f"/sheets/{sheet.token}/"


def packed(content):
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    return urlsafe_base64_encode(zlib.compress(text))


def other_club(role=Role.SCORER):
    """A browser without JavaScript, of a device in a second club."""
    browser = Browser(Stranger)
    browser.club = Club.objects.create(name="Other")
    browser.client.cookies[COOKIE] = device_token(browser.club, role)
    return browser


def follow(page, label):
    """Open where a link leads."""
    [where] = [href for href, links in page.links.items() if label in (link.label for link in links)]
    return page.browser.open(where)


def presets(club):
    return {preset.name: (preset.game_key, preset.house_rules) for preset in club.presets.all()}


# --- From one club to another ---


def test_a_sheet_goes_from_the_set_up_of_one_club_to_a_match_of_another():
    chosen = {"rule-wins": "fewest", "rule-ends": "target", "rule-ends-number": "61"}
    page = Browser().open("/games/any-game:Zwicker/matches/new/").press("Add", chosen, players="Ada, Ben")
    page = follow(page, "Share this sheet")
    assert (page.status, "Ada" in page.text) == (200, False)
    link = re.search(r"http://\S+/sheets/[\w-]+/", page.text)[0]

    browser = other_club()
    page = browser.open(f"/sheets/{find_token(link)}/")
    assert "What wins: the fewest points" in page.text
    assert "at 61 points" in page.text
    assert presets(browser.club) == {}

    follow(page, "Start a match with it").press("Add", players="Ada, Ben").press("Start: Ada goes first")
    match = Match.objects.get(club=browser.club)
    assert (match.game.name, match.house_rules) == ("Zwicker", {"wins": "fewest", "ends": {"target": 61}})


def test_a_sheet_that_is_taken_is_a_preset_and_a_name_of_the_club_that_took_it():
    browser = other_club()

    page = browser.open(address()).press("Take it", name="As in Kiel")

    assert presets(browser.club) == {"As in Kiel": (ZWICKER.key, RULES)}
    assert not HouseRulePreset.objects.exclude(club=browser.club).exists()
    assert [one.label for one in page.controls if one.attributes.get("aria-pressed") == "true"] == ["As in Kiel"]
    assert "Zwicker" in browser.open("/games/any-game/matches/new/").buttons()
    assert "Zwicker" not in Browser().open("/games/any-game/matches/new/").buttons()
    # The address with the game's name opens the set-up of this sheet as well.
    assert "What wins: the fewest points" in browser.open("/games/any-game:Zwicker/matches/new/").text


def test_a_sheet_takes_the_place_of_no_house_rules_of_the_same_name():
    browser = other_club()
    browser.open(address()).press("Take it", name="Ours")

    page = browser.open(address(SharedSheet.of(ZWICKER, {}))).press("Take it", name="Ours")
    assert (page.status, presets(browser.club)["Ours"]) == (422, (ZWICKER.key, RULES))
    assert "You have other house rules called Ours: choose another name." in page.text
    assert browser.open(address()).press("Take it", name="Ours").status == 200
    assert [browser.open(address()).press("Take it", name=name).status for name in (" ", "\u200b", "x" * 41)] == [
        422
    ] * 3
    assert list(presets(browser.club)) == ["Ours"]


def test_house_rules_of_any_game_are_shared_under_their_name():
    HouseRulePreset.objects.create(
        club=Club.get_default(), game_key="big-little", name="As in Graz", house_rules={"penalty_at": 12}
    )
    page = follow(Browser().open("/settings/presets/"), "Share As in Graz")
    assert "12 sandbags" in page.text
    shared = SharedSheet.open(find_token(page.response.request["PATH_INFO"]))
    assert (shared.game, shared.rules, shared.name) == ("big-little", {"penalty_at": 12}, "As in Graz")

    browser = other_club()
    browser.open(address(shared)).press("Take it")
    assert presets(browser.club) == {"As in Graz": ("big-little", {"penalty_at": 12})}


def test_the_rules_page_of_a_named_game_shares_the_sheet_it_is_played_by():
    Browser().open(address()).press("Take it")

    page = follow(Browser().open("/rules/any-game:Zwicker/"), "Share this sheet")
    assert SharedSheet.open(find_token(page.response.request["PATH_INFO"])).rules == RULES


def test_a_link_of_another_scorekeeper_is_pasted():
    browser = other_club()
    for link in (f"https://cards.example/sub/sheets/{SHEET.token}/?from=chat", f" {SHEET.token} "):
        page = browser.open(f"/sheets/?{urlencode({'link': link})}")
        assert (page.status, "Take it" in page.buttons()) == (200, True), link
    page = browser.open("/sheets/?link=Zwicker")
    assert (page.status, "This link is damaged" in page.text, "Zwicker" in page.html) == (422, True, True)
    assert browser.open("/sheets/?link= ").status == 200


def test_the_sheet_of_a_set_up_has_its_rules_and_none_of_the_last_match():
    Browser().open(address()).press("Take it")
    page = Browser().open("/games/any-game:Zwicker/matches/new/").press("As written")

    assert "What wins: the most points" in follow(page, "Share this sheet").text


def test_what_cannot_be_shared_says_so_or_is_not_there():
    browser = Browser()
    assert browser.open("/games/any-game/sheet/").status == 404
    for preset in ("", "x", "0", "9" * 30):
        assert browser.open(f"/games/any-game:Zwicker/sheet/?preset={preset}").status == 404
    page = browser.open("/games/any-game:Zwicker/sheet/?seated=1&rule-ends=target&rule-ends-number=-5")
    assert (page.status, "a whole number from 1 to" in page.text) == (422, True)


@cases("role, may", [(Role.VIEWER, False), (Role.SCORER, True), (Role.OWNER, True), (None, False)])
def test_everybody_sees_a_sheet_and_scorers_take_it(role, may):
    browser = member(role=role) if role else Stranger()

    page = browser.get(address())
    assert (page.status_code, "the fewest points" in page.text) == (200, True)
    assert ("Take it" in page.text) == ("Start a match" in page.text) == may
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert browser.post(f"{address()}preset/", {"name": "Ours"}).status_code == (302 if may else 403 if role else 404)
    assert HouseRulePreset.objects.exists() == may


def test_presets_of_a_sheet_go_out_with_the_club_file_and_come_in():
    Browser().open(address()).press("Take it", name="As in Kiel")
    file = export()

    wipe()
    import_file(file)

    assert presets(Club.get_default()) == {"As in Kiel": (ZWICKER.key, RULES)}
    assert export() == file


# --- What is no sheet ---


def opened(token):
    try:
        return SharedSheet.open(token)
    except Impossible as error:
        return error.message


def test_a_link_that_was_cut_off_or_changed_is_refused_or_is_the_same_sheet():
    token = SHEET.token
    for at in range(len(token)):
        changed = "B" if token[at] == "A" else "A"
        for damaged in (token[:at], token[:at] + changed + token[at + 1 :], token[:at] + token[at + 1 :]):
            assert opened(damaged) in (SHEET, DAMAGED), damaged


@cases("token", [
    "", "…", "%00", "a", SHEET.token + "AAAA", "A" * 100_000, "\ud800", packed(b"\xff\xfe"), packed(b"{"),
    packed(b"[" * 3000), packed(b'{"sheet": 1, "game": NaN}'), packed(b" " * 10_000_000),
    packed(b'{"sheet": 1, "game": "hearts"}' + b" " * 10_000),
])  # fmt: skip
def test_what_holds_no_sheet_is_damaged(token):
    assert opened(token) == DAMAGED


@cases("content", [
    [], 1, "sheet", {}, {"sheet": 2, "game": ZWICKER.key}, {"sheet": 1}, {"sheet": 1, "game": 5},
    {"sheet": 1, "game": ZWICKER.key, "players": ["Ada"]}, {"sheet": 1, "game": ZWICKER.key, "rules": []},
    {"sheet": 1, "game": ZWICKER.key, "name": None}, {"sheet": 1, "game": ZWICKER.key, "script": "alert(1)"},
])  # fmt: skip
def test_what_is_more_than_a_sheet_or_less_is_refused(content):
    assert refusal(SharedSheet.open, packed(content))[0] == "this link holds something else than a sheet"


@cases("changes, words", [
    ({"game": "chess"}, "there is no game “chess”"),
    ({"game": "hearts:Ours"}, "there is no game “hearts:Ours”"),
    ({"game": "any-game:a/b"}, "the name of a game has 1 to 40 characters"),
    ({"game": "any-game:\u202eevil"}, "the name of a game has 1 to 40 characters"),
    ({"rules": {"code": "print()"}}, "a house rule that this game does not have (“code”"),
    ({"rules": {"wins": "Ada"}}, "house rule “What wins”: choose one of its values"),
    ({"rules": {"side_size": True}}, "“Players on a side”"),
    ({"rules": {"ends": {"target": 10**9}}}, "“The game ends”"),
    ({"name": "x" * 41}, "a name of 1 to 40 characters"),
    ({"rules": {"columns": [{"name": "Cards", "points": "each * 2"}]}}, "house rule “Columns”"),
    ({"rules": {"columns": [{"name": "Cards", "each": "2 * 3"}]}}, "house rule “Columns”"),
    ({"rules": {"columns": [{"name": "\u202eCards"}]}}, "house rule “Columns”"),
    ({"rules": {"columns": [{"name": f"Column {at}"} for at in range(25)]}}, "house rule “Columns”"),
])  # fmt: skip
def test_a_sheet_that_nobody_can_play_says_why(changes, words):
    content = {"sheet": 1, "game": ZWICKER.key, "rules": {}} | changes
    message = refusal(SharedSheet.open, packed(content))[0]
    assert message.startswith("nobody can play with this sheet here: ")
    assert words in message


def test_a_sheet_of_a_game_without_its_name_is_refused():
    assert "which game" in refusal(SharedSheet.open, packed({"sheet": 1, "game": ZWICKER.key.partition(":")[0]}))[0]


def test_a_damaged_link_opens_a_page_that_says_so():
    for browser in (Stranger(), member()):
        page = browser.get(f"/sheets/{SHEET.token[:-9]}/")
        assert (page.status_code, "This link is damaged" in page.text) == (404, True)
    page = member().post(f"/sheets/{SHEET.token[:-9]}/preset/", {"name": "Ours"}, follow=True)
    assert (page.status_code, HouseRulePreset.objects.count()) == (404, 0)


def test_words_of_a_sheet_are_shown_as_text():
    game = find("any-game:<script>alert(1)<x>")
    page = Stranger().get(address(SharedSheet.of(game, {}, name="<b onclick=x>")))
    assert (page.status_code, "<script>alert" in page.text, "<b onclick" in page.text) == (200, False, False)


# --- Any sheet ---


@given(st.data())
def test_any_house_rules_come_back_from_their_link(data):
    game = data.draw(st.sampled_from([ZWICKER, *(game for game in games().values() if not game.requires_name)]))
    values = {option.name: data.draw(st.sampled_from([*option.presets()])) for option in game.house_rules}
    shared = SharedSheet.of(game, json.loads(json.dumps(values)), data.draw(st.sampled_from(["", "As in Graz", "牌"])))

    assert SharedSheet.open(shared.token) == shared
    assert find_token(f"http://192.168.1.20:8000/sheets/{shared.token}/") == shared.token
    # A QR code of 2,953 bytes holds it with the address of the site.
    assert len(shared.token) < 2700


def test_a_sheet_of_a_known_game_is_as_long_as_a_qr_code_that_is_easy_to_scan():
    for game in games().values():
        for name, rules in (game.known_names or {}).items():
            token = SharedSheet.of(game.with_name(name), {**rules}).token
            assert len(token) < 500, name
