"""Setting up a match without a script: players and dealer, the rematch, house rules, names, and its game night."""

import re
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from games.core.registry import find, games
from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches import recording, starting
from scorekeeper.matches.models import HouseRulePreset, Match
from tests.cases import cases
from tests.html_browser import Browser
from tests.matches.factory import NAMES, entry, make_match, reload, six_rounds

pytestmark = pytest.mark.django_db

NEW = "/games/{}/matches/new/"


PLAYERS = {"big-little": NAMES, "maverick": NAMES, "good-little-tricks": NAMES[:2]}


def opened(game="big-little", *names):
    """The page of setting up a match, with these players or those it offers."""
    pairs = [("seated", "1"), *(("player", name) for name in names)] if names else []
    return Browser().open(f"{NEW.format(game)}?{urlencode(pairs)}")


def seated(page):
    return [value for name, value in page.fields("setup") if name == "player" and value]


def dealer(page):
    return dict(page.fields("setup")).get("dealer")


def start(page, typed=None, **more):
    [label] = [label for label in page.buttons() if label.startswith("Start")]
    return page.press(label, typed, **more)


def chips(page):
    return [label for label in page.buttons() if label.startswith("+")]


def the_match():
    return Match.objects.get(pk=Match.objects.get().pk)


def test_what_a_club_plays_most_is_offered_first_also_a_game_it_named():
    assert game_links()[:1] == [f"/games/{next(iter(games()))}/matches/new/"]
    for game, matches in (("wizard", 1), ("any-game:Canasta", 3), ("hearts", 2)):
        for _ in range(matches):
            make_match(game=game)

    links = game_links()

    assert links[:2] == ["/games/any-game:Canasta/matches/new/", "/games/hearts/matches/new/"]
    assert len(links) == len(games()) + 1
    assert Browser().open(links[0]).status == 200


def game_links():
    return [link for link in Browser().open("/games/").links if link.endswith("/matches/new/")]


# --- Who sits where ---


def test_the_first_players_type_their_names_move_and_start():
    page = opened()
    for names in ("Ada, Ben", "Cleo"):
        page = page.press("Add", players=names)
    assert (page.status, seated(page), dealer(page)) == (200, ["Ada", "Ben", "Cleo"], "Ada")
    page = page.press("Move Cleo up")
    assert seated(page) == ["Ada", "Cleo", "Ben"]
    page = page.press("Move Cleo up")
    assert seated(page) == ["Cleo", "Ada", "Ben"]
    assert "Move Cleo up" not in page.buttons()
    page = page.press("Ada does not play")
    assert (seated(page), dealer(page)) == (["Cleo", "Ben"], "Cleo")

    page = page.press("Start: Cleo deals", players="Dan")

    assert page.status == 200
    assert "Hand 1" in page.text
    assert (the_match().names, the_match().first_dealer) == (["Cleo", "Ben", "Dan"], 0)


@cases("typed", ["Ada, Ben, Cleo", "Ada\nBen\r\nCleo\n", "Ada;Ben;;Cleo", " Ada ,Ben,\tCleo,", "Ada、Ben، Cleo"])
def test_several_names_can_be_typed_at_once_and_start_the_match(typed):
    page = opened().press("Start", players=typed)

    assert page.status == 200
    assert (the_match().names, the_match().first_dealer) == (["Ada", "Ben", "Cleo"], 0)


def test_suggested_players_are_the_latest_without_archived_and_merged_ones():
    make_match(names=("Eve", "Finn", "Jon"))
    make_match(names=("Gus", "Hal", "Ida"))
    Player.objects.filter(name="Ida").update(archived=True)
    Player.objects.filter(name="Jon").update(same_as=Player.objects.get(name="Hal"))
    page = opened("ten-point-pitch")

    assert [*map(sorted, (chips(page)[:2], chips(page)[2:]))] == [["+ Gus", "+ Hal"], ["+ Eve", "+ Finn"]]
    page = page.press("+ Gus")

    assert seated(page) == ["Gus"]
    assert "+ Gus" not in page.buttons()
    Player.objects.bulk_create(Player(club=Club.get_default(), name=f"Player {number}") for number in range(20))
    assert opened("ten-point-pitch").html.count("data-more") == 20 + 4 - 12, "the others by their letters"


