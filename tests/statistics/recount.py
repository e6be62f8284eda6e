"""Every figure of a club worked out again, in plain Python from the sheets: facts and scorecards, never the ledger."""

from collections import defaultdict
from itertools import permutations

from games.core import scoresheet
from games.core.registry import find
from games.core.statistics import STATISTICS_OF_EVERY_GAME
from scorekeeper.matches.models import Match
from scorekeeper.statistics.counting import STORED
from scorekeeper.statistics.models import PairTotal, PlayerBest, PlayerTotal
from scorekeeper.transfer import scoresheets
from tests.games.every_game import samples

GENERIC = {statistic.key for statistic in STATISTICS_OF_EVERY_GAME}
"""Of a game whose own statistics nobody counts by hand, these are compared."""


def tallies():
    """What the totals hold of single players, as they stand."""
    rows = PlayerTotal.objects.values_list(
        "figure__game_key", "figure__seats", "period", "player__name", "figure__stat", "figure__bucket", "n", "total"
    )
    return {row[:6]: row[6:] for row in rows if row[4] in GENERIC or samples(find(row[0])).figures}


def pairs():
    columns = (
        "figure__game_key", "figure__seats", "period", "player__name", "other__name", "figure__stat",
        "n", "total", "behind",
    )  # fmt: skip
    return {row[:6]: row[6:] for row in PairTotal.objects.values_list(*columns)}


def bests():
    columns = (
        "figure__game_key", "figure__seats", "period", "player__name", "figure__stat", "value", "match", "number",
    )  # fmt: skip
    return sorted(PlayerBest.objects.values_list(*columns))


def counted_again():
    """What the totals of single players and of two should hold."""
    single, double = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0, 0])
    for match in Match.objects.all():
        _, state, card = scoresheet.play(scoresheets.sheet_of(match))
        played = [scored for scored in state.rounds if scored.facts.is_complete]
        for period in (0, match.night_date.year, match.night_date.year * 100 + match.night_date.month):
            where = (match.game_key, state.players, period)
            for seat, name in enumerate(state.names):
                for stat, part, value in told_of(match.game_key, state, card, played, seat):
                    add(single[(*where, name, stat, str(part))], value)
            for seat, other in permutations(range(state.players), 2) if card.finished else ():
                key, values = met(state, card, seat, other)
                row = double[(*where, state.names[seat], state.names[other], key)]
                row[:] = [row[0] + 1, row[1] + values[0], row[2] + values[1]]
    return {key: tuple(row) for key, row in single.items()}, {key: tuple(row) for key, row in double.items()}


def told_of(game_key, state, card, played, seat):
    yield from every_game(state, card, played, seat)
    figures = samples(find(game_key)).figures
    for scored in played if figures else ():
        yield from figures(scored, state, seat)


def add(row, value):
    row[0] += 1
    row[1] += value


def every_game(state, card, played, seat):
    side = state.side_of(seat)
    if card.finished:
        yield "won", "", int(side in card.winners)
        yield "place", "", card.places[side]
        yield "points", "", card.totals[side]
    for _ in played:
        yield "rounds", "", 1


def met(state, card, seat, other):
    one, two = state.side_of(seat), state.side_of(other)
    if one == two:
        return "with", (int(one in card.winners), 0)
    return "against", (int(card.places[one] < card.places[two]), int(card.places[one] > card.places[two]))


# --- Records and ratings ---


def held_again(worth, within="match", most=STORED):
    """The best few of a record, worked out from the scorecards: `worth` returns a value or None for a scored thing."""
    found = defaultdict(list)
    for match in Match.objects.order_by("started", "pk"):
        _, state, card = scoresheet.play(scoresheets.sheet_of(match))
        things = [(0, card)] if within == "match" else [(scored.number, scored) for scored in state.rounds]
        for number, thing in things:
            for seat, name in enumerate(state.names):
                value = worth(thing, state.side_of(seat))
                if value is not None:
                    for period in (0, match.night_date.year, match.night_date.year * 100 + match.night_date.month):
                        found[match.game_key, state.players, period, name].append((value, match.pk, number))
    return sorted(
        (*where, *one)
        for where, all_of_them in found.items()
        for one in sorted(all_of_them, key=lambda one: -one[0])[:most]
    )
