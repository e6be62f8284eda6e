"""The game that a question is about: by its name, or by a word that only its rules have."""

from __future__ import annotations

from functools import cache

from games.core.definition import Game
from games.core.house_rules import HouseRules
from games.core.registry import games
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Match
from scorekeeper.rulebook.models import noted_games
from scorekeeper.rulebook.rules_page import RulesPage, read_rules
from scorekeeper.rulebook.search import dictionary, index_of
from scorekeeper.rulebook.search_words import MINOR_STEMS, SUIT_OF_A_CARD, stem, words_of

# Words that a question may have besides the name of a game without being about its rules.
GAME_STOP_WORDS = frozenset(words_of("the a of how to do we you I can play rules rule game for what is are about"))


def games_with_rules(club: Club | None) -> list[Game]:
    """Return the games that have rules here, and those whose rules the club wrote."""
    return [*(game for game in games().values() if not game.requires_name), *noted_games(club)]


def named_game(question: str, club: Club | None) -> Game | None:
    """Return the game that a question names: one that has rules, or that the club has played."""
    text = " ".join(words_of(SUIT_OF_A_CARD.sub(" ", question)))
    bases = [game for game in games().values() if game.requires_name]
    played = [base.with_name(name) for base in bases for name in Match.objects.names_of(club, base)] if club else []
    named = ((game, " ".join(words_of(game.name))) for game in [*games_with_rules(club), *played])
    # A name typed by players may have no words: an emoji.
    return next((game for game, name in named if name and f" {name} " in f" {text} "), None)


def without_name(question: str, game: Game) -> str:
    """Return a question without the name of its game, unless it is nothing else."""
    text, name = f" {' '.join(words_of(question))} ", f" {' '.join(words_of(game.name))} "
    return text.replace(name, " ").strip() or question if name in text else question


def game_named_alone(question: str, club: Club | None, rules: RulesPage | None) -> Game | None:
    """Return the game if the question is only one of its names.

    `rules`: of the match; if they have these words, they are asked about: in most games “hearts” is a suit.
    """
    words = [word for word in words_of(question) if word not in GAME_STOP_WORDS]
    if not words or (rules and index_of(rules).rarity.keys() >= set(map(stem, words))):
        return None
    known = [game.with_name(name) for game in games().values() for name in game.known_names or ()]
    named = (
        game
        for game in [*games_with_rules(club), *known]
        for name in (game.name, *game.other_names)
        if words == words_of(name)
    )
    return next(named, None)


def game_of_words(question: str, rules: RulesPage, club: Club | None) -> Game | None:
    """Return the other game that alone has a card in question, or all its words if these rules have none of them."""
    # Single letters are cards of many games.
    words = {stem(word): word for word in words_of(question) if word.isalpha() and len(word) > 1}
    stems, cards = words.keys() - MINOR_STEMS, card_stems(rules.game)
    known = index_of(rules).rarity.keys() | cards
    unknown = {base for base in stems if known.isdisjoint({base, *dictionary().meanings(words[base])})}
    others = [game for game in games_with_rules(club) if game.key != rules.game.key]
    # A question that names a card of this game, too, is asked of this one.
    owners = [game for game in others if unknown & card_stems(game) and not stems & cards]
    if not owners and unknown == stems:
        owners = [game for game in others if stems and stems <= index_of(read_rules(game)).rarity.keys()]
    return owners[0] if len(owners) == 1 else None


# 80 ms of processor time for all games, and a question asks for each of them.
@cache
def card_stems(game: Game) -> frozenset[str]:
    """Return the words of the cards of a game that are called by a name, in all of its packs."""
    chosen = [{option.name: value} for option in game.house_rules for value in option.presets()]
    packs = [game.deck(HouseRules(game.house_rules, values)) for values in [{}, *chosen]]
    names = {key.spoken or key.label for pack in packs for row in pack.rows for key in row}
    return frozenset(stem(word) for name in names if name.replace(" ", "").isalpha() for word in words_of(name))
