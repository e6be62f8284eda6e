"""House rules where a match is set up: kept where they differ, refused beside their field."""

import pytest

from scorekeeper.table.models import Match
from tests.matches.factory import NAMES
from tests.matches.test_setup import NEW, opened, seated, the_match, with_players

pytestmark = pytest.mark.django_db


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
