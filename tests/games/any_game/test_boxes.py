"""A sheet that is filled box by box: one box a side and round, over the whole match."""

from random import Random
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.house_rules import HouseRules
from games.core.registry import find
from games.core.round_form import form_class, open_form
from games.core.scoresheet import Scoresheet, report
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.transfer.shared_sheet import SharedSheet
from tests.cases import cases
from tests.games.every_game import played_on, refusal
from tests.html_browser import Browser
from tests.matches.factory import import_sheet
from tests.transfer.club_files import export, import_file, wipe

PAD = find("any-game")
SMALL = [
    {"name": "Fives", "each": 5, "box": True, "most": 5},
    {"name": "15 or more", "each": 35, "bonus": True, "needs": 15},
    {"name": "Full house", "each": 25, "box": True, "tick": True},
    {"name": "Five alike", "each": 50, "box": True, "tick": True},
    {"name": "Again", "each": 100, "tick": True, "needs": 1},
]


def table(*names, columns=SMALL, game="any-game:Dice", **rules):
    return find(game).table(names, 0, {"columns": columns, **rules})


def row(columns, **numbers):
    """A round of a side: the numbers of its columns by name, `_` for a space."""
    by_name = {name.replace("_", " "): number for name, number in numbers.items()}
    assert by_name.keys() <= {column["name"] for column in columns}
    return tuple(by_name.get(column["name"]) for column in columns)


def small(**numbers):
    return row(SMALL, **numbers)


def play(state, *rounds):
    return state.game.replay(state, [PAD.facts(columns=tuple(sides)) for sides in rounds])


def alone(name, *numbers):
    """One player's match of a known game, with these numbers in its rounds."""
    columns = PAD.known_names[name]["columns"]
    state = PAD.with_name(name).table(("Ada",), 0, PAD.known_names[name])
    return play(state, *([row(columns, **one)] for one in numbers))


