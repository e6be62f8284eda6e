"""House rules, facts, rulings, sums and results in words."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from games.core.cards import SYMBOLS
from games.core.definition import Game, MatchState
from games.core.examples import EXAMPLE_NAMES
from games.core.facts import RoundFacts
from games.core.house_rules import HouseRules, Option
from games.core.keypad import MARKS, EntryRow, EntrySection, Key
from games.core.prompts import QuestionContext, answers_of, asked_prompts
from games.core.referee import Question, Ruling
from games.core.round_form import Field, form_class, open_form
from games.core.schema import plain
from games.core.scorecard import Scorecard
from games.core.text import listed, minus, name_seats, ordinal, plural


@dataclass(frozen=True)
class HouseRuleText:
    option: Option
    value: Any

    @property
    def played(self) -> str:
        return self.option.label(self.value)

    @property
    def default(self) -> str:
        return self.option.label(self.option.default)

    @property
    def differs(self) -> bool:
        return bool(self.option.normalize(self.value) != self.option.normalize(self.option.default))


def house_rule_texts(game: Game, in_force: HouseRules | None = None, players: int | None = None) -> list[HouseRuleText]:
    """Return the house rules of a game with the values in force; given `players`, those that matter for them."""
    rules = in_force or HouseRules(game.house_rules, {})
    texts = [HouseRuleText(option, rules.in_force[option.name]) for option in game.house_rules]
    return [text for text in texts if players is None or text.differs or text.option.is_offered(players, rules)]


PASS = Key("pass", "pass")
CARD = re.compile(r"(10|[2-9JQKA])([SHDC])")


# The cards of a game as keys, by their codes.
Cards = Mapping[str, Key]


def cards_of(game: Game, rules: HouseRules | None = None) -> Cards:
    return {key.value: key for row in game.deck(rules or HouseRules(game.house_rules, {})).rows for key in row}


class FactText(NamedTuple):
    """A fact in words, or as cards to draw."""

    label: str
    value: str = ""
    cards: Sequence[Key] = ()


class AnswerCard(NamedTuple):
    key: Key
    lit: bool


def facts_of(facts: RoundFacts, before: MatchState) -> list[FactText]:
    """Return the facts of a round as the rows of its form; those of a grid question by question, or by answer."""
    form = open_form(before, form_class(before.game).answers_of(facts, before))
    given = {name: answer for name, answer in form.given().items() if name not in form.not_on_paper}
    cards = cards_of(before.game, before.rules)
    return [text for section in form.sections for text in _section_texts(section, form.fields, given, cards)]


def find_keys(value: Any, cards: Cards) -> list[Key]:
    """Return the keys of a card or a list of cards, in which None is a pass; [] if the value is neither."""
    codes = value if isinstance(value, (list, tuple)) else [value]
    shown: dict[Any, Key] = {None: PASS} | dict(cards)
    if not any(code in cards for code in codes if isinstance(code, str)):
        return []
    return [shown[code] for code in codes] if all(code is None or code in cards for code in codes) else []


def question_facts(game: Game, kind: type[Question], given: Mapping[str, Any], rules: HouseRules) -> list[FactText]:
    """Format the facts of a referee's question in the words of its page."""
    longest_list = max((len(value) for value in given.values() if isinstance(value, list)), default=0)
    players = given.get("players") or longest_list
    names = EXAMPLE_NAMES[: players if players in game.seats else game.seats[-1]]
    context, cards = QuestionContext(game, rules, names), cards_of(game, rules)
    answers, texts = answers_of(kind, context, given), []
    for fact, prompt in asked_prompts(kind, context).items():
        for name, field in prompt.fields(fact, context).items():
            if name in answers or given.get(fact) == []:
                texts.append(_key_text(field.label, field.keys_of(answers.get(name, "")), cards))
    return texts


