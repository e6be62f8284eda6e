"""“Teach me”: the steps of a first hand, with drawn cards and what the referee says to them."""

from typing import Any

import msgspec

from games.core import referee
from games.core.definition import Game
from games.core.examples import EXAMPLE_NAMES
from games.core.house_rules import HouseRules
from games.core.lessons import Lesson, LessonStep
from scorekeeper.rulebook.wording import PASS, Cards, answer_cards, cards_of, with_names
from scorekeeper.rulebook.worked_examples import differences_at_table, score_example


def first_hand_context(game: Game, lesson: Lesson) -> dict[str, Any]:
    cards = cards_of(game, HouseRules(game.house_rules, lesson.house_rules))
    steps = [_shown_step(game, lesson, step, cards) for step in lesson.step]
    return {"game": game, "steps": steps, "scored": score_example(game, lesson.example)}


def is_true_at(game: Game, lesson: Lesson, rules: HouseRules) -> bool:
    """Whether a table with these house rules deals, plays and scores the first hand as it is taught."""
    if differences_at_table(game, lesson.example, rules):
        return False
    players, number, dealer = lesson.players, len(lesson.rounds), lesson.first_dealer
    deal = game.deal_of(players, number, dealer, HouseRules(game.house_rules, lesson.house_rules))
    if deal != game.deal_of(players, number, dealer, rules):
        return False
    at_table = msgspec.structs.replace(lesson, house_rules=rules.differing)
    questions = [step for step in lesson.step if step.question]
    return all(ask_referee(game, lesson, step) == ask_referee(game, at_table, step) for step in questions)


def ask_referee(game: Game, lesson: Lesson, step: LessonStep) -> referee.Ruling:
    """Ask the question of a step under the house rules of its lesson; about its cards, if the question names none."""
    kind = referee.questions(game)[step.question["ask"]]
    question = {"house_rules": lesson.house_rules} | step.question
    if kind.picks in kind.__struct_fields__:
        question.setdefault(kind.picks, [code or None for play in step.cards for code in play.split() or [""]])
    return referee.ask(game, question)


def _shown_step(game: Game, lesson: Lesson, step: LessonStep, cards: Cards) -> dict[str, Any]:
    """Return a step with its drawn cards; those that are the referee's answer are lit."""
    ruling = ask_referee(game, lesson, step) if step.question else None
    picks = referee.questions(game)[step.question["ask"]].picks if ruling else ""
    keys = [[cards[code] for code in play.split()] or [PASS] for play in step.cards]
    all_cards = iter(answer_cards([key for play in keys for key in play], ruling.answer if ruling and picks else ()))
    # Cards without a player are only shown.
    names = [EXAMPLE_NAMES[seat] for seat in step.seats] or [""] * len(keys)
    plays = [(name, [next(all_cards) for _ in play]) for name, play in zip(names, keys, strict=True)]
    lit = any(card.lit for _, play in plays for card in play)
    return {"text": step.text, "plays": plays, "lit": lit, "why": with_names(ruling.why) if ruling else ""}
