"""Every figure of a club worked out again, in plain Python from the sheets: facts and scorecards, never the ledger."""

from collections import defaultdict
from itertools import permutations

from games import scoresheet
from games.big_little.game import GAME as BIG_LITTLE
from games.good_little_tricks.game import GAME as GOOD_LITTLE_TRICKS
from games.grosse_kleine.game import GAME as GROSSE_KLEINE
from games.maverick.game import GAME as MAVERICK
from games.ten_point_pitch.game import GAME as PITCH
from games.ten_point_pitch.scoring import POINTS
from games.typed import plain
from scorekeeper.nights.models import Best, Pair, Tally
from scorekeeper.table.models import Match

SIZES = {"orange": 2, "purple": 3, "green": 4, "pink": 5, "blue": 6, "red": 7}


def tallies():
    """What the books hold of single players, as they stand."""
    rows = Tally.objects.values_list("game_key", "seats", "period", "player__name", "stat", "bucket", "n", "total")
    return {row[:6]: row[6:] for row in rows}


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
    for scored in played:
        yield from OF_A_ROUND[game_key](scored, so_far, seat)


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


# --- What each game tells, from the facts as they stand in a sheet ---


def big_little(scored, so_far, seat):
    facts = plain(scored.record)
    bid, took, cards = facts["bids"][seat], facts["tricks"][seat], sum(facts["tricks"])
    yield "bids-made", cards, int(took >= bid)
    yield "bids-exact", cards, int(took == bid)
    yield "bids-missed", cards, int(took < bid)
    yield "bids-over", cards, int(took > bid)
    yield "bid-bias", cards, took - bid
    if took > bid:
        yield "sandbags", "", took - bid
    for line in scored.lines:
        if line.side == seat and line.points in (-100, -110) and line.rule == "sandbag-penalty":
            yield "penalties", "", 1


def good_little_tricks(scored, so_far, seat):
    suits = plain(scored.record)["suits"]
    mine = [suit for suit, owner in suits.items() if owner == seat]
    for suit in mine:
        yield "suits", suit, 1
        yield "cards", "", SIZES[suit]
    if len(set(suits.values())) == 1 and so_far.rules.sweep:
        yield ("sweeps" if mine else "swept"), "", 1
    elif not mine:
        yield "clean", "", 1


def grosse_kleine(scored, so_far, seat):
    facts = plain(scored.record)
    hand = facts["left"][seat]
    if hand in ("", 0) or (isinstance(hand, str) and not hand.split()):
        yield "went-out", "", 1
        yield "cards-held", "", 0
    elif isinstance(hand, str):
        yield "cards-held", "", len(hand.split())
        for card, rule in (("a", "little-a-left"), ("A", "big-a-left")):
            if card in hand.split():
                yield "a-cards", rule, 1
    if facts.get("pile", {}).get("seat") == seat:
        yield "little-a-tricks", "", 1


def maverick(scored, so_far, seat):
    facts, side = plain(scored.record), seat % 2
    for bid in facts.get("bids", []):
        rule = next(
            line.rule for line in scored.lines if line.side == bid["seat"] % 2 and line.rule.startswith(bid["bid"])
        )
        if bid["seat"] == seat:
            if bid["bid"] == "null":
                yield "special-bids", "null", int(not bid["took_trick"])
            else:
                yield "special-bids", bid["bid"], int(rule.endswith("made"))
    for line in scored.lines:
        if line.side == side and line.rule.split("-")[0] in ("null", "blind", "bling"):
            yield "bid-points", line.rule, line.points
    if books := sum(trick.get("adders") == 4 for trick in facts.get("tricks", []) if trick["side"] == side):
        yield "books", "", books
    if side in facts.get("reneges", []):
        yield "reneges", "", 1


def pitch(scored, so_far, seat):
    facts, side = plain(scored.record), seat % 2
    points, cards = facts.get("points"), facts.get("taken", {})
    took = [points[one] if points else sum(POINTS[card] for card in cards if cards[card] == one) for one in (0, 1)]
    [(bidder, bid)] = [
        (one.seat, one.level) for one in scored.record.bids_made(scored.deal, so_far) if one.made is not None
    ]
    if seat == bidder:
        yield "bids-made", bid, int(took[side] >= bid)
        yield "bid-taken", bid, took[side]
        yield "bid-bias", bid, took[side] - bid
    if "bids" in facts and facts["bids"][seat] is None and seat != bidder:
        yield "passes", "", 1
    for count in [took[side]] if points and took[side] else [POINTS[card] for card in cards if cards[card] == side]:
        yield "points-taken", "", count
    for line in scored.lines:
        if line.rule == "defenders" and line.side == side:
            yield "defended", "", line.points


OF_A_ROUND = {
    BIG_LITTLE.key: big_little, GOOD_LITTLE_TRICKS.key: good_little_tricks, GROSSE_KLEINE.key: grosse_kleine,
    MAVERICK.key: maverick, PITCH.key: pitch,
}  # fmt: skip


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
