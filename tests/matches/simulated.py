"""Clubs of made-up matches, and tables that do to them whatever a table can do."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random

from games.core.errors import Impossible
from games.core.registry import games
from games.core.scoresheet import Decision
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording, stand_ins, starting
from scorekeeper.matches.models import Match
from tests.games.every_game import fits, other_values
from tests.matches.factory import entry

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
MADE_UP = [game for game in games().values() if game.simulate]
FIRST = datetime(2025, 11, 20, 20, tzinfo=UTC)


def simulate_match(game, rng, rounds, *, any_rules=False):
    """A match of so many made-up rounds at most, on some evening of the months around the turn of a year.

    `any_rules`: by any house rules, their limits included; else by the usual ones.
    """
    players = rng.choice([count for count in game.seats if count <= len(NAMES)])
    names, rules = rng.sample(NAMES, players), fitting(game, players)
    rules |= {option.name: option.random_value(rng) for option in game.house_rules if option.changes_scale}
    for option in game.house_rules if any_rules else ():
        value = rng.choice([option.default, *other_values(game, option)])
        if rng.random() < 0.5 and fits(game, players, rules | {option.name: value}):
            rules |= {option.name: value}
    match = starting.start_match(Club.get_default(), game, names, 0, rules)
    moment = FIRST + timedelta(days=rng.randrange(90), minutes=rng.randrange(600))
    Match.objects.filter(pk=match.pk).update(started=moment, night_date=match.club.night_date_of(moment))
    match = Match.objects.get(pk=match.pk)
    play_on(match, rng, rounds)
    return match


def fitting(game, players):
    """House rules by which so many can play: the first deck that does, where the usual one does not."""
    for option in game.house_rules:
        for value in option.presets():
            try:
                game.table(NAMES[:players], 0, {option.name: value})
            except Impossible:
                continue
            return {option.name: value}
    return {}


def play_on(match, rng, rounds):
    """Play so many more rounds, as long as the match goes on."""
    for _ in range(rounds):
        if match.is_open:
            recording.play(match, match.game.simulate(rng, match.state), entry(match))


def do_something(match, rng):
    """Do what a table does to a match, as it can: play, insert, correct, delete, note, seat, undo, end, decide."""
    doings = [_play, _insert, _correct, _delete, _note, _seat, _reseat, _put_right, _undo, _undo, _call_over, _decide]
    doing = rng.choice(doings)
    with suppress(Impossible):
        doing(match, rng)


def _play(match, rng):
    play_on(match, rng, 1)


def _insert(match, rng):
    number = rng.randint(1, max(1, len(match.round_facts)))
    recording.insert(match, number, match.game.simulate(rng, match.state_before(number)), entry(match))


def _correct(match, rng):
    number = rng.randint(1, max(1, len(match.round_facts)))
    recording.correct(match, number, match.game.simulate(rng, match.state_before(number)), entry(match))


def _delete(match, rng):
    recording.delete_round(match, rng.randint(1, max(1, len(match.round_facts))), entry(match))


def _note(match, rng):
    number = rng.randint(1, max(1, len(match.round_facts)))
    recording.note_round(match, number, rng.choice(["", "Ben dropped his cards", "a long hand"]), entry(match))


def _seat(match, rng):
    recording.seat(match, _anybody(match, rng), entry(match))


def _reseat(match, rng):
    recording.change_stand_ins(
        match, rng.randint(1, max(1, len(match.round_facts))), _anybody(match, rng), entry(match)
    )


def _put_right(match, rng):
    recording.reseat(match, rng.sample(range(len(match.names)), len(match.names)), entry(match))


def _anybody(match, rng):
    """Somebody in some seats, as the table can have it."""
    typed = [rng.choice([name, name, "Gus", "Hal", *NAMES]) for name in match.names]
    return stand_ins.find_stand_ins(match, typed)


def _undo(match, rng):
    entries = list(match.entries.all())
    if entries:
        recording.undo(match, rng.choice(entries), entry(match))


def _call_over(match, rng):
    recording.finish(match, entry(match))


def _decide(match, rng):
    sides = range(len(match.teams))
    named = Decision(
        winners=tuple(side for side in sides if rng.random() < 0.4), why=rng.choice(["", "fewer cards left"])
    )
    recording.decide(match, named, entry(match))


def rng_of(seed):
    return Random(seed)
