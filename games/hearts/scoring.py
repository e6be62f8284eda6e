"""The scoring of Hearts; see rules.md."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.core.definition import MatchState, at_target
from games.core.house_rules import HouseRules
from games.core.scorecard import ScoreLine, sums
from games.core.text import plural, signed
from games.hearts.facts import JACK_CARDS, Facts, heart_points, moon_points

HEARTS, QUEEN, JACK, MOON, MOON_OF_ANOTHER = "hearts", "queen", "jack", "moon", "moon-of-another"
TEN, NO_TRICKS, EXACT = "ten", "no-tricks", "exact"


def score(facts: Facts, state: MatchState) -> Iterator[ScoreLine]:
    rules = state.rules
    comes_off = rules.moon == "self" or facts.moon_off
    shooter = facts.shooter(rules)
    if rules.moon == "loses" and shooter is not None:
        comes_off = _is_lost(shooter, state, _lines_of_hand(facts, rules, comes_off=False))
    lines = _lines_of_hand(facts, rules, comes_off=comes_off)
    return iter([*lines, *_exact_targets(state, lines)])


def _lines_of_hand(facts: Facts, rules: HouseRules, *, comes_off: bool) -> list[ScoreLine]:
    lines: list[ScoreLine] = []
    shooter, moon = facts.shooter(rules), moon_points(rules)
    for seat, hearts in enumerate(facts.hearts):
        own: list[ScoreLine] = []
        if shooter is None:
            ranks = facts.heart_cards[seat].split() if facts.heart_cards else ()
            own += cards_taken(seat, hearts, rules, queen=seat == facts.queen, ranks=ranks)
        elif shooter == seat:
            brings = f"{moon} off" if comes_off else f"{moon} each for the others"
            own.append(ScoreLine(seat, MOON, -moon if comes_off else 0, f"shot the moon: {brings}"))
        else:
            points = 0 if comes_off else moon
            lines.append(ScoreLine(seat, MOON_OF_ANOTHER, points, f"the moon was shot: {points or 'no points'}"))
        if seat == facts.jack:
            own.append(jack_taken(seat, rules))
        if seat == facts.ten:
            own.append(ten_taken(seat, own))
        lines += own
        if facts.no_tricks and seat in facts.no_tricks and shooter is None:
            lines.append(no_tricks_taken(seat, rules))
    return lines


def cards_taken(
    seat: int, hearts: int, rules: HouseRules, *, queen: bool, ranks: Sequence[str] = ()
) -> Iterator[ScoreLine]:
    """Yield the points of the hearts and of the queen of spades.

    `ranks`: of the hearts, if they count their face values.
    """
    if hearts or not queen:
        none = "no hearts and no queen" if rules.queen else "no hearts"
        points = sum(heart_points(rank, rules) for rank in ranks) if ranks else hearts
        yield ScoreLine(seat, HEARTS, points, _hearts_in_words(hearts, ranks, rules) if hearts else none)
    if queen:
        yield ScoreLine(seat, QUEEN, rules.queen, f"the queen of spades: {rules.queen}")


def _hearts_in_words(hearts: int, ranks: Sequence[str], rules: HouseRules) -> str:
    """Return “5 hearts: 5 points”, or “2♥ 5♥ K♥: 2 + 5 + 13 = 20”."""
    if not ranks:
        return f"{plural(hearts, 'heart')}: {plural(hearts, 'point')}"
    points = [heart_points(rank, rules) for rank in ranks]
    counted = " + ".join(map(str, points)) + (f" = {sum(points)}" if points[1:] else "")
    return f"{' '.join(f'{rank}♥' for rank in ranks)}: {counted}"


def jack_taken(seat: int, rules: HouseRules) -> ScoreLine:
    card, points = JACK_CARDS[rules.jack]
    return ScoreLine(seat, JACK, -points, f"the {card}: {points} off")


def ten_taken(seat: int, own: Sequence[ScoreLine]) -> ScoreLine:
    """Return the ten of clubs: as many points again as the other cards of its taker score."""
    points = sum(line.points for line in own)
    return ScoreLine(seat, TEN, points, f"the ten of clubs doubles {signed(points)}: {signed(points)}")


def no_tricks_taken(seat: int, rules: HouseRules) -> ScoreLine:
    return ScoreLine(seat, NO_TRICKS, -rules.no_tricks, f"took no trick: {rules.no_tricks} off")


def _totals(state: MatchState, lines: Sequence[ScoreLine]) -> list[int]:
    points = sums(lines, state.players)
    return [total + more for total, more in zip(state.totals, points, strict=True)]


def _exact_targets(state: MatchState, lines: Sequence[ScoreLine]) -> list[ScoreLine]:
    """Return what comes off for totals that are exactly the target."""
    target, remains = state.rules.target, {"half": state.rules.target // 2, "zero": 0}.get(state.rules.exact)
    if remains is None:
        return []
    reason = f"exactly {target}: back to {remains}, {target - remains} off"
    sides = [side for side, total in enumerate(_totals(state, lines)) if total == target]
    return [ScoreLine(side, EXACT, remains - target, reason) for side in sides]


def _is_lost(shooter: int, state: MatchState, lines: Sequence[ScoreLine]) -> bool:
    """Return whether the points for the others would end the game, and another player would win it."""
    totals = _totals(state, [*lines, *_exact_targets(state, lines)])
    winners = finish(replace(state, totals=tuple(totals)))
    return winners is not None and shooter not in winners


def finish(state: MatchState) -> tuple[int, ...] | None:
    """Return the sides with the fewest points once a total reaches the target, or with exactly the target."""
    rules = state.rules
    exactly = tuple(side for side, total in enumerate(state.totals) if total == rules.target)
    return exactly if rules.exact == "wins" and exactly else at_target(state, rules.target, alone=rules.tie == "on")


def why_won(state: MatchState) -> str:
    """Say that a total is exactly the target, if the house rules make that a win."""
    is_exact = state.rules.exact == "wins" and state.rules.target in state.totals
    return f"exactly {state.rules.target} points win" if is_exact else ""
