from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.maverick.play import play


def figures(scored, match, seat):
    facts, side = plain(scored.facts), seat % 2
    for bid in facts.get("bids", []):
        rule = next(
            line.rule for line in scored.lines if line.side == bid["seat"] % 2 and line.rule.startswith(bid["bid"])
        )
        if bid["seat"] == seat:
            if bid["bid"] == "null":
                yield "special-bids", "null", int(not bid["took_trick"])
            else:
                yield "special-bids", bid["bid"], int(rule.endswith("made"))
    # Points of the bids are those of the hand without tricks and reneges: no line may be left out.
    rest = scored.points[side] - hand_of(facts)[side] + 4 * facts.get("reneges", []).count(side)
    brought = [line for line in scored.lines if line.side == side and line.rule.split("-")[0] in BIDS]
    left_out = rest - sum(line.points for line in brought)
    for line in brought:
        is_first_bling = line.rule == "bling-lost"
        yield "bid-points", line.rule, line.points + (left_out if is_first_bling else 0)
        left_out = 0 if is_first_bling else left_out
    assert left_out == 0
    if books := sum(trick.get("adders") == 4 for trick in facts.get("tricks", []) if trick["side"] == side):
        yield "books", "", books
    if side in facts.get("reneges", []):
        yield "reneges", "", 1


BIDS = "null", "blind", "bling"
TRICK_POINTS = {"all-trump": -4, "trump": -1, "plain": 1, "adders": 1}


def hand_of(facts):
    """The points of both sides before their bids."""
    tricks = facts.get("tricks", [])
    return facts.get("points") or [
        sum(TRICK_POINTS[trick["kind"]] + trick.get("adders", 0) for trick in tricks if trick["side"] == side)
        for side in (0, 1)
    ]


def deeds(match):
    totals = 0, 0
    for number, scored in enumerate(match.state.rounds, 1):
        facts = plain(scored.facts)
        tricks, points, books = facts.get("tricks", []), hand_of(facts), facts.get("books")
        if books is None:
            books = [sum(trick["side"] == side and trick.get("adders") == 4 for trick in tricks) for side in (0, 1)]
        for seat, bid in [(bid["seat"], bid) for bid in facts.get("bids", [])]:
            side = seat % 2
            made = {
                "null": bid.get("took_trick") is False,
                "blind": points[side] > points[1 - side],
                "bling": books[side] == 3,
            }
            if made[bid["bid"]]:
                yield number, seat, f" made a {bid['bid']} bid"
            elif bid["bid"] == "bling" and match.initial_state.rules.bling_lost != "hand" and totals[side] > 0:
                yield number, seat, f" lost all {totals[side]} points with a bling"
        totals = scored.totals


SAMPLES = Samples(figures, play, deeds)