UPPER = [{name: 5} for name in ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")]
LOWER = [
    {"Three_of_a_kind": 30}, {"Four_of_a_kind": 30}, {"Full_house": 1}, {"Small_straight": 1}, {"Large_straight": 1},
    {"Chance": 30},
]  # fmt: skip
YATZY = [
    {"One_pair": 12}, {"Two_pairs": 22}, {"Three_of_a_kind": 18}, {"Four_of_a_kind": 24}, {"Small_straight": 1},
    {"Large_straight": 1}, {"Full_house": 28}, {"Chance": 30}, {"Yatzy": 1},
]  # fmt: skip
AGAIN = {"More_Yahtzees": 1}


@cases(
    "name, rounds, total",
    [
        # The highest totals that books tell: 375 without a second Yahtzee, 1575 with twelve of them, 374 in Yatzy.
        ("Yahtzee", [*UPPER, *LOWER, {"Yahtzee": 1}], 375),
        ("Yahtzee", [{"Yahtzee": 1}, *(one | AGAIN for one in [*UPPER, *LOWER])], 1575),
        ("Yahtzee", [{name: 3} for one in UPPER for name in one] + [{name: 0} for one in [*LOWER, {"Yahtzee": 1}]
                                                                   for name in one], 63 + 35),
        ("Yahtzee", [{"Ones": 2}, *({name: 3} for one in UPPER[1:] for name in one)], 62),
        ("Yatzy", [*UPPER, *YATZY], 374),
    ],
)  # fmt: skip
def test_a_sheet_of_dice_counts_as_its_box_says(name, rounds, total):
    state = alone(name, *rounds)
    assert state.totals == (total,)
    boxes = sum("box" in column for column in PAD.known_names[name]["columns"])
    assert state.length == boxes
    assert state.game.finish(state) == ((0,) if len(rounds) == boxes else None)


def test_kniffel_has_the_boxes_of_yahtzee():
    ours, theirs = (PAD.known_names[name]["columns"] for name in ("Kniffel", "Yahtzee"))
    assert [column | {"name": ""} for column in ours] == [column | {"name": ""} for column in theirs]


def test_each_number_says_what_was_filled_and_the_sheet_shows_it():
    state = play(
        table("Ada", "Ben"),
        [small(Five_alike=1), small(Fives=2)],
        [small(Fives=3, Again=1), small(Full_house=0)],
    )
    said = [[(line.side, line.points, line.reason) for line in one.lines] for one in state.rounds]
    assert said == [
        [(0, 50, "five alike 50"), (1, 10, "fives 2 × 5")],
        [(0, 115, "fives 3 × 5 + again 100"), (0, 35, "15 or more 35: 15 before it"), (1, 0, "full house struck")],
    ]
    assert state.rounds[1].facts.notes(state.deal, state) == ["Fives", "Full house ✗"]
    assert [tuple(one) for one in state.game.sheet(state)] == [
        ("Fives × 5", ("15", "10"), False), ("15 or more: 35", ("35", "10/15"), False),
        ("Full house: 25", ("", "✗"), False), ("Five alike: 50", ("50", ""), False),
        ("Again: 100", ("100", ""), False), ("total", ("200", "10"), True),
    ]  # fmt: skip
    assert [(status.side, status.text) for status in state.statuses] == [(1, "10 of 15")]
    assert not state.game.open_ended(state.rules)
    assert not state.game.rounds_are_independent(state.rules)


@cases(
    "ada, words",
    [
        ({}, "Ada: fill a box, or strike one"),
        ({"Fives": 2, "Full_house": 1}, "Ada: fill one box, not “Fives” and “Full house”"),
        ({"Five_alike": 0}, "Ada: “Five alike” was filled with 50 in round 1"),
        ({"Fives": 6}, "Ada: “Fives” has at most 5, not 6"),
        ({"Fives": -1}, "Ada: “Fives” is a box: enter 1, without a minus"),
        ({"Full_house": 2}, "Ada: “Full house” is ticked or not: enter 1 or 0"),
        ({"Fives": 1, "15_or_more": 1}, "Ada: “15 or more” follows from the boxes before it: leave it out"),
    ],
)
def test_a_box_that_cannot_be_filled_is_refused_in_words(ada, words):
    state = play(table("Ada", "Ben"), [small(Five_alike=1), small(Five_alike=0)])
    facts = PAD.facts(columns=(small(**ada), small(Fives=1, Again=None)))
    assert refusal(state.game.play, state, facts)[0] == words


def test_what_stands_beside_the_boxes_needs_an_earlier_round():
    state, words = table("Ada"), "Ada: “Again” needs “Five alike” from an earlier round"
    again = PAD.facts(columns=(small(Five_alike=1, Again=1),))
    assert refusal(state.game.play, state, again)[0] == words
    struck = play(state, [small(Five_alike=0)])
    assert refusal(struck.game.play, struck, PAD.facts(columns=(small(Fives=5, Again=1),)))[0] == words


def test_a_sheet_that_each_round_fills_asks_for_every_number():
    state = table("Ada", columns=[{"name": "Cards"}, {"name": "Bonus"}])
    assert refusal(state.game.play, state, PAD.facts(columns=((1, None),)))[0] == "Ada: enter “Bonus”"


# --- The form ---


def test_the_keys_are_the_sheet_and_a_box_that_is_full_cannot_be_tapped():
    state = play(table("Ada", "Ben"), [small(Five_alike=1), small(Fives=2)])
    form = open_form(state, {})
    keys = {name: [(key.label, key.taken) for key in form.fields[name].keys] for name in ("box-0", "box-1")}
    assert keys == {
        "box-0": [("Fives", False), ("Full house", False), ("Five alike", True), ("✗ strike", False)],
        "box-1": [("Fives", True), ("Full house", False), ("Five alike", False), ("✗ strike", False)],
    }
    assert form.barred()["box-0"] == {"3": "50"}
    assert form.barred()["strike-1"] == {"0": "10"}
    assert [key.label for key in form.fields["ticks-4"].keys] == ["Ada"]
    assert form.questions_of_seat(1) == ("box-1", "count-1-5", "strike-1")


def test_a_made_box_is_one_tap_a_count_or_a_strike_two():
    state = table("Ada", "Ben", columns=[*SMALL, {"name": "Chance", "box": True, "most": 30}])
    for answers, ada in [
        ({"box-0": "2"}, (None, None, 1, None, None, None)),
        ({"box-0": "0", "count-0-5": "4"}, (4, None, None, None, None, None)),
        ({"box-0": "5", "points-0": "22"}, (None, None, None, None, None, 22)),
        ({"box-0": "strike", "strike-0": "3"}, (None, None, None, 0, None, None)),
    ]:
        form = open_form(state, {**answers, "box-1": "2"})
        assert form.is_valid(), form.errors
        assert form.round_facts.columns[0] == ada
    assert form.fields["points-0"].most == 2


def test_an_error_stands_beside_the_box_it_is_about():
    state = play(table("Ada", "Ben"), [small(Five_alike=1), small(Fives=2)])
    form = open_form(state, {"box-0": "2", "box-1": "0", "count-1-5": "3"})
    assert not form.is_valid()
    assert form.first_error == "Ben: “Fives” was filled with 10 in round 1"
    assert form.wrong_fields == ("box-1",)
    struck = open_form(state, {"box-0": "strike", "strike-0": "3", "box-1": "2"})
    assert not struck.is_valid()
    assert struck.wrong_fields == ("strike-0",)
    again = open_form(state, {"box-0": "2", "box-1": "3", "ticks-4": "1"})
    assert not again.is_valid()
    assert (again.first_error, again.wrong_fields) == (
        "Ben: “Again” needs “Five alike” from an earlier round", ("ticks-4",)
    )  # fmt: skip


KINDS = st.sampled_from(
    [{"box": True}, {"box": True, "most": 5, "each": 3}, {"box": True, "most": 30}, {"box": True, "each": -4},
     {"box": True, "tick": True, "each": 25}, {"tick": True, "each": 100}, {"each": 2}, {"bonus": True, "needs": 9},
     {"box": True, "each": 0}]
)  # fmt: skip


@given(st.data())
def test_a_sheet_filled_by_chance_adds_up_and_comes_back_from_its_form(data):
    kinds = [{"box": True}, *data.draw(st.lists(KINDS, max_size=9))]
    columns = [{"name": f"C{at}", **kind} for at, kind in enumerate(kinds)]
    state = table("Ada", "Ben", "Cleo", columns=columns)
    state, table_before = played_on(state, Random(data.draw(st.integers(0, 999)))), state
    assert state.game.finish(state) is not None
    for scored in state.rounds:
        form = form_class(PAD)(table_before, form_class(PAD).answers_of(scored.facts, table_before))
        assert form.is_valid(), form.errors
        assert form.round_facts == scored.facts
        table_before = state.game.play(table_before, scored.facts)
    for side in range(3):
        whole, total = [sum(filter(None, numbers)) for numbers in zip(*rows(state, side), strict=True)], 0
        upper = 0
        for number, column in zip(whole, columns, strict=True):
            points = (35 if upper >= 9 else 0) if "bonus" in column else number * column.get("each", 1)
            # The bonuses of this test count 1, as nothing else is said.
            total += min(points, 1) if "bonus" in column else points
            upper += 0 if "bonus" in column else points
        assert state.totals[side] == total


def rows(state, side):
    return [scored.facts.columns[side] for scored in state.rounds]


# --- As files, links and matches ---

ROUNDS = [
    {"columns": [[None, None, None, 1, None], [2, None, None, None, None]]},
    {"columns": [[3, None, None, None, 1], [None, None, 0, None, None]]},
]


def sheet(rounds=ROUNDS, game="any-game:Dice", rules=None):
    rules = rules or {"columns": SMALL}
    return Scoresheet(scoresheet=1, game=game, players=["Ada", "Ben"], house_rules=rules, rounds=rounds)


def test_a_scoresheet_ends_when_every_box_is_full():
    last = {"columns": [[None, None, 1, None, None], [None, None, None, 0, None]]}
    answer = report(sheet([*ROUNDS, last]))
    assert (answer["totals"], answer["winners"], answer["finished"]) == ([225, 10], [0], True)
    assert report(sheet())["next"]["number"] == 3


@pytest.mark.django_db
def test_a_match_of_boxes_comes_back_from_the_club_file_with_every_total():
    match = import_sheet(Club.get_default(), sheet())
    before = (match.scorecard.totals, match.state.rules.columns)
    data = export()
    wipe()
    import_file(data)
    again = Match.objects.get()
    assert (again.scorecard.totals, again.state.rules.columns) == before == ((200, 10), SMALL)


@pytest.mark.django_db
def test_a_club_that_played_all_at_once_goes_on_so_until_one_tap():
    columns = [{"name": "Ones to sixes"}, {"name": "63 or more", "each": 35, "bonus": True, "needs": 63}]
    rules = {"ends": {"rounds": 1}, "columns": columns}
    rounds = [{"columns": [[63, 1], [20, 0]]}]
    import_sheet(Club.get_default(), sheet(rounds, "any-game:Yahtzee", rules))
    page = Browser().open(f"/games/any-game:Yahtzee/matches/new/?{urlencode({'player': ['Ada', 'Ben']}, doseq=True)}")
    assert "Ones to sixes" in page.text
    page = page.press("As usually played")
    assert "Ones to sixes" not in page.text
    page.press("Start: Ben goes first")
    old, new = Match.objects.order_by("pk")
    assert old.scorecard.totals == (98, 20)
    assert new.state.rules.columns == PAD.known_names["Yahtzee"]["columns"]


def test_every_known_sheet_of_boxes_travels_in_its_link():
    for name in ("Yahtzee", "Kniffel", "Yatzy"):
        rules = dict(PAD.known_names[name])
        shared = SharedSheet.of(PAD.with_name(name), rules)
        assert SharedSheet.open(shared.token).rules == HouseRules(PAD.house_rules, rules).differing
