"""The question box: one answer in a sentence, what the table decided before, and the referee with the cards named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.definition import Game
from games.core.registry import games
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.rulebook.models import MAX_QUESTION_LENGTH, TableRuling, rulings_of
from scorekeeper.rulebook.named_cards import referee_question
from scorekeeper.rulebook.referee_page import KnownFacts, RefereeQuestion
from scorekeeper.rulebook.rules_page import RulesPage, read_rules
from scorekeeper.rulebook.search import SearchHit, hits_in, read_question
from scorekeeper.rulebook.search_words import MINOR_STEMS, folded, stem, words_of

# Sections shown below the answer.
MAX_FURTHER_SECTIONS = 2
# The best section of a game has to be this much better than that of any other, or the game is asked for.
CLEARLY_BETTER = 1.25
# A question was decided before if so much of both questions is the same.
SAME_QUESTION = 0.5


@dataclass(frozen=True)
class BoxAnswer:
    """What is shown for a question. `game`: whose rules are asked; None where it is not clear which.

    `hit`: the section that answers; without one the rules are silent. `decided`: what this club decided before.
    `unclear`: the best section of each game that may be meant.
    """

    question: str
    game: Game | None
    match: Match | None
    hit: SearchHit | None = None
    further: Sequence[SearchHit] = ()
    decided: TableRuling | None = None
    referee: RefereeQuestion | None = None
    unclear: Sequence[SearchHit] = ()


def ask_box(question: str, club: Club | None, match: Match | None = None, game: Game | None = None) -> BoxAnswer:
    """Answer a question about a match, by its house rules; about a game; or about whichever game it fits."""
    question = question.strip()[:MAX_QUESTION_LENGTH]
    game = match.game if match else game or _named_game(question)
    words = read_question(question)
    if game is None:
        hits = _best_of_each_game(words)
        if not hits or (len(hits) > 1 and hits[0].score < CLEARLY_BETTER * hits[1].score):
            return BoxAnswer(question, None, None, unclear=hits)
        game = hits[0].place.game
    hits = hits_in(words, _rules_of(game, match), match)
    return BoxAnswer(
        question, game, match, next(iter(hits), None), hits[1 : 1 + MAX_FURTHER_SECTIONS],
        decided=_decided_before(question, rulings_of(club, game)),
        referee=referee_question(question, game, KnownFacts.at(match) if match else KnownFacts()),
    )  # fmt: skip


def _rules_of(game: Game, match: Match | None) -> RulesPage:
    return read_rules(game, match.table.rules, len(match.names)) if match else read_rules(game)


def _named_game(question: str) -> Game | None:
    asked = " ".join(words_of(question))
    return next((game for game in games().values() if folded(game.name) in asked), None)


def _best_of_each_game(words: Sequence[dict[str, float]]) -> list[SearchHit]:
    best = [hits[0] for game in games().values() if (hits := hits_in(words, read_rules(game)))]
    return sorted(best, key=lambda hit: -hit.score)


def _decided_before(question: str, rulings: Sequence[TableRuling]) -> TableRuling | None:
    asked = _telling_words(question)
    alike = [(_likeness(asked, _telling_words(one.question)), one) for one in rulings]
    likeness, found = max(alike, key=lambda pair: pair[0], default=(0, None))
    return found if likeness >= SAME_QUESTION else None


def _telling_words(question: str) -> set[str]:
    stems = set(map(stem, words_of(question)))
    return stems - MINOR_STEMS or stems


def _likeness(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(len(one | other), 1)
