"""Every figure of a club worked out again, in plain Python from the sheets: facts and scorecards, never the ledger."""

from collections import defaultdict
from itertools import permutations

from games import scoresheet
from games.registry import find
from games.statistics import EVERY_GAME
from scorekeeper.nights.models import Best, Pair, Tally
from scorekeeper.table.models import Match
from tests.games.every_game import samples

GENERIC = {statistic.key for statistic in EVERY_GAME}
"""Of a game whose own statistics nobody counts by hand, these are compared."""


def tallies():
    """What the books hold of single players, as they stand."""
    rows = Tally.objects.values_list("game_key", "seats", "period", "player__name", "stat", "bucket", "n", "total")
    return {row[:6]: row[6:] for row in rows if row[4] in GENERIC or samples(find(row[0])).figures}


def pairs():
    columns = ("game_key", "seats", "period", "player__name", "other__name", "stat", "n", "total", "behind")
    return {row[:6]: row[6:] for row in Pair.objects.values_list(*columns)}


def bests():
    columns = ("game_key", "seats", "period", "player__name", "feat", "value", "match", "number")
    return sorted(Best.objects.values_list(*columns))


def counted_again():
    """What the books of single players and of two should hold."""
    single, double = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0, 0])
    for match in Match.objects.all():
        _, so_far, card = scoresheet.play(match.sheet())
        played = [scored for scored in so_far.rounds if scored.record.is_complete]
        for period in (0, match.evening.year, match.evening.year * 100 + match.evening.month):
            where = (match.game_key, so_far.players, period)
            for seat, name in enumerate(so_far.names):
                for stat, part, value in told_of(match.game_key, so_far, card, played, seat):
                    add(single[(*where, name, stat, str(part))], value)
            for seat, other in permutations(range(so_far.players), 2) if card.finished else ():
                key, values = met(so_far, card, seat, other)
                row = double[(*where, so_far.names[seat], so_far.names[other], key)]
                row[:] = [row[0] + 1, row[1] + values[0], row[2] + values[1]]
    return {key: tuple(row) for key, row in single.items()}, {key: tuple(row) for key, row in double.items()}


def told_of(game_key, so_far, card, played, seat):
    yield from every_game(so_far, card, played, seat)
    figures = samples(find(game_key)).figures
    for scored in played if figures else ():
        yield from figures(scored, so_far, seat)


def add(row, value):
    row[0] += 1
    row[1] += value


def every_game(so_far, card, played, seat):
    side = so_far.side_of(seat)
    if card.finished:
        yield "won", "", int(side in card.winners)
        yield "place", "", card.places[side]
        yield "points", "", card.totals[side]
    for _ in played:
        yield "rounds", "", 1


def met(so_far, card, seat, other):
    one, two = so_far.side_of(seat), so_far.side_of(other)
    if one == two:
        return "with", (int(one in card.winners), 0)
    return "against", (int(card.places[one] < card.places[two]), int(card.places[one] > card.places[two]))


# --- Records and ratings ---


def held_again(feat, within="match", most=5):
    """The best few of a feat, worked out from the scorecards: `feat` returns a value or None for a scored thing."""
    found = defaultdict(list)
    for match in Match.objects.order_by("started", "pk"):
        _, so_far, card = scoresheet.play(match.sheet())
        things = [(0, card)] if within == "match" else [(scored.number, scored) for scored in so_far.rounds]
        for number, thing in things:
            for seat, name in enumerate(so_far.names):
                value = feat(thing, so_far.side_of(seat))
                if value is not None:
                    for period in (0, match.evening.year, match.evening.year * 100 + match.evening.month):
                        found[match.game_key, so_far.players, period, name].append((value, match.pk, number))
    return sorted(
        (*where, *one)
        for where, all_of_them in found.items()
        for one in sorted(all_of_them, key=lambda one: -one[0])[:most]
    )