def test_the_last_players_of_the_game_or_of_tonight_are_seated_with_the_next_dealer():
    make_match(5, hook=True)
    page = opened()
    assert (seated(page), dealer(page)) == (list(NAMES), "Ben")
    assert dict(page.fields("setup"))["rule-hook"] == "true"

    Match.objects.update(night_date=date(2026, 1, 1))
    six_rounds(2)
    page = opened()
    assert (seated(page), dealer(page)) == (list(NAMES[:3]), "Cleo")
    assert seated(opened("maverick")) == [], "three cannot play it"

    Match.objects.update(night_date=date(2026, 1, 1))
    assert seated(opened()) == list(NAMES)


def test_the_first_dealer_is_chosen_or_drawn():
    page = opened("big-little", "Ada", "Ben", "Cleo")

    assert dealer(page.press("Add", dealer="Cleo")) == "Cleo"
    drawn = (dealer(page.press("Draw the first dealer")) for _ in range(40))
    assert {next(name for name in drawn if name == wanted) for wanted in ("Ada", "Ben", "Cleo")}
    page.press("Start: Ada deals", dealer="Ben")

    assert the_match().first_dealer == 1


def test_seats_are_drawn_and_the_draw_is_shown_and_undone():
    page = opened("big-little", "Ada", "Ben", "Cleo").press("Add", dealer="Ben")
    orders = set()
    for _ in range(60):
        drawn = page.press("Draw the seats")
        assert sorted(seated(drawn)) == ["Ada", "Ben", "Cleo"]
        assert dealer(drawn) == "Ben"
        assert "The seats are drawn by lot." in drawn.text
        orders.add(tuple(seated(drawn)))
    assert len(orders) == 6
    undone = drawn.press("Undo")
    assert (seated(undone), dealer(undone)) == (["Ada", "Ben", "Cleo"], "Ben")
    assert "by lot" not in undone.text


def test_a_drawn_dealer_is_shown_and_undone_until_something_else_is_changed():
    page = opened("big-little", "Ada", "Ben", "Cleo")
    drawn = page.press("Draw the first dealer")
    while dealer(drawn) == "Ada":
        drawn = page.press("Draw the first dealer")
    assert f"The lot fell on {dealer(drawn)} ." in drawn.text
    undone = drawn.press("Undo")
    assert dealer(undone) == "Ada"
    moved = drawn.press("Move Cleo up")
    assert dealer(moved) == dealer(drawn)
    assert "The lot fell" not in moved.text
    assert "Undo" not in moved.buttons()


def test_names_typed_at_the_draw_are_drawn_with_the_others():
    drawn = opened("big-little", "Ada", "Ben").press("Draw the seats", players="Cleo")
    assert sorted(seated(drawn)) == ["Ada", "Ben", "Cleo"]
    assert seated(drawn.press("Undo")) == ["Ada", "Ben", "Cleo"]


def test_partners_are_drawn_with_the_seats():
    page = opened("maverick", *NAMES)
    drawn = [page.press("Draw partners") for _ in range(40)]
    assert {"Ada with Ben" in page.text or "Ben with Ada" in page.text for page in drawn} == {True, False}
    assert "Partners are drawn by lot." in drawn[0].text