def _key_text(label: str, keys: list[Key], cards: Cards) -> FactText:
    drawn = [cards.get(key.value) == key for key in keys]
    if any(drawn) and all(is_card or key.value == PASS.value for key, is_card in zip(keys, drawn, strict=True)):
        return FactText(label, cards=keys)
    return FactText(label, " ".join(map(_spoken, keys)) or "none")


def _spoken(key: Key) -> str:
    return key.spoken if key.tone.startswith("suit-") and key.label.isdecimal() else key.label


def value_text(value: Any, seats: Collection[str] = (), name: str = "", names: Sequence[str] = EXAMPLE_NAMES) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, dict):
        parts = {key.replace("_", " "): value_text(inner, seats, key, names) for key, inner in value.items()}
        return ", ".join(f"{key} {text}" for key, text in parts.items())
    if isinstance(value, (list, tuple)):
        are_cards = all(isinstance(inner, str) and not inner.islower() for inner in value)
        texts = [value_text(inner, seats, name, names) for inner in value]
        return (" " if are_cards else ", ").join(texts) or "nothing"
    if name in seats and type(value) is int and 0 <= value < len(names):
        return names[value]
    if value == "":
        return "nothing"
    text = str(value)
    card = CARD.fullmatch(text)
    return minus(f"{card[1]}{SYMBOLS[card[2]]}" if card else SYMBOLS.get(text, text))


def ruling_text(
    kind: type[Question], given: Mapping[str, Any], ruling: Ruling, cards: Cards, names: Sequence[str] = EXAMPLE_NAMES
) -> str:
    if ruling.short:
        return with_names(ruling.short, names)
    if kind.picks in given and type(ruling.answer) is int:
        played = [card for card in given[kind.picks][: ruling.answer + 1] if card is not None]
        return f"{value_text(_on_keys(played[-1], cards))}, the {ordinal(len(played))} card"
    whole = "answer" if kind.picks == "seats" else ""
    return value_text(_on_keys(plain(ruling.answer), cards), (*kind.seat_answers, "answer"), whole, names)


def _on_keys(answer: Any, cards: Cards) -> Any:
    """Replace the codes of jokers in an answer by the labels of their keys."""
    if isinstance(answer, list):
        return [_on_keys(part, cards) for part in answer]
    key = cards.get(answer) if isinstance(answer, str) else None
    return key.label if key and key.tone == "joker" else answer


def with_names(sentence: str, names: Sequence[str] = EXAMPLE_NAMES) -> str:
    """Replace “seat 1” by the name of the player there."""
    return name_seats(sentence, names)


def answer_cards(keys: Sequence[Key], answer: Any) -> list[AnswerCard]:
    """Return the cards an answer is about: the place of one of them, or the codes of some, are lit."""
    if isinstance(answer, int):
        return [AnswerCard(key, place == answer) for place, key in enumerate(keys)]
    return [AnswerCard(key, key.value in answer) for key in keys]


def _section_texts(
    section: EntrySection, questions: Mapping[str, Field], given: Mapping[str, str], cards: Cards
) -> Iterator[FactText]:
    if section.grid and section.title and all(len(row.questions) == 1 for row in section.rows):
        yield from _by_answer(section, questions, given)
    elif section.by_column:
        yield from (FactText(row.label, _by_side(row, questions, given)) for row in section.rows)
    elif section.grid:
        for name in (name for row in section.rows for name in row.questions if name in given):
            yield from _grid_texts(questions[name], given[name], cards)
    else:
        rows = [row for row in section.rows if set(row.questions) & given.keys()]
        yield from (_row_text(row, questions, given, cards) for row in rows)


