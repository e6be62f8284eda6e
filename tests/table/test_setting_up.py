"""Starting a match without a script: who sits where, who deals, which house rules; and playing the same again."""

import re
from datetime import date

import pytest

from scorekeeper.club.models import Club, Player
from scorekeeper.table.models import Match
from tests.no_script import Browser
from tests.table.tables import NAMES, a_match, again, entry, six_rounds

pytestmark = pytest.mark.django_db

NEW = "/games/{}/matches/new/"


def opened(game="big-little"):
    return Browser().open(NEW.format(game))


def seated(page):
    return [value for name, value in page.said("setup") if name == "player" and value]


def dealer(page):
    return dict(page.said("setup")).get("dealer")


def with_players(page, *names):
    for name in names:
        page = page.press("Add", player=[*seated(page), name])
    return page


def the_match():
    return Match.at(Match.objects.get().pk)


# --- Who sits where ---


def test_the_first_table_ever_types_its_names_and_begins():
    page = with_players(opened(), "Ada", "Ben")
    assert page.status == 200
    assert (seated(page), dealer(page)) == (["Ada", "Ben"], "Ada")

    page = page.press("Start: Ada deals")

    assert page.status == 200
    assert "Hand 1" in page.text
    assert (the_match().names, the_match().first_dealer) == (["Ada", "Ben"], 0)


def test_a_name_that_was_typed_and_not_added_sits_too():
    page = with_players(opened(), "Ada", "Ben").press("Start: Ada deals", player=["Ada", "Ben", "Cleo"])

    assert the_match().names == ["Ada", "Ben", "Cleo"]
    assert page.status == 200


def test_players_are_moved_and_sent_away_with_arrows():
    page = with_players(opened(), "Ada", "Ben", "Cleo")

    page = page.press("Move Cleo up")
    assert seated(page) == ["Ada", "Cleo", "Ben"]
    page = page.press("Move Cleo up")
    assert seated(page) == ["Cleo", "Ada", "Ben"]
    assert "Move Cleo up" not in page.buttons()
    page = page.press("Ada does not play")

    assert (seated(page), dealer(page)) == (["Cleo", "Ben"], "Cleo")


def test_whoever_played_last_is_one_tap_away():
    a_match(names=("Eve", "Finn"))
    a_match(names=("Gus", "Hal"))
    page = opened("ten-point-pitch")

    chips = [label for label in page.buttons() if label.startswith("+")]
    assert sorted(chips[:2]) == ["+ Gus", "+ Hal"]
    assert sorted(chips[2:]) == ["+ Eve", "+ Finn"]
    page = page.press("+ Gus")

    assert seated(page) == ["Gus"]
    assert "+ Gus" not in page.buttons()


def test_who_is_archived_or_has_another_name_is_not_asked_to_sit_down():
    a_match(names=("Eve", "Finn", "Gus"))
    Player.objects.filter(name="Finn").update(archived=True)
    Player.objects.filter(name="Gus").update(same_as=Player.objects.get(name="Eve"))

    chips = [label for label in opened("ten-point-pitch").buttons() if label.startswith("+")]

    assert chips == ["+ Eve"]


def test_the_last_table_of_a_game_sits_there_again_with_the_dealer_who_comes_next():
    match = a_match(5, hook=True)

    page = opened()

    assert (seated(page), dealer(page)) == (list(NAMES), NAMES[match.next_dealer]) == (list(NAMES), "Ben")
    assert dict(page.said("setup"))["rule-hook"] == "true"


def test_the_last_table_of_another_game_is_offered_where_it_could_play_this_one():
    a_match()

    assert seated(opened("ten-point-pitch")) == list(NAMES)
    a_match(names=("Eve", "Finn"))
    assert seated(opened("maverick")) == []


def test_tonights_table_sits_on_in_the_next_game_and_the_deal_moves_on():
    a_match(names=("Eve", "Finn"))
    Match.objects.update(evening=date(2026, 1, 1))
    six_rounds(2)

    page = opened()

    assert (seated(page), dealer(page)) == (list(NAMES[:3]), "Cleo")