def test_a_draw_made_up_in_the_address_changes_nothing():
    pairs = [("seated", "1"), ("player", "Ada"), ("player", "Ben"), ("drawn", "seats"), ("before", "Eve")]
    pairs += [("dealer-before", "Eve"), ("undo-draw", "1")]
    page = Browser().open(f"{NEW.format('big-little')}?{urlencode(pairs)}")
    assert seated(page) == ["Ada", "Ben"]
    assert "by lot" not in page.text
    pairs = [("seated", "1"), *(("player", name) for name in "AB"), *(("before", name) for name in "BA")]
    pairs += [("dealer-before", "C"), ("undo-draw", "1")]
    stranger = Browser().open(f"{NEW.format('big-little')}?{urlencode(pairs)}")
    assert (seated(stranger), dealer(stranger)) == (["A", "B"], "A")
    nobody = Browser().open(f"{NEW.format('big-little')}?{urlencode([('seated', 1), ('draw', 'dealer')])}")
    assert (nobody.status, seated(nobody)) == (200, [])


def test_partners_are_shown_and_too_few_or_too_many_cannot_start():
    page = opened("maverick", *NAMES)
    assert "Ada with Cleo" in page.text
    assert "Ben with Dan" in page.text
    page = page.press("Dan does not play")
    assert "Add 1 more player" in page.text
    page = page.press("Start")
    assert page.status == 422
    assert "Maverick is for 4 players, not 3" in page.text

    page = opened("maverick", *NAMES, "Eve")

    assert "1 too many" in page.text
    page = page.browser.post("/games/maverick/matches/", page.fields("setup"))
    assert page.status == 422
    assert "Maverick is for 4 players, not 5" in page.text
    assert seated(page) == [*NAMES, "Eve"]


# --- The rematch ---


def test_a_rematch_is_one_tap_after_the_end():
    match = make_match(5, names=("Ada", "Ben", "Cleo"), dealer=1, hook=True, penalty_at=None)
    recording.finish(match, entry(match))

    page = Browser().open(f"/matches/{match.pk}/").press("Rematch")

    new = Match.objects.get(pk=Match.objects.order_by("-pk")[0].pk)
    assert page.status == 200
    assert "Hand 1" in page.text
    assert (new.names, new.house_rules, new.round_facts) == (
        ["Ada", "Ben", "Cleo"],
        {"hook": True, "penalty_at": None},
        [],
    )
    assert (new.first_dealer, match.first_dealer + 5) == (0, 6)
    assert new.pk != match.pk


def test_a_rematch_from_another_phone_joins_the_one_that_goes_on():
    match = six_rounds(6)
    new, again = starting.rematch(match), starting.rematch(match)
    assert (again.pk, Match.objects.count()) == (new.pk, 2)
    starting.start_match(match.club, match.game, [*reversed(match.names)], 0, match.house_rules)
    recording.finish(reload(new), entry(new))
    assert starting.rematch(match).pk not in (match.pk, new.pk)
    assert Match.objects.count() == 4


def test_a_rematch_joins_no_other_game_no_other_house_rules_and_none_that_was_deleted():
    match = six_rounds(6)
    for game, rules in (("hearts", match.house_rules), (match.game_key, {"rounds": 12})):
        other = starting.start_match(match.club, find(game), match.names, 0, rules)
        assert other.house_rules == rules
    again = starting.rematch(match)
    recording.delete_match(again, again.token)
    starting.rematch(match)
    assert Match.everything.count() == 5


def test_a_match_ended_by_the_players_can_be_resumed_and_ended_again():
    match = make_match(2)
    recording.finish(match, entry(match))
    page = Browser().open(f"/matches/{match.pk}/")
    assert "Stopped after 2 hands" in page.text
    assert f"/matches/{match.pk}/resume/" in page.links

    page = Browser().open(f"/matches/{match.pk}/resume/").press("Resume")

    assert "Hand 3" in page.text
    assert reload(match).is_open
    assert Browser().open(f"/matches/{match.pk}/resume/").text == Browser().open(f"/matches/{match.pk}/").text
    recording.finish(reload(match), entry(reload(match)))
    assert f"/matches/{match.pk}/resume/" in Browser().open(f"/matches/{match.pk}/").links


