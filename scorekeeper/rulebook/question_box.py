"""The question box: the section that answers, an earlier ruling of the table, and the referee's form filled in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core.definition import Game
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.matches.presets import usual_rules
from scorekeeper.rulebook.asked_game import (
    card_stems,
    game_named_alone,
    game_of_words,
    games_with_rules,
    named_game,
    without_name,
)
from scorekeeper.rulebook.calculator import Calculator, read_question
from scorekeeper.rulebook.claims import Claim, read_claims
from scorekeeper.rulebook.guide import read_guide
from scorekeeper.rulebook.models import MAX_QUESTION_LENGTH, TableRuling, latest_note, rulings_of
from scorekeeper.rulebook.named_cards import referee_question
from scorekeeper.rulebook.referee_page import KnownFacts, RefereeForm
from scorekeeper.rulebook.rules_page import RulesPage, read_rules
from scorekeeper.rulebook.search import SearchHit, hits_in
from scorekeeper.rulebook.search_words import MINOR_STEMS, NUMBERS, WORDS, stem, words_of

# Sections shown below the answer.
MAX_FURTHER_SECTIONS = 2
# A game is chosen if its best section scores this many times as much as any other; otherwise the page asks for it.
MIN_LEAD_FACTOR = 1.25
# Minimum score of a section that answers, and if the question names its game: “what is concealed in Bolivia”.
MIN_SCORE, MIN_SCORE_OF_NAMED_GAME = 2.1, 1.0
# Odds, advice and history: no rule tells of them, whatever else the question has.
NO_RULE_STEMS = frozenset(map(stem, WORDS["no_rule"].split()))
# How many play, other than at the match: “8 players round 10”.
PLAYERS = re.compile(
    r"\b(\d{1,2}) (?:players?|people|persons|of us)\b|\bwe are (?:only )?(\d{1,2})\b"
    r"|\b(?:who|how|what|which) .*\bwith (\d{1,2})$"
)
# Two questions count as the same from this share of common stems (Jaccard index).
MIN_SIMILARITY = 0.5


@dataclass(frozen=True)
class BoxAnswer:
    """The answer to a question. `game`: the game whose rules answer it; None if that is unclear.

    `hits`: the sections that fit best, the best first. `earlier_ruling`: of this club. `candidates`: the best section
    of each possible game. `named_game`: set if the question is only the name of a game, perhaps of another one.
    """

    question: str
    game: Game | None
    match: Match | None
    hits: Sequence[SearchHit] = ()
    earlier_ruling: TableRuling | None = None
    referee: RefereeForm | None = None
    calculator: Calculator | None = None
    candidates: Sequence[SearchHit] = ()
    named_game: Game | None = None
    claims: Sequence[Claim] = ()

    @property
    def right(self) -> list[str]:
        """Names of the people who claim the points that were worked out, if there are several claims."""
        results = self.calculator.results if self.calculator else []
        if len(self.claims) < 2 or not results or not results[0].is_total:
            return []
        return [claim.speaker for claim in self.claims if claim.points == results[0].points]

    @property
    def computed(self) -> list[str]:
        """The anchors of the rules by which the calculator or the referee answers."""
        if self.calculator:
            return self.calculator.rules
        return [self.referee.answer.ruling.rule] if self.referee and self.referee.answer else []

    @property
    def hit(self) -> SearchHit | None:
        """The section that answers; None if none fits well."""
        best = self.hits[0] if self.hits and not self.candidates else None
        return best if best and (best.anchor in self.computed or _is_answer(best, self.question, self.match)) else None

    @property
    def further(self) -> Sequence[SearchHit]:
        """Further sections that answer; without an answer, the nearest ones."""
        if self.hit is None:
            return self.hits[: 1 + MAX_FURTHER_SECTIONS]
        return self.hits[1 : 1 + MAX_FURTHER_SECTIONS]


def warm_up() -> None:
    """Prepare the rules of all games at the start: the first question waited 350 to 870 ms for them."""
    for game in games_with_rules(None):
        card_stems(game)
        hits_in([game.name], read_rules(game))
        referee_question(game.name, game, KnownFacts())


def ask_box(question: str, club: Club | None, match: Match | None = None, game: Game | None = None) -> BoxAnswer:
    """Answer a question about a match, by its house rules; about a game; or about whichever game it fits."""
    question = question.strip()
    if len(question) > MAX_QUESTION_LENGTH:
        # The rest is not read, so nothing is worked out.
        return replace(ask_box(question[:MAX_QUESTION_LENGTH], club, match, game), referee=None, calculator=None)
    if named := game_named_alone(question, club, _rules_of(match.game, match, club) if match else None):
        return BoxAnswer(question, named, None, named_game=named)
    game = match.game if match else game or named_game(question, club)
    if game is None and (ruling := _find_ruling(question, rulings_of(club))):
        game = ruling.game
    return _ask_in_game(question, club, match, game) if game else _ask_in_all_games(question, club)


def _ask_in_all_games(question: str, club: Club | None) -> BoxAnswer:
    texts = _texts_of(*read_claims(question))
    of_guide = _hits_in_guide(texts, None, None, ())
    best = [hits[0] for game in games_with_rules(club) if (hits := hits_in(texts, _rules_of(game, None, club)))]
    hits = sorted(best, key=lambda hit: -hit.score)
    if of_guide and of_guide[0].score > max((hit.score for hit in hits), default=0):
        return BoxAnswer(question, None, None, of_guide)
    good = [hit for hit in hits if _is_answer(hit, question)]
    if not good or (len(good) > 1 and good[0].score < MIN_LEAD_FACTOR * good[1].score):
        return BoxAnswer(question, None, None, hits, candidates=good)
    return _ask_in_game(question, club, None, good[0].place.game)


def _ask_in_game(question: str, club: Club | None, match: Match | None, game: Game) -> BoxAnswer:
    asked, claims = read_claims(question)
    texts, known = _texts_of(asked, claims), KnownFacts.at(match) if match else KnownFacts()
    of_guide = _hits_in_guide(texts, game, match, known.names)
    rules = _rules_of(game, match, club, _players_said(question))
    if match and not of_guide and (other := game_of_words(question, rules, club)):
        return BoxAnswer(question, other, None, named_game=other)
    # If several people argue, only the question beside their claims is worked out.
    calculator = read_question(asked, game, known)
    if calculator and not all(claim.is_of_points for claim in claims):
        # “Bob says 90 with two 14s”: the round may be another one.
        calculator = replace(calculator, unread=True)
    referee = None if calculator else referee_question(asked if len(claims) > 1 else texts[0], game, known)
    ruling = _find_ruling(question, rulings_of(club, game))
    box = BoxAnswer(question, game, match, (), ruling, referee, calculator, claims=claims)
    # At a match “hearts” is a suit, and nobody has to name the game.
    hits = hits_in(texts if match else [without_name(text, game) for text in texts], rules, match, box.computed)
    if not box.computed:
        hits = sorted([*of_guide, *hits], key=lambda hit: -hit.score)
    if hits and hits[0].page.is_guide:
        # A question about the app is not asked back by the referee or the calculator.
        return BoxAnswer(question, game, match, hits, ruling)
    return replace(box, hits=hits)


def _texts_of(asked: str, claims: Sequence[Claim]) -> list[str]:
    """Return the question with each of its claims, as texts to search for."""
    return [f"{asked} {claim.text}" for claim in claims] or [asked]


def _hits_in_guide(
    texts: Sequence[str], game: Game | None, match: Match | None, names: Sequence[str]
) -> list[SearchHit]:
    """Return the sections about the app that answer a question; the names of players count as “player” there."""
    guide, folded_names = read_guide(game), {word for name in names for word in words_of(name)}
    texts = [" ".join("player" if word in folded_names else word for word in words_of(text)) for text in texts]
    return [hit for hit in hits_in(texts, guide, match) if hit.score >= MIN_SCORE]


def _is_answer(hit: SearchHit, question: str, match: Match | None = None) -> bool:
    """Return whether a section is about enough of a question to answer it."""
    # At a match “hearts” is a suit.
    names_game = match is None and without_name(question, hit.place.game) != question
    enough = hit.score >= (MIN_SCORE_OF_NAMED_GAME if names_game else MIN_SCORE)
    return enough and NO_RULE_STEMS.isdisjoint(map(stem, words_of(question)))


def _players_said(question: str) -> int | None:
    """Return the number of players that a question names: “who leads with five”."""
    said = PLAYERS.search(" ".join(NUMBERS.get(word, word) for word in words_of(question)))
    return int(next(filter(None, said.groups()))) if said else None


def _rules_of(game: Game, match: Match | None, club: Club | None, said: int | None = None) -> RulesPage:
    """Return the rules of a game or a match, for as many as play there, or for as many as are `said`."""
    rules, players = (match.initial_state.rules, len(match.seats_at_table)) if match else (None, None)
    players = said if players and said in game.seats else players
    if game.is_named and not match:
        rules = usual_rules(club, game)
    return read_rules(game, rules, players, latest_note(club, game))


def _find_ruling(question: str, rulings: Sequence[TableRuling]) -> TableRuling | None:
    stems = _content_stems(question)

    def similarity(ruling: TableRuling) -> float:
        others = _content_stems(ruling.question)
        return len(stems & others) / max(len(stems | others), 1)

    nearest = max(rulings, key=similarity, default=None)
    return nearest if nearest and similarity(nearest) >= MIN_SIMILARITY else None


def _content_stems(question: str) -> set[str]:
    stems = set(map(stem, words_of(question)))
    return stems - MINOR_STEMS or stems