def _by_answer(section: EntrySection, questions: Mapping[str, Field], given: Mapping[str, str]) -> Iterator[FactText]:
    """Group the rows that have the same answer: “Taken by Ada & Cleo: A, J, 3”."""
    rows = [(row.label, name) for row in section.rows for name in row.questions if name in given]
    for answer in dict.fromkeys(given[name] for _, name in rows):
        same = [(label, questions[name]) for label, name in rows if given[name] == answer]
        (key,) = (key for key in same[0][1].keys if key.value == answer)
        label = f"{section.title} {key.label}" if key.tone.startswith("side-") else key.label.capitalize()
        yield FactText(label, ", ".join(label for label, _ in same))


def _by_side(row: EntryRow, questions: Mapping[str, Field], given: Mapping[str, str]) -> str:
    """Return the answers of a column of a score sheet: “Ada 4, Ben 0”, or who has it."""
    texts = {
        name: ", ".join(text for _, text in questions[name].in_words(given[name]))
        for name in row.questions
        if name in given
    }
    return ", ".join(
        text if len(row.questions) == 1 else f"{questions[name].short} {text}" for name, text in texts.items()
    )


def _grid_texts(question: Field, answer: str, cards: Cards) -> Iterator[FactText]:
    texts = question.in_words(answer)
    if drawn := _drawn(question, answer, cards):
        yield FactText(texts[0][0], cards=drawn)
    else:
        yield from (FactText(label, minus(text)) for label, text in texts)


def _row_text(row: EntryRow, questions: Mapping[str, Field], given: Mapping[str, str], cards: Cards) -> FactText:
    drawn_of = {name: _drawn(questions[name], given[name], cards) for name in row.questions if name in given}
    in_words = {name: given[name] for name, drawn in drawn_of.items() if not drawn}
    label = row.label.lstrip(f"{MARKS} ")
    return FactText(label, ", ".join(_answers(row, questions, in_words)), [*chain(*drawn_of.values())])


def _drawn(question: Field, answer: str, cards: Cards) -> list[Key]:
    """Return the cards of an answer: of one key each, or one card of two keys, its rank and its suit."""
    if not question.many or question.no_spaces:
        return []
    return find_keys(answer.split(), cards) or find_keys("".join(answer.split()), cards)


def _answers(row: EntryRow, questions: Mapping[str, Field], given: Mapping[str, str]) -> Iterator[str]:
    for name in row.questions:
        if name in given:
            question = questions[name]
            text = ", ".join(text for _, text in question.in_words(given[name]))
            yield _answer(question.short, minus(text), alone=len(given.keys() & set(row.questions)) == 1)


def _answer(short: str, answer: str, *, alone: bool) -> str:
    """Return an answer with what it is of, where the row does not say it: “bid 5”, “10 points”, “went out”."""
    if not answer.isdecimal():
        return answer if alone else f"{short} {answer}"
    return plural(int(answer), short[:-1]) if short.endswith("s") and short.isalpha() else f"{short} {answer}"


def sum_text(first: int, others: Sequence[int]) -> str:
    """Format a sum: 30 + 3 − 100 = −67."""
    if not others:
        return minus(first)
    terms = "".join(f" − {-number}" if number < 0 else f" + {number}" for number in others)
    return f"{minus(first)}{terms} = {minus(first + sum(others))}"


def result_text(state: MatchState, scorecard: Scorecard) -> str:
    game, is_over = state.game, scorecard.finished
    if not scorecard.rounds:
        return "no points yet" if game.has_points else f"no {game.round_name} yet"
    if is_over and not scorecard.winners:
        return "nobody wins"
    leaders = scorecard.winners or [side for side in scorecard.playing if scorecard.places[side] == 1]
    names, total = listed([state.side_names[side] for side in leaders]), scorecard.totals[leaders[0]]
    won = minus(total) if game.has_points else f"{plural(total, game.round_name)} won"
    if len(leaders) > 1:
        shared = "win together" if not game.has_points and len(leaders) == len(scorecard.playing) else "share the win"
        return f"{names} {shared if is_over else 'are level'} with {won}"
    verb = "win" if is_over else "lead"
    return f"{names} {verb if ' & ' in names else f'{verb}s'} with {won}"
