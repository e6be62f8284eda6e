"""Every figure of a selection worked out again, in plain Python from the sheets: facts and scorecards, no ledger."""

from collections import defaultdict
from itertools import permutations

from games.core import scoresheet
from games.core.registry import find
from games.core.statistics import STATISTICS_OF_EVERY_GAME
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Match
from scorekeeper.statistics.figures import sums_by
from scorekeeper.statistics.head_to_head import opponents, partners
from scorekeeper.statistics.records import MAX_HOLDERS
from scorekeeper.transfer import scoresheets
from tests.games.every_game import samples


def statistics(game):
    """Return the statistics to compare: a game's own ones only if its samples count them."""
    return game.all_statistics if samples(game).figures else STATISTICS_OF_EVERY_GAME


def figures(selection):
    """Return the figures of the ledger, by player, statistic and bucket."""
    names = dict(Player.objects.values_list("pk", "name"))
    asked = sums_by("player_pk", selection, statistics(find(selection.game)))
    return {(names[pk], *key): cases for (pk, *key), cases in asked.items()}


def meetings(selection):
    """The results of two players from the seats: as partners their wins, else how often each was ahead."""
    counts = {}
    for player in Player.objects.all():
        for opponent in opponents(selection, player):
            counts[player.name, opponent.other.name, "against"] = opponent.n, opponent.ahead, opponent.behind
        for partner in partners(selection, player):
            counts[player.name, partner.other.name, "with"] = partner.won.n, partner.won.total, 0
    return counts


def played(selection):
    """The selected matches with their state and scorecard, in the order of their start."""
    for match in Match.objects.filter(game_key=selection.game).order_by("started", "pk"):
        period = selection.period
        if period.first <= match.night_date <= period.last and selection.seats in (0, match.seats.count()):
            sheet = scoresheets.sheet_of(match)
            _, state, scorecard = scoresheet.play(sheet)
            if all(state.rules.in_force[name] == value for name, value in selection.scale):
                yield match, state, scorecard, seated(sheet)


def seated(sheet):
    """Return a function that names the player of a seat in a round, given its number and the seat's own player."""
    by_round = defaultdict(dict)
    for stand_in in sheet.stand_ins:
        by_round[stand_in.round][sheet.players[stand_in.seat]] = stand_in.name
    return lambda number, own: by_round[number].get(own, own)


def recount_figures(selection):
    sums = defaultdict(lambda: [0, 0])
    for match, state, scorecard, sitting in played(selection):
        rounds = [scored for scored in state.rounds if scored.facts.is_complete]
        for seat, own in enumerate(state.names):
            for number, key, part, value in figures_of(find(match.game_key), state, scorecard, rounds, seat):
                name = sitting(number, own)
                sums[name, key, str(part)][0] += 1
                sums[name, key, str(part)][1] += value
    return {key: tuple(cases) for key, cases in sums.items()}


def figures_of(game, state, scorecard, rounds, seat):
    """The number of the round (0: the match), the statistic, its part and the value of each case of a seat."""
    side = state.side_of(seat)
    if scorecard.finished:
        yield 0, "won", "", int(side in scorecard.winners)
        yield 0, "place", "", scorecard.places[side]
        yield 0, "points", "", scorecard.totals[side]
    own = samples(game).figures
    for scored in rounds:
        yield scored.number, "rounds", "", 1
        for case in own(scored, state, seat) if own else ():
            yield scored.number, *case


def recount_meetings(selection):
    sums = defaultdict(lambda: [0, 0, 0])
    for _, state, scorecard, _ in played(selection):
        for seat, other in permutations(range(state.players), 2) if scorecard.finished else ():
            side, other_side = state.side_of(seat), state.side_of(other)
            place, other_place = scorecard.places[side], scorecard.places[other_side]
            met = (side in scorecard.winners, 0) if side == other_side else (place < other_place, place > other_place)
            row = sums[state.names[seat], state.names[other], "with" if side == other_side else "against"]
            row[:] = row[0] + 1, row[1] + met[0], row[2] + met[1]
    return {key: tuple(row) for key, row in sums.items()}


def recount_record(selection, worth, within="match"):
    """The best of a record from the scorecards; `worth` returns the value of a card or a round for a side, or None."""
    values = []
    for match, state, scorecard, sitting in played(selection):
        things = [(0, scorecard)] if within == "match" else [(scored.number, scored) for scored in state.rounds]
        for number, thing in things:
            for side, seats in enumerate(state.teams):
                value = worth(thing, side)
                if value is not None:
                    holders = sorted(sitting(number, state.names[seat]) for seat in seats)
                    first = min(Player.objects.filter(name__in=holders).values_list("pk", flat=True))
                    values.append((value, match.pk, number, holders, first))
    best = sorted(values, key=lambda row: (-row[0], order(row[1]), row[2], row[4]))
    return [row[:4] for row in best[:MAX_HOLDERS]]


def order(pk):
    return Match.objects.values_list("started", "pk").get(pk=pk)
