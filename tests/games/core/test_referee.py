"""Rulings that all referees share; those of one game are tested beside it."""

from dataclasses import replace
from typing import ClassVar

from games.core.deal import deal_round
from games.core.house_rules import HouseRules, NamedChoice
from games.core.referee import Question, Ruling, answer, ask
from games.core.registry import games
from tests.cases import cases
from tests.games.every_game import refusal

DEAL = {"ask": "deal", "players": 4, "round": 1}
SOME_GAME = next(game for game in games().values() if game.deal)


class Higher(Question, tag="higher", frozen=True, kw_only=True):
    title: ClassVar[str] = "Which is higher?"
    cards: list[int]

    def ruling(self, rules: HouseRules) -> Ruling:
        return Ruling((max(self.cards),) if rules.higher else (min(self.cards),), "so it is", "higher")


HIGHER = NamedChoice(name="higher", default=True, labels={True: "yes", False: "no"}, title="Higher")
TOY = replace(
    SOME_GAME,
    name="Toy",
    seats=range(3, 5),
    round_name="bout",
    house_rules=(HIGHER,),
    check_table=lambda _players, _rules: None,
    length=lambda _players, rules: 4 if rules.higher else None,
    deal=lambda players, number, first_dealer, _rules: deal_round(
        players, number, first_dealer, 1 if number == 1 else [number, *[1] * (players - 1)], 20
    ),
    deal_note=lambda _players, _rules: "",
    questions=(Higher,),
)


def test_a_question_is_answered_in_plain_values_with_its_reason_and_rule():
    facts = answer(TOY, {"ask": "higher", "cards": [3, 5]})

    assert facts == {"answer": [5], "why": "so it is", "rule": "higher"}
    assert list(facts) == ["answer", "why", "rule"]


@cases("data", [None, [], "higher", {}, {"ask": 1}, {"ask": []}, {"ask": "snap"}, {"cards": [1]}])
def test_an_unknown_question_is_refused_with_the_list_of_questions(data):
    assert refusal(ask, TOY, data) == ("the referee of Toy is not asked that (“ask”: “higher” or “deal”)", "ask")


@cases(
    "facts, beginning",
    [
        ({}, "enter what was left out (“cards”)"),
        ({"cards": [1], "suit": 1}, "take out what does not belong here (“suit”; possible are "),
        ({"cards": ["1"]}, "enter a whole number, not a text (“cards”, the first)"),
        (
            {"cards": [1], "house_rules": {"snap": 1}},
            "remove a house rule that this game does not have (“snap”; it has “higher”)",
        ),
        ({"cards": [1], "house_rules": {"higher": 1}}, "house rule “Higher”: choose"),
        (
            {"cards": [1], "house_rules": []},
            "enter named values in braces, not several values in brackets (“house_rules”)",
        ),
    ],
)
def test_a_question_is_read_as_strictly_as_a_sheet(facts, beginning):
    assert refusal(ask, TOY, {"ask": "higher", **facts})[0].startswith(beginning)


def test_every_referee_answers_the_deal():
    facts = answer(TOY, {"ask": "deal", "players": 4, "round": 2, "first_dealer": 3})

    assert facts["answer"] == {"dealer": 0, "cards": [1, 2, 1, 1], "left": 15, "first": 1}
    assert facts["why"] == (
        "bout 2: the first player deals 1 or 2 cards, 2 to the second player, 15 left over; "
        "the second player comes first"
    )
    assert facts["rule"] == "deal"


@cases(
    "cards, words",
    [
        (1, "deals 1 card each, 10 left"),
        (2, "deals 2 cards each, 6 left"),
        ([1, 2, 2, 2], "deals 1 or 2 cards, 2 to seat 0, seat 2 and seat 3, 7"),
    ],
)
def test_the_deal_names_the_cards_for_all_or_by_seat(cards, words):
    game = replace(TOY, deal=lambda players, number, dealer, _rules: deal_round(players, number, dealer, cards, 14))

    assert words in ask(game, DEAL).why


def test_where_the_cards_decide_who_comes_first_no_seat_is_named():
    game = replace(TOY, deal=lambda *table: deal_round(*table[:3], 1, 20)._replace(opening="the 2♣"))
    facts = answer(game, DEAL)

    assert facts["answer"] == {"dealer": 0, "cards": [1, 1, 1, 1], "left": 16, "first": None}
    assert facts["why"].endswith("16 left over; whoever holds the 2♣ comes first")


NOT_THERE = "who dealt first: nobody sits there, choose seat 0, seat 1, seat 2 or seat 3"


@cases(
    "facts, message",
    [
        ({"players": 2}, "Toy is for 3 to 4 players, not 2"),
        ({"players": 10**14}, "Toy is for 3 to 4 players, not 100000000000000"),
        ({"players": -1}, "Toy is for 3 to 4 players, not −1"),
        ({"first_dealer": 4}, NOT_THERE),
        ({"first_dealer": -1}, NOT_THERE),
        ({"round": 0}, "the first bout is number 1, not 0"),
        ({"round": -3}, "the first bout is number 1, not −3"),
        ({"round": 5}, "with 4 players the game has 4 bouts"),
        ({"round": True}, "Which bout? Enter a whole number, not true or false"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(facts, message):
    assert refusal(ask, TOY, DEAL | facts)[0] == message
