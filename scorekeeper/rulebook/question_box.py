"""The question box: the section that answers, an earlier ruling of the table, and the referee's form filled in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from games.core.definition import Game
from games.core.house_rules import HouseRules
from games.core.registry import games
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.matches.presets import usual_rules
from scorekeeper.rulebook.calculator import Calculator, read_question
from scorekeeper.rulebook.guide import read_guide
from scorekeeper.rulebook.models import MAX_QUESTION_LENGTH, TableRuling, latest_note, noted_games, rulings_of
from scorekeeper.rulebook.named_cards import referee_question
from scorekeeper.rulebook.referee_page import KnownFacts, RefereeForm
from scorekeeper.rulebook.rules_page import RulesPage, read_rules
from scorekeeper.rulebook.search import SearchHit, dictionary, hits_in, index_of
from scorekeeper.rulebook.search_words import (
    MINOR_STEMS,
    NUMBERS,
    SUIT_OF_A_CARD,
    WORDS,
    stem,
    words_of,
)

# Sections shown below the answer.
MAX_FURTHER_SECTIONS = 2
# A game is chosen if its best section scores this many times as much as any other; otherwise the page asks for it.
MIN_LEAD_FACTOR = 1.25
# Minimum score of a section that counts as an answer.
MIN_SCORE = 2.1
# Odds, advice and history: no rule tells of them, whatever else the question has.
NO_RULE_STEMS = frozenset(map(stem, WORDS["no_rule"].split()))
# Who says something: “bid 4, took 6, Ben says 40”.
SPEAKER = re.compile(
    r"(?:^|[,;:.] ?|\b)(?:and |but |while )?\b(?!who\b|nobody\b|dealer\b|player\b|bidder\b)(\w+) "
    r"(?:says?|said|claims?|thinks?|insists?|tells? (?:me|us))(?: that)?\b ?",
    re.IGNORECASE,
)
# Phrases behind what people argue about: “…, is that so?”
CLAIM = re.compile(
    r"[,;:]? *(?:is|are) (?:that|it|this|he|she|they) (?:so|right|true|correct|wrong)\W*$"
    r"|[,;:]? *(?:who is right|whos right|right|correct|true|or not?|or what)\W*$"
    r"|[,;]? (?:he|she|they) (?:says?|claims?)(?: (?:that|it).?s not allowed)?$",
    re.IGNORECASE,
)
# How many play, other than at the match: “8 players round 10”.
PLAYERS = re.compile(
    r"\b(\d{1,2}) (?:players?|people|persons|of us)\b|\bwe are (?:only )?(\d{1,2})\b"
    r"|\b(?:who|how|what|which) .*\bwith (\d{1,2})$"
)
# Words that a question may have besides the name of a game without being about its rules.
GAME_STOP_WORDS = frozenset(words_of("the a of how to do we you I can play rules rule game for what is are about"))
# Two questions count as the same from this share of common stems (Jaccard index).
MIN_SIMILARITY = 0.5


class Claim(NamedTuple):
    speaker: str
    text: str


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
        """Who claimed the points that were worked out, of several who claim nothing but points."""
        said = {claim.speaker: words_of(claim.text) for claim in self.claims}
        results = self.calculator.results if self.calculator else []
        points = {speaker: points_said(words) for speaker, words in said.items()}
        if len(points) < 2 or None in points.values() or not results or not results[0].is_total:
            return []
        return [speaker for speaker, number in points.items() if number == results[0].points]

    @property
    def hit(self) -> SearchHit | None:
        """The section that answers; None if none fits well."""
        if not self.hits or self.candidates:
            return None
        return self.hits[0] if self._is_computed or _is_answer(self.hits[0], self.question) else None

    @property
    def _is_computed(self) -> bool:
        """Whether the best section is the rule by which the referee or the calculator answers."""
        return self.hits[0].place.section.anchor in _rules_of_answer(self.calculator, self.referee)

    @property
    def further(self) -> Sequence[SearchHit]:
        """Further sections that answer; without an answer, the nearest ones."""
        if self.hit is None:
            return self.hits[: 1 + MAX_FURTHER_SECTIONS]
        return self.hits[1 : 1 + MAX_FURTHER_SECTIONS]


def points_said(words: Sequence[str]) -> int | None:
    """Return the points that a claim names; None if it says anything else."""
    numbers = [int(word) for word in words if word.isdecimal()]
    others = {stem(word) for word in words if not word.isdecimal()} - MINOR_STEMS - {stem("points"), "minus"}
    return None if others or len(numbers) != 1 else -numbers[0] if "minus" in words else numbers[0]


def warm_up() -> None:
    """Prepare the rules of all games at the start: the first question waited 350 to 870 ms for them."""
    for game in _games_of(None):
        card_stems(game)
        hits_in([game.name], read_rules(game))
        referee_question(game.name, game, KnownFacts())


def ask_box(question: str, club: Club | None, match: Match | None = None, game: Game | None = None) -> BoxAnswer:
    """Answer a question about a match, by its house rules; about a game; or about whichever game it fits."""
    question = question.strip()[:MAX_QUESTION_LENGTH]
    named = _game_named_alone(question, club)
    if named and not (match and _contain_all_words(_rules_of(match.game, match, club), question)):
        return BoxAnswer(question, named, None, named_game=named)
    game = match.game if match else game or _named_game(question, club)
    if game is None and (ruling := _find_ruling(question, rulings_of(club))):
        game = ruling.game
    asked, *said = SPEAKER.split(CLAIM.sub("", question))
    claims = [Claim(*pair) for pair in zip(said[::2], said[1::2], strict=True)]
    texts = [f"{asked} {claim.text}" for claim in claims] or [asked]
    known = KnownFacts.at(match) if match else KnownFacts()
    of_guide = _hits_in_guide(texts, game, match, known.names)
    if game is None:
        hits = _best_of_each_game(texts, club)
        if of_guide and of_guide[0].score > max((hit.score for hit in hits), default=0):
            return BoxAnswer(question, None, None, of_guide)
        good = [hit for hit in hits if _is_answer(hit, question)]
        if not good or (len(good) > 1 and good[0].score < MIN_LEAD_FACTOR * good[1].score):
            return BoxAnswer(question, None, None, hits, candidates=good)
        game = good[0].place.game
    rules = _rules_of(game, match, club, _players_said(question))
    if match and not of_guide and (other := _game_of_word(question, rules, club)):
        return BoxAnswer(question, other, None, named_game=other)
    # Of a round that people argue about only what comes before their claims is worked out.
    calculator = read_question(asked, game, known)
    referee = None if calculator else referee_question(asked if len(claims) > 1 else texts[0], game, known)
    # At a match “hearts” is a suit, and nobody has to name the game.
    texts = texts if match else [_without_name(text, game) for text in texts]
    computed = _rules_of_answer(calculator, referee)
    hits = hits_in(texts, rules, match, computed)
    ruling = _find_ruling(question, rulings_of(club, game))
    hits = hits if computed else sorted([*of_guide, *hits], key=lambda hit: -hit.score)
    if hits and hits[0].page.is_guide:
        # The referee and the calculator answer nothing, and would ask back.
        return BoxAnswer(question, game, match, hits, ruling)
    return BoxAnswer(question, game, match, hits, ruling, referee, calculator, claims=claims)


def _hits_in_guide(
    texts: Sequence[str], game: Game | None, match: Match | None, names: Sequence[str]
) -> list[SearchHit]:
    """Return the sections about the app that answer a question; the names of players count as “player” there."""
    guide, folded_names = read_guide(game), {word for name in names for word in words_of(name)}
    texts = [" ".join("player" if word in folded_names else word for word in words_of(text)) for text in texts]
    return [hit for hit in hits_in(texts, guide, match) if hit.score >= MIN_SCORE]


def _is_answer(hit: SearchHit, question: str) -> bool:
    """Return whether a section is about enough of a question to answer it."""
    return hit.score >= MIN_SCORE and NO_RULE_STEMS.isdisjoint(_content_words(question))


def _rules_of_answer(calculator: Calculator | None, referee: RefereeForm | None) -> list[str]:
    """Return the anchors of the rules that answer a question; [] if it is not answered."""
    if calculator:
        return calculator.rules
    return [referee.answer.ruling.rule] if referee and referee.answer else []


def _players_said(question: str) -> int | None:
    """Return the number of players that a question names: “who leads with five”."""
    said = PLAYERS.search(" ".join(NUMBERS.get(word, word) for word in words_of(question)))
    return int(next(filter(None, said.groups()))) if said else None


def _rules_of(game: Game, match: Match | None, club: Club | None, said: int | None = None) -> RulesPage:
    """Return the rules of a game or a match, for as many as play there, or for as many as are `said`."""
    rules, players = (match.initial_state.rules, len(match.names)) if match else (None, None)
    players = said if players and said in game.seats else players
    if game.is_named and not match:
        rules = usual_rules(club, game)
    return read_rules(game, rules, players, latest_note(club, game))


def _games_of(club: Club | None) -> list[Game]:
    """Return the games that may be meant: those with rules, and those whose rules the club wrote."""
    return [*(game for game in games().values() if not game.requires_name), *noted_games(club)]


def _named_games_of(club: Club | None) -> list[Game]:
    """Return the games that may be meant by their names: those that have rules, and those that the club has played."""
    bases = [game for game in games().values() if game.requires_name]
    played = [base.with_name(name) for base in bases for name in Match.objects.names_of(club, base)] if club else []
    return list({game.key: game for game in [*_games_of(club), *played]}.values())


def _named_game(question: str, club: Club | None) -> Game | None:
    text = " ".join(words_of(SUIT_OF_A_CARD.sub(" ", question)))
    named = ((game, " ".join(words_of(game.name))) for game in _named_games_of(club))
    # A name typed by players may have no words: an emoji.
    return next((game for game, name in named if name and f" {name} " in f" {text} "), None)


def _game_named_alone(question: str, club: Club | None) -> Game | None:
    """Return the game if the question is only its name or one of its other names."""
    words = [word for word in words_of(question) if word not in GAME_STOP_WORDS]
    for game in [*_games_of(club), *known_games()]:
        if words and words in [words_of(name) for name in (game.name, *game.other_names)]:
            return game
    return None


def _contain_all_words(rules: RulesPage, question: str) -> bool:
    """Return whether these rules contain all words of a question: in most games “hearts” is a suit, not a game."""
    stems = {stem(word) for word in words_of(question) if word not in GAME_STOP_WORDS}
    return stems <= index_of(rules).rarity.keys()


def _game_of_word(question: str, rules: RulesPage, club: Club | None) -> Game | None:
    """Return the other game that alone has a card that is named, or every word where these rules have none of them."""
    stems, unknown = _content_words(question).keys(), _unknown_words(question, rules)
    others = [game for game in _games_of(club) if game.key != rules.game.key]
    # A question that names a card of this game, too, is asked of this one.
    owners = [game for game in others if unknown & card_stems(game) and not stems & card_stems(rules.game)]
    if not owners and unknown == stems:
        owners = [game for game in others if stems and stems <= index_of(read_rules(game)).rarity.keys()]
    return owners[0] if len(owners) == 1 else None


def _content_words(question: str) -> dict[str, str]:
    """Return the words of a question that say what it is about, by their stems; single letters are cards."""
    words = {stem(word): word for word in words_of(question) if word.isalpha() and len(word) > 1}
    return {base: word for base, word in words.items() if base not in MINOR_STEMS}


def _unknown_words(question: str, rules: RulesPage) -> set[str]:
    """Return the stems of the words that these rules do not have in any meaning."""
    known = index_of(rules).rarity.keys() | card_stems(rules.game)
    words = _content_words(question).items()
    return {base for base, word in words if known.isdisjoint({base, *dictionary().meanings(word)})}


# 80 ms of processor time for all games, and a question asks for each of them.
@cache
def card_stems(game: Game) -> frozenset[str]:
    """Return the words of the cards of a game that are called by a name, in all of its packs."""
    names = (name for name in _card_names(game) if name.replace(" ", "").isalpha())
    return frozenset(stem(word) for name in names for word in words_of(name))


def _card_names(game: Game) -> set[str]:
    chosen = [{option.name: value} for option in game.house_rules for value in option.presets()]
    packs = [game.deck(HouseRules(game.house_rules, values)) for values in [{}, *chosen]]
    return {key.spoken or key.label for pack in packs for row in pack.rows for key in row}


def known_games() -> list[Game]:
    """Return the games that have no rules here, but a name that many people know."""
    return [game.with_name(name) for game in games().values() for name in game.known_names or ()]


def _without_name(question: str, game: Game) -> str:
    text, name = f" {' '.join(words_of(question))} ", f" {' '.join(words_of(game.name))} "
    return text.replace(name, " ").strip() or question if name in text else question


def _best_of_each_game(texts: Sequence[str], club: Club | None) -> list[SearchHit]:
    best = [hits[0] for game in _games_of(club) if (hits := hits_in(texts, _rules_of(game, None, club)))]
    return sorted(best, key=lambda hit: -hit.score)


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