def test_an_imported_match_that_was_ended_cannot_be_resumed():
    match = make_match(2)
    Match.objects.update(ended_by_table=True, version=match.version + 1)

    assert f"/matches/{match.pk}/resume/" not in Browser().open(f"/matches/{match.pk}/").links


@cases("rounds", [0, 1, 5, 6])
def test_the_next_dealer_deals_first_in_the_rematch(rounds):
    match = six_rounds(rounds)

    assert starting.rematch(match).first_dealer == match.next_dealer == (match.first_dealer + rounds) % 3


# --- House rules ---


@cases(
    "game, typed, rules",
    [
        ("big-little", {"rule-penalty_at": "9"}, {"penalty_at": 9, "bags_after": "reset"}),
        ("big-little", {"rule-penalty_at": ""}, {"penalty_at": None}),
        ("big-little", {"rule-penalty_at": "11"}, {}),
        ("big-little", {"rule-hook": "true", "rule-bags_after": '"reset"'}, {"hook": True, "bags_after": "reset"}),
        ("maverick", {"rule-ends": "target", "rule-ends-number": "30"}, {"ends": {"target": 30}}),
        ("maverick", {"rule-ends": "hands", "rule-ends-number": "8"}, {"ends": {"hands": 8}}),
        ("maverick", {"rule-ends": "open", "rule-ends-number": "8"}, {}),
        ("good-little-tricks", {"rule-deck": ["orange", "green", "pink", "blue", "red"]},
         {"deck": ["orange", "green", "pink", "blue", "red"]}),
        ("good-little-tricks", {"rule-rounds": "4", "rule-deck": ["red", "pink"]},
         {"rounds": 4, "deck": ["pink", "red"]}),
    ],
)  # fmt: skip
def test_house_rules_of_every_kind_are_stored_where_they_differ(game, typed, rules):
    page = start(opened(game, *PLAYERS[game]), typed)

    assert page.status == 200, page.text
    assert the_match().house_rules == rules
    assert the_match().initial_state.rules.differing == rules


def test_a_hidden_option_counts_again_with_other_players():
    page = opened("big-little", *NAMES[:4]).press("Add", {"rule-penalty_repeats": "false"})
    five = page.press("Add", {"player": [*NAMES[:4], "Fay"]})

    assert dict(five.fields("setup"))["rule-penalty_repeats"] == "false"
    assert start(five).status == 200
    assert the_match().house_rules == {}


def test_a_value_is_offered_where_it_changes_the_deal():
    four, six = (opened("big-little", *[*NAMES, "Fay", "Gus"][:players]).html for players in (4, 6))

    assert 'value="&quot;leave-three&quot;"' in four
    assert 'value="&quot;deal-all&quot;"' not in four
    assert 'value="&quot;deal-all&quot;"' in six


def test_a_house_rule_that_the_box_does_not_know_is_offered_only_where_it_was_chosen():
    """The oldest box has one length and one scoring."""
    table = {"seated": 1, "player": NAMES[:4]}
    box, length = {"rule-edition": '"schmidt"'}, {"rule-hands": '"brawl"'}
    newest, oldest, chosen = (
        Browser().open(f"{NEW.format('skull-king')}?{urlencode(table | rules, doseq=True)}").html
        for rules in ({}, box, box | length)
    )

    offered = [[f'name="rule-{name}"' in html for name in ("hands", "scoring")] for html in (newest, oldest, chosen)]
    assert offered == [[True, True], [False, False], [True, False]]


def rare_house_rules(page):
    """The part of the page that is folded away."""
    _, _, rare = page.html.partition("More house rules")
    return rare.partition("</details>")[0]


def test_rare_house_rules_are_folded_away_until_one_differs():
    plain = opened("spades", "Ada", "Ben", "Cleo", "Dan")
    changed = Browser().open(f"{NEW.format('spades')}?{urlencode({'seated': 1, 'rule-sets': 3})}")

    assert 'name="rule-sets"' in rare_house_rules(plain)
    assert 'name="rule-target"' not in rare_house_rules(plain)
    assert '<details class="house-rules" open>' not in plain.html
    assert '<details class="house-rules" open>' in changed.html
    assert "More house rules" not in opened("big-little").html


