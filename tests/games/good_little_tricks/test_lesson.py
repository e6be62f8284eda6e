"""The first round that is taught, dealt and played again card by card."""

from games.core.lessons import read_lesson
from games.core.referee import ask
from games.good_little_tricks.game import GAME

LESSON = read_lesson(GAME)


def test_every_card_may_be_played_and_every_suit_goes_to_who_is_said_to_collect_it():
    """The referee's replay refuses a card that could not be played by the hands the tricks leave."""
    cards = [card for trick in LESSON.tricks for card in trick]
    first = (LESSON.first_dealer + 1) % LESSON.players
    replayed = ask(GAME, {"ask": "replay", "players": LESSON.players, "first": first, "cards": cards}).answer

    assert replayed["collected"] == LESSON.rounds[-1]["suits"]
    assert replayed["trump"] is None
    for trick in replayed["tricks"]:
        for place, card in enumerate(trick["cards"]):
            assert card in LESSON.hands[(trick["leader"] + place) % LESSON.players].split()


def test_a_step_names_the_trump_and_the_players_of_its_trick():
    cards = [card for trick in LESSON.tricks for card in trick]
    first = (LESSON.first_dealer + 1) % LESSON.players
    tricks = ask(GAME, {"ask": "replay", "players": LESSON.players, "first": first, "cards": cards}).answer["tricks"]
    for step in LESSON.step:
        if step.question.get("ask") == "winner":
            trick = tricks[LESSON.tricks.index(step.cards)]
            assert step.question["trump"] == trick["trump"]
            assert step.seats == [(trick["leader"] + place) % LESSON.players for place in range(LESSON.players)]
        if step.question.get("ask") == "legal":
            assert step.cards == [LESSON.hands[first]]
        if step.question.get("ask") == "trump":
            assert step.question["collected"] in [[], tricks[1]["collected"]]
