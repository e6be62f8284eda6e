"""Questions after a hand of Hearts, and the answers that follow by themselves."""

from games.core.round_form import open_form
from games.core.schema import plain, read
from games.hearts.facts import Facts
from games.hearts.game import GAME
from tests.cases import cases
from tests.games.every_game import NAMES

NAMED = ("hearts-0", "hearts-1", "hearts-2", "hearts-3")


def form(answers, hands=0, **rules):
    table = GAME.table(NAMES[:4], 3, rules)
    return open_form(GAME.replay(table, [read({"hearts": [4, 3, 3, 3], "queen": 0}, Facts)] * hands), answers)


def test_too_many_hearts_are_refused_at_once_and_mended_by_one_key():
    refused = form({"hearts-0": "8", "hearts-1": "7", "hearts-2": "1"})

    assert not refused.is_valid()
    assert refused.first_error == "16 of 13 hearts: 3 too many"
    assert (refused.wrong_fields, refused.missing_question) == (("hearts-0", "hearts-1", "hearts-2"), "")
    corrections = refused.corrections()
    assert [(correction.label, correction.answers) for correction in corrections] == [
        ("Ada: 5", {"hearts-0": "5"}),
        ("Ben: 4", {"hearts-1": "4"}),
    ]
    assert form(refused.answers | corrections[1].answers | {"queen": "0"}).is_valid()


@cases(
    "given, facts",
    [
        ({"hearts-0": "5", "hearts-1": "0", "hearts-2": "6"}, [5, 0, 6, 2]),
        ({"hearts-0": "13"}, [13, 0, 0, 0]),
        ({"hearts-1": "7", "hearts-3": "6"}, [0, 7, 0, 6]),
    ],
)
def test_hearts_that_can_only_be_one_number_need_no_tap(given, facts):
    answered = form(given | {"queen": "0"})

    assert answered.is_valid()
    assert plain(answered.round_facts) == {"hearts": facts, "queen": 0}


def test_too_many_hearts_are_counted_while_they_are_entered():
    assert form({"hearts-0": "5"}).sentence({"hearts-0": "5"}) == "5 of 13 hearts"
    assert form({}).sentence(dict(zip(NAMED, ["5", "6", "4", "0"], strict=True))) == "15 of 13 hearts: 2 too many"


@cases("hands, said", [(0, "Pass 3 cards left"), (1, "Pass 3 cards right"), (2, "Pass 3 cards across"), (3, "Pass no")])
def test_each_hand_says_where_the_cards_go_until_the_counting_begins(hands, said):
    assert form({}, hands).turn({}).startswith(said)
    assert form({}, hands).turn({"hearts-0": "1"}) == ""


@cases(
    "players, rules, hands, said",
    [
        (5, {"passing": "everybody"}, 3, "Pass 3 cards to the second right · "),
        (6, {"passing": "everybody", "passed_cards": 2}, 2, "Pass 2 cards to the second left · "),
        (5, {"passed_cards": 2}, 0, "Pass 2 cards left · "),
        (4, {"passed_cards": 2}, 0, "Pass 3 cards left · "),
        (6, {"passing": "scatter"}, 3, "Pass 1 card to each of the others · "),
        (3, {"passing": "right"}, 2, "Pass 3 cards right · "),
    ],
)
def test_the_cards_go_where_the_house_rules_send_them(players, rules, hands, said):
    facts = read({"hearts": [4, 3, 6, *[0] * (players - 3)], "queen": 0}, Facts)
    state = GAME.replay(GAME.table(NAMES[:players], 0, rules), [facts] * hands)

    assert open_form(state, {}).turn({}).startswith(said)


def test_one_tap_takes_26_off_under_the_choice_rule():
    shot = {"hearts-2": "13"}
    (shortcut,) = form(shot, moon="choice").shortcuts(shot)
    taken, left = form(shot | shortcut.answers, moon="choice"), form(shot | {"queen": "2"}, moon="choice")

    assert shortcut.label == "Cleo takes 26 off"
    assert taken.is_valid()
    assert taken.round_facts.moon_off
    assert left.is_valid()
    assert not left.round_facts.moon_off
    assert form(shot).shortcuts(shot) == []
    assert form(shot, moon="choice").shortcuts(shot | {"queen": "1"}) == []


FACE = {"heart_values": "face"}


def test_hearts_are_tapped_one_by_one_where_they_count_their_face_values():
    taken = {"hearts-0": "2 5 K", "hearts-1": "none", "hearts-2": "3 4 6 7 8 9 10 J Q"}
    (rest,) = form(taken, **FACE).shortcuts(taken)
    answered = form(taken | rest.answers | {"queen": "1"}, **FACE)

    assert (rest.label, rest.answers) == ("Dan took the other 1", {"hearts-3": "A"})
    assert answered.is_valid()
    assert answered.sentence(answered.given()) == "13 of 13 hearts"
    assert plain(answered.round_facts) == {
        "hearts": [3, 0, 9, 1],
        "heart_cards": ["2 5 K", "", "3 4 6 7 8 9 10 J Q", "A"],
        "queen": 1,
    }


def test_nobody_else_has_hearts_once_all_were_tapped():
    taken = {"hearts-1": " ".join([*map(str, range(2, 11)), *"JQKA"])}
    rest, moon = form(taken, moon="choice", **FACE).shortcuts(taken)

    assert (rest.label, moon.label) == ("Nobody else took hearts", "Ben takes 117 off")
    assert form(taken | rest.answers | moon.answers, moon="choice", **FACE).is_valid()
    assert form({}, **FACE).shortcuts({}) == []


def test_a_heart_that_is_tapped_for_two_players_is_refused():
    twice = form({"hearts-0": "2 5 K", "hearts-1": "K", "hearts-2": "none", "hearts-3": "none", "queen": "1"}, **FACE)

    assert not twice.is_valid()


@cases(
    "answers, derived",
    [
        ({"hearts-0": "5", "hearts-1": "0", "hearts-2": "6", "queen": "2"}, None),
        ({"hearts-0": "5", "hearts-1": "0", "hearts-2": "6", "queen": "1"}, "nobody"),
        ({"hearts-0": "13", "queen": "0"}, "nobody"),
        ({"hearts-0": "13", "queen": "1"}, None),
    ],
)
def test_who_took_no_trick_is_asked_only_where_somebody_may_have_taken_none(answers, derived):
    asked = form(answers, no_tricks=5)

    assert asked.derived.get("no_tricks") == derived
    assert asked.missing_question == ("" if derived else "no_tricks") or not asked.is_valid()


def test_players_with_cards_that_count_cannot_be_tapped_as_without_a_trick():
    asked = form({"hearts-0": "5", "hearts-1": "0", "hearts-2": "8", "queen": "2"}, no_tricks=5)

    assert [*asked.barred()["no_tricks"]] == ["0", "2"]
    for answer, seats in {"1 3": (1, 3), "nobody": ()}.items():
        answered = form(asked.answers | {"no_tricks": answer}, no_tricks=5)
        assert answered.is_valid()
        assert answered.round_facts.no_tricks == seats


def test_where_the_queen_costs_nothing_nobody_is_asked_who_took_her():
    shot = {"hearts-2": "13"}
    (shortcut,) = form(shot, moon="choice", queen=0).shortcuts(shot)

    assert "queen" not in form({}, queen=0).fields
    assert shortcut.label == "Cleo takes 13 off"
    taken = form(shot | shortcut.answers, moon="choice", queen=0)
    assert taken.is_valid()
    assert taken.round_facts.moon_off