def test_house_rules_as_written_bring_no_others_along():
    assert [game.key for game in games().values() if 'class="along"' in opened(game.key).html] == []


def test_house_rules_stay_while_players_are_moved():
    said = {"rule-penalty_at": "12", "rule-hook": "true"}
    page = opened("big-little", "Ada", "Ben").press("Move Ben up", said)

    form = dict(page.fields("setup"))
    assert (form["rule-penalty_at"], form["rule-hook"]) == ("12", "true")
    assert "12 sandbags (usual: 11 sandbags)" in page.text
    page.press("Start: Ada deals")
    assert the_match().house_rules == {"penalty_at": 12, "hook": True}


@cases(
    "game, typed, reason, field",
    [
        ("big-little", {"rule-penalty_at": "100"}, "a whole number from 2 to 99, or nothing", "rule-penalty_at"),
        ("big-little", {"rule-zero_bid_bonus": ""}, "a whole number from 0 to 100", "rule-zero_bid_bonus"),
        ("maverick", {"rule-ends": "target", "rule-ends-number": "ten"}, "a whole number from", "rule-ends-number"),
        ("good-little-tricks", {"rule-deck": [""]}, "choose at least one", None),
    ],
)
def test_an_impossible_house_rule_is_refused_beside_its_field(game, typed, reason, field):
    name, value = {"big-little": ("hook", "true"), "maverick": ("stack", "true")}.get(game, ("rounds", "4"))
    other = {f"rule-{name}": value}

    page = start(opened(game, *PLAYERS[game]), typed | other)

    assert page.status == 422
    assert reason in page.text
    assert not Match.objects.exists()
    assert seated(page) == list(PLAYERS[game])
    assert other.items() <= dict(page.fields("setup")).items()
    for name, value in typed.items():
        values = value if isinstance(value, list) else [value]
        assert [one for key, one in page.fields("setup") if key == name and one] == list(filter(None, values))
    if field:
        marked = [control.name for control in page.controls if control.attributes.get("aria-invalid")]
        assert marked == [field]
    assert len([name for name in page.ids if name.startswith("wrong-rule-")]) == 1


@cases("players, chosen", [(2, 26 - 2), (3, None), (4, 24), (5, 25)])
def test_players_who_need_another_deck_choose_from_keys_the_first_preselected(players, chosen):
    page = opened("good-little-tricks", *[*NAMES, "Eve"][:players])
    decks = [control for control in page.controls if control.name == "rule-deck" and control.kind == "radio"]

    assert bool(decks) == bool(chosen)
    assert [one.attributes for one in decks if "checked" in one.attributes] == [one.attributes for one in decks[:1]]
    assert "do not divide" not in page.text
    assert start(page).status == 200
    assert sum(the_match().state.deal.cards) == (chosen or 27)


def test_a_deck_that_does_not_divide_is_reported_before_the_start():
    page = opened("good-little-tricks").press("Start", players="Ada, Ben, Cleo, Dan")
    assert (page.status, seated(page)) == (422, list(NAMES))
    assert "27 cards do not divide evenly among 4 players" in page.text

    assert start(page).status == 200
    assert sum(the_match().state.deal.cards) == 24


def test_without_the_fourth_player_the_whole_deck_is_played_again():
    page = opened("good-little-tricks", *NAMES).press("Dan does not play")
    assert seated(page) == list(NAMES[:3])

    assert start(page).status == 200
    assert sum(the_match().state.deal.cards) == 27


def test_a_deck_for_more_players_is_not_kept_for_the_next_match():
    assert start(opened("good-little-tricks", *NAMES)).status == 200
    make_match(names=NAMES[:3])

    assert start(opened("good-little-tricks")).status == 200
    assert sum(Match.objects.latest("pk").state.deal.cards) == 27