def test_last_weeks_table_of_another_game_does_not_sit_on():
    a_match(names=("Eve", "Finn"))
    six_rounds(2)
    Match.objects.update(evening=date(2026, 1, 1))

    assert seated(opened()) == ["Eve", "Finn"]


def test_the_first_dealer_is_chosen_or_drawn():
    page = with_players(opened(), "Ada", "Ben", "Cleo")

    assert dealer(page.press("Add", dealer="Cleo")) == "Cleo"
    assert {dealer(page.press("Draw the first dealer")) for _ in range(40)} == {"Ada", "Ben", "Cleo"}
    page.press("Start: Ada deals", dealer="Ben")

    assert the_match().first_dealer == 1


def test_partners_are_shown_as_such():
    page = with_players(opened("maverick"), *NAMES)

    assert "Ada with Cleo" in page.text
    assert "Ben with Dan" in page.text


def test_too_few_and_too_many_players_cannot_begin():
    page = with_players(opened("maverick"), "Ada", "Ben", "Cleo")
    assert "1 more to come" in page.text
    assert not any(label.startswith("Start") for label in page.buttons())

    page = with_players(page, "Dan", "Eve")

    assert "1 too many" in page.text
    page = page.browser.post("/games/maverick/matches/", page.said("setup"))
    assert page.status == 422
    assert "Maverick is for 4 players, not 5" in page.text
    assert seated(page) == ["Ada", "Ben", "Cleo", "Dan", "Eve"]


# --- Names ---


@pytest.mark.parametrize("name", ["Ada", "  Ada  ", "Ada\t"])
def test_the_same_player_twice_is_refused_in_words(name):
    page = with_players(opened(), "Ada", "Ben")

    page = page.press("Add", player=["Ada", "Ben", name])

    assert (page.status, seated(page)) == (422, ["Ada", "Ben"])
    assert "Ada sits at the table already" in page.text


def test_the_same_player_twice_cannot_begin_either():
    page = with_players(opened(), "Ada", "Ben").press("Start: Ada deals", player=["Ada", "Ben", "Ben"])

    assert page.status == 422
    assert "Ben sits at the table already" in page.text
    assert not Match.objects.exists()


def test_white_space_in_names_is_folded_and_letters_are_written_in_one_way():
    page = with_players(opened(), " Ada\u00a0  Lovelace ", "Zoe\u0308")

    assert seated(page) == ["Ada Lovelace", "Zo\u00eb"]


HARMLESS = [
    "<script>alert(1)</script>", "'\"`", "{{ 7 }}", "{% now %}", "&amp;", "Ada & Ben", "a/b?c#d%2F", "👩‍👩‍👧‍👦👍🏽",
    "محمد", "\u202eadA", "0", "None", "-", ".", "x" * 40, "é" * 40, "👍" * 40,
]  # fmt: skip


@pytest.mark.parametrize("name", HARMLESS)
def test_any_text_of_forty_characters_is_a_harmless_name_everywhere(name):
    page = with_players(opened("good-little-tricks"), name, "Ben")
    assert seated(page) == [name, "Ben"]
    page = page.press("Move Ben up").press(f"{name} does not play").press("Add", player=["Ben", name])
    page = with_players(page, "Cleo")
    page = page.press("Start: Ben deals", dealer="Ben")
    assert page.status == 200
    match = the_match()
    page = page.press(
        "Save round 1", {f"suits-{suit}": "1" for suit in ("orange", "purple", "green", "pink", "blue", "red")}
    )
    assert page.status == 200

    assert match.names == ["Ben", name, "Cleo"]
    for address in ("/", f"/matches/{match.pk}/", f"/matches/{match.pk}/rounds/1/", f"/matches/{match.pk}/history/",
                    f"/matches/{match.pk}/rounds/1/sides/1/", NEW.format("good-little-tricks")):  # fmt: skip
        page = Browser().open(address)
        assert page.status == 200
        assert "<script>alert" not in page.html
        assert not re.search(r'<script(?! src="/static/)', page.html)
    sheet = Browser().client.get(f"/matches/{match.pk}/scoresheet/").json()
    assert sheet["players"] == ["Ben", name, "Cleo"]


