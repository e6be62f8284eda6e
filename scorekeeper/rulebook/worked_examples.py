"""Worked examples and rulings on a rules page. Every number and answer comes from the game."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

import msgspec

from games.core import referee, scoresheet
from games.core.definition import Game, MatchState
from games.core.errors import Impossible, ImpossibleRound
from games.core.examples import EXAMPLE_NAMES, WorkedExample, WorkedRuling, read_examples
from games.core.house_rules import HouseRules
from games.core.schema import read
from games.core.scorecard import ScoreLine, Status
from games.core.text import listed, minus, signed
from scorekeeper.rulebook.nearest_example import ExampleSearch
from scorekeeper.rulebook.wording import (
    AnswerCard,
    FactText,
    HouseRuleText,
    answer_cards,
    cards_of,
    facts_of,
    find_keys,
    house_rule_texts,
    question_facts,
    ruling_text,
    sum_text,
    with_names,
)

NOT_POSSIBLE = "Not possible by your house rules"
# Instead of a refusal that has nothing to do with what the example is about.
NOTHING_LIKE_IT = "by your house rules there is no such {round_name}"
NUMERAL = re.compile(r"\d+")


class ExampleSide(NamedTuple):
    name: str
    lines: tuple[ScoreLine, ...]
    before: int
    points: int
    total: int
    status: str

    @property
    def running(self) -> str:
        return sum_text(self.before, [self.points])


@dataclass(frozen=True)
class ScoredExample:
    """The last round of an example, or why it is refused. `is_as_written`: with the words of its author."""

    example: WorkedExample
    facts: list[FactText]
    sides: list[ExampleSide]
    house_rules: list[HouseRuleText]
    winners: list[str]
    refused: str = ""
    is_as_written: bool = True

    @property
    def shows_totals(self) -> bool:
        return self.example.totals is not None or len(self.example.rounds) > 1


def score_example(game: Game, example: WorkedExample) -> ScoredExample:
    differing = _differing(game, example.house_rules)
    try:
        _, state, scorecard = scoresheet.play(example.sheet(game))
    except ImpossibleRound as error:
        # The round that is refused may be before the last.
        example = msgspec.structs.replace(example, rounds=example.rounds[: error.number])
        _, _, message = error.message.partition(f" {error.number}: ")
        return ScoredExample(example, _refused_facts(game, example), [], differing, [], message)
    except Impossible as error:
        return ScoredExample(example, _refused_facts(game, example), [], differing, [], error.message)
    before = _before(game, example)
    facts = facts_of(state.rounds[-1].facts, before)
    winners = [state.side_names[side] for side in scorecard.winners]
    return ScoredExample(example, facts, list(_sides(state, before)), differing, winners)


def score_examples_at_table(
    game: Game, examples: Iterable[WorkedExample], table: HouseRules
) -> Iterator[ScoredExample]:
    """Score examples by the house rules of a table.

    What an author wrote is shown where it is true there. Elsewhere the facts are scored anew, or the nearest that the
    table can play, under a title made of the outcome. What looks the same is shown once in a section.
    """
    search = ExampleSearch(game, table)
    scored = [_score_at_table(search, example) for example in examples]
    # The author's own examples stay, even where another one comes to the same.
    shown = [_shown(worked) for worked in scored if worked.is_as_written]
    titles = {(worked.example.rule, worked.example.title) for worked in scored if worked.is_as_written}
    for worked in scored:
        rule = worked.example.rule
        if worked.is_as_written:
            yield worked
        elif _shown(worked) not in shown:
            shown.append(_shown(worked))
            title = next(title for title in _titles(worked) if (rule, title) not in titles)
            titles.add((rule, title))
            yield replace(worked, example=msgspec.structs.replace(worked.example, title=title, why=""))


def _shown(worked: ScoredExample) -> tuple[Any, ...]:
    if worked.refused:
        return worked.example.rule, worked.refused
    return worked.example.rule, worked.facts, [side.lines for side in worked.sides], worked.winners


def _titles(worked: ScoredExample) -> Iterator[str]:
    """Yield titles made of the outcome at a table, the best first: the winners, reasons of points, the points."""
    if worked.refused:
        # The words of its author, where it is refused for the reason it was written for.
        is_own = worked.example.refused and worked.example.refused in worked.refused
        if (is_own or not worked.facts) and not NUMERAL.search(worked.example.title):
            yield worked.example.title
        yield from (NOT_POSSIBLE, "Not possible either")
    if worked.winners and worked.example.winners:
        names, total = listed(worked.winners), max(side.total for side in worked.sides if side.name in worked.winners)
        yield f"{names} {'win' if len(worked.winners) > 1 or ' & ' in names else 'wins'} with {minus(total)}"
    lines = [line for side in worked.sides for line in side.lines]
    for line in sorted(lines, key=lambda line: line.rule != worked.example.rule):
        # “Bid 4, took 6” of “bid 4, took 6: 10 × 4”; the name of a card alone is no title.
        head, _, _ = line.reason.partition(": ")
        if " " in head:
            yield from (text[0].upper() + text[1:] for text in (head, line.reason))
    points = listed([f"{side.name} {signed(side.points)}" for side in worked.sides]) or NOT_POSSIBLE
    yield points
    yield from (f"{points} ({number})" for number in count(2))


def _score_at_table(search: ExampleSearch, example: WorkedExample) -> ScoredExample:
    game, table = search.game, search.table
    at_table = msgspec.structs.replace(example, house_rules=table.differing)
    scored = score_example(game, at_table)
    if scored.refused and (not example.refused or example.refused not in scored.refused):
        nearest = None if example.refused else search.nearest_example(example)
        nearest = nearest or search.nearest_refusal(example)
        if nearest:
            scored = score_example(game, nearest)
        else:
            scored = replace(scored, facts=[], refused=NOTHING_LIKE_IT.format(round_name=game.round_name))
    return replace(scored, house_rules=[], is_as_written=is_true_at_table(game, example, table))


def is_true_at_table(game: Game, example: WorkedExample, table: HouseRules) -> bool:
    """Return whether an example comes out at a table as its author wrote."""
    at_table = msgspec.structs.replace(example, house_rules=table.differing)
    if not _agrees(example.house_rules, table) or _outcome(game, example) != _outcome(game, at_table):
        return False
    # Where a house rule changes the rule of an example, its words may speak of a limit that only the status shows.
    is_about_differing = any(table.options[name].rule == example.rule for name in table.differing)
    return not is_about_differing or _statuses(game, example) == _statuses(game, at_table)


def _statuses(game: Game, example: WorkedExample) -> tuple[Status, ...]:
    with suppress(Impossible):
        _, state, _ = scoresheet.play(example.sheet(game))
        return state.statuses
    return ()


def _agrees(house_rules: Mapping[str, Any], table: HouseRules) -> bool:
    """Whether a table plays by the house rules that an example is about."""
    options = table.options
    return all(
        name in options and options[name].accepts(value) and options[name].normalize(value) == table.in_force[name]
        for name, value in house_rules.items()
    )


def _outcome(game: Game, example: WorkedExample) -> Any:
    """Return what the words of an example may speak of: points, reasons, totals and winners, or the refusal."""
    try:
        _, state, scorecard = scoresheet.play(example.sheet(game))
    except Impossible as error:
        return error.message
    return [scored.lines for scored in state.rounds], state.totals, scorecard.winners


def status_text(state: MatchState, side: int) -> str:
    return ", ".join(one.text for one in state.statuses if one.side == side)


def _sides(state: MatchState, before: MatchState) -> Iterator[ExampleSide]:
    scored = state.rounds[-1]
    for side, name in enumerate(state.side_names):
        lines = tuple(line for line in scored.lines if line.side == side)
        total = scored.totals[side]
        yield ExampleSide(name, lines, before.totals[side], scored.points[side], total, status_text(state, side))


def _before(game: Game, example: WorkedExample) -> MatchState:
    table = game.table(EXAMPLE_NAMES[: example.players], example.first_dealer, example.house_rules)
    return game.replay(table, [read(facts, game.facts) for facts in example.rounds[:-1]])


def _refused_facts(game: Game, example: WorkedExample) -> list[FactText]:
    """Return the facts of an impossible round; nothing where the form cannot show them."""
    try:
        return facts_of(read(example.rounds[-1], game.facts), _before(game, example))
    except (Impossible, LookupError, TypeError, ValueError):
        return []


def _differing(game: Game, house_rules: Mapping[str, Any]) -> list[HouseRuleText]:
    try:
        return [rule for rule in house_rule_texts(game, HouseRules(game.house_rules, house_rules)) if rule.differs]
    except Impossible:
        return []


@dataclass(frozen=True)
class AnsweredRuling:
    """`rule`: the anchor of the section it is shown in; `refused`: why the question is impossible."""

    question: WorkedRuling
    title: str
    facts: list[FactText]
    house_rules: list[HouseRuleText]
    rule: str
    answer: str = ""
    cards: list[AnswerCard] = field(default_factory=list)
    why: str = ""
    refused: str = ""

    @property
    def has_own_title(self) -> bool:
        return self.question.title != self.title


# Up to 50 ms of processor time, for each table's rules as well as the printed ones.
@lru_cache(maxsize=200)
def answer_questions(game: Game) -> tuple[AnsweredRuling, ...]:
    """Answer questions by their own house rules. A refused one is shown where the last question of its kind is."""
    last_rule: dict[str, str] = {}
    answered = []
    for question in read_examples(game).ruling:
        answered.append(_answer_question(game, question, last_rule))
        last_rule[question.question["ask"]] = answered[-1].rule
    return tuple(answered)


def answer_questions_at_table(game: Game, table: HouseRules, players: int | None = None) -> Iterator[AnsweredRuling]:
    """Answer questions by the house rules of a table, without titles that are not true there.

    A question about another number of `players` is asked about theirs. What looks the same is shown once in a section;
    a question that the table refuses, such as one about a card that is not in its pack, only where that section answers
    no other question of its kind.
    """
    answered, last_rule = [], dict[str, str]()
    for printed in answer_questions(game):
        question, own = printed.question, printed.question.question.get("house_rules", {})
        last_rule[question.question["ask"]] = printed.rule
        theirs = _about_players(question.question, players)
        asked = msgspec.structs.replace(question, question=theirs | {"house_rules": table.differing})
        at_table = replace(_answer_question(game, asked, last_rule), house_rules=[])
        is_same = (at_table.answer, at_table.why, at_table.refused) == (printed.answer, printed.why, printed.refused)
        if not is_same or theirs != question.question or not _agrees(own, table):
            at_table = replace(at_table, question=msgspec.structs.replace(asked, title=at_table.title))
        if at_table.refused and not printed.refused:
            at_table = _in_own_cards(game, at_table, printed)
        answered.append((at_table, at_table.refused and not printed.refused))
    possible = {(ruled.rule, ruled.title) for ruled, _ in answered if not ruled.refused}
    shown = [_shown_answer(ruled) for ruled, _ in answered if ruled.has_own_title]
    for ruled, is_refused_here in answered:
        if ruled.has_own_title:
            yield ruled
        elif _shown_answer(ruled) not in shown and not (is_refused_here and (ruled.rule, ruled.title) in possible):
            shown.append(_shown_answer(ruled))
            yield ruled


def _about_players(question: dict[str, Any], players: int | None) -> dict[str, Any]:
    """Return the question about so many players, if it says how many there are."""
    if players is None or question.get("players", players) == players:
        return question
    seat = {"first_dealer": question["first_dealer"] % players} if "first_dealer" in question else {}
    return question | {"players": players} | seat


def _shown_answer(ruled: AnsweredRuling) -> tuple[Any, ...]:
    return ruled.rule, ruled.title, ruled.refused or (ruled.facts, ruled.answer, ruled.why)


def _in_own_cards(game: Game, refused: AnsweredRuling, printed: AnsweredRuling) -> AnsweredRuling:
    """Return a refused question with its cards drawn and called as in the deck it was written for."""
    message = refused.refused
    for code, key in cards_of(
        game, HouseRules(game.house_rules, printed.question.question.get("house_rules", {}))
    ).items():
        message = message.replace(f"“{code}”", f"“{key.spoken or key.label}”")
    return replace(refused, facts=printed.facts, refused=message)


def _answer_question(game: Game, question: WorkedRuling, last_rule: dict[str, str]) -> AnsweredRuling:
    given = {name: value for name, value in question.question.items() if name not in ("ask", "house_rules")}
    ask, own = question.question["ask"], question.question.get("house_rules", {})
    differing = _differing(game, own)
    kind = referee.questions(game)[ask]
    facts = _question_facts(game, kind, given, own)
    try:
        ruling = referee.ask(game, question.question)
    except Impossible as error:
        rule = question.rule or last_rule.get(ask, "")
        return AnsweredRuling(question, kind.title, facts, differing, rule, refused=with_names(error.message))
    cards = cards_of(game, HouseRules(game.house_rules, own))
    answer, why = ruling_text(kind, given, ruling, cards), with_names(ruling.why)
    picked = answer_cards(find_keys(given.get(kind.picks), cards), ruling.answer)
    return AnsweredRuling(question, kind.title, facts, differing, ruling.rule, answer, picked, why)


def _question_facts(
    game: Game, kind: type[referee.Question], given: Mapping[str, Any], house_rules: dict[str, Any]
) -> list[FactText]:
    """Return what is asked in the words of the referee's page; nothing where that cannot show it."""
    try:
        return question_facts(game, kind, given, HouseRules(game.house_rules, house_rules))
    except (Impossible, LookupError, TypeError, ValueError):
        return []