@cases(
    "game, rules, before, tonight",
    [
        ("good-little-tricks", {"deck": ["orange", "purple", "green", "pink", "blue"]}, 4, 3),
        ("good-little-tricks", {"deck": ["orange", "pink", "blue", "red"]}, 5, 3),
        ("skull-king", {"edition": "schmidt"}, 5, 7),
        ("any-game:Canasta", {"side_size": 3}, 6, 4),
        ("any-game:Canasta", None, 0, 3),
    ],
)
def test_the_first_start_of_a_night_leaves_out_rules_that_its_players_cannot_play(game, rules, before, tonight):
    names = [*NAMES, "Eve", "Finn", "Gwen"]
    if rules is not None:
        make_match(names=names[:before], game=game, **rules)
    make_match(names=names[:tonight], game="any-game:Whatever")

    page = start(opened(game))

    assert page.status == 200, page.text


def test_a_deck_chosen_for_four_is_left_out_without_the_fourth_player():
    deck = [("rule-deck", suit) for suit in ("orange", "purple", "green", "pink", "blue")]
    players = [("seated", "1"), *(("player", name) for name in NAMES), *deck]
    page = Browser().open(f"{NEW.format('good-little-tricks')}?{urlencode(players)}").press("Dan does not play")

    assert start(page).status == 200
    assert sum(the_match().state.deal.cards) == 27


def test_a_name_similar_to_a_player_can_become_that_player():
    make_match(names=["Ada", "Zoë"])
    page = opened().press("Add", players="zoe, Eve")
    assert seated(page) == ["Ada", "Zoë", "zoe", "Eve"]
    assert [label for label in page.buttons() if label.startswith("Is that")] == ["Is that Zoë?"]

    page = page.press("Is that Zoë?")

    assert seated(page) == ["Ada", "Zoë", "Eve"]
    assert not any(label.startswith("Is that") for label in page.buttons())


# --- Presets ---


def presets():
    return {one.name: one.house_rules for one in HouseRulePreset.objects.all()}


def test_house_rules_are_saved_under_a_name_and_chosen_with_one_tap():
    said = {"rule-penalty_at": "12", "rule-hook": "true", "name": " As in  Graz "}
    page = opened("big-little", *NAMES).press("Save", said)

    assert presets() == {"As in Graz": {"penalty_at": 12, "hook": True}}
    assert (page.status, seated(page), pressed(page)) == (200, list(NAMES), ["As in Graz"])
    page = page.press("As written")
    assert pressed(page) == ["As written"]
    page = page.press("As in Graz")
    assert "12 sandbags (usual: 11 sandbags)" in page.text
    assert start(page).status == 200
    assert the_match().house_rules == {"penalty_at": 12, "hook": True}
    assert pressed(opened()) == ["As in Graz"]
    assert pressed(opened("maverick")) == []


def test_what_many_tables_play_is_chosen_by_its_name_and_leaves_the_other_house_rules():
    page = opened("oh-hell", *NAMES).press("Wizard’s", {"rule-hands": '"up"'})
    assert pressed(page) == ["Wizard’s"]
    page = page.press("Squares")
    assert pressed(page) == ["Squares"]
    assert start(page).status == 200
    assert the_match().house_rules == {"trick_points": None, "hands": "up"}


def pressed(page):
    return [control.label for control in page.controls if control.attributes.get("aria-pressed") == "true"]


def test_a_preset_of_the_same_name_is_replaced_and_impossible_ones_are_refused():
    for limit in ("12", "13"):
        opened("big-little", *NAMES).press("Save", {"rule-penalty_at": limit, "name": "Graz"})
    assert presets() == {"Graz": {"penalty_at": 13}}

    refused = [{"name": " "}, {"name": "\u200b"}, {"name": "Ours", "rule-penalty_at": "100"}]
    pages = [opened("big-little", *NAMES).press("Save", one) for one in refused]

    assert [page.status for page in pages] == [422] * 3
    assert "a name of 1 to 40 characters" in pages[0].text
    assert list(presets()) == ["Graz"]