@pytest.mark.parametrize("name", ["x" * 41, "a\0b", "a\x1bb", "a\x7fb"])
def test_a_name_no_page_could_show_is_refused_and_stays_to_be_taken_away(name):
    page = with_players(opened(), "Ada", "Ben", name)
    assert "a player’s name" in page.text.replace("'", "’")

    page = page.browser.post("/games/big-little/matches/", page.said("setup"))

    assert page.status == 422
    assert not Player.objects.exists()


def test_new_players_are_written_down_once():
    a_match(names=("Ada", "Ben"))
    a_match(names=("Ben", "Ada", "Cleo"))

    assert sorted(Club.here().players.values_list("name", flat=True)) == ["Ada", "Ben", "Cleo"]


# --- House rules ---


def listed(value):
    return value if isinstance(value, list) else [value]


def begun(page, said):
    [start] = [label for label in page.buttons() if label.startswith("Start")]
    return page.press(start, said)


@pytest.mark.parametrize(
    ("game", "said", "rules"),
    [
        ("big-little", {"rule-penalty_at": "9"}, {"penalty_at": 9}),
        ("big-little", {"rule-penalty_at": ""}, {"penalty_at": None}),
        ("big-little", {"rule-penalty_at": "11"}, {}),
        ("big-little", {"rule-hook": "true", "rule-bags_after": '"reset"'}, {"hook": True, "bags_after": "reset"}),
        ("maverick", {"rule-ends": "target"}, {"ends": {"target": 50}}),
        ("maverick", {"rule-ends": "target", "rule-ends-number": "30"}, {"ends": {"target": 30}}),
        ("maverick", {"rule-ends": "hands", "rule-ends-number": "8"}, {"ends": {"hands": 8}}),
        ("maverick", {"rule-ends": "open", "rule-ends-number": "8"}, {}),
        ("good-little-tricks", {"rule-deck": ["orange", "green", "pink", "blue", "red"]},
         {"deck": ["orange", "green", "pink", "blue", "red"]}),
        ("good-little-tricks", {"rule-rounds": "4", "rule-deck": ["red", "pink"]},
         {"rounds": 4, "deck": ["pink", "red"]}),
    ],
)  # fmt: skip
def test_house_rules_of_every_kind_are_kept_where_they_differ(game, said, rules):
    names = {"big-little": NAMES, "maverick": NAMES, "good-little-tricks": NAMES[:2]}[game]

    page = begun(with_players(opened(game), *names), said)

    assert page.status == 200, page.text
    assert the_match().house_rules == rules
    assert the_match().table.rules.differing == rules


def test_house_rules_stay_while_players_are_moved():
    said = {"rule-penalty_at": "9", "rule-hook": "true"}
    page = with_players(opened(), "Ada", "Ben").press("Move Ben up", said)

    form = dict(page.said("setup"))
    assert (form["rule-penalty_at"], form["rule-hook"]) == ("9", "true")
    assert "2 differ" in page.text
    page.press("Start: Ada deals")
    assert the_match().house_rules == {"penalty_at": 9, "hook": True}