def test_presets_are_renamed_and_removed_in_the_settings():
    for name in ("Graz", "Wien"):
        opened("big-little", *NAMES).press("Save", {"name": name, "rule-hook": "true"})
    page = Browser().open("/settings/presets/")
    assert "Big Little" in page.text

    page = page.press("Rename Graz", name="Tournament")
    assert (page.status, sorted(presets())) == (200, ["Tournament", "Wien"])
    page = page.press("Rename Wien", name="Tournament")
    assert (page.status, sorted(presets())) == (422, ["Tournament", "Wien"])
    assert "a preset called Tournament already" in page.text
    [removal] = [link for link, shown in page.links.items() if shown[0].label == "Remove Wien"]
    page.browser.open(removal).press("Remove it")
    assert sorted(presets()) == ["Tournament"]


def test_a_preset_forgets_a_house_rule_the_game_has_no_more():
    rules = {"hook": True, "penalty_at": 1000, "gone": 1}
    preset = HouseRulePreset.objects.create(
        club=Club.get_default(), game_key="big-little", name="Old", house_rules=rules
    )

    assert preset.rules == {"hook": True}
    assert start(opened("big-little", *NAMES).press("Old")).status == 200
    assert the_match().house_rules == {"hook": True}


# --- Names ---


def test_the_same_player_twice_is_refused_in_words():
    page = opened("big-little", "Ada", "Ben")
    twice = ["Ada", "Ben", " Ada\u00a0"]
    added, started = page.press("Add", player=twice), start(page, player=twice)

    assert (added.status, started.status, seated(added)) == (422, 422, ["Ada", "Ben"])
    assert "Ada sits at the table already" in added.text
    assert "Ada sits at the table already" in started.text
    assert not Match.objects.exists()


def test_a_typed_name_that_is_seated_already_does_not_stop_the_start():
    page = opened("big-little", "Ada", "Ben")

    start(page, player=["Ada", "Ben"], players="Ada, Ben")

    assert Match.objects.get().names == ["Ada", "Ben"]


@cases("name", ["x" * 41, "\u200b"])
def test_an_invalid_name_is_refused_and_kept_until_removed(name):
    page = opened("big-little", "Ada", "Ben", name)
    assert re.search("the name “|this player has no name", page.text)

    page = page.browser.post("/games/big-little/matches/", page.fields("setup"))

    assert page.status == 422
    assert not Player.objects.exists()


# --- The game night ---


@cases(
    "zone, moment, evening",
    [
        ("Europe/Vienna", datetime(2026, 11, 21, 20, 0, tzinfo=UTC), date(2026, 11, 21)),
        ("Europe/Vienna", datetime(2026, 11, 22, 4, 59, tzinfo=UTC), date(2026, 11, 21)),
        ("Europe/Vienna", datetime(2026, 11, 22, 5, 0, tzinfo=UTC), date(2026, 11, 22)),
        ("America/New_York", datetime(2026, 11, 22, 5, 0, tzinfo=UTC), date(2026, 11, 21)),
        ("Europe/Vienna", datetime(2026, 3, 29, 3, 59, tzinfo=UTC), date(2026, 3, 28)),  # an hour shorter that night
        ("Pacific/Kiritimati", datetime.max.replace(tzinfo=UTC), date.max),
        ("America/New_York", datetime.min.replace(tzinfo=UTC), date.min),
    ],
)
def test_a_game_night_lasts_until_six_in_the_morning_in_the_clubs_zone(zone, moment, evening):
    assert Club(zone=zone).night_date_of(moment) == evening


def test_a_match_belongs_to_the_night_it_was_started(time_machine):
    time_machine.move_to(datetime(2026, 11, 22, 3, 30, tzinfo=UTC), tick=False)
    Club.objects.create(name="Us", zone="UTC")

    assert make_match().night_date == date(2026, 11, 21)


# --- Played on another day ---


def test_a_match_can_be_started_for_an_earlier_day(client):
    form = {"seated": "1", "player": ["Eve", "Finn"], "dealer": "Eve", "played": "2026-03-06"}
    assert client.post("/games/big-little/matches/", form).status_code == 302

    match = Match.objects.get()
    assert match.night_date == date(2026, 3, 6)
    assert match.names == ["Eve", "Finn"]


@cases("played, said", [("2999-01-01", "Nobody has played on that day yet"), ("soon", "Give the day as year")])
def test_a_future_or_invalid_day_is_refused_beside_its_field(client, played, said):
    form = {"seated": "1", "player": ["Eve", "Finn"], "dealer": "Eve", "played": played}
    answer = client.post("/games/big-little/matches/", form)

    assert answer.status_code == 422
    assert said in answer.text
    assert not Match.objects.exists()


def test_a_match_without_a_day_or_with_today_starts_now(client):
    today = Club.get_default().night_date_of(timezone.now())
    for played in ("", today.isoformat()):
        form = {"seated": "1", "player": ["Eve", "Finn"], "dealer": "Eve", "played": played}
        assert client.post("/games/big-little/matches/", form).status_code == 302
    assert all(timezone.now() - match.started < timedelta(minutes=5) for match in Match.objects.all())


# --- A game that the table names ---


@cases(
    "first, second, name",
    [
        ("Rommé", "rommé", "Rommé"),
        ("Rommé", "Romme", "Rommé"),
        # Full width, then with a Cyrillic o and e.
        ("Rommé", "\uff32\uff2f\uff2d\uff2d\uff25", "Rommé"),
        ("Rommé", "R\u043emm\u0435", "Rommé"),
        ("Gin Rummy", "Gin-Rummy", "Gin Rummy"),
        ("Тарок", "тарок", "Тарок"),
        ("skat", "Skat", "Skat"),  # as everybody writes it
        ("कट", "किट", "किट"),  # another vowel makes another word
        ("🂡", "🃏", "🃏"),
    ],
)
def test_a_similar_spelling_of_a_game_is_the_same_game(first, second, name):
    page = Browser()
    for typed in (first, second):
        start(page.open(f"/games/any-game/matches/new/?{urlencode({'name': typed})}"), players="Ada, Ben")
    assert Match.objects.latest("pk").game.name == name
    played = {match.game.name for match in Match.objects.all()}
    assert len(played) == (2 if name == second != "Skat" else 1)


def test_the_name_of_a_game_with_rules_leads_to_it_with_the_players_typed_so_far():
    page = Browser().open("/games/any-game/matches/new/?name=skull+king&seated=1&players=Ada,+Ben")
    assert page.response.redirect_chain == [("/games/skull-king/matches/new/?seated=1&players=Ada%2C+Ben", 302)]
    assert "Skull King: who plays?" in page.text


def test_what_a_club_plays_under_the_name_of_a_game_with_rules_stays_its_own():
    make_match(game="any-game:Hearts")
    page = Browser().open("/games/any-game/matches/new/?name=Hearts")
    start(page, players="Ada, Ben")
    assert Match.objects.latest("pk").game_key == "any-game:Hearts"


def test_a_url_with_a_similar_name_leads_to_the_game():
    start(opened("any-game:Zwicker"), players="Ada, Ben")
    page = opened("any-game:zwickér", "Ada", "Ben")
    start(page)
    assert {match.game.name for match in Match.objects.all()} == {"Zwicker"}


def test_a_club_keeps_its_own_spelling_of_a_game():
    make_match(game="any-game:UNO")
    page = Browser().open("/games/any-game/matches/new/?name=Uno")
    start(page, players="Ada, Ben")
    assert {match.game.name for match in Match.objects.all()} == {"UNO"}