@pytest.mark.parametrize(
    ("game", "said", "reason", "field"),
    [
        ("big-little", {"rule-penalty_at": "100"}, "a whole number from 2 to 99, or nothing", "rule-penalty_at"),
        ("big-little", {"rule-penalty_at": "-5"}, "a whole number from 2 to 99, or nothing", "rule-penalty_at"),
        ("big-little", {"rule-zero_bid_bonus": ""}, "a whole number from 0 to 100", "rule-zero_bid_bonus"),
        ("big-little", {"rule-zero_bid_bonus": "9" * 99}, "a whole number from 0 to 100", "rule-zero_bid_bonus"),
        ("maverick", {"rule-ends": "target", "rule-ends-number": "0"}, "a whole number from", "rule-ends-number"),
        ("maverick", {"rule-ends": "target", "rule-ends-number": "ten"}, "a whole number from", "rule-ends-number"),
        ("good-little-tricks", {"rule-deck": [""]}, "choose at least one", None),
        ("good-little-tricks", {"rule-deck": ["blue", "red"]}, "do not divide evenly", None),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused_beside_its_field_and_all_that_was_typed_stays(
    game, said, reason, field
):
    names = {"big-little": NAMES, "maverick": NAMES, "good-little-tricks": NAMES[:2]}[game]
    other = {
        "big-little": {"rule-hook": "true"},
        "maverick": {"rule-stack": "true"},
        "good-little-tricks": {"rule-rounds": "4"},
    }[game]

    page = begun(with_players(opened(game), *names), said | other)

    assert page.status == 422
    assert reason in page.text
    assert not Match.objects.exists()
    assert seated(page) == list(names)
    assert other.items() <= dict(page.said("setup")).items()
    for name, value in said.items():
        assert [one for key, one in page.said("setup") if key == name and one] == list(filter(None, listed(value)))
    if field:
        marked = [control.name for control in page.controls if control.attributes.get("aria-invalid")]
        assert marked == [field]
    wrong = [name for name in page.ids if name.startswith("wrong-rule-")]
    assert len(wrong) == 1


@pytest.mark.one_for_all
@pytest.mark.parametrize(
    "said",
    [
        {"rule-hook": "["  * 5000}, {"rule-hook": "NaN"}, {"rule-hook": "1"}, {"rule-deck": ["gold"]},
        {"rule-deck": ["red", "red"]}, {"rule-ends": "never"}, {"rule-penalty_at": "1e3"}, {"rule-penalty_at": "٣"},
        {"rule-unheard-of": "1"}, {"dealer": "Nobody"}, {"up": "Nobody"}, {"without": "\0"},
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", ["big-little", "maverick", "good-little-tricks"])
def test_a_form_somebody_forged_is_no_error(game, said):
    browser = opened(game).browser
    pairs = [
        ("seated", "1"),
        ("csrfmiddlewaretoken", browser.client.cookies["csrf"].value),
        *(("player", name) for name in NAMES),
    ]
    pairs += [(name, one) for name, value in said.items() for one in (value if isinstance(value, list) else [value])]

    for address in (f"/games/{game}/matches/", NEW.format(game)):
        assert browser.post(address, pairs).status in (200, 422)


# --- The same again ---


def test_the_same_again_is_one_tap_after_the_end():
    match = a_match(5, names=("Ada", "Ben", "Cleo"), dealer=1, hook=True, penalty_at=None)
    match.finish(entry(match))

    page = Browser().open(f"/matches/{match.pk}/").press("Same again")

    new = Match.at(Match.objects.order_by("-pk")[0].pk)
    assert page.status == 200
    assert "Hand 1" in page.text
    assert (new.names, new.house_rules, new.records) == (["Ada", "Ben", "Cleo"], {"hook": True, "penalty_at": None}, [])
    assert (new.first_dealer, match.first_dealer + 5) == (0, 6)
    assert new.pk != match.pk


@pytest.mark.parametrize("rounds", range(7))
def test_who_would_have_dealt_next_deals_first(rounds):
    match = six_rounds(rounds)
    expected = match.scorecard.next.dealer if match.scorecard.next else (match.first_dealer + 6) % 3

    assert match.again().first_dealer == expected == match.next_dealer


def test_the_dealer_moves_with_what_was_put_in_and_taken_out():
    match = six_rounds(3)
    match.delete_round(2, entry(match))

    assert again(match).next_dealer == 2
